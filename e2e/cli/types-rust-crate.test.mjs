// `svc-embed types --rust` in a crate that is compiled with the module of the sandbox.

import assert from 'node:assert/strict';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { after, before, test } from 'node:test';
import { ManagementClient } from 'svc-embed/management';
import { startSandbox } from '../support/sandbox.mjs';
import { cli, folderOf, root, run } from './run.mjs';

const typify = process.env.CARGO_TYPIFY ?? join(root, '.tools/bin/cargo-typify');
const crate = join(folderOf('types-rust'), 'crate');
let sandbox;

before(async () => {
  sandbox = await startSandbox();
  cpSync(join(root, 'e2e/cli/rust-tenant'), crate, { recursive: true });
  cpSync(join(root, 'Cargo.lock'), join(crate, 'Cargo.lock'));
  replace('Cargo.toml', '"../../.."', JSON.stringify(root));
});

after(() => sandbox?.stop());

/** Replaces a text in a file of the crate. Returns what the file had. */
function replace(name, right, wrong) {
  const text = readFileSync(join(crate, name), 'utf8');
  assert.ok(text.includes(right), right);
  writeFileSync(join(crate, name), text.replace(right, wrong));
  return text;
}

/** Compiles the crate. Its dependencies are those of the repository's lockfile. */
const cargo = (...args) =>
  run('cargo', [...args, '--quiet', '--offline'], {
    cwd: crate,
    env: { ...process.env, CARGO_TARGET_DIR: join(root, 'target/rust-tenant') },
    timeout: 240_000,
  });

test('a crate compiles with the types of the tenant, and reads what the sandbox answers', async () => {
  const { tenant: baseUrl, apiKey } = sandbox;
  const out = join(crate, 'src/tenant.rs');
  const PATH = `${dirname(typify)}:${process.env.PATH}`;
  const args = ['types', '--rust', '--base-url', baseUrl, '--out', out];
  const made = await cli(args, { ...process.env, PATH, SVC_API_KEY: apiKey });
  assert.equal(made.code, 0, made.problem);
  const [, count] = /(\d+) types of answers and inputs/.exec(made.out);
  assert.ok(Number(count) >= 90, made.out);
  assert.ok(!readFileSync(out, 'utf8').includes(apiKey));

  const built = await cargo('build');
  assert.equal(built.code, 0, built.problem);
  const client = new ManagementClient({ baseUrl, apiKey });
  const me = await client.users.me();
  const [{ id }] = (await client.deployments.list()).items;
  const folders = (await client.folders.list(id)).items;
  assert.ok(folders.length > 0);
  Object.assign(me, { ofTomorrow: { a: 1 }, role: 'a role of tomorrow' });
  const reader = join(root, 'target/rust-tenant/debug/svc-embed-rust-tenant');
  const read = await run(reader, [], { input: JSON.stringify([me, folders]) });
  assert.equal(read.code, 0, read.problem);
  const filter = 'f_orders.status={"value":"completed","operator":"equals"}';
  assert.deepEqual(read.out.trim().split('\n'), [
    ...[me.email, folders.map(({ name }) => name).join(', ')],
    ...['{"email":"new@b.example"}', filter],
  ]);

  for (const right of ['me.email', '.email(email)']) {
    const wrong = right.replace('email', 'emial');
    const text = replace('src/users.rs', right, wrong);
    const { code, problem } = await cargo('check');
    assert.notEqual(code, 0, wrong);
    assert.match(problem, /error\[E0(609|599)\]: .*emial/, wrong);
    writeFileSync(join(crate, 'src/users.rs'), text);
  }
});
