/**
 * How long an embed takes: as `performance.measure`, and as spans of OpenTelemetry.
 *
 * @example
 * ```ts
 * import * as api from '@opentelemetry/api';
 * import { telemetry } from 'svc-embed/telemetry';
 *
 * const { mint, watch } = telemetry({ api });
 * const embed = watch(await mount('#dashboard', { ...options, getSession: mint(getSession) }));
 * ```
 *
 * @module
 */
import type { Embed, GetSession, SessionRequest } from './types.js';
import { attempt, own } from './shell/values.js';

/** The part of a span of `@opentelemetry/api` that is used. */
export interface TelemetrySpan {
  /** Sets attributes. */
  setAttributes(attributes: Record<string, string | number>): unknown;
  /** Sets the status: 2 is an error. */
  setStatus(status: { code: number }): unknown;
  /** Ends the span. */
  end(): void;
}

/** The part of `@opentelemetry/api` that is used. Pass the module itself. */
export interface TelemetryApi {
  /** Makes tracers, and puts a span into a context. */
  readonly trace: {
    getTracer(name: string): {
      startSpan(name: string, options?: object, context?: never): unknown;
    };
    setSpan(context: never, span: never): unknown;
  };
  /** Has the present context. */
  readonly context: { active(): unknown };
}

/** The options of `telemetry`. */
export interface TelemetryOptions {
  /**
   * `@opentelemetry/api`. Without it, there are no spans.
   *
   * @example
   * ```ts
   * api: await import('@opentelemetry/api')
   * ```
   */
  api?: TelemetryApi | undefined;
  /**
   * Whether to call `performance.measure`. Default true.
   *
   * @example
   * ```ts
   * measure: false
   * ```
   */
  measure?: boolean | undefined;
}

/** Watches one embed. */
export interface Telemetry {
  /**
   * Wraps your `getSession`, so that its calls are measured.
   *
   * @example
   * ```ts
   * getSession: mint(getSession)
   * ```
   */
  mint(getSession: GetSession): GetSession;
  /**
   * Watches an embed until its end. Returns it.
   *
   * @example
   * ```ts
   * const embed = watch(await mount('#dashboard', options));
   * ```
   */
  watch(embed: Embed): Embed;
}

/** What a span may say: no id, no text of the viewer's, no payload. */
type Details = Record<string, string | number>;

/** A step that has started. */
interface Step {
  readonly span: TelemetrySpan | undefined;
  /** Ends the step once; what comes later has no effect. */
  end(outcome: string, details?: Details): void;
}

/** Why a session is renewed, also one that ends while the dashboard still loads. */
const OF_SESSION = /^(expir|foreground|manual)/;

/** The outcome of what went well. Every other one is an error. */
const OK = 'ok';

/**
 * Watches one embed from its mount on: call it just before `mount`, and once for each embed.
 *
 * The step `svc-embed.start` lasts from this call until the dashboard has loaded (or, for the other
 * surfaces, until they are ready). It contains `svc-embed.mint`, `svc-embed.load`, `svc-embed.ready` and
 * `svc-embed.dashboard`. Each renewal is a step `svc-embed.renewal`, which contains its mints. Each step
 * ends exactly once, with the attribute `svc_embed.outcome`: `ok`, or why it failed.
 *
 * @example
 * ```ts
 * const { mint, watch } = telemetry();
 * const embed = watch(await mount('#dashboard', { ...options, getSession: mint(getSession) }));
 * ```
 */
export function telemetry(options?: TelemetryOptions): Telemetry {
  const { api, measure = true } = own(options);
  const tracer = api?.trace.getTracer('svc-embed');
  const open = new Map<string, Step>();

  function begin(name: string, details: Details = {}, parent?: Step): Step {
    const start = performance.now();
    const context =
      parent?.span && api?.trace.setSpan(api.context.active() as never, parent.span as never);
    const span = tracer?.startSpan(
      `svc-embed.${name}`,
      own({ attributes: named(details) }),
      context as never,
    ) as TelemetrySpan | undefined;
    const step: Step = {
      span,
      end(outcome, more = {}) {
        if (open.get(name) !== step) return;
        open.delete(name);
        const detail = { ...details, ...more, outcome };
        span?.setAttributes(named(detail));
        if (outcome !== OK) span?.setStatus({ code: 2 });
        span?.end();
        // A page may have replaced or filled the browser's own timeline.
        if (measure)
          attempt(() => performance.measure(`svc-embed.${name}`, own({ start, detail })));
      },
    };
    // One that the next one takes the place of was given up.
    open.get(name)?.end('superseded');
    open.set(name, step);
    return step;
  }

  const start = begin('start');
  let attempts = 0;
  const end = (name: string, outcome: string, details?: Details) =>
    open.get(name)?.end(outcome, details);
  const endAll = (outcome: string) => {
    // The inner ones first.
    for (const name of [...open.keys()].reverse()) end(name, outcome);
  };

  function onMint({ reason, attempt: number, signal }: SessionRequest): Step {
    const isOfStart = open.has('start') && !OF_SESSION.test(reason);
    if (!isOfStart && !open.has('renewal')) {
      attempts = 0;
      begin('renewal', { cause: reason });
    }
    attempts += 1;
    const parent = open.get('renewal') ?? start;
    const step = begin('mint', { cause: reason, attempt: number }, parent);
    signal.addEventListener('abort', () => step.end('aborted'));
    return step;
  }

  return {
    mint: (getSession) => async (request) => {
      const step = onMint(request);
      try {
        const id = await getSession(request);
        step.end(OK);
        if (open.has('start') && !open.has('load')) begin('load', {}, start);
        return id;
      } catch (error) {
        step.end('failed');
        throw error;
      }
    },

    watch(embed) {
      const leaving = () => endAll('page-left');
      const over = new AbortController();
      const until = own({ signal: over.signal });
      const finish = (outcome: string) => {
        endAll(outcome);
        over.abort();
      };
      if (embed.session.mode === 'private' && open.has('start')) begin('load', {}, start);
      addEventListener('pagehide', leaving, until);
      const onLoad = () => {
        if (!open.has('load')) return;
        end('load', OK);
        begin('ready', {}, start);
      };
      embed.iframe.addEventListener('load', onLoad, until);
      embed.on(
        'ready',
        ({ surface }) => {
          end('load', OK);
          end('ready', OK);
          if (!open.has('start')) return;
          if (surface === 'dashboard') begin('dashboard', {}, start);
          else end('start', OK, { surface });
        },
        until,
      );
      embed.on(
        'dashboard-loaded',
        () => {
          end('dashboard', OK);
          end('start', OK, { surface: 'dashboard' });
        },
        until,
      );
      let { renewals } = embed.session;
      embed.on(
        'session',
        (session) => {
          if (session.renewals > renewals) end('renewal', OK, { attempts });
          else if (session.status === 'stopped') {
            // Without an error, the page has ended it.
            const code = session.lastError?.code ?? 'destroyed';
            end('renewal', code, { attempts });
            endAll(code);
          } else if (/idle|scheduled/.test(session.renewal) && session.lastError)
            end('renewal', session.lastError.code, { attempts });
          else if (session.renewal === 'idle' && session.status === 'active')
            end('renewal', OK, { attempts });
          ({ renewals } = session);
        },
        until,
      );
      embed.ready.catch(({ code }: { code: string }) => {
        for (const name of ['load', 'ready', 'start']) end(name, code);
      });
      // The promises of an embed that has ended reject.
      const wait = () => void embed.once('unknown', until).then(wait, () => finish('destroyed'));
      wait();
      return embed;
    },
  };
}

function named(details: Details): Details {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [`svc_embed.${name}`, value]),
  );
}
