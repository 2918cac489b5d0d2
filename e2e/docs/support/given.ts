// What a block of code may take as given: names that its page explains in words or that an earlier
// block has introduced. A block asks for them by `<!-- given: embed -->`.

import type { ReactElement } from 'react';
import type { Embed, GetSession } from 'svc-embed';
import type { SvcEmbedElement } from 'svc-embed/element';

export declare const element: SvcEmbedElement;
export declare const embed: Embed;
export declare const getSession: GetSession;
export declare const iframe: HTMLIFrameElement;

/** Components of the page. */
export declare function Sales(props: { status: string }): ReactElement;
/** A page's own functions. */
export declare function show(text: string): void;
export declare function report(error: unknown): void;
