// The shell of the npm package: it does in the page what the core asks for, and hands to the core
// what happened. What is done, and when, is decided in `src/page`; how a message looks, in
// `src/protocol`. Windows, iframes, timers and messages are here; `embed.ts` only finds the target,
// and keeps the messages that come before there is a host.

import { envelope, sessionAction, type Action } from './actions.js';
import { checkEvent, isFatal, isSessionRejection } from './check.js';
import * as Dispatch from './core/dispatch.js';
import * as Effect from './core/effect.js';
import {
  DESTROYED,
  MINT_FAILED,
  NOT_LOADED,
  NOT_RELOADABLE,
  READY_TIMED_OUT,
  SIGNED_OUT,
  type ErrorNumber,
} from './core/errors.js';
import type {
  Core,
  EmbedId,
  Epoch,
  Millis,
  Monotonic,
  None,
  NotANumber,
  Ticket,
} from './core/exports.js';
import { NAVIGATE } from './core/actions.js';
import * as MintFailure from './core/mint-failure.js';
import * as Mode from './core/mode.js';
import { REFERRER_POLICY, SANDBOX } from './core/names.js';
import { FORBIDDEN_ATTRIBUTE } from './core/patterns.js';
import type { EmbedEvent } from './core/protocol.js';
import * as Reason from './core/reason.js';
import * as Renewal from './core/renewal.js';
import * as Report from './core/report.js';
import * as Signal from './core/signal.js';
import * as Status from './core/status.js';
import { EmbedError, embedError, isSignedOut, type EmbedErrorCode } from './errors.js';
import { fingerprint } from './fingerprint.js';
import type { TextPairs } from './options.js';
import { Handlers } from './handlers.js';
import type { GetSession, SessionState } from './types.js';
import { isSessionId, ownSessionId, setOwnSessionId, withSession } from './url.js';
import { attempt, nameOf, numberOf } from './values.js';

/** The iframe of an embed, and who may load it how. */
export interface Frame {
  readonly iframe: HTMLIFrameElement;
  /** The tenant's exact origin. */
  readonly origin: string;
  /** The URL with a place for the session id; undefined if the page loads the iframe itself. */
  readonly url: string | undefined;
  readonly getSession: GetSession | undefined;
}

/** The page's side of one embed. */
export class Host {
  readonly ready: Promise<EmbedEvent<'ready'>>;
  readonly handlers: Handlers = new Handlers();
  readonly #core: Core;
  readonly #id: EmbedId;
  readonly #frame: Frame;
  #isClosed = false;
  /** Whether the iframe has been loaded with a session id, which is nowhere in its attributes. */
  #hasAddress = false;
  /** Whether the next `load` of the iframe is one that the bridge, the page or a move has caused. */
  #awaitsLoad = true;
  /** Whether the document in the iframe has sent a valid event. */
  #isShown = false;
  /** Whether it has reported `ready`. */
  #isReady = false;
  /** The window whose messages come here. */
  #window: Window | null = null;
  /** Where the bridge will put the iframe, while it is out of the page. */
  #place: Place | undefined;
  /** The actions that may have to be sent later or again, by their keys, in the order of the calls. */
  readonly #kept = new Map<unknown, Kept>();
  /** How many reports of the page's own navigations are still to come, and until when. */
  #echoes = 0;
  #echoesUntil = 0;
  #ready!: Settle<EmbedEvent<'ready'>>;
  /** The promises of `renew` and `reload`. */
  #asked: Settle<void>[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #mint: Mint | undefined;
  /** Waits until the viewer sees the iframe. */
  #viewing: IntersectionObserver | undefined;
  /** The id that was minted just now, until the core has said what to do with it. */
  #mintedId: string | undefined;
  /** What `getSession` threw last, and what the diagnostics make of it. */
  #cause: unknown;
  #detail: string | undefined;
  /** Why there is no embed, and whether it is sure that there will be none. */
  #found: EmbedError | undefined;
  #isBlocked = false;
  /** The states that the handlers of `session` have still to be called with. */
  readonly #changes: SessionState[] = [];
  /** The session as the page was told last: all that is left of it once the embed is closed. */
  #told: SessionState;

  /** For an embed that the core has opened. */
  constructor(core: Core, id: EmbedId, frame: Frame) {
    this.#core = core;
    this.#id = id;
    this.#frame = frame;
    this.#told = this.session;
    this.ready = new Promise((resolve, reject) => (this.#ready = { resolve, reject }));
    // If nobody waits for `ready`, its rejection is not an unhandled one.
    this.ready.catch(() => {});
  }

  /** Puts an iframe of the bridge's own into `parent`, listens, and does what the core asks for first. */
  start(parent: Element | undefined): void {
    // Also if there are embeds: `document.open()` takes every listener away.
    if (hosts.size > 0) listen('removeEventListener');
    listen('addEventListener');
    this.iframe.addEventListener('load', this.#onLoad);
    hosts.set(this.#id, this);
    tenants.add(this.#frame.origin);
    // `getSession` is called first: its request is under way while the browser makes the frame.
    if (parent) this.#place = { parentNode: parent, nextSibling: null };
    doEffects(this.#core);
    if (this.#isClosed) return;
    if (this.#place) this.#putIn(this.#place);
    this.route();
    // What the embed reported while the core was being loaded comes first.
    if (!parent) queueMicrotask(() => this.#onAdopted());
  }

  get iframe(): HTMLIFrameElement {
    return this.#frame.iframe;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Whether the document in the iframe has sent a valid event. */
  get isShown(): boolean {
    return this.#isShown;
  }

  /** The session as it is now: a fresh object at each read. */
  get session(): SessionState {
    if (this.#isClosed) return { ...this.#told };
    const core = this.#core;
    const id = this.#id;
    const error = core.lastError(id);
    return {
      mode: nameOf(Mode.NAMES, core.mode(id)) ?? null,
      // The core has both for every embed that is not closed.
      status: nameOf(Status.NAMES, core.status(id))!,
      renewal: nameOf(Renewal.NAMES, core.renewal(id))!,
      attempt: core.attempt(id),
      renewals: core.renewals(id),
      expiresAt: orNull(core.expiresAt(id)),
      nextAttemptAt: orNull(core.nextAttemptAt(id)),
      lastError: this.#isBlocked ? this.#found : error ? this.#error(error) : null,
      // The core keeps to the union.
    } as SessionState;
  }

  /** Sends an action, or keeps it until the embed is ready. */
  send(action: Action): void {
    const dispatch = this.#core.dispatch(this.#id, action.lasts);
    if (!dispatch) throw embedError(DESTROYED);
    const wasSent = dispatch !== Dispatch.KEEP;
    if (wasSent) this.#post(action);
    if (dispatch === Dispatch.SEND) return;
    const kept = { action, wasSent };
    const key = action.key ?? kept;
    // Deleted first, so that the order is that of the last calls.
    this.#kept.delete(key);
    this.#kept.set(key, kept);
  }

  renew(): Promise<void> {
    return this.#ask(Signal.RENEW);
  }

  async reload(): Promise<void> {
    if (!this.#isClosed && this.#frame.url === undefined && !this.#tenantUrl())
      throw embedError(NOT_RELOADABLE);
    return this.#ask(Signal.RELOAD);
  }

  destroy(): void {
    if (!this.#isClosed) this.signal(Signal.DESTROY);
    // The iframe of an embed whose core has failed is still there.
    if (this.#frame.url !== undefined) this.iframe.remove();
  }

  /** Why the page shows no embed, as the diagnostics know. `isSure`: it will not show this one. */
  explain(code: EmbedErrorCode, sentence: string, isSure: boolean): EmbedError {
    const found = new EmbedError(code, sentence);
    this.#found = found;
    this.#isBlocked = isSure;
    if (isSure) {
      this.#ready.reject(found);
      this.#tellSession();
    }
    return found;
  }

  /** Why `getSession` failed, in better words than its own. */
  explainCause(detail: string): void {
    this.#detail = detail;
  }

  /** Hands in something that happened to the embed. */
  signal(signal: Signal.Signal): void {
    this.#core.signal(this.#id, monotonic(), wall(), signal);
    doEffects(this.#core);
  }

  /** Takes a message from the window of the iframe. */
  receive(message: MessageEvent<unknown>): void {
    const { origin, data } = message;
    const event = origin === this.#frame.origin ? checkEvent(data) : 'origin';
    if (typeof event === 'string') {
      this.handlers.call('dropped', { reason: event, origin, data });
      return;
    }
    if (event.report !== Report.NONE || !this.#isShown) this.#report(event.report, data);
    if (event.name === NAVIGATE)
      this.#supersedeNavigation((data as EmbedEvent<'navigate'>).payload);
    this.handlers.call(event.name, data);
    this.handlers.call('*', data);
  }

  /** Routes the messages of the iframe's present window to this embed. */
  route(): void {
    const { contentWindow, ownerDocument } = this.iframe;
    // Messages for an iframe in a window of its own, such as picture-in-picture, arrive there. That
    // window keeps one listener, however often it is added, and takes it along when it closes.
    if (ownerDocument !== document)
      ownerDocument.defaultView?.addEventListener('message', onMessage);
    routes.delete(this.#window!);
    this.#window = contentWindow;
    if (contentWindow) routes.set(contentWindow, this);
    strays = new WeakSet();
  }

  /** The page has moved the iframe. `awaitsLoad`: its `load` is still to come. */
  // twin: src/bridge/live.rs Live::on_moved
  moved(awaitsLoad: boolean): void {
    const wasOut = this.#window === null;
    this.#watch(awaitsLoad);
    // An iframe that had no window is loaded for the first time, and its id is not spent.
    if (!wasOut) this.signal(Signal.MOVED);
  }

  /**
   * A framework may have moved the iframe. The browser then has given it another window, which is empty.
   * The iframe is taken out of the page until the fresh id is there: a list that is sorted again and
   * again would have the browser make and end a frame each time.
   */
  checkPlace(): void {
    const { iframe } = this;
    const { contentWindow, parentNode, nextSibling } = iframe;
    if (this.#isClosed || !contentWindow || contentWindow === this.#window) return;
    if (!this.#isLoaded()) this.route();
    else this.moved(iframe.src !== '');
    // A private embed works again by itself. An iframe of the page's own stays where the page wants it.
    if (this.#frame.url === undefined || this.session.renewal === 'idle' || !parentNode) return;
    this.#place = { parentNode, nextSibling };
    iframe.remove();
  }

  /** Does one thing that the core asks for. Until the next poll, the core has the values for it. */
  // twin: src/bridge/registry.rs perform
  do(effect: Effect.Effect): void {
    switch (effect) {
      case Effect.SET_TIMER:
        return this.#setTimer();
      case Effect.CLEAR_TIMER:
        return clearTimeout(this.#timer);
      case Effect.MINT:
        return this.#callGetSession();
      case Effect.ABORT_MINT:
        return this.#abortMint();
      case Effect.LOAD_WITH_ID:
        return this.#load(this.#mintedId);
      case Effect.LOAD:
        return this.#load(undefined);
      case Effect.POST_ID:
        return this.#postId();
      case Effect.SEND_KEPT:
        return this.#sendKept(({ wasSent }) => !wasSent);
      case Effect.SEND_AGAIN:
        return this.#sendKept(({ wasSent }) => wasSent);
      case Effect.SEND_ALL:
        return this.#sendKept(() => true);
      case Effect.RESOLVE_ASKED:
        return this.#asked.splice(0).forEach(({ resolve }) => resolve());
      case Effect.REJECT_ASKED:
        return this.#asked.splice(0).forEach(({ reject }) => reject(this.#polledError()));
      case Effect.REJECT_READY:
        return this.#ready.reject(this.#polledError());
      case Effect.ASK_IF_SEEN:
        if (!document.hidden && navigator.onLine) this.signal(Signal.SEEN);
        return;
      case Effect.ASK_IF_VIEWED:
        return this.#awaitViewer();
      case Effect.TELL_SESSION:
        return this.#tellSession();
      case Effect.CLOSE:
        return this.#close();
    }
  }

  /**
   * The page has handed over an iframe of its own. In a page to which the viewer came back, the
   * iframe's id is spent: the page's HTML comes from a cache, or the browser has loaded the URL that
   * the iframe had before.
   */
  // twin: src/bridge/live.rs Live::on_adopted
  #onAdopted(): void {
    if (!this.#isClosed && !this.#isShown && cameBack() && this.#ownId()) this.moved(true);
  }

  // What the embed reports.

  // twin: src/bridge/message.rs for_session
  #report(report: Report.Report, data: unknown): void {
    const core = this.#core;
    const id = this.#id;
    const error = report === Report.ERROR ? (data as EmbedEvent<'error'>).payload : undefined;
    const isRejection = error !== undefined && isSessionRejection(error);
    if (!this.#isShown && !isRejection && !(error && isFatal(error))) {
      this.#isShown = true;
      this.#isBlocked = false;
      this.#found = undefined;
      this.signal(Signal.SHOWN);
    }
    switch (report) {
      case Report.READY: {
        // A `ready` that answers no id may be that of the next document, before the end of its load.
        // Soon after a navigation of the page, it rather comes twice.
        if (this.#isReady && !core.awaitsAnswer(id) && !this.#awaitsEcho())
          this.#supersedeNavigation();
        this.#isReady = true;
        const event = data as EmbedEvent<'ready'>;
        // A mode that this version does not know has no number.
        const mode = numberOf(Mode.NAMES, event.payload.mode) as Mode.Mode | None;
        core.ready(id, monotonic(), wall(), mode);
        doEffects(core);
        return this.#ready.resolve(event);
      }
      case Report.VIEW:
        if (core.awaitsView(id)) this.signal(Signal.VIEW);
        return;
      case Report.EXPIRING: {
        const { payload } = data as EmbedEvent<'session-expiring'>;
        const expiresAt = payload.expiresAt as Epoch;
        core.expiring(id, monotonic(), wall(), expiresAt, payload.expiresInMs as Millis);
        return doEffects(core);
      }
      case Report.EXPIRED: {
        const { payload, timestamp } = data as EmbedEvent<'session-expired'>;
        const expiredAt = payload.expiredAt as Epoch;
        core.expired(id, monotonic(), wall(), expiredAt, timestamp as Epoch);
        return doEffects(core);
      }
      case Report.ERROR:
        if (isRejection) this.signal(Signal.REJECTED);
    }
  }

  // Minting.

  #callGetSession(): void {
    // The id would be dead by the time that somebody sees the page.
    if ((document as Prerenderable).prerendering || this.#isOut()) return this.#onUnreachable();
    const core = this.#core;
    const ticket = core.polledTicket() as Ticket;
    const controller = new AbortController();
    const mint: Mint = { host: this, controller };
    this.#mint = mint;
    const { getSession } = this.#frame;
    const request = {
      reason: nameOf(Reason.NAMES, core.polledReason())!,
      attempt: core.attempt(this.#id),
      expiresAt: orNull(core.expiresAt(this.#id)),
      signal: controller.signal,
    };
    new Promise<unknown>((resolve) => resolve(getSession?.(request))).then(
      (answer) => mint.host?.onMinted(ticket, answer),
      (error: unknown) => mint.host?.onMintFailed(ticket, error),
    );
  }

  /** `getSession` has returned. */
  onMinted(ticket: Ticket, answer: unknown): void {
    const core = this.#core;
    this.#mint = undefined;
    // The id with which the page has loaded an iframe of its own is used, too.
    const own = this.#ownId();
    if (own) core.noteUsedId(fingerprint(own));
    if (isSessionId(answer)) {
      this.#mintedId = answer;
      core.minted(this.#id, monotonic(), wall(), ticket, fingerprint(answer));
    } else {
      core.mintFailed(this.#id, monotonic(), wall(), ticket, MintFailure.INVALID);
    }
    doEffects(core);
    this.#mintedId = undefined;
  }

  /** `getSession` has thrown or rejected. */
  onMintFailed(ticket: Ticket, error: unknown): void {
    this.#mint = undefined;
    this.#cause = error;
    this.#detail = undefined;
    const failure = isSignedOut(error) ? MintFailure.SIGNED_OUT : MintFailure.FAILED;
    this.#core.mintFailed(this.#id, monotonic(), wall(), ticket, failure);
    doEffects(this.#core);
  }

  #abortMint(): void {
    const mint = this.#mint;
    if (!mint) return;
    this.#mint = mint.host = undefined;
    mint.controller.abort();
  }

  // The iframe.

  /** Whether the iframe is in no document, and the bridge will not put it into one either. */
  // twin: src/bridge/frame.rs Frame::is_out
  #isOut(): boolean {
    return this.#place ? !this.#place.parentNode.isConnected : !this.iframe.contentWindow;
  }

  /** Nobody could use an id. */
  #onUnreachable(): void {
    // The page may put its list back into the document: the browser then reports a `load` of the iframe.
    if (this.#place && this.#isLoaded()) this.#putIn(this.#place);
    this.signal(Signal.UNREACHABLE);
  }

  #load(id: string | undefined): void {
    if (id !== undefined && this.#isOut()) return this.#onUnreachable();
    const { url } = this.#frame;
    const address = url === undefined ? this.#ownAddress(id) : withSession(url, id);
    if (address === undefined) return this.signal(Signal.LOAD_FAILED);
    this.#isBlocked = false;
    this.#show(address, url === undefined || id === undefined || IS_SIMULATED);
    this.#watch(true);
    this.signal(Signal.LOADED);
  }

  /**
   * A document is in the iframe. `awaitsLoad`: its `load` is still to come. `isKnown`: it may have
   * reported something already.
   */
  #watch(awaitsLoad: boolean, isKnown = false): void {
    this.route();
    this.#awaitsLoad = awaitsLoad;
    this.#isShown &&= isKnown;
    this.#isReady &&= isKnown;
  }

  /**
   * Loads `url` into the iframe. With a session id it is no attribute, unless the iframe is the page's
   * own: a style sheet can read an attribute letter by letter, with selectors that load a picture each.
   */
  // twin: src/bridge/frame.rs Frame::show
  #show(url: string, isAttribute: boolean): void {
    const { iframe } = this;
    const place = this.#place ?? placeOf(iframe);
    // Out of the document and in again, the iframe gets a new window: the old page's last messages
    // go nowhere, and the viewer's history does not lead back to an id that is spent. An attribute is
    // set while it is out, so that the URL is asked for once.
    const isAgain = place && (this.#isLoaded() || place === this.#place);
    if (isAgain) iframe.remove();
    if (isAttribute) iframe.src = url;
    else iframe.removeAttribute('src');
    if (isAgain) this.#putIn(place);
    if (isAttribute) return;
    this.#hasAddress = true;
    navigate(iframe.contentWindow!, url);
  }

  #isLoaded(): boolean {
    return this.#hasAddress || this.iframe.src !== '';
  }

  #putIn({ parentNode, nextSibling }: Place): void {
    this.#place = undefined;
    // A handler of the old page's end may have moved the sibling.
    const isThere = nextSibling?.parentNode === parentNode;
    parentNode.insertBefore(this.iframe, isThere ? nextSibling : null);
  }

  /** The URL of an iframe of the page's own, with another id. Undefined if it shows no tenant. */
  #ownAddress(id: string | undefined): string | undefined {
    const url = this.#tenantUrl();
    if (url && id !== undefined) setOwnSessionId(url, id);
    return url?.href;
  }

  /** The iframe has loaded a document. Which one, and who loaded it? */
  // twin: src/bridge/live.rs Live::on_load
  readonly #onLoad = (): void => {
    const { contentWindow } = this.iframe;
    const isBlank = attempt(() => this.iframe.contentDocument!.URL) === 'about:blank';
    if (isBlank) {
      // The target of an iframe that shows nothing yet may just have been put into the document.
      if (!this.#isLoaded()) return this.signal(Signal.FOREGROUND);
      // Later: some browsers report the empty document while the page is still moving the iframe.
      return queueMicrotask(() => this.#onBlank());
    }
    const isMoved = this.#window !== null && contentWindow !== this.#window;
    if (isMoved) return this.moved(false);
    const isOurs = this.#awaitsLoad;
    // The document may have reported something before the end of its load.
    this.#watch(false, isOurs);
    if (!isOurs) {
      this.#supersedeNavigation();
      this.signal(Signal.NAVIGATED);
    }
    if (!this.#isShown && !navigator.onLine) this.signal(Signal.LOADED_OFFLINE);
  };

  /** The iframe shows an empty document. A moved iframe without a `src` shows nothing else. */
  // twin: src/bridge/live.rs Live::on_blank
  #onBlank(): void {
    const { contentWindow, src } = this.iframe;
    const isMoved = contentWindow && contentWindow !== this.#window && src === '';
    if (isMoved && !this.#isClosed) this.moved(false);
  }

  /** The id with which the page has loaded an iframe of its own. */
  #ownId(): string | undefined {
    const url = this.#frame.url === undefined ? this.#tenantUrl() : undefined;
    return url && ownSessionId(url);
  }

  /** The iframe's URL, if it is one of the tenant. */
  #tenantUrl(): URL | undefined {
    const url = attempt(() => new URL(this.iframe.src));
    return url?.origin === this.#frame.origin ? url : undefined;
  }

  // Actions.

  #post(action: Action): boolean {
    const message = envelope(action);
    const wasPosted = attempt(() => {
      this.iframe.contentWindow!.postMessage(message, this.#frame.origin);
      return true;
    });
    // For the inspector. It is not given the payload, which may be a session id.
    if (wasPosted) this.handlers.call('sent', action.type);
    if (action.key === NAVIGATE) {
      this.#echoes = this.#awaitsEcho() ? this.#echoes + 1 : 1;
      this.#echoesUntil = monotonic() + ECHO_WAIT;
    }
    return wasPosted === true;
  }

  #postId(): void {
    const id = this.#mintedId;
    if (id === undefined || !this.#post(sessionAction(id))) this.signal(Signal.UNREACHABLE);
  }

  /**
   * The embed has gone to a path, or to a document of its own. The page's last `navigate` is not sent
   * again after that: it would take the viewer back. The first reports after a `navigate` are about that
   * itself, however the embed spells the path.
   */
  // twin: src/bridge/kept.rs KeptActions::supersede_navigation
  #supersedeNavigation(report?: EmbedEvent<'navigate'>['payload']): void {
    const kept = this.#kept.get(NAVIGATE);
    const own = (kept?.action.payload as { path: string } | undefined)?.path;
    const isAtOwn = own === report?.path;
    if (report && !isAtOwn && own !== report.previousPath && this.#awaitsEcho()) {
      this.#echoes--;
      return;
    }
    // The last one has come, or none will.
    this.#echoes = 0;
    if (kept?.wasSent && !isAtOwn) this.#kept.delete(NAVIGATE);
  }

  #awaitsEcho(): boolean {
    return this.#echoes > 0 && monotonic() < this.#echoesUntil;
  }

  #sendKept(isWanted: (kept: Kept) => boolean): void {
    for (const [key, kept] of [...this.#kept]) {
      if (!isWanted(kept)) continue;
      kept.wasSent = true;
      if (!kept.action.lasts) this.#kept.delete(key);
      this.#post(kept.action);
    }
  }

  // Promises, errors, timers.

  #ask(signal: Signal.Signal): Promise<void> {
    if (this.#isClosed) return Promise.reject(embedError(DESTROYED));
    return new Promise((resolve, reject) => {
      this.#asked.push({ resolve, reject });
      this.signal(signal);
    });
  }

  #polledError(): EmbedError {
    return this.#error(this.#core.polledError() as ErrorNumber);
  }

  // twin: src/bridge/live.rs Live::last_error_cause
  #error(number: ErrorNumber): EmbedError {
    let cause: unknown;
    if (number === MINT_FAILED || number === SIGNED_OUT) cause = this.#cause;
    if (number === READY_TIMED_OUT || number === NOT_LOADED) {
      // Its cause is what failed before, which may have been a load that was never ready.
      const last = this.#core.lastError(this.#id) as ErrorNumber;
      cause = last && last !== number ? this.#error(last) : this.#found;
    }
    return embedError(number, cause, number === MINT_FAILED ? this.#detail : undefined);
  }

  #setTimer(): void {
    clearTimeout(this.#timer);
    const delay = Math.ceil((this.#core.polledTime() as Monotonic) - monotonic());
    // The core is asked again after the longest delay that a timer takes.
    this.#timer = setTimeout(() => this.signal(Signal.TICK), Math.min(delay, MAX_DELAY));
  }

  /** Browsers draw no frame that nobody sees, and an embed may wait for that before it is ready. */
  // twin: src/bridge/viewing.rs Viewing
  #awaitViewer(): void {
    if (IS_SIMULATED || isInView(this.iframe)) return this.signal(Signal.VIEWED);
    this.#viewing?.disconnect();
    this.#viewing = new IntersectionObserver((entries, viewing) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      viewing.disconnect();
      this.signal(Signal.VIEWED);
    });
    this.#viewing.observe(this.iframe);
  }

  // Changes of the session, and the end.

  /**
   * Calls the handlers of `session` once for each change and in order: a handler that causes the
   * next change does not take the present one away from the handlers after it.
   */
  // twin: src/bridge/handlers.rs Handlers::report_change
  #tellSession(): void {
    const state = this.session;
    this.#told = state;
    if (state.status === 'stopped' && this.#place) {
      // There will be no fresh id for now: the viewer is shown what the service says.
      this.#putIn(this.#place);
      this.#watch(true);
    }
    // What the page threw is kept only as long as the session shows it.
    if (!state.lastError) this.#cause = undefined;
    if (this.#changes.push(state) > 1) return;
    for (let next; (next = this.#changes[0]); this.#changes.shift()) {
      this.handlers.call('session', next);
    }
    if (this.#isClosed) this.handlers.end();
  }

  /** The core has failed: nothing more is done for the embed. Its iframe stays as it is. */
  fail(error: EmbedError): void {
    const told = { ...this.#told, status: 'stopped', renewal: 'idle', nextAttemptAt: null };
    this.#told = { ...told, lastError: error } as SessionState;
    // From now on `session` is what was told last.
    this.#isClosed = true;
    this.#abortMint();
    this.#ready.reject(error);
    for (const { reject } of this.#asked.splice(0)) reject(error);
    this.#tellSession();
    this.#close();
  }

  #close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#viewing?.disconnect();
    // Inside a handler of `session`, the handlers after it have yet to be called with the end.
    if (this.#changes.length === 0) this.handlers.end();
    this.iframe.removeEventListener('load', this.#onLoad);
    routes.delete(this.#window!);
    hosts.delete(this.#id);
    if (hosts.size > 0) return;
    listen('removeEventListener');
    tenants.clear();
  }
}

interface Settle<T> {
  resolve(value: T): void;
  reject(reason: unknown): void;
}

/** A window, as browsers know it since 2022 (Chromium) and 2026 (Firefox). */
type Navigable = {
  readonly navigation: {
    navigate(
      url: string,
      options: { history: 'replace' },
    ): Record<'committed' | 'finished', Promise<unknown>>;
  };
};

/** A document that the browser may prepare before anybody sees it. */
interface Prerenderable extends Document {
  readonly prerendering?: boolean;
}

/** Where an iframe is. */
interface Place {
  readonly parentNode: ParentNode;
  readonly nextSibling: ChildNode | null;
}

function placeOf({ parentNode, nextSibling }: HTMLIFrameElement): Place | undefined {
  return parentNode ? { parentNode, nextSibling } : undefined;
}

interface Mint {
  /** Undefined once the answer is no longer wanted: an answer that never comes then keeps nothing alive. */
  host: Host | undefined;
  readonly controller: AbortController;
}

interface Kept {
  readonly action: Action;
  wasSent: boolean;
}

/** Does everything that the core asks for, for whichever embed. */
function doEffects(core: Core): void {
  for (let effect; (effect = core.poll());) hosts.get(core.polledEmbed() as EmbedId)?.do(effect);
}

// What all embeds of a page share.

const hosts = new Map<EmbedId, Host>();
/** The embeds by the windows of their iframes. */
const routes = new Map<MessageEventSource, Host>();
/** The origins of the embeds since the page last had none. */
const tenants = new Set<string>();
/** The windows of a tenant that were no embed's when the iframe of an embed last had another document. */
let strays = new WeakSet<MessageEventSource>();

/** Ends every embed, because the core has failed. */
export function giveUp(error: EmbedError): void {
  for (const host of hosts.values()) host.fail(error);
}

/** Whether an embed has this iframe. */
export function hasEmbed(iframe: Element): boolean {
  return [...hosts.values()].some((host) => host.iframe === iframe);
}

function listen(change: 'addEventListener' | 'removeEventListener'): void {
  document[change]('visibilitychange', onReturn);
  document[change]('resume', onReturn);
  document[change]('prerenderingchange', onReturn);
  window[change]('pageshow', onReturn);
  window[change]('online', onReturn);
  window[change]('message', onMessage as EventListener);
}

/**
 * Takes a message of any window. Reads no more of it than it needs: each property is a call into the
 * browser.
 */
export function onMessage(message: MessageEvent<unknown>): void {
  const { source } = message;
  if (!source) return;
  (routes.get(source) ?? findMoved(source, message.origin))?.receive(message);
}

/**
 * The embed whose iframe was moved, and so has a new window. Only the first message of a window, and
 * only one from a tenant, is worth the search: with a thousand embeds it takes milliseconds.
 */
// twin: src/bridge/registry.rs find_moved
function findMoved(source: MessageEventSource, origin: string): Host | undefined {
  if (!tenants.has(origin) || strays.has(source)) return undefined;
  const moved = [...hosts.values()].find(({ iframe }) => iframe.contentWindow === source);
  if (moved) moved.moved(true);
  else strays.add(source);
  return moved;
}

/** jsdom and happy-dom, in which unit tests run, load an iframe only by its `src`, and draw nothing. */
const IS_SIMULATED = /jsdom|happydom/i.test(globalThis.navigator?.userAgent);

/** Loads `url` into the window of an iframe, and leaves no entry in the history. */
// twin: src/bridge/frame.rs navigate
function navigate(target: Window, url: string): void {
  // The window's own navigation tells at most the origin of the page. A navigation by `location` tells
  // in Chromium what the page's policy allows, and so perhaps its path.
  const result = attempt(() =>
    (target as unknown as Navigable).navigation.navigate(url, { history: 'replace' }),
  );
  if (!result) return target.location.replace(url);
  result.committed.catch(() => {});
  result.finished.catch(() => {});
}

/**
 * Whether the viewer came to this page through the history of the tab, and the page was loaded for it.
 */
// twin: src/bridge/listeners.rs came_back
function cameBack(): boolean {
  // The documents of unit tests have no such entries.
  const navigation = attempt(() => performance.getEntriesByType('navigation')[0]);
  return (navigation as PerformanceNavigationTiming | undefined)?.type === 'back_forward';
}

/** The viewer is there for the first time or again, or the network is back. */
function onReturn({ type }: Event): void {
  if (type === 'visibilitychange' && document.hidden) return;
  for (const host of [...hosts.values()]) host.signal(Signal.FOREGROUND);
}

/** Whether the iframe is in the part of the page that is shown, as far as can be told at once. */
// twin: src/bridge/viewing.rs is_in_view
function isInView(iframe: HTMLIFrameElement): boolean {
  const [box] = iframe.getClientRects();
  if (!box || document.hidden) return false;
  // Newer browsers also say whether it is in something that is not drawn, such as a closed `<details>`.
  if (iframe.checkVisibility?.() === false) return false;
  return box.bottom >= 0 && box.right >= 0 && box.top <= innerHeight && box.left <= innerWidth;
}

/** The attributes of an iframe of ours that a page can replace, or remove by the text `false`. */
const GUARDS = { sandbox: SANDBOX, referrerpolicy: REFERRER_POLICY };

/**
 * Makes an iframe for `parent`; undefined if an attribute is reserved.
 *
 * @throws What `setAttribute` throws if the name of an attribute is not valid.
 */
// twin: src/bridge/frame.rs set_attribute
export function makeIframe(
  parent: Element,
  title: string,
  attributes: TextPairs,
): HTMLIFrameElement | undefined {
  const iframe = parent.ownerDocument.createElement('iframe');
  iframe.title = title;
  // The iframe fills its target. A strict `style-src` allows this: it forbids only what
  // `setAttribute` and markup set.
  const { style } = iframe;
  style.cssText = 'display:block;width:100%;height:100%;border:0';
  for (const [name, value] of Object.entries(GUARDS)) iframe.setAttribute(name, value);
  for (const [name, value] of attributes) {
    if (FORBIDDEN_ATTRIBUTE.test(name)) return undefined;
    // An attribute such as `width` must win over the property of its name.
    style.removeProperty(name);
    if (/^style$/i.test(name)) style.cssText += value;
    else if (value === 'false' && Object.hasOwn(GUARDS, name.toLowerCase()))
      iframe.removeAttribute(name);
    else iframe.setAttribute(name, value);
  }
  return iframe;
}

// Clocks and numbers.

/** The longest delay of `setTimeout`, in milliseconds. */
const MAX_DELAY = 2 ** 31 - 1;

/** How long an embed may take to report a navigation of the page, in milliseconds. */
const ECHO_WAIT = 5_000;

/** A reading of both clocks. */
export function now(): [Monotonic, Epoch] {
  return [monotonic(), wall()];
}

function monotonic(): Monotonic {
  return performance.now() as Monotonic;
}

function wall(): Epoch {
  return Date.now() as Epoch;
}

function orNull(time: Epoch | NotANumber): number | null {
  return Number.isNaN(time) ? null : time;
}
