// What the bridge tells the developer of a page, and where.

import { mount, type MountOptions } from 'svc-embed';
import { deepEqual, equal, match, ok, until } from './support/assert.js';
import { embedPage, QUICK, serve, target, Watched } from './support/embed.js';
import { origins, test } from './support/test.js';

const warned: string[] = [];
const told: string[] = [];
console.warn = (...words) => void warned.push(words.join(' '));
console.info = (...words) => void told.push(words.join(' '));
const warnings = (count: number) => until(`${count} warnings`, () => warned.length >= count);

// The tests' bundler adds a hash to the name.
const isLoaded = () =>
  performance.getEntriesByType('resource').some(({ name }) => /\/dist\/diagnostics[-.]/.test(name));

/** Waits for the file of the diagnostics: on a busy machine, the failure would be over before it is there. */
async function afterFirst(): Promise<void> {
  if (calls++ > 0) await until('the file', isLoaded);
}
let calls = 0;

const ids: string[] = [];
let failures = 0;
const getSession = async () => {
  await afterFirst();
  if (failures-- > 0) throw new Error('the backend answered 503');
  ids.push(`id-${Math.random()}`);
  return ids.at(-1)!;
};

/** Mounts an embed of a tenant whose documents are ready at once, and reject no id. Its first mints fail. */
async function open(options: object = {}, failing = 0): Promise<Watched & { embed: any }> {
  const isPrivate = 'getSession' in options && options.getSession === undefined;
  await serve('tenant', { '*': embedPage('ready();', { mode: isPrivate ? 'private' : 'signed' }) });
  failures = failing;
  // Without a logger, nothing loads the file.
  if ('logger' in options && options.logger === false) calls = -Infinity;
  const embed = await mount(target(), {
    ...{ baseUrl: origins.tenant, surface: { kind: 'dashboard', publicId: 'sales' } },
    ...{ renewal: QUICK, getSession, ...options },
  } as MountOptions);
  return new Watched(embed) as never;
}

/** An embed of the sandbox, which looks at the ids. */
const OF_SERVICE = {
  baseUrl: origins.sandbox,
  surface: { kind: 'dashboard', publicId: 'sales-overview' },
};

test('the file of the diagnostics is loaded only when there is something to tell', async () => {
  const own = await open();
  await own.event('ready');
  deepEqual([warned, isLoaded()], [[], false]);
  await open({ nonsense: 1 });
  await warnings(1);
  // The browser may note it after it has run.
  await until('the file', isLoaded);
});

test('the first failure of each renewal is one warning, with the cause and what follows', async () => {
  const own = await open({}, 3);
  await warnings(1);
  match(
    warned[0],
    /^svc-embed: \[mint-failed\] getSession failed: the backend answered 503: the backend, or the service that it asks, .* Next attempt at .*\/errors\.md#mint-failed$/,
  );
  await own.session({ status: 'active' });
  await until('the recovery', () => told.includes('svc-embed: The session works again.'));
  equal(warned.length, 1);
  failures = 2;
  await own.embed.renew();
  await warnings(2);
  equal(warned.length, 2);
});

/** Options of an embed whose first mints fail, and what its last warning says. */
const GIVES_UP = { spreadMs: 0, retryMinMs: 300, retryMaxMs: 400, maxAttempts: 3 };
const throws = () => {
  throw new Error('no backend');
};
const ONE_OF: [string, object, number, RegExp[]][] = [
  [
    ...(['that an embed has given up is a line of its own', { renewal: GIVES_UP }, 3] as const),
    [/./, /^svc-embed: No attempt has succeeded: \[mint-failed\] getSession failed: /],
  ],
  ['a getSession that throws at once', { getSession: throws }, 0, [/failed: no backend\./]],
  [
    'an id that is rejected, and comes again, is a second line',
    { ...OF_SERVICE, getSession: () => afterFirst().then(() => 'the-same-id-for-all') },
    0,
    [/\[exchange-rejected\]/, /\[mint-repeated\] getSession returned a used id/],
  ],
  [
    'a misspelt getSession is warned of, although the embed is private then',
    { getSession: undefined, getsession: () => 'id' },
    0,
    [/^svc-embed: There is no option getsession\. Did you mean getSession\?$/],
  ],
  ...[true, { debug() {} }].map((logger): [string, object, number, RegExp[]] => [
    `what is no logger is warned of, and the console takes its place: ${JSON.stringify(logger)}`,
    { logger, colorscheme: 'dark' },
    1,
    [/: logger has no method warn\. The console is used\.$/, /option colorscheme/, /failed/],
  ]),
];
for (const [name, options, failing, lines] of ONE_OF)
  test(name, async () => {
    await open(options, failing);
    await warnings(lines.length);
    for (const [at, line] of lines.entries()) match(warned[at], line);
    equal(warned.length, lines.length);
  });

test('a second id that is rejected, and is another one, asks for the tenant of the backend', async () => {
  const own = await open({
    ...OF_SERVICE,
    getSession: async () => `of-another-tenant-${Math.random()}`,
    renewal: { spreadMs: 0, retryMinMs: 100, retryMaxMs: 100 },
  });
  await warnings(2);
  match(warned[0], /\[exchange-rejected\]/);
  equal(
    warned[1],
    `svc-embed: The embed has rejected a second, different session id. Does the backend get its ids from the tenant of baseUrl, ${origins.sandbox}?`,
  );
  // Once is enough, however many follow.
  await own.event('error', 4);
  equal(warned.filter((line) => line.includes('of baseUrl')).length, 1);
});

test('what is said is a row of the inspector, too', async () => {
  const { inspect } = await import('svc-embed/inspector');
  const own = await open({ logger: false, readyTimeoutMs: 500, baseUrl: 'http://127.0.0.1:1' });
  const inspector = inspect(own.embed);
  const row = await until('the row', () =>
    JSON.parse(inspector.recording()).rows.find(({ name }: { name: string }) => name === 'told'),
  );
  match(row.note, /The embed did not report ready within \d+ ms/);
});

test('a logger of the page gets the lines, and none of them has an id', async () => {
  const lines: string[] = [];
  const note =
    (level: string) =>
    (...words: unknown[]) =>
      void lines.push(`${level} ${words.join(' ')}`);
  const logger = { debug: note('debug'), warn: note('warn') };
  const own = await open({ logger, colorscheme: 1 }, 1);
  await own.event('ready');
  own.embed.setLocale('de');
  await until('the action', () => lines.some((line) => /sent svc:action:set-locale/.test(line)));
  for (const line of [
    /^debug svc-embed: received svc:event:ready$/,
    /^debug svc-embed: session active idle/,
    /^warn svc-embed: There is no option/,
    /^warn svc-embed: \[mint-failed\] getSession failed/,
  ])
    ok(
      lines.some((text) => line.test(text)),
      `${line}\n${lines.join('\n')}`,
    );
  ok(ids.length > 0 && !ids.some((id) => lines.join().includes(id)));
  deepEqual(warned, [], 'the console gets none');
});

test('without a logger nothing is said', async () => {
  const own = await open({ logger: false, colorscheme: 1 }, 1);
  await own.session({ status: 'active' });
  deepEqual(warned, []);
});
