// OpenTelemetry's own package in a page, with a processor that counts the starts and ends of each span.

import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const PAGE = `
  import * as api from '@opentelemetry/api';
  import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';

  const started = [];
  const ends = new Map();
  const complaints = [];
  const processor = {
    onStart: (span) => void started.push(span),
    onEnd: (span) => void ends.set(span, (ends.get(span) ?? 0) + 1),
    forceFlush: async () => {},
    shutdown: async () => {},
  };
  // A span that ends twice, or that is written to after its end, is a complaint.
  const complain = (...words) => void complaints.push(words.join(' '));
  api.diag.setLogger({ error: complain, warn: complain, info() {}, debug() {}, verbose() {} });
  api.trace.setGlobalTracerProvider(new BasicTracerProvider({ spanProcessors: [processor] }));

  const nameOf = (id) => started.find((span) => span.spanContext().spanId === id)?.name;
  window.opentelemetry = {
    api,
    complaints,
    /** Forgets the spans so far, for the next embed of the page. */
    clear: () => void started.splice(0),
    /** The spans as plain values. */
    spans: () =>
      started.map((span) => ({
        tracer: span.instrumentationScope.name,
        name: span.name,
        attributes: span.attributes,
        events: span.events.length,
        links: span.links.length,
        status: span.status.code,
        parent: nameOf(span.parentSpanContext?.spanId) ?? null,
        ends: ends.get(span) ?? 0,
      })),
  };`;

let text;

/** The script of a page: it sets `window.opentelemetry`. */
export function openTelemetry() {
  text ??= build({
    stdin: { contents: PAGE, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
    bundle: true,
    format: 'iife',
    conditions: ['browser'],
    define: { 'process.env.NODE_ENV': '"production"' },
    write: false,
  }).then(({ outputFiles }) => outputFiles[0].text);
  return text;
}
