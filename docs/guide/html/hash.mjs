// Prints the hash of a page's import map, for its policy: node hash.mjs index.html

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const page = readFileSync(process.argv[2], 'utf8');
const [, map] = page.match(/<script type="importmap">([^]*?)<\/script>/);
console.log(`'sha256-${createHash('sha256').update(map).digest('base64')}'`);
