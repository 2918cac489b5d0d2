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
  "A page has loaded, but has sent no message in five seconds{}. Open its address in a tab: it may be an error page or a sign-in page, baseUrl or the surface's id may be wrong, or it may refuse to be framed (frame-ancestors, X-Frame-Options).",
];
export const FRAME_UNANSWERED: Sentence = [
  'frame-silent',
  "The embed's page has not been answered{}. Check the host of baseUrl, and the network.",
];
