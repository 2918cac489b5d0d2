// `svc-embed/angular` is compiled before, since Angular's compiler is large: what is kept must be of the
// present source.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { COMPILED, firstLine } from '../../scripts/angular.mjs';

test('the compiled component of Angular is of the present source: otherwise `npm run angular`', () => {
  for (const path of COMPILED) assert.ok(readFileSync(path, 'utf8').startsWith(firstLine()), path);
});
