// The types as a strict user's compiler sees them. Each `@ts-expect-error` is above a line that must
// not compile.
import {
  connect,
  EmbedError,
  init,
  isEmbedError,
  mount,
  SignedOutError,
  type AnyEvent,
  type Embed,
  type EmbedEvent,
  type InitOptions,
  type MountOptions,
  type SessionState,
  type Topics,
  type UnknownEvent,
} from 'svc-embed';
import * as bridge from 'svc-embed';

declare const embed: Embed;
declare const iframe: HTMLIFrameElement;

/** Compiles where the value's type is exactly `T`. */
function same<T>() {
  return <U>(_: U, ..._no: Equal<T, U> extends true ? [] : ['not the same']) => {};
}
type Equal<T, U> =
  (<V>() => V extends T ? 1 : 2) extends <V>() => V extends U ? 1 : 2 ? true : false;

// A test double of a page's own: `Embed` is an interface without private members.
class Double implements Embed {
  constructor(
    readonly iframe: HTMLIFrameElement,
    readonly ready: Promise<EmbedEvent<'ready'>>,
    readonly session: SessionState,
  ) {}
  on() {
    return () => {};
  }
  once<T extends keyof Topics>(): Promise<Topics[T]> {
    return new Promise(() => {});
  }
  async *events(): AsyncIterableIterator<AnyEvent> {}
  setColorScheme() {}
  setTheme() {}
  setLocale() {}
  setTimezone() {}
  setFilter() {}
  clearFilter() {}
  navigate() {}
  refresh() {}
  send() {}
  async renew() {}
  async reload() {}
  destroy() {}
  [Symbol.dispose]() {}
}
// @ts-expect-error: an interface has no value
new bridge.Embed();

// Options.
const options: MountOptions = {
  baseUrl: new URL('https://acme.example.com'),
  surface: { kind: 'dashboard', publicId: 'abc' },
  getSession: async ({ reason, attempt, expiresAt, signal }) => {
    same<number>()(attempt);
    same<number | null>()(expiresAt);
    same<AbortSignal>()(signal);
    if (reason === 'rejected') throw new SignedOutError();
    // @ts-expect-error: there is no such reason
    if (reason === 'whim') return '';
    return 'id';
  },
  params: { allowExport: true, theme: 'x', page: 2 },
  filters: [{ member: 'orders.status', value: 'completed' }],
  renewal: { spreadMs: 0, onExhausted: 'reload' },
  theme: { primaryColor: '#123456', anything: { at: 'all' } },
};
const mounted: Promise<Embed> = mount('#here', options);
const connected: Promise<Embed> = connect(iframe, { baseUrl: 'https://acme.example.com' });
same<(options?: InitOptions) => Promise<void>>()(init);
void init({ loadsAtOnce: Infinity });
// @ts-expect-error: a limit is a number
void init({ loadsAtOnce: '4' });
for (const surface of [
  { kind: 'app', deploymentId: 7 },
  { kind: 'chat' },
  { kind: 'chat', path: '/own?sessionId={session}' },
] as const) {
  void mount(document.body, { ...options, surface });
}
// @ts-expect-error: a dashboard has a public id
void mount('#here', { ...options, surface: { kind: 'dashboard' } });
// @ts-expect-error: getSession gives a string
void mount('#here', { ...options, getSession: () => 7 });
// @ts-expect-error: there is no such scheme
void mount('#here', { ...options, colorScheme: 'sepia' });
void mount('#here', { ...options, loading: 'lazy' });
void mount('#here', { ...options, loading: { margin: '50%' } });
// @ts-expect-error: there is no such time
void mount('#here', { ...options, loading: 'later' });
// @ts-expect-error: whoever adopts an iframe has loaded it
void connect(iframe, { baseUrl: '', loading: 'lazy' });
// @ts-expect-error: a surface is needed
void mount('#here', { baseUrl: '' });

// What is not known may be left out by name.
declare const maybe: { text?: string; number?: number };
void mount('#here', {
  ...options,
  getSession: undefined,
  renewal: { maxAttempts: maybe.number, onExhausted: undefined },
  filters: [{ member: 'orders.status', value: 1, operator: maybe.text }],
  title: maybe.text,
  params: undefined,
});

// Events, exact by their name.
embed.on('drilldown', (event) => {
  same<string>()(event.payload.member);
  same<string | null | undefined>()(event.payload.widgetId);
  same<unknown>()(event.payload.value);
  same<'svc:event:drilldown'>()(event.type);
  // @ts-expect-error: there is no such field
  event.payload.membre;
});
embed.on('ready', ({ payload }) => {
  same<string | null>()(payload.embedTenant);
  if (payload.mode === 'signed') return;
  // A mode of a later version is a string like any other.
  const mode: string = payload.mode;
  void mode;
});
embed.on('session-expiring', ({ payload, timestamp }) => payload.expiresInMs + timestamp);
embed.on('error', ({ payload }) => same<boolean | null | undefined>()(payload.fatal));
embed.on('session', (state) => same<SessionState>()(state));
embed.on('dropped', ({ reason, origin, data }) => [reason, origin, data]);
embed.on('unknown', ({ type, payload }) => [type.startsWith('svc:'), payload['anything']]);
// The names of a later version are compared as they are.
embed.on('unknown', (event: UnknownEvent) => {
  if (event.type === 'svc:event:later') return event.payload['anything'];
  switch (event.type) {
    case 'svc:event:later-still':
      return event.payload['anything'];
    default:
      return undefined;
  }
});
// @ts-expect-error: a misspelt name
embed.on('drildown', () => {});

// Every event, told apart by its type.
embed.on('*', (event) => {
  if (event.type === 'svc:event:view') {
    same<string>()(event.payload.path);
    // @ts-expect-error: of another event
    event.payload.member;
  } else if (event.type === 'svc:event:ai-query') {
    same<string>()(event.payload.query);
  } else if ((event.type as string) === 'svc:event:later') {
    void event.payload;
  }
  switch (event.type) {
    case 'svc:event:drilldown':
      same<EmbedEvent<'drilldown'>>()(event);
      break;
    case 'svc:event:error':
      same<string>()(event.payload.message);
  }
  // @ts-expect-error: a misspelt type
  if (event.type === 'svc:event:drildown') return;
});

const off: () => void = embed.on('view', () => {}, { once: true, signal: AbortSignal.timeout(1) });
const first: Promise<EmbedEvent<'view'>> = embed.once('view');
const ready: Promise<EmbedEvent<'ready'>> = embed.ready;
const all: AsyncIterable<AnyEvent> = embed.events({});
for (const event of [] as AnyEvent[]) {
  const either: EmbedEvent | UnknownEvent = event;
  void either;
}

// Actions.
embed.setColorScheme('auto');
embed.setTheme({ primaryColor: 'red' });
embed.setFilter({ member: 'orders.status', value: ['a', 'b'], operator: 'equals' });
embed.setFilter('f_orders.status={"value":"a"}');
embed.send('set-locale', { locale: 'de' });
embed.send('refresh');
embed.send('of-tomorrow', { any: true });
embed.send('of-tomorrow');
// Interfaces, which have no index signature.
interface Brand {
  primaryColor: string;
  radius?: number;
}
declare const brand: Brand;
embed.setTheme(brand);
embed.send('set-theme', brand);
embed.send('of-tomorrow', brand);
void mount('#here', { ...options, theme: brand });
interface Parameters {
  allowExport: boolean;
  page?: number;
}
declare const parameters: Parameters;
void mount('#here', { ...options, params: { ...parameters } });
interface Nested {
  page: { number: number };
}
declare const nested: Nested;
// @ts-expect-error: a parameter is a string, a number or a boolean
void mount('#here', { ...options, params: { ...nested } });
// @ts-expect-error: a theme is an object
embed.setTheme('red');
// @ts-expect-error: a payload is an object
embed.send('of-tomorrow', 7);
// @ts-expect-error: there is no such scheme
embed.setColorScheme('sepia');
// @ts-expect-error: a filter has a member
embed.setFilter({ value: 1 });
// @ts-expect-error: a filter has a value or an operator
embed.setFilter({ member: 'orders.status' });
embed.setFilter({ member: 'orders.status', operator: 'set' });
embed.clearFilter('orders.status');
// @ts-expect-error: an action's name has dashes
embed.send('setFilter', { filterUrlParameter: 'f_a.b=1' });
// @ts-expect-error: an action's name has dashes
embed.send('setColorScheme');
// @ts-expect-error: the payload of set-locale is a locale
embed.send('set-locale', { local: 'de' });
// @ts-expect-error: the payload of set-locale is needed
embed.send('set-locale');
// @ts-expect-error: set-session is the bridge's own
embed.send('set-session', { sessionId: 'x' });
// @ts-expect-error: read-only
embed.session.status = 'active';

// The state of a session, told apart by its status and its renewal.
embed.on('session', (state) => {
  if (state.status === 'stopped') {
    same<EmbedError | null>()(state.lastError);
    same<'idle'>()(state.renewal);
    same<number | null>()(state.nextAttemptAt);
    return;
  }
  same<'starting' | 'active' | 'expiring' | 'expired'>()(state.status);
  switch (state.renewal) {
    case 'backing-off':
      same<number>()(state.nextAttemptAt);
      same<EmbedError>()(state.lastError);
      break;
    case 'minting':
    case 'confirming':
      same<null>()(state.nextAttemptAt);
      break;
    case 'scheduled':
      same<number | null>()(state.nextAttemptAt);
      break;
    case 'idle':
      same<0>()(state.attempt);
      // @ts-expect-error: without a renewal there may be no error
      state.lastError.message;
  }
});

// Errors.
function explain(error: unknown): string {
  if (!isEmbedError(error)) return 'not ours';
  switch (error.code) {
    case 'mint-failed':
      return String(error.cause);
    // @ts-expect-error: there is no such code
    case 'mint-bored':
      return '';
    default:
      return error.message;
  }
}
// @ts-expect-error: there is no such code
new EmbedError('no-such-code', 'message');

async function page() {
  const scoped = await mounted;
  scoped[Symbol.dispose] satisfies () => void;
  for await (const event of scoped.events()) explain(event);
  await scoped.renew();
}

export { all, connected, first, mounted, off, page, ready };
