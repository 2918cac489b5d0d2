#!/usr/bin/env node
// Starts the program, and ends as it ends.

import { spawn } from 'node:child_process';
import { program } from './index.js';

let path;
try {
  path = program();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
const child = spawn(path, process.argv.slice(2), { stdio: 'inherit' });
// The terminal sends Ctrl+C to both; anything else reaches only this process.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
// A signal ends npx, which tells nobody that it has started.
if (process.env.npm_command !== undefined) {
  const parent = process.ppid;
  const look = () => process.ppid !== parent && child.kill();
  setInterval(look, 300).unref();
}
child.once('error', (error) => {
  console.error(`${path} could not be started: ${error.message}`);
  process.exit(1);
});
child.once('exit', (code) => process.exit(code ?? 1));
