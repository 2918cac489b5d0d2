// Generated from src/error.rs by `npm run generate`; change it there.

import type { EmbedErrorCode } from './errors.js';

/** A code and its sentence. */
export type Sentence = readonly [EmbedErrorCode, string];

export const FRAME_BLOCKED: Sentence = ['frame-blocked', "The content security policy of this page blocks the embed{}. Add the tenant's origin, without a path, to the frame-src of each policy of this page: that of the header, and that of a <meta>."];
export const FRAME_REDIRECTED: Sentence = ['frame-blocked', "The embed's page redirects to an origin that the content security policy of this page does not allow{}. Sign in there, or add that origin, too."];
export const FRAME_ISOLATED: Sentence = ['frame-blocked', "This page is isolated by its Cross-Origin-Embedder-Policy, and the embed's page does not send that header. Pass attributes: { credentialless: true } to mount() (frame-attributes of <svc-embed>), or remove the header from this page."];
export const FRAME_REFUSED: Sentence = ['frame-blocked', "The tenant does not let this page show the embed{}. Add this page's origin to the origins that may embed it."];
export const FRAME_SANDBOXED: Sentence = ['frame-silent', "No embed works without {} in the iframe's sandbox attribute. Add it, or let mount() set the attribute."];
export const FRAME_IN_SANDBOX: Sentence = ['frame-silent', "This page is itself in a sandbox without allow-same-origin, which its iframes inherit: no embed works in it. Add allow-same-origin to the sandbox of the iframe that shows this page, or to its policy."];
export const FRAME_CHANGED: Sentence = ['frame-silent', "This page has set the src of the embed's iframe, and what has loaded sends no message. svc-embed loads the iframe by itself: call reload() to load it again, navigate() to go elsewhere in it, or mount() for another embed."];
export const FRAME_ELSEWHERE: Sentence = ['frame-silent', "The iframe shows a page of another origin{}. It may be a sign-in page, or baseUrl may be an address that redirects: baseUrl must be the tenant's own."];
export const FRAME_SILENT: Sentence = ['frame-silent', "The page at {} has loaded, but has sent no message of an embed in five seconds. Find its request in the network panel. Status 404: correct the surface's id or baseUrl. 200, and the console names X-Frame-Options or frame-ancestors: allow this page's origin at the tenant. 200 otherwise: it is probably a sign-in page or another site, so look where baseUrl leads."];
export const FRAME_OF_PATH: Sentence = ['frame-silent', "baseUrl has the path of an embed in it, which mount() adds by itself. Did you mean '{}'?"];
export const FRAME_PRIVATE: Sentence = ['frame-silent', "The page at {} has loaded, but has sent no message of an embed in five seconds. This embed is private: the page probably asks the viewer to sign in to the service, or the browser blocks its cookies. If that is not meant, pass getSession."];
export const FRAME_UNREACHABLE: Sentence = ['frame-silent', "No request of this page reaches the tenant's address{}. The browser's own line in the console says why: it may be the host or the port of baseUrl, its certificate, the network, or a permission to reach a more private network."];
export const FRAME_OWN: Sentence = ['frame-silent', "baseUrl is this page's own origin, {}, and what its server has answered is no embed. Pass the tenant's address as baseUrl."];
export const FRAME_LATE: Sentence = ['frame-silent', "No message has come from the iframe since connect() was called: {}. If you see the dashboard, connect() was called too late, because an embed reports ready only once: call it before the iframe has loaded. If you do not see it, check the host of baseUrl, and the network."];
export const FRAME_UNANSWERED: Sentence = ['frame-silent', "The server has not answered the request for the embed's page{}. Check the host of baseUrl, and the network."];
