/**
 * The path of the program for this platform.
 *
 * @throws An `Error` if there is none: it names the platforms that have one, and the way by cargo.
 */
export function program(): string;
