// `node scripts/mutants-client.mjs`: changes the decisions of the npm management client in hundreds of
// small ways, one at a time, and plays the exchanges of tests/fixtures/exchanges.json, the redirects of
// tests/fixtures/redirects.json and the limits of e2e/management/support/limits.mjs with each. A change
// that none of them notices survives; the script names it and fails. Needs a built `dist/`.
// `node scripts/mutants-client.mjs retry page` tries only these files.

import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { play } from '../e2e/management/support/exchange.mjs';
import { wrongLimits } from '../e2e/management/support/limits.mjs';
import { isLengthBounded, wrongRedirects } from '../e2e/management/support/redirects.mjs';
import { Failure, main, root, say } from './lib/run.mjs';

/** The files that decide. The others move bytes, and e2e/management/ tests them. */
const FILES = [
  ...['answer', 'check', 'failure', 'headers', 'job', 'page', 'redirect', 'request', 'retry'],
];

/** Each change: what is looked for, and what replaces it. */
const CHANGES = [
  [/ === /g, ' !== '],
  [/ !== /g, ' === '],
  [/ < /g, ' <= '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ >= /g, ' > '],
  [/ && /g, ' || '],
  [/ \|\| /g, ' && '],
  [/ \?\? /g, ' && '],
  [/ \+ /g, ' - '],
  [/\btrue\b/g, 'false'],
  [/\bfalse\b/g, 'true'],
  [/\bthrow invalid\(/g, 'void ('],
  [/(?<![\w.'$])\d[\d_]*(?![\w'])/g, (digits) => String(Number(digits.replaceAll('_', '')) + 1)],
];

/** Lines whose changes an exchange cannot show, and why. */
const EXPLAINED = [
  // What is only logged: e2e/management/options.test.mjs and lists.test.mjs read the log.
  /isDeprecated|isNear|known|meant|restA|start\b.*\bb\[start\]|swapped|warnings|deprecated/,
  /isOld|typeof input|let start = 0|start \+= 1|a\.length > 2|lastSeen|TABS_CONTAINER/,
  /^\s*\]\.includes\(true\);|^\s*return false;/,
  // Values that only JavaScript has: e2e/management/options.test.mjs.
  /must be an object, (a Map|entries)|typeof (query|name|value) [!=]== '/,
  // A response has no status above 599.
  /status < 600/,
  // The parts after the first are not read.
  /split\(';', 1\)/,
  // All addresses from :: to 1fff:: are treated alike.
  /const first = hostname\.startsWith/,
  // One step too far finds no blank, or makes an empty text emptier.
  /^\s*while \((start < end|end > start) && isBlank/,
  // Takes a listener off the caller's signal: e2e/management/faults.test.mjs.
  /^\s*stop\(true\);/,
];

const LIMIT_MS = 60_000;
const AT_ONCE = 2;
const built = join(root, 'dist/management');
const folder = join(root, 'target/mutants-client');

if (process.argv[2] === '--play') {
  await playAll(process.argv[3]);
} else {
  await main(() => tryAll(process.argv.slice(2)));
}

/** Plays everything with the client in a folder. Exits with 1 at the first difference. */
async function playAll(from) {
  const module = (name) => import(pathToFileURL(join(from, name)).href);
  const { follow } = await module('redirect.js');
  if (wrongRedirects(follow).length > 0 || !isLengthBounded(follow)) process.exit(1);
  if ((await wrongLimits(await module('answer.js'))).length > 0) process.exit(1);
  const client = await module('index.js');
  const file = readFileSync(join(root, 'tests/fixtures/exchanges.json'), 'utf8');
  for (const exchange of JSON.parse(file)) {
    const { requests, pauses, result, error } = exchange;
    const wanted = { requests, pauses, ...(error ? { error } : { result }) };
    const played = JSON.parse(JSON.stringify(await play(client, exchange)));
    if (!isDeepStrictEqual(played, wanted)) process.exit(1);
  }
}

async function tryAll(names) {
  const files = names.length > 0 ? names : FILES;
  const mutants = files.flatMap(mutantsOf);
  say(`Trying ${mutants.length} mutants…`);
  rmSync(folder, { recursive: true, force: true });
  if (await isCaught(built)) throw new Failure('The unchanged client fails: run `npm run build`.');
  const survivors = [];
  const waiting = [...mutants];
  const work = async (place) => {
    const own = join(folder, String(place));
    mkdirSync(own, { recursive: true });
    cpSync(built, own, { recursive: true });
    for (let mutant; (mutant = waiting.shift());) {
      const file = join(own, `${mutant.name}.js`);
      writeFileSync(file, mutant.text);
      if (!(await isCaught(own))) survivors.push(mutant);
      writeFileSync(file, readFileSync(join(built, `${mutant.name}.js`)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, (_, place) => work(place)));
  for (const { name, line, before, after } of survivors)
    console.log(`${name}.js:${line}\n  ${before}\n  ${after}`);
  say(`${mutants.length - survivors.length} of ${mutants.length} mutants were caught.`);
  if (survivors.length > 0) throw new Failure(`${survivors.length} survived.`);
}

/** The changed texts of a file. */
function mutantsOf(name) {
  const lines = readFileSync(join(built, `${name}.js`), 'utf8').split('\n');
  return lines.flatMap((line, index) => {
    if (/^\s*(\/\/|\/?\*|import )/.test(line)) return [];
    if (EXPLAINED.some((pattern) => pattern.test(line))) return [];
    return CHANGES.flatMap(([what, by]) =>
      [...line.matchAll(what)].map((match) => {
        const to = typeof by === 'string' ? by : by(match[0]);
        const end = match.index + match[0].length;
        const after = line.slice(0, match.index) + to + line.slice(end);
        const text = lines.with(index, after).join('\n');
        return { name, line: index + 1, before: line.trim(), after: after.trim(), text };
      }),
    );
  });
}

function isCaught(from) {
  const args = [import.meta.filename, '--play', from];
  return new Promise((resolve) => {
    execFile(process.execPath, args, { timeout: LIMIT_MS }, (error) => resolve(error !== null));
  });
}
