/** `svc-embed types --rust`: what a tenant's document shows, as a module of Rust. */
import { answerOf, bodyOf, itemsOf, type OpenApi } from './document.js';
import { generated, type Generator } from './generator.js';
import type { Member } from './members.js';
import { Definitions, rustName } from './schemas.js';
import type { Opened } from './types.js';

/** The version that the tests use. */
const INSTALL = 'cargo install cargo-typify --version 0.8.0 --locked';

/** cargo-typify as a program, or as the command of cargo. */
const typify = (program: string | undefined): Generator => ({
  name: 'typify',
  program: program ?? 'cargo',
  args: (given, made) => ['typify', '--output', made, given],
  advice: (said) =>
    /ENOENT|no such command/.test(said) ? `\nIt is installed by \`${INSTALL}\`.` : '',
});

const HEADER = `// Written by \`svc-embed types --rust\`. Write it again when the tenant has a new version.
// It needs the crates serde and serde_json.
`;

/** Makes the module. */
export async function rust(
  document: OpenApi,
  opened: readonly Opened[],
  members: readonly Member[],
  program: string | undefined,
): Promise<string> {
  const definitions = new Definitions(document);
  const aliases: string[] = [];
  const name = (doc: string, own: string, schema: unknown, isRead: boolean) => {
    const known = definitions.add(own, schema, isRead);
    if (known !== own) aliases.push(`/// ${doc}\npub type ${own} = ${known};\n`);
  };
  // What is read comes first: a shape that is also sent is as open as an answer must be.
  for (const { own, match } of opened.filter(({ answer }) => answer)) {
    const isList = 'x-list' in own.raw;
    const schema = answerOf(match);
    const [doc, end] = isList ? ['An item of what', 'Item'] : ['What', 'Answer'];
    const shown = isList ? itemsOf(document, schema) : schema;
    name(`${doc} \`${own.id}\` answers.`, rustName(own.id) + end, shown, true);
  }
  for (const { own, match } of opened.filter(({ input }) => input))
    name(`What \`${own.id}\` takes.`, `${rustName(own.id)}Input`, bodyOf(match), false);
  const given = { $schema: DRAFT, definitions: definitions.all() };
  const made = await generated(typify(program), JSON.stringify(given));
  return [HEADER, made, ...aliases, constants(members)].join('\n');
}

const DRAFT = 'http://json-schema.org/draft-07/schema#';

/** The members of the data model, as constants: a misspelt one does not compile. */
function constants(members: readonly Member[]): string {
  if (members.length === 0) return '';
  const taken = new Set<string>();
  const lines = members.flatMap(({ name }) => {
    // A name of the tenant's must not end the comment or the text.
    if (!/^[\p{L}\p{N}_]+\.[\p{L}\p{N}_]+$/u.test(name)) return [];
    const words = name.replace(/([a-z\d])([A-Z])/g, '$1_$2');
    const constant = words.replace(/[^A-Za-z\d]+/g, '_').toUpperCase();
    if (taken.has(constant) || !/^[A-Z]/.test(constant)) return [];
    taken.add(constant);
    return [`    /// \`${name}\`\n    pub const ${constant}: &str = ${JSON.stringify(name)};`];
  });
  return [
    '/// The members of the data model, for filters.',
    ...['pub mod members {', ...lines, '}', ''],
  ].join('\n');
}
