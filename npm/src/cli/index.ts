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

type Run = (text: Text, isSet: (name: string) => boolean, url?: string) => Promise<number>;

const COMMANDS = new Map<string | undefined, readonly [help: string, run: Run]>([
  ['doctor', [DOCTOR_HELP, (text, isSet) => doctor(text, isSet('json'))]],
  ['types', [TYPES_HELP, (text, isSet) => types(text, isSet('rust'))]],
  [
    'check-endpoint',
    [ENDPOINT_HELP, (text, isSet, url) => checkEndpoint(url, text, isSet('json'))],
  ],
]);

/** Runs a command. Returns the exit code: 2 if it has failed. */
async function main([name, ...args]: string[]): Promise<number> {
  const [help, run] = COMMANDS.get(name) ?? [HELP];
  if (!run || args.includes('--help')) {
    say(help);
    return run || name === '--help' ? 0 : 2;
  }
  // The help has each option: `--json`, or `--out <file>` for one with a value.
  const options = [...help.matchAll(/^ {2}--([\w-]+) (<?)/gm)].map(
    ([, option = '', value]) => [option, { type: value ? 'string' : 'boolean' } as const] as const,
  );
  const allowPositionals = name === 'check-endpoint';
  const { values, positionals } = parseArgs({
    args,
    options: Object.fromEntries(options),
    allowPositionals,
  });
  const text = (option: string) => values[option] as string | undefined;
  return run(text, (option) => values[option] === true, positionals[0]);
}

hide(process.env['SVC_API_KEY']);
hide(process.env['SVC_ACCESS_TOKEN']);
// What is published is one file, which the thread that reads a document runs, too.
if (isMainThread)
  main(process.argv.slice(2)).then(
    (code) => (process.exitCode = code),
    (error: unknown) => {
      warn(`${messageOf(error)}\n`);
      process.exitCode = 2;
    },
  );
