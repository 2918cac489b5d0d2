// Compiled by scripts/angular.mjs from npm/angular/angular.ts (ee51e2cba7b58a3a). Do not edit.
/**
 * An embed as a component of Angular, from version 20 on.
 *
 * @example
 * ```ts
 * import { Component } from '@angular/core';
 * import { SVC_EMBED } from 'svc-embed/angular';
 *
 * @Component({
 *   selector: 'app-sales',
 *   imports: [SVC_EMBED],
 *   template: `
 *     <ngx-svc-embed
 *       baseUrl="https://acme.example.com"
 *       [surface]="{ kind: 'dashboard', publicId: 'sales' }"
 *       [getSession]="getSession"
 *       (drilldown)="member.set($event.payload.member)"
 *     />
 *   `,
 * })
 * export class Sales { … }
 * ```
 *
 * @module
 */
import { isPlatformBrowser, NgTemplateOutlet } from '@angular/common';
import { ChangeDetectionStrategy, Component, computed, contentChild, DestroyRef, Directive, effect, ErrorHandler, inject, input, NgZone, output, PLATFORM_ID, signal, TemplateRef, untracked, viewChild, } from '@angular/core';
import { EmbedController, NOTHING, topics, } from './component/controller.js';
import { coverIframe } from './component/cover.js';
import * as i0 from "@angular/core";
/** A template that is shown until the embed is ready, also on a server. It covers the iframe. */
export class SvcEmbedLoading {
    /** The template. */
    template = inject(TemplateRef);
    static ɵfac = i0.ɵɵngDeclareFactory({ minVersion: "12.0.0", version: "21.2.24", ngImport: i0, type: SvcEmbedLoading, deps: [], target: i0.ɵɵFactoryTarget.Directive });
    static ɵdir = i0.ɵɵngDeclareDirective({ minVersion: "14.0.0", version: "21.2.24", type: SvcEmbedLoading, isStandalone: true, selector: "ng-template[svcEmbedLoading]", ngImport: i0 });
}
i0.ɵɵngDeclareClassMetadata({ minVersion: "12.0.0", version: "21.2.24", ngImport: i0, type: SvcEmbedLoading, decorators: [{
            type: Directive,
            args: [{ selector: 'ng-template[svcEmbedLoading]' }]
        }] });
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
export class SvcEmbedError {
    /** The template. */
    template = inject(TemplateRef);
    /** Tells Angular's compiler the types of `let-error` and `let-retry`. */
    static ngTemplateContextGuard(_, _context) {
        return true;
    }
    static ɵfac = i0.ɵɵngDeclareFactory({ minVersion: "12.0.0", version: "21.2.24", ngImport: i0, type: SvcEmbedError, deps: [], target: i0.ɵɵFactoryTarget.Directive });
    static ɵdir = i0.ɵɵngDeclareDirective({ minVersion: "14.0.0", version: "21.2.24", type: SvcEmbedError, isStandalone: true, selector: "ng-template[svcEmbedError]", ngImport: i0 });
}
i0.ɵɵngDeclareClassMetadata({ minVersion: "12.0.0", version: "21.2.24", ngImport: i0, type: SvcEmbedError, decorators: [{
            type: Directive,
            args: [{ selector: 'ng-template[svcEmbedError]' }]
        }] });
/**
 * `<ngx-svc-embed>`: mounts an embed and destroys it with the component. Give it a height.
 *
 * Options are compared by value. A change of `colorScheme`, `theme`, `locale`, `timezone` or `title`,
 * and of a filter, is applied to the running embed. Any other change mounts a new embed.
 *
 * On a server it renders its template for loading. In the browser it mounts after its inputs were set
 * and its view was rendered for the first time.
 */
export class SvcEmbed {
    /** The tenant's URL. */
    baseUrl = input.required(...(ngDevMode ? [{ debugName: "baseUrl" }] : /* istanbul ignore next */ []));
    /** What the iframe shows. */
    surface = input.required(...(ngDevMode ? [{ debugName: "surface" }] : /* istanbul ignore next */ []));
    /** Mints session ids at your backend. The embed always calls the last function. */
    getSession = input(...(ngDevMode ? [undefined, { debugName: "getSession" }] : /* istanbul ignore next */ []));
    /** `light`, `dark`, or `auto` for the viewer's system. */
    colorScheme = input(...(ngDevMode ? [undefined, { debugName: "colorScheme" }] : /* istanbul ignore next */ []));
    /** A brand theme. */
    theme = input(...(ngDevMode ? [undefined, { debugName: "theme" }] : /* istanbul ignore next */ []));
    /** A language tag such as `de-CH`. */
    locale = input(...(ngDevMode ? [undefined, { debugName: "locale" }] : /* istanbul ignore next */ []));
    /** An IANA name such as `Europe/Berlin`. */
    timezone = input(...(ngDevMode ? [undefined, { debugName: "timezone" }] : /* istanbul ignore next */ []));
    /** Filters that apply from the start. */
    filters = input(...(ngDevMode ? [undefined, { debugName: "filters" }] : /* istanbul ignore next */ []));
    /** What happens to a filter that is taken out of `filters`: `clear` (default) or `reload`. */
    removedFilters = input(...(ngDevMode ? [undefined, { debugName: "removedFilters" }] : /* istanbul ignore next */ []));
    /** Further URL parameters. */
    params = input(...(ngDevMode ? [undefined, { debugName: "params" }] : /* istanbul ignore next */ []));
    /** `private` says that there is no `getSession`, because viewers sign in themselves. */
    mode = input(...(ngDevMode ? [undefined, { debugName: "mode" }] : /* istanbul ignore next */ []));
    /** How the session is renewed. */
    renewal = input(...(ngDevMode ? [undefined, { debugName: "renewal" }] : /* istanbul ignore next */ []));
    /** How long `ready` may take, in milliseconds. Default 60,000. */
    readyTimeoutMs = input(...(ngDevMode ? [undefined, { debugName: "readyTimeoutMs" }] : /* istanbul ignore next */ []));
    /** Attributes of the iframe, such as `allow`. */
    attributes = input(...(ngDevMode ? [undefined, { debugName: "attributes" }] : /* istanbul ignore next */ []));
    /** The iframe's title, which screen readers say. */
    title = input(...(ngDevMode ? [undefined, { debugName: "title" }] : /* istanbul ignore next */ []));
    /** Where warnings go; `false` for nowhere. */
    logger = input(...(ngDevMode ? [undefined, { debugName: "logger" }] : /* istanbul ignore next */ []));
    /** When the embed is loaded: `eager` (default) or `lazy`. */
    loading = input(...(ngDevMode ? [undefined, { debugName: "loading" }] : /* istanbul ignore next */ []));
    /** A name under which the embed is kept when the component goes: see `svc-embed/keep`. */
    keep = input(...(ngDevMode ? [undefined, { debugName: "keep" }] : /* istanbul ignore next */ []));
    /** The embed has authenticated and is on the page. */
    ready = output();
    /** A view is shown: on load and on each navigation inside the embed. */
    view = output();
    /** The viewer navigates inside the embed. */
    navigate = output();
    /** All widgets of a dashboard have rendered. */
    dashboardLoaded = output();
    /** The viewer exports data or an image. The message never carries exported rows. */
    download = output();
    /** The viewer drills into a measure. */
    drilldown = output();
    /** An AI query is submitted, completes or fails. */
    aiQuery = output();
    /** A signed session stops working in about 30 minutes. It is renewed. */
    sessionExpiring = output();
    /** A signed session has lapsed. It is renewed. */
    sessionExpired = output();
    /** The embed reports an error of its own. */
    error = output();
    /** An event that this version does not know, complete. */
    unknown = output();
    /** Every event, known or not. */
    event = output();
    /** The session, at each change. */
    session = output();
    /** A message from the iframe that failed a check. */
    dropped = output();
    /**
     * A failure begins: from now on the viewer has no embed that works. Without a template for failures, the
     * error of an embed that could not be mounted goes to Angular's `ErrorHandler`, too.
     */
    mountFailed = output();
    /** The embed; null until it is mounted, and on a server. */
    embed = computed(() => this.#view().embed, ...(ngDevMode ? [{ debugName: "embed" }] : /* istanbul ignore next */ []));
    /** Whether the embed has reported that it is ready. */
    isReady = computed(() => this.#view().isReady, ...(ngDevMode ? [{ debugName: "isReady" }] : /* istanbul ignore next */ []));
    /** Why the viewer has no embed that works; otherwise null. It is null again once the embed works. */
    failed = computed(() => this.#view().error, ...(ngDevMode ? [{ debugName: "failed" }] : /* istanbul ignore next */ []));
    /** @internal */
    cover = computed(() => {
        if (this.failed() !== null)
            return this.errorTemplate()?.template;
        return this.isReady() ? undefined : this.loadingTemplate()?.template;
    }, ...(ngDevMode ? [{ debugName: "cover" }] : /* istanbul ignore next */ []));
    /** @internal */
    failure = computed(() => ({
        $implicit: this.failed(),
        retry: () => this.retry(),
    }), ...(ngDevMode ? [{ debugName: "failure" }] : /* istanbul ignore next */ []));
    /** @internal */
    place = viewChild.required('place');
    /** @internal */
    loadingTemplate = contentChild(SvcEmbedLoading, ...(ngDevMode ? [{ debugName: "loadingTemplate" }] : /* istanbul ignore next */ []));
    /** @internal */
    errorTemplate = contentChild(SvcEmbedError, ...(ngDevMode ? [{ debugName: "errorTemplate" }] : /* istanbul ignore next */ []));
    #view = signal(NOTHING, { ...(ngDevMode ? { debugName: "#view" } : /* istanbul ignore next */ {}), equal: isSame });
    #zone = inject(NgZone);
    #errors = inject(ErrorHandler);
    #isBrowser = isPlatformBrowser(inject(PLATFORM_ID));
    /** Whether the inputs are there, and the component still is. */
    #isActive = false;
    #controller = new EmbedController({
        target: () => (this.#isActive ? this.place().nativeElement : null),
        options: () => (this.#isActive ? untracked(() => this.#wanted()) : null),
        onView: (view) => this.#view.set(view),
        onMessage: (topic, message) => this.#emit(topic, message),
        onMountFailed: (error) => {
            this.#emit(MOUNT_FAILED, error);
            if (!this.embed() && !this.errorTemplate())
                this.#errors.handleError(error);
        },
    });
    #inputs = {
        baseUrl: this.baseUrl,
        surface: this.surface,
        getSession: this.getSession,
        colorScheme: this.colorScheme,
        theme: this.theme,
        locale: this.locale,
        timezone: this.timezone,
        filters: this.filters,
        removedFilters: this.removedFilters,
        params: this.params,
        mode: this.mode,
        renewal: this.renewal,
        readyTimeoutMs: this.readyTimeoutMs,
        attributes: this.attributes,
        title: this.title,
        logger: this.logger,
        loading: this.loading,
        keep: this.keep,
    };
    constructor() {
        // Only a handler that is there enters the zone, and so has a page with zones check its components.
        for (const topic of [...topics(), MOUNT_FAILED]) {
            const output = this.#output(topic);
            const { subscribe } = output;
            output.subscribe = (handler) => subscribe.call(output, (message) => this.#zone.run(() => handler(message)));
        }
        // Angular runs it after the inputs were set, and again after each change of one.
        effect(() => {
            this.#wanted();
            this.#refresh();
        });
        effect((onCleanup) => {
            const embed = this.embed();
            if (embed && this.cover())
                onCleanup(coverIframe(embed.iframe));
        });
        inject(DestroyRef).onDestroy(() => {
            this.#isActive = false;
            this.#refresh();
        });
    }
    /** @internal Called by Angular when the inputs are set and the place is rendered. */
    ngAfterViewInit() {
        this.#isActive = this.#isBrowser;
        this.#refresh();
    }
    /** Mounts another embed. Does nothing if none has failed. */
    retry() {
        if (untracked(this.failed) !== null)
            this.#zone.runOutsideAngular(() => this.#controller.restart());
    }
    /** What an embed waits and listens for must not make a page with zones check its components. */
    #refresh() {
        this.#zone.runOutsideAngular(() => this.#controller.refresh());
    }
    /** What has been destroyed emits nothing. */
    #emit(topic, message) {
        if (this.#isActive)
            this.#output(topic).emit(message);
    }
    /** `dashboardLoaded` for `dashboard-loaded`. */
    #output(topic) {
        const name = topic
            .replace('*', 'event')
            .replace(/-(.)/g, (_, letter) => letter.toUpperCase());
        return this[name];
    }
    #wanted() {
        const values = Object.entries(this.#inputs).map(([name, value]) => [name, value()]);
        // An option that is undefined is one that is not given.
        return Object.fromEntries(values.filter(([, value]) => value !== undefined));
    }
    static ɵfac = i0.ɵɵngDeclareFactory({ minVersion: "12.0.0", version: "21.2.24", ngImport: i0, type: SvcEmbed, deps: [], target: i0.ɵɵFactoryTarget.Component });
    static ɵcmp = i0.ɵɵngDeclareComponent({ minVersion: "17.0.0", version: "21.2.24", type: SvcEmbed, isStandalone: true, selector: "ngx-svc-embed", inputs: { baseUrl: { classPropertyName: "baseUrl", publicName: "baseUrl", isSignal: true, isRequired: true, transformFunction: null }, surface: { classPropertyName: "surface", publicName: "surface", isSignal: true, isRequired: true, transformFunction: null }, getSession: { classPropertyName: "getSession", publicName: "getSession", isSignal: true, isRequired: false, transformFunction: null }, colorScheme: { classPropertyName: "colorScheme", publicName: "colorScheme", isSignal: true, isRequired: false, transformFunction: null }, theme: { classPropertyName: "theme", publicName: "theme", isSignal: true, isRequired: false, transformFunction: null }, locale: { classPropertyName: "locale", publicName: "locale", isSignal: true, isRequired: false, transformFunction: null }, timezone: { classPropertyName: "timezone", publicName: "timezone", isSignal: true, isRequired: false, transformFunction: null }, filters: { classPropertyName: "filters", publicName: "filters", isSignal: true, isRequired: false, transformFunction: null }, removedFilters: { classPropertyName: "removedFilters", publicName: "removedFilters", isSignal: true, isRequired: false, transformFunction: null }, params: { classPropertyName: "params", publicName: "params", isSignal: true, isRequired: false, transformFunction: null }, mode: { classPropertyName: "mode", publicName: "mode", isSignal: true, isRequired: false, transformFunction: null }, renewal: { classPropertyName: "renewal", publicName: "renewal", isSignal: true, isRequired: false, transformFunction: null }, readyTimeoutMs: { classPropertyName: "readyTimeoutMs", publicName: "readyTimeoutMs", isSignal: true, isRequired: false, transformFunction: null }, attributes: { classPropertyName: "attributes", publicName: "attributes", isSignal: true, isRequired: false, transformFunction: null }, title: { classPropertyName: "title", publicName: "title", isSignal: true, isRequired: false, transformFunction: null }, logger: { classPropertyName: "logger", publicName: "logger", isSignal: true, isRequired: false, transformFunction: null }, loading: { classPropertyName: "loading", publicName: "loading", isSignal: true, isRequired: false, transformFunction: null }, keep: { classPropertyName: "keep", publicName: "keep", isSignal: true, isRequired: false, transformFunction: null } }, outputs: { ready: "ready", view: "view", navigate: "navigate", dashboardLoaded: "dashboardLoaded", download: "download", drilldown: "drilldown", aiQuery: "aiQuery", sessionExpiring: "sessionExpiring", sessionExpired: "sessionExpired", error: "error", unknown: "unknown", event: "event", session: "session", dropped: "dropped", mountFailed: "mountFailed" }, queries: [{ propertyName: "loadingTemplate", first: true, predicate: SvcEmbedLoading, descendants: true, isSignal: true }, { propertyName: "errorTemplate", first: true, predicate: SvcEmbedError, descendants: true, isSignal: true }], viewQueries: [{ propertyName: "place", first: true, predicate: ["place"], descendants: true, isSignal: true }], ngImport: i0, template: `
    <div #place class="place"></div>
    @if (cover(); as cover) {
      <div class="cover">
        <ng-container [ngTemplateOutlet]="cover" [ngTemplateOutletContext]="failure()" />
      </div>
    }
  `, isInline: true, styles: [":host{display:block;position:relative}:host([hidden]){display:none}.place{display:contents}.cover{position:absolute;inset:0}"], dependencies: [{ kind: "directive", type: NgTemplateOutlet, selector: "[ngTemplateOutlet]", inputs: ["ngTemplateOutletContext", "ngTemplateOutlet", "ngTemplateOutletInjector"] }], changeDetection: i0.ChangeDetectionStrategy.OnPush });
}
i0.ɵɵngDeclareClassMetadata({ minVersion: "12.0.0", version: "21.2.24", ngImport: i0, type: SvcEmbed, decorators: [{
            type: Component,
            args: [{ selector: 'ngx-svc-embed', imports: [NgTemplateOutlet], changeDetection: ChangeDetectionStrategy.OnPush, template: `
    <div #place class="place"></div>
    @if (cover(); as cover) {
      <div class="cover">
        <ng-container [ngTemplateOutlet]="cover" [ngTemplateOutletContext]="failure()" />
      </div>
    }
  `, styles: [":host{display:block;position:relative}:host([hidden]){display:none}.place{display:contents}.cover{position:absolute;inset:0}"] }]
        }], ctorParameters: () => [], propDecorators: { baseUrl: [{ type: i0.Input, args: [{ isSignal: true, alias: "baseUrl", required: true }] }], surface: [{ type: i0.Input, args: [{ isSignal: true, alias: "surface", required: true }] }], getSession: [{ type: i0.Input, args: [{ isSignal: true, alias: "getSession", required: false }] }], colorScheme: [{ type: i0.Input, args: [{ isSignal: true, alias: "colorScheme", required: false }] }], theme: [{ type: i0.Input, args: [{ isSignal: true, alias: "theme", required: false }] }], locale: [{ type: i0.Input, args: [{ isSignal: true, alias: "locale", required: false }] }], timezone: [{ type: i0.Input, args: [{ isSignal: true, alias: "timezone", required: false }] }], filters: [{ type: i0.Input, args: [{ isSignal: true, alias: "filters", required: false }] }], removedFilters: [{ type: i0.Input, args: [{ isSignal: true, alias: "removedFilters", required: false }] }], params: [{ type: i0.Input, args: [{ isSignal: true, alias: "params", required: false }] }], mode: [{ type: i0.Input, args: [{ isSignal: true, alias: "mode", required: false }] }], renewal: [{ type: i0.Input, args: [{ isSignal: true, alias: "renewal", required: false }] }], readyTimeoutMs: [{ type: i0.Input, args: [{ isSignal: true, alias: "readyTimeoutMs", required: false }] }], attributes: [{ type: i0.Input, args: [{ isSignal: true, alias: "attributes", required: false }] }], title: [{ type: i0.Input, args: [{ isSignal: true, alias: "title", required: false }] }], logger: [{ type: i0.Input, args: [{ isSignal: true, alias: "logger", required: false }] }], loading: [{ type: i0.Input, args: [{ isSignal: true, alias: "loading", required: false }] }], keep: [{ type: i0.Input, args: [{ isSignal: true, alias: "keep", required: false }] }], ready: [{ type: i0.Output, args: ["ready"] }], view: [{ type: i0.Output, args: ["view"] }], navigate: [{ type: i0.Output, args: ["navigate"] }], dashboardLoaded: [{ type: i0.Output, args: ["dashboardLoaded"] }], download: [{ type: i0.Output, args: ["download"] }], drilldown: [{ type: i0.Output, args: ["drilldown"] }], aiQuery: [{ type: i0.Output, args: ["aiQuery"] }], sessionExpiring: [{ type: i0.Output, args: ["sessionExpiring"] }], sessionExpired: [{ type: i0.Output, args: ["sessionExpired"] }], error: [{ type: i0.Output, args: ["error"] }], unknown: [{ type: i0.Output, args: ["unknown"] }], event: [{ type: i0.Output, args: ["event"] }], session: [{ type: i0.Output, args: ["session"] }], dropped: [{ type: i0.Output, args: ["dropped"] }], mountFailed: [{ type: i0.Output, args: ["mountFailed"] }], place: [{ type: i0.ViewChild, args: ['place', { isSignal: true }] }], loadingTemplate: [{ type: i0.ContentChild, args: [i0.forwardRef(() => SvcEmbedLoading), { isSignal: true }] }], errorTemplate: [{ type: i0.ContentChild, args: [i0.forwardRef(() => SvcEmbedError), { isSignal: true }] }] } });
/** The component and its templates, for `imports`. */
export const SVC_EMBED = [
    SvcEmbed,
    SvcEmbedLoading,
    SvcEmbedError,
];
const MOUNT_FAILED = 'mount-failed';
/** A change of the session changes nothing that the template shows. */
function isSame(one, other) {
    return one.embed === other.embed && one.isReady === other.isReady && one.error === other.error;
}
