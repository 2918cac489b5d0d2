// What an endpoint that mints writes to the log, and what never.

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { ManagementClient } from 'svc-embed/management';
import { nodeSessionEndpoint, sessionEndpoint } from 'svc-embed/server';
import { json, serve, until } from '../management/support/service.mjs';
import { ADA, answered, fake, optionsFor, OURS, SAME_ORIGIN } from './support/endpoint.mjs';
import { servers } from './support/servers.mjs';

const options = (change) => optionsFor(fake, change);

for (const [name, serving] of Object.entries(servers)) {
  describe(name, () => {
    test('logs no id', async (t) => {
      const lines = ['error', 'warn', 'log', 'info', 'debug'].map((level) =>
        t.mock.method(console, level, () => {}),
      );
      // What writes past the console. The runner of the tests writes, too: its lines pass.
      const written = ['stdout', 'stderr'].map(
        (name) => t.mock.method(process[name], 'write').mock,
      );
      await serving({ client: fake, authorize: () => ADA }, async (ask) => {
        assert.deepEqual(await answered(await ask(), 200), { sessionId: 'minted' });
      });
      for (const { mock } of lines) assert.equal(mock.callCount(), 0);
      const texts = written.flatMap(({ calls }) => calls.map((call) => String(call.arguments[0])));
      assert.ok(
        texts.every((text) => !text.includes('minted')),
        texts.join(''),
      );
    });

    test('logs what an onError has thrown, and what it was to report', async (t) => {
      const lines = t.mock.method(console, 'error', () => {}).mock;
      const logger = {
        lines: [],
        error(reason) {
          this.lines.push(reason);
        },
      };
      const unhandled = [];
      const listener = (reason) => unhandled.push(reason);
      process.on('unhandledRejection', listener);
      try {
        for (const [onError, thrown] of [
          // A method without its object.
          [logger.error, /^TypeError: .*undefined/],
          [
            () => Promise.reject(new Error('The log\nis full.')),
            /^Error: The log\\u\{a\}is full\.$/,
          ],
          [() => Promise.reject({ __proto__: null }), /^It has no text\.$/],
        ]) {
          lines.resetCalls();
          const authorize = () => Promise.reject(new Error('The database is down.'));
          const given = options({ authorize, onError });
          await serving(given, async (ask) => void (await answered(await ask(), 500)));
          await until(() => lines.callCount() === 2);
          const [[hint, reason], ...rest] = lines.calls.map((call) => call.arguments);
          assert.match(
            hint,
            /^svc-embed: onError has failed\..*onError: \(error\) => log\.error\(/,
          );
          assert.match(reason, thrown);
          assert.deepEqual(rest, [
            ['svc-embed: No session was minted.', 'Error: The database is down.'],
          ]);
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      } finally {
        process.off('unhandledRejection', listener);
      }
      // Without a listener, each of them ends the process.
      assert.deepEqual(unhandled, []);
    });

    test('says once that authorize has returned undefined, and nothing about null', async (t) => {
      const lines = t.mock.method(console, 'warn', () => {}).mock;
      for (const [nobody, count] of [
        [null, 0],
        [undefined, 1],
      ]) {
        const given = options({ authorize: async () => nobody });
        await serving(given, async (ask) => {
          await answered(await ask(), 401);
          await answered(await ask(), 401);
        });
        assert.equal(lines.callCount(), count);
        assert.deepEqual(given.errors, []);
      }
      assert.match(
        lines.calls[0].arguments.join(' '),
        /^svc-embed: authorize .* return is missing\./,
      );
      // It has let somebody in, so that it has a return.
      let user = ADA;
      const given = options({ client: fake, authorize: () => user });
      await serving(given, async (ask) => {
        await answered(await ask(), 200);
        user = undefined;
        await answered(await ask(), 401);
      });
      assert.equal(lines.callCount(), 1);
    });

    test('names the first pages that it refuses by their origins, each once and in one short line', async (t) => {
      const lines = t.mock.method(console, 'warn', () => {}).mock;
      const app = 'https://app.example.com';
      for (const [origin, said] of [
        [app, app],
        [undefined, 'not set'],
      ]) {
        lines.resetCalls();
        const given = options({ client: fake, ...(origin && { origin }) });
        await serving(given, async (ask) => {
          // Those that no page of another origin sends.
          await answered(await ask({ 'sec-fetch-site': 'none' }, { method: 'GET' }), 405);
          await answered(await ask({ ...OURS, 'sec-fetch-site': 'cross-site' }), 403);
          await answered(await ask({ 'sec-fetch-site': 'same-origin' }), 403);
          assert.equal(lines.callCount(), 0);
          const page = `https://a.example/\u0085${'x'.repeat(5_000)}`;
          // A browser asks first whether the page may send the header, and sends no more then.
          await answered(await ask({ origin: page }, { method: 'OPTIONS' }), 405);
          for (const other of 'bcbdef')
            await answered(await ask({ ...SAME_ORIGIN, origin: `https://${other}.example` }), 403);
        });
        assert.deepEqual(given.errors, []);
        const texts = lines.calls.map((call) => call.arguments.join(' '));
        const named = texts.slice(1).map((text) => text.split(' ')[4]);
        assert.deepEqual(
          named
            .join(' ')
            .match(/\w(?=\.example)/g)
            .join(''),
          'bcde',
        );
        assert.match(
          texts[0],
          /^svc-embed: A page of https:\/\/a\.example\/\\u\{85\}x+ was refused\. /,
        );
        assert.match(texts[0], /^[ -~]{1,400}$/);
        assert.ok(texts[0].includes(`. The option origin is ${said}. Only pages of this origin`));
      }
    });

    test('says that it is elsewhere than its page', async (t) => {
      const lines = t.mock.method(console, 'warn', () => {}).mock;
      const origin = 'https://app.example.com';
      await serving(options({ client: fake, origin }), async (ask) => {
        const page = { ...OURS, origin, 'sec-fetch-site': 'same-site' };
        await answered(await ask(page), 403);
      });
      const [text] = lines.calls.map((call) => call.arguments.join(' '));
      assert.match(text, /app\.example\.com was refused\. The endpoint has another origin\. Only/);
    });

    test('logs one line, whatever the reason says, and no secret', async (t) => {
      const lines = t.mock.method(console, 'error', () => {}).mock;
      const service = await serve(t, (_, response) =>
        json(response, { error: 'The key expired-key has expired' }, 401),
      );
      const { url: baseUrl } = service;
      const client = new ManagementClient({ baseUrl, apiKey: 'expired-key', logger: false });
      const broken = () => Promise.reject(new Error('no\n[INFO] admin \u001b[31m\u2028'));
      for (const [given, status, wanted] of [
        [{ client, authorize: () => ADA }, 502, /^AuthenticationError(?!.*expired-key)/],
        [
          { client: fake, authorize: broken },
          500,
          /^Error: no\\u\{a\}\[INFO\] admin \\u\{1b\}\[31m\\u\{2028\}$/,
        ],
      ]) {
        lines.resetCalls();
        await serving(given, async (ask) => void (await answered(await ask(), status)));
        const [[what, reason], ...others] = lines.calls.map((call) => call.arguments);
        assert.equal(what, 'svc-embed: No session was minted.');
        assert.match(reason, wanted);
        assert.deepEqual(others, []);
      }
    });
  });
}

test('an option that an endpoint does not have is warned of once', async (t) => {
  const lines = t.mock.method(console, 'warn', () => {}).mock;
  const misspelt = { ...optionsFor(fake), orign: 'https://app.example.com', pollMs: 5 };
  sessionEndpoint(misspelt);
  nodeSessionEndpoint(misspelt);
  await until(() => lines.callCount() === 2);
  const texts = lines.calls.map((call) => call.arguments.join(' '));
  assert.deepEqual(texts.sort(), [
    'svc-embed: The endpoint has no option orign. Did you mean origin?',
    'svc-embed: The endpoint has no option pollMs.',
  ]);
});
