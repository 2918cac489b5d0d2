// Runs the measurements in one browser.

import { readFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { headline, root, say } from '../../scripts/lib/run.mjs';
import { contenders, NAMES } from '../contenders/index.mjs';
import { openBrowser } from './browser.mjs';
import { buildBundles, readBundles } from './bundles.mjs';
import { startServers } from './servers.mjs';

/** Runs `measurements`, elements of `MEASUREMENTS`; resolves to what each found, by its name. */
export async function runAll({ measurements, quick }) {
  await buildBundles();
  const servers = await startServers(readBundles());
  const browser = await openBrowser(servers).catch((error) => {
    servers.close();
    throw error;
  });
  const world = { ...servers, browser, quick };
  const found = {
    machine: machine(),
    versions: { browser: browser.version, node: process.version, ...versions() },
  };
  try {
    for (const { name, title } of measurements) {
      headline(title);
      const { measure } = await import(`../measurements/${name}.mjs`);
      const started = performance.now();
      const began = { date: new Date().toISOString(), load: loadavg()[0] };
      found[name] = { ...began, ...(await measure(world)) };
      say(`${Math.round((performance.now() - started) / 1000)} s`);
    }
  } finally {
    await browser.close();
    servers.close();
  }
  return found;
}

const machine = () => ({
  cpu: cpus()[0].model,
  cores: cpus().length,
  memory: totalmem(),
  platform: `${process.platform} ${process.arch}`,
});

/** The version of each contender. */
const versions = () =>
  Object.fromEntries(
    NAMES.filter((name) => contenders[name].package).map((name) => [
      name,
      packageOf(join('bench/node_modules', contenders[name].package)).version,
    ]),
  );

const packageOf = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
