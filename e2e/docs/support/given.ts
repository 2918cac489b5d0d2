// Names that a block of code may use without a declaration, because its page explains them or an
// earlier block declares them. A block asks for them with `<!-- given: embed -->`.

import type { ReactElement } from 'react';
import type { Embed, GetSession } from 'svc-embed';
import type { SvcEmbedElement } from 'svc-embed/element';
import type { ManagementClient } from 'svc-embed/management';

export declare const client: ManagementClient;
export declare const element: SvcEmbedElement;
export declare const embed: Embed;
export declare const getSession: GetSession;
export declare const iframe: HTMLIFrameElement;
export declare const signal: AbortSignal;

/** Components of the page. */
export declare function Sales(props: { status: string }): ReactElement;
/** The backend's own sign-in. */
export declare function userOf(request: Request): Promise<{ id: string; company: string } | null>;
/** What Nuxt imports by itself. */
export declare function defineEventHandler<T>(handler: (event: object) => T): object;
export declare function toWebRequest(event: object): Request;
export declare function defineNuxtConfig(config: {
  vue: { compilerOptions: { isCustomElement: (tag: string) => boolean } };
}): object;
/** The router of Next, or of Vue. */
export declare const router: Record<'push' | 'replace', (href: string) => void>;
/** The mocks of Vitest. */
export declare const vi: {
  mock(path: string, factory: (original: <T>() => Promise<T>) => unknown): void;
};
/** Functions of the page. */
export declare function show(text: string): void;
export declare function report(error: unknown): void;
