// The tour: plays a scene with the page's embed and with the usual listener, side by side. Both get
// the same clock, backend and network, and the figures of both are counted as it happens.

import { byId, h, setText } from './dom.js';
import { counted } from './levers.js';
import { network } from './sandbox.js';
import { SCENES } from './scenes.js';
import { pageScheme } from './scheme.js';

const MINUTE = 60_000;
const PATIENCE_MS = 30_000;
const FACTS = ['status', 'requests', 'ids', 'views', 'errors'];

const grid = byId('grid');
const list = byId('scenes');
const script = byId('script');
const steps = byId('steps');
const why = byId('why');
const ended = byId('tour-end');
const usualStage = byId('usual-stage');
const cells = {
  bridge: FACTS.map((name) => byId(`bridge-${name}`)),
  usual: FACTS.map((name) => byId(`usual-${name}`)),
};

/** Aborting it ends the scene that is played. */
let play = new AbortController();

/**
 * Creates the list of scenes. `page.mount` mounts the page's embed for a scene, `page.current` returns
 * it, and `page.leave` is called when the tour ends.
 */
export function startTour({ sandbox, ...page }) {
  for (const scene of SCENES) {
    const click = () => void run(scene, sandbox, page);
    const attributes = { class: 'button', type: 'button', 'aria-pressed': 'false', click };
    list.append(h('button', { ...attributes, 'data-scene': scene.id }, scene.title));
  }
  ended.addEventListener('click', () => {
    endTour(sandbox);
    page.leave();
    list.firstElementChild.focus();
  });
}

/** Removes the second frame, and takes back what the scene has changed. */
export function endTour(sandbox) {
  if (!grid.classList.contains('touring')) return;
  play.abort();
  network.isDown = false;
  void sandbox.clearFaults();
  grid.classList.remove('touring');
  for (const part of [script, ended, byId('usual'), byId('bridge-title')]) part.hidden = true;
  for (const button of list.children) button.setAttribute('aria-pressed', 'false');
  usualStage.replaceChildren();
}

async function run(scene, sandbox, page) {
  play.abort();
  play = new AbortController();
  const { signal } = play;
  announce(scene);
  network.isDown = false;
  await sandbox.clearFaults();
  if (signal.aborted) return;
  const world = new World(sandbox, page, signal);
  const shown = setInterval(() => world.show(), 100);
  signal.addEventListener('abort', () => clearInterval(shown));
  try {
    await world.open();
    for (const [index, [, act]] of scene.steps.entries()) {
      mark(index + 1);
      await act(world);
      signal.throwIfAborted();
    }
    mark(scene.steps.length + 1);
    world.show();
    setText(why, scene.why);
    script.dataset.state = 'played';
  } catch (error) {
    if (signal.aborted) return;
    setText(why, `The scene stopped: ${error.message}`);
    script.dataset.state = 'failed';
  } finally {
    // After an abort, the network and the faults are those of the next scene.
    if (!signal.aborted) {
      network.isDown = false;
      await sandbox.clearFaults();
    }
  }
}

/** Shows the scene's steps and the second frame. */
function announce(scene) {
  grid.classList.add('touring');
  for (const part of [script, ended, byId('usual'), byId('bridge-title')]) part.hidden = false;
  for (const button of list.children) {
    button.setAttribute('aria-pressed', String(button.dataset.scene === scene.id));
  }
  script.dataset.state = 'playing';
  setText(byId('scene-title'), scene.title);
  setText(why, '');
  const said = ['Both frames mount the dashboard.', ...scene.steps.map(([say]) => say)];
  steps.replaceChildren(...said.map((say) => h('li', {}, say)));
  mark(0);
}

function mark(current) {
  for (const [index, step] of [...steps.children].entries()) {
    step.dataset.state = index < current ? 'done' : index === current ? 'now' : 'next';
    if (index === current) step.setAttribute('aria-current', 'step');
    else step.removeAttribute('aria-current');
  }
}

/** What the steps of a scene can do to both frames, and see of them. */
class World {
  #sandbox;
  #page;
  #signal;
  #usual = null;
  #before = counted();
  #seen = { views: 0, errors: 0 };
  #expiresAt = 0;

  constructor(sandbox, page, signal) {
    this.#sandbox = sandbox;
    this.#page = page;
    this.#signal = signal;
  }

  /** Mounts both frames. Resolves when both show their dashboard. */
  async open() {
    const frame = h('iframe', {
      class: 'frame',
      title: 'The usual listener',
      src: `usual.html#${pageScheme()}`,
    });
    usualStage.replaceChildren(frame);
    await this.#page.mount();
    this.#signal.throwIfAborted();
    const options = { signal: this.#signal };
    this.#embed.on('dashboard-loaded', () => (this.#seen.views += 1), options);
    this.#embed.on('error', () => (this.#seen.errors += 1), options);
    this.#usual = frame;
    await this.until(() => this.bridge().views === 1 && this.usual().views === 1);
    this.#expiresAt = await this.#sandbox.newestEnd();
  }

  /** What svc-embed has done in this scene. */
  bridge() {
    const now = counted();
    return {
      status: this.status(),
      requests: now.requests - this.#before.requests,
      ids: now.ids - this.#before.ids,
      ...this.#seen,
    };
  }

  /** What the usual listener has done. */
  usual() {
    return this.#watch?.facts ?? { status: 'starting', requests: 0, ids: 0, views: 0, errors: 0 };
  }

  status() {
    return this.#embed?.session.status ?? 'starting';
  }

  /** Turns the clock to where the sessions of both frames are `expiring` or `expired`. */
  turnPast(edge) {
    return this.#sandbox.turnTo(this.#expiresAt + (edge === 'expired' ? 1 : -29.9) * MINUTE);
  }

  setBackend(mode) {
    return this.#sandbox.setBackend(mode);
  }

  refuse(times) {
    return this.#sandbox.refuse(times);
  }

  /** Takes the network away from both pages, or gives it back. */
  setOffline(isOffline) {
    network.isDown = isOffline;
    this.#watch.isOffline = isOffline;
    const event = isOffline ? 'offline' : 'online';
    for (const page of [window, this.#usual.contentWindow]) page.dispatchEvent(new Event(event));
  }

  /** Moves both iframes within their document. The browser then loads them again. */
  moveIframes() {
    const own = this.#usual.contentDocument.querySelector('iframe');
    for (const iframe of [this.#embed.iframe, own]) {
      const { parentElement } = iframe;
      iframe.remove();
      parentElement.append(iframe);
    }
  }

  /** Opens a stranger's iframe in both pages. */
  async forge() {
    for (const { body } of [document, this.#usual.contentDocument]) {
      const stranger = body.ownerDocument.createElement('iframe');
      stranger.setAttribute('sandbox', 'allow-scripts');
      stranger.hidden = true;
      stranger.src = 'stranger.html';
      body.append(stranger);
      this.#signal.addEventListener('abort', () => stranger.remove());
    }
    await this.untilUsual({ requests: 6 });
  }

  untilRenewed() {
    return this.until(() => this.#embed.session.renewals > 0 && this.status() === 'active');
  }

  /** Resolves when the usual listener has these figures. */
  untilUsual(wanted) {
    return this.until(() => {
      const figures = this.usual();
      return Object.entries(wanted).every(([name, value]) => figures[name] === value);
    });
  }

  async until(condition) {
    const end = performance.now() + PATIENCE_MS;
    while (!condition()) {
      this.#signal.throwIfAborted();
      if (performance.now() > end) throw new Error('something that it waits for did not happen.');
      await this.pause(0.05);
    }
  }

  async pause(seconds) {
    await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
    this.#signal.throwIfAborted();
  }

  /** Shows the figures of both frames. */
  show() {
    for (const [frame, facts] of [
      ['bridge', this.bridge()],
      ['usual', this.usual()],
    ]) {
      for (const [index, name] of FACTS.entries())
        setText(cells[frame][index], String(facts[name]));
      byId(`${frame}-status`).dataset.status =
        facts.status === 'refused' ? 'expired' : facts.status;
    }
  }

  /** The page's embed. After a sign-in it is another one. */
  get #embed() {
    return this.#page.current();
  }

  get #watch() {
    return this.#usual?.contentWindow?.watch;
  }
}
