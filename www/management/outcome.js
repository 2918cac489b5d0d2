// Shows how a call ended: in words, or by the error as the client reports it.

import { isManagementError } from '/dist/management/index.js';
import { h } from '../dom.js';

const GUIDE = 'https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md';

/** Shows a sentence. */
export function say(place, text) {
  delete place.dataset.failed;
  place.replaceChildren(text);
}

/** True if the place shows an error. */
export function isError(place) {
  return 'failed' in place.dataset;
}

/** Shows an error. Those of the client have a section in the guide, and facts beside the message. */
export function sayError(place, error) {
  const { name, message, status, code, field, requestId } = error;
  const facts = Object.entries({ status, code, field, requestId });
  const known = facts.filter(([, value]) => value !== undefined && value !== null);
  const guide = h('a', { href: `${GUIDE}#${name.toLowerCase()}` }, h('code', {}, name));
  place.dataset.failed = '';
  place.replaceChildren(
    ...(isManagementError(error) ? [guide, ' '] : []),
    message,
    h('span', { class: 'facts-of-error' }, known.map((fact) => fact.join(' ')).join(' · ')),
  );
}

/** Runs the work of a button. The button cannot be pressed again before the work ends. */
export async function attempt(place, button, work) {
  // Not `disabled`, because the button would lose the focus.
  if (button.getAttribute('aria-disabled') === 'true') return;
  button.setAttribute('aria-disabled', 'true');
  try {
    await work();
  } catch (error) {
    sayError(place, error);
  } finally {
    button.removeAttribute('aria-disabled');
  }
}
