#!/usr/bin/env node
/** The commands of the package: `npx svc-embed`. No page loads this file. */
import { parseArgs } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import { doctor, DOCTOR_HELP } from './doctor.js';
import { checkEndpoint, ENDPOINT_HELP } from './endpoint.js';
import { hide, say, warn } from './output.js';
import { messageOf, type Text } from './tenant.js';
import { types, TYPES_HELP } from './types.js';

const HELP = `svc-embed <command>

  doctor           compares your tenant with what this version knows
  types            writes types of the answers and the data model of your tenant
  check-endpoint   tests your endpoint that makes session ids

svc-embed <command> --help shows the options.
`;

type Run = (text: Text, url?: string) => Promise<number>;

const COMMANDS = new Map<string | undefined, readonly [help: string, run: Run]>([
  ['doctor', [DOCTOR_HELP, doctor]],
  ['types', [TYPES_HELP, types]],
  ['check-endpoint', [ENDPOINT_HELP, checkEndpoint]],
]);

/** Runs a command. Returns the exit code: 2 if it has failed. */
async function main([name, ...args]: string[]): Promise<number> {
  const [help, run] = COMMANDS.get(name) ?? [HELP];
  if (!run || args.includes('--help')) {
    say(help);
    return run || name === '--help' ? 0 : 2;
  }
  // The help has each option: `--json`, or `--out <file>` for one with a value.
  const found = help.matchAll(/^ {2}--([\w-]+) (<?)/gm);
  const options = Object.fromEntries(
    Array.from(found, ([, option, value]) => [option, { type: value ? 'string' : 'boolean' }]),
  ) as Record<string, { type: 'string' | 'boolean' }>;
  const allowPositionals = name === 'check-endpoint';
  const { values, positionals } = parseArgs({ args, options, allowPositionals });
  return run((option) => values[option]?.toString(), positionals[0]);
}

hide(process.env['SVC_API_KEY']);
hide(process.env['SVC_ACCESS_TOKEN']);
// What is published is one file, which the thread that reads a document runs, too.
if (isMainThread)
  process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
    warn(`${messageOf(error)}\n`);
    return 2;
  });
