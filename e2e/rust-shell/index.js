// The Rust shell under the names of the npm package's entry point.

import init, { shell } from './page.js';

await init();
const rust = shell(false);

const isElement = (target) => target?.nodeType === Node.ELEMENT_NODE;

/** The last handle of an embed that is collected destroys the embed, and a test may drop its handle. */
const handles = [];

export async function mount(target, options) {
  const element = isElement(target) ? target : document.querySelector(target);
  return keep(await rust.mount(element, options));
}

export async function connect(iframe, options) {
  return keep(await rust.connect(iframe, options));
}

function keep(embed) {
  handles.push(embed);
  return embed;
}

export class SignedOutError extends Error {
  name = 'SignedOutError';
}
