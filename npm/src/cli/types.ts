/** `svc-embed types`: declares what a tenant's own document says of its operations. */
import { oneLine } from '../management/values.js';
import { baseUrlOf, clientOf, documentOf, fileOf, jsonFile, messageOf } from './doctor.js';
import {
  answerOf,
  bodyOf,
  endpointsOf,
  flatten,
  isObject,
  shapeOf,
  type Endpoint,
  type OpenApi,
} from './document.js';
import type { ManagementClient } from '../management/index.js';
import { DESCRIPTION } from './generated/description.js';
import { declaredMembers, membersIn, metaOf, type Member } from './members.js';
import { files, processes, Stop, system, type NodeProcess } from './node.js';

/** The options of the command, as they were given. */
export interface TypesOptions {
  baseUrl?: string | undefined;
  document?: string | undefined;
  deployment?: string | undefined;
  meta?: string | undefined;
  out?: string | undefined;
  generator?: string | undefined;
}

export const TYPES_HELP = `svc-embed types: writes a file of types: the answers and inputs that the service's description
leaves open, from the tenant's own OpenAPI document, and the members of its data model. Include the
file in your TypeScript project.

  --base-url <url>      the tenant; by default SVC_BASE_URL
  --document <file>     a file with the tenant's document, in place of the tenant
  --deployment <id>     the deployment whose data model is read; by default the first
  --meta <file>         a file with the metadata of the data model, in place of the tenant's
  --out <file>          the file to write; svc-embed-tenant.d.ts by default
  --generator <program> openapi-typescript 7; by default npx runs it

The API key is read from SVC_API_KEY, an access token from SVC_ACCESS_TOKEN.
Exit code: 0 the file is written, 2 it could not be written.
`;

/** What makes the types of a document. It needs TypeScript 5. */
const GENERATOR = ['--yes', '--package=openapi-typescript@7', '--package=typescript@5'];

/** Runs the command. Returns the exit code. */
export async function types(options: TypesOptions, process: NodeProcess): Promise<number> {
  const { out = 'svc-embed-tenant.d.ts', document: file } = options;
  const client = file === undefined ? clientOf(options.baseUrl, process.env) : undefined;
  const document = client ? await documentOf(client) : await fileOf(file ?? '');
  staysInside(document);
  const members = await membersOf(options, client, process);
  const own = declarations(DESCRIPTION, document);
  const { writeFile } = await files();
  const parts = [HEADER, await generated(document, options.generator), own.text];
  await writeFile(out, [...parts, declaredMembers(members)].join('\n'));
  process.stdout.write(
    `${out}: ${own.answers} answers, ${own.inputs} inputs and ${members.length} members.\n`,
  );
  return 0;
}

/** The members of the data model. Without them, the rest is still of use. */
async function membersOf(
  { meta, deployment, baseUrl }: TypesOptions,
  client: ManagementClient | undefined,
  process: NodeProcess,
): Promise<Member[]> {
  if (meta !== undefined) return membersIn(await jsonFile(meta));
  if (client === undefined) return [];
  try {
    return membersIn(
      await metaOf(client, deployment, new URL(baseUrlOf(baseUrl, process.env)).hostname),
    );
  } catch (error) {
    process.stderr.write(
      `The members of the data model are left out. ${oneLine(messageOf(error))}\n`,
    );
    return [];
  }
}

/**
 * Refuses references that the generator would follow: to files of this machine, and to servers that only
 * this machine reaches.
 */
function staysInside(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    const isMapping = key === 'discriminator' && isObject(inner) && isObject(inner['mapping']);
    const references = isMapping ? Object.values(inner['mapping'] as object) : [];
    if (key === '$ref') references.push(inner);
    for (const reference of references)
      // A mapping may also name a schema.
      if (typeof reference === 'string' && !/^(#|[\w-]+$)/.test(reference))
        throw new Stop(`The document refers to something outside of itself: ${oneLine(reference)}`);
    staysInside(inner);
  }
}

const HEADER =
  '// Written by `svc-embed types`. Write it again when the tenant has a new version.\n';

/** The types of a document, by openapi-typescript. */
async function generated(document: OpenApi, generator: string | undefined): Promise<string> {
  const [{ mkdtemp, readFile, rm, writeFile }, { tmpdir }] = await Promise.all([files(), system()]);
  const folder = await mkdtemp(`${tmpdir()}/svc-embed-`);
  try {
    const [given, made] = [`${folder}/tenant.json`, `${folder}/tenant.ts`];
    await writeFile(given, JSON.stringify(document, withoutChoices));
    const args = [given, '--output', made];
    if (generator === undefined) await run('npx', [...GENERATOR, 'openapi-typescript', ...args]);
    else await run(generator, args);
    return await readFile(made, 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * For `JSON.stringify`: leaves out alternatives that only require fields. TypeScript cannot say them, and
 * the generator would make them `unknown`.
 */
function withoutChoices(key: string, value: unknown): unknown {
  const isChoice =
    ['anyOf', 'oneOf'].includes(key) &&
    Array.isArray(value) &&
    value.every((one) => isObject(one) && Object.keys(one).join() === 'required');
  return isChoice ? undefined : value;
}

async function run(program: string, args: string[]): Promise<void> {
  const { spawn } = await processes();
  // On Windows, npx is a script of the shell. No argument is a text of somebody else's.
  const shell = program === 'npx' && (await system()).platform() === 'win32';
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], shell });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (said += text));
  const code = await new Promise<unknown>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', resolve);
  });
  if (code !== 0) {
    const lines = said.trim().split('\n').map(oneLine);
    throw new Stop(`openapi-typescript failed (${String(code)}). ${lines.join('\n  ')}`);
  }
}

/** The declarations that the types of this package merge with. */
export function declarations(
  description: OpenApi,
  document: OpenApi,
): { text: string; answers: number; inputs: number } {
  const served = endpointsOf(document);
  const lines: string[] = [];
  let [answers, inputs] = [0, 0];
  for (const own of endpointsOf(description)) {
    const match = served.find(
      ({ method, path }) => method === own.method && shapeOf(path) === shapeOf(own.path),
    );
    if (!match) continue;
    const type = `paths[${literal(match.key)}][${literal(match.method.toLowerCase())}]`;
    const parts: string[] = [];
    if (isOpenAnswer(description, own) && answerOf(match) !== undefined) {
      parts.push(`answer: ${'x-list' in own.raw ? 'ItemOf' : 'AnswerOf'}<${type}>`);
      answers += 1;
    }
    if (isOpenInput(description, own) && bodyOf(match) !== undefined) {
      parts.push(`input: InputOf<${type}>`);
      inputs += 1;
    }
    if (parts.length > 0) lines.push(`    ${literal(own.id)}: { ${parts.join('; ')} };`);
  }
  const text = [
    ...[HELPERS, "declare module 'svc-embed/management' {", '  interface TenantTypes {'],
    ...[...lines, '  }', '}', ''],
  ].join('\n');
  return { text, answers, inputs };
}

/** True if the service's description does not show what an operation answers. */
function isOpenAnswer(description: OpenApi, own: Endpoint): boolean {
  const schema = answerOf(own);
  if (schema === undefined) return false;
  const shape = 'x-list' in own.raw ? flatten(description, schema).items : schema;
  return flatten(description, shape).types.length === 0;
}

/** True if the service's description does not show what an operation takes. */
function isOpenInput(description: OpenApi, own: Endpoint): boolean {
  const schema = bodyOf(own);
  return isObject(schema) && Object.keys(flatten(description, schema).properties).length === 0;
}

const literal = (text: string): string => JSON.stringify(text);

const HELPERS = `type Json<T> = T extends { content: infer C } ? C[Extract<keyof C, \`\${string}json\`>] : undefined;
type Success = 200 | 201 | 202 | 203 | 204 | '2XX';
type AnswerOf<T> = T extends { responses: infer R } ? Json<R[Extract<keyof R, Success>]> : unknown;
type InputOf<T> = T extends { requestBody?: infer B } ? Json<NonNullable<B>> : never;
type Part<T> = 'items' extends keyof T
  ? T['items']
  : 'Resources' extends keyof T
    ? T['Resources']
    : 'data' extends keyof T
      ? T['data']
      : Extract<T[keyof T], readonly unknown[]>;
type ItemsIn<T> = T extends readonly (infer I)[]
  ? I
  : T extends object
    ? ItemsIn<NonNullable<Part<T>>>
    : unknown;
type ItemOf<T> = ItemsIn<AnswerOf<T>>;
`;
