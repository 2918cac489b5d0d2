// `npm run sbom`: writes the software bill of materials of the npm package, in CycloneDX 1.5, to
// `target/sbom/`. docs/releasing.md says where it goes.
//
// The package depends on no npm package. Its WebAssembly, and the JavaScript that is translated from
// it, are compiled from crates, which `npm sbom` does not know. So they are listed here, from
// Cargo.lock. The same sources give the same file.

import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, isMain, main, output, root, say } from './lib/run.mjs';

const TARGET = 'wasm32-unknown-unknown';

/** Writes the bill. Resolves to its path. */
export async function writeSbom() {
  const bill = await sbom();
  const folder = join(root, 'target', 'sbom');
  mkdirSync(folder, { recursive: true });
  const { name, version } = bill.metadata.component;
  const path = join(folder, `${name}-${version}.cdx.json`);
  writeFileSync(path, JSON.stringify(bill, null, 2) + '\n');
  return path;
}

/** The bill as an object. */
export async function sbom() {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  if (Object.keys(manifest.dependencies ?? {}).length > 0)
    throw new Failure('The package has dependencies now: scripts/sbom.mjs must list them.');
  const crates = await shippedCrates();
  const component = {
    type: 'library',
    'bom-ref': purl('npm', manifest),
    name: manifest.name,
    version: manifest.version,
    description: manifest.description,
    licenses: [{ expression: manifest.license }],
    purl: purl('npm', manifest),
    externalReferences: [
      { type: 'website', url: manifest.homepage },
      { type: 'vcs', url: manifest.repository.url },
      { type: 'issue-tracker', url: manifest.bugs },
    ],
  };
  const rustc = (await output('rustc', ['--version'])).split(' ')[1];
  const bill = {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component,
      tools: {
        components: [{ type: 'application', name: 'rustc', version: rustc }],
      },
    },
    components: crates.map(({ name, version, license, checksum, isShipped }) => ({
      type: 'library',
      'bom-ref': purl('cargo', { name, version }),
      name,
      version,
      // `excluded` are parts that run while the package is built, and of which no code is in it.
      scope: isShipped ? 'required' : 'excluded',
      hashes: [{ alg: 'SHA-256', content: checksum }],
      licenses: [{ expression: license.replaceAll('/', ' OR ') }],
      purl: purl('cargo', { name, version }),
    })),
    dependencies: [
      {
        ref: component['bom-ref'],
        dependsOn: crates.filter((crate) => crate.isDirect).map((crate) => purl('cargo', crate)),
      },
      ...crates.map((crate) => ({
        ref: purl('cargo', crate),
        dependsOn: crate.needs.map((needed) => purl('cargo', needed)),
      })),
    ],
  };
  // A serial number from the content, so that the same content has the same one.
  const hash = createHash('sha256').update(JSON.stringify(bill)).digest('hex');
  const uuid = [
    ...[hash.slice(0, 8), hash.slice(8, 12), `5${hash.slice(13, 16)}`],
    ...[`8${hash.slice(17, 20)}`, hash.slice(20, 32)],
  ].join('-');
  return { ...bill, serialNumber: `urn:uuid:${uuid}` };
}

const purl = (kind, { name, version }) => `pkg:${kind}/${name}@${version}`;

/** The crates that the package's WebAssembly is built of, with all that they need. */
async function shippedCrates() {
  const text = await output('cargo', [
    ...['metadata', '--format-version', '1', '--locked', '--filter-platform', TARGET],
    ...['--no-default-features', '--features', 'svc-embed/npm'],
  ]);
  if (text === undefined) throw new Failure('cargo metadata failed. Run it to see why.');
  const { packages, resolve } = JSON.parse(text);
  const lock = readFileSync(join(root, 'Cargo.lock'), 'utf8');
  const byId = new Map(packages.map((one) => [one.id, one]));
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]));
  const own = packages.find(({ name, source }) => name === 'svc-embed' && source === null);
  const normal = (id) =>
    nodes
      .get(id)
      .deps.filter(({ dep_kinds }) => dep_kinds.some(({ kind }) => kind === null))
      .map(({ pkg }) => pkg);
  const isMacro = (id) => byId.get(id).targets.some(({ kind }) => kind.includes('proc-macro'));

  // Which crates the feature `npm` names: cargo resolves the features of all members together.
  const direct = own.features.npm
    .filter((name) => name.startsWith('dep:'))
    .map((name) => name.slice('dep:'.length));
  const first = normal(own.id).filter((id) => direct.includes(byId.get(id).name));
  const shipped = reach(first, (id) => (isMacro(id) ? [] : normal(id)));
  const all = reach(first, normal);
  return [...all]
    .map((id) => {
      const { name, version, license } = byId.get(id);
      const entry = `name = "${name}"\nversion = "${version}"\n`;
      const checksum = lock.split(entry)[1]?.match(/^source = .+\nchecksum = "(.+)"/)?.[1];
      if (!checksum || !license) throw new Failure(`${name} has no checksum or no licence.`);
      return {
        ...{ name, version, license, checksum },
        isShipped: shipped.has(id) && !isMacro(id),
        isDirect: first.includes(id),
        needs: normal(id).map((needed) => byId.get(needed)),
      };
    })
    .sort((one, other) => (purl('cargo', one) < purl('cargo', other) ? -1 : 1));
}

function reach(first, next) {
  const found = new Set();
  const waiting = [...first];
  while (waiting.length > 0) {
    const id = waiting.pop();
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...next(id));
  }
  return found;
}

if (isMain(import.meta)) await main(async () => say(`Wrote ${await writeSbom()}`));
