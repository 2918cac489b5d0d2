/** Hands messages to the caller's logger. A logger that throws changes no result. */
import type { Row } from './generated/operations.js';
import type { Logger, LogLevel } from './options.js';
import { member } from './values.js';

const LEVELS: readonly LogLevel[] = ['off', 'error', 'warn', 'info', 'debug'];

/** The log of a client. */
export class Log {
  readonly #logger: Logger | undefined;
  readonly #level: number;
  readonly #told = new Set<string>();

  constructor(logger: Logger | false | undefined, level: string | undefined) {
    const known = LEVELS.indexOf(level as LogLevel);
    // A logger of the caller's receives everything, and `console` what needs attention.
    const standard = LEVELS.indexOf(logger ? 'debug' : 'warn');
    this.#logger = logger === false ? undefined : (logger ?? console);
    this.#level = known < 0 ? standard : known;
  }

  /** True if messages of `level` are logged. */
  has(level: keyof Logger): boolean {
    return this.#logger?.[level] !== undefined && LEVELS.indexOf(level) <= this.#level;
  }

  /** Logs a message. */
  tell(level: keyof Logger, message: string): void {
    if (!this.has(level)) return;
    // The call is more important than its log. A logger may be asynchronous.
    (async () => this.#logger?.[level]?.(message))().catch(() => {});
  }

  /** Warns, of the same thing only once. */
  warnOnce(message: string): void {
    if (this.#told.has(message)) return;
    this.#told.add(message);
    this.tell('warn', message);
  }

  /** Warns of deprecated fields in an input or an answer. */
  warnOfDeprecated({ id, deprecated = {} }: Row, value: unknown): void {
    for (const [field, instead] of Object.entries(deprecated))
      if (member(value, field) !== undefined)
        this.warnOnce(`${id}: ${field} is deprecated: ${instead}.`);
  }
}
