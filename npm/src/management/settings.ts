/** The options of a client: its defaults, and what is checked once. Twin: `client/options.rs`. */
import { LONGEST_ANSWER } from './answer.js';
import { invalid, InvalidRequestError } from './errors.js';
import { VERSION } from './generated/operations.js';
import { HeaderList } from './headers.js';
import { Log } from './log.js';
import type { ClientOptions } from './options.js';
import { amountOf, limitedOf, type Settings } from './request.js';
import { Budget } from './retry.js';
import { inPage, isSecure, LONGEST_URL, ofNames, ownOf, parsedUrl } from './values.js';

/** The members of an object that are not undefined or null. */
function defined<T extends object>(object: T): Partial<T> {
  const entries = Object.entries(object).filter(([, value]) => (value ?? undefined) !== undefined);
  return ownOf(Object.fromEntries(entries)) as Partial<T>;
}

/** The options with the defaults of the environment, which only Node has. */
export function withEnvironment(options: ClientOptions): ClientOptions {
  const { process } = globalThis as { process?: { env?: Record<string, string | undefined> } };
  const env = ownOf((inPage() ? undefined : process?.env) ?? {});
  const credentials = (['apiKey', 'accessToken', 'scimToken'] as const).filter((name) =>
    Object.hasOwn(options, name),
  );
  const kept = defined(options);
  const given = credentials.some((name) => name in kept);
  const apiKey = 'accessToken' in kept ? undefined : env['SVC_API_KEY'];
  // A credential that is undefined or null by mistake would send every call without one.
  if (credentials[0] && !given && !apiKey)
    throw invalid(
      credentials[0],
      'has no value. Set it, or leave it out if cookies or a proxy authenticate',
    );
  const defaults = { baseUrl: env['SVC_BASE_URL'], apiKey, logLevel: env['SVC_EMBED_LOG'] };
  return ownOf({ ...(defined(defaults) as ClientOptions), ...kept });
}

/** The names of a client's options. */
const CLIENT_OPTIONS = [
  'baseUrl',
  'accessToken',
  'apiKey',
  'scimToken',
  'scimScheme',
  'timeoutMs',
  'maxRetries',
  'retryBudget',
  'maxResponseBytes',
  'headers',
  'fetch',
  'logger',
  'logLevel',
  'onRequest',
  'onResponse',
  'onEnd',
  'idempotencyKeys',
  'paths',
  'dangerouslyAllowBrowser',
] as const;

/** Is `never` if `CLIENT_OPTIONS` lacks an option. */
type Known = keyof ClientOptions extends (typeof CLIENT_OPTIONS)[number]
  ? readonly string[]
  : never;

/** The default of `retryBudget`. */
const RETRY_BUDGET = 20;

/** Checks the options of a client. */
export function settingsOf(options: ClientOptions): Settings {
  const { onRequest, onResponse, onEnd, idempotencyKeys, headers, fetch } = options;
  const { accessToken, apiKey, scimToken, scimScheme } = options;
  const log = new Log(options.logger, options.logLevel);
  const warn = (text: string) => log.tell('warn', text);
  const known: Known = CLIENT_OPTIONS;
  const names = Object.keys(options);
  if (!names.every((name) => known.includes(name)))
    ofNames(({ warnOfOptions }) => warnOfOptions('ManagementClient', names, known, warn));
  const baseUrl = baseUrlOf(options.baseUrl);
  // The path of each operation begins with it.
  if (baseUrl.endsWith('/api/v1')) ofNames(({ warnOfBase }) => warnOfBase(baseUrl, warn));
  if (apiKey !== undefined && accessToken !== undefined)
    throw new InvalidRequestError('apiKey', 'apiKey and accessToken must not be given together.');
  for (const field of ['apiKey', 'scimToken'] as const)
    if (options[field] !== undefined && !options.dangerouslyAllowBrowser && inPage())
      throw invalid(
        field,
        'must not be used in a page or a worker, where everybody can read it. Call from your server, or use an access token',
      );
  new HeaderList().merge(headers);
  const own = new HeaderList();
  own.set('accept', 'application/json, */*');
  // In a page it would cost a preflight, and some browsers leave it out.
  if (!inPage()) own.set('user-agent', `svc-embed/${VERSION}`);
  return {
    ...{ baseUrl, onRequest, onResponse, onEnd, idempotencyKeys, headers, fetch, own, log },
    credentials: ownOf({ accessToken, apiKey, scimToken, scimScheme }),
    timeoutMs: amountOf('timeoutMs', options.timeoutMs ?? 60_000),
    maxRetries: amountOf('maxRetries', options.maxRetries ?? 2),
    maxResponseBytes: limitedOf('maxResponseBytes', options.maxResponseBytes ?? LONGEST_ANSWER),
    budget: new Budget(limitedOf('retryBudget', options.retryBudget ?? RETRY_BUDGET)),
  };
}

/** Returns the base URL without a slash at its end. Twin: `Base::parse` in `options.rs`. */
function baseUrlOf(given: string | URL | undefined): string {
  const text = String(given ?? '');
  // What a parser would leave out or read as a slash may be meant to deceive a reader.
  const isPlain = text.length <= LONGEST_URL && /^https?:\/\/[^/][^\s\p{Cc}@?#\\]*$/iu.test(text);
  const url = isPlain && parsedUrl(text);
  if (!url || !isSecure(url))
    throw invalid(
      'baseUrl',
      given === undefined
        ? 'has no value. Set it or SVC_BASE_URL'
        : "must be the tenant's https URL without credentials, query or fragment; only loopback hosts may use plain http",
    );
  let end = url.href.length;
  while (url.href[end - 1] === '/') end -= 1;
  return url.href.slice(0, end);
}
