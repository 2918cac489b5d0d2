// The three frames: the page's own embed, and two pages whose listeners are written by hand. Each has
// `open`, `figures`, `setOffline`, `setScheme` and `move`, and a strip that shows its figures.

import { mount } from '/dist/index.js';
import { byId, h, pageScheme, setText } from './page.js';
import { mint, network } from './sandbox.js';

/** Much shorter than the defaults, so that a viewer sees a renewal within seconds. */
export const RENEWAL = {
  spreadMs: 0,
  confirmMs: 1_500,
  mintTimeoutMs: 6_000,
  retryMinMs: 1_000,
  retryMaxMs: 8_000,
  retryStoppedMs: 10_000,
};

const NONE = { status: 'starting', filter: 'none', requests: 0, ids: 0, errors: 0 };

/** What each state means to a viewer, and whether it is good. */
const STATES = {
  starting: ['is loading', ''],
  active: ['works', 'good'],
  expiring: ['ends soon', 'good'],
  expired: ['expired', 'bad'],
  refused: ['refused', 'bad'],
  stopped: ['stopped', ''],
};

const FACTS = { filter: 'filter', requests: 'requests', ids: 'ids', errors: 'errors' };

/** The embed of svc-embed. Each scene mounts it again. */
class Bridge {
  embed = null;
  #life = new AbortController();
  #figures = NONE;
  #log;
  #options;

  /** `log` receives the type of each event or call, and what it says. */
  constructor(options, log) {
    this.#options = options;
    this.#log = log;
  }

  async open() {
    this.#life.abort();
    const { signal } = (this.#life = new AbortController());
    const figures = (this.#figures = { ...NONE });
    this.embed = null;
    const getSession = async (request) => {
      const { reason, attempt } = request;
      figures.requests += 1;
      this.#log('host', { call: 'getSession', reason, attempt });
      const id = await mint(request);
      figures.ids += 1;
      return id;
    };
    const embed = await mount('#embed', {
      ...this.#options,
      filters: [{ member: 'orders.status', value: 'completed' }],
      colorScheme: pageScheme(),
      title: 'Sales overview',
      getSession,
      renewal: RENEWAL,
      signal,
    }).catch((error) => {
      // The next one is being mounted.
      if (!signal.aborted) throw error;
    });
    if (!embed) return;
    this.embed = embed;
    embed.on('*', ({ type, payload }) => this.#log(type.replace('svc:event:', ''), payload));
    embed.on('dropped', ({ reason, origin }) => this.#log('dropped', { reason, origin }));
    embed.on('ready', () => (figures.filter = 'none'));
    embed.on('dashboard-loaded', () => (figures.filter = 'kept'));
    embed.on('session-expired', () => (figures.filter = 'gone'));
    embed.on('error', () => (figures.errors += 1));
    embed.on('session', ({ status, renewal, attempt, lastError }) => {
      const error = lastError && { error: lastError.code };
      this.#log('session', { status, renewal, ...(attempt > 0 && { attempt }), ...error });
    });
  }

  figures() {
    const status = this.embed?.session.status ?? 'starting';
    return { ...this.#figures, status };
  }

  /** True if renewal has stopped because nobody is signed in. */
  get isSignedOut() {
    const { status, lastError } = this.embed?.session ?? {};
    return status === 'stopped' && lastError?.code === 'signed-out';
  }

  setOffline(isOffline) {
    network.isDown = isOffline;
    dispatchEvent(new Event(isOffline ? 'offline' : 'online'));
  }

  setScheme(scheme) {
    this.embed?.setColorScheme(scheme);
  }

  move() {
    const { iframe } = this.embed ?? {};
    iframe?.parentElement.append(iframe);
  }
}

/** A page with a listener written by hand. `watch.js` in that page does what the demo asks of it. */
class Listener {
  #name;
  #title;
  #frame;

  constructor(name, title) {
    this.#name = name;
    this.#title = title;
  }

  open() {
    const src = `listener.html?listener=${this.#name}#${pageScheme()}`;
    this.#frame = h('iframe', { title: this.#title, src });
    byId(`${this.#name}-frame`).replaceChildren(this.#frame);
  }

  get #watch() {
    return this.#frame?.contentWindow?.watch;
  }

  figures() {
    return this.#watch?.figures ?? NONE;
  }

  setOffline(isOffline) {
    this.#watch?.setOffline(isOffline);
  }

  setScheme(scheme) {
    this.#watch?.setScheme(scheme);
  }

  move() {
    this.#watch?.move();
  }
}

/** The three frames, by the id of their pane. `options` are those of `mount`. */
export const makePanes = (options, log) => ({
  bridge: new Bridge(options, log),
  usual: new Listener('usual', 'The usual listener'),
  careful: new Listener('careful', 'A careful listener'),
});

/** Adds the facts to each strip. */
export function makeStrips() {
  for (const pane of document.querySelectorAll('.pane')) {
    const facts = Object.entries(FACTS).map(([name, label]) =>
      h('div', {}, h('dt', {}, label), h('dd', { id: `${pane.id}-${name}` }, '–')),
    );
    pane.querySelector('.facts').replaceChildren(...facts);
  }
}

/** Shows the figures of a frame. */
export function showFigures(id, figures) {
  const { status } = figures;
  const [word, mark] = STATES[status];
  const place = byId(`${id}-status`);
  setText(place, word);
  Object.assign(place.dataset, { value: status, mark });
  place.dataset.status = status === 'refused' ? 'expired' : status;
  const marks = {
    filter: { kept: 'good', lost: 'bad', gone: 'bad' }[figures.filter] ?? '',
    errors: figures.errors > 0 ? 'bad' : '',
  };
  for (const name of Object.keys(FACTS)) {
    const cell = byId(`${id}-${name}`);
    setText(cell, String(figures[name]));
    cell.dataset.mark = marks[name] ?? '';
  }
}
