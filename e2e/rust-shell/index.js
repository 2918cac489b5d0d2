// The Rust shell under the names of the npm package's entry point.

import init, { shell } from './page.js';

const { memory } = await init();
const rust = shell(false);

const isElement = (target) => target instanceof Element;

export async function mount(target, options) {
  const element = isElement(target) ? target : document.querySelector(target);
  return rust.mount(element, options);
}

export async function connect(iframe, options) {
  return rust.connect(iframe, options);
}

export class SignedOutError extends Error {
  name = 'SignedOutError';
}

/** How many bytes the memory of the WebAssembly has. */
export const memorySize = () => memory.buffer.byteLength;
