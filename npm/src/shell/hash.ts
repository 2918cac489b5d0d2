import type { TextHash } from '../core/exports.js';

/**
 * A hash of a session id, by which the core recognises an id that was used before, or of a tenant's
 * origin. It has 53 bits, so two ids of a page practically never share one, and the id cannot be
 * computed from it.
 */
export function hash(text: string): TextHash {
  // Two FNV-1a hashes of 32 bits with different offsets; the higher one gives 21 of its bits.
  let high = 0x811c9dc5;
  let low = 0xcbf29ce4;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low ^ unit ^ (high >>> 16), 0x01000193);
  }
  return ((high >>> 11) * 2 ** 32 + (low >>> 0)) as TextHash;
}
