// The lines of the console about mistakes. `e2e/why.test.mjs` provokes each in a browser, and
// `docs/sentences.test.mjs` looks for each in Troubleshooting. `<tenant>` is the tenant's origin.

export const LINK = 'https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md#';

const inPixels = (what) => `The embed is ready, but nobody can see it: it has no ${what}`;

export const LINES = {
  silent: (address = '') =>
    `${address} has loaded, but has sent no message of an embed in five seconds. No browser tells this page why. The network panel does: a status 404 is a wrong id or baseUrl; with 200, the tenant may refuse to be framed by this page (the console names frame-ancestors or X-Frame-Options), show a sign-in page, or be another site.`,
  elsewhere: 'The iframe shows a page of another origin, http',
  private:
    'has loaded, but has sent no message of an embed in five seconds. This embed is private: the page probably asks the viewer to sign in to the service, or the browser blocks its cookies. If that is not meant, pass getSession.',
  unreachable:
    "No request of this page reaches the tenant's address: <closed>. The browser's own line in the console says why: it may be the host or the port of baseUrl, its certificate, the network, or a permission to reach a more private network.",
  unanswered:
    "The server has not answered the request for the embed's page: <tenant>. Check the host of baseUrl, and the network.",
  sandboxed:
    "No embed works without allow-scripts and allow-same-origin in the iframe's sandbox attribute. Add it, or let mount() set the attribute.",
  isolated:
    "This page is isolated by its Cross-Origin-Embedder-Policy, and the embed's page does not send that header. Pass attributes: { credentialless: true } to mount() (frame-attributes of <svc-embed>), or remove the header from this page.",
  late: 'No message has come from the iframe since connect() was called: <tenant>. If you see the dashboard, connect() was called too late, because an embed reports ready only once: call it before the iframe has loaded. If you do not see it, check the host of baseUrl, and the network.',
  noHeight: `${inPixels('height')}. Give its target (#box) one, such as 40rem.`,
  noWidth: `${inPixels('width')}. Give its target (#box) one, such as 100%, or flex: 1 in a row.`,
  height150:
    'The embed is 150 pixels high, as every iframe around which nothing has a height. Give its target (#box) one, such as 40rem: a height of 100% or a min-height is none. If it is to be 150 pixels high, all is well.',
  notDisplayed:
    'The embed is ready, but nobody can see it: its target or an element around it is not displayed (display: none). If that is a closed tab or panel, all is well.',
  gone: 'The iframe of the embed is in no document, so nothing is loaded: the page has not inserted the target, or has rendered it or an element around it again. Mount into an element that the page leaves as it is, and call destroy() if the embed is not needed any more.',
  waits: 'getSession has not answered yet. svc-embed waits for it.',
  signedOut:
    'getSession threw SignedOutError: renewal has stopped. Mount the embed again after a sign-in.',
  nearest: 'There is no option colorscheme. Did you mean colorScheme?',
  nearestRenewal: 'There is no option renewal.maxAttempt. Did you mean renewal.maxAttempts?',
  key: 'There is no option apiKey. A key or a token belongs in your backend, and never in a page, where everybody can read it.',
  handler:
    "There is no option onReady. Events are heard by embed.on(), such as embed.on('ready', …).",
  noSession:
    "There is no getSession, so this embed is private: each viewer must be signed in to the service in this browser. Pass getSession (session-url of <svc-embed>), or mode: 'private' if that is meant.",
  notPrivate: "mode is 'private', but there is a getSession, so the embed is signed.",
  reported:
    'The embed reports an error (EmbedRenderError, embed-render). Its message is in the event error. If the dashboard is not shown, see whether its allowEmbed is true at the service: otherwise signed sessions may not show it.',
};

/** What the page's backend answers: `getSession` throws what it says. */
export const BACKEND = [
  [
    "throw new Error('The backend answered 401.')",
    'The backend answered 401: the backend says that nobody is signed in. Throw a SignedOutError on a 401, so that renewal stops',
  ],
  [
    "throw new Error('The backend answered 403.')",
    "The backend answered 403: the backend refuses the request: the user may not see this, the backend does not allow the page's origin, or the request lacks a header (svc-embed/server: x-svc-embed: 1) or a CSRF token",
  ],
  [
    "throw new Error('The backend answered 404.')",
    'The backend answered 404: the backend has nothing at this address, or the request has not reached it: look at the path, and at the proxy of the server of the page',
  ],
  [
    "throw new Error('The backend answered 405.')",
    'The backend answered 405: the backend does not take this method at this address. Use POST in both. A redirect makes a GET of a POST',
  ],
  [
    "throw new Error('The backend answered 500.')",
    'The backend answered 500: the backend, or the service that it asks, has failed: see the log of the backend. If there is nothing in it, a proxy cannot reach the backend',
  ],
  [
    'throw new Response(null, { status: 429 })',
    'getSession threw a response with the status 429: the backend is asked too often',
  ],
  [
    "return JSON.parse('<!doctype html>secret-session-id')",
    'the answer of the backend is not JSON. It may be the HTML of a sign-in page, or of a page that says 404',
  ],
  [
    "throw new ReferenceError('response is not defined')",
    'response is not defined: the code of getSession is wrong, or the answer of the backend lacks a field that it reads',
  ],
  [
    "await fetch('<closed>')",
    'the backend cannot be reached, or is on another origin and does not allow this page (CORS), or the policy of this page forbids the request (connect-src). A session-url must be on the origin of the page, and must not redirect',
  ],
].map(([body, why]) => ({
  body,
  said: `getSession failed: ${why}. Check its code and your backend.`,
}));

/** What `getSession` returns that is no id, although there may be one inside. */
export const ANSWERS = [
  [
    'return undefined',
    "nothing. Either a return or an await is missing, or the backend's answer has no sessionId, as that of an error: look at its status",
  ],
  [
    'return new Response(\'{"sessionId":"secret-session-id"}\')',
    'the response. Return (await response.json()).sessionId',
  ],
  ["return { sessionId: 'secret-session-id' }", 'an object. Return its sessionId'],
  ['return 7', 'something that is no string'],
  [
    'return \'{"sessionId":"secret-session-id"}\'',
    'JSON or an object as a text. Return (await response.json()).sessionId',
  ],
  [
    "return '<!doctype html><p>secret-session-id'",
    'HTML, such as a sign-in page or a page that says 404',
  ],
  ["return ''", 'an empty text'],
  [
    "return 'https://acme.example.com/embed?session=secret-session-id'",
    'an address. Return only the session id in it',
  ],
  ["return 'Bearer secret-session-id'", 'the text of a header. Return only the session id'],
  [
    'return String(undefined)',
    "undefined as a text: the backend's answer lacks what the code reads",
  ],
].map(([body, found]) => ({
  body,
  said: `getSession must return the session id itself, a string: it returned ${found}.`,
}));

const policyOf = (text) => ({ 'content-security-policy': text });
const SCRIPTS = "script-src * 'unsafe-inline' 'unsafe-eval'; style-src 'unsafe-inline'";
export const blocked = (directive) =>
  `The content security policy of this page blocks the embed: its ${directive} does not allow <tenant>. Add the tenant's origin, without a path, to the frame-src of each policy of this page: that of the header, and that of a <meta>.`;

/** The headers of a page, the page of its embed (`path`), and what is said of it. */
export const POLICIES = [
  ...[
    ['frame-src', "frame-src 'self'"],
    ['child-src', "child-src 'self'"],
    ['default-src', "default-src 'self'"],
    ['frame-src', 'frame-src <tenant>/embed'],
  ].map(([directive, policy]) => ({
    name: policy,
    headers: policyOf(`${policy}; connect-src *; ${SCRIPTS}`),
    said: blocked(directive),
  })),
  {
    name: "frame-src 'self', in the Rust shell",
    headers: policyOf("frame-src 'self'"),
    entry: 'rust/index',
    said: 'frame-src',
  },
  {
    name: 'a tenant that does not let the page show it',
    headers: {},
    path: 'ancestors',
    isSilent: ['firefox', 'webkit'],
    said: "The tenant does not let this page show the embed: frame-ancestors 'none'. Add this page's origin to the origins that may embed it.",
  },
  {
    name: 'a redirect to an origin that the policy does not allow',
    headers: policyOf('frame-src <tenant>'),
    path: 'elsewhere',
    // Chromium and WebKit name the other origin, which may be that of any frame.
    isSilent: ['chromium', 'webkit'],
    said: "The embed's page redirects to an origin that the content security policy of this page does not allow. Sign in there, or add that origin, too.",
  },
  {
    name: 'another frame that is blocked',
    headers: policyOf('frame-src <tenant>'),
    path: 'soon',
    then: `document.body.append(
      Object.assign(document.createElement('iframe'), { src: 'http://elsewhere.localhost/' }))`,
  },
  {
    name: 'a policy that only reports',
    headers: { 'content-security-policy-report-only': "frame-src 'self'" },
  },
];
