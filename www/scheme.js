// The page's own colours: light, dark, or the system's.

import { byId } from './dom.js';

/** The scheme the page was opened with. */
export function pageScheme() {
  return document.documentElement.dataset.scheme ?? 'auto';
}

/** Makes the switch work; `changed` is told each choice. */
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
    // Storage may be forbidden: the choice holds for this visit.
  }
}
