/** What the WebAssembly asks of the platform: how JavaScript's values are looked into. */

/** The member `key`; undefined where it is missing, or `value` is no object. */
export function member(value: unknown, key: string): unknown {
  try {
    return typeof value === 'object' ? (value as Record<string, unknown> | null)?.[key] : undefined;
  } catch {
    // A getter that throws: writing the JSON will tell.
    return undefined;
  }
}

/** The name of an object's member number `index`. */
export function key(value: unknown, index: number): string | undefined {
  return typeof value === 'object' && value !== null ? Object.keys(value)[index] : undefined;
}

/** The element number `index` of an array. */
export function element(value: unknown, index: number): unknown {
  return Array.isArray(value) ? (value as unknown[])[index] : undefined;
}

/** How many elements an array has. */
export function length(value: unknown): number | undefined {
  return Array.isArray(value) ? value.length : undefined;
}

/** How a string, a finite number, a boolean or a date stands in a URL. */
export function scalar(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      return Number.isFinite(value) ? String(value) : undefined;
    case 'bigint':
    case 'boolean':
      return String(value);
    default:
      return value instanceof Date && !Number.isNaN(value.getTime())
        ? value.toISOString()
        : undefined;
  }
}
