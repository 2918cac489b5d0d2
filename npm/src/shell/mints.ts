// The calls of `getSession` for one embed.

import type { Core, Ticket } from '../core/exports.js';
import * as MintFailure from '../core/mint-failure.js';
import * as Reason from '../core/reason.js';
import * as Signal from '../core/signal.js';
import * as At from '../core/values.js';
import { isSignedOut } from '../errors.js';
import { hash } from './hash.js';
import type { Host } from './host.js';
import type { Reasons } from './session.js';
import type { GetSession, SessionState } from '../types.js';
import { isSessionId } from './url.js';
import { nameOf } from './values.js';

/** A call whose answer is wanted. */
interface Call {
  readonly ticket: Ticket;
  readonly controller: AbortController;
  /** Undefined once it is not: an answer that never comes then keeps nothing alive. */
  mints: Mints | undefined;
}

/** At most one at a time. */
export class Mints {
  /** The id that was minted just now, until the core has said what to do with it. */
  minted: string | undefined;
  #call: Call | undefined;

  readonly #core: Core;
  readonly #host: Host;
  readonly #getSession: GetSession | undefined;
  readonly #reasons: Reasons;

  constructor(core: Core, host: Host, getSession: GetSession | undefined, reasons: Reasons) {
    this.#core = core;
    this.#host = host;
    this.#getSession = getSession;
    this.#reasons = reasons;
  }

  /** Calls `getSession`, as the effect that was polled just now says. */
  call({ attempt, expiresAt }: SessionState): void {
    const { values } = this.#core;
    // The page's function is called without a `this`.
    const getSession = this.#getSession;
    const controller = new AbortController();
    const call: Call = { ticket: values[At.TICKET], controller, mints: this };
    this.#call = call;
    const reason = nameOf(Reason.NAMES, values[At.REASON])!;
    const request = { reason, attempt, expiresAt, signal: controller.signal };
    new Promise<unknown>((resolve) => resolve(getSession?.(request))).then(
      (answer) => call.mints?.onAnswer(call.ticket, answer),
      (error: unknown) => call.mints?.onError(call.ticket, error),
    );
  }

  abort(): void {
    const call = this.#call;
    if (!call) return;
    this.#call = call.mints = undefined;
    call.controller.abort();
  }

  /** `getSession` has returned. */
  onAnswer(ticket: Ticket, answer: unknown): void {
    this.#call = undefined;
    if (!isSessionId(answer)) return this.#fail(ticket, MintFailure.INVALID, answer);
    this.minted = answer;
    this.#host.signal(Signal.MINTED, ticket, hash(answer));
    this.minted = undefined;
  }

  /** `getSession` has thrown or rejected. */
  onError(ticket: Ticket, error: unknown): void {
    this.#call = undefined;
    this.#fail(ticket, isSignedOut(error) ? MintFailure.SIGNED_OUT : MintFailure.FAILED, error);
  }

  /** There is no id. `cause`: what `getSession` has thrown, or returned in place of one. */
  #fail(ticket: Ticket, failure: MintFailure.MintFailure, cause: unknown): void {
    this.#reasons.cause = cause;
    this.#reasons.detail = undefined;
    this.#host.signal(Signal.MINT_FAILED, ticket, failure);
  }
}
