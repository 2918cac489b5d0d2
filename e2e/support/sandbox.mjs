// Starts the sandbox that cargo has built, for a test run.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startSandbox as start } from 'svc-embed/testing';
import { packageFolder } from './shells.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The built program: SVC_SANDBOX, which `npm test` sets, else the path where cargo builds it. */
const program =
  process.env.SVC_SANDBOX ??
  join(process.env.CARGO_TARGET_DIR ?? join(root, 'target'), 'debug', 'svc-sandbox');

/**
 * Starts a sandbox on free ports. Its host origin serves the pages of `www` and the package in
 * `dist`, which are paths of the repository; without `dist`, both shells. `seed` is the path of a file,
 * instead of the demonstration data.
 */
export async function startSandbox({
  www = 'e2e/pages',
  dist,
  seed,
  isStrict = Boolean(process.env.E2E_STRICT),
} = {}) {
  const folder = dist === undefined ? packageFolder() : join(root, dist);
  return start({ program, www: join(root, www), dist: folder, seed, strict: isStrict });
}

/** The dashboard of `smallSeed` that has a chart, whose bars can be clicked. */
export const WITH_CHART = { kind: 'dashboard', publicId: 'charts' };

/** Whether `smallSeed` keeps a widget of the other dashboards: tables, and one number. */
const isSmall = ({ id, config: { kind } }) => kind === 'table' || id === 'kpi-revenue';

/** Whether it keeps one of the dashboard with a chart. */
const isCharts = ({ id, config: { kind } }) => kind !== 'vega' || id === 'orders-by-status';

/** `dashboard` with those of its widgets that `isKept` names. */
const withWidgets = ({ config, ...dashboard }, isKept) => ({
  ...dashboard,
  config: { ...config, widgets: config.widgets.filter(isKept) },
});

/**
 * Writes the demonstration data with fewer widgets, and returns the file's path. Hundreds of tests load
 * a dashboard, and its charts and numbers take much of that time.
 */
export function smallSeed() {
  const data = JSON.parse(readFileSync(join(root, 'sandbox/seed.json'), 'utf8'));
  const fulfilment = data.dashboards.find(({ publicId }) => publicId === 'fulfilment');
  const own = { id: 9, publicId: WITH_CHART.publicId, title: 'Charts', workbookId: 43 };
  const charts = { ...fulfilment, ...own };
  data.dashboards = [
    ...data.dashboards.map((dashboard) => withWidgets(dashboard, isSmall)),
    withWidgets(charts, isCharts),
  ];
  const folder = mkdtempSync(join(tmpdir(), 'svc-embed-seed-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'seed.json');
  writeFileSync(path, JSON.stringify(data));
  return path;
}
