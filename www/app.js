// The demo page. It mounts one embed at a time and shows what happens to it.

import { isEmbedError, mount } from '/dist/index.js';
import { chosen, offerPaths, setScheme, startControls } from './controls.js';
import { byId, setText } from './dom.js';
import { dateTime, duration, signedDuration, weekdayTime } from './format.js';
import { History } from './history.js';
import { inspectEmbed, startInspecting } from './inspecting.js';
import { showPageCode, startLast, written } from './last.js';
import { count, showLevers, startLevers } from './levers.js';
import { showLife } from './lifebar.js';
import { addLine, compact, startLog } from './log.js';
import { showState } from './panel.js';
import { Sandbox, config, mint } from './sandbox.js';
import { pageScheme, startScheme } from './scheme.js';
import { startSnippet } from './snippet.js';
import { makeTabs } from './tabs.js';
import { Timeline, markLegend } from './timeline.js';
import { endTour, startTour } from './tour.js';

/** Much shorter than the defaults, so that a viewer sees a renewal within seconds. */
const RENEWAL = {
  spreadMs: 5_000,
  confirmMs: 3_000,
  mintTimeoutMs: 6_000,
  retryMinMs: 1_000,
  retryMaxMs: 8_000,
  maxAttempts: 6,
  retryStoppedMs: 10_000,
};

/** In a scene, both frames ask at once, and an id that is not refused at once is taken. */
const RENEWAL_IN_A_SCENE = { ...RENEWAL, spreadMs: 0, confirmMs: 1_500 };

const EVENTS = [
  'ready',
  'view',
  'navigate',
  'dashboard-loaded',
  'download',
  'drilldown',
  'ai-query',
  'session-expiring',
  'session-expired',
  'error',
];

const stage = byId('embed');
const vacant = byId('vacant');
const notice = byId('notice');
const outcome = byId('outcome');

/** The mounted embed; null before it is mounted and after it is destroyed. */
let embed = null;
/** Aborting it destroys the embed, even one that is still being mounted. */
let life = new AbortController();
/** The entry of `surfacesOf` that the viewer chose. */
let surface;
let tenant;

const history = new History(() => timeline.changed());
const sandbox = new Sandbox({
  changed: showLevers,
  jumped(byMs) {
    history.jump(byMs);
    log('host', `clock turned by ${signedDuration(byMs)}, to ${weekdayTime(sandbox.now())}`, {
      byMs,
    });
  },
});
const timeline = new Timeline(byId('timeline'), history, sandbox);

await start();

async function start() {
  startLog();
  startSnippet();
  startLast();
  startInspecting();
  markLegend(byId('legend'));
  byId('demo-renewal').textContent = `renewal: ${written(RENEWAL)}`;
  byId('span').addEventListener('change', ({ target }) => timeline.show(Number(target.value)));
  startControls(act);
  startScheme((scheme) => setScheme(scheme, act));
  setScheme(pageScheme(), act);
  startLevers(sandbox, () => {
    endTour(sandbox);
    void mountSurface();
  });
  for (const button of byId('calls').querySelectorAll('[data-call]')) {
    button.addEventListener('click', () => act(button.dataset.call));
  }
  byId('destroy').addEventListener('click', destroy);
  byId('mount-again').addEventListener('click', () => {
    void mountSurface();
    // The focused button disappears, so the embed that replaces it gets the focus.
    stage.focus();
  });
  byId('notice-act').addEventListener('click', recover);
  setInterval(tick, 100);
  tick();

  let service;
  try {
    const [answer, left] = await Promise.all([config(), sandbox.watch()]);
    service = answer;
    await clearWhatIsLeft(left);
  } catch (error) {
    showVacant(`The sandbox does not answer: ${error.message}`);
    return;
  }
  tenant = service.tenant;
  const surfaces = surfacesOf(service);
  const showTab = makeTabs(
    byId('surfaces'),
    surfaces.map(({ name }) => name),
    stage,
    (index) => {
      endTour(sandbox);
      surface = surfaces[index];
      offerPaths(surface.paths);
      void mountSurface();
    },
  );
  startTour({
    sandbox,
    current: () => embed,
    async mount() {
      surface = surfaces[0];
      showTab(0);
      await mountSurface(RENEWAL_IN_A_SCENE);
    },
    leave: mountSurface,
  });
}

/** Turns off the faults that an earlier visitor has left, and says so. The clock stays where it is. */
async function clearWhatIsLeft(snapshot) {
  const { backend, rejectExchanges = 0 } = snapshot?.faults ?? {};
  const left = [
    ...(backend && backend.mode !== 'ok' ? [`the backend was set to “${backend.mode}”`] : []),
    ...(rejectExchanges > 0 ? [`the service was to refuse ${rejectExchanges} ids`] : []),
  ];
  if (left.length === 0) return;
  await sandbox.clearFaults();
  const text = `Left by an earlier visitor, and turned off: ${left.join(', and ')}.`;
  setText(byId('left-over'), text);
  log('host', text, snapshot.faults);
}

/** The tabs of the page: each dashboard, the whole app, and the chat. */
function surfacesOf({ deploymentId, dashboards }) {
  const home = ({ publicId }) => `/dashboard/${publicId}`;
  return [
    ...dashboards.map((dashboard) => ({
      name: dashboard.title,
      surface: { kind: 'dashboard', publicId: dashboard.publicId },
      paths: [
        `${home(dashboard)}/region/Europe`,
        `${home(dashboard)}/category/Apparel`,
        ...dashboards.map(home),
      ],
    })),
    {
      name: 'App',
      surface: { kind: 'app', deploymentId },
      paths: ['/workbook/orders', '/', ...dashboards.map(home)],
    },
    { name: 'Chat', surface: { kind: 'chat' }, paths: ['/chat'] },
  ];
}

async function mountSurface(renewal = RENEWAL) {
  if (!surface) {
    // The sandbox did not answer when the page was loaded, so there is no surface to mount.
    location.reload();
    return;
  }
  dismiss();
  const { signal } = (life = new AbortController());
  vacant.hidden = true;
  notice.hidden = true;
  history.begin();
  try {
    const mounted = await mount(stage, {
      baseUrl: tenant,
      surface: surface.surface,
      title: surface.name,
      params: { allowExport: true },
      attributes: { class: 'frame' },
      getSession,
      renewal,
      signal,
      ...chosen,
    });
    showPageCode(
      `const embed = await mount('#sales', { baseUrl, surface: ${written(surface.surface)}, getSession });`,
    );
    embed = mounted;
    listen(mounted);
    inspectEmbed(mounted);
    history.follow(mounted.session);
    allowCalls(true);
  } catch (error) {
    if (!signal.aborted) showVacant(`The embed could not be mounted: ${error.message}`);
  }
}

async function getSession(request) {
  const { reason, attempt } = request;
  history.minting(request);
  log('host', `getSession · reason ${reason} · attempt ${attempt}`, { reason, attempt });
  count('requests');
  const id = await mint(request);
  count('ids');
  return id;
}

function listen(mounted) {
  for (const name of EVENTS) {
    mounted.on(name, (event) => {
      log(name, compact(event.payload), event);
      noteMoment(name, event.payload);
    });
  }
  mounted.on('unknown', (event) =>
    log('unknown', `${event.type} · ${compact(event.payload)}`, event),
  );
  mounted.on('dropped', (message) =>
    log('dropped', `${message.reason} check failed · from ${message.origin}`, message),
  );
  let renewals = 0;
  mounted.on('session', (state) => {
    if (state.renewals > renewals) count('renewals');
    renewals = state.renewals;
    history.follow(state);
    showNotice(state);
    log('session', summaryOf(state), state);
  });
}

function noteMoment(name, payload) {
  if (name === 'ready') history.report('ready');
  if (name === 'session-expiring') history.report('expiring');
  if (name === 'session-expired') history.report('expired');
  if (name === 'error' && payload.context === 'session-renewal') {
    history.report('rejected');
    count('refused');
  }
}

/** Offers the way back from a renewal that has stopped. */
function showNotice({ status, lastError }) {
  notice.hidden = status !== 'stopped' || !lastError;
  if (notice.hidden) return;
  const isSignedOut = lastError.code === 'signed-out';
  notice.dataset.way = isSignedOut ? 'sign-in' : 'retry';
  setText(byId('notice-act'), isSignedOut ? 'Sign in' : 'Try again now');
  setText(
    byId('notice-text'),
    isSignedOut ? 'You are signed out.' : 'The session was not renewed.',
  );
  showNoticeTimes();
}

/** Until when the dashboard works, and when svc-embed tries again. */
function showNoticeTimes() {
  if (notice.hidden || !embed) return;
  const { expiresAt, nextAttemptAt } = embed.session;
  const left = expiresAt === null ? null : expiresAt - sandbox.now();
  const works =
    left === null
      ? ''
      : left > 0
        ? `The dashboard works for ${duration(left)} more.`
        : 'The session has ended.';
  const wait = nextAttemptAt === null ? null : Math.ceil((nextAttemptAt - Date.now()) / 1_000);
  const next = wait === null || wait < 0 ? '' : `Next try in ${wait} s.`;
  setText(byId('notice-times'), [works, next].filter(Boolean).join(' '));
}

/** Signs in and mounts again, or tries once more. The focus stays in the embed's place. */
async function recover() {
  stage.focus();
  if (notice.dataset.way === 'retry') {
    await act('renew');
    return;
  }
  log('host', 'signed in', { method: 'mount' });
  await sandbox.setBackend('ok');
  await mountSurface();
}

function summaryOf({ status, renewal, attempt, lastError }) {
  return [
    status,
    renewal,
    ...(attempt > 0 ? [`attempt ${attempt}`] : []),
    ...(lastError ? [lastError.code] : []),
  ].join(' · ');
}

/** Methods whose promise a page awaits. */
const AWAITED = new Set(['renew', 'reload']);

/** Calls a method of the embed and shows the result. */
async function act(method, argument) {
  if (!embed) return;
  const call = `${method}(${argument === undefined ? '' : written(argument)})`;
  const began = performance.now();
  showPageCode(`${AWAITED.has(method) ? 'await ' : ''}embed.${call};`);
  log('host', call, { method, argument });
  try {
    const answer = embed[method](argument);
    setText(outcome, call);
    if (!(answer instanceof Promise)) return;
    setText(outcome, `${call} is running`);
    await answer;
    const took = `${((performance.now() - began) / 1_000).toFixed(1)} s`;
    report(`${call} resolved after ${took}`, { method, took });
  } catch (error) {
    report(`${call} failed: ${isEmbedError(error) ? error.code : error.message}`, error);
  }
}

function report(text, data) {
  setText(outcome, text);
  log('host', text, data);
}

function destroy() {
  showPageCode('embed.destroy();');
  log('host', 'destroy()', { method: 'destroy' });
  dismiss();
  showVacant('The embed is destroyed: its iframe, its listeners and its timers are gone.');
  byId('mount-again').focus();
}

function dismiss() {
  history.end();
  life.abort();
  embed = null;
  inspectEmbed(null);
  allowCalls(false);
}

function showVacant(text) {
  notice.hidden = true;
  byId('vacant-text').textContent = text;
  vacant.hidden = false;
}

function allowCalls(allowed) {
  for (const button of byId('calls').querySelectorAll('button')) button.disabled = !allowed;
}

function log(type, summary, data) {
  // By this page's clock, as the inspector beside it.
  addLine(Date.now(), type, summary, data);
}

/** Updates what changes with time: the countdowns and the clock. */
function tick() {
  const now = sandbox.now();
  const state = embed?.session ?? null;
  // Skipped while the next embed is being mounted, so that "no embed" does not flash.
  const { session } = history;
  const began = session && history.sandboxTime(session.since, now);
  if (embed || !vacant.hidden) showState(state, now, began);
  setText(byId('sandbox-time'), dateTime(now));
  showNoticeTimes();
  showLife(
    byId('lifebar'),
    session && {
      number: session.number,
      began,
      expiresAt: state?.expiresAt ?? null,
    },
    now,
  );
}
