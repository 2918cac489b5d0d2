import { REFERRER_POLICY, SANDBOX } from '../core/names.js';
import { FORBIDDEN_ATTRIBUTE } from '../core/patterns.js';
import type { GenerateSession } from '../management/index.js';
import type { Filter } from '../core/protocol.js';
import { explained } from '../errors.js';
import type { Surface } from '../types.js';
import { embedUrl, isSessionId, readBaseUrl, withSession } from '../url.js';
import { ownValue } from '../values.js';
import type { SessionClient } from './options.js';

/** The response that contains the page: of the fetch API, of Node's `http` or of Express. */
export type FrameResponse =
  | Pick<Headers, 'get' | 'set'>
  | {
      /** True after the head of the answer was written. */
      readonly headersSent: boolean;
      /** Reads a header. */
      getHeader(name: string): unknown;
      /** Sets a header. */
      setHeader(name: string, value: string): unknown;
    };

type NodeHeaders = Extract<FrameResponse, { headersSent: boolean }>;

/** The options of `embedFrame`. */
export interface EmbedFrameOptions {
  /** The client that gets the session id, with your API key. */
  client: SessionClient;
  /** What the service learns about the user who asks for the page: the body of session generation. */
  session: GenerateSession;
  /** The tenant's URL, as for `mount`. */
  baseUrl: string;
  /** What is shown, as for `mount`. */
  surface: Surface;
  /**
   * The response that contains the page, or its headers. `embedFrame` sets
   * `Cache-Control: private, no-store`, and throws if another header allows a cache. `'uncached'` means
   * that your framework never sends the same page twice.
   */
  response: FrameResponse | 'uncached';
  /** Parameters of the URL. Undefined values are left out. */
  params?: Readonly<Record<string, string | number | boolean | undefined>> | undefined;
  /** Filters that are set from the start. */
  filters?: readonly (Filter | string)[] | undefined;
  /** The name of the iframe for screen readers. Default `Dashboard`, `Chat` or `Analytics`. */
  title?: string | undefined;
  /**
   * Further attributes of the iframe, such as `class`. By default it fills the element around it:
   * `width` and `height` are `100%`. Undefined values are left out.
   */
  attributes?: Readonly<Record<string, string | undefined>> | undefined;
  /** The nonce of the page's content security policy, for the script in `html`. */
  nonce?: string | undefined;
  /** Ends the call of the service. */
  signal?: AbortSignal | undefined;
  /** How long the service may take, in milliseconds. Default 10,000. */
  timeoutMs?: number | undefined;
}

/** An iframe that comes with the page. */
export interface EmbedFrame {
  /** The attributes with their values, not escaped: a framework escapes them. */
  readonly attributes: Readonly<Record<string, string>>;
  /**
   * The iframe as HTML, escaped. The iframe may be ready before your own script is loaded: a script of
   * one line before it keeps the messages until then.
   */
  readonly html: string;
  /** The text of that script, for a framework that writes it itself. It is always the same. */
  readonly script: string;
}

/**
 * Gets a session id while the page is rendered, and returns an iframe for its HTML: the browser then
 * loads the dashboard before any script. In the page, `connect` adopts the iframe and renews its session.
 *
 * The session id is in the page's HTML. It works once and for five minutes, so the page must never come
 * from a cache: `embedFrame` refuses a response that a cache may keep.
 *
 * @param options - The user, what is shown, and the response that contains the page.
 * @returns The iframe, as attributes and as HTML.
 * @throws A `TypeError` if the response may be cached or was sent already, an `EmbedError` if an option
 * is wrong, and what the client throws if no session was minted.
 *
 * @example
 * ```ts
 * const { html } = await embedFrame({
 *   client: new ManagementClient({ baseUrl: 'https://acme.example.com', apiKey }),
 *   baseUrl: 'https://acme.example.com',
 *   surface: { kind: 'dashboard', publicId: 'sales-overview' },
 *   session: { embedTenantProfile: { displayName: user.company } },
 *   response,
 * });
 * ```
 */
export async function embedFrame(options: EmbedFrameOptions): Promise<EmbedFrame> {
  // Without a prototype: whoever pollutes it must not turn off a check.
  const own = { __proto__: null, ...options } as unknown as EmbedFrameOptions;
  const { client, session, surface, signal, timeoutMs = 10_000 } = own;
  const url = await urlOf(own);
  const further = textsOf(own.attributes);
  for (const [name] of further)
    if (!/^[a-z][\w-]*$/i.test(name) || FORBIDDEN_ATTRIBUTE.test(name))
      throw new TypeError(`attributes must not have ${JSON.stringify(name)}.`);
  forbidCaches(own.response);
  const answer: unknown = await client.embedSessions.generate(session, { signal, timeoutMs });
  // Not an inherited one: it would not be the service's.
  const sessionId = ownValue(Object(answer) as object, 'sessionId');
  if (!isSessionId(sessionId)) throw new TypeError('The service answered without a session id.');
  const attributes = {
    src: withSession(url, sessionId),
    title: String(own.title ?? ownValue(TITLES, surface.kind) ?? 'Analytics'),
    sandbox: SANDBOX,
    referrerpolicy: REFERRER_POLICY,
    // As attributes: a policy may forbid a style in HTML.
    width: '100%',
    height: '100%',
    frameborder: '0',
    ...Object.fromEntries(further.map(([name, value]) => [name.toLowerCase(), value])),
  };
  const ofScript = own.nonce === undefined ? {} : { nonce: String(own.nonce) };
  const html = `<script${written(ofScript)}>${SCRIPT}</script><iframe${written(attributes)}></iframe>`;
  return { attributes, html, script: SCRIPT };
}

/** As `mount` reads params and attributes: what is undefined is left out. */
const textsOf = (given: object | undefined): [name: string, text: string][] =>
  Object.entries(given ?? {}).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );

const TITLES = { dashboard: 'Dashboard', chat: 'Chat' };

async function urlOf(options: EmbedFrameOptions): Promise<string> {
  const { baseUrl, surface, params, filters } = options;
  try {
    return embedUrl({
      base: readBaseUrl(baseUrl),
      surface: { __proto__: null, ...surface } as object,
      params: textsOf(params),
      filters: filters ?? [],
      isSigned: true,
    });
  } catch (thrown) {
    throw await explained(thrown, options);
  }
}

/** Sees to it that no cache keeps the page: whoever got it from there would get a spent id. */
function forbidCaches(response: EmbedFrameOptions['response']): void {
  // The HTML of a build is sent to everybody.
  const { process } = globalThis as { process?: { env?: Partial<Record<string, string>> } };
  if (process?.env?.['NEXT_PHASE'] === 'phase-production-build')
    throw new TypeError(
      'A page with a session id must not be rendered by a build: make it dynamic.',
    );
  if (response === 'uncached') return;
  // By what it can do: a polluted `Object.prototype` has no functions.
  const isNode = typeof (response as NodeHeaders | null)?.setHeader === 'function';
  if (!isNode && typeof (response as Headers | null)?.set !== 'function')
    throw new TypeError(
      "response must be the answer that the page is rendered into, its headers, or 'uncached'.",
    );
  const { headersSent } = response as NodeHeaders;
  if (isNode && headersSent) throw new TypeError('The head of the response has been sent already.');
  const to = response as NodeHeaders & Headers;
  for (const name of [CACHE_CONTROL, ...OF_OTHER_CACHES]) {
    const given = String(to[isNode ? 'getHeader' : 'get'](name.toLowerCase()) ?? '');
    // What the page has set itself is its intention: it is not silently made the opposite.
    if (given && !/(^|[\s,])no-store([\s,]|$)/i.test(given))
      throw new TypeError(
        `The page has the header ${name}: ${given}. A page with a session id must not be cached: leave the header out, or set no-store.`,
      );
  }
  to[isNode ? 'setHeader' : 'set'](CACHE_CONTROL.toLowerCase(), 'private, no-store');
}

const CACHE_CONTROL = 'Cache-Control';

/** What a cache in front of the server obeys before `Cache-Control`. */
const OF_OTHER_CACHES = [
  'CDN-Cache-Control',
  'Cloudflare-CDN-Cache-Control',
  'Netlify-CDN-Cache-Control',
  'Vercel-CDN-Cache-Control',
  'Surrogate-Control',
];

/**
 * Keeps the messages of each window, up to a million characters of JSON in all, until `connect` takes them
 * and puts 0 in their place. A copy of each, since a message may hold what has no text, such as a file.
 */
const SCRIPT =
  'window.svcEmbedEarly||(e=>{window.svcEmbedEarly=e,addEventListener("message",({source:s,origin:o,data:d})=>{let n=s&&e.get(s);if(s&&n!==0)try{n||e.set(s,n=[]);const t=JSON.stringify(d);n.size=(n.size||0)+t.length+99,1e6>n.size&&n.push({source:s,origin:o,data:JSON.parse(t)})}catch{}})})(new WeakMap)';

function written(attributes: Readonly<Record<string, string>>): string {
  const texts = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`);
  return texts.join('');
}

function escaped(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/"/g, '&quot;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;');
}
