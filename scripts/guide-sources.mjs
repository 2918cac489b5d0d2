// A part of `npm run generate`: copies program files into the pages of the guide that show them.

import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { blocks, root } from '../e2e/docs/support/pages.mjs';

for (const { page, source, text } of blocks) {
  if (!source) continue;
  // An empty block stands nowhere in particular: its text would be found at another block.
  if (text === '') throw new Error(`${page}: write a line into the block of ${source}.`);
  const file = readFileSync(join(root, dirname(page), source), 'utf8');
  const path = join(root, page);
  const before = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    before.replace(`\n${text}\`\`\``, () => `\n${file}\`\`\``),
  );
}
