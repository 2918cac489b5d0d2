// Generated from src/error.rs by `npm run generate`; change it there.

import type { EmbedErrorCode } from './errors.js';

/** A code and its sentence. */
export type Sentence = readonly [EmbedErrorCode, string];

export const FRAME_BLOCKED: Sentence = ['frame-blocked', "The content security policy of this page blocks the embed{}. Add the tenant's origin, without a path, to the frame-src of each policy of this page: that of the header, and that of a <meta>."];
export const FRAME_REDIRECTED: Sentence = ['frame-blocked', "The embed's page redirects to an origin that the content security policy of this page does not allow{}. Sign in there, or add that origin, too."];
export const FRAME_ISOLATED: Sentence = ['frame-blocked', "This page is isolated by its Cross-Origin-Embedder-Policy, and the embed's page does not send that header. Pass attributes: { credentialless: true } to mount() (frame-attributes of <svc-embed>), or remove the header from this page."];
export const FRAME_REFUSED: Sentence = ['frame-blocked', "The tenant does not let this page show the embed{}. Add this page's origin to the origins that may embed it."];
export const FRAME_SANDBOXED: Sentence = ['frame-silent', "No embed works without {} in the iframe's sandbox attribute. Add it, or let mount() set the attribute."];
export const FRAME_ELSEWHERE: Sentence = ['frame-silent', "The iframe shows a page of another origin{}. It may be a sign-in page, or baseUrl may be an address that redirects: baseUrl must be the tenant's own."];
export const FRAME_SILENT: Sentence = ['frame-silent', "The page at {} has loaded, but has sent no message of an embed in five seconds. No browser tells this page why. The network panel does: a status 404 is a wrong id or baseUrl; with 200, the tenant may refuse to be framed by this page (the console names frame-ancestors or X-Frame-Options), show a sign-in page, or be another site."];
export const FRAME_PRIVATE: Sentence = ['frame-silent', "The page at {} has loaded, but has sent no message of an embed in five seconds. This embed is private: the page probably asks the viewer to sign in to the service, or the browser blocks its cookies. If that is not meant, pass getSession."];
export const FRAME_UNREACHABLE: Sentence = ['frame-silent', "No request of this page reaches the tenant's address{}. The browser's own line in the console says why: it may be the host or the port of baseUrl, its certificate, the network, or a permission to reach a more private network."];
export const FRAME_LATE: Sentence = ['frame-silent', "No message has come from the iframe since connect() was called: {}. If you see the dashboard, connect() was called too late, because an embed reports ready only once: call it before the iframe has loaded. If you do not see it, check the host of baseUrl, and the network."];
export const FRAME_UNANSWERED: Sentence = ['frame-silent', "The server has not answered the request for the embed's page{}. Check the host of baseUrl, and the network."];
