// The state of the view, apart from the data. A renewal in time keeps it. A renewal after the expiry
// loses it: it is then built again from the URL.

import { filtersOf, withFilter, type Filter } from './filters';
import { isRecord, publicId, surface } from './protocol';
import type { Credential } from './api';
import { session } from './session';

export type Scheme = 'light' | 'dark' | 'auto';
export type Period = '30d' | '90d' | '6m' | '12m';

export interface Theme {
  primaryColor?: string;
  borderRadius?: string;
  font?: string;
}

export interface ViewState {
  path: string;
  period: Period;
  filters: Filter[];
  scheme: Scheme;
  theme: Theme;
  locale: string;
  timezone: string;
}

export const query = new URLSearchParams(location.search);

/**
 * What the page exchanges for its first session: the claim that a strict service gave it in place of
 * the id in its URL, or that id. Without either, the session is private.
 */
export const initialCredential = readCredential();

export const homePath =
  surface === 'dashboard' ? `/dashboard/${publicId}` : surface === 'chat' ? '/chat' : '/';

/** The changes by the viewer and the host since the state was last built from the URL. */
let changes: Partial<ViewState> = {};

export let state: ViewState = initialState();

/** Builds the state again, with the session's settings. Changes that the host made before the first
 *  view was mounted are kept. Changes in a view that expired are lost. */
export function rebuildState(changesHold: boolean): void {
  if (!changesHold) changes = {};
  state = { ...initialState(), ...changes };
}

export function update(change: Partial<ViewState>): void {
  changes = { ...changes, ...change };
  state = { ...state, ...change };
}

export function setFilter(filter: Filter): void {
  update({ filters: withFilter(state.filters, filter) });
}

function initialState(): ViewState {
  const { settings, theme } = session;
  return {
    path: query.get('at') ?? homePath,
    period: '90d',
    filters: filtersOf(query),
    scheme: asScheme(query.get('colorScheme')) ?? asScheme(query.get('theme')) ?? 'auto',
    theme: { ...asTheme(theme), ...asTheme(jsonOf(query.get('theme'))) },
    // A browser in the POSIX locale calls its language "C".
    locale:
      asLocale(query.get('locale')) ??
      asLocale(settings.locale) ??
      asLocale(navigator.language) ??
      'en',
    timezone:
      asTimezone(query.get('timezone')) ??
      asTimezone(settings.timezone) ??
      asTimezone(session.timezone) ??
      Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

export function asScheme(value: unknown): Scheme | null {
  return value === 'light' || value === 'dark' || value === 'auto' ? value : null;
}

/** A full code, a short code or a regional variant; null for any other text. */
export function asLocale(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  try {
    return Intl.getCanonicalLocales(value.replaceAll('_', '-'))[0] ?? null;
  } catch {
    return null;
  }
}

/** An IANA name; null for a bare offset, which is ignored, and for any other text. */
export function asTimezone(value: unknown): string | null {
  if (typeof value !== 'string' || /^(utc|gmt)?[+-]/i.test(value.trim())) return null;
  try {
    new Intl.DateTimeFormat('en', { timeZone: value });
    return value;
  } catch {
    return null;
  }
}

/** The parts of a theme that this page can show. */
export function asTheme(value: unknown): Theme {
  if (!isRecord(value)) return {};
  const { primaryColor, borderRadius, font } = value;
  const theme: Theme = {};
  if (typeof primaryColor === 'string' && CSS.supports('color', primaryColor))
    theme.primaryColor = primaryColor;
  const radius = typeof borderRadius === 'number' ? `${borderRadius}px` : borderRadius;
  if (typeof radius === 'string' && CSS.supports('border-radius', radius))
    theme.borderRadius = radius;
  if (typeof font === 'string' && CSS.supports('font-family', font)) theme.font = font;
  return theme;
}

function jsonOf(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}

function readCredential(): Credential {
  const { claim } = document.documentElement.dataset;
  const sessionId = query.get('session') ?? query.get('sessionId');
  if (claim) return { claim };
  return sessionId === null ? {} : { sessionId };
}
