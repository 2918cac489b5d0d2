// The types of page.js, as far as TypeScript uses it.

/** @internal */
export declare function isTaken(iframe: unknown): boolean;
/** @internal */
export declare function makeFrame(
  parent: Element,
  title: string,
  attributes: Record<string, string>,
): HTMLIFrameElement | undefined;
