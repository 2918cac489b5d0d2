// What is said of options that have no effect or are probably a mistake. Loaded with the diagnostics.

import { nearest, OF_BACKEND, SECRET } from './mistakes.js';
import type { Settings } from '../shell/options.js';
import type { EmbedHandlers } from '../react/types.js';
import type { ConnectOptions, MountOptions, RenewalOptions, Topics } from '../types.js';

/** A sentence for an option that has no effect, or is probably a mistake; undefined if another says it. */
export function oddity(
  option: string,
  { unused, getSession }: Pick<Settings, 'unused' | 'getSession'>,
): string | undefined {
  if (option === 'mode') {
    if (getSession) return "mode is 'private', but there is a getSession, so the embed is signed.";
    // The misspelt name is a warning of its own.
    if (unused.some((name) => nearest(name, ['getSession']))) return undefined;
    return "There is no getSession, so this embed is private: each viewer must be signed in to the service in this browser. Pass getSession (session-url of <svc-embed>), or mode: 'private' if that is meant.";
  }
  if (Object.hasOwn(MOUNT, option)) {
    return `connect() has no option ${option}: the page itself loads its iframe.`;
  }
  const [, group, name = option] = /^(renewal|params|attributes)\.([^]*)/.exec(option) ?? [];
  if (group === 'params' || group === 'attributes')
    return `${option} is undefined and was left out.`;
  return `There is no option ${option}.${group ? hint('renewal.', name, RENEWAL) : hintOfOption(name)}`;
}

/** React's component takes its handlers out of the options, so one that is left over is misspelt or of `mount`. */
function hintOfOption(name: string): string {
  if (Object.hasOwn(HANDLERS, name))
    return ` Events are heard by embed.on('${HANDLERS[name as keyof typeof HANDLERS]}', …).`;
  if (SECRET.test(name)) return ` ${OF_BACKEND}`;
  if (name === 'sessionUrl')
    return ' It is a property of <svc-embed>. Here, pass a getSession that asks your backend.';
  return hint('', name, /^on[A-Z]/.test(name) ? HANDLERS : { ...CONNECT, ...MOUNT });
}

function hint(prefix: string, name: string, names: object): string {
  const near = nearest(name, Object.keys(names));
  // `readyTimeoutMs` is an option of its own and not one of `renewal`.
  const meant = Object.hasOwn(CONNECT, name) ? name : near && prefix + near;
  return meant ? ` Did you mean ${meant}?` : '';
}

/** The handlers of the React component, with what `on` of an embed calls the same. */
const HANDLERS: Record<Exclude<keyof EmbedHandlers, 'onMountFailed'>, keyof Topics> = {
  onAiQuery: 'ai-query',
  onDashboardLoaded: 'dashboard-loaded',
  onDownload: 'download',
  onDrilldown: 'drilldown',
  onDropped: 'dropped',
  onError: 'error',
  onEvent: '*',
  onNavigate: 'navigate',
  onReady: 'ready',
  onSession: 'session',
  onSessionExpired: 'session-expired',
  onSessionExpiring: 'session-expiring',
  onUnknown: 'unknown',
  onView: 'view',
};

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

/** The names of the options that only `mount` has. */
const MOUNT: Record<Exclude<keyof MountOptions, keyof ConnectOptions>, 1> = {
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
