// Finds the program: npm has installed the package of this platform, and no other.

import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const { optionalDependencies } = require('./package.json');

/** The path of the program for this platform. Throws if there is none. */
export function program() {
  const { platform, arch } = process;
  const name = `svc-sandbox-${platform}-${arch}`;
  if (!Object.hasOwn(optionalDependencies, name)) {
    const known = Object.keys(optionalDependencies).map((each) => each.replace('svc-sandbox-', ''));
    throw new Error(
      `svc-sandbox has no program for ${platform}-${arch}, only for ${known.join(', ')}. ${BUILD}`,
    );
  }
  const file = platform === 'win32' ? 'svc-sandbox.exe' : 'svc-sandbox';
  try {
    return require.resolve(`${name}/${file}`);
  } catch (cause) {
    throw new Error(
      `The package ${name} is not installed: npm leaves it out with --omit=optional. Install it, or: ${BUILD}`,
      { cause },
    );
  }
}

const BUILD =
  'Build it from a clone of the repository: npm run build, then cargo install --path sandbox --locked.';
