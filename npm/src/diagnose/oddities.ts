// What is said of options that there are not. One rule for all: the nearest name.

import { CONNECT, MOUNT, TOPICS } from '../core/options.js';
import { NAMES as SETTINGS } from '../core/setting.js';
import type { Settings } from '../shell/options.js';
import { nearest, OF_BACKEND, SECRET } from './mistakes.js';

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
  const options = Object.keys({ ...CONNECT, ...(url !== undefined && MOUNT) });
  const names = [...options, ...OF_RENEWAL, ...HANDLERS];
  const near = nearest(option, names);
  // A handler of React's component is no option of `mount`.
  const more = near === option ? OF_HANDLERS : near ? ` Did you mean ${near}?` : '';
  return `There is no option ${option}.${more}`;
}

const OF_HANDLERS = " Events are heard by embed.on(), such as embed.on('ready', …).";

/** The names of the handlers of React's component: `onDashboardLoaded` of `dashboard-loaded`. */
const HANDLERS = TOPICS.map((name) =>
  `on-${name}`.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
);

/** The options of `renewal`: one of the settings is an option of its own. */
const OF_RENEWAL = [...SETTINGS.filter((name) => !(name in CONNECT)), 'onExhausted'].map(
  (name) => `renewal.${name}`,
);
