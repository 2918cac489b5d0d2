// What the steps of a scene can do to both frames, and see of them. Both get the same clock, backend and
// network, and the figures of both are counted as it happens.

import { h } from './dom.js';
import { counted } from './levers.js';
import { network } from './sandbox.js';
import { pageScheme } from './scheme.js';

const MINUTE = 60_000;
const PATIENCE_MS = 30_000;
const FILTER = { member: 'orders.status', value: ['completed'] };

/** What the steps of a scene can do to both frames, and see of them. */
export class World {
  #sandbox;
  #page;
  #signal;
  #opponent;
  #stage;
  #usual = null;
  #before = counted();
  #seen = { views: 0, errors: 0 };
  #hasFilter = false;
  #expiresAt = 0;

  /** `opponent` is an entry of `OPPONENTS`, whose page is shown in `stage`. */
  constructor({ sandbox, page, signal, opponent, stage }) {
    this.#sandbox = sandbox;
    this.#page = page;
    this.#signal = signal;
    this.#opponent = opponent;
    this.#stage = stage;
  }

  /** Mounts both frames. Resolves when both show their dashboard. */
  async open() {
    const frame = h('iframe', {
      class: 'frame',
      title: this.#opponent.name,
      src: `usual.html?listener=${this.#opponent.id}#${pageScheme()}`,
    });
    this.#stage.replaceChildren(frame);
    await this.#page.mount();
    this.#signal.throwIfAborted();
    const options = { signal: this.#signal };
    this.#embed.on('dashboard-loaded', () => (this.#seen.views += 1), options);
    this.#embed.on('error', () => (this.#seen.errors += 1), options);
    this.#usual = frame;
    await this.until(() => this.bridge().views === 1 && this.usual().views === 1);
    this.#expiresAt = await this.#sandbox.newestEnd();
  }

  /** What svc-embed has done in this scene. */
  bridge() {
    const now = counted();
    return {
      status: this.status(),
      filter: this.#hasFilter ? 'kept' : 'none',
      requests: now.requests - this.#before.requests,
      ids: now.ids - this.#before.ids,
      ...this.#seen,
    };
  }

  /** What the usual listener has done. */
  usual() {
    const none = { status: 'starting', filter: 'none', requests: 0, ids: 0, views: 0, errors: 0 };
    return this.#watch?.facts ?? none;
  }

  status() {
    return this.#embed?.session.status ?? 'starting';
  }

  /** Turns the clock to where the sessions of both frames are `expiring` or `expired`. */
  turnPast(edge) {
    return this.#sandbox.turnTo(this.#expiresAt + (edge === 'expired' ? 1 : -29.9) * MINUTE);
  }

  /** Sets a filter in both pages. svc-embed sends it again whenever the embed has lost it. */
  async setFilter() {
    this.#embed.setFilter(FILTER);
    this.#watch.setFilter();
    this.#hasFilter = true;
    await this.pause(0.3);
  }

  setBackend(mode) {
    return this.#sandbox.setBackend(mode);
  }

  refuse(times) {
    return this.#sandbox.refuse(times);
  }

  /** Takes the network away from both pages, or gives it back. */
  setOffline(isOffline) {
    network.isDown = isOffline;
    this.#watch.isOffline = isOffline;
    const event = isOffline ? 'offline' : 'online';
    for (const page of [window, this.#usual.contentWindow]) page.dispatchEvent(new Event(event));
  }

  /** Moves both iframes within their document. The browser then loads them again. */
  moveIframes() {
    const own = this.#usual.contentDocument.querySelector('iframe');
    for (const iframe of [this.#embed.iframe, own]) {
      const { parentElement } = iframe;
      iframe.remove();
      parentElement.append(iframe);
    }
  }

  untilRenewed() {
    return this.until(() => this.#embed.session.renewals > 0 && this.status() === 'active');
  }

  /** Resolves when svc-embed is back, and with it a listener that tries again. */
  async untilBack() {
    await this.untilRenewed();
    if (this.#opponent.triesAgain) await this.untilUsual({ status: 'active' });
  }

  /** Resolves when the other page has these figures. */
  untilUsual(wanted) {
    return this.until(() => {
      const figures = this.usual();
      return Object.entries(wanted).every(([name, value]) => figures[name] === value);
    });
  }

  async until(condition) {
    const end = performance.now() + PATIENCE_MS;
    while (!condition()) {
      this.#signal.throwIfAborted();
      if (performance.now() > end) throw new Error('something that it waits for did not happen.');
      await this.pause(0.05);
    }
  }

  async pause(seconds) {
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    this.#signal.throwIfAborted();
  }

  /** The page's embed. After a sign-in it is another one. */
  get #embed() {
    return this.#page.current();
  }

  get #watch() {
    return this.#usual?.contentWindow?.watch;
  }
}
