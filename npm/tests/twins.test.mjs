// What is written by hand in Rust and in TypeScript and must do the same names the other one in a comment,
// `twin: <file> <name>`. Each names something that is there, and is named by it in turn.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '../..');
const sources = ['src', 'npm/src'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => /\.(rs|ts)$/.test(path)),
);
const texts = new Map(sources.map((path) => [path, readFileSync(join(root, path), 'utf8')]));

/** Each mention: where it stands, and the file and the name that it says. */
const mentions = [...texts].flatMap(([at, text]) =>
  [...text.matchAll(/^ *\/\/ twin: (.*)$/gm)].flatMap(([, line]) =>
    line.split(', ').map((twin) => {
      const [path, ...name] = twin.split(' ');
      return { at, path, name: name.join(' ') };
    }),
  ),
);

test('each twin is there', () => {
  assert.ok(mentions.length > 50);
  const missing = mentions.filter(({ path, name }) => {
    const last = name.split(/[.: ]+/).at(-1);
    return !texts.get(path)?.includes(last);
  });
  assert.deepEqual(missing, []);
});

test('each twin is named by the other one', () => {
  const oneWay = mentions.filter(
    ({ at, path }) => !mentions.some((back) => back.at === path && back.path === at),
  );
  assert.deepEqual(oneWay, []);
});
