// `npm start`: installs and builds everything, then runs the sandbox, which also serves the demo.
// `npm start -- --help` shows the sandbox's options. `--verbose` shows what the compilers print.

import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { createInterface } from 'node:readline';
import { buildForDemo, compileCore } from './build.mjs';
import { main, quietly, root, say } from './lib/run.mjs';
import {
  buildProgram,
  buildSandboxDependencies,
  buildSandboxPages,
  cratesOf,
} from './lib/sandbox.mjs';
import { ensureDemoModules, setupRust } from './setup.mjs';

/** The key of the sandbox's demonstration data. */
const KEY = 'sandbox-admin-key';
/** Options with which the sandbox itself says what there is to say. */
const OWN_OUTPUT = ['--help', '-h', '--version', '-V', '--json', '--seed', '--database', '--www'];

await main(
  async () => {
    const isVerbose = process.argv.includes('--verbose');
    const args = process.argv.slice(2).filter((arg) => arg !== '--verbose');
    const program = await (isVerbose ? prepare((_, work) => work()) : quietly('Building', prepare));
    if (args.some((arg) => OWN_OUTPUT.includes(arg.split('=')[0]))) {
      await foreground(program, args, 'inherit');
      return;
    }
    say('Starting the sandbox');
    await foreground(program, [...args, '--json'], 'pipe');
  },
  { printsHelp: false },
);

/**
 * Builds what is missing: the sandbox compiles while npm installs, because that takes longest. `lane` runs a part
 * of this beside the others, and shows its steps. Resolves to the sandbox's path.
 */
async function prepare(lane) {
  await setupRust();
  const pages = lane('npm', () => ensureDemoModules().then(buildSandboxPages));
  const [program] = await Promise.all([
    lane('the sandbox', async () => {
      const step = 'Building the sandbox';
      say(step);
      // Asked meanwhile: cargo may have to ask the registry first.
      void cratesOf('svc-sandbox').then(
        (crates) => crates && say(`${step}, which has ${crates} crates`),
      );
      await buildSandboxDependencies();
      await pages;
      return buildProgram('svc-sandbox');
    }),
    lane('the package', async () => {
      // While the sandbox's own crate is compiled, the last and the longest, a processor is idle.
      await compileCore(root, constants.priority.PRIORITY_LOW);
      await pages;
      await buildForDemo();
    }),
  ]);
  return program;
}

/**
 * Runs a program until it ends, and takes over its exit code. Passes on signals that stop this
 * process, so that the program can end properly first. With 'pipe', reads its line of addresses.
 */
function foreground(program, args, output) {
  const child = spawn(program, args, { cwd: root, stdio: ['inherit', output, 'inherit'] });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => child.kill('SIGTERM'));
  if (child.stdout) createInterface({ input: child.stdout }).on('line', showAddresses);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => {
      process.exitCode = code ?? 1;
      resolve();
    });
  });
}

/** Shows what the sandbox has said: `{"host":"http://…","tenant":"http://…"}`. */
function showAddresses(line) {
  const { host, tenant, controlToken } = JSON.parse(line);
  const rows = [
    ['Demo', `${host}/   (open this)`],
    ['', `${host}/management.html   (the management API)`],
    ['baseUrl', `${tenant}   (the sandbox, in place of the service)`],
    ['API key', KEY],
    ...(controlToken ? [['Control', `Authorization: Bearer ${controlToken}`]] : []),
  ];
  const shown = rows.map(([name, text]) => `    ${name.padEnd(8)} ${text}`);
  console.log(['', ...shown, '', '  Ctrl+C stops it.', ''].join('\n'));
}
