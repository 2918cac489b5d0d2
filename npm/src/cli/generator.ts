/** Runs the programs that make types of a document. */
import { oneLine } from '../management/values.js';
import { files, processes, Stop, system } from './node.js';

/** A program of others. */
export interface Generator {
  /** For messages. */
  readonly name: string;
  readonly program: string;
  /** Its arguments, with the file to read and the file to write. */
  readonly args: (given: string, made: string) => readonly string[];
  /** What to do if it fails, for people. */
  readonly advice?: (said: string) => string;
}

/** Gives a document to a program. Resolves to the text that it made. */
export async function generated(generator: Generator, document: string): Promise<string> {
  const [{ mkdtemp, readFile, rm, writeFile }, { tmpdir }] = await Promise.all([files(), system()]);
  const folder = await mkdtemp(`${tmpdir()}/svc-embed-`);
  try {
    const [given, made] = [`${folder}/tenant.json`, `${folder}/tenant.txt`];
    await writeFile(given, document);
    await run(generator, generator.args(given, made));
    return await readFile(made, 'utf8');
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function run({ name, program, advice }: Generator, args: readonly string[]): Promise<void> {
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
  if (code === 0) return;
  const lines = said.trim().split('\n').map(oneLine);
  const more = advice?.(`${String(code)} ${said}`) ?? '';
  throw new Stop(`${name} failed (${String(code)}). ${lines.join('\n  ')}${more}`);
}
