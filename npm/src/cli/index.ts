#!/usr/bin/env node
/** The commands of the package: `npx svc-embed`. No page loads this file. */
import { parseArgs } from 'node:util';
import { isMainThread } from 'node:worker_threads';
import { doctor } from './doctor.js';
import { checkEndpoint } from './endpoint.js';
import { hide, say, warn } from './output.js';
import { messageOf } from './tenant.js';
import { types } from './types.js';

const HELP = `svc-embed doctor: compares a tenant's own OpenAPI document with what this version knows. It
also sends a few requests that change nothing.

  --base-url <url>           the tenant; by default SVC_BASE_URL
  --document <file>          a file with the tenant's document, JSON or YAML; no request is sent
  --dashboard <publicId>     checks the answer of this dashboard's embed page
  --mint <json>              makes one session id with this body, such as '{}'

svc-embed types: writes types for the answers and inputs that only the tenant's document describes. npm
installs the version of openapi-typescript that svc-embed has locked, for the moment.

  --base-url, --document     as above
  --rust                     writes a module of Rust; needs cargo-typify
  --out <file>               by default svc-embed-tenant.d.ts, for Rust svc_embed_tenant.rs

svc-embed check-endpoint <url>: sends the requests of browsers and attackers to the endpoint that makes
session ids, at its address on the origin of your pages, and prints which rules it breaks.

  --cookie <cookie>          the cookie of a user who is signed in, such as 'token=…': makes as many
                             session ids as this user may. Without it, only the refusals are checked

The API key is read from SVC_API_KEY, an access token from SVC_ACCESS_TOKEN. Neither is printed.
With NODE_USE_ENV_PROXY=1, Node 22.21 and 24 send requests through the proxy of HTTPS_PROXY.
Exit code: 0 nothing is wrong, 1 something differs or breaks a rule, 2 something was not found out.`;

const COMMANDS = new Map(Object.entries({ doctor, types, 'check-endpoint': checkEndpoint }));

/** Runs a command. Returns the exit code: 2 if it has failed. */
async function main([name = '', ...args]: string[]): Promise<number> {
  const run = COMMANDS.get(name);
  if (!run || args.includes('--help')) {
    say(...HELP.split('\n'));
    return run || name === '--help' ? 0 : 2;
  }
  // The help has each option: `--rust`, or `--out <file>` for one with a value.
  const options: Record<string, { type: 'string' | 'boolean' }> = {};
  for (const [, option = '', value] of HELP.matchAll(/^ {2}--([\w-]+) +(<?)/gm))
    options[option] = { type: value ? 'string' : 'boolean' };
  const allowPositionals = name === 'check-endpoint';
  const { values, positionals } = parseArgs({ args, options, allowPositionals });
  return run((option) => values[option]?.toString(), positionals[0]);
}

for (const name of ['SVC_API_KEY', 'SVC_ACCESS_TOKEN']) hide(process.env[name]);
// What is published is one file, which the thread that reads a document runs, too.
if (isMainThread)
  process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
    warn(messageOf(error));
    return 2;
  });
