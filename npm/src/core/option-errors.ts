// Generated from src/error.rs by `npm run generate`; change it there.

import type { EmbedErrorCode } from './errors.js';

/** The number of the first mistake in the options of `mount` and `connect`. */
export const FIRST = 28;

/** The code and the sentence of each, in the order of the numbers. */
export const OPTION_ERRORS: readonly (readonly [EmbedErrorCode, string])[] = [
  [
    'invalid-option',
    'renewal needs maxAttempts and lifetimeMs above 0, and retryMinMs not above retryMaxMs.',
  ],
  ['invalid-target', 'This page already has 1,024 embeds. Destroy one of them first.'],
  [
    'invalid-base-url',
    "baseUrl must be the tenant's https URL, such as 'https://acme.example.com', without credentials, query or fragment, and with at most 8,192 characters. Only loopback hosts may have http.",
  ],
  [
    'invalid-option',
    "surface must be { kind: 'dashboard', publicId }, { kind: 'app', deploymentId }, { kind: 'chat' }, or a kind with a path.",
  ],
  ['invalid-option', "surface.publicId must be the dashboard's public id."],
  ['invalid-option', "surface.deploymentId must be the deployment's number."],
  [
    'invalid-option',
    'params and surface.path must not contain the session id: it comes from getSession.',
  ],
  [
    'invalid-option',
    'attributes must be valid attributes of an iframe other than src, srcdoc, loading and event handlers. An iframe that loads lazily would ask for its page long after its id was minted: mount it when it is about to be seen.',
  ],
  ['invalid-path', "surface.path contains '{session}', but there is no getSession."],
  [
    'invalid-target',
    'mount() needs an element of this document that can have children, or a selector of one{}. Did you mean connect(), for an iframe of your own?',
  ],
  ['invalid-target', 'connect() needs an iframe of this document.'],
  ['invalid-target', 'This iframe already has an embed. Use that one, or destroy it first.'],
  [
    'not-a-browser',
    'An embed needs a page with a document. On a server, mount it after hydration.',
  ],
  ['invalid-filter', 'filters must be an array.'],
  ['invalid-option', '{} must be a number that is not negative.'],
  ['invalid-option', 'renewal must be an object of options.'],
  ['invalid-option', "renewal.onExhausted must be 'stop' or 'reload'."],
  ['invalid-option', 'title must be a string.'],
  ['invalid-option', 'params and attributes must be objects of strings, numbers and booleans{}.'],
  ['invalid-option', 'getSession must be a function.'],
];
