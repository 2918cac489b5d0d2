// The messages between this embed and its host page. Ids and tokens are never sent.

import { now } from './clock';

export type Surface = 'dashboard' | 'app' | 'chat';

/** The payload of an action is not trusted: each handler checks it before use. */
export type ActionPayload = Record<string, unknown>;
export type ActionHandlers = Record<string, (payload: ActionPayload) => void>;

const SOURCE = 'svc-embed';
const { dataset } = document.documentElement;

/** The surface of this page, as the service wrote it into the document. */
export const surface = dataset.surface as Surface;
export const publicId = dataset.publicId || undefined;
/** The deployment of this page; 0 if the page is for none. */
export const pageDeploymentId = Number(dataset.deploymentId);

/** What this page does that the description leaves open: `EmbedFault` in sandbox/src/faults.rs. */
export interface Faults {
  /** Why there is no embed. Only a slow page has this script. */
  page?: 'slow';
  delayMs?: number;
  samePathViews: boolean;
  documents: boolean;
  readyEachSession: boolean;
  expiredLateMs: number;
  loadDelayMs: number;
}

export const faults = JSON.parse(dataset.faults ?? '') as Faults;

/** Sends an event. The tests hold each payload to the declaration of the messages. */
export function emit(name: string, payload: object): void {
  post({
    source: SOURCE,
    direction: 'event',
    type: `svc:event:${name}`,
    payload,
    timestamp: now(),
    surface,
  });
}

/** Sends a message as it is. */
export function post(message: unknown): void {
  if (window.parent !== window) window.parent.postMessage(message, hostOrigin());
}

/** Passes each well-formed action of the parent to its handler. Other messages are ignored. */
export function onActions(handlers: ActionHandlers): void {
  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (window.parent === window || source !== window.parent) return;
    if (!isRecord(data) || data.source !== SOURCE || data.direction !== 'action') return;
    if (typeof data.type !== 'string' || !data.type.startsWith('svc:action:')) return;
    const name = data.type.slice('svc:action:'.length);
    if (Object.hasOwn(handlers, name)) handlers[name]?.(isRecord(data.payload) ? data.payload : {});
    else console.warn(`svc-sandbox ignores the action '${name}', as the service does.`);
  });
}

/** An embed does not know its host. If the referrer names it, only that origin receives the events. */
function hostOrigin(): string {
  try {
    const { origin } = new URL(document.referrer);
    return origin === location.origin ? '*' : origin;
  } catch {
    return '*';
  }
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
