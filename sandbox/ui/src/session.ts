// The life of this embed's session: exchanged, expiring, expired, swapped for another.
//
// 1. A signed session emits `session-expiring` once and `session-expired` once. If the clock leaps
//    past both, the first is skipped: it is a best-effort timer.
// 2. A rejected id only causes an `error` event.
// 3. Exchanges run one after the other, in the order in which their ids arrived.
// 4. A session that mounts a view reports nothing before that view's `ready`.

import * as api from './api';
import { now, onSync, sync } from './clock';
import { emit, faults, pageDeploymentId, surface } from './protocol';

export type SessionState = 'none' | 'active' | 'expiring' | 'expired' | 'rejected';

export interface SessionHooks {
  /** The state may have changed. */
  changed(): void;
  /**
   * The first session, or the first one after the last had expired: mount the view again. Resolves
   * after `ready`.
   */
  mounted(): Promise<void>;
  /** A session has taken the place of one that still worked. */
  swapped(): void;
}

/** Where a document leaves its session to the next one. */
const CONTINUED = 'continued-session';

let hooks: SessionHooks;
let current: api.OpenedSession | null = null;
let state: SessionState = 'none';
let announced = { expiring: false, expired: false };
let timer: ReturnType<typeof setTimeout> | undefined;
let mounting = false;
let queue: Promise<void> = Promise.resolve();

export const session = {
  get state() {
    return state;
  },
  get mode() {
    return current?.mode ?? null;
  },
  get embedTenant() {
    return current?.embedTenant ?? null;
  },
  get settings() {
    return current?.settings ?? {};
  },
  /** The account's default time zone. */
  get timezone() {
    return current?.timezone ?? null;
  },
  get theme() {
    return current?.theme ?? {};
  },
  get usable() {
    return state === 'active' || state === 'expiring';
  },
};

/** The deployment of this page, or that of the session where the page is for none. */
export const deploymentId = (): number => pageDeploymentId || (current?.deploymentId ?? 0);

/** Opens the session of the URL: private without a credential. */
export function begin(credential: api.Credential, given: SessionHooks): Promise<void> {
  hooks = given;
  onSync(evaluate);
  api.onLapsed(lapse);
  const before = faults.documents ? sessionStorage.getItem(CONTINUED) : null;
  if (before === null) return enqueue(credential);
  sessionStorage.removeItem(CONTINUED);
  take(JSON.parse(before) as api.OpenedSession);
  return Promise.resolve();
}

/** Leaves the session to the document that comes next. */
export function leaveToNext(): void {
  sessionStorage.setItem(CONTINUED, JSON.stringify(current));
}

/** Swaps in a fresh signed session. */
export function swap(sessionId: string): Promise<void> {
  return enqueue({ sessionId });
}

function enqueue(credential: api.Credential): Promise<void> {
  queue = queue.then(() => exchange(credential));
  return queue;
}

async function exchange(credential: api.Credential): Promise<void> {
  let opened: api.OpenedSession;
  try {
    opened = await api.openSession(surface, credential);
  } catch (error) {
    reject(error);
    return;
  }
  take(opened);
}

function take(opened: api.OpenedSession): void {
  // The view is kept only if the old session was still valid when the new one came.
  evaluate();
  const anew = !session.usable;
  current = opened;
  announced = { expiring: false, expired: false };
  state = 'active';
  api.useToken(opened.token);
  mounting ||= anew;
  sync(opened.now);
  if (anew) void mount();
  else hooks.swapped();
}

async function mount(): Promise<void> {
  try {
    await hooks.mounted();
  } finally {
    mounting = false;
    evaluate();
  }
}

function reject(error: unknown): void {
  const refused = error instanceof api.HttpError && error.status === 403;
  // The surface goes down once. Another rejected id changes nothing more.
  const fatal = current === null && state !== 'rejected';
  if (fatal) setState('rejected');
  emit('error', {
    message: refused ? error.message : 'The service could not be reached to open the session.',
    name: 'EmbedSessionExchangeError',
    context: 'session-renewal',
    ...(fatal ? { fatal } : {}),
  });
}

/** Reports the events that are due, and sets the timer for the next one. */
function evaluate(): void {
  clearTimeout(timer);
  if (mounting) return hooks.changed();
  if (!current || current.expiresAt === null || current.expiringAt === null) return hooks.changed();
  const { expiresAt, expiringAt } = current;
  const time = now();
  if (time >= expiresAt + faults.expiredLateMs) return expire(expiresAt + faults.expiredLateMs);
  if (time >= expiringAt) {
    if (!announced.expiring) {
      announced.expiring = true;
      emit('session-expiring', { expiresAt, expiresInMs: Math.max(0, expiresAt - time) });
    }
    setState('expiring');
  } else {
    setState('active');
  }
  const next = time < expiringAt ? expiringAt : expiresAt + faults.expiredLateMs;
  timer = setTimeout(evaluate, next - time);
}

function expire(expiredAt: number): void {
  if (!announced.expired) {
    announced = { expiring: true, expired: true };
    emit('session-expired', { expiredAt });
  }
  setState('expired');
}

/** The service no longer knows the session, even if the clock says otherwise. */
function lapse(): void {
  if (!current || state === 'expired') return;
  current = {
    ...current,
    expiresAt: Math.min(current.expiresAt ?? Infinity, now()),
    expiringAt: now(),
  };
  evaluate();
}

function setState(next: SessionState): void {
  state = next;
  hooks.changed();
}
