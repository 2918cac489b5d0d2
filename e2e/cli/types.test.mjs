// `svc-embed types`: what the sandbox's own document says of its answers and inputs, as strict users of
// the oldest and of the newest compiler see it.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
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
  'TypeScript 5.9': 'e2e/openapi-typescript/node_modules/typescript/bin/tsc',
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

/** What a compiler says of `code` beside what is in `place`. */
async function compiled(compiler, place, code) {
  writeFileSync(join(place, 'use.ts'), code);
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
    const [, answers, inputs] = /(\d+) answers and (\d+) inputs/.exec(made.out);
    console.log(made.out.replace(/^.*\//, ''));
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
    test(`tell a misspelt field and a wrong value: ${compiler}`, async () => {
      assert.equal(await compiled(compiler, made.place, USE), '');
    });

    test(`leave everything as it is without the file: ${compiler}`, async () => {
      const place = join(folder, `without ${compiler}`);
      mkdirSync(place);
      assert.equal(await compiled(compiler, place, USE_WITHOUT), '');
    });
  }

  test('would not compile if they declared nothing', async () => {
    const place = join(folder, 'nothing');
    mkdirSync(place);
    assert.match(await compiled('the newest TypeScript', place, USE), /error TS/);
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
    for (const A of [{ $ref }, { discriminator: { propertyName: 'a', mapping: { b: $ref } } }]) {
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
