#!/usr/bin/env node
/** The commands of the package: `npx svc-embed`. No page loads this file. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { doctor, DOCTOR_HELP } from './doctor.js';
import { checkEndpoint, ENDPOINT_HELP } from './endpoint.js';
import { hide, say, warn } from './output.js';
import { fetch } from './proxy.js';
import { messageOf, type Text } from './tenant.js';
import { types, TYPES_HELP } from './types.js';
import { Stop } from './work.js';

const HELP = `svc-embed <command>

  doctor           compares your tenant with what this version knows
  types            writes types of the answers and the data model of your tenant
  check-endpoint   tests your endpoint that makes session ids

svc-embed <command> --help shows the options.
`;

type Command = (
  text: Text,
  isSet: (name: string) => boolean,
  url: string | undefined,
) => Promise<number>;

const COMMANDS = new Map<string | undefined, readonly [help: string, run: Command]>([
  ['doctor', [DOCTOR_HELP, (text, isSet) => doctor(text, isSet('json'))]],
  ['types', [TYPES_HELP, (text, isSet) => types(text, isSet('rust'))]],
  [
    'check-endpoint',
    [ENDPOINT_HELP, (text, isSet, url) => checkEndpoint(url, text, isSet('json'))],
  ],
]);

/** Runs a command. Returns the exit code. */
async function main(): Promise<number> {
  const [name, ...args] = process.argv.slice(2);
  const command = COMMANDS.get(name);
  if (!command && name !== undefined && name !== '--help')
    throw new Stop(`There is no such command.\n\n${HELP}`);
  const [help, run] = command ?? [HELP];
  // The help has each option: `--json`, or `--out <file>` for one with a value.
  const options = [...help.matchAll(/^ {2}--([\w-]+) (<?)/gm)].map(([, option = '', value]) => [
    option,
    { type: value ? 'string' : 'boolean' } as const,
  ]);
  if (!run || args.includes('--help')) {
    say(help);
    return name === undefined ? 2 : 0;
  }
  const { values, positionals } = parsedArgs({
    ...{ args, options: Object.fromEntries(options), allowPositionals: name === 'check-endpoint' },
  });
  const text = (option: string) => values[option] as string | undefined;
  return run(text, (option) => values[option] === true, positionals[0]);
}

function parsedArgs(config: ParseArgsConfig): ReturnType<typeof parseArgs> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new Stop(messageOf(error));
  }
}

globalThis.fetch = fetch;
hide(process.env['SVC_API_KEY']);
hide(process.env['SVC_ACCESS_TOKEN']);
main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    warn(`${error instanceof Stop ? error.message : `It failed. ${messageOf(error)}`}\n`);
    process.exitCode = 2;
  },
);
