// `svc-embed types --rust` in a crate that is compiled with the module of the sandbox.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ManagementClient } from 'svc-embed/management';
import { startSandbox } from '../support/sandbox.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cli = join(root, 'dist/cli/index.js');
const typify = process.env.CARGO_TYPIFY ?? join(root, '.tools/bin/cargo-typify');

/** Runs a program. Resolves to its exit code and what it printed. */
function run(program, args, { input, ...options } = {}) {
  return new Promise((resolve) => {
    const child = execFile(program, args, { cwd: root, ...options }, (error, out, problem) =>
      resolve({ code: error?.code ?? 0, out, problem }),
    );
    child.stdin.on('error', () => {}).end(input);
  });
}

let folder;

before(() => {
  mkdirSync(join(root, 'target'), { recursive: true });
  folder = mkdtempSync(join(root, 'target/types-rust-'));
});

after(() => rmSync(folder, { recursive: true }));

describe('a crate with the module of the sandbox', () => {
  let sandbox;
  let client;
  let crate;

  after(() => sandbox?.stop());

  /** Compiles the crate. Its dependencies are those of the repository's lockfile. */
  const cargo = (...args) =>
    run('cargo', [...args, '--quiet', '--offline'], {
      cwd: crate,
      env: { ...process.env, CARGO_TARGET_DIR: join(root, 'target/rust-tenant') },
      timeout: 240_000,
    });

  test('is written from the tenant itself', async () => {
    sandbox = await startSandbox();
    const { tenant: baseUrl, apiKey } = sandbox;
    client = new ManagementClient({ baseUrl, apiKey });
    crate = join(folder, 'crate');
    cpSync(join(root, 'e2e/cli/rust-tenant'), crate, { recursive: true });
    cpSync(join(root, 'Cargo.lock'), join(crate, 'Cargo.lock'));
    const manifest = join(crate, 'Cargo.toml');
    writeFileSync(
      manifest,
      readFileSync(manifest, 'utf8').replace('"../../.."', JSON.stringify(root)),
    );
    const out = join(crate, 'src/tenant.rs');
    const args = [cli, 'types', '--rust', '--base-url', baseUrl, '--out', out];
    const env = { ...process.env, SVC_API_KEY: apiKey };
    const made = await run(process.execPath, [...args, '--generator', typify], { env });
    assert.equal(made.code, 0, made.problem);
    const [, answers, inputs] = /(\d+) answers, (\d+) inputs/.exec(made.out);
    assert.ok(Number(answers) >= 60 && Number(inputs) >= 30, made.out);
    assert.ok(!readFileSync(out, 'utf8').includes(apiKey));
  });

  test('compiles, and reads what the sandbox answers', async () => {
    const built = await cargo('build');
    assert.equal(built.code, 0, built.problem);
    const me = await client.users.me();
    const [{ id }] = (await client.deployments.list()).items;
    const folders = (await client.folders.list(id)).items;
    assert.ok(folders.length > 0);
    me.ofTomorrow = { a: 1 };
    me.role = 'a role of tomorrow';
    const input = JSON.stringify([me, folders]);
    const { code, out, problem } = await run(
      join(root, 'target/rust-tenant/debug/svc-embed-rust-tenant'),
      [],
      { input },
    );
    assert.equal(code, 0, problem);
    const filter = 'f_orders.status={"value":"completed","operator":"equals"}';
    assert.deepEqual(out.trim().split('\n'), [
      ...[me.email, folders.map(({ name }) => name).join(', ')],
      ...['{"email":"new@b.example"}', filter],
    ]);
  });

  test('does not compile with a misspelt field or setter', async () => {
    const file = join(crate, 'src/users.rs');
    const text = readFileSync(file, 'utf8');
    for (const right of ['me.email', ')?.id', '.email(email)']) {
      assert.ok(text.includes(right), right);
      const wrong = right.replace('email', 'emial').replace('.id', '.di');
      writeFileSync(file, text.replace(right, wrong));
      const { code, problem } = await cargo('check');
      assert.notEqual(code, 0, wrong);
      assert.match(problem, /error\[E0(609|599)\]: .*(emial|di)/, wrong);
    }
  });
});
