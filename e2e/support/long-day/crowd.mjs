// Many embeds on one page, and counters of what happens to them.

import { By } from 'selenium-webdriver';
import { evaluate } from '../page.mjs';

/** Opens the host page and mounts `embeds` embeds on it. */
export async function openCrowd(driver, { host, tenant, embeds, renewal }) {
  await driver.get(`${host}/`);
  await evaluate(driver, setUp, tenant, embeds, renewal);
  return new Crowd(driver);
}

/** Controls the page's embeds through the driver. */
export class Crowd {
  #driver;

  constructor(driver) {
    this.#driver = driver;
  }

  /** Calls a function of `window.crowd`, which `setUp` creates. */
  call(name, ...args) {
    return evaluate(this.#driver, (name, args) => window.crowd[name](...args), name, args);
  }

  notes() {
    return evaluate(this.#driver, () => window.crowd.notes);
  }

  /** Moves the page's clocks. */
  shiftClocks(by) {
    return evaluate(
      this.#driver,
      (by) => {
        window.crowd.shift.wall += by.wall;
        window.crowd.shift.monotonic += by.monotonic;
      },
      by,
    );
  }

  /** Fires the events of a tab that becomes visible and of a network that comes back. */
  returnToPage() {
    return evaluate(this.#driver, () => {
      document.dispatchEvent(new Event('visibilitychange'));
      window.dispatchEvent(new Event('online'));
    });
  }

  /**
   * Reads from the document of each iframe its slot, its session's state and its mark, and sets
   * `mark` on a document that has none. A document that is loaded again has lost its mark.
   */
  async askFrames(mark) {
    const driver = this.#driver;
    const answers = [];
    for (const frame of await driver.findElements(By.css('iframe'))) {
      await driver.switchTo().frame(frame);
      const answer = await driver.executeScript((mark) => {
        const before = window.mark ?? null;
        window.mark ??= mark;
        return {
          slot: Number(new URLSearchParams(location.search).get('slot')),
          session: document.documentElement.dataset.sessionState,
          mark: before,
        };
      }, mark);
      answers.push(answer);
      await driver.switchTo().defaultContent();
    }
    return answers;
  }
}

/** Runs in the page. */
async function setUp(tenant, embeds, renewal) {
  const notes = {
    mintsUnderWay: 0,
    mostMintsUnderWay: 0,
    mostMintsOfOneEmbed: 0,
    /** Promises of renew() and reload() that have not settled. */
    unsettled: 0,
    /** Ids that the service has received before. */
    deliveredTwice: 0,
    dropped: 0,
    /** Iframes that the page has moved, which the browser then loads by their old URL. */
    moves: 0,
    lastNews: 0,
  };
  const slots = Array.from({ length: embeds }, () => ({
    embed: null,
    place: null,
    mints: 0,
  }));
  const crowd = { notes, shift: { wall: 0, monotonic: 0 } };

  // The test can shift the page's clocks together with the service's.
  const wall = Date.now.bind(Date);
  const monotonic = performance.now.bind(performance);
  Date.now = () => wall() + crowd.shift.wall;
  performance.now = () => monotonic() + crowd.shift.monotonic;

  const { mount } = await import('/dist/index.js');

  const news = () => void (notes.lastNews = monotonic());

  async function getSession(slot, { signal }) {
    news();
    slot.mints++;
    notes.mintsUnderWay++;
    notes.mostMintsOfOneEmbed = Math.max(notes.mostMintsOfOneEmbed, slot.mints);
    notes.mostMintsUnderWay = Math.max(notes.mostMintsUnderWay, notes.mintsUnderWay);
    let over = false;
    const end = () => {
      if (over) return;
      over = true;
      slot.mints--;
      notes.mintsUnderWay--;
    };
    // A mint ends when it is aborted, although its request rejects a moment later.
    signal.addEventListener('abort', end);
    try {
      const response = await fetch('/api/embed-session', { method: 'POST', signal });
      if (!response.ok) throw new Error(`The backend answered ${response.status}.`);
      return (await response.json()).sessionId;
    } finally {
      end();
    }
  }

  function onError({ payload }) {
    if (/already been used/.test(payload.message)) notes.deliveredTwice++;
  }

  async function mountAt(index) {
    const slot = slots[index];
    slot.embed = await mount(slot.place, {
      baseUrl: tenant,
      surface: { kind: 'chat' },
      params: { slot: index },
      attributes: { style: 'width: 100px; height: 80px; display: inline-block' },
      getSession: (request) => getSession(slot, request),
      renewal,
      logger: false,
    });
    slot.embed.on('session', news);
    slot.embed.on('error', onError);
    slot.embed.on('*', news);
    slot.embed.on('dropped', () => void notes.dropped++);
  }

  const settling = (promise) => {
    notes.unsettled++;
    const settled = () => void notes.unsettled--;
    promise.then(settled, settled);
  };

  Object.assign(crowd, {
    renew: (index) => settling(slots[index].embed.renew()),
    reload: (index) => settling(slots[index].embed.reload()),
    move(index) {
      const { iframe } = slots[index].embed;
      notes.moves++;
      iframe.parentNode.append(iframe);
    },
    async replace(index) {
      slots[index].embed.destroy();
      await mountAt(index);
    },
    /** Counts the embeds in each condition, and returns the first three that are not well. */
    look() {
      const states = slots.map(({ embed }) => embed.session);
      const isWell = ({ status, renewal }) => status === 'active' && renewal === 'idle';
      return {
        well: states.filter(isWell).length,
        stopped: states.filter(({ status }) => status === 'stopped').length,
        idle:
          states.every(({ status, renewal }) => status !== 'starting' && renewal === 'idle') &&
          notes.unsettled === 0,
        ill: states
          .map((state, slot) => ({ slot, ...state, lastError: state.lastError?.code }))
          .filter((state) => !isWell(state))
          .slice(0, 3),
      };
    },
    /** Waits until nothing has happened for `quietMs`. Resolves to false after `timeoutMs`. */
    async settled(quietMs, timeoutMs) {
      // The embeds may not have noticed the caller's last change yet, so the wait starts now.
      news();
      for (const end = monotonic() + timeoutMs; monotonic() < end;) {
        if (crowd.look().idle && monotonic() - notes.lastNews >= quietMs) return true;
        await new Promise((done) => setTimeout(done, 25));
      }
      return false;
    },
  });
  window.crowd = crowd;

  const target = document.querySelector('#target');
  for (const [index, slot] of slots.entries()) {
    slot.place = document.createElement('span');
    target.append(slot.place);
    await mountAt(index);
  }
}
