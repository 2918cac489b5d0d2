import type {
  CreateDashboardExport,
  EmbedSession,
  GenerateSession,
  OpenObject,
} from '../management/index.js';

/** The part of a `ManagementClient` that the endpoint uses. */
export interface SessionClient {
  /** The operations of embed sessions. */
  readonly embedSessions: {
    /** Mints a session id. */
    generate(
      body?: GenerateSession,
      options?: { signal?: AbortSignal | undefined; timeoutMs?: number | undefined },
    ): PromiseLike<EmbedSession>;
  };
}

/** A user who gets a session. */
export interface Authorized {
  /** Your own id of the user. The endpoint counts requests by it, and sends it nowhere. */
  userId: string;
  /**
   * What the service learns about the user: the body of session generation. It decides what the
   * user sees, so take it from your own records and never from the request's body.
   */
  session: GenerateSession;
}

/** How often one user may ask. */
export interface RateLimit {
  /** The number of requests that a user may make at once. Default 60. */
  requests?: number | undefined;
  /** The time after which a user may make that number of requests again, in milliseconds. Default 60,000. */
  windowMs?: number | undefined;
}

/** The part of a `ManagementClient` that the endpoint of exports uses. */
export interface ExportClient {
  /** The operations of dashboard exports. */
  readonly dashboardExports: {
    /** Runs an export from its start to its file. */
    run(
      deploymentId: number,
      body: CreateDashboardExport,
      options?: {
        signal?: AbortSignal | undefined;
        pollMs?: number | undefined;
        limitMs?: number | undefined;
      },
    ): Promise<Response>;
  };
}

/** A user who may export. */
export interface AuthorizedExport {
  /** Your own id of the user. The endpoint counts requests by it, and sends it nowhere. */
  userId: string;
  /** The deployment of the dashboards. */
  deploymentId: number;
  /** The public ids of the dashboards that this user may export, from your own records. */
  dashboards: readonly string[];
  /**
   * The user as whom the service renders the file: it then contains what this user may see. The
   * service's description does not show its fields. With `null`, the service renders the file as the
   * owner of the API key sees the dashboard.
   */
  renderAs: OpenObject | null;
}

/** The options of every endpoint. `C` is its client, `A` what `authorize` answers. */
export interface EndpointOptions<R, C, A> {
  /**
   * The client, with your API key. A function is called once, at the first request: a framework that
   * imports the endpoint during its build then needs no key.
   */
  client: C | (() => C);
  /**
   * Decides whom the endpoint serves, by your own sign-in: for example by the cookie of the request.
   * `null` means that nobody is signed in; the answer is then 401. `undefined` has the same answer, and
   * one warning in the console, because a `return` may be missing.
   */
  authorize: (request: R) => A | null | undefined | Promise<A | null | undefined>;
  /**
   * How often one user may ask; 60 requests a minute by default. Counted in this process, for the
   * 10,000 users who asked last. `false` turns it off, if you have your own limiter.
   */
  rateLimit?: RateLimit | false | undefined;
  /**
   * The origin of your pages, such as `https://app.example.com`. Strongly recommended, and necessary
   * if a proxy replaces the header `Host`. Without it, the endpoint trusts `Host`: it makes ids for the
   * pages of every domain that points at this server, also of an attacker's (DNS rebinding), and for
   * `http://app.example.com` as for `https://app.example.com`. `undefined` throws a `TypeError`, so that
   * an environment variable that is not set does not turn the check off. `console.warn` names the
   * first five pages that are refused.
   */
  origin?: string | URL;
  /**
   * Receives the reason of an answer that is 500 or more, for your log. By default it goes to
   * `console.error`, as one line. The page does not learn it. It may be asynchronous. If it throws or
   * rejects, the answer stays the same, and `console.error` gets both errors. Call a method on its
   * object: `onError: (error) => log.error(error)`.
   */
  onError?: ((error: unknown) => void) | undefined;
}

/** The options of `sessionEndpoint` and `nodeSessionEndpoint`. */
export interface SessionEndpointOptions<R> extends EndpointOptions<R, SessionClient, Authorized> {
  /** How long the service may take, in milliseconds. Default 10,000. */
  timeoutMs?: number | undefined;
}

/** The options of `exportEndpoint` and `nodeExportEndpoint`. */
export interface ExportEndpointOptions<R> extends EndpointOptions<
  R,
  ExportClient,
  AuthorizedExport
> {
  /**
   * How long the export may take, in milliseconds. Default 300,000, because the service then deletes it.
   */
  limitMs?: number | undefined;
  /** The pause between two polls of the service, in milliseconds. Default 1,000. */
  pollMs?: number | undefined;
}
