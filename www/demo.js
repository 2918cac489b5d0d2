// The page of the embed: it opens the three frames, plays the scenes, and has the sandbox's levers and the log.

import { byId, copyButton, h, setText, showCode, startScheme } from './page.js';
import { RENEWAL, makePanes, makeStrips, showFigures } from './panes.js';
import * as sandbox from './sandbox.js';
import { SCENES } from './scenes.js';

/** How long a step is shown before the next one, and how long it may take. */
const BEAT_MS = 1_200;
const PATIENCE_MS = 60_000;
const LOG_LINES = 200;

/** Explains each mode of the backend to the viewer. */
const MODES = {
  ok: 'Makes a new session id for each request.',
  down: 'Answers 503. svc-embed tries again after growing pauses.',
  slow: 'Answers after 3 seconds. The old session works until then.',
  hang: 'Never answers. svc-embed aborts the request and tries again.',
  junk: 'Answers 200 with an HTML page, as some sign-in proxies do.',
  repeat: 'Answers with the previous id, as a cache would. svc-embed refuses it.',
  'signed-out': 'Answers 401. getSession throws SignedOutError, and renewal stops.',
};

const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });
const dateTime = new Intl.DateTimeFormat('en-GB', {
  ...{ weekday: 'short', day: 'numeric', month: 'short' },
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
});

const story = byId('story');
const lines = byId('log-lines');
const offline = byId('offline');

let panes;
/** Aborting it ends the scene that is played. */
let playing = new AbortController();

startScheme((scheme) => everyPane((pane) => pane.setScheme(scheme)));
for (const code of document.querySelectorAll('.snippet code')) {
  showCode(code);
  code.closest('.snippet').append(copyButton(code, `Copy: ${code.dataset.name}`));
}
makeStrips();
startLevers();
await asked(start());

async function start() {
  const { tenant } = await sandbox.config();
  const { faults } = await sandbox.watchSandbox(showSandbox);
  // An earlier visitor may have left it so. The clock stays where it is.
  if (faults.backend.mode !== 'ok') await sandbox.setBackend('ok');
  const surface = { kind: 'dashboard', publicId: 'sales-overview' };
  panes = makePanes({ baseUrl: tenant, surface }, log);
  setInterval(tick, 100);
  for (const scene of SCENES) {
    const button = byId('scenes').querySelector(`[data-scene="${scene.id}"]`);
    button.addEventListener('click', () => play(scene));
  }
  await openFrames();
}

async function openFrames() {
  panes.usual.open();
  panes.careful.open();
  await panes.bridge.open();
}

/** Plays a scene, from fresh frames to its outcome. A scene that is still being played ends. */
async function play(scene) {
  playing.abort();
  const { signal } = (playing = new AbortController());
  for (const button of byId('scenes').children)
    button.setAttribute('aria-pressed', String(button.dataset.scene === scene.id));
  story.dataset.state = 'playing';
  story.replaceChildren();
  setText(byId('story-title'), scene.title);
  if (matchMedia('(max-width: 999px)').matches) byId('panes').scrollIntoView();
  try {
    await restore();
    signal.throwIfAborted();
    const world = worldOf(signal);
    await step('Each page sets a filter: status is completed.', async () => {
      await openFrames();
      await world.until((frames) => Object.values(frames).every(({ filter }) => filter !== 'none'));
    });
    for (const [text, act] of scene.steps) await step(text, () => act(world));
    tell(scene.why);
    story.dataset.state = 'played';
  } catch (error) {
    if (signal.aborted) return;
    tell(`The scene stopped: ${error.message}`);
    story.dataset.state = 'failed';
  } finally {
    // After an abort, the network and the backend are those of the next scene.
    if (!signal.aborted) await restore();
  }

  async function step(text, act) {
    tell(text);
    await Promise.all([act(), sleep(BEAT_MS)]);
    signal.throwIfAborted();
  }
}

/** What the steps of a scene can do and see. Every wait ends when `signal` is aborted. */
function worldOf(signal) {
  const until = async (condition) => {
    const end = performance.now() + PATIENCE_MS;
    while (!condition(figures())) {
      if (performance.now() > end) throw new Error('something that it waits for did not happen.');
      await sleep(50);
      signal.throwIfAborted();
    }
  };
  return {
    until,
    turnPast: sandbox.turnPast,
    setBackend: sandbox.setBackend,
    setOffline,
    move: () => everyPane((pane) => pane.move()),
    /** Resolves when svc-embed and the careful listener work again, each with a new id and its filter. */
    untilRenewed: () =>
      until(({ bridge, careful }) =>
        [bridge, careful].every(
          ({ status, ids, filter }) => status === 'active' && ids >= 2 && filter === 'kept',
        ),
      ),
  };
}

/** Lets the network and the backend work again. */
async function restore() {
  setOffline(false);
  await sandbox.setBackend('ok');
}

/** Adds a sentence to the story, which screen readers read. */
function tell(text) {
  story.append(h('p', {}, text));
  story.scrollTop = story.scrollHeight;
}

/** Says so if the sandbox does not answer. */
async function asked(work) {
  try {
    await work;
  } catch (error) {
    tell(`The sandbox does not answer: ${error.message}`);
  }
}

function startLevers() {
  byId('clock').addEventListener('click', ({ target }) => {
    const { move } = target.dataset;
    if (move) void asked(move === 'hour' ? sandbox.turn(3_600_000) : sandbox.turnPast(move));
  });
  byId('backend').addEventListener('change', ({ target }) =>
    asked(sandbox.setBackend(target.value)),
  );
  offline.addEventListener('click', () =>
    setOffline(offline.getAttribute('aria-pressed') !== 'true'),
  );
  byId('move').addEventListener('click', () => everyPane((pane) => pane.move()));
  byId('reset').addEventListener('click', () => {
    playing.abort();
    story.dataset.state = 'ended';
    setOffline(false);
    void asked(sandbox.reset().then(openFrames));
  });
  byId('sign-in').addEventListener('click', () => {
    // The button disappears, and its focus would be lost.
    byId('bridge').focus();
    log('host', { call: 'sign in, then mount' });
    void asked(sandbox.setBackend('ok').then(() => panes.bridge.open()));
  });
  byId('renewal').textContent = Object.entries(RENEWAL)
    .map(([name, ms]) => `${name}: ${ms}`)
    .join(', ');
}

function setOffline(isOffline) {
  offline.setAttribute('aria-pressed', String(isOffline));
  everyPane((pane) => pane.setOffline(isOffline));
}

/** Shows the state of the sandbox, and notes that its clock was turned. */
function showSandbox({ faults }, turnedByMs) {
  const { mode } = faults.backend;
  for (const input of byId('backend').querySelectorAll('input'))
    input.checked = input.value === mode;
  setText(byId('backend-hint'), MODES[mode] ?? `Set outside this page: ${mode}.`);
  if (turnedByMs > 0) log('clock', { turnedBy: duration(turnedByMs) });
}

/** Shows what changes with time. */
function tick() {
  for (const [id, each] of Object.entries(figures())) showFigures(id, each);
  byId('notice').hidden = !panes.bridge.isSignedOut;
  setText(byId('sandbox-time'), dateTime.format(sandbox.now()).replace(',', ''));
}

/** Adds a line to the log, and scrolls to it, unless the viewer has scrolled up. */
function log(type, data) {
  const what = Object.entries(data ?? {})
    .map(([name, value]) => `${name} ${readable(name, value)}`)
    .join(' · ');
  const box = lines.parentElement;
  const isAtEnd = box.scrollTop + box.clientHeight > box.scrollHeight - 20;
  lines.append(
    h(
      'li',
      { 'data-type': type },
      h('time', {}, time.format(Date.now())),
      h('span', { class: 'type' }, type),
      h('span', { class: 'what' }, what),
    ),
  );
  while (lines.childElementCount > LOG_LINES) lines.firstElementChild.remove();
  if (isAtEnd) box.scrollTop = box.scrollHeight;
}

function readable(name, value) {
  if (typeof value !== 'number') return typeof value === 'string' ? value : JSON.stringify(value);
  if (name.endsWith('At')) return dateTime.format(value).replace(',', '');
  return name.endsWith('InMs') ? duration(value) : value;
}

/** `22 h 30 min`, `4 min 5 s` */
function duration(ms) {
  const [large, small, names] = ms >= 3_600_000 ? [3_600, 60, ['h', 'min']] : [60, 1, ['min', 's']];
  const rest = Math.round(ms / 1_000 / small);
  const parts = [Math.floor((rest * small) / large), rest % (large / small)];
  return parts.flatMap((part, at) => (part > 0 ? [`${part} ${names[at]}`] : [])).join(' ');
}

function figures() {
  return Object.fromEntries(Object.entries(panes).map(([id, pane]) => [id, pane.figures()]));
}

function everyPane(act) {
  for (const pane of Object.values(panes ?? {})) act(pane);
}

function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
