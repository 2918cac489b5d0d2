// Where an embed is: the tenant's base URL, the surface's path, the parameters, the session id. The
// names and rules are generated from `src/protocol`.

import { filterParameter } from './actions.js';
import { ACTIONS, SET_SESSION, type Argument } from '../core/actions.js';
import {
  INVALID_BASE_URL,
  INVALID_DEPLOYMENT_ID,
  INVALID_PATH,
  INVALID_PUBLIC_ID,
  INVALID_SURFACE,
  PATH_WITHOUT_SESSION,
  SESSION_IN_PARAMS,
} from '../core/errors.js';
import {
  APP_PATH,
  CHAT_PATH,
  CHAT_SESSION_PARAMETER,
  DASHBOARD_PATH,
  ID_PLACE,
  SESSION_PARAMETER,
  SESSION_PLACE,
} from '../core/names.js';
import { URL_LENGTH } from '../core/limits.js';
import {
  BASE_URL,
  BASE_URL_ROOT,
  NOT_OF_SURFACE,
  PATH,
  PATH_ELSEWHERE,
  PUBLIC_ID,
  SESSION_IN_QUERY,
} from '../core/patterns.js';
import { embedError, Mistake } from '../errors.js';
import { attempt } from './values.js';

/** The tenant's base URL, as the platform's parser writes it, without a slash at its end. */
export function readBaseUrl(baseUrl: unknown): string {
  const href = attempt(() => new URL(baseUrl as string).href);
  const isGood = href !== undefined && href.length <= URL_LENGTH && BASE_URL.test(href);
  if (!isGood) throw new Mistake(INVALID_BASE_URL);
  return BASE_URL_ROOT.exec(href)![0];
}

/** What a page says of a surface. */
type SurfaceGiven = Partial<Record<'kind' | 'path' | 'publicId' | 'deploymentId', unknown>>;

/** What the URL of an embed is made of. */
export interface Place {
  /** As `readBaseUrl` returns it. */
  readonly base: string;
  /** Its own properties: any of them may be missing or wrong. */
  readonly surface: SurfaceGiven;
  readonly params: readonly (readonly [name: string, text: string])[];
  readonly filters: readonly unknown[];
  /** Whether there is to be a session. */
  readonly isSigned: boolean;
}

/** The URL of an embed, with a place for the session id. */
export function embedUrl({ base, surface, params, filters, isSigned }: Place): string {
  let url = base + pathOf(surface);
  const hasPlace = url.includes(SESSION_PLACE);
  if (hasPlace && !isSigned) throw new Mistake(PATH_WITHOUT_SESSION);
  // The place of the id is no session id: it is replaced by a text that the pattern does not match.
  if (SESSION_IN_QUERY.test(url.replaceAll('=' + SESSION_PLACE, ID_PLACE))) {
    throw new Mistake(SESSION_IN_PARAMS);
  }
  const add = (pair: string) => (url += (url.includes('?') ? '&' : '?') + pair);
  const parameter = surface.kind === 'chat' ? CHAT_SESSION_PARAMETER : SESSION_PARAMETER;
  if (isSigned && !hasPlace) add(`${parameter}=${SESSION_PLACE}`);
  for (const [name, value] of params) {
    if (['', SESSION_PARAMETER, CHAT_SESSION_PARAMETER].includes(name)) {
      throw new Mistake(SESSION_IN_PARAMS);
    }
    add(`${encoded(name)}=${encoded(value)}`);
  }
  for (const [index, filter] of filters.entries()) {
    const text = filterParameter(filter, index);
    const equals = text.indexOf('=');
    add(text.slice(0, equals + 1) + encoded(text.slice(equals + 1)));
  }
  return url;
}

/** A URL of `embedUrl` with the session id; without one, for a private embed. */
export function withSession(url: string, id: string | undefined): string {
  if (id !== undefined) return url.replaceAll(SESSION_PLACE, () => encoded(id));
  // A parameter that would only carry the id is left out as a whole.
  return without(url, /^[^=]*={session}$/).replaceAll(SESSION_PLACE, '');
}

/** A URL of an embed without what changes while it runs: the session id and the filters. */
export function lasting(url: string): string {
  return without(url, /^(session(Id)?(=|$)|f_)[^#]*$/);
}

/** A URL without the parameters that are as `changes` says. */
function without(url: string, changes: RegExp): string {
  const [path = '', ...rest] = url.split('?');
  const pairs = rest.join('?').split('&');
  const query = pairs.filter((pair) => !changes.test(pair)).join('&');
  return /[^&]/.test(query) ? `${path}?${query}` : path;
}

/** The URL of the dashboard at `src`; undefined if `src` is more than its plain address. */
export function dashboardUrl(base: string, src: string): string | undefined {
  return attempt(() => {
    const [, publicId, query = ''] = /([^/?]*)(\?session=[^&#]*)?$/.exec(src)!;
    const url = base + dashboardPath(publicId);
    return url + query === src ? `${url}?${SESSION_PARAMETER}=${SESSION_PLACE}` : undefined;
  });
}

/** The session id in the URL of an iframe. */
export function idOf(src: unknown): string | undefined {
  return attempt(() => decodeURIComponent(/[?&]session(?:Id)?=([^&#]*)/.exec(src as string)![1]!));
}

/** Whether `getSession` returned a session id. */
export function isSessionId(answer: unknown): answer is string {
  const { is, isNot } = ACTIONS[SET_SESSION] as Argument;
  return typeof answer === 'string' && is.test(answer) && !isNot!.test(answer);
}

function pathOf({ kind, path, publicId, deploymentId }: SurfaceGiven): string {
  if (path != null) return readPath(path);
  switch (kind) {
    case 'dashboard':
      return dashboardPath(publicId);
    case 'app':
      return appPath(deploymentId);
    case 'chat':
      return CHAT_PATH;
    default:
      throw new Mistake(INVALID_SURFACE);
  }
}

function readPath(path: unknown): string {
  if (typeof path !== 'string') throw new Mistake(INVALID_SURFACE);
  const isInside =
    path.length <= URL_LENGTH &&
    PATH.test(path) &&
    !PATH_ELSEWHERE.test(path) &&
    !NOT_OF_SURFACE.test(path);
  if (!isInside) throw embedError(INVALID_PATH);
  return path.startsWith('/') ? path : `/${path}`;
}

function dashboardPath(publicId: unknown): string {
  const isId = typeof publicId === 'string' && PUBLIC_ID.test(publicId);
  if (!isId) throw new Mistake(INVALID_PUBLIC_ID);
  return DASHBOARD_PATH.replace(ID_PLACE, () => encoded(publicId));
}

function appPath(deploymentId: unknown): string {
  const isId = Number.isSafeInteger(deploymentId) && (deploymentId as number) >= 0;
  if (!isId) throw new Mistake(INVALID_DEPLOYMENT_ID);
  return APP_PATH.replace(ID_PLACE, String(deploymentId));
}

/** A text as part of a URL: everything but unreserved characters is encoded (RFC 3986, 2.3). */
function encoded(text: string): string {
  const wellFormed = text.replace(/\p{Cs}/gu, '\ufffd');
  return encodeURIComponent(wellFormed).replace(
    /[!'()*]/g,
    (mark) => '%' + mark.charCodeAt(0).toString(16).toUpperCase(),
  );
}
