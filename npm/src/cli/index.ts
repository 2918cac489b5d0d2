#!/usr/bin/env node
/** The commands of the package: `npx svc-embed`. No page loads this file. */
import { doctor, DOCTOR_HELP, messageOf, withoutAll } from './doctor.js';
import { checkEndpoint, ENDPOINT_HELP } from './endpoint.js';
import { Stop, util, type NodeProcess } from './node.js';
import { types, TYPES_HELP } from './types.js';

const HELP = `svc-embed <command>

  doctor           compares your tenant with what this version knows
  types            writes types of the answers and the data model of your tenant
  check-endpoint   tests your endpoint that makes session ids

svc-embed <command> --help shows the options.
`;

const HELPS: readonly (readonly [string, string])[] = [
  ['doctor', DOCTOR_HELP],
  ['types', TYPES_HELP],
  ['check-endpoint', ENDPOINT_HELP],
];

const TEXTS = [
  ...['base-url', 'document', 'deployment', 'dashboard', 'origin', 'mint', 'fix-presumptions'],
  ...['meta', 'out', 'generator', 'cookie', 'burst', 'down', 'refused'],
];

const OPTIONS = Object.fromEntries<{ type: 'string' | 'boolean' }>([
  ...TEXTS.map((name) => [name, { type: 'string' }] as const),
  ...['json', 'rust', 'help'].map((name) => [name, { type: 'boolean' }] as const),
]);

/** Runs a command. Returns the exit code. */
async function main(process: NodeProcess): Promise<number> {
  const { parseArgs } = await util();
  let given;
  try {
    const args = process.argv.slice(2);
    given = parseArgs({ args, options: OPTIONS, strict: true, allowPositionals: true });
  } catch (error) {
    throw new Stop(messageOf(error));
  }
  const { values, positionals } = given;
  const [command] = positionals;
  const [, help] = HELPS.find(([name]) => name === command) ?? ['', HELP];
  if (values['help'] || command === undefined) {
    process.stdout.write(help);
    return values['help'] ? 0 : 2;
  }
  const most = command === 'check-endpoint' ? 2 : 1;
  if (help === HELP) throw new Stop(`There is no such command.\n\n${HELP}`);
  if (positionals.length > most)
    throw new Stop(
      `There are too many arguments. Write an address after its option, such as --base-url.\n\n${help}`,
    );
  const text = (name: string) => values[name] as string | undefined;
  if (command === 'check-endpoint')
    return checkEndpoint(
      {
        ...{ url: positionals[1], cookie: text('cookie'), origin: text('origin') },
        ...{ burst: text('burst'), down: text('down'), refused: text('refused') },
        isJson: values['json'] === true,
      },
      process,
    );
  const source = { baseUrl: text('base-url'), document: text('document') };
  if (command === 'types')
    return types(
      {
        ...{ ...source, deployment: text('deployment'), meta: text('meta') },
        ...{ out: text('out'), generator: text('generator'), isRust: values['rust'] === true },
      },
      process,
    );
  return doctor(
    {
      ...{ ...source, deployment: text('deployment'), dashboard: text('dashboard') },
      ...{ origin: text('origin'), mint: text('mint') },
      fixPresumptions: text('fix-presumptions'),
      isJson: values['json'] === true,
    },
    process,
  );
}

const node = (globalThis as unknown as { process: NodeProcess }).process;
main(node).then(
  (code) => (node.exitCode = code),
  (error: unknown) => {
    const { env } = node;
    const said = error instanceof Stop ? error.message : `It failed. ${messageOf(error)}`;
    node.stderr.write(withoutAll(`${said}\n`, [env['SVC_API_KEY'], env['SVC_ACCESS_TOKEN']]));
    node.exitCode = 2;
  },
);
