// Blockers of ads and trackers, such as uBlock Origin, go by the names of files. One blocked file of the package
// ends the whole graph of modules, and no page is told.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { appsDir, toolsDir } from '../../scripts/lib/run.mjs';

const { FiltersEngine, Request } = createRequire(join(appsDir, 'package.json'))(
  '@ghostery/adblocker',
);

const SOURCE = 'https://app.example.com/';

/** Where pages have the files of a package: their own server in several folders, and servers of others. */
const STARTS = [
  ...['', 'assets/', 'node_modules/svc-embed/dist/', 'svc-embed/'].map((path) => SOURCE + path),
  ...['https://cdn.jsdelivr.net/npm/svc-embed@0.1.0/dist/', 'https://cdn.example.net/'],
];

let engine;

/** The addresses among `addresses` that EasyList or EasyPrivacy blocks. */
function blockedOf(addresses) {
  engine ??= FiltersEngine.parse(
    ['easylist', 'easyprivacy']
      .map((name) => readFileSync(join(toolsDir, 'lists', `${name}.txt`), 'utf8'))
      .join('\n'),
  );
  return addresses.filter((url) =>
    ['script', 'stylesheet', 'xhr'].some(
      (type) => engine.match(Request.fromRawDetails({ url, type, sourceUrl: SOURCE })).match,
    ),
  );
}

/** Checks that no file of a folder of `target/apps/` is blocked, wherever a page has it. */
export function checkBlockers(t, folder, path = '') {
  const names = readdirSync(join(appsDir, folder), { recursive: true })
    .filter((name) => /\.(js|mjs|css|wasm)$/.test(name))
    .map((name) => name.replaceAll('\\', '/'));
  const addresses = names.flatMap((name) => STARTS.map((start) => start + path + name));
  assert.deepEqual(blockedOf(addresses), []);
  assert.ok(names.length > 0, folder);
  // The lists are there, and are asked.
  const known = STARTS.map((start) => `${start}${path}fingerprint.js`);
  assert.deepEqual(blockedOf(known), known);
  t.diagnostic(
    `${addresses.length} addresses of ${names.length} files in ${folder} are not blocked`,
  );
}
