/** `svc-embed types`: declares what a tenant's own document says of its operations. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { redacted, say, warn } from './output.js';
import type { Opened } from './schemas.js';
import * as tenants from './tenant.js';
import { work } from './work.js';

/** What makes the types, each in one version. The first is in the lock beside this file. */
const LOCK = fileURLToPath(new URL('openapi-typescript', import.meta.url));
const TYPIFY = '0.8.0';

/** Runs the command. Returns the exit code. */
export async function types(text: tenants.Text): Promise<number> {
  const isRust = !!text('rust');
  const out = text('out') ?? (isRust ? 'svc_embed_tenant.rs' : 'svc-embed-tenant.d.ts');
  const { bytes, source } = await tenants.opened(text);
  const shown = await work(isRust ? 'rust' : 'typescript', bytes, source);
  for (const reason of shown.unread) warn(`${reason}: its type is left open.`);
  const head = `// Written by \`svc-embed types\`. Write it again when the tenant has a new version.\n`;
  // The generators read no link.
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'svc-embed-')));
  try {
    const made = await (isRust ? rust : typescript)(shown, folder);
    await writeFile(out, redacted(head + made));
  } finally {
    await rm(folder, { recursive: true });
  }
  say(`${out}: ${shown.types.length} types of answers and inputs.`);
  return 0;
}

async function typescript({ types, definitions: schemas }: Opened, folder: string) {
  const info = { title: 'tenant', version: '1' };
  const given = { openapi: '3.1.0', info, paths: {}, components: { schemas } };
  await cp(LOCK, folder, { recursive: true });
  await run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], folder);
  const generator = join(folder, 'node_modules/openapi-typescript/bin/cli.js');
  const made = await generated(given, folder, process.execPath, [...confinedTo(folder), generator]);
  const declared: Record<string, string> = {};
  for (const { id, part, name } of types)
    declared[id] = `${declared[id] ?? ''} ${part}: components['schemas']['${name}'];`;
  const lines = Object.entries(declared).map(([id, parts]) => `    '${id}': {${parts} };\n`);
  return `${made}
// A declaration that a type of this package merges with.
declare module 'svc-embed/management' {\n  interface TenantTypes {\n${lines.join('')}  }\n}\n`;
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

async function rust({ definitions: all }: Opened, folder: string) {
  if (!(await run('cargo', ['typify', '--version'], folder)).includes(TYPIFY))
    throw new Error(`Run \`cargo install cargo-typify --version ${TYPIFY} --locked\`.`);
  // What only names another type would have to be unwrapped.
  const definitions: Opened['definitions'] = {};
  let aliases = '';
  for (const [name, one] of Object.entries(all))
    if (one['$ref']) aliases += `pub type ${name} = ${String(one['$ref']).split('/').pop()};\n`;
    else definitions[name] = one;
  const given = { $schema: 'http://json-schema.org/draft-07/schema#', definitions };
  const made = await generated(given, folder, 'cargo', ['typify']);
  return `// It needs the crates serde and serde_json.\n${made}\n${aliases}`;
}

/** What a program makes of a file. */
async function generated(given: object, folder: string, program: string, args: string[]) {
  await writeFile(join(folder, 'given.json'), JSON.stringify(given));
  await run(program, [...args, '--output', 'made.txt', 'given.json'], folder);
  return readFile(join(folder, 'made.txt'), 'utf8');
}

/** Runs a program, without the variables that have credentials. Resolves to what it printed. */
async function run(program: string, args: string[], cwd: string): Promise<string> {
  const all = Object.entries(process.env);
  const env = Object.fromEntries(all.filter(([name]) => !/^SVC_/i.test(name)));
  const limits = { timeout: 300_000, maxBuffer: 64 * 1024 * 1024 };
  // On Windows, npm is a script of the shell. No argument is a text of somebody else's.
  const shell = program === 'npm' && process.platform === 'win32';
  try {
    return (await promisify(execFile)(program, args, { ...limits, env, cwd, shell })).stdout;
  } catch (error) {
    const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
    throw new Error(`${basename(program)} failed (${String(code)}). ${stderr.trim()}`);
  }
}
