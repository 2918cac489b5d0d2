// `svc-embed types`: what the sandbox's own document says of its answers and inputs, as strict users of
// the oldest and of the newest compiler see it.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { build } from 'esbuild';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ManagementClient } from 'svc-embed/management';
import { startSandbox } from '../support/sandbox.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const program = join(root, 'dist/cli/index.js');
const generator = join(root, 'e2e/openapi-typescript/node_modules/.bin/openapi-typescript');

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
function node(args, env = {}) {
  const options = { cwd: root, env: { PATH: process.env.PATH, ...env } };
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

/** The metadata of the sandbox, with a number and a boolean more, as `--meta` takes them. */
async function writeMeta() {
  const { tenant: baseUrl, apiKey } = sandbox;
  const client = new ManagementClient({ baseUrl, apiKey });
  const [deployment] = (await client.deployments.list()).items;
  const [environment] = (await client.environments.list(deployment.id)).items;
  const { data } = await client.environments.createMetaSyncToken(deployment.id, environment.id, {
    security_context: {},
  });
  const url = `${environment.api_credentials.rest.url}/meta`;
  const headers = { authorization: `Bearer ${data.token}` };
  const meta = await (await fetch(url, { headers })).json();
  meta.cubes[0].dimensions.push(
    { name: 'orders.total', type: 'number' },
    { name: 'orders.isPaid', type: 'boolean' },
  );
  const file = join(folder, 'meta.json');
  writeFileSync(file, JSON.stringify(meta));
  return file;
}

test('a token for the metadata goes over plain http to this machine only', async () => {
  const bundle = await build({
    entryPoints: [join(root, 'npm/src/cli/members.ts')],
    ...{ bundle: true, format: 'esm', platform: 'node', write: false },
  });
  const text = Buffer.from(bundle.outputFiles[0].contents).toString('base64');
  const { metaOf } = await import(`data:text/javascript;base64,${text}`);
  const clientOf = (url) => ({
    environments: {
      list: async () => ({ items: [{ id: 'e', api_credentials: { rest: { url } } }] }),
      createMetaSyncToken: async () => {
        throw new Error('the token');
      },
    },
  });
  for (const [url, host, wanted] of [
    ['http://acme.example.com/api', 'acme.example.com', /is not https/],
    ['http://localhost:7/api', 'acme.example.com', /is not https/],
    ['http://localhost:7/api', 'localhost', /^the token$/],
    ['https://other.example.com/api', 'acme.example.com', /^the token$/],
  ])
    await assert.rejects(metaOf(clientOf(url), '7', host), { message: wanted }, url);
});

describe('the types of the sandbox', () => {
  let made;
  before(async () => {
    const file = join(folder, 'document.json');
    const { tenant: baseUrl, apiKey } = sandbox;
    const document = await new ManagementClient({ baseUrl, apiKey }).spec.retrieve();
    writeFileSync(file, JSON.stringify(document));
    made = await written('of-a-file', ['--document', file, '--meta', await writeMeta()]);
  });

  test('declare the answers and inputs that the description leaves open', () => {
    assert.equal(made.code, 0, made.problem);
    const [, answers, inputs] = /(\d+) answers, (\d+) inputs and 6 members/.exec(made.out);
    console.log(made.out.replace(/^.*\//, ''));
    assert.ok(Number(answers) >= 60, made.out);
    assert.ok(Number(inputs) >= 30, made.out);
  });

  test('are the same from the tenant itself, and have no credential', async () => {
    const args = ['--base-url', sandbox.tenant];
    const own = await written('of-a-tenant', args, { SVC_API_KEY: sandbox.apiKey });
    assert.equal(own.code, 0, own.problem);
    assert.match(own.out, /and 4 members/);
    const text = readFileSync(own.file, 'utf8');
    // The metadata of the file have two members more.
    const more = /^.*\borders\.(total|isPaid)\b.*\n/gm;
    const ofFile = readFileSync(made.file, 'utf8');
    assert.equal(ofFile.match(more).length, 2);
    assert.equal(text, ofFile.replace(more, ''));
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
    const errors = await compiled('the newest TypeScript', place, USE, USE_MEMBERS);
    for (const file of ['use-0.ts', 'use-1.ts'])
      assert.match(errors, new RegExp(`${file}.*error TS`));
  });

  test('are without members if the metadata cannot be read, and say so', async () => {
    const args = ['--base-url', sandbox.tenant, '--deployment', '999999'];
    const own = await written('no-members', args, { SVC_API_KEY: sandbox.apiKey });
    assert.equal(own.code, 0, own.problem);
    assert.match(own.problem, /^The file has no members of the data model\. .*404/);
    assert.match(own.out, /and 0 members/);
    assert.doesNotMatch(readFileSync(own.file, 'utf8'), /TenantMembers/);
  });
});

test('a generator that fails ends the command with what it said', async () => {
  const file = join(folder, 'wrong.json');
  writeFileSync(file, JSON.stringify({ openapi: '3.1.0', paths: {} }));
  const place = ['--out', join(folder, 'x.d.ts')];
  for (const program2 of [join(folder, 'no-such-program'), '/bin/false']) {
    const args = ['types', '--document', file, ...place, '--generator', program2];
    const { code, problem } = await node([program, ...args]);
    assert.equal(code, 2);
    assert.match(problem, /openapi-typescript failed/);
  }
});

test('a document that refers to a file or another server is refused before anything reads it', async () => {
  const file = join(folder, 'elsewhere.json');
  for (const $ref of [
    ...['/etc/passwd', '../../.npmrc', 'file:///etc/hostname', 'x.yaml#/a'],
    ...['http://127.0.0.1:9/a', 'https://internal.example/a#/b', '//internal.example/a'],
  ]) {
    const mapping = { discriminator: { propertyName: 'a', mapping: { b: $ref } } };
    for (const A of [{ $ref }, mapping]) {
      const document = { openapi: '3.1.0', paths: {}, components: { schemas: { A } } };
      writeFileSync(file, JSON.stringify(document));
      const made = join(folder, 'elsewhere.d.ts');
      const args = ['types', '--document', file, '--out', made, '--generator', generator];
      const { code, problem } = await node([program, ...args]);
      assert.equal(code, 2, $ref);
      assert.ok(problem.includes($ref), problem);
      assert.match(problem, /outside of itself/);
      assert.equal(existsSync(made), false);
    }
  }
});
