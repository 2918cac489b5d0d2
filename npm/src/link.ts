/**
 * Puts what the viewer sees into the page's address: a link shows the same, and Back works.
 *
 * @example
 * ```ts
 * import { link } from 'svc-embed/link';
 *
 * const linked = link(embed, { filters: ['orders.status'] });
 * ```
 *
 * @module
 */
import { filterParameter } from './shell/actions.js';
import type { EmbedEvent, Filter } from './core/protocol.js';
import type { Embed } from './types.js';
import { attempt, own } from './shell/values.js';

/** How long an embed may take to report a navigation of the page, in milliseconds. */
const ECHO_MS = 5_000;

/** How long a `view` waits for the `navigate` of the same step, in milliseconds. */
const STEP_MS = 100;

/**
 * The longest address that is written, in characters: a server refuses a longer one, and the viewer
 * could not load the page again. The embed says what its path is.
 */
const LONGEST = 4_096;

/**
 * So many changes of the address are made at once, and one more in each pause. After a hundred within
 * thirty seconds, browsers refuse all of them, also those of the page's own router.
 */
const MOST_AT_ONCE = 20;
const PAUSE_MS = 500;

/** What is in the address, and how it comes there. */
export interface LinkOptions {
  /**
   * The parameter of the address that has the embed's path. Default `view`. With null, the address does
   * not contain the path.
   *
   * @example
   * ```ts
   * path: 'dashboard'
   * ```
   */
  path?: string | null | undefined;
  /**
   * The members whose filters are in the address, each as the parameter `f_<member>`. Default none.
   * Other filters in the address are ignored, because anybody can write a link.
   *
   * @example
   * ```ts
   * filters: ['orders.status']
   * ```
   */
  filters?: readonly string[] | undefined;
  /**
   * Adds an entry to the history, for a step of the viewer. Default `history.pushState`.
   *
   * @example
   * ```ts
   * push: (url) => router.push(url.pathname + url.search + url.hash)
   * ```
   */
  push?: ((url: URL) => void) | undefined;
  /**
   * Changes the current entry of the history. Default `history.replaceState`, which keeps the state.
   *
   * @example
   * ```ts
   * replace: (url) => router.replace(url.pathname + url.search + url.hash)
   * ```
   */
  replace?: ((url: URL) => void) | undefined;
  /**
   * Ends the link when it is aborted.
   *
   * @example
   * ```ts
   * signal: controller.signal
   * ```
   */
  signal?: AbortSignal | undefined;
}

/** The link between an embed and the page's address. */
export interface Link {
  /**
   * Takes the path and the filters from the address. It does so at the start and at each `popstate`.
   * Call it if your router changes the address in another way.
   *
   * @example
   * ```ts
   * router.afterEach(() => linked.read());
   * ```
   */
  read(): void;
  /**
   * Ends the link. The address stays as it is.
   *
   * @example
   * ```ts
   * linked.end();
   * ```
   */
  end(): void;
  /** `end`, at the end of a `using` block. */
  [Symbol.dispose](): void;
}

/** A navigation of the page's own, until the embed has reported it. */
interface Own {
  readonly path: string;
  /** Whether the embed has reported one `navigate` with another path: it may spell the path otherwise. */
  hasEcho?: true;
  /** The path that the embed reported last. */
  last?: string;
}

/**
 * Writes the embed's path, and the filters that the page sets, into the address, and takes them from
 * it at the start and at `popstate`. A step of the viewer makes one entry of the history, and what the
 * page does itself makes none.
 *
 * The link sees `navigate`, `setFilter` and `clearFilter` of this embed, whoever calls them. The embed
 * does not report the filters that the viewer sets inside it.
 *
 * @example
 * ```ts
 * const embed = await mount('#dashboard', options);
 * link(embed, { path: 'view', filters: ['orders.status'] });
 * ```
 */
export function link(embed: Embed, options?: LinkOptions): Link {
  const given = own(options);
  const { path: parameter = 'view', filters: members = [], signal } = given;
  const push = given.push ?? ((url: URL) => history.pushState(null, '', url));
  const replace = given.replace ?? ((url: URL) => history.replaceState(history.state, '', url));
  const ending = new AbortController();
  const filters = new Map<string, string>();
  let path: string | undefined;
  let written: string | undefined;
  let ownStep: Own | undefined;
  let late: ReturnType<typeof setTimeout> | undefined;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  let left = MOST_AT_ONCE;
  let changedAt = 0;
  let delayed: ReturnType<typeof setTimeout> | undefined;
  // The methods themselves, which the link calls.
  const { navigate, setFilter, clearFilter } = embed;

  const state = () => JSON.stringify([path, members.map((member) => filters.get(member))]);

  function write(put: (url: URL) => void): void {
    const now = state();
    // After its end, the methods of another link may still call those of this one.
    if (now === written || ending.signal.aborted) return;
    const url = new URL(location.href);
    if (parameter !== null && path !== undefined) url.searchParams.set(parameter, path);
    for (const member of members) {
      const condition = filters.get(member);
      if (condition === undefined) url.searchParams.delete(`f_${member}`);
      else url.searchParams.set(`f_${member}`, condition);
    }
    const isOther = url.href !== location.href && url.href.length <= LONGEST;
    if (isOther && !mayChange()) {
      delayed ??= setTimeout(() => {
        delayed = undefined;
        write(replace);
      }, PAUSE_MS);
      return;
    }
    written = now;
    if (isOther) put(url);
  }

  function mayChange(): boolean {
    const now = performance.now();
    left = Math.min(MOST_AT_ONCE, left + (now - changedAt) / PAUSE_MS);
    changedAt = now;
    if (left < 1) return false;
    left -= 1;
    return true;
  }

  /** What comes next is the viewer's. */
  function settle(reported: string | undefined): void {
    clearTimeout(deadline);
    ownStep = undefined;
    path = reported ?? path;
    write(replace);
  }

  /** The page navigates. The embed reports that, and those reports are no steps of the viewer. */
  function begin(target: string, known: Partial<Own> = {}): void {
    clearTimeout(late);
    clearTimeout(deadline);
    const step: Own = (ownStep = { ...known, path: target });
    path = target;
    const wait = () => {
      if (ownStep === step) deadline = setTimeout(() => settle(step.last), ECHO_MS);
    };
    embed.ready.then(wait, () => {});
  }

  /** After each load the embed shows its first view, and may be sent back to the path before. The viewer did neither. */
  function onReady(): void {
    // The embed has reported this path before, so it spells it like that.
    if (!ownStep && path !== undefined) begin(path, { hasEcho: true });
  }

  function onNavigate({ payload }: EmbedEvent<'navigate'>): void {
    const { path: reported, previousPath } = payload;
    clearTimeout(late);
    if (ownStep?.path === reported) return settle(reported);
    if (ownStep && !ownStep.hasEcho && previousPath !== ownStep.path) {
      ownStep.hasEcho = true;
      ownStep.last = reported;
      return;
    }
    if (ownStep) settle(ownStep.last);
    if (reported === path) return;
    // The embed was linked after it had reported its first view.
    if (path === undefined && previousPath != null) settle(previousPath);
    path = reported;
    write(push);
  }

  function onView({ payload }: EmbedEvent<'view'>): void {
    const { path: reported } = payload;
    clearTimeout(late);
    if (ownStep?.path === reported) return settle(reported);
    if (ownStep) {
      ownStep.last = reported;
      return;
    }
    // A load reports only `view`. A step reports `view` and `navigate`, in either order.
    late = setTimeout(() => settle(reported), STEP_MS);
  }

  /** `f_orders.status=["completed"]` in two. */
  function note(filter: Filter | string): void {
    const text = filterParameter(filter);
    const end = text.indexOf('=');
    const [member, condition] = [text.slice(2, end), text.slice(end + 1)];
    if (isCleared(condition)) filters.delete(member);
    else filters.set(member, condition);
  }

  function read(): void {
    if (ending.signal.aborted) return;
    const { searchParams } = new URL(location.href);
    const target = parameter === null ? null : searchParams.get(parameter);
    // What a stranger has written into a link may be no path and no filter.
    if (target !== null && target !== path && attempt(() => (navigate.call(embed, target), true)))
      begin(target);
    for (const member of members) {
      const condition = searchParams.get(`f_${member}`);
      if (condition === (filters.get(member) ?? null)) continue;
      attempt(() => {
        if (condition === null) clearFilter.call(embed, member);
        else setFilter.call(embed, `f_${member}=${condition}`);
        if (condition === null) filters.delete(member);
        else note(`f_${member}=${condition}`);
      });
    }
    written = state();
  }

  const wrapped = own<Pick<Embed, 'navigate' | 'setFilter' | 'clearFilter'>>({
    navigate(target) {
      navigate.call(embed, target);
      begin(target);
      write(replace);
    },
    setFilter(filter) {
      setFilter.call(embed, filter);
      note(filter);
      write(replace);
    },
    clearFilter(member) {
      clearFilter.call(embed, member);
      filters.delete(member);
      write(replace);
    },
  });
  const before = own(embed);
  Object.assign(embed, wrapped);
  const { signal: isOver } = ending;
  const until = own({ signal: isOver });
  embed.on('ready', onReady, until);
  embed.on('navigate', onNavigate, until);
  embed.on('view', onView, until);
  addEventListener('popstate', read, until);

  function end(): void {
    ending.abort();
    clearTimeout(late);
    clearTimeout(deadline);
    clearTimeout(delayed);
    signal?.removeEventListener('abort', end);
    for (const name of Object.keys(wrapped) as (keyof typeof wrapped)[]) {
      if (embed[name] !== wrapped[name]) continue;
      delete (embed as Partial<Embed>)[name];
      if (before[name]) Object.assign(embed, { [name]: before[name] });
    }
  }

  signal?.addEventListener('abort', end);
  // The promises of an embed that has ended reject.
  const watch = () => void embed.once('unknown', until).then(watch, end);
  watch();
  if (signal?.aborted) end();
  read();
  return { read, end, [Symbol.dispose]: end };
}

/** Null takes a filter away. */
function isCleared(condition: string): boolean {
  return /^(null|\{"value":null\})$/.test(condition);
}
