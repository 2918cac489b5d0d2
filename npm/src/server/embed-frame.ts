import { REFERRER_POLICY, SANDBOX } from '../core/names.js';
import { FORBIDDEN_ATTRIBUTE } from '../core/patterns.js';
import type { GenerateSession } from '../management/index.js';
import type { Filter } from '../core/protocol.js';
import { explained } from '../errors.js';
import type { Surface } from '../types.js';
import { embedUrl, isSessionId, readBaseUrl, withSession } from '../shell/url.js';
import { ownValue } from '../shell/values.js';
import type { SessionClient } from './options.js';

/** The response that contains the page: the headers of the fetch API, another `{ set }`, or Node's or Express's response. */
export type FrameResponse =
  | Pick<Headers, 'set'>
  | {
      /** True after the head of the answer was written. */
      readonly headersSent: boolean;
      /** Sets a header. */
      setHeader(name: string, value: string): unknown;
    };

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
   * The response that contains the page, or its headers. `embedFrame` sets the headers that forbid every
   * cache to keep the page, in place of any that you have set, and throws if it cannot. Set none of them
   * later. In Fastify and Hono, pass `{ set: (name, value) => reply.header(name, value) }`. `'uncached'`
   * means that your framework never sends the same page twice.
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
 * from a cache: `embedFrame` sets the headers of the response that forbid it.
 *
 * @param options - The user, what is shown, and the response that contains the page.
 * @returns The iframe, as attributes and as HTML.
 * @throws A `TypeError` if the headers of the response cannot be set, an `EmbedError` if an option
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
  const html = `<script${written({ nonce: own.nonce })}>${SCRIPT}</script><iframe${written(attributes)}></iframe>`;
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
    throw new TypeError('A build must not call embedFrame: make the page dynamic.');
  if (response === 'uncached') return;
  // By what it can do: a polluted `Object.prototype` has no functions.
  const { setHeader, set, headersSent } = Object(response) as NodeHeaders & Headers;
  // The context of a framework, which has more, may have a `set` of another kind: Hono's sets a variable, and
  // Koa's does nothing once the head was sent.
  const isContext = Object.keys(Object(response))[1];
  const write = typeof setHeader === 'function' ? setHeader : !isContext && set;
  if (typeof write !== 'function')
    throw new TypeError("response must be Node's response, Headers, { set }, or 'uncached'.");
  try {
    if (headersSent === true) throw new TypeError('already sent');
    write.call(response, 'cache-control', 'private, no-store');
    write.call(response, 'x-accel-expires', '0');
    for (const cache of CACHES) write.call(response, `${cache}-control`, 'no-store');
  } catch (cause) {
    throw new TypeError(
      `embedFrame cannot set the headers that forbid caches: ${String(cause)}. Call it before the page is sent.`,
      { cause },
    );
  }
}

type NodeHeaders = Extract<FrameResponse, { headersSent: boolean }>;

/**
 * What obeys a header of its own before `Cache-Control`: the caches of RFC 9213, which has names end like that,
 * and older ones of Akamai (`edge`), Fastly and Varnish (`surrogate`). nginx has `X-Accel-Expires`.
 */
const CACHES = [
  ...['cdn-cache', 'akamai-cache', 'cloudflare-cdn-cache', 'deno-cdn-cache', 'netlify-cdn-cache'],
  ...['vercel-cdn-cache', 'x-litespeed-cache', 'edge', 'surrogate'],
];

/**
 * Keeps the messages of each window, up to a million characters of JSON in all, until `connect` takes them
 * and puts 0 in their place. A copy of each, since a message may hold what has no text, such as a file. A `Map`:
 * Firefox forgets what a `WeakMap` has of another site's window when it collects garbage.
 *
 * `<svc-frame>` becomes an iframe in its last place: React streams parts of a page into hidden elements, whose
 * ids end with `S:` and a number, and moves them later, which would load an iframe twice. The URL is noted:
 * React may throw the iframe away, and its id is spent then.
 */
const SCRIPT =
  'window.svcEmbedEarly||(e=>{window.svcEmbedEarly=e,addEventListener("message",({source:s,origin:o,data:d})=>{for(const w of e.keys())w.closed&&e.delete(w);let n=s&&e.get(s);if(s&&n!==0)try{n||e.set(s,n=[]);let t=JSON.stringify(d);n.size=(n.size||0)+t.length+99,1e6>n.size&&n.push({source:s,origin:o,data:JSON.parse(t)})}catch{}});customElements.define("svc-frame",class extends HTMLElement{connectedCallback(){if(!this.closest("[hidden][id*=\'S:\']")){let f=document.createElement("iframe");for(const{name:n,value:t}of this.attributes)f.setAttribute(n,t);e[f.getAttribute("src")]=1,this.replaceWith(f)}}})})(new Map)';

function written(attributes: object): string {
  return textsOf(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join('');
}

const escaped = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/["<>]/g, (mark) => `&#${mark.charCodeAt(0)};`);
