// `svc-embed/telemetry` and `svc-embed/export`, as a strict user's project sees them.

import type { Embed, GetSession } from 'svc-embed';
import {
  exportDashboard,
  ExportError,
  type ExportOptions,
  type ExportProgress,
} from 'svc-embed/export';
import { telemetry, type Telemetry, type TelemetryApi } from 'svc-embed/telemetry';

declare const embed: Embed;
declare const getSession: GetSession;
declare const api: TelemetryApi;

const watched: Telemetry = telemetry({ api, measure: false });
const same: Embed = watched.watch(embed);
const mint: GetSession = watched.mint(getSession);
void [same, mint];
telemetry();
// @ts-expect-error: the module of the API, not a tracer.
telemetry({ api: { startSpan() {} } });

const options: ExportOptions = {
  publicId: 'sales',
  format: 'png',
  onProgress: ({ phase, loaded, total }: ExportProgress) => console.log(phase, loaded, total),
};
const file: Promise<File> = exportDashboard('/api/export', options);
file.catch((error: unknown) => error instanceof ExportError && error.status === 403);
// @ts-expect-error: a dashboard is required.
void exportDashboard('/api/export', {});
// @ts-expect-error: the service renders no CSV of a dashboard.
void exportDashboard('/api/export', { publicId: 'sales', format: 'csv' });
