// The files that Stryker changes, by their names in `npm/src/`, and the tests that must notice: those that
// are quickest and notice most come first, since the first failure ends a mutant's run.

const page = (...names) => names.map((name) => `e2e/${name}.test.mjs`);
const server = ['e2e/server/endpoint.test.mjs'];

export const SUITES = {
  host: page(
    'shell',
    'scenes',
    'session',
    'documents',
    'handlers',
    'mount',
    'security',
    'foreground',
  ),
  embed: page('shell', 'handlers', 'security', 'diagnostics', 'documents', 'attacks'),
  handlers: page('shell', 'handlers', 'attacks'),
  check: page('shell', 'security', 'attacks'),
  element: page('markup', 'element', 'forms'),
  'element-methods': page('element'),
  controller: page('element', 'markup', 'react'),
  'server/endpoint': server,
  'server/fetch': server,
  'server/node': server,
  'server/options': server,
  'server/rate-limiter': server,
};
