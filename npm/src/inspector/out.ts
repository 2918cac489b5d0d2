// What leaves the inspector: a text for the clipboard, a file to save.

import { make } from './dom.js';

/** Puts a text on the clipboard. Resolves to whether that was possible. */
export async function copy(text: string, place: ParentNode): Promise<boolean> {
  try {
    // Undefined in a page without TLS.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text, place);
  }
}

function copyBySelection(text: string, place: ParentNode): boolean {
  const { activeElement } = place.getRootNode() as ShadowRoot;
  const field = make('textarea', { value: text, className: 'clipboard', ariaHidden: 'true' });
  place.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    (activeElement as HTMLElement | null)?.focus();
  }
}

/** Saves a text as a file. */
export function save(text: string, name: string): void {
  const href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  make('a', { href, download: name }).click();
  // A browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
