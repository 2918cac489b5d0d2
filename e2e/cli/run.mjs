// Runs the commands of the package, and the programs that they need.

import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ManagementClient } from 'svc-embed/management';
import { startSandbox } from '../support/sandbox.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const program = join(root, 'dist/cli/index.js');

/** Runs a program. Resolves to its exit code and what it printed. */
export function run(command, args, { input, ...options } = {}) {
  const given = { cwd: root, maxBuffer: 64 * 1024 * 1024, ...options };
  return new Promise((resolve) => {
    const child = execFile(command, args, given, (error, out, problem) =>
      resolve({ code: error?.code ?? 0, out, problem }),
    );
    child.stdin.on('error', () => {}).end(input);
  });
}

/** Runs a program of Node with no other variables of the environment than these. */
export const node = (args, env = {}, options = {}) =>
  run(process.execPath, args, { env: { PATH: process.env.PATH, ...env }, ...options });

/** Runs `svc-embed`. */
export const cli = (args, ...more) => node([program, ...args], ...more);

/** Makes a folder inside the repository, where compilers find the package by its own name. */
export function folderOf(name) {
  mkdirSync(join(root, 'target'), { recursive: true });
  const folder = mkdtempSync(join(root, `target/${name}-`));
  after(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** Serves until the test ends. Resolves to the address. */
export async function serve(t, listener) {
  const server = createServer(listener).listen(0, '127.0.0.1');
  t.after(() => (server.closeAllConnections(), server.close()));
  await new Promise((listening) => server.once('listening', listening));
  return `http://127.0.0.1:${server.address().port}`;
}

/** Starts a sandbox. Resolves to it and its document. */
export async function startTenant() {
  const sandbox = await startSandbox();
  const { tenant: baseUrl, apiKey } = sandbox;
  return { sandbox, served: await new ManagementClient({ baseUrl, apiKey }).spec.retrieve() };
}

/** Runs `doctor` with a file of these bytes. */
export function doctorOn(bytes, ...args) {
  const file = join(folderOf('doctor'), 'document.json');
  writeFileSync(file, bytes.paths ? JSON.stringify(bytes) : bytes);
  return cli(['doctor', '--document', file, ...args]);
}
