// Generated from src/error.rs by `npm run generate`; change it there.

import type { EmbedErrorCode } from './errors.js';

/** A code and its sentence. */
export type Sentence = readonly [EmbedErrorCode, string];

export const FRAME_BLOCKED: Sentence = [
  'frame-blocked',
  "The content security policy of this page does not let it show the embed{}. Add the tenant's origin to frame-src.",
];
export const FRAME_REDIRECTED: Sentence = [
  'frame-blocked',
  "The embed's page redirects to an origin that the content security policy of this page does not allow{}. Sign in there, or add that origin, too.",
];
export const FRAME_ISOLATED: Sentence = [
  'frame-blocked',
  "This page is isolated by its Cross-Origin-Embedder-Policy, and the embed's page does not take part. Pass attributes: { credentialless: true } to mount(), or take the policy away.",
];
export const FRAME_REFUSED: Sentence = [
  'frame-blocked',
  "The tenant does not let this page show the embed{}. Add this page's origin to the origins that may embed it.",
];
export const FRAME_SANDBOXED: Sentence = [
  'frame-silent',
  'The sandbox attribute of the iframe lacks {}, without which no embed works. Add it, or leave the attribute to mount().',
];
export const FRAME_ELSEWHERE: Sentence = [
  'frame-silent',
  "The iframe shows a page of another origin{}. It may be a sign-in page, or baseUrl may be an address that redirects: baseUrl must be the tenant's own.",
];
export const FRAME_SILENT: Sentence = [
  'frame-silent',
  "A page has loaded, but has sent no message in five seconds{}. Find it in the network panel. Status 404: the surface's id or the path of baseUrl is wrong. 500: the tenant has failed. 200, and the console says 'refused': the tenant lets no page show it (X-Frame-Options, frame-ancestors). 200 without that: a sign-in page, or no embed.",
];
export const FRAME_OF_PATH: Sentence = [
  'frame-silent',
  "baseUrl has the path of an embed in it, which mount() adds by itself. Did you mean '{}'?",
];
export const FRAME_PRIVATE: Sentence = [
  'frame-silent',
  'This embed is private, and its page has sent no message in five seconds{}. It probably asks the viewer to sign in to the service, or the browser blocks its cookies. If the embed is not meant to be private, pass getSession.',
];
export const FRAME_UNREACHABLE: Sentence = [
  'frame-silent',
  "Nothing answers at the tenant's address{}. Check the host and the port of baseUrl, its certificate, and the network.",
];
export const FRAME_UNANSWERED: Sentence = [
  'frame-silent',
  "The embed's page has not been answered{}. Check the host of baseUrl, and the network.",
];
