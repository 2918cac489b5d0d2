// `node scripts/sandbox-packages.mjs [linux-x64 …]`: builds the sandbox for each platform, or for those
// that are named, and packs the npm packages into target/sandbox-packages/.
//
// One machine builds for all: `pip install ziglang cargo-zigbuild`, and `rustup target add` for each
// target. The program for Linux is static, so it runs in any distribution and in an empty container.

import { chmodSync, copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cargoPaths } from './lib/cargo.mjs';
import { root, run, say } from './lib/run.mjs';
import { buildSandboxPages } from './lib/sandbox.mjs';

const TARGETS = {
  'linux-x64': 'x86_64-unknown-linux-musl',
  'linux-arm64': 'aarch64-unknown-linux-musl',
  'darwin-x64': 'x86_64-apple-darwin',
  'darwin-arm64': 'aarch64-apple-darwin',
  'win32-x64': 'x86_64-pc-windows-gnu',
};

const launcher = join(root, 'sandbox/npm');
const described = JSON.parse(readFileSync(join(launcher, 'package.json'), 'utf8'));
const out = join(root, 'target/sandbox-packages');
const named = process.argv.slice(2);
for (const name of named)
  if (!Object.hasOwn(TARGETS, name)) throw new Error(`There is no ${name}.`);

rmSync(out, { recursive: true, force: true });
mkdirSync(out, { recursive: true });
await buildSandboxPages();
const { targetDir } = await cargoPaths();
for (const [name, target] of Object.entries(TARGETS)) {
  if (named.length > 0 && !named.includes(name)) continue;
  say(`Building the sandbox for ${name}`);
  const args = ['zigbuild', '--release', '--locked', '-p', 'svc-sandbox', '--target', target];
  await run('cargo', args);
  const file = name.startsWith('win32') ? 'svc-sandbox.exe' : 'svc-sandbox';
  const built = join(targetDir, target, 'release', file);
  const folder = join(out, name);
  mkdirSync(folder);
  copyFileSync(built, join(folder, file));
  chmodSync(join(folder, file), 0o755);
  const [os, cpu] = name.split('-');
  const { version, license, repository } = described;
  const manifest = {
    ...{ name: `svc-sandbox-${name}`, version, license, repository },
    ...{ description: `The program of svc-sandbox for ${name}` },
    ...{ os: [os], cpu: [cpu], files: [file] },
  };
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  await run('npm', ['pack', '--silent', '--pack-destination', out, folder]);
}
await run('npm', ['pack', '--silent', '--pack-destination', out, launcher]);
say(`The packages are in ${out}`);
