// What is said of options that there are not. One rule for all: the nearest name.

import { EVENTS } from '../core/events.js';
import { nearest, OF_BACKEND, SECRET } from './mistakes.js';
import type { Settings } from '../shell/options.js';
import type { ConnectOptions, MountOptions, RenewalOptions } from '../types.js';

/** A sentence for an option that has no effect, or is probably a mistake; undefined if another says it. */
export function oddity(
  option: string,
  { unused, getSession, url }: Pick<Settings, 'unused' | 'getSession' | 'url'>,
): string | undefined {
  if (option === 'mode' && url !== undefined) {
    if (getSession) return "mode is 'private', but there is a getSession, so the embed is signed.";
    // The misspelt name is a warning of its own.
    if (unused.some((name) => nearest(name, ['getSession']))) return undefined;
    return "There is no getSession, so this embed is private: each viewer must be signed in to the service in this browser. Pass getSession (session-url of <svc-embed>), or mode: 'private' if that is meant.";
  }
  if (/^(params|attributes)\./.test(option)) return `${option} is undefined and was left out.`;
  if (SECRET.test(option)) return `There is no option ${option}. ${OF_BACKEND}`;
  const names = [...Object.keys(url === undefined ? CONNECT : MOUNT), ...OF_RENEWAL, ...HANDLERS];
  const near = nearest(option, names);
  // A handler of React's component is no option of `mount`.
  const more = near === option ? OF_HANDLERS : near ? ` Did you mean ${near}?` : '';
  return `There is no option ${option}.${more}`;
}

const OF_HANDLERS = " Events are heard by embed.on(), such as embed.on('ready', …).";

/** The names of the handlers of React's component: `onDashboardLoaded` of `dashboard-loaded`. */
const HANDLERS = [...Object.keys(EVENTS), 'session', 'dropped', 'unknown'].map((name) =>
  `on-${name}`.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
);

/** The names of the options of `connect`. The type requires each of them. */
const CONNECT: Record<keyof ConnectOptions, 1> = {
  baseUrl: 1,
  colorScheme: 1,
  filters: 1,
  getSession: 1,
  locale: 1,
  logger: 1,
  params: 1,
  readyTimeoutMs: 1,
  renewal: 1,
  signal: 1,
  surface: 1,
  theme: 1,
  timezone: 1,
};

/** The names of the options of `mount`. */
const MOUNT: Record<keyof MountOptions | keyof ConnectOptions, 1> = {
  ...CONNECT,
  attributes: 1,
  loading: 1,
  mode: 1,
  title: 1,
};

/** The names of the options of `renewal`. */
const RENEWAL: Record<keyof RenewalOptions, 1> = {
  mintTimeoutMs: 1,
  confirmMs: 1,
  retryMinMs: 1,
  retryMaxMs: 1,
  maxAttempts: 1,
  spreadMs: 1,
  lifetimeMs: 1,
  onExhausted: 1,
  retryStoppedMs: 1,
};

const OF_RENEWAL = Object.keys(RENEWAL).map((name) => `renewal.${name}`);
