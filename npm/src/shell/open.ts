// How an embed is opened, once its options are read and the core is there.

import { monotonic, wall } from './clock.js';
import { coreOf } from './core.js';
import { ALREADY_CONNECTED } from '../core/errors.js';
import type { Core, Exports } from '../core/exports.js';
import * as LoadedBy from '../core/loaded-by.js';
import * as At from '../core/values.js';
import { diagnose } from '../diagnose/notice.js';
import { Mistake } from '../errors.js';
import { hash } from './hash.js';
import { Frame } from './frame.js';
import { EmbedHandle } from './handle.js';
import { Host } from './host.js';
import type { Settings } from './options.js';
import { MARK, onMessage } from './registry.js';

/** What opens the embeds of a core. */
export interface Rest {
  readonly open: typeof open;
  readonly onMessage: typeof onMessage;
}

let core: Core;

/** Starts a core, which opens the embeds from now on. */
export function restOf(exports: Exports): Rest {
  core = coreOf(exports);
  return { open, onMessage };
}

/** Opens an embed. `adopt` gets its host before anything happens to it. */
function open(
  iframe: HTMLIFrameElement,
  settings: Settings,
  parent: Element | undefined,
  adopt?: (host: Host) => void,
): EmbedHandle {
  if (MARK in iframe) throw new Mistake(ALREADY_CONNECTED);
  const { signal, getSession, origin, wait } = settings;
  signal?.throwIfAborted();
  for (const [setting, value] of settings.numbers) core.set(setting, value);
  if (settings.onExhausted) core.setOnExhausted(settings.onExhausted);
  core.setTenant(hash(origin));
  const loadedBy = parent ? LoadedBy.BRIDGE : LoadedBy.PAGE;
  const seed = Math.random() * 2 ** 32;
  const id = core.open(monotonic(), wall(), loadedBy, getSession !== undefined, seed);
  if (!id) throw new Mistake(core.values[At.ERROR]);
  const host = new Host(core, id, new Frame(iframe, settings), getSession, wait);
  adopt?.(host);
  const embed = new EmbedHandle(host, signal);
  for (const action of settings.actions) host.send(action);
  diagnose(host, settings);
  host.start(parent);
  // The browser connects to the tenant while the backend mints. It does so as soon as it sees the link.
  if (parent && getSession) {
    const link = document.createElement('link');
    link.rel = 'preconnect';
    link.href = origin;
    document.head?.append(link);
    link.remove();
  }
  // `getSession`, which was called meanwhile, may have aborted it: that has destroyed the embed.
  signal?.throwIfAborted();
  return embed;
}
