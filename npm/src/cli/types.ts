/** `svc-embed types`: declares what a tenant's own document says of its operations. */
import { execFile, type ExecFileOptions } from 'node:child_process';
import { cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { oneLine } from '../management/values.js';
import { say, warn, write } from './output.js';
import type { Opened } from './schemas.js';
import * as tenants from './tenant.js';
import { Stop, work } from './work.js';

export const TYPES_HELP = `svc-embed types: reads the tenant's own OpenAPI document, and writes types for the answers and
inputs that the service's description does not describe, and for the members of the data model.
Include the file in your TypeScript project.

  --base-url <url>      the tenant; by default SVC_BASE_URL
  --document <file>     a file with the tenant's document, JSON or YAML; the tenant is not asked
  --deployment <id>     the deployment whose data model is read; by default the first
  --meta <file>         a file with the metadata of the data model; the tenant is not asked
  --rust                writes a module of Rust; needs cargo-typify
  --out <file>          the file to write; svc-embed-tenant.d.ts by default, svc_embed_tenant.rs for Rust
  --generator <program> your own openapi-typescript 7; by default npm installs the version that
                        svc-embed has locked. For Rust: cargo-typify

The API key is read from SVC_API_KEY, an access token from SVC_ACCESS_TOKEN. No generator sees them.
Exit code: 0 the file is written, 2 it could not be written.
`;

/** What makes the types, each in one version. The first is in the lock beside this file. */
const LOCK = fileURLToPath(new URL('openapi-typescript', import.meta.url));
const TYPIFY = '0.8.0';
const INSTALL = `It is installed by \`cargo install cargo-typify --version ${TYPIFY} --locked\`.`;

/** Runs the command. Returns the exit code. */
export async function types(text: tenants.Text, isRust: boolean): Promise<number> {
  const out = text('out') ?? (isRust ? 'svc_embed_tenant.rs' : 'svc-embed-tenant.d.ts');
  const { tenant, bytes, source } = await tenants.opened(text);
  const opened = await work(isRust ? 'rust' : 'typescript', bytes, source);
  for (const reason of opened.unread) warn(`${oneLine(reason)}: its type is left open.\n`);
  const meta = text('meta');
  let members: tenants.Member[] = [];
  try {
    if (meta !== undefined) members = await tenants.membersOf(meta);
    else if (tenant) members = tenants.membersIn(await tenants.metaOf(tenant, text('deployment')));
  } catch (error) {
    if (meta !== undefined) throw error;
    // The rest is of use without them.
    warn(`The file has no members of the data model. ${tenants.messageOf(error)}\n`);
  }
  await write(out, await (isRust ? rust : typescript)(opened, members, text('generator')));
  const count = (part: string) => opened.types.filter((one) => one.part === part).length;
  const inputs = `${count('input')} inputs and ${members.length} members`;
  say(`${out}: ${count('answer')} answers, ${inputs}.\n`);
  return 0;
}

const header = (command: string): string =>
  `// Written by \`svc-embed ${command}\`. Write it again when the tenant has a new version.\n`;

type Make = (opened: Opened, members: tenants.Member[], program?: string) => Promise<string>;

const typescript: Make = async ({ types, definitions: schemas }, members, program) => {
  const info = { title: 'tenant', version: '1' };
  const given = { openapi: '3.1.0', info, paths: {}, components: { schemas } };
  const made = await generated(given, async (from, to, cwd) => {
    if (program !== undefined) return run(program, [from, '--output', to]);
    await cp(LOCK, cwd, { recursive: true });
    // On Windows, npm is a script of the shell. No argument is a text of somebody else's.
    const options = { cwd, shell: process.platform === 'win32' };
    await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], options);
    const generator = join(cwd, 'node_modules/openapi-typescript/bin/cli.js');
    return run(process.execPath, [...confinedTo(cwd), generator, from, '--output', to], { cwd });
  });
  const declared = new Map<string, string>();
  for (const { id, part, schema } of types)
    declared.set(id, `${declared.get(id) ?? ''} ${part}: components['schemas']['${schema}'];`);
  const operations = [...declared].map(([id, parts]) => [id, `{${parts} }`] as const);
  return [
    ...[header('types') + made, merged('svc-embed/management', 'TenantTypes', operations)],
    members.length > 0 ? merged('svc-embed', 'TenantMembers', members) : '',
  ].join('\n');
};

/** A declaration that a type of this package merges with. */
function merged(
  module: string,
  name: string,
  fields: readonly (readonly [string, string])[],
): string {
  const lines = fields.map(([key, type]) => `    ${JSON.stringify(key)}: ${type};\n`);
  return `declare module '${module}' {\n  interface ${name} {\n${lines.join('')}  }\n}\n`;
}

/** The flags of a process of Node that reads and writes one folder, and reaches no network. */
export function confinedTo(folder: string): string[] {
  const isStable = process.allowedNodeEnvironmentFlags.has('--permission');
  const offline = 'n.Socket.prototype.connect=()=>{throw Error("offline")}';
  const script = encodeURIComponent(`import n from 'node:net';${offline}`);
  const flags = [`--allow-fs-read=${folder}/*`, `--allow-fs-write=${folder}/*`];
  const permission = isStable ? '--permission' : '--experimental-permission';
  return [permission, ...flags, `--import=data:text/javascript,${script}`];
}

const rust: Make = async ({ types, definitions }, members, program) => {
  const $schema = 'http://json-schema.org/draft-07/schema#';
  const made = await generated({ $schema, definitions }, async (from, to) => {
    const said = program === undefined ? await run('cargo', ['typify', '--version']) : TYPIFY;
    if (!said.includes(TYPIFY)) throw new Stop(`typify has another version. ${INSTALL}`);
    return run(program ?? 'cargo', ['typify', '--output', to, from]);
  });
  const aliases = types.flatMap(({ id, part, name, schema }) => {
    const does = name.endsWith('Item') ? 'An item of what' : 'What';
    const verb = part === 'answer' ? 'answers' : 'takes';
    return name === schema ? [] : `/// ${does} \`${id}\` ${verb}.\npub type ${name} = ${schema};\n`;
  });
  const constants = new Map<string, string>();
  for (const [name] of members) {
    const words = name.replace(/([a-z\d])([A-Z])/g, '$1_$2').replace(/\W+/g, '_');
    const constant = words.toUpperCase();
    const line = `    /// \`${name}\`\n    pub const ${constant}: &str = ${JSON.stringify(name)};\n`;
    // A name of the tenant's must not end the comment or the text.
    const isName = /^[\p{L}\p{N}_]+\.[\p{L}\p{N}_]+$/u.test(name) && /^[A-Z]/.test(constant);
    if (isName && !constants.has(constant)) constants.set(constant, line);
  }
  const all = `/// The members of the data model, for filters.\npub mod members {\n${[...constants.values()].join('')}}\n`;
  const needs = '// It needs the crates serde and serde_json.\n';
  return [header('types --rust') + needs, made, ...aliases, constants.size > 0 ? all : ''].join(
    '\n',
  );
};

/** Makes a file of schemas in a folder that is removed afterwards. Resolves to its text. */
async function generated(
  given: object,
  make: (from: string, to: string, folder: string) => Promise<string>,
): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'svc-embed-')));
  try {
    const [from, to] = [join(folder, 'given.json'), join(folder, 'made.txt')];
    await writeFile(from, JSON.stringify(given));
    await make(from, to, folder);
    return await readFile(to, 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Runs a program, without the variables that have credentials. Resolves to what it printed. */
async function run(
  program: string,
  args: string[],
  options: ExecFileOptions = {},
): Promise<string> {
  const isOpen = ([name]: [string, unknown]) => !/^SVC_/i.test(name);
  const env = Object.fromEntries(Object.entries(process.env).filter(isOpen));
  const limits = { timeout: 300_000, maxBuffer: 64 * 1024 * 1024, encoding: 'utf8' } as const;
  try {
    return (await promisify(execFile)(program, args, { ...options, ...limits, env })).stdout;
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
    const isRust = args.includes('typify');
    const name = isRust ? 'typify' : program === 'npm' ? 'npm' : 'openapi-typescript';
    const isMissing = isRust && /ENOENT|no such command/.test(`${String(code)} ${stderr}`);
    const lines = stderr.trim().split('\n').map(oneLine).join('\n  ');
    throw new Stop(`${name} failed (${String(code)}). ${lines}${isMissing ? `\n${INSTALL}` : ''}`);
  }
}
