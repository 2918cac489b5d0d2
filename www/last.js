// The code of what the viewer did last, below the embed: a call of the embed in a page, or of the sandbox
// in a test.

import { byId, setText } from './dom.js';
import { showCode } from './highlight.js';
import { copies } from './snippet.js';

const code = byId('last-code');

export function startLast() {
  copies(byId('copy-last'), code);
}

/** Shows the code of a page that does the same as the viewer has done. */
export function showPageCode(text) {
  setText(byId('last-of'), 'In your page:');
  showCode(code, text);
}

/** Shows the code of a test that does the same; `sandbox` is that of `startSandbox`. */
export function showTestCode(text) {
  setText(byId('last-of'), 'In your test:');
  showCode(code, text);
}

/** A value as JavaScript source. */
export function written(value) {
  if (Array.isArray(value)) return `[${value.map(written).join(', ')}]`;
  if (typeof value === 'object' && value !== null) {
    return `{ ${Object.entries(value)
      .map(([name, each]) => `${name}: ${written(each)}`)
      .join(', ')} }`;
  }
  return typeof value === 'string' ? `'${value}'` : String(value);
}
