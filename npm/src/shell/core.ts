/** The core, with a guard around it. */
import { BRIDGE_FAILED } from '../core/errors.js';
import type { Core, Exports } from '../core/exports.js';
import { LENGTH } from '../core/values.js';
import { embedError, type EmbedError } from '../errors.js';
import { forget } from './loading.js';
import { giveUp } from './registry.js';

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
    queueMicrotask(() => giveUp(error));
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
    values: new Float64Array(memory.buffer, functions.valuesAt(), LENGTH),
  };
  for (const [name, call] of Object.entries(functions as object)) core[name] = guard(call);
  return core as unknown as Core;
}
