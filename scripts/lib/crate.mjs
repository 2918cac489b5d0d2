// Checks the files of the Rust crate as it would be published.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, output, root } from './run.mjs';

const DOCUMENTS = ['Cargo.toml', 'README.md', 'CHANGELOG.md', 'LICENSE-MIT', 'LICENSE-APACHE'];
/** The files that cargo adds. It adds the last one only in a git checkout. */
const OF_CARGO = ['Cargo.lock', 'Cargo.toml.orig', '.cargo_vcs_info.json'];

/**
 * Rejects unless the crate's package holds the documents, the sources, the files that the sources
 * name, and no other file.
 */
export async function crateContents() {
  const listed = await output('cargo', [
    ...['package', '--list', '--allow-dirty', '--quiet', '-p', 'svc-embed'],
  ]);
  if (listed === undefined)
    throw new Failure('`cargo package --list -p svc-embed` failed. Run it to see why.');
  const files = listed.split('\n').map((name) => name.replaceAll('\\', '/'));
  const needed = [...DOCUMENTS, ...sources()];
  const problems = [
    ...needed.filter((file) => !files.includes(file)).map((file) => `${file} is missing`),
    ...files
      .filter((file) => !needed.includes(file) && !OF_CARGO.includes(file))
      .map((file) => `nothing in it needs ${file}`),
  ];
  if (problems.length > 0)
    throw new Failure(`The crate has the wrong files: ${problems.join('; ')}.`);
}

/**
 * The files of `src/`, and the files that their code names (`module = "/…"`). Paths are relative to
 * the crate's root and have `/` on every system.
 */
function sources() {
  const own = readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name).slice(root.length + 1))
    .map((file) => file.replaceAll('\\', '/'));
  const named = own.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/\bmodule = "\/([^"]+)"/g)].map(
      ([, path]) => path,
    ),
  );
  return [...new Set([...own, ...named])];
}
