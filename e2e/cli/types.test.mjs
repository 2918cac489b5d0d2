// `svc-embed types`: what the sandbox's own document says of its answers and inputs, as strict users of
// the oldest and of the newest compiler see it.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ManagementClient } from 'svc-embed/management';
import { startSandbox } from '../support/sandbox.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = join(root, 'dist/cli/index.js');
const generator = join(root, 'npm/openapi-typescript/node_modules/.bin/openapi-typescript');

/** The compilers, from the oldest that the types support. */
const COMPILERS = {
  'TypeScript 5.0': 'node_modules/typescript-5.0/bin/tsc',
  'the newest TypeScript': 'node_modules/typescript/bin/tsc',
};

let sandbox;
let folder;

before(async () => {
  sandbox = await startSandbox();
  // Inside the repository, so that the compilers find the package by its own name.
  mkdirSync(join(root, 'target'), { recursive: true });
  folder = mkdtempSync(join(root, 'target/types-'));
});

after(async () => {
  rmSync(folder, { recursive: true });
  await sandbox?.stop();
});

/** Runs a program of Node. Resolves to its exit code and what it printed. */
function node(args, env = {}, cwd = root) {
  const options = { cwd, env: { PATH: process.env.PATH, ...env } };
  return new Promise((resolve) =>
    execFile(process.execPath, args, options, (error, out, problem) =>
      resolve({ code: error?.code ?? 0, out, problem }),
    ),
  );
}

/** Writes the types of a tenant into a folder of their own. Resolves to the folder. */
async function written(name, args, env) {
  const place = join(folder, name);
  mkdirSync(place);
  const file = join(place, 'svc-embed-tenant.d.ts');
  const given = ['types', '--out', file, '--generator', generator, ...args];
  return { place, file, ...(await node([program, ...given], env)) };
}

/** What a compiler says of programs beside what is in `place`. */
async function compiled(compiler, place, ...programs) {
  programs.forEach((code, index) => writeFileSync(join(place, `use-${index}.ts`), code));
  const compilerOptions = {
    ...{ target: 'ES2022', lib: ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'] },
    ...{ module: 'NodeNext', moduleResolution: 'NodeNext', types: [] },
    ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true },
  };
  // The oldest libraries have no asynchronous iterators of streams.
  if (compiler.includes('5.0')) compilerOptions.lib.pop();
  writeFileSync(
    join(place, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*.ts'] }),
  );
  const { code: status, out } = await node([COMPILERS[compiler], '-p', place]);
  return status === 0 ? '' : out;
}

/** A document in which `users.me` answers a schema. */
const answering = (schema, schemas = {}) => {
  const responses = { 200: { content: { 'application/json': { schema } } } };
  const paths = { '/api/v1/users/me': { get: { responses } } };
  return JSON.stringify({ openapi: '3.1.0', paths, components: { schemas } });
};

const USE = `
import { ManagementClient } from 'svc-embed/management';

declare function same<T>(): <U extends T>(value: [T] extends [U] ? U : never) => void;

export async function use(client: ManagementClient) {
  const me = await client.users.me();
  same<string>()(me.email);
  // @ts-expect-error: there is no such field
  me.emial;
  // @ts-expect-error: a text is no number
  const wrong: number = me.email;

  for await (const folder of client.folders.list(7)) {
    same<string>()(folder.name);
    // @ts-expect-error: there is no such field
    folder.nam;
  }
  for await (const user of client.embedTenants.listUsers('acme')) {
    // @ts-expect-error: there is no such field
    user.nothing;
  }

  await client.users.create({ email: 'a@b.example' });
  // @ts-expect-error: the email is a text
  await client.users.create({ email: 5 });
  // @ts-expect-error: the email is required
  await client.users.create({});

  // What the service's description shows is as before.
  const copy = await client.workbooks.duplicate(7, 42);
  same<string>()(copy.name);
  return wrong;
}
`;

/** Without the file, what the description leaves open is unknown, and any object is a body. */
const USE_WITHOUT = `
import { ManagementClient } from 'svc-embed/management';

export async function use(client: ManagementClient) {
  const me = await client.users.me();
  // @ts-expect-error: nothing is known of it
  me.email;
  for await (const folder of client.folders.list(7)) {
    // @ts-expect-error: nothing is known of it
    folder.name;
  }
  await client.users.create({ email: 5, anything: true });
  const copy = await client.workbooks.duplicate(7, 42);
  const name: string = copy.name;
  return name;
}
`;

/** The members of the data model: a misspelt one does not compile, nor a value of another type. */
const USE_MEMBERS = `
import type { Embed, Filter, MountOptions } from 'svc-embed';

declare module 'svc-embed' {
  interface TenantMembers {
    'orders.status': string;
    'orders.createdAt': string;
    'orders.region': string;
    'orders.total': number;
    'orders.isPaid': boolean;
  }
}

export function use(embed: Embed, some: string): Filter[] {
  embed.setFilter({ member: 'orders.status', value: 'completed' });
  embed.setFilter({ member: 'orders.status', value: ['completed', 'shipped'], operator: 'equals' });
  embed.setFilter({ member: 'orders.createdAt', operator: 'set' });
  embed.setFilter({ member: 'orders.total', value: 5 });
  embed.setFilter({ member: 'orders.isPaid', value: true });
  embed.setFilter('f_orders.anything={"value":1}');
  embed.clearFilter('orders.status');
  // @ts-expect-error: there is no such member
  embed.setFilter({ member: 'orders.statsu', value: 'completed' });
  // @ts-expect-error: nor is any text one
  embed.setFilter({ member: some, value: 'completed' });
  // @ts-expect-error: a number is no text
  embed.setFilter({ member: 'orders.status', value: 5 });
  // @ts-expect-error: one of the values is no text
  embed.setFilter({ member: 'orders.status', value: ['completed', 5] });
  // @ts-expect-error: a text is no number
  embed.setFilter({ member: 'orders.total', value: '5' });
  // @ts-expect-error: nor with an operator
  embed.setFilter({ member: 'orders.total', value: '5', operator: 'gt' });
  // @ts-expect-error: a filter has a value or an operator
  embed.setFilter({ member: 'orders.status' });
  // @ts-expect-error: there is no such member
  embed.clearFilter('orders.statsu');
  // @ts-expect-error: there is no such member
  const options: Pick<MountOptions, 'filters'> = { filters: [{ member: 'orders.x', value: 1 }] };
  return [{ member: 'orders.region', value: 'EU' }, ...(options.filters ?? [])];
}
`;

const USE_MEMBERS_WITHOUT = `
import type { Embed } from 'svc-embed';

export function use(embed: Embed, some: string): void {
  embed.setFilter({ member: some, value: 'completed' });
  embed.setFilter({ member: 'orders.statsu', value: [1, 'a', null] });
  embed.setFilter({ member: 'orders.status', operator: 'set' });
  embed.clearFilter(some);
  // @ts-expect-error: a filter has a value or an operator
  embed.setFilter({ member: 'orders.status' });
}
`;

describe('the types of the sandbox', () => {
  let made;
  before(async () => {
    const file = join(folder, 'document.json');
    const { tenant: baseUrl, apiKey } = sandbox;
    const document = await new ManagementClient({ baseUrl, apiKey }).spec.retrieve();
    writeFileSync(file, JSON.stringify(document));
    made = await written('of-a-file', ['--document', file]);
  });

  test('declare the answers and inputs that the description leaves open', () => {
    assert.equal(made.code, 0, made.problem);
    const [, answers, inputs] = /(\d+) answers, (\d+) inputs/.exec(made.out);
    assert.ok(Number(answers) >= 60, made.out);
    assert.ok(Number(inputs) >= 30, made.out);
  });

  test('are the same from the tenant itself, and have no credential', async () => {
    const args = ['--base-url', sandbox.tenant];
    const own = await written('of-a-tenant', args, { SVC_API_KEY: sandbox.apiKey });
    assert.equal(own.code, 0, own.problem);
    const text = readFileSync(own.file, 'utf8');
    assert.equal(text, readFileSync(made.file, 'utf8'));
    assert.ok(!text.includes(sandbox.apiKey));
  });

  for (const compiler of Object.keys(COMPILERS)) {
    test(`tell a misspelt field or member, and a wrong value: ${compiler}`, async () => {
      assert.equal(await compiled(compiler, made.place, USE, USE_MEMBERS), '');
    });

    test(`leave everything as it is without the file: ${compiler}`, async () => {
      const place = join(folder, `without ${compiler}`);
      mkdirSync(place);
      assert.equal(await compiled(compiler, place, USE_WITHOUT, USE_MEMBERS_WITHOUT), '');
    });
  }

  test('would not compile if they declared nothing', async () => {
    const place = join(folder, 'nothing');
    mkdirSync(place);
    assert.match(await compiled('the newest TypeScript', place, USE), /error TS/);
  });
});

describe('a hostile document', () => {
  let requests;
  let server;
  before(async () => {
    requests = [];
    server = createServer((request, response) => {
      requests.push(request.url);
      response.end('{"type":"string","x-canary":"of the server"}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    writeFileSync(join(folder, 'canary.json'), '{"type":"string","enum":["canary-of-the-file"]}');
  });
  after(() => (server.closeAllConnections(), server.close()));

  /** The document of a tenant whose `users.me` answers what `leads` to elsewhere. */
  function documentOf(place) {
    const leads = { $ref: place };
    const example = { externalValue: place, value: { members: [leads] } };
    const me = {
      type: 'object',
      externalDocs: { url: place },
      discriminator: { propertyName: 'email', mapping: { a: place } },
      properties: { email: { type: 'string' }, other: leads, enum: { enum: ['a', leads] } },
      examples: [leads],
      default: leads,
      oneOf: [leads, { type: 'object' }],
    };
    const content = { 'application/json': { schema: me, examples: { one: example, two: leads } } };
    const get = {
      responses: { 200: { content, links: { a: { operationRef: place } } } },
      callbacks: { a: leads },
    };
    const paths = { '/api/v1/users/me': { get }, '/api/v1/versions': leads };
    return { openapi: '3.1.0', info: {}, jsonSchemaDialect: place, paths, webhooks: { a: leads } };
  }

  /** A program in the place of typify, which gives back what it is given. */
  const ECHO = '#!/bin/sh\n[ "$1" = typify ] && cp "$4" "$3"\n';

  for (const isRust of [false, true])
    test(`makes ${isRust ? 'typify' : 'openapi-typescript'} open no file and ask no server`, async () => {
      const canary = join(folder, 'canary.json');
      const echo = join(folder, 'echo');
      writeFileSync(echo, ECHO, { mode: 0o755 });
      const made = join(folder, 'hostile.d.ts');
      const more = isRust ? ['--rust', '--generator', echo] : ['--generator', generator];
      const url = `http://127.0.0.1:${server.address().port}/a.json`;
      for (const place of [url, canary, `file://${canary}#/a`, './canary.json']) {
        const document = join(folder, 'hostile.json');
        writeFileSync(document, JSON.stringify(documentOf(place)));
        const args = ['types', '--document', document, '--out', made, ...more];
        const { code, problem } = await node([program, ...args], {}, folder);
        assert.equal(code, 0, problem);
        assert.match(problem, /leads nowhere in the document: its type is left open\.$/m);
        const text = readFileSync(made, 'utf8');
        assert.ok(!/canary-of/.test(text) && !text.includes(`"$ref":"${place}`), text);
        assert.deepEqual(requests, []);
      }
    });
});

describe('the generator', () => {
  /** A program in the place of npm, which notes what it is given and links what is installed here. */
  function fakeNpm(place) {
    const program2 = join(place, 'npm');
    const installed = join(root, 'npm/openapi-typescript/node_modules');
    const script = `#!/bin/sh\nenv > ${place}/env; echo "$@" > ${place}/args; cp package-lock.json ${place}; cp -al ${installed} node_modules`;
    writeFileSync(program2, script, { mode: 0o755 });
  }

  test('is of one version with its lock, and starts without the variables of svc-embed', async () => {
    const place = mkdtempSync(join(folder, 'npm-'));
    fakeNpm(place);
    const document = join(place, 'document.json');
    writeFileSync(
      document,
      answering({ type: 'object', properties: { email: { type: 'string' } } }),
    );
    const out = join(place, 'made.d.ts');
    const secrets = Object.fromEntries(
      ['SVC_API_KEY', 'SVC_ACCESS_TOKEN', 'svc_other'].map((name) => [name, 'a-secret']),
    );
    const env = { PATH: `${place}:${process.env.PATH}`, ...secrets };
    const args = [program, 'types', '--document', document, '--out', out];
    const { code, problem } = await node(args, env);
    assert.equal(code, 0, problem);
    assert.match(readFileSync(out, 'utf8'), /email\?: string/);
    assert.match(readFileSync(join(place, 'args'), 'utf8'), /^ci --ignore-scripts /);
    assert.doesNotMatch(readFileSync(join(place, 'env'), 'utf8'), /svc_|a-secret/i);
    const lock = JSON.parse(readFileSync(join(place, 'package-lock.json'), 'utf8'));
    const { dependencies } = lock.packages[''];
    assert.deepEqual(dependencies, { 'openapi-typescript': '7.13.0', typescript: '5.9.3' });
    for (const [name, { integrity }] of Object.entries(lock.packages))
      assert.ok(name === '' || integrity, name);
  });

  test('of somebody’s own starts without them, and one that fails ends the command', async () => {
    const own = join(folder, 'own');
    writeFileSync(own, `#!/bin/sh\nenv > ${folder}/env; echo made > "$3"\n`, { mode: 0o755 });
    const document = join(folder, 'empty.json');
    writeFileSync(document, '{"openapi":"3.1.0","paths":{}}');
    const place = ['--document', document, '--out', join(folder, 'own.d.ts')];
    const run = (name) =>
      node([program, 'types', ...place, '--generator', name], { SVC_API_KEY: 'a-secret' });
    assert.equal((await run(own)).code, 0);
    assert.doesNotMatch(readFileSync(join(folder, 'env'), 'utf8'), /SVC_|a-secret/);
    for (const name of [join(folder, 'no-such-program'), '/bin/false']) {
      const { code, problem } = await run(name);
      assert.equal(code, 2);
      assert.match(problem, /openapi-typescript failed/);
    }
  });

  test('of svc-embed can neither read a file of this machine nor reach a network', async () => {
    const { confinedTo } = await import('../../target/npm/ts/cli/types.js');
    const place = realpathSync(mkdtempSync(join(folder, 'confined-')));
    const script = join(place, 'try.mjs');
    const run = async (code) => {
      writeFileSync(script, code);
      return (await node([...confinedTo(place), script])).problem;
    };
    for (const [code, wanted] of [
      [`import { readFileSync } from 'node:fs'; readFileSync('${program}')`, /ERR_ACCESS_DENIED/],
      ["import { spawn } from 'node:child_process'; spawn('true')", /ERR_ACCESS_DENIED/],
      ["await fetch('http://127.0.0.1:4999')", /offline|ERR_ACCESS_DENIED/],
      [`import { readFileSync } from 'node:fs'; readFileSync('${script}')`, /^(?!.*Error)/s],
    ])
      assert.match(await run(code), wanted);
  });
});

test('the types of schemas that hold themselves end, with a name and without', async () => {
  const ref = (name) => ({ $ref: `#/components/schemas/${name}` });
  const properties = { email: { type: 'string' }, next: ref('A') };
  const A = { allOf: [ref('A'), { properties: { ...properties, only: { allOf: [ref('A')] } } }] };
  A.allOf.push({ properties: { unnamed: { allOf: [ref('A'), { title: 'a' }] } } });
  const file = join(folder, 'itself.json');
  writeFileSync(file, answering(ref('A'), { A }));
  const { code, place, problem } = await written('itself', ['--document', file]);
  assert.equal(code, 0, problem);
  assert.match(problem, /^a schema without a name holds itself: its type is left open\.$/m);
  const use = `import { ManagementClient } from 'svc-embed/management';
export const use = async (client: ManagementClient): Promise<string | undefined> =>
  (await client.users.me()).next?.only?.next?.email;`;
  assert.equal(await compiled('the newest TypeScript', place, use), '');
});
