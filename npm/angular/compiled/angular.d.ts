// Compiled by scripts/angular.mjs from npm/angular/angular.ts (8998fc07cdf99aaf). Do not edit.
import { ElementRef, TemplateRef, type AfterViewInit, type OutputEmitterRef } from '@angular/core';
import * as i0 from "@angular/core";
/** What a template for a failure receives. */
export interface SvcEmbedFailure {
    /** Why the viewer has no embed that works, as `mountFailed` emits it. */
    readonly $implicit: unknown;
    /** Mounts another embed. */
    readonly retry: () => void;
}
/** A template that is shown until the embed is ready, also on a server. It covers the iframe. */
export declare class SvcEmbedLoading {
    /** The template. */
    readonly template: TemplateRef<unknown>;
    static ɵfac: i0.ɵɵFactoryDeclaration<SvcEmbedLoading, never>;
    static ɵdir: i0.ɵɵDirectiveDeclaration<SvcEmbedLoading, "ng-template[svcEmbedLoading]", never, {}, {}, never, never, true, never>;
}
/**
 * A template that is shown while the viewer has no embed that works.
 *
 * @example
 * ```html
 * <ng-template svcEmbedError let-error let-retry="retry">
 *   <button (click)="retry()">Try again</button>
 * </ng-template>
 * ```
 */
export declare class SvcEmbedError {
    /** The template. */
    readonly template: TemplateRef<SvcEmbedFailure>;
    /** Tells Angular's compiler the types of `let-error` and `let-retry`. */
    static ngTemplateContextGuard(_: SvcEmbedError, _context: unknown): _context is SvcEmbedFailure;
    static ɵfac: i0.ɵɵFactoryDeclaration<SvcEmbedError, never>;
    static ɵdir: i0.ɵɵDirectiveDeclaration<SvcEmbedError, "ng-template[svcEmbedError]", never, {}, {}, never, never, true, never>;
}
/**
 * `<ngx-svc-embed>`: mounts an embed and destroys it with the component. Give it a height.
 *
 * Options are compared by value. A change of `colorScheme`, `theme`, `locale`, `timezone` or `title`,
 * and of a filter, is applied to the running embed. Any other change mounts a new embed.
 *
 * On a server it renders its template for loading. In the browser it mounts after its inputs were set
 * and its view was rendered for the first time.
 */
export declare class SvcEmbed implements AfterViewInit {
    #private;
    /** The tenant's URL. */
    readonly baseUrl: import("@angular/core").InputSignal<string | URL>;
    /** What the iframe shows. */
    readonly surface: import("@angular/core").InputSignal<import("./types.js").Surface>;
    /** Mints session ids at your backend. The embed always calls the last function. */
    readonly getSession: import("@angular/core").InputSignal<import("./types.js").GetSession | undefined>;
    /** `light`, `dark`, or `auto` for the viewer's system. */
    readonly colorScheme: import("@angular/core").InputSignal<"light" | "dark" | "auto" | undefined>;
    /** A brand theme. */
    readonly theme: import("@angular/core").InputSignal<object | undefined>;
    /** A language tag such as `de-CH`. */
    readonly locale: import("@angular/core").InputSignal<string | undefined>;
    /** An IANA name such as `Europe/Berlin`. */
    readonly timezone: import("@angular/core").InputSignal<string | undefined>;
    /** Filters that apply from the start. */
    readonly filters: import("@angular/core").InputSignal<readonly import("./index.js").FilterOn<string>[] | undefined>;
    /** What happens to a filter that is taken out of `filters`: `clear` (default) or `reload`. */
    readonly removedFilters: import("@angular/core").InputSignal<"reload" | "clear" | undefined>;
    /** Further URL parameters. */
    readonly params: import("@angular/core").InputSignal<import("./types.js").Texts | undefined>;
    /** `private` says that there is no `getSession`, because viewers sign in themselves. */
    readonly mode: import("@angular/core").InputSignal<"private" | undefined>;
    /** How the session is renewed. */
    readonly renewal: import("@angular/core").InputSignal<import("./types.js").RenewalOptions | undefined>;
    /** How long `ready` may take, in milliseconds. Default 60,000. */
    readonly readyTimeoutMs: import("@angular/core").InputSignal<number | undefined>;
    /** Attributes of the iframe, such as `allow`. */
    readonly attributes: import("@angular/core").InputSignal<import("./types.js").Texts | undefined>;
    /** The iframe's title, which screen readers say. */
    readonly title: import("@angular/core").InputSignal<string | undefined>;
    /** Where warnings go; `false` for nowhere. */
    readonly logger: import("@angular/core").InputSignal<false | (Pick<Console, "debug" | "warn"> & Partial<Pick<Console, "info">>) | undefined>;
    /** When the embed is loaded: `eager` (default) or `lazy`. */
    readonly loading: import("@angular/core").InputSignal<{
        margin: string;
    } | "eager" | "lazy" | undefined>;
    /** A name under which the embed is kept when the component goes: see `svc-embed/keep`. */
    readonly keep: import("@angular/core").InputSignal<string | undefined>;
    /** The embed has authenticated and mounted. Fires once per session. */
    readonly ready: OutputEmitterRef<import("./index.js").EventEnvelope<"svc:event:ready", import("./index.js").ReadyPayload>>;
    /** A view is shown: on load and on each navigation inside the embed. */
    readonly view: OutputEmitterRef<import("./index.js").EventEnvelope<"svc:event:view", import("./index.js").ViewPayload>>;
    /** The viewer navigates inside the embed. */
    readonly navigate: OutputEmitterRef<import("./index.js").EventEnvelope<"svc:event:navigate", import("./index.js").NavigatePayload>>;
    /** All widgets of a dashboard have rendered. */
    readonly dashboardLoaded: OutputEmitterRef<import("./index.js").EventEnvelope<"svc:event:dashboard-loaded", import("./index.js").DashboardLoadedPayload>>;
    /**
     * The viewer exports data or an image. Never carries exported rows. Exports are offered only
     * where the embed URL has `allowExport=true`.
     */
    readonly download: OutputEmitterRef<import("./index.js").EventEnvelope<"svc:event:download", import("./index.js").DownloadPayload>>;
    /** The viewer drills into a measure. */
    readonly drilldown: OutputEmitterRef<import("./index.js").EventEnvelope<"svc:event:drilldown", import("./index.js").DrilldownPayload>>;
    /** An AI query is submitted, completes or fails. */
    readonly aiQuery: OutputEmitterRef<import("./index.js").EventEnvelope<"svc:event:ai-query", import("./index.js").AiQueryPayload>>;
    /**
     * A signed session stops working in about 30 minutes. Best effort: it may arrive late, or after
     * `session-expired`.
     */
    readonly sessionExpiring: OutputEmitterRef<import("./index.js").EventEnvelope<"svc:event:session-expiring", import("./index.js").SessionExpiringPayload>>;
    /** A signed session has ended. */
    readonly sessionExpired: OutputEmitterRef<import("./index.js").EventEnvelope<"svc:event:session-expired", import("./index.js").SessionExpiredPayload>>;
    /** The embed surfaces an error. */
    readonly error: OutputEmitterRef<import("./index.js").EventEnvelope<"svc:event:error", import("./index.js").ErrorPayload>>;
    /** An event that this version does not know, complete. */
    readonly unknown: OutputEmitterRef<import("./index.js").UnknownEvent>;
    /** Every event, known or not. */
    readonly event: OutputEmitterRef<import("./index.js").AnyEvent>;
    /** The session, at each change. */
    readonly session: OutputEmitterRef<import("./types.js").SessionState>;
    /** A message from the iframe that failed a check. */
    readonly dropped: OutputEmitterRef<import("./types.js").DroppedMessage>;
    /**
     * A failure begins: from now on the viewer has no embed that works. Without a template for failures, the
     * error of an embed that could not be mounted goes to Angular's `ErrorHandler`, too.
     */
    readonly mountFailed: OutputEmitterRef<unknown>;
    /** The embed; null until it is mounted, and on a server. */
    readonly embed: import("@angular/core").Signal<import("./types.js").Embed | null>;
    /** Whether the embed has reported that it is ready. */
    readonly isReady: import("@angular/core").Signal<boolean>;
    /** Why the viewer has no embed that works; otherwise null. It is null again once the embed works. */
    readonly failed: import("@angular/core").Signal<unknown>;
    /** @internal */
    protected readonly cover: import("@angular/core").Signal<TemplateRef<unknown> | undefined>;
    /** @internal */
    protected readonly failure: import("@angular/core").Signal<SvcEmbedFailure>;
    /** @internal */
    protected readonly place: import("@angular/core").Signal<ElementRef<HTMLElement>>;
    /** @internal */
    protected readonly loadingTemplate: import("@angular/core").Signal<SvcEmbedLoading | undefined>;
    /** @internal */
    protected readonly errorTemplate: import("@angular/core").Signal<SvcEmbedError | undefined>;
    constructor();
    /** @internal Called by Angular when the inputs are set and the place is rendered. */
    ngAfterViewInit(): void;
    /** Mounts another embed. Does nothing if none has failed. */
    retry(): void;
    static ɵfac: i0.ɵɵFactoryDeclaration<SvcEmbed, never>;
    static ɵcmp: i0.ɵɵComponentDeclaration<SvcEmbed, "ngx-svc-embed", never, { "baseUrl": { "alias": "baseUrl"; "required": true; "isSignal": true; }; "surface": { "alias": "surface"; "required": true; "isSignal": true; }; "getSession": { "alias": "getSession"; "required": false; "isSignal": true; }; "colorScheme": { "alias": "colorScheme"; "required": false; "isSignal": true; }; "theme": { "alias": "theme"; "required": false; "isSignal": true; }; "locale": { "alias": "locale"; "required": false; "isSignal": true; }; "timezone": { "alias": "timezone"; "required": false; "isSignal": true; }; "filters": { "alias": "filters"; "required": false; "isSignal": true; }; "removedFilters": { "alias": "removedFilters"; "required": false; "isSignal": true; }; "params": { "alias": "params"; "required": false; "isSignal": true; }; "mode": { "alias": "mode"; "required": false; "isSignal": true; }; "renewal": { "alias": "renewal"; "required": false; "isSignal": true; }; "readyTimeoutMs": { "alias": "readyTimeoutMs"; "required": false; "isSignal": true; }; "attributes": { "alias": "attributes"; "required": false; "isSignal": true; }; "title": { "alias": "title"; "required": false; "isSignal": true; }; "logger": { "alias": "logger"; "required": false; "isSignal": true; }; "loading": { "alias": "loading"; "required": false; "isSignal": true; }; "keep": { "alias": "keep"; "required": false; "isSignal": true; }; }, { "ready": "ready"; "view": "view"; "navigate": "navigate"; "dashboardLoaded": "dashboardLoaded"; "download": "download"; "drilldown": "drilldown"; "aiQuery": "aiQuery"; "sessionExpiring": "sessionExpiring"; "sessionExpired": "sessionExpired"; "error": "error"; "unknown": "unknown"; "event": "event"; "session": "session"; "dropped": "dropped"; "mountFailed": "mountFailed"; }, ["loadingTemplate", "errorTemplate"], never, true, never>;
}
/** The component and its templates, for `imports`. */
export declare const SVC_EMBED: readonly [typeof SvcEmbed, typeof SvcEmbedLoading, typeof SvcEmbedError];
