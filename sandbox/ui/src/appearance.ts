// Applies colour scheme, theme and locale to the document, and the state that tests read.

import { session } from './session';
import { state, type Scheme } from './state';

const dark = matchMedia('(prefers-color-scheme: dark)');
const root = document.documentElement;

/** Counts how often the viewer or the host refreshed the data. */
export const refreshes = { count: 0 };

/** Calls back when the viewer's system changes its preference and this page follows it. */
export function onSystemScheme(listener: () => void): void {
  dark.addEventListener('change', () => state.scheme === 'auto' && listener());
}

export function shownScheme(scheme: Scheme): 'light' | 'dark' {
  if (scheme !== 'auto') return scheme;
  return dark.matches ? 'dark' : 'light';
}

/** Applies the state to the document. */
export function reflect(): void {
  const { dataset, style } = root;
  const { theme } = state;
  root.lang = state.locale;
  dataset.scheme = shownScheme(state.scheme);
  dataset.schemeSetting = state.scheme;
  dataset.locale = state.locale;
  dataset.timezone = state.timezone;
  dataset.filters = JSON.stringify(state.filters);
  dataset.path = state.path;
  dataset.refreshes = String(refreshes.count);
  dataset.sessionState = session.state;
  dataset.mode = session.mode ?? '';
  dataset.primaryColor = theme.primaryColor ?? '';
  for (const [name, value] of [
    ['--brand', theme.primaryColor],
    ['--radius', theme.borderRadius],
    ['--font', theme.font],
  ] as const) {
    if (value) style.setProperty(name, value);
    else style.removeProperty(name);
  }
}
