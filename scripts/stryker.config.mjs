// `PART=client npm run mutants:npm`: Stryker makes small changes to the modules of the management client, or of
// the part `server`, the endpoint, one at a time, and runs the part's tests. It prints the mutants that no test
// notices, for a person to judge. What must be noticed is in tests/planted/, which `npm run planted` plays. `dist/` has the single modules then;
// `npm run build` bundles them again. Needs that and the sandbox.

import { cpSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, stageDir } from './lib/run.mjs';

const PARTS = {
  // The files that decide. The others move bytes.
  client: [
    'management/{answer,failure,headers,job,page,redirect,request,retry,settings}',
    'e2e/management',
  ],
  server: ['server/*', 'e2e/server'],
};
const [modules, tests] = PARTS[process.env.PART ?? 'client'];
const SLOW = ['time.test.mjs', 'nginx.test.mjs'];
const files = readdirSync(join(root, tests)).filter(
  (name) => name.endsWith('.test.mjs') && !SLOW.includes(name),
);

process.env.SVC_SANDBOX ??= join(root, 'target/debug/svc-sandbox');
cpSync(join(stageDir, 'ts'), join(root, 'dist'), { recursive: true });

export default {
  mutate: [`dist/${modules}.js`],
  // Only these are copied; `node_modules` is linked.
  ignorePatterns: [
    ...['**', '!package.json', '!dist/**', '!e2e/**', '!scripts/**', '!target/npm/ts/**'],
    ...['!tests/fixtures/**', '!sandbox/seed.json', '!docs/guide/**', 'scripts/stryker/**'],
  ],
  testRunner: 'command',
  commandRunner: {
    command: `node --expose-gc --test ${files.map((name) => join(tests, name)).join(' ')}`,
  },
  concurrency: 2,
  timeoutMS: 60_000,
  reporters: ['clear-text', 'progress-append-only'],
  clearTextReporter: { reportTests: false, logTests: false, allowColor: false },
  tempDirName: 'target/stryker',
};
