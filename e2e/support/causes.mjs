// Why there is no picture, and what is said of each cause. `why-*.test.mjs` provoke each in a browser, and
// `docs/sentences.test.mjs` looks for each sentence in the guide. `<tenant>` is the tenant's origin.

const silent = (publicId) =>
  `The page at <tenant>/embed/dashboard/${publicId} has loaded, but has sent no message of an embed in five seconds. Find its request in the network panel. Status 404: correct the surface's id or baseUrl. 200, and the console names X-Frame-Options or frame-ancestors: allow this page's origin at the tenant. 200 otherwise: it is probably a sign-in page or another site, so look where baseUrl leads.`;
const SILENT = silent('sales-overview');
export const unreachable = (origin) =>
  `No request of this page reaches the tenant's address: ${origin}. The browser's own line in the console says why: it may be the host or the port of baseUrl, its certificate, the network, or a permission to reach a more private network.`;
const failed = (why) => `getSession failed: ${why}. Check its code and your backend.`;

/**
 * The causes that show after a while, each with the fault of the sandbox and the options that provoke it.
 * In `options`, `<tenant>` and `<closed>` are origins: the second one has no server.
 */
export const SLOW_CAUSES = [
  {
    name: "the tenant's page is a 500",
    fault: { page: 'error' },
    code: 'frame-silent',
    sentence: SILENT,
  },
  {
    name: 'a wrong public id: the page is a 404',
    options: { surface: { kind: 'dashboard', publicId: 'no-such-dashboard' } },
    code: 'frame-silent',
    sentence: silent('no-such-dashboard'),
  },
  {
    name: 'a sign-in page takes the place of a signed embed',
    fault: { page: 'sign-in' },
    code: 'frame-silent',
    sentence: SILENT,
  },
  {
    name: 'a page that is no embed',
    fault: { page: 'silent' },
    code: 'frame-silent',
    sentence: SILENT,
  },
  {
    name: 'a redirect to a page of another origin that says nothing',
    fault: { page: 'elsewhere' },
    code: 'frame-silent',
    sentence: SILENT,
  },
  {
    name: 'the viewer of a private embed is not signed in',
    options: { getSession: undefined, mode: 'private' },
    code: 'frame-silent',
    sentence:
      'The page at <tenant>/embed/dashboard/sales-overview has loaded, but has sent no message of an embed in five seconds. This embed is private: the page probably asks the viewer to sign in to the service, or the browser blocks its cookies. If that is not meant, pass getSession.',
  },
  {
    name: '`baseUrl` is the address of an embed',
    options: { baseUrl: '<tenant>/embed/dashboard/sales-overview' },
    code: 'frame-silent',
    sentence:
      "baseUrl has the path of an embed in it, which mount() adds by itself. Did you mean '<tenant>'?",
  },
  {
    name: 'nothing answers at `baseUrl`',
    options: { baseUrl: '<closed>' },
    code: 'frame-silent',
    sentence: unreachable('<closed>'),
  },
  {
    name: 'the `sandbox` attribute lacks what each embed needs',
    options: { attributes: { sandbox: 'allow-forms' } },
    code: 'frame-silent',
    sentence:
      "No embed works without allow-scripts and allow-same-origin in the iframe's sandbox attribute. Add it, or let mount() set the attribute.",
  },
  {
    name: '`getSession` does not return',
    options: { getSession: 'new Promise(() => {})' },
    level: 'info',
    sentence: 'getSession has not answered yet. svc-embed waits for it.',
  },
];

/** What the page's backend answers: `getSession` throws what it says. */
export const BACKEND_CAUSES = [
  [
    "throw new Error('The backend answered 404.')",
    'The backend answered 404: the backend has nothing at this address, or the request has not reached it. Look at the path, and whether the server of the page passes it on (a proxy)',
  ],
  [
    "throw new Error('The backend answered 405.')",
    'The backend answered 405: the backend does not take this method at this address. Use POST in the backend and in the page. A redirect (301, 302) makes a GET of a POST: ask the address that it leads to',
  ],
  [
    "throw new Error('The backend answered 401.')",
    'The backend answered 401: the backend says that nobody is signed in. Throw a SignedOutError on a 401, so that renewal stops',
  ],
  [
    "throw new Error('The backend answered 403.')",
    "The backend answered 403: the backend refuses the request: the user may not see this, the backend does not allow the page's origin, or the request lacks what it asks for: a header (svc-embed/server: x-svc-embed: 1) or a CSRF token. The text of the answer may say which, in the network panel",
  ],
  [
    "throw new Error('The backend answered 500.')",
    'The backend answered 500: the backend, or the service that it asks, has failed. The log of the backend says why. If there is nothing in it, a proxy has answered that cannot reach the backend',
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
].map(([body, why]) => ({ body, code: 'mint-failed', sentence: failed(why) }));

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
    'JSON as a text. Return (await response.json()).sessionId',
  ],
  ['return \'"secret-session-id"\'', 'JSON as a text. Return (await response.json()).sessionId'],
  [
    "return '<!doctype html><p>secret-session-id'",
    'HTML, such as a sign-in page or a page that says 404',
  ],
  [
    "return `${{ sessionId: 'secret-session-id' }}`",
    "the text of an object, such as '[object Object]'. Return its sessionId",
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
  code: 'mint-invalid',
  sentence: `getSession must return the session id itself, a string: it returned ${found}.`,
}));

export const OTHER_MINTS = [
  ...ANSWERS,
  {
    body: "throw Object.assign(new Error('out'), { name: 'SignedOutError' })",
    code: 'signed-out',
    sentence:
      'getSession threw SignedOutError: renewal has stopped. Mount the embed again after a sign-in.',
  },
  {
    body: "return 'an-id-that-nobody-made'",
    code: 'exchange-rejected',
    sentence:
      'The embed rejected the session id: used, expired, or unknown to this tenant. Get a new one for every call.',
  },
];

/** What the policies of the page or of the tenant forbid. */
export const BLOCKED_CAUSES = {
  directive: (name) =>
    `The content security policy of this page blocks the embed: its ${name} does not allow <tenant>${name === 'frame-src' ? '' : ', and it has no frame-src'}. Add the tenant's origin, without a path, to the frame-src of each policy of this page: that of the header, and that of a <meta>.`,
  isolated:
    "This page is isolated by its Cross-Origin-Embedder-Policy, and the embed's page does not send that header. Pass attributes: { credentialless: true } to mount() (frame-attributes of <svc-embed>), or remove the header from this page.",
  refused:
    "The tenant does not let this page show the embed: frame-ancestors 'none'. Add this page's origin to the origins that may embed it.",
  redirected:
    "The embed's page redirects to an origin that the content security policy of this page does not allow: <other>. Sign in there, or add that origin, too.",
};

/** What the page itself has done: `why-page.test.mjs` does it, and `keep.test.mjs`. */
export const PAGE_CAUSES = {
  signedOutEarly:
    'If the viewer is signed in: does the request of getSession carry the cookie (another origin needs credentials and CORS), and does the backend find the user of it?',
  changed:
    "This page has set the src of the embed's iframe, and what has loaded sends no message. svc-embed loads the iframe by itself: call reload() to load it again, navigate() to go elsewhere in it, or mount() for another embed.",
  late: 'No message has come from the iframe since connect() was called: <tenant>. If you see the dashboard, connect() was called too late, because an embed reports ready only once: call it before the iframe has loaded. If you do not see it, check the host of baseUrl, and the network.',
  connectedLate:
    'The iframe has sent messages, but no ready: connect() was probably called too late, because an embed reports ready only once. Call it before the iframe has loaded.',
  sandbox:
    'This page is itself in a sandbox without allow-same-origin, which its iframes inherit: no embed works in it. Add allow-same-origin to the sandbox of the iframe that shows this page, or to its policy.',
  ownOrigin:
    "baseUrl is this page's own origin, <page>, and what its server has answered is no embed. Pass the tenant's address as baseUrl.",
  twice:
    "Two components on this page have keep 'twice'. Only the one that came last shows the embed. Give each a name of its own, or show one at a time.",
  changing:
    'The page loads this embed again and again, each time with other params (time), and each time with another session. Look for a value that is made at each rendering, such as Date.now(). If the viewer chooses it, all is well: then setFilter() may do the same without a load.',
  timeout:
    'The option signal has ended this embed, because AbortSignal.timeout has aborted it. A signal ends an embed for good, also one that works. To limit how long it may take until the embed is ready, pass readyTimeoutMs instead.',
  aborted:
    'The option signal has ended this embed before it was ready. A signal ends an embed for good. To limit how long it may take until the embed is ready, pass readyTimeoutMs instead. If the page does not want the embed any more, all is well.',
};

/** What the console says of an error that the embed reports, `(<kind>)`, and what it adds in a signed session. */
export const REPORTED = 'The embed reports an error (<kind>). Its message is in the event error.';
export const NOT_ALLOWED =
  'If the dashboard is not shown, see whether its allowEmbed is true at the service: otherwise signed sessions may not show it.';

/** What the console says of an embed that is badly placed. `<target>` names its target. */
export const PLACES = {
  rendered:
    'The page has rendered <target> again, and the iframe of the embed has gone with the old element. Mount into an element that the page leaves as it is, or call destroy() and mount() at each rendering.',
  taken:
    'The page has taken the iframe of the embed out of the document. If it is not needed any more, call destroy(). If the page has rendered an element around it again, mount into one that the page leaves as it is. If the page puts it back later, all is well.',
  narrow:
    'The embed is 300 pixels wide, as every iframe whose target is only as wide as what is in it. Give its target (<target>) a width of its own: flex: 1 in a row, otherwise width: 100%.',
  notClosed:
    '<svc-embed> hides what follows it in the HTML: HTML has no self-closing elements, so the rest has become its content. Write <svc-embed …></svc-embed>.',
};

/** What the guide must have, word for word. */
export const SENTENCES = [
  ...new Set(
    [
      ...[...SLOW_CAUSES, ...BACKEND_CAUSES, ...OTHER_MINTS].map(({ sentence }) => sentence),
      BLOCKED_CAUSES.directive('frame-src'),
      BLOCKED_CAUSES.isolated,
      BLOCKED_CAUSES.refused,
      BLOCKED_CAUSES.redirected,
      ...Object.values(PAGE_CAUSES),
      `${REPORTED} ${NOT_ALLOWED}`,
    ].map((sentence) =>
      sentence
        .replaceAll('no-such-dashboard', 'sales-overview')
        .replaceAll(/<tenant>|<closed>/g, 'https://acme.example.com')
        .replaceAll('<other>', 'https://login.example.com')
        .replaceAll('<page>', 'https://www.example.com')
        .replaceAll("'twice'", "'sales'")
        .replaceAll('<kind>', 'EmbedRenderError, embed-render'),
    ),
  ),
];
