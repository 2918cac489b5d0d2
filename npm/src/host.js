// The page's side of an embed: its iframe, handlers, promises, timers, calls to `getSession`. It
// does what the Rust of `src/bridge` tells it: what is sent, and when, is decided there. Rust users
// of the crate get this file too.

import { hosts, listen, routes, taken, tenants } from './page.js';
import { attempt, catalog, makeError, mark, orNull, put, release, values } from './values.js';

// What the core is told, by the numbers of `news` in `src/bridge/page.rs`.

const START = 0;
const TICK = 1;
const MINTED = 2;
const MINT_FAILED = 3;
const SIGNED_OUT = 4;
const RENEW = 5;
const RELOAD = 6;
const FOREGROUND = 7;
const DESTROY = 8;
const RECEIVE = 9;
const SEND = 10;
const OPEN = 11;

/** The URL of the embed that is being made, where the bridge loads it. */
let urlOfNext;

/** The page's side of one embed. Without `parent` the page made the iframe and loads it. */
export class Host {
  ready;
  closed = false;
  /** What the core names the embed by. */
  #slot;
  #core;
  #origin;
  /** The window that messages are routed by. */
  #routed = null;
  #iframe;
  /** Where it is ours, with a place for the session. */
  #url;
  #isOwn;
  #isStarted = false;
  #isLoaded = false;
  #getSession;
  /** The session as it stands, in numbers, and as its handlers were last told. */
  #state;
  #told;
  #handlers = new Map();
  /** Actions by their keys, in the order of the calls. */
  #kept = new Map();
  #changes = [];
  #atRest = [];
  #settleReady;
  #asked = [];
  #deadline;
  #timer;
  #mint;
  #cause;

  constructor(core, iframe, getSession, isOwn) {
    this.#core = core;
    this.#iframe = iframe;
    this.#getSession = getSession;
    this.#isOwn = isOwn;
    this.ready = new Promise((resolve, reject) => (this.#settleReady = { resolve, reject }));
    // Nothing is reported where nobody waits for it.
    this.ready.catch(() => {});
  }

  /** Gives the core a seed and what an embed is made of, the tenant's URL first. */
  open(seed, given) {
    const slot = this.tell(OPEN, seed, given);
    if (slot < 0) throw makeError(-slot);
    this.enter(slot, given[0]);
  }

  /** Takes the slot that the core has given for a tenant's URL. */
  enter(slot, url) {
    hosts.set((this.#slot = slot), this);
    this.#url = urlOfNext;
    this.#origin = new URL(url).origin;
  }

  /** Begins; an iframe of our own is put into `parent`. */
  start(parent) {
    this.#isStarted = true;
    taken.add(this.#iframe);
    if (taken.size === 1) listen('addEventListener');
    parent?.append(this.#iframe);
    this.route();
    this.tell(START);
  }

  /** Tells the core of this embed; a truth is 1. Gives the number of an error, or 0. */
  tell(what, number = 0, value) {
    const before = mark();
    const result = this.#core.tell(this.#slot, what, Number(number), put(value));
    // What it was handed, and was given by it, is let go.
    release(before);
    return result;
  }

  /** The viewer is back, or the network. */
  returned() {
    this.tell(FOREGROUND);
  }

  receive({ origin, data }) {
    const line = this.tell(RECEIVE, origin === this.#origin, data);
    if (line < 0) {
      this.#call('dropped', { reason: values[-line], origin, data });
    } else {
      this.#call(catalog[line].name, data);
      this.#call('*', data);
    }
  }

  /** The action `name` with its payload or, unless `isWhole`, its one argument. */
  send(name, value, isWhole) {
    const error = this.tell(SEND, isWhole, [name, value]);
    if (error) throw makeError(error);
  }

  destroy() {
    this.tell(DESTROY);
  }

  get iframe() {
    return this.#iframe;
  }

  get window() {
    return this.#iframe.contentWindow;
  }

  /** Takes the messages of the iframe's present window, which is to show a page of the tenant. */
  route() {
    tenants.add(this.#origin);
    if (this.#routed !== this.window) routes.delete(this.#routed);
    this.#routed = this.window;
    if (this.#routed) routes.set(this.#routed, this);
  }

  url() {
    return put(this.#url);
  }

  load(url) {
    const iframe = this.#iframe;
    iframe.src = values[url];
    // Put into the same place again it gets a new window: what the old page still says is nobody's,
    // and the visitor's history does not lead back to a session that is spent.
    if (this.#isLoaded) iframe.parentNode?.insertBefore(iframe, iframe.nextSibling);
    this.#isLoaded = true;
    this.route();
    return true;
  }

  #ownUrl() {
    const url = attempt(() => new URL(this.#iframe.src));
    return url?.origin === this.#origin ? url : undefined;
  }

  ownId(key, other) {
    const params = this.#isOwn ? undefined : this.#ownUrl()?.searchParams;
    return put(params?.get(values[other]) ?? params?.get(values[key]) ?? undefined);
  }

  reload(key, other, id) {
    const url = this.#ownUrl();
    if (!url) return false;
    // A URL that differs in nothing before its fragment would not be loaded.
    url.hash = '';
    const { searchParams: params } = url;
    if (values[id]) params.set(values[params.has(values[other]) ? other : key], values[id]);
    this.#iframe.src = url.href;
    this.route();
    return true;
  }

  post(source, direction, prefix, name, payload) {
    return this.#post([source, direction, prefix], values[name], values[payload]);
  }

  #post(envelope, name, payload) {
    const [source, direction, prefix] = envelope.map((word) => values[word]);
    const type = prefix + name;
    const message = { source, direction, type, payload, timestamp: Date.now() };
    const isSent = attempt(() => (this.window.postMessage(message, this.#origin), true)) ?? false;
    // For the inspector. The payload may be a session id: nobody is told of that.
    if (isSent) this.#call('sent', type);
    return isSent;
  }

  keep(key, name, payload, lasts, sent) {
    this.#kept.delete(values[key]);
    const action = { name: values[name], payload: values[payload], lasts, sent };
    this.#kept.set(values[key] ?? {}, action);
  }

  replay(source, direction, prefix, waits, again) {
    for (const [key, action] of [...this.#kept]) {
      if (!(action.sent ? again : waits)) continue;
      action.sent = true;
      if (!action.lasts) this.#kept.delete(key);
      this.#post([source, direction, prefix], action.name, action.payload);
    }
  }

  mint(ticket, reason) {
    const controller = new AbortController();
    // The answer finds the embed by this alone: one that never comes holds nothing.
    const mint = { host: this, controller, ticket };
    this.#mint = mint;
    const getSession = this.#getSession;
    const { attempt, expiresAt } = this.session;
    const request = { reason: values[reason], attempt, expiresAt, signal: controller.signal };
    new Promise((resolve) => resolve(getSession(request))).then(
      (id) => mint.host?.#onMinted(ticket, id),
      (error) => mint.host?.#onMintFailed(ticket, error),
    );
  }

  #onMinted(ticket, id) {
    this.#mint = undefined;
    this.tell(MINTED, ticket, id);
  }

  #onMintFailed(ticket, error) {
    this.#mint = undefined;
    this.#cause = error;
    // By name, so that it holds across two copies of the package on one page.
    const isSignedOut = attempt(() => error.name === 'SignedOutError') ?? false;
    this.tell(isSignedOut ? SIGNED_OUT : MINT_FAILED, ticket);
  }

  abort() {
    const mint = this.#mint;
    if (!mint) return;
    this.#mint = mint.host = undefined;
    mint.controller.abort();
  }

  /** The error of a number, below 0 where what `getSession` threw is its cause. */
  error(number) {
    return makeError(Math.abs(number), number < 0 ? this.#cause : undefined);
  }

  /** Asks the core for a renewal, or for the iframe to be loaded anew. */
  ask(reload) {
    return new Promise((resolve, reject) => {
      this.#asked.push({ resolve, reject });
      const canReload = this.#isOwn || this.#ownUrl() !== undefined;
      const error = this.tell(reload ? RELOAD : RENEW, canReload);
      if (error) reject(makeError(error));
    });
  }

  settle(number) {
    const asked = this.#asked;
    this.#asked = [];
    for (const { resolve, reject } of asked) number ? reject(this.error(number)) : resolve();
  }

  resolveReady(event) {
    this.#settleReady.resolve(values[event]);
  }

  rejectReady(number) {
    this.#settleReady.reject(makeError(number));
  }

  /** Calls `call` with each message of `topic`, until the function it returns is called. */
  on(topic, call) {
    const handler = { call, live: true };
    // Lists are not changed but replaced: a delivery under way goes through the one it began with.
    this.#handlers.set(topic, [...(this.#handlers.get(topic) ?? []), handler]);
    return () => {
      handler.live = false;
      const others = this.#handlers.get(topic)?.filter((other) => other !== handler);
      if (others) this.#handlers.set(topic, others);
    };
  }

  /** Notes the session as it stands, in numbers, and when the core is to be told of the time. */
  show(deadline, state) {
    this.#state = state;
    // What it is in the beginning is no change.
    this.#told ??= String(state);
    if (deadline === this.#deadline) return;
    this.#deadline = deadline;
    clearTimeout(this.#timer);
    // A longer delay than the platform's timers take is waited for in parts.
    const delay = Math.min(Math.ceil(deadline - performance.now()), 2 ** 31 - 1);
    if (deadline >= 0) this.#timer = setTimeout(() => this.#tick(), delay);
  }

  #tick() {
    this.#deadline = undefined;
    this.tell(TICK);
  }

  /** The session as it stands: a fresh object at each read. */
  get session() {
    const [mode, status, renewal, attempt, renewals, expiresAt, nextAttemptAt, error] = this.#state;
    return {
      mode: values[mode] || null,
      status: values[status],
      renewal: values[renewal],
      attempt,
      renewals,
      expiresAt: orNull(expiresAt),
      nextAttemptAt: orNull(nextAttemptAt),
      lastError: error ? this.error(error) : null,
    };
  }

  /**
   * Tells the handlers of a change of the session, once and in order: a handler that causes a
   * further change does not take the present one away from the handlers after it.
   */
  announce() {
    if (this.#told === String(this.#state)) return;
    this.#told = String(this.#state);
    const state = this.session;
    // What the page threw is kept for as long as the session tells of it.
    if (!state.lastError) this.#cause = undefined;
    if (this.#changes.push(state) > 1) return;
    for (; this.#changes.length > 0; this.#changes.shift()) this.#call('session', this.#changes[0]);
    for (const call of this.#atRest.splice(0)) call();
  }

  /** Calls `call` once every handler has heard of every change of the session so far. */
  afterChanges(call) {
    if (this.#changes.length > 0) this.#atRest.push(call);
    else call();
  }

  #call(topic, message) {
    for (const handler of this.#handlers.get(topic) ?? []) {
      if (!handler.live) continue;
      try {
        handler.call(topic === 'session' ? { ...message } : message);
      } catch (error) {
        // An error of one handler is nobody else's.
        reportError(error);
      }
    }
  }

  close(number) {
    this.closed = true;
    hosts.delete(this.#slot);
    clearTimeout(this.#timer);
    this.afterChanges(() => {
      for (const handlers of this.#handlers.values())
        for (const handler of handlers) handler.live = false;
      this.#handlers.clear();
    });
    this.rejectReady(number);
    this.settle(number);
    // One that was refused before its start has touched nothing.
    if (!this.#isStarted) return;
    if (this.#isOwn) this.#iframe.remove();
    taken.delete(this.#iframe);
    routes.delete(this.#routed);
    if (taken.size > 0) return;
    listen('removeEventListener');
    tenants.clear();
  }
}

// What the core does with an embed, by its slot.

export const show = (slot, deadline, ...state) => hosts.get(slot)?.show(deadline, state);
export const act = (slot, method, ...given) => hosts.get(slot)?.[values[method]](...given);
export const setUrl = (url) => (urlOfNext = values[url]);

/** Every topic that a handler can listen to. */
export const isTopic = (name) =>
  [...catalog.map((event) => event.name), '*', 'session', 'dropped', 'sent'].includes(name);
