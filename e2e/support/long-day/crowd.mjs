// Many embeds on one page, and what the page notes about them.
//
// All notes are counters made before the first embed: a list that grew would count as a leak of
// the bridge when the page's memory is compared.

import { By } from 'selenium-webdriver';
import { evaluate } from '../page.mjs';

/**
 * Opens the host page and mounts `embeds` embeds on it. The last `changing` of them are those that
 * the caller may reload and replace.
 */
export async function openCrowd(driver, { host, tenant, embeds, changing, renewal }) {
  await driver.get(`${host}/`);
  await evaluate(driver, setUp, tenant, embeds, changing, renewal);
  return new Crowd(driver);
}

/** The page's embeds, from outside. */
export class Crowd {
  #driver;
  /**
   * How often the page was made to run something, and an iframe was gone into. The driver leaves
   * a few bytes in the page each time.
   */
  effort = { scripts: 0, visits: 0 };

  constructor(driver) {
    this.#driver = driver;
  }

  #evaluate(body, ...args) {
    this.effort.scripts++;
    return evaluate(this.#driver, body, ...args);
  }

  /** Calls one of the functions that `setUp` gives the page. */
  call(name, ...args) {
    return this.#evaluate((name, args) => window.crowd[name](...args), name, args);
  }

  notes() {
    return this.#evaluate(() => window.crowd.notes);
  }

  /** Moves the page's clocks. */
  shiftClocks(by) {
    return this.#evaluate((by) => {
      window.crowd.shift.wall += by.wall;
      window.crowd.shift.monotonic += by.monotonic;
    }, by);
  }

  /** What a browser tells a page whose tab is shown, or whose network is back. */
  returnToPage() {
    return this.#evaluate(() => {
      document.dispatchEvent(new Event('visibilitychange'));
      window.dispatchEvent(new Event('online'));
    });
  }

  /**
   * Asks the documents in the iframes which embed they are, how their session is, and which mark
   * they bear; one without a mark gets `mark`. Whoever loads a document anew wipes it away.
   *
   * The driver never lets go of an iframe that it was in. So those that are replaced are not asked
   * as long as the page's nodes are counted, but `withChanging` only.
   */
  async askFrames(mark, { withChanging = false } = {}) {
    const driver = this.#driver;
    const css = withChanging ? 'iframe' : '.lasting iframe';
    const answers = [];
    this.effort.scripts++;
    for (const frame of await driver.findElements(By.css(css))) {
      this.effort.visits++;
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
async function setUp(tenant, embeds, changing, renewal) {
  const counters = (...names) => Object.fromEntries(names.map((name) => [name, 0]));
  const notes = {
    mintsUnderWay: 0,
    mostMintsUnderWay: 0,
    mostMintsOfOneEmbed: 0,
    /** Promises of renew() and reload() that have not settled. */
    unsettled: 0,
    /** Ids that the service had seen before. */
    deliveredTwice: 0,
    dropped: 0,
    lastNews: 0,
    requests: counters(
      'mount',
      'expiring',
      'expired',
      'foreground',
      'rejected',
      'manual',
      'reload',
    ),
    errors: counters(
      'mint-failed',
      'mint-timeout',
      'mint-invalid',
      'mint-repeated',
      'mint-stale',
      'exchange-rejected',
      'other',
    ),
  };
  const slots = Array.from({ length: embeds }, () => ({
    embed: null,
    place: null,
    mints: 0,
    told: null,
  }));
  const crowd = { notes, shift: { wall: 0, monotonic: 0 } };

  // The page's own clocks, which a night moves as it moves the service's.
  const wall = Date.now.bind(Date);
  const monotonic = performance.now.bind(performance);
  Date.now = () => wall() + crowd.shift.wall;
  performance.now = () => monotonic() + crowd.shift.monotonic;

  const { mount } = await import('/dist/index.js');

  const news = () => void (notes.lastNews = monotonic());

  async function getSession(slot, { reason, signal }) {
    news();
    notes.requests[reason]++;
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
    // A mint is over when it is aborted, though its request takes a moment longer to know.
    signal.addEventListener('abort', end, { once: true });
    try {
      const response = await fetch('/api/embed-session', { method: 'POST', signal });
      if (!response.ok) throw new Error(`the backend answered ${response.status}`);
      return (await response.json()).sessionId;
    } finally {
      end();
    }
  }

  function onSession({ lastError }) {
    news();
    // One note an error: the session is told of it again at each change until it is overcome.
    if (lastError && lastError.message !== this.told) {
      notes.errors[lastError.code in notes.errors ? lastError.code : 'other']++;
    }
    this.told = lastError?.message ?? null;
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
    });
    slot.embed.on('session', onSession.bind(slot));
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
    async replace(index) {
      slots[index].embed.destroy();
      await mountAt(index);
    },
    /** How the embeds are, in numbers; and the first ones that are not as they should be. */
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
    /** Waits until nothing has gone on for `quietMs`; false where that does not come. */
    async settled(quietMs, timeoutMs) {
      // What was done just now is news that the embeds may not have heard yet.
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
    slot.place.className = index < embeds - changing ? 'lasting' : 'changing';
    target.append(slot.place);
    await mountAt(index);
  }
}
