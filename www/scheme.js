// The page's colour scheme: light, dark, or the system's.

import { byId } from './dom.js';

/** The current scheme. */
export function pageScheme() {
  return document.documentElement.dataset.scheme ?? 'auto';
}

/** Connects the switch. `changed` is called with each choice. */
export function startScheme(changed) {
  const inputs = byId('page-scheme').querySelectorAll('input');
  for (const input of inputs) {
    input.checked = input.value === pageScheme();
    input.addEventListener('change', () => {
      apply(input.value);
      changed(input.value);
    });
  }
}

function apply(scheme) {
  const { dataset } = document.documentElement;
  if (scheme === 'auto') delete dataset.scheme;
  else dataset.scheme = scheme;
  try {
    localStorage.setItem('scheme', scheme);
  } catch {
    // Storage may be forbidden. Then the choice lasts until the page is closed.
  }
}
