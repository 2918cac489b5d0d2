import { levers, type Levers } from './levers.js';

/** The options of `startSandbox`. */
export interface SandboxOptions {
  /**
   * The program. Default: `SVC_SANDBOX`, then the npm package `svc-sandbox`, then `svc-sandbox` on
   * `PATH`, then where cargo installs it.
   */
  program?: string | undefined;
  /** A directory that is served at `/` of the host origin: your built page. */
  www?: string | undefined;
  /** A directory that is served at `/dist/` of the host origin. */
  dist?: string | undefined;
  /** A JSON file that fills the API's database, in place of the demonstration data. */
  seed?: string | undefined;
  /** Whether an id is redeemed when its page is asked for. Default `false`. */
  strict?: boolean | undefined;
  /** Whether each viewer is signed in to the service, for private embeds. Default `false`. */
  signedIn?: boolean | undefined;
  /** The port of the host origin. Default: any free one. */
  hostPort?: number | undefined;
  /** The port of the tenant origin. Default: any free one. */
  tenantPort?: number | undefined;
}

/** A running sandbox, with its clock and faults. */
export interface Sandbox extends Levers {
  /** The origin of your side: your page, and a backend that mints at `/api/embed-session`. */
  readonly host: string;
  /** The origin of the service: the `baseUrl` of embeds and clients. */
  readonly tenant: string;
  /** An administrator's API key, with which your own backend mints. It is in the demonstration data. */
  readonly apiKey: string;
  /** Ends the process. Resolves when it has ended. */
  stop(): Promise<void>;
}

/** A key of the demonstration data. */
const API_KEY = 'sandbox-admin-key';

/**
 * Starts the sandbox service, for tests in Node such as those of Playwright. It ends with this
 * process at the latest. Downloads nothing: install the npm package `svc-sandbox`, or the program with
 * `cargo install --path sandbox --locked` from a clone of the repository.
 *
 * @param options - Which program, and what it serves.
 * @returns The sandbox, as soon as it answers.
 * @throws An `Error` if this is not Node, if the program is not found, or if it ends at once.
 *
 * @example
 * ```ts
 * const sandbox = await startSandbox({ www: 'dist' });
 * await page.goto(sandbox.host);
 * await sandbox.fault({ backend: { mode: 'down', times: 2 } });
 * await sandbox.clock.advance('24h'); // the session ends, and is renewed at the third attempt
 * await sandbox.stop();
 * ```
 */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const node = (globalThis as { process?: NodeProcess }).process;
  if (!node?.versions?.node) throw new Error('startSandbox works only in Node.');
  const program = options.program ?? node.env['SVC_SANDBOX'] ?? (await installed(node));
  const child = await started(program, argumentsOf(options));
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const kill = () => child.kill();
  node.once('exit', kill);
  const stop = () => {
    node.removeListener('exit', kill);
    kill();
    return exited;
  };
  try {
    const { host, tenant } = JSON.parse(await firstLine(child)) as { host: string; tenant: string };
    return {
      host,
      tenant,
      apiKey: API_KEY,
      ...levers(host),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function argumentsOf(options: SandboxOptions): string[] {
  const { www, dist, seed, strict, signedIn, hostPort = 0, tenantPort = 0 } = options;
  const named = { www, dist, seed, 'host-port': hostPort, 'tenant-port': tenantPort };
  const given = Object.entries(named).filter(([, value]) => value !== undefined);
  return [
    '--json',
    ...given.flatMap(([name, value]) => [`--${name}`, String(value)]),
    ...(strict ? ['--strict'] : []),
    ...(signedIn ? ['--signed-in'] : []),
  ];
}

/** The path of the installed program: of the npm package, on `PATH`, or where cargo installs programs. */
async function installed(node: NodeProcess): Promise<string> {
  const { env, platform } = node;
  const packaged = await packagedProgram(node);
  if (packaged !== undefined) return packaged;
  const { existsSync } = await builtin<FileSystem>('fs');
  const { delimiter, join } = await builtin<Paths>('path');
  const { homedir } = await builtin<System>('os');
  const name = platform === 'win32' ? 'svc-sandbox.exe' : 'svc-sandbox';
  const folders = (env['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const cargo = join(env['CARGO_HOME'] ?? join(homedir(), '.cargo'), 'bin');
  const found = [...folders, cargo].map((folder) => join(folder, name)).find(existsSync);
  if (found !== undefined) return found;
  throw new Error(
    'There is no package svc-sandbox, no svc-sandbox on PATH, and SVC_SANDBOX does not name one. Nothing is ' +
      'downloaded. Run npm install --save-dev svc-sandbox, or build it from a clone of the repository: ' +
      'npm run build, then cargo install --path sandbox --locked.',
  );
}

/**
 * The program of the npm package `svc-sandbox`, if the project has that package.
 *
 * @throws An `Error` of that package if it has no program for this platform.
 */
async function packagedProgram(node: NodeProcess): Promise<string | undefined> {
  const { createRequire } = await builtin<Modules>('module');
  const { join } = await builtin<Paths>('path');
  const { pathToFileURL } = await builtin<Urls>('url');
  let path: string;
  try {
    path = createRequire(join(node.cwd(), 'package.json')).resolve('svc-sandbox');
  } catch {
    return undefined;
  }
  const address = pathToFileURL(path).href;
  const found = (await import(/* webpackIgnore: true */ /* @vite-ignore */ address)) as {
    program(): string;
  };
  return found.program();
}

/** Starts the program. What it reports as an error goes to this process's own. */
async function started(program: string, args: string[]): Promise<ChildProcess> {
  const { spawn } = await builtin<Processes>('child_process');
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(child));
    child.once('error', (cause) =>
      reject(new Error(`The sandbox could not be started: ${program}`, { cause })),
    );
  });
}

/** The first line that a program prints. Rejects if it ends before. */
function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      text += chunk;
      const end = text.indexOf('\n');
      if (end >= 0) resolve(text.slice(0, end));
    });
    child.once('exit', (code) => reject(new Error(`The sandbox ended at once (${code}).`)));
  });
}

/**
 * A module of Node. Its name is no literal: a bundler for the browser would look for it, for pages
 * and stories that use only `fakeEmbed`.
 */
async function builtin<T>(name: string): Promise<T> {
  const specifier = `node:${name}`;
  return (await import(/* webpackIgnore: true */ /* @vite-ignore */ specifier)) as T;
}

// The parts of Node that are used here. The package's types do not require those of Node.

interface NodeProcess {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: string;
  cwd(): string;
  readonly versions?: { readonly node?: string };
  once(event: 'exit', listener: () => void): unknown;
  removeListener(event: 'exit', listener: () => void): unknown;
}

interface ChildProcess {
  readonly stdout: {
    setEncoding(encoding: 'utf8'): ChildProcess['stdout'];
    on(event: 'data', listener: (chunk: string) => void): unknown;
  };
  once(event: 'spawn', listener: () => void): unknown;
  once(event: 'exit', listener: (code: number | null) => void): unknown;
  once(event: 'error', listener: (error: Error) => void): unknown;
  kill(): boolean;
}

interface Processes {
  spawn(program: string, args: string[], options: object): ChildProcess;
}

interface FileSystem {
  existsSync(path: string): boolean;
}

interface Modules {
  createRequire(path: string): { resolve(name: string): string };
}

interface Urls {
  pathToFileURL(path: string): { readonly href: string };
}

interface Paths {
  readonly delimiter: string;
  join(...parts: string[]): string;
}

interface System {
  homedir(): string;
}
