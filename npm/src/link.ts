/**
 * Puts what the viewer sees into the page's address: a link shows the same, and Back works.
 *
 * @example
 * ```ts
 * import { link } from 'svc-embed/link';
 *
 * const embed = await mount('#dashboard', options);
 * link(embed, { path: 'view', filters: ['orders.status'] });
 * ```
 *
 * @module
 */
import { filterParameter } from './shell/actions.js';
import type { EmbedEvent } from './core/protocol.js';
import type { Embed } from './types.js';
import { attempt, own } from './shell/values.js';

/** How long an embed may take to report a navigation of the page, in milliseconds. */
const WAIT_MS = 5_000;

/**
 * The longest address that is written, in characters: a server refuses a longer one, and the viewer
 * could not load the page again. The embed says what its path is.
 */
const LONGEST = 4_096;

/** What is in the address, and how it comes there. */
export interface LinkOptions {
  /** The parameter that has the embed's path. Default `view`. With null, the address does not contain the path. */
  path?: string | null | undefined;
  /**
   * The members whose filters are in the address, each as the parameter `f_<member>`. Default none.
   * Other filters in the address are ignored, because anybody can write a link.
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
  /** Changes the current entry of the history. Default `history.replaceState`, which keeps the state. */
  replace?: ((url: URL) => void) | undefined;
  /** Ends the link when it is aborted. */
  signal?: AbortSignal | undefined;
}

/** The link between an embed and the page's address. */
export interface Link {
  /**
   * Takes the path and the filters from the address. It does so at the start and at each `popstate`.
   * Call it if your router changes the address in another way.
   */
  read(): void;
  /** Ends the link. The address stays as it is. */
  end(): void;
  /** `end`, at the end of a `using` block. */
  [Symbol.dispose](): void;
}

/** What the ended links of embeds knew: a kept embed reports nothing when it is shown again. */
const left = /* @__PURE__ */ new WeakMap<
  Embed,
  [path: string | undefined, filters: Map<string, string>]
>();

/**
 * Writes the embed's path, and the filters that the page sets, into the address, and takes them from
 * it at the start and at `popstate`. A step of the viewer makes one entry of the history, and what the
 * page does itself makes none.
 *
 * The link sees `navigate`, `setFilter` and `clearFilter` of this embed, whoever calls them. The embed
 * does not report the filters that the viewer sets inside it.
 */
export function link(embed: Embed, options?: LinkOptions): Link {
  const given = own(options);
  const { filters: members = [], path: parameter = 'view', signal } = given;
  const ending = new AbortController();
  let [path, filters = new Map<string, string>()] = left.get(embed) ?? [];
  let written: string | undefined;
  /** The page's navigations that the embed may yet report, in their order. */
  let expected: string[] = [];
  /** Whether one of them is not overdue. What the embed reports meanwhile is no step of the viewer. */
  let isAwaiting = false;
  /** The path that was reported last meanwhile. */
  let reported: string | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  // How many changes of the address are left in `WAIT_MS`. After a hundred within thirty seconds, browsers refuse
  // all of them, also those of the page's own router.
  let budget = 10;
  let hasWarned = false;
  const names = members.map((member) => `f_${member}`);
  // The methods themselves, which the link calls.
  const { navigate, setFilter, clearFilter } = embed;
  const methods = { navigate, setFilter, clearFilter };

  function write(kind: 'push' | 'replace'): void {
    // After its end, the methods of another link may still call those of this one.
    if (ending.signal.aborted) return;
    const url = new URL(location.href);
    const { searchParams } = url;
    if (parameter && path) searchParams.set(parameter, path);
    for (const name of names) {
      searchParams.delete(name);
      if (filters.has(name)) searchParams.set(name, filters.get(name)!);
    }
    const { href } = url;
    if (href === written || href === location.href || href.length > LONGEST || !budget) return;
    // A router may take a while.
    written = href;
    budget--;
    setTimeout(() => {
      budget++;
      write('replace');
    }, WAIT_MS);
    void (async () => {
      // A page may have no history, and a router may throw: neither keeps the embed from what it was asked.
      try {
        if (given[kind]) return await given[kind](url);
        history[`${kind}State`](kind === 'push' ? null : history.state, '', url);
        // Chromium refuses in silence.
        if (location.href !== href) throw href;
      } catch (error) {
        // The next change is another attempt.
        written = undefined;
        if (!hasWarned) console.warn('svc-embed: link cannot write the address.', error);
        hasWarned = true;
      }
    })();
  }

  /** The embed shows this path. What it reports from now on is the viewer's, except for what is overdue. */
  function settle(shown?: string | null): void {
    clearTimeout(timer);
    isAwaiting = false;
    reported = undefined;
    path = shown ?? path;
    write('replace');
  }

  /** An embed that reports one navigation after the other has time for each. */
  function settleLater(shown = reported, ms = WAIT_MS): void {
    clearTimeout(timer);
    timer = setTimeout(() => settle(shown), ms);
  }

  /** The page navigates to `target`. If the embed is there already, it may report nothing. */
  function expect(target: string): void {
    if (target === path) return;
    expected.push((path = target));
    isAwaiting = true;
    settleLater();
  }

  /** Whether the page has caused what the embed reports. It may report only the last of many. */
  function isExpected(shown: string, isStep: boolean): boolean {
    const at = expected.indexOf(shown);
    if (at < 0 && !isAwaiting) return false;
    // A step reports `view` and `navigate`, in either order.
    if (shown !== reported) expected.splice(0, at + 1);
    reported = shown;
    // The embed may spell a path otherwise.
    if (!expected[0] || (at < 0 && isStep)) settle(shown);
    else settleLater();
    return true;
  }

  /** After each load the embed shows its first view, and may be sent back to the path before. The viewer did neither. */
  function onReady(): void {
    if (path) expected = [path];
  }

  function onNavigate({ payload }: EmbedEvent<'navigate'>): void {
    const { path: shown, previousPath } = payload;
    if (isExpected(shown, true)) return;
    expected = [];
    if (shown === path) return;
    // The embed may have shown another path meanwhile, after a load or before it was linked.
    settle(previousPath);
    path = shown;
    write('push');
  }

  function onView({ payload }: EmbedEvent<'view'>): void {
    const { path: shown } = payload;
    // A load reports only `view`. After a step, a `navigate` comes at once.
    if (!isExpected(shown, false)) settleLater(shown, expected[0] ? WAIT_MS : 100);
  }

  /** `f_orders.status=["completed"]` in two. Null takes a filter away. */
  function note(text: string): void {
    const end = text.indexOf('=');
    const condition = text.slice(end + 1);
    if (/^(null|\{"value":null\})$/.test(condition)) filters.delete(text.slice(0, end));
    else filters.set(text.slice(0, end), condition);
  }

  function read(): void {
    if (ending.signal.aborted) return;
    const { searchParams } = new URL(location.href);
    const target = parameter && searchParams.get(parameter);
    // What a stranger has written into a link may be no path and no filter.
    if (target && target !== path)
      attempt(() => {
        navigate.call(embed, target);
        expect(target);
      });
    for (const name of names) {
      const condition = searchParams.get(name);
      const filter = `${name}=${condition}`;
      const isKnown = condition === (filters.get(name) ?? null);
      // Without a path, the address is another route's, or was not written yet.
      if (isKnown || !(condition || target || !parameter)) continue;
      attempt(() => {
        // The text `null` takes a filter away.
        setFilter.call(embed, filter);
        note(filter);
      });
    }
    written = location.href;
  }

  /** A method of the embed, whose argument the link takes note of. */
  const noting =
    <T>(method: (value: T) => void, take: (value: T) => void) =>
    (value: T): void => {
      method.call(embed, value);
      take(value);
      write('replace');
    };
  const wrapped = own({
    navigate: noting(navigate, expect),
    setFilter: noting(setFilter, (filter) => note(filterParameter(filter))),
    clearFilter: noting(clearFilter, (member) => note(`f_${member}=null`)),
  });
  Object.assign(embed, wrapped);
  const until = own({ signal: ending.signal });
  embed.on('ready', onReady, until);
  embed.on('navigate', onNavigate, until);
  embed.on('view', onView, until);
  addEventListener('popstate', read, until);

  function end(): void {
    left.set(embed, [path, filters]);
    ending.abort();
    let name: keyof typeof methods;
    // Another link may have put its own in their place.
    for (name in methods)
      if (embed[name] === wrapped[name]) Object.assign(embed, { [name]: methods[name] });
  }

  signal?.addEventListener('abort', end, until);
  // The promises of an embed that has ended reject.
  const watch = () => void embed.once('unknown', until).then(watch, end);
  watch();
  if (signal?.aborted) end();
  read();
  write('replace');
  return { read, end, [Symbol.dispose]: end };
}
