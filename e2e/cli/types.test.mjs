// `svc-embed types`: what the sandbox's own document says of its answers and inputs, as strict users of
// the oldest and of the newest compiler see it, and what typify is given for Rust.

import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { ManagementClient } from 'svc-embed/management';
import { confinedTo } from '../../target/npm/ts/cli/types.js';
import { startSandbox } from '../support/sandbox.mjs';
import { cli, folderOf, node, root, serve } from './run.mjs';

const installed = realpathSync(join(root, 'npm/openapi-typescript/node_modules'));

/** The compilers, from the oldest that the types support. */
const COMPILERS = {
  'TypeScript 5.0': 'node_modules/typescript-5.0/bin/tsc',
  'the newest TypeScript': 'node_modules/typescript/bin/tsc',
};

const folder = folderOf('types');
let sandbox;

before(async () => {
  sandbox = await startSandbox();
});

after(() => sandbox?.stop());

const newFolder = (name) => mkdtempSync(join(folder, `${name}-`));

/** Writes a file into the folder. Returns its path. */
function file(name, text, options) {
  const path = join(folder, name);
  writeFileSync(path, typeof text === 'string' ? text : JSON.stringify(text), options);
  return path;
}

/** Programs of the shell in the place of npm and cargo: npm installs what is there, and cargo gives back its input. */
const INSTALL = `cp -al ${installed} node_modules`;
const ECHO = '[ "$2" = --version ] && echo 0.8.0 || cp "$4" "$3"';
/** Installs a generator that reads a file of this machine. */
const CURIOUS = `mkdir -p node_modules/openapi-typescript/bin
echo "require('fs').readFileSync('${root}/package.json')" > node_modules/openapi-typescript/bin/cli.js`;

/** Runs the command with such programs. Resolves to what it printed, its folder and the file. */
async function written(args, env, { npm = INSTALL, cargo = ECHO, ...options } = {}) {
  const place = newFolder('of-a-tenant');
  const out = join(place, 'svc-embed-tenant.d.ts');
  const programs = newFolder('programs');
  for (const [name, text] of Object.entries({ npm, cargo }))
    writeFileSync(join(programs, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  const PATH = `${programs}:${process.env.PATH}`;
  const made = await cli(['types', '--out', out, ...args], { PATH, ...env }, options);
  return { ...made, place, text: made.code === 0 ? readFileSync(out, 'utf8') : '' };
}

/** What a compiler says of programs beside what is in `place`. */
async function compiled(compiler, place, ...programs) {
  programs.forEach((code, index) => writeFileSync(join(place, `use-${index}.ts`), code));
  const compilerOptions = {
    ...{ target: 'ES2022', lib: ['ES2022', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'] },
    ...{ module: 'NodeNext', moduleResolution: 'NodeNext', types: [] },
    ...{ strict: true, exactOptionalPropertyTypes: true, noEmit: true, skipDefaultLibCheck: true },
  };
  // The oldest libraries have no asynchronous iterators of streams.
  if (compiler.includes('5.0')) compilerOptions.lib.pop();
  const config = JSON.stringify({ compilerOptions, include: ['*.ts'] });
  writeFileSync(join(place, 'tsconfig.json'), config);
  const { code, out } = await node([COMPILERS[compiler], '-p', place]);
  return code === 0 ? '' : out;
}

const ref = (name) => ({ $ref: `#/components/schemas/${name}` });

/** A document in which `users.me` answers a schema. */
const answering = (schema, schemas = {}) => {
  const responses = { 200: { content: { 'application/json': { schema } } } };
  const paths = { '/api/v1/users/me': { get: { responses } } };
  return { openapi: '3.1.0', paths, components: { schemas } };
};

/** A schema that holds itself, with its name and without. */
const properties = { email: { type: 'string' }, next: ref('A') };
const ITSELF = {
  allOf: [
    ref('A'),
    { properties: { ...properties, only: { allOf: [ref('A')] } } },
    { properties: { unnamed: { allOf: [ref('A'), { title: 'a' }] } } },
  ],
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
  same<string | undefined>()((await client.spec.retrieve()).next?.only?.next?.email);
  return wrong;
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

describe('the types of the sandbox', () => {
  let made;
  let document;
  before(async () => {
    const { tenant: baseUrl, apiKey } = sandbox;
    const served = await new ManagementClient({ baseUrl, apiKey }).spec.retrieve();
    document = file('document.json', served);
    const more = structuredClone(served);
    more.components.schemas.A = ITSELF;
    more.paths['/api/v1/spec'] = answering(ref('A')).paths['/api/v1/users/me'];
    made = await written(['--document', file('more.json', more)]);
  });

  test('declare what the description leaves open. They are the same from the tenant itself', async () => {
    assert.equal(made.code, 0, made.problem);
    assert.equal(made.problem, 'a schema without a name holds itself: its type is left open.\n');
    const [, count] = /(\d+) types of answers and inputs/.exec(made.out);
    assert.ok(Number(count) >= 90, made.out);
    // typify starts quickly here: it is an echo.
    const env = { SVC_API_KEY: sandbox.apiKey };
    const [own, same] = [
      ['--base-url', sandbox.tenant],
      ['--document', document],
    ].map((args) => written(['--rust', ...args], env));
    assert.equal((await own).text, (await same).text);
    assert.match((await own).text, /UsersMeAnswer/);
    assert.ok(!(await own).text.includes(sandbox.apiKey));
  });

  for (const compiler of Object.keys(COMPILERS))
    test(`tell a misspelt field or member, and a wrong value: ${compiler}`, async () =>
      assert.equal(await compiled(compiler, made.place, USE, USE_MEMBERS), ''));
});

describe('a hostile document', () => {
  /** A schema that leads to another place in every way. */
  function leading(place) {
    const leads = { $ref: place };
    return {
      type: 'object',
      externalDocs: { url: place },
      discriminator: { propertyName: 'email', mapping: { a: place } },
      properties: { email: { type: 'string' }, other: leads, enum: { enum: ['a', leads] } },
      examples: [leads],
      default: leads,
      oneOf: [leads, { type: 'object' }],
    };
  }

  /** The document of a tenant whose `users.me` answers what leads to these places. */
  function documentOf(places) {
    const all = places.map((place) => [place, { $ref: place }]);
    const each = (make) => Object.fromEntries(all.map((one, at) => [`a${at}`, make(...one)]));
    const schema = { type: 'object', properties: each(leading) };
    const examples = each((place, leads) => ({
      externalValue: place,
      value: { members: [leads] },
    }));
    const content = { 'application/json': { schema, examples } };
    const links = each((place) => ({ operationRef: place }));
    const callbacks = each((_, leads) => leads);
    const paths = Object.fromEntries(all.map(([, leads], at) => [`/leads/${at}`, leads]));
    paths['/api/v1/users/me'] = { get: { responses: { 200: { content, links } }, callbacks } };
    const page = { responses: { 200: { content: { 'text/html': {} } } } };
    paths['/api/v1/spec'] = { get: page };
    const jsonSchemaDialect = places[0];
    return { openapi: '3.1.0', info: {}, jsonSchemaDialect, paths, webhooks: callbacks };
  }

  for (const isRust of [false, true])
    test(`makes ${isRust ? 'typify' : 'openapi-typescript'} open no file and ask no server`, async (t) => {
      const requests = [];
      const url = await serve(t, (request, response) => {
        requests.push(request.url);
        response.end('{"type":"string","x-canary":"of the server"}');
      });
      const canary = file('canary.json', '{"type":"string","enum":["canary-of-the-file"]}');
      const places = [`${url}/a.json`, canary, `file://${canary}#/a`, './canary.json'];
      const document = file('hostile.json', documentOf(places));
      const args = [...(isRust ? ['--rust'] : []), '--document', document];
      const { code, problem, text } = await written(args, {}, { cwd: folder });
      assert.equal(code, 0, problem);
      for (const place of places) {
        assert.ok(
          problem.includes(`${place} could not be read: its type is left open.\n`),
          problem,
        );
        assert.ok(!text.includes(place), text);
      }
      assert.match(problem, /^text\/html: its type is left open\.$/m);
      assert.doesNotMatch(text, /canary-of/);
      assert.deepEqual(requests, []);
    });
});

describe('the generator', () => {
  const secrets = { SVC_API_KEY: 'a-secret', SVC_ACCESS_TOKEN: 'a-secret', svc_other: 'a-secret' };

  test('is of one version with its lock, and starts without the variables of svc-embed', async () => {
    const place = newFolder('npm');
    const spy = `env > ${place}/env; echo "$@" > ${place}/args`;
    const args = ['--document', file('any.json', answering({ type: 'string' }))];
    // That is enough: nothing is installed, and no type is made.
    const npm = `${spy}; cp package-lock.json ${place}; exit 1`;
    assert.equal((await written(args, secrets, { npm })).code, 2);
    assert.match(readFileSync(join(place, 'args'), 'utf8'), /^ci --ignore-scripts /);
    assert.doesNotMatch(readFileSync(join(place, 'env'), 'utf8'), /svc_|a-secret/i);
    const lock = JSON.parse(readFileSync(join(place, 'package-lock.json'), 'utf8'));
    const { dependencies } = lock.packages[''];
    assert.deepEqual(dependencies, { 'openapi-typescript': '7.13.0', typescript: '5.9.3' });
    for (const [name, { integrity }] of Object.entries(lock.packages))
      assert.ok(name === '' || integrity, name);
    await written([...args, '--rust'], secrets, { cargo: `${spy}; ${ECHO}` });
    assert.match(readFileSync(join(place, 'args'), 'utf8'), /^typify --output /);
    assert.doesNotMatch(readFileSync(join(place, 'env'), 'utf8'), /svc_|a-secret/i);
  });

  test('that fails, or has another version, ends the command', async () => {
    const empty = ['--document', file('empty.json', '{"openapi":"3.1.0","paths":{}}')];
    const install = /^Run `cargo install cargo-typify --version \d+\.\d+\.\d+ --locked`/;
    for (const [wanted, programs, ...more] of [
      [/^npm failed \(1\)/, { npm: 'exit 1' }],
      [/^node failed/, { npm: 'true' }],
      [/^node failed .*ERR_ACCESS_DENIED/s, { npm: CURIOUS }],
      [install, { cargo: 'echo 0.7.0' }, '--rust'],
      [
        /^cargo failed \(3\)\. it is no schema/,
        { cargo: 'echo "it is no schema" >&2; exit 3' },
        '--rust',
      ],
    ]) {
      const { code, problem } = await written([...empty, ...more], {}, programs);
      assert.equal(code, 2);
      assert.match(problem, wanted);
    }
  });

  test('of svc-embed can neither read a file of this machine nor reach a network', async () => {
    const place = realpathSync(newFolder('confined'));
    const code = join(place, 'try.mjs');
    const read = (path) => `import { readFileSync } from 'node:fs'; readFileSync('${path}')`;
    for (const [text, wanted] of [
      [read(join(root, 'package.json')), /ERR_ACCESS_DENIED/],
      ["import { spawn } from 'node:child_process'; spawn('true')", /ERR_ACCESS_DENIED/],
      ["await fetch('http://127.0.0.1:4999')", /offline|ERR_ACCESS_DENIED/],
      [read(code), /^(?!.*Error)/s],
    ]) {
      writeFileSync(code, text);
      assert.match((await node([...confinedTo(place), code])).problem, wanted);
    }
  });
});

describe('what typify is given', () => {
  /** The definitions for a document whose `users.me` answers an object with these fields. */
  async function given(properties, schemas, more) {
    const me = { type: 'object', properties, ...more };
    const args = ['--rust', '--document', file('rust.json', answering(me, schemas))];
    const { code, problem, text } = await written(args);
    assert.equal(code, 0, problem);
    return JSON.parse(/^(\{.*\})$/m.exec(text)[1]).definitions;
  }

  test('reads what a service of tomorrow may answer', async () => {
    const name = { type: 'string', enum: ['a', 'b'] };
    const properties = {
      kind: { ...name, maxLength: 5, pattern: '^[ab]$', format: 'date' },
      count: { type: 'integer', minimum: 1, maximum: 9 },
      either: { oneOf: [{ type: 'string' }, { type: 'object' }] },
      date: { anyOf: [{ type: 'string', format: 'date' }, { type: 'string' }, { type: 'null' }] },
    };
    const more = { additionalProperties: false, required: ['kind', 'absent'] };
    assert.deepEqual((await given(properties, {}, more)).UsersMeAnswer, {
      type: 'object',
      required: ['kind'],
      properties: {
        kind: { type: 'string', description: 'One of `"a"`, `"b"`.' },
        count: { type: 'integer' },
        either: {},
        date: { oneOf: [{ type: 'string' }, { type: 'null' }] },
      },
    });
  });

  test('has names that Rust has, each once, and ends with schemas that hold themselves', async () => {
    const names = ['URL_thing', 'UrlThing', '2nd', 'Self', 'a~1b', 'gone'];
    const own = { type: 'object', properties: { own: ref('URL_thing') } };
    const schemas = { URL_thing: own, Self: own, '2nd': own, 'a/b': own };
    const definitions = await given(Object.fromEntries(names.map((name) => [name, ref(name)])), {
      ...schemas,
      UrlThing: { type: 'string' },
    });
    assert.deepEqual(Object.keys(definitions).sort(), [
      ...['AB', 'Type2nd', 'TypeSelf', 'UrlThing', 'UrlThing2', 'UsersMeAnswer'],
    ]);
    assert.deepEqual(definitions.AB, definitions.Type2nd);
    assert.deepEqual(definitions.UsersMeAnswer.properties.gone, {});
  });
});
