// The redirects of tests/fixtures/redirects.json: from which base URL, to which location, what a parser
// makes of it, and what the client does. `json` is about operations that answer JSON, `file` about
// those that answer a file: `own` follows as it is, `bare` without credential and headers. The other
// words are the reasons below. The Rust client is held to the same file in
// tests/native/management/redirects.rs.

import { readFileSync } from 'node:fs';

const file = new URL('../../../tests/fixtures/redirects.json', import.meta.url);
export const redirects = JSON.parse(readFileSync(file, 'utf8'));

/** The path of the request that is redirected. */
export const PATH = '/api/v1/a';

const REASONS = {
  url: () => 'The service redirected to a text that is no URL.',
  scheme: (origin) => `The service redirected to a URL that is not https: ${origin}.`,
  user: (origin) => `The service redirected to a URL with a user name or a password: ${origin}.`,
  origin: (origin) =>
    `The service redirected to another origin: ${origin}. Only a file may come from there.`,
  internal: (origin) => `The service redirected to an internal network: ${origin}.`,
};

/** What `follow` is to answer: a step, or a sentence. */
export function wantedOf({ to, origin, ...redirect }, kind) {
  const reason = REASONS[redirect[kind]];
  if (reason) return reason(origin);
  return { url: to, method: 'GET', withCredentials: redirect[kind] === 'own' };
}

/** What `follow` is asked. */
export const askedOf = ({ base, location }, kind) => ({
  ...{ status: 302, method: 'GET', from: base + PATH, location },
  ...{ isFile: kind === 'file', followed: 0 },
});

/** What `follow` decides otherwise than the table says. */
export function wrongRedirects(follow, kinds = ['json', 'file']) {
  return kinds.flatMap((kind) =>
    redirects.flatMap((redirect) => {
      const step = follow(askedOf(redirect, kind));
      const isRight = JSON.stringify(step) === JSON.stringify(wantedOf(redirect, kind));
      return isRight ? [] : [{ ...redirect, kind, step }];
    }),
  );
}

/** The longest location that is followed has 8,192 characters. */
export function isLengthBounded(follow) {
  const asked = (length) =>
    follow(
      askedOf({ base: 'https://acme.example.com', location: '/'.padEnd(length, 'x') }, 'json'),
    );
  return asked(8_192).withCredentials === true && asked(8_193) === REASONS.url();
}
