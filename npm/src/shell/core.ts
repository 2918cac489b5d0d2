// The core, with a guard around it, and what it asks for.

import { BRIDGE_FAILED } from '../core/errors.js';
import type { Core, EmbedId, Exports } from '../core/exports.js';
import * as At from '../core/values.js';
import { embedError, type EmbedError } from '../errors.js';
import type { Host } from './host.js';
import { forget } from './loading.js';

/** The embeds that the core knows. */
export const hosts: Map<EmbedId, Host> = new Map();

/**
 * The core, with its values in place and a guard. If it traps, it is not called again: what it holds may
 * be broken. Its embeds stay as they are, and the next one gets a new core.
 */
export function coreOf({ memory, ...functions }: Exports): Core {
  let isBroken = false;
  let cause: unknown;
  let failure: EmbedError | undefined;
  const fail = (): EmbedError => {
    const error = embedError(BRIDGE_FAILED, cause);
    forget();
    // Later: what has called the core may be in the middle of its work.
    queueMicrotask(() => hosts.forEach((host) => host.fail(error)));
    return error;
  };
  const guard =
    (call: (...given: number[]) => unknown) =>
    (...given: number[]): unknown => {
      try {
        if (!isBroken) return call(...given);
      } catch (error) {
        // Nothing is called before this is noted: the stack may be full.
        isBroken = true;
        cause = error;
      }
      throw (failure ??= fail());
    };
  const core: Record<string, unknown> = {
    // The memory never grows, so the array stays valid.
    values: new Float64Array(memory.buffer, functions.valuesAt(), At.LENGTH),
  };
  for (const [name, call] of Object.entries(functions as object)) core[name] = guard(call);
  return core as unknown as Core;
}

/** Does everything that the core asks for, for whichever embed. */
export function doEffects(core: Core): void {
  for (let effect; (effect = core.poll());) hosts.get(core.values[At.EMBED])?.do(effect);
}
