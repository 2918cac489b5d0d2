// The parts of Node that the commands use. The package's types do not require those of Node.

/** The process that runs a command. */
export interface NodeProcess {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
  exitCode?: number;
}

/** Node's `fs/promises`. */
interface Files {
  readFile(path: string, encoding: 'utf8'): Promise<string>;
  writeFile(path: string, text: string): Promise<void>;
  mkdtemp(prefix: string): Promise<string>;
  rm(path: string, options: { recursive: true }): Promise<void>;
}

/** Node's `os`. */
interface System {
  tmpdir(): string;
  platform(): string;
}

/** Node's `child_process`. */
interface Processes {
  spawn(program: string, args: readonly string[], options: object): ChildProcess;
}

interface ChildProcess {
  readonly stderr: {
    setEncoding(encoding: 'utf8'): { on(event: 'data', listener: (text: string) => void): unknown };
  };
  once(event: 'exit', listener: (code: number | null) => void): unknown;
  once(event: 'error', listener: (error: Error) => void): unknown;
}

/** Node's `util`. */
interface Util {
  parseArgs(config: {
    args: readonly string[];
    options: Record<string, { type: 'string' | 'boolean' }>;
    strict: true;
    allowPositionals: true;
  }): { values: Record<string, string | boolean | undefined>; positionals: string[] };
}

/** Loads a module of Node, whose types the package does not have. */
async function builtin<T>(name: string): Promise<T> {
  const specifier = `node:${name}`;
  return (await import(specifier)) as T;
}

/** Loads `fs/promises`. */
export const files = (): Promise<Files> => builtin<Files>('fs/promises');

/** Loads `os`. */
export const system = (): Promise<System> => builtin<System>('os');

/** Loads `child_process`. */
export const processes = (): Promise<Processes> => builtin<Processes>('child_process');

/** Loads `util`. */
export const util = (): Promise<Util> => builtin<Util>('util');

/** What ends a command with a sentence for people, and with the exit code 2. */
export class Stop extends Error {}
