// The types of what scripts/lib/wasm2js.mjs makes: the bridge in JavaScript.

/** The functions of the bridge, which call those of `imports`. */
export function instantiate(imports: object): object;
