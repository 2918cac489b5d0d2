// Which document the iframe of an embed shows, and whether svc-embed, the page or the frame itself has
// loaded it.

import * as Signal from '../core/signal.js';
import type { Frame } from './frame.js';
import type { Host } from './host.js';
import { route } from './registry.js';
import { attempt } from './values.js';
import { cameBack } from './viewing.js';

/** What the iframe shows. It listens to the iframe's `load`. */
export class Shown {
  /** The window whose messages come here. */
  window: Window | null = null;
  /** Whether the document in the iframe has sent a valid event. */
  isShown = false;
  /** Whether its next event is to be handed in: its first, and the first after a rejection. */
  awaitsSign = true;
  /** Whether it has reported `ready`. */
  isReady = false;
  /** Whether the next `load` of the iframe is one that svc-embed, the page or a move has caused. */
  #awaitsLoad = true;

  readonly #host: Host;
  readonly #frame: Frame;

  constructor(host: Host, frame: Frame) {
    this.#host = host;
    this.#frame = frame;
  }

  /** Routes the messages of the iframe's present window to the embed. */
  route(): void {
    this.window = route(this.#host, this.window);
  }

  /**
   * A document is in the iframe. `awaitsLoad`: its `load` is still to come. `isKnown`: it may have
   * reported something already.
   */
  watch(awaitsLoad: boolean, isKnown = false): void {
    this.route();
    this.#awaitsLoad = awaitsLoad;
    this.isShown &&= isKnown;
    this.awaitsSign ||= !isKnown;
    this.isReady &&= isKnown;
  }

  /** The page has moved the iframe. `awaitsLoad`: its `load` is still to come. */
  // twin: src/bridge/live.rs Live::on_moved
  moved(awaitsLoad: boolean): void {
    const wasOut = this.window === null;
    this.watch(awaitsLoad);
    // An iframe that had no window is loaded for the first time, and its id is not spent.
    if (!wasOut) this.#host.onMoved();
  }

  /**
   * A framework may have moved the iframe. The browser then has given it another window, which is empty.
   * The iframe is taken out of the page until the fresh id is there: a list that is sorted again and
   * again would have the browser make and end a frame each time.
   */
  checkPlace(): void {
    const host = this.#host;
    const frame = this.#frame;
    const { iframe } = frame;
    const { contentWindow } = iframe;
    if (host.isClosed || !contentWindow || contentWindow === this.window) return;
    if (!frame.isLoaded) this.route();
    else this.moved(iframe.src !== '');
    // A private embed works again by itself. An iframe of the page's own stays where the page wants it.
    const isRenewed = frame.isOurs && host.session.renewal !== 'idle';
    if (isRenewed && iframe.parentNode) frame.takeOut();
  }

  /**
   * The page has handed over an iframe of its own. In a page to which the viewer came back, the
   * iframe's id is spent: the page's HTML comes from a cache, or the browser has loaded the URL that
   * the iframe had before.
   */
  // twin: src/bridge/live.rs Live::on_adopted
  onAdopted(): void {
    if (!this.#host.isClosed && !this.isShown && cameBack() && this.#frame.ownId())
      this.moved(true);
  }

  /** The iframe has loaded a document. Which one, and who loaded it? */
  // twin: src/bridge/live.rs Live::on_load
  handleEvent(): void {
    const host = this.#host;
    const frame = this.#frame;
    const { iframe } = frame;
    const isBlank = attempt(() => iframe.contentDocument!.URL) === 'about:blank';
    if (isBlank) {
      // The target of an iframe that shows nothing yet may just have been put into the document.
      if (!frame.isLoaded) return host.signal(Signal.FOREGROUND);
      // Later: some browsers report the empty document while the page is still moving the iframe.
      return queueMicrotask(() => this.#onBlank());
    }
    const isMoved = this.window !== null && iframe.contentWindow !== this.window;
    if (isMoved) return this.moved(false);
    const isOurs = this.#awaitsLoad;
    // The document may have reported something before the end of its load.
    this.watch(false, isOurs);
    if (!isOurs) host.onNavigated();
    if (!this.isShown && !navigator.onLine) host.signal(Signal.LOADED_OFFLINE);
  }

  /** The iframe shows an empty document. A moved iframe without a `src` shows nothing else. */
  // twin: src/bridge/live.rs Live::on_blank
  #onBlank(): void {
    const { contentWindow, src } = this.#frame.iframe;
    const isMoved = contentWindow && contentWindow !== this.window && src === '';
    if (isMoved && !this.#host.isClosed) this.moved(false);
  }
}
