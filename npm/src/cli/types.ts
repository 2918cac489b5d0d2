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
import { generated, type Generator } from './generator.js';
import { declaredMembers, membersIn, metaOf, type Member } from './members.js';
import { files, Stop, type NodeProcess } from './node.js';
import { rust } from './rust.js';

/** The options of the command, as they were given. */
export interface TypesOptions {
  baseUrl?: string | undefined;
  document?: string | undefined;
  deployment?: string | undefined;
  meta?: string | undefined;
  out?: string | undefined;
  generator?: string | undefined;
  /** A module of Rust, in place of declarations for TypeScript. */
  isRust: boolean;
}

export const TYPES_HELP = `svc-embed types: reads the tenant's own OpenAPI document, and writes types for the answers and
inputs that the service's description does not describe, and for the members of the data model.
Include the file in your TypeScript project.

  --base-url <url>      the tenant; by default SVC_BASE_URL
  --document <file>     a file with the tenant's document; the tenant is not asked
  --deployment <id>     the deployment whose data model is read; by default the first
  --meta <file>         a file with the metadata of the data model; the tenant is not asked
  --rust                writes a module of Rust; needs \`cargo install cargo-typify\`
  --out <file>          the file to write; svc-embed-tenant.d.ts by default, svc_embed_tenant.rs for Rust
  --generator <program> openapi-typescript 7; by default npx runs it. For Rust: cargo-typify

The API key is read from SVC_API_KEY, an access token from SVC_ACCESS_TOKEN.
Exit code: 0 the file is written, 2 it could not be written.
`;

/** What makes the types of a document. It needs TypeScript 5. */
const GENERATOR = ['--yes', '--package=openapi-typescript@7', '--package=typescript@5'];

const openapiTypescript = (program: string | undefined): Generator => ({
  name: 'openapi-typescript',
  program: program ?? 'npx',
  args: (given, made) => [
    ...(program === undefined ? [...GENERATOR, 'openapi-typescript'] : []),
    ...[given, '--output', made],
  ],
});

/** Runs the command. Returns the exit code. */
export async function types(options: TypesOptions, process: NodeProcess): Promise<number> {
  const { document: file, isRust, generator } = options;
  const out = options.out ?? (isRust ? 'svc_embed_tenant.rs' : 'svc-embed-tenant.d.ts');
  const client = file === undefined ? clientOf(options.baseUrl, process.env) : undefined;
  const document = client ? await documentOf(client) : await fileOf(file ?? '');
  staysInside(document);
  const members = await membersOf(options, client, process);
  const opened = openedBy(DESCRIPTION, document);
  const { writeFile } = await files();
  const text = isRust
    ? await rust(document, opened, members, generator)
    : await typescript(document, opened, members, generator);
  await writeFile(out, text);
  const count = (part: 'answer' | 'input') => opened.filter((one) => one[part]).length;
  process.stdout.write(
    `${out}: ${count('answer')} answers, ${count('input')} inputs and ${members.length} members.\n`,
  );
  return 0;
}

async function typescript(
  document: OpenApi,
  opened: readonly Opened[],
  members: readonly Member[],
  generator: string | undefined,
): Promise<string> {
  const given = JSON.stringify(document, withoutChoices);
  const made = await generated(openapiTypescript(generator), given);
  return [HEADER, made, declarations(opened), declaredMembers(members)].join('\n');
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
      `The file has no members of the data model. ${oneLine(messageOf(error))}\n`,
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

/** An operation of which the service's description leaves open what the tenant's document shows. */
export interface Opened {
  readonly own: Endpoint;
  /** The operation in the tenant's document. */
  readonly match: Endpoint;
  /** What is open. */
  readonly answer: boolean;
  readonly input: boolean;
}

/** What a document shows that the description leaves open. */
export function openedBy(description: OpenApi, document: OpenApi): Opened[] {
  const served = endpointsOf(document);
  return endpointsOf(description).flatMap((own) => {
    const match = served.find(
      ({ method, path }) => method === own.method && shapeOf(path) === shapeOf(own.path),
    );
    if (!match) return [];
    const answer = isOpenAnswer(description, own) && answerOf(match) !== undefined;
    const input = isOpenInput(description, own) && bodyOf(match) !== undefined;
    return answer || input ? [{ own, match, answer, input }] : [];
  });
}

/** The declarations that the types of this package merge with. */
function declarations(opened: readonly Opened[]): string {
  const lines = opened.map(({ own, match, answer, input }) => {
    const type = `paths[${literal(match.key)}][${literal(match.method.toLowerCase())}]`;
    const parts = [
      ...(answer ? [`answer: ${'x-list' in own.raw ? 'ItemOf' : 'AnswerOf'}<${type}>`] : []),
      ...(input ? [`input: InputOf<${type}>`] : []),
    ];
    return `    ${literal(own.id)}: { ${parts.join('; ')} };`;
  });
  return [
    ...[HELPERS, "declare module 'svc-embed/management' {", '  interface TenantTypes {'],
    ...[...lines, '  }', '}', ''],
  ].join('\n');
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
