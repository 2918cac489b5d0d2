// The iframe of an embed: how it is made, where it is, and how it is loaded.

import { REFERRER_POLICY, SANDBOX } from '../core/names.js';
import { FORBIDDEN_ATTRIBUTE } from '../core/patterns.js';
import type { Settings, TextPairs } from './options.js';
import { dashboardUrl, idOf, withSession } from './url.js';
import { attempt } from './values.js';
import { IS_SIMULATED } from './viewing.js';

/** Where an iframe is. */
interface Place {
  readonly parentNode: ParentNode;
  readonly nextSibling: ChildNode | null;
}

/** The iframe of an embed. */
export class Frame {
  /** Whether svc-embed has loaded it. */
  #wasLoaded = false;
  /** Where svc-embed will put it, while it is out of the page. */
  #place: Place | undefined;

  /** Whether svc-embed has made the iframe, and loads it. */
  readonly isOurs: boolean;
  readonly #settings: Settings;

  constructor(
    readonly iframe: HTMLIFrameElement,
    settings: Settings,
  ) {
    this.isOurs = settings.url !== undefined;
    this.#settings = settings;
  }

  /**
   * The URL that svc-embed may load, with a place for the session id. That of an iframe of the page's own is
   * never its `src`, which markup may have set.
   */
  get url(): string | undefined {
    const { allowed, base } = this.#settings;
    return allowed ?? dashboardUrl(base, this.iframe.src);
  }

  /** Whether it shows anything but its first, empty document. */
  get isLoaded(): boolean {
    return this.#wasLoaded || this.iframe.src !== '';
  }

  /** Whether it is in no document, and svc-embed will not put it into one either. */
  get isOut(): boolean {
    return this.#place ? !this.#place.parentNode.isConnected : !this.iframe.contentWindow;
  }

  /** The iframe is to be put into `parent`, which a fresh id may load it in. */
  awaitPlace(parent: Element): void {
    this.#place = { parentNode: parent, nextSibling: null };
  }

  /** Takes it out of the page until it is loaded again. */
  takeOut(): void {
    this.#place = placeOf(this.iframe);
    this.iframe.remove();
  }

  /** Puts it where it belongs, if it is out of the page. Returns whether it was. */
  putBack(): boolean {
    const place = this.#place;
    if (place) this.#putIn(place);
    return place !== undefined;
  }

  /** The URL with a session id; undefined if svc-embed must not load the iframe. */
  address(id: string | undefined): string | undefined {
    const { url } = this;
    return url && withSession(url, id);
  }

  /** The id with which the page has loaded an iframe of its own. */
  ownId(): string | undefined {
    return this.isOurs ? undefined : idOf(this.iframe.src);
  }

  /**
   * Loads `address`. One with a session id is no attribute, unless the iframe is the page's own: a style
   * sheet can read an attribute letter by letter, with selectors that load a picture each.
   */
  load(address: string, hasId: boolean): void {
    const { iframe } = this;
    const isAttribute = !this.isOurs || !hasId || IS_SIMULATED;
    const place = this.#place ?? placeOf(iframe);
    // Out of the document and in again, the iframe gets a new window: the old page's last messages
    // go nowhere, and the viewer's history does not lead back to an id that is spent. An attribute is
    // set while it is out, so that the URL is asked for once.
    const isAgain = place && (this.isLoaded || place === this.#place);
    this.#wasLoaded = true;
    if (isAgain) iframe.remove();
    if (isAttribute) iframe.src = address;
    else iframe.removeAttribute('src');
    if (isAgain) this.#putIn(place);
    if (!isAttribute) navigate(iframe.contentWindow, address);
  }

  #putIn({ parentNode, nextSibling }: Place): void {
    this.#place = undefined;
    // A handler of the old page's end may have moved the sibling.
    const isThere = nextSibling?.parentNode === parentNode;
    const { iframe } = this;
    // Chromium warns of `sandbox` if the first document of an iframe has it: that is empty, and of the page's
    // own origin. With a `src`, the iframe would be loaded before. WebKit ignores `referrerpolicy` for a `src`
    // that comes later.
    const names = /Chrome/.test(navigator.userAgent) ? ['sandbox', 'src'] : [];
    const later = names.map((name) => iframe.getAttributeNode(name));
    for (const one of later) if (one) iframe.removeAttributeNode(one);
    parentNode.insertBefore(iframe, isThere ? nextSibling : null);
    for (const one of later) if (one) iframe.setAttributeNode(one);
  }
}

function placeOf({ parentNode, nextSibling }: HTMLIFrameElement): Place | undefined {
  return parentNode ? { parentNode, nextSibling } : undefined;
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

/** Loads `url` into the window of an iframe, and leaves no entry in the history. */
function navigate(target: Window | null, url: string): void {
  // The window's own navigation tells at most the origin of the page. A navigation by `location` tells
  // in Chromium what the page's policy allows, and so perhaps its path.
  const result = attempt(() =>
    (target as unknown as Navigable).navigation.navigate(url, { history: 'replace' }),
  );
  // A listener of the page's may have taken the iframe out as soon as it was put back.
  if (!result) return target?.location.replace(url);
  result.committed.catch(() => {});
  result.finished.catch(() => {});
}

/** The attributes of an iframe of ours that a page can replace, or remove by the text `false`. */
const GUARDS = { sandbox: SANDBOX, referrerpolicy: REFERRER_POLICY };

/** A permission in `allow` without a list of origins. */
const UNLISTED = /(^|;)(\s*[\w-]+)\s*(?=;|$)/g;

/**
 * Makes an iframe for `parent`; undefined if an attribute is reserved.
 *
 * @throws What `setAttribute` throws if the name of an attribute is not valid.
 */
export function makeIframe(
  parent: Element,
  title: string,
  origin: string,
  attributes: TextPairs,
): HTMLIFrameElement | undefined {
  const iframe = parent.ownerDocument.createElement('iframe');
  iframe.title = title;
  // The iframe fills its target. A strict `style-src` allows this: it forbids only what
  // `setAttribute` and markup set.
  const { style } = iframe;
  style.cssText = 'display:block;width:100%;height:100%;border:0';
  for (const [name, value] of [...Object.entries(GUARDS), ...attributes]) {
    if (FORBIDDEN_ATTRIBUTE.test(name)) return undefined;
    const lower = name.toLowerCase();
    // An attribute such as `width` must win over the property of its name.
    style.removeProperty(name);
    if (lower === 'style') style.cssText += value;
    else if (value === 'false' && Object.hasOwn(GUARDS, lower)) iframe.removeAttribute(name);
    // Without a list, a permission is for the origin of `src`, which a signed iframe does not have.
    else if (lower === 'allow')
      iframe.setAttribute(name, value.replace(UNLISTED, `$1$2 ${origin}`));
    else iframe.setAttribute(name, value);
  }
  return iframe;
}
