// The embed: opens its session, mounts its view, answers the host's actions, reports what happens.

import { HttpError } from './api';
import { onSystemScheme, reflect, refreshes } from './appearance';
import { connect, type Emission } from './clock';
import { parseFilter } from './filters';
import { frame } from './frame';
import { dashboardPage, parseDashboardPath } from './pages/dashboard';
import { painted, type Controls, type Page } from './pages/page';
import {
  expiredOverlay,
  failurePage,
  loadingScreen,
  notFoundPage,
  rejectedScreen,
} from './pages/screens';
import { homePage, ORDERS_WORKBOOK, workbookPage } from './pages/workspace';
import { emit, faults, onActions, post, publicId, surface } from './protocol';
import { begin, deploymentId, leaveToNext, session, swap } from './session';
import {
  asLocale,
  asScheme,
  asTheme,
  asTimezone,
  homePath,
  initialCredential,
  rebuildState,
  setFilter,
  state,
  update,
} from './state';

const root = document.querySelector<HTMLElement>('#root') ?? document.body;

const controls: Controls = {
  navigate: (path) => void navigate(path),
  filter(filter) {
    setFilter(filter);
    queriesChanged();
  },
  clearFilters() {
    update({ filters: [] });
    queriesChanged();
  },
  choosePeriod(period) {
    update({ period });
    queriesChanged();
  },
  refresh,
};

const shell = frame(controls);
const overlay = { element: null as HTMLElement | null };
const scrolls = new Map<string, number>();
let page: Page | null = null;
/** The number of the present mount or navigation. Data that an earlier one fetches are dropped. */
let turn = 0;
let mounting: Promise<Page | null> = Promise.resolve(null);

onActions({
  'set-color-scheme'({ scheme }) {
    const known = asScheme(scheme);
    if (known) {
      update({ scheme: known });
      lookChanged();
    }
  },
  'set-theme'(theme) {
    update({ theme: { ...state.theme, ...asTheme(theme) } });
    lookChanged();
  },
  'set-locale'({ locale }) {
    const known = asLocale(locale);
    if (known) {
      update({ locale: known });
      lookChanged();
    }
  },
  'set-timezone'({ timezone }) {
    const known = asTimezone(timezone);
    if (known) {
      update({ timezone: known });
      queriesChanged();
    }
  },
  'set-filter'({ filterUrlParameter }) {
    const filter = typeof filterUrlParameter === 'string' ? parseFilter(filterUrlParameter) : null;
    if (filter) controls.filter(filter);
  },
  navigate({ path }) {
    if (typeof path === 'string') void navigate(path);
  },
  refresh,
  'set-session'({ sessionId }) {
    if (typeof sessionId === 'string') void swap(sessionId);
  },
});

onSystemScheme(lookChanged);
reflect();
root.replaceChildren(loadingScreen());
connect({ surface, ...(publicId ? { publicId } : {}) }, emitAsTold);
const open = () => void begin(initialCredential, { changed: sessionChanged, mounted, swapped });
if (faults.page === 'slow') setTimeout(open, faults.delayMs);
else open();
if (faults.loadDelayMs > 0) new Image().src = `/embed/api/late/${faults.loadDelayMs}`;

async function mounted(): Promise<void> {
  mounting = mount();
  const made = await mounting;
  if (made) void shown(made);
}

function swapped(): void {
  if (faults.readyEachSession) emitReady();
}

/** Mounts the first view of a session: from the URL, without the viewer's earlier changes. */
async function mount(): Promise<Page | null> {
  const mine = ++turn;
  rebuildState(page === null);
  scrolls.clear();
  shell.reset();
  lookChanged();
  const made = await makePage(state.path);
  if (mine !== turn) return null;
  root.replaceChildren(shell.element);
  put(made);
  void shell.load().catch(() => {});
  emitReady();
  return made;
}

/** Sends what a test has this page send. */
function emitAsTold(emission: Emission): void {
  if ('message' in emission) post(emission.message);
  else if (emission.event === 'ready' && emission.payload === null) emitReady();
  else emit(emission.event, emission.payload ?? {});
}

function emitReady(): void {
  emit('ready', {
    embedTenant: session.embedTenant,
    deploymentId: deploymentId() || null,
    mode: session.mode ?? 'private',
    surface,
    ...(publicId ? { publicId } : {}),
  });
}

async function navigate(target: string): Promise<void> {
  // A host may navigate right after it renewed: the view of the new session comes first.
  await mounting;
  const path = normal(target);
  if (!session.usable) return;
  if (path === state.path) {
    // A navigation that is under way is not what the host wants any more.
    turn++;
    if (faults.samePathViews && page) void shown(page);
    return;
  }
  if (faults.documents) {
    leaveToNext();
    location.search = `?${new URLSearchParams({ at: path })}`;
    return;
  }
  const mine = ++turn;
  const previousPath = state.path;
  const made = await makePage(path);
  if (mine !== turn) return;
  scrolls.set(previousPath, scrollY);
  update({ path });
  put(made);
  lookChanged();
  emit('navigate', { path, previousPath });
  await shown(made);
}

/** Tries again to load a view that failed. */
async function reopen(): Promise<void> {
  const mine = ++turn;
  const made = await makePage(state.path);
  if (mine !== turn) return;
  put(made);
  await shown(made);
}

/** Reports the view and loads it. */
async function shown(made: Page): Promise<void> {
  const started = performance.now();
  const path = state.path;
  emit('view', {
    surface,
    path,
    ...(made.publicId ? { publicId: made.publicId } : {}),
    title: made.title(),
  });
  scrollTo(0, scrolls.get(path) ?? 0);
  await made.load();
  if (page !== made || surface !== 'dashboard' || made.widgetCount === undefined || !session.usable)
    return;
  emit('dashboard-loaded', {
    ...(made.publicId ? { publicId: made.publicId } : {}),
    widgetCount: made.widgetCount,
    loadDurationMs: Math.round(performance.now() - started),
  });
}

function put(made: Page): void {
  page = made;
  document.title = made.title();
  shell.main.replaceChildren(made.element);
}

async function makePage(path: string): Promise<Page> {
  // The chat surface is only a frame: its pages are empty.
  if (surface === 'chat')
    return painted(
      () => document.title,
      () => [],
    );
  try {
    const dashboard = parseDashboardPath(path);
    if (dashboard) return await dashboardPage(dashboard, controls);
    if (surface === 'app' && path === '/') return await homePage(controls);
    if (surface === 'app' && path === ORDERS_WORKBOOK) return workbookPage();
  } catch (error) {
    if (!(error instanceof HttpError && error.status === 404)) return failedPage(error);
  }
  return notFoundPage(path, controls);
}

function failedPage(error: unknown): Page {
  // A lapsed session has its own notice, which covers the view.
  if (!(error instanceof HttpError && error.status === 401)) {
    emit('error', {
      message: 'The page could not be loaded.',
      name: 'EmbedRenderError',
      context: 'embed-render',
    });
  }
  return failurePage(() => void reopen());
}

function normal(path: string): string {
  const bare = `/${path.replace(/[?#].*$/, '').replace(/^\/*(embed\/)?/, '')}`.replace(
    /(.)\/+$/,
    '$1',
  );
  return bare === '/' ? homePath : bare;
}

function refresh(): void {
  refreshes.count += 1;
  queriesChanged();
}

function queriesChanged(): void {
  lookChanged();
  if (session.usable) void page?.load();
}

function lookChanged(): void {
  reflect();
  shell.paint();
  page?.paint();
  paintOverlay();
}

function sessionChanged(): void {
  reflect();
  if (session.state === 'rejected') root.replaceChildren(rejectedScreen());
  paintOverlay();
}

/** An expired view stays visible behind its notice, but cannot be used. */
function paintOverlay(): void {
  overlay.element?.remove();
  overlay.element = session.state === 'expired' ? expiredOverlay() : null;
  root.inert = session.state === 'expired';
  if (overlay.element) document.body.append(overlay.element);
}
