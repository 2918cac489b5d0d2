// The page's side of the embeds: iframes, handlers, promises, timers, calls to `getSession`. It
// does what the Rust of `src/bridge` tells it and reads what it is asked for. What a message must
// look like, what is sent, and when, is decided there. Rust users of the crate get this file too.

// Errors.

const brand = Symbol.for('svc-embed.EmbedError');

export class EmbedError extends Error {
  name = 'EmbedError';

  constructor(code, message, cause) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    Object.defineProperty(this, brand, { value: true });
  }
}

export const isEmbedError = (value) =>
  typeof value === 'object' && value !== null && brand in value;

// What the core names by numbers.

let words = [];
/** Each with the keys of its payload, the first with those of the envelope. */
let catalog = [];
let events = [];
let errors = [];
let lines = new Map();

export function learn(wordList, catalogText, errorList, prefix) {
  words = wordList.split('\n');
  catalog = catalogText.split('\n').map((line) => line.split(' '));
  events = catalog.map((keys) => keys.shift());
  lines = new Map(events.map((name, line) => [prefix + name, line]));
  errors = errorList.split('\n');
}

export function makeError(number, cause) {
  const [, code, message] = /(\S+) (.*)/.exec(errors[number]);
  return new EmbedError(code, message, cause);
}

// Values.

export const isObject = (value) => kindOf(value) === 5;
export const lineOf = (target, key) => lines.get(target[words[key]]) ?? 0;

/** The numbers are those of `kind` in `src/bridge/host.rs`. */
function kindOf(value) {
  switch (typeof value) {
    case 'undefined':
      return 0;
    case 'object':
      return value === null ? 1 : Array.isArray(value) ? 6 : 5;
    case 'string':
      return 2;
    case 'number':
      return Number.isFinite(value) ? 3 : 6;
    case 'boolean':
      return 4;
    default:
      return 6;
  }
}

export function kinds(target, line) {
  const keys = catalog[line];
  let kinds = 0;
  for (let i = keys.length; i > 0; i--) kinds = (kinds << 3) | kindOf(target[keys[i - 1]]);
  return kinds;
}

export const kindsIn = (target, key, line) => kinds(target[words[key]], line);
export const isAt = (target, key, word) => target[words[key]] === words[word];
export const isIn = (target, parent, key, word) => isAt(target[words[parent]], key, word);

export { extend as extends };

function extend(target, key, word) {
  const text = target[words[key]];
  return kindOf(text) === 2 && text.startsWith(words[word]) && text !== words[word];
}

export const numberIn = (target, parent, key) => number(target[words[parent]], words[key], 0);
export const property = (target, key) => target?.[key];
export const item = property;

export const kind = (target, key) => kindOf(target?.[key]);

export function number(target, key, absent) {
  const value = target?.[key] ?? absent;
  return typeof value === 'number' ? value : NaN;
}

export const objectWith = (key, value) => ({ [key]: value });
export const emptyObject = () => ({});

export function conditionOf(filter) {
  const { value, operator } = filter ?? {};
  const isNone = typeof value === 'number' && !Number.isFinite(value);
  if (isNone || ![0, 2].includes(kindOf(operator))) return undefined;
  const json = attempt(() => JSON.stringify({ value, operator }));
  return json === '{}' ? undefined : json;
}

// Texts.

export const is = (text, other) => text === other;
// A number too, in digits.
export const joined = (text, other) => text + other;

export const encoded = (text) =>
  encodeURIComponent(text.replace(/\p{Cs}/gu, '\ufffd')).replace(
    /[!'()*]/g,
    (mark) => '%' + mark.charCodeAt(0).toString(16).toUpperCase(),
  );

export const matches = (text, pattern) => typeof text === 'string' && RegExp(pattern).test(text);
export const capture = (text, pattern) => RegExp(pattern).exec(text)?.[1];
export const replaced = (text, pattern, by) => text.replace(RegExp(pattern, 'g'), by);
export const unitAt = (text, index) => text?.charCodeAt?.(index);

export const isJson = (text) => attempt(() => (JSON.parse(text), true)) ?? false;

export const isTimezone = (name) =>
  attempt(() => Boolean(new Intl.DateTimeFormat(undefined, { timeZone: name }))) ?? false;

export function sessionState(
  mode,
  status,
  renewal,
  attempt,
  renewals,
  expiresAt,
  nextAttemptAt,
  lastError,
) {
  return {
    mode: words[mode] || null,
    status: words[status],
    renewal: words[renewal],
    attempt,
    renewals,
    expiresAt: orNull(expiresAt),
    nextAttemptAt: orNull(nextAttemptAt),
    lastError,
  };
}

const orNull = (number) => (Number.isNaN(number) ? null : number);

function attempt(call) {
  try {
    return call();
  } catch {
    return undefined;
  }
}

// What all embeds of a copy of the WebAssembly share: one set of listeners, and the routes by which a
// message finds its embed.

const pages = new Map();

function join(core, host) {
  let page = pages.get(core);
  if (!page) {
    page = { hosts: new Set(), routes: new Map(), tenants: new Set() };
    page.stop = listen(core, page);
    pages.set(core, page);
  }
  page.hosts.add(host);
  return page;
}

function leave(core, host) {
  const page = pages.get(core);
  page.hosts.delete(host);
  if (page.hosts.size > 0) return;
  page.stop();
  pages.delete(core);
}

/**
 * The embed whose iframe has got a new window since it was routed, as one that was moved has. Only a
 * tenant's message is worth the search.
 */
function findMoved({ hosts, tenants }, source, origin) {
  if (source === null || !tenants.has(origin)) return undefined;
  const moved = [...hosts].find((host) => host.window === source);
  moved?.route(origin);
  return moved;
}

function listen(core, page) {
  const onMessage = ({ source, origin, data }) => {
    const host = page.routes.get(source) ?? findMoved(page, source, origin);
    if (host) core.receive(host.slot, origin, data);
  };
  const onReturn = () => {
    if (!document.hidden) core.tell(0, TELL.foreground, 0);
  };
  const onNews = () => core.tell(0, TELL.foreground, 0);
  const listeners = [
    [window, 'message', onMessage],
    [document, 'visibilitychange', onReturn],
    [document, 'resume', onNews],
    [window, 'pageshow', onNews],
    [window, 'online', onNews],
  ];
  for (const [target, name, listener] of listeners) target.addEventListener(name, listener);
  return () => {
    for (const [target, name, listener] of listeners) target.removeEventListener(name, listener);
  };
}

// Iframes.

const taken = new WeakSet();

/** Whether there is an embed of `iframe`. */
export const isTaken = (iframe) => taken.has(iframe);

/** An iframe, not in the page yet; undefined where an attribute is none or not for the page. */
export function makeFrame(parent, title, attributes) {
  const iframe = parent.ownerDocument.createElement('iframe');
  iframe.title = title;
  for (const [name, value] of Object.entries(attributes)) {
    if (/^(on.*|src|srcdoc)$/i.test(name)) return undefined;
    const isSet = attempt(() => (iframe.setAttribute(name, String(value)), true));
    if (!isSet) return undefined;
  }
  return iframe;
}

/** What the core is told, by its numbers. */
const TELL = {
  start: 0,
  session: 1,
  tick: 2,
  minted: 3,
  mintFailed: 4,
  signedOut: 5,
  renew: 6,
  reload: 7,
  foreground: 8,
  destroy: 9,
};

/** The page's side of one embed. Without `parent` the page made the iframe and loads it. */
export class Host {
  ready;
  closed = false;
  /** What the core names the embed by. */
  slot;
  #core;
  #page;
  /** The window that messages are routed by. */
  #routed = null;
  #iframe;
  #isOwn;
  #isLoaded = false;
  #getSession;
  /** The last session that handlers were told of. */
  #last;
  #handlers = new Map();
  #changes = [];
  #atRest = [];
  #settleReady;
  #asked = [];
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

  /** Begins, with the slot that the core has given; an iframe of our own is put into `parent`. */
  start(slot, parent) {
    this.slot = slot;
    taken.add(this.#iframe);
    this.#page = join(this.#core, this);
    parent?.append(this.#iframe);
    this.tell(TELL.start);
  }

  /** Tells the core of this embed. */
  tell(what, ticket = 0, answer) {
    return this.#core.tell(this.slot, what, ticket, answer);
  }

  /** The session as it stands: a fresh object at each read. */
  get session() {
    return this.tell(TELL.session) ?? { ...this.#last };
  }

  /** By its slot: an embed may end before it was started. */
  destroy(slot) {
    this.#core.tell(slot, TELL.destroy, 0);
  }

  static plainCopy(value) {
    const copy = attempt(() => structuredClone(value));
    // A plain object's prototype has none itself, in whichever window it was made; an array's, a
    // date's or a map's has.
    const prototype = kindOf(copy) === 5 && Object.getPrototypeOf(copy);
    return prototype && Object.getPrototypeOf(prototype) === null ? copy : undefined;
  }

  get iframe() {
    return this.#iframe;
  }

  get window() {
    return this.#iframe.contentWindow;
  }

  /** Takes the messages of the iframe's present window, which shows a page of `origin`. */
  route(origin) {
    const { routes, tenants } = this.#page;
    tenants.add(origin);
    if (this.#routed !== this.window) routes.delete(this.#routed);
    this.#routed = this.window;
    if (this.#routed) routes.set(this.#routed, this);
  }

  load(url) {
    const iframe = this.#iframe;
    iframe.src = url;
    // Put into the same place again it gets a new window: what the old page still says is nobody's,
    // and the visitor's history does not lead back to a session that is spent.
    if (this.#isLoaded) iframe.parentNode?.insertBefore(iframe, iframe.nextSibling);
    this.#isLoaded = true;
  }

  #ownUrl(origin) {
    const url = attempt(() => new URL(this.#iframe.src));
    return url?.origin === origin ? url : undefined;
  }

  ownId(origin, key, other) {
    const params = this.#ownUrl(origin)?.searchParams;
    return params?.get(words[other]) ?? params?.get(words[key]);
  }

  canReload(origin) {
    return this.#ownUrl(origin) !== undefined;
  }

  reload(origin, key, other, id) {
    const url = this.#ownUrl(origin);
    if (!url) return false;
    // A URL that differs in nothing before its fragment would not be loaded.
    url.hash = '';
    const { searchParams: params } = url;
    if (id !== undefined) params.set(words[params.has(words[other]) ? other : key], id);
    this.#iframe.src = url.href;
    return true;
  }

  post(origin, source, direction, prefix, name, payload) {
    const type = words[prefix] + name;
    const message = {
      source: words[source],
      direction: words[direction],
      type,
      payload,
      timestamp: Date.now(),
    };
    const isSent = attempt(() => (this.window.postMessage(message, origin), true)) ?? false;
    // For the inspector. The payload may be a session id: nobody is told of that.
    if (isSent) this.#call('sent', type);
    return isSent;
  }

  setTimer(delay) {
    clearTimeout(this.#timer);
    // A longer delay than the platform's timers take is waited for in parts.
    if (delay >= 0)
      this.#timer = setTimeout(() => this.tell(TELL.tick), Math.min(delay, 2 ** 31 - 1));
  }

  mint(ticket, reason, attempt, expiresAt) {
    const controller = new AbortController();
    // The answer finds the embed by this alone: one that never comes holds nothing.
    const mint = { host: this, controller, ticket };
    this.#mint = mint;
    const getSession = this.#getSession;
    const { signal } = controller;
    new Promise((resolve) =>
      resolve(getSession({ reason: words[reason], attempt, expiresAt: orNull(expiresAt), signal })),
    ).then(
      (id) => mint.host?.#onMinted(ticket, id),
      (error) => mint.host?.#onMintFailed(ticket, error),
    );
  }

  #onMinted(ticket, id) {
    this.#mint = undefined;
    this.tell(TELL.minted, ticket, id);
  }

  #onMintFailed(ticket, error) {
    this.#mint = undefined;
    this.#cause = error;
    // By name, so that it holds across two copies of the package on one page.
    const isSignedOut = attempt(() => error.name === 'SignedOutError') ?? false;
    this.tell(isSignedOut ? TELL.signedOut : TELL.mintFailed, ticket);
  }

  abort() {
    const mint = this.#mint;
    if (!mint) return;
    this.#mint = mint.host = undefined;
    mint.controller.abort();
  }

  error(number, caused) {
    return makeError(number, caused ? this.#cause : undefined);
  }

  /** Asks the core for a renewal, or for the iframe to be loaded anew. */
  ask(reload) {
    return new Promise((resolve, reject) => {
      this.#asked.push({ resolve, reject });
      this.tell(reload ? TELL.reload : TELL.renew);
    });
  }

  settle(error) {
    const asked = this.#asked;
    this.#asked = [];
    for (const { resolve, reject } of asked) error ? reject(error) : resolve();
  }

  settleReady(event, error) {
    error ? this.#settleReady.reject(error) : this.#settleReady.resolve(event);
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

  deliver(line, data) {
    this.#call(events[line], data);
    this.#call('*', data);
  }

  drop(reason, origin, data) {
    this.#call('dropped', { reason: words[reason], origin, data });
  }

  /**
   * Once and in order: a handler that causes a further change does not take the present one away
   * from the handlers after it.
   */
  announce(state) {
    this.#last = state;
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

  close(error) {
    this.closed = true;
    clearTimeout(this.#timer);
    this.afterChanges(() => {
      for (const handlers of this.#handlers.values())
        for (const handler of handlers) handler.live = false;
      this.#handlers.clear();
    });
    this.#settleReady.reject(error);
    this.settle(error);
    this.#cause = undefined;
    // One that was refused before its start has touched nothing.
    if (this.slot === undefined) return;
    if (this.#isOwn) this.#iframe.remove();
    taken.delete(this.#iframe);
    this.#page.routes.delete(this.#routed);
    leave(this.#core, this);
  }
}

/** Every topic that a handler can listen to. */
export const isTopic = (name) => [...events, '*', 'session', 'dropped', 'sent'].includes(name);
