// The TypeScript interpreter of the protocol, for the fuzz target `interpreters`. Reads lines of JSON, each
// an input with what Rust makes of it. Answers each with an empty line, or with what TypeScript makes of it
// if that is something else.

import { createInterface } from 'node:readline';
import { load } from './lib/vectors.mjs';

const { run, isEqual } = await load();

for await (const line of createInterface({ input: process.stdin })) {
  const { kind, input, output } = JSON.parse(line);
  let found;
  try {
    found = run(kind, input);
  } catch (error) {
    found = String(error);
  }
  process.stdout.write(isEqual(found, output) ? '\n' : `${JSON.stringify(found)}\n`);
}
