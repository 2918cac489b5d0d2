// The tour: plays a scene with the page's embed and with a listener written by hand, side by side.

import { byId, h, setText } from './dom.js';
import { network } from './sandbox.js';
import { OPPONENTS } from './opponents.js';
import { Pace } from './pace.js';
import { SCENES } from './scenes.js';
import { clearFacts, showFacts } from './strips.js';
import { World } from './world.js';

const grid = byId('grid');
const list = byId('scenes');
const script = byId('script');
const steps = byId('steps');
const say = byId('say');
const title = byId('scene-title');
const stage = byId('usual-stage');
const pausing = byId('tour-pause');
const shown = [script, byId('tour-play'), byId('usual'), byId('bridge-strip')];

/** Aborting it ends the scene that is played. */
let play = new AbortController();
let pace = new Pace();
let scene = SCENES[0];
let opponent = OPPONENTS[0];

/**
 * Creates the list of scenes. `page.mount` mounts the page's embed for a scene, `page.current` returns
 * it, and `page.leave` is called when the tour ends.
 */
export function startTour({ sandbox, ...page }) {
  const start = (chosen) => {
    scene = chosen;
    void run(sandbox, page);
  };
  for (const each of SCENES) addButton(each, () => start(each));
  list.append(moreButton());
  byId('tour-again').addEventListener('click', () => start(scene));
  byId('tour-next').addEventListener('click', () => pace.next());
  pausing.addEventListener('click', () => setPaused(!pace.isPaused));
  byId('tour-end').addEventListener('click', () => {
    endTour(sandbox);
    page.leave();
    list.firstElementChild.focus();
  });
  for (const input of byId('opponents').querySelectorAll('input')) {
    input.addEventListener('change', () => {
      opponent = OPPONENTS.find(({ id }) => id === input.value);
      showOpponent();
      if (grid.classList.contains('touring')) start(scene);
    });
  }
}

function addButton(each, click) {
  const isFirst = list.childElementCount === 0;
  const name = isFirst ? `Play: ${each.invitation}` : each.title;
  const attributes = {
    class: isFirst ? 'button primary' : 'button',
    type: 'button',
    'aria-pressed': 'false',
    'data-scene': each.id,
    click,
  };
  list.append(h('button', { ...attributes, hidden: each.isMore === true }, name));
}

function moreButton() {
  const more = h(
    'button',
    { class: 'button quiet', type: 'button', 'aria-expanded': 'false' },
    'More',
  );
  more.addEventListener('click', () => {
    const isOpen = more.getAttribute('aria-expanded') !== 'true';
    more.setAttribute('aria-expanded', String(isOpen));
    setText(more, isOpen ? 'Fewer' : 'More');
    for (const each of SCENES.filter(({ isMore }) => isMore))
      list.querySelector(`[data-scene="${each.id}"]`).hidden = !isOpen;
  });
  return more;
}

/** Removes the second frame, and takes back what the scene has changed. */
export function endTour(sandbox) {
  if (!grid.classList.contains('touring')) return;
  play.abort();
  network.isDown = false;
  void sandbox.clearFaults();
  grid.classList.remove('touring');
  document.body.classList.remove('touring-page');
  for (const part of shown) part.hidden = true;
  for (const button of list.querySelectorAll('[data-scene]'))
    button.setAttribute('aria-pressed', 'false');
  stage.replaceChildren();
}

async function run(sandbox, page) {
  play.abort();
  play = new AbortController();
  pace = new Pace();
  const { signal } = play;
  announce();
  network.isDown = false;
  await sandbox.clearFaults();
  if (signal.aborted) return;
  const world = new World({ sandbox, page, signal, opponent, stage });
  const show = () => showFacts({ bridge: world.bridge(), usual: world.usual() }, scene);
  const timer = setInterval(show, 100);
  signal.addEventListener('abort', () => clearInterval(timer));
  try {
    await step(0, () => world.open(), signal);
    for (const [index, [, act]] of scene.steps.entries())
      await step(index + 1, () => act(world), signal);
    mark(scene.steps.length + 1);
    show();
    setText(say, scene.why[opponent.id]);
    script.dataset.state = 'played';
    pausing.disabled = true;
    byId('tour-next').disabled = true;
  } catch (error) {
    if (signal.aborted) return;
    setText(say, `The scene stopped: ${error.message}`);
    script.dataset.state = 'failed';
  } finally {
    // After an abort, the network and the faults are those of the next scene.
    if (!signal.aborted) {
      network.isDown = false;
      await sandbox.clearFaults();
    }
  }
}

/** Says a step and does it. It stays until it has happened and a reader has read it. */
async function step(index, act, signal) {
  mark(index);
  const text = steps.children[index].textContent;
  setText(say, `${index + 1} of ${steps.childElementCount}: ${text}`);
  await Promise.all([act(), pace.read(text, signal)]);
  signal.throwIfAborted();
}

/** Shows the scene's steps and the second frame. */
function announce() {
  grid.classList.add('touring');
  document.body.classList.add('touring-page');
  for (const part of shown) part.hidden = false;
  for (const button of list.querySelectorAll('[data-scene]'))
    button.setAttribute('aria-pressed', String(button.dataset.scene === scene.id));
  script.dataset.state = 'playing';
  setText(title, scene.title);
  setPaused(false);
  pausing.disabled = false;
  byId('tour-next').disabled = false;
  clearFacts(scene);
  showOpponent();
  const said = ['Both pages show the dashboard.', ...scene.steps.map(([text]) => text)];
  steps.replaceChildren(...said.map((text) => h('li', {}, text)));
  mark(0);
  const narrow = matchMedia('(max-width: 699px)').matches;
  (narrow ? script : byId('tour')).scrollIntoView({ block: 'start', behavior: 'instant' });
}

function showOpponent() {
  const link = byId('opponent-link');
  setText(link, opponent.name);
  link.href = opponent.file;
}

function setPaused(isPaused) {
  pace.isPaused = isPaused;
  setText(pausing, isPaused ? 'Continue' : 'Pause');
}

function mark(current) {
  for (const [index, item] of [...steps.children].entries()) {
    item.dataset.state = index < current ? 'done' : index === current ? 'now' : 'next';
    if (index === current) item.setAttribute('aria-current', 'step');
    else item.removeAttribute('aria-current');
  }
}
