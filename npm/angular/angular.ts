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
import {
  ChangeDetectionStrategy,
  Component,
  computed,
  contentChild,
  DestroyRef,
  Directive,
  effect,
  ElementRef,
  ErrorHandler,
  inject,
  input,
  NgZone,
  output,
  PLATFORM_ID,
  signal,
  TemplateRef,
  untracked,
  viewChild,
  type AfterViewInit,
  type OutputEmitterRef,
} from '@angular/core';
import {
  EmbedController,
  NOTHING,
  topics,
  type EmbedOptions,
  type View,
  type WantedOptions,
} from '../src/component/controller.js';
import { coverIframe } from '../src/component/cover.js';
import type { EmbedEvent } from '../src/core/protocol.js';
import type { SessionState, Topics } from '../src/types.js';

/** What a template for a failure receives. */
export interface SvcEmbedFailure {
  /** Why the viewer has no embed that works, as `mountFailed` emits it. */
  readonly $implicit: unknown;
  /** Mounts another embed. */
  readonly retry: () => void;
}

/** A template that is shown until the embed is ready, also on a server. It covers the iframe. */
@Directive({ selector: 'ng-template[svcEmbedLoading]' })
export class SvcEmbedLoading {
  /** The template. */
  readonly template: TemplateRef<unknown> = inject<TemplateRef<unknown>>(TemplateRef);
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
@Directive({ selector: 'ng-template[svcEmbedError]' })
export class SvcEmbedError {
  /** The template. */
  readonly template: TemplateRef<SvcEmbedFailure> =
    inject<TemplateRef<SvcEmbedFailure>>(TemplateRef);

  /** Tells Angular's compiler the types of `let-error` and `let-retry`. */
  static ngTemplateContextGuard(_: SvcEmbedError, _context: unknown): _context is SvcEmbedFailure {
    return true;
  }
}

/** The options of an embed. The type requires each of them as an input. */
type Inputs = {
  [K in keyof Required<EmbedOptions>]: () => EmbedOptions[K] | undefined;
};

type Camel<S extends string> = S extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : S;

/** The output of each topic: `dashboardLoaded` for `dashboard-loaded`. The type requires each of them. */
type Outputs = {
  readonly [T in keyof Topics as T extends '*' ? 'event' : Camel<T>]: OutputEmitterRef<Topics[T]>;
};

/**
 * `<ngx-svc-embed>`: mounts an embed and destroys it with the component. Give it a height.
 *
 * Options are compared by value. A change of `colorScheme`, `theme`, `locale`, `timezone` or `title`,
 * and of a filter, is applied to the running embed. Any other change mounts a new embed.
 *
 * On a server it renders its template for loading. In the browser it mounts after its inputs were set
 * and its view was rendered for the first time.
 */
@Component({
  selector: 'ngx-svc-embed',
  imports: [NgTemplateOutlet],
  changeDetection: ChangeDetectionStrategy.OnPush,
  styles: [
    ':host{display:block;position:relative}:host([hidden]){display:none}.place{display:contents}.cover{position:absolute;inset:0}',
  ],
  template: `
    <div #place class="place"></div>
    @if (cover(); as cover) {
      <div class="cover">
        <ng-container [ngTemplateOutlet]="cover" [ngTemplateOutletContext]="failure()" />
      </div>
    }
  `,
})
export class SvcEmbed implements AfterViewInit, Outputs {
  /** The tenant's URL. */
  readonly baseUrl = input.required<EmbedOptions['baseUrl']>();
  /** What the iframe shows. */
  readonly surface = input.required<EmbedOptions['surface']>();
  /** Mints session ids at your backend. The embed always calls the last function. */
  readonly getSession = input<EmbedOptions['getSession']>();
  /** `light`, `dark`, or `auto` for the viewer's system. */
  readonly colorScheme = input<EmbedOptions['colorScheme']>();
  /** A brand theme. */
  readonly theme = input<EmbedOptions['theme']>();
  /** A language tag such as `de-CH`. */
  readonly locale = input<EmbedOptions['locale']>();
  /** An IANA name such as `Europe/Berlin`. */
  readonly timezone = input<EmbedOptions['timezone']>();
  /** Filters that apply from the start. */
  readonly filters = input<EmbedOptions['filters']>();
  /** What happens to a filter that is taken out of `filters`: `clear` (default) or `reload`. */
  readonly removedFilters = input<EmbedOptions['removedFilters']>();
  /** Further URL parameters. */
  readonly params = input<EmbedOptions['params']>();
  /** `private` says that there is no `getSession`, because viewers sign in themselves. */
  readonly mode = input<EmbedOptions['mode']>();
  /** How the session is renewed. */
  readonly renewal = input<EmbedOptions['renewal']>();
  /** How long `ready` may take, in milliseconds. Default 60,000. */
  readonly readyTimeoutMs = input<EmbedOptions['readyTimeoutMs']>();
  /** Attributes of the iframe, such as `allow`. */
  readonly attributes = input<EmbedOptions['attributes']>();
  /** The iframe's title, which screen readers say. */
  readonly title = input<EmbedOptions['title']>();
  /** Where warnings go; `false` for nowhere. */
  readonly logger = input<EmbedOptions['logger']>();
  /** When the embed is loaded: `eager` (default) or `lazy`. */
  readonly loading = input<EmbedOptions['loading']>();
  /** A name under which the embed is kept when the component goes: see `svc-embed/keep`. */
  readonly keep = input<EmbedOptions['keep']>();

  /** The embed has authenticated and is on the page. */
  readonly ready = output<EmbedEvent<'ready'>>();
  /** A view is shown: on load and on each navigation inside the embed. */
  readonly view = output<EmbedEvent<'view'>>();
  /** The viewer navigates inside the embed. */
  readonly navigate = output<EmbedEvent<'navigate'>>();
  /** All widgets of a dashboard have rendered. */
  readonly dashboardLoaded = output<EmbedEvent<'dashboard-loaded'>>();
  /** The viewer exports data or an image. The message never carries exported rows. */
  readonly download = output<EmbedEvent<'download'>>();
  /** The viewer drills into a measure. */
  readonly drilldown = output<EmbedEvent<'drilldown'>>();
  /** An AI query is submitted, completes or fails. */
  readonly aiQuery = output<EmbedEvent<'ai-query'>>();
  /** A signed session stops working in about 30 minutes. It is renewed. */
  readonly sessionExpiring = output<EmbedEvent<'session-expiring'>>();
  /** A signed session has lapsed. It is renewed. */
  readonly sessionExpired = output<EmbedEvent<'session-expired'>>();
  /** The embed reports an error of its own. */
  readonly error = output<EmbedEvent<'error'>>();
  /** An event that this version does not know, complete. */
  readonly unknown = output<Topics['unknown']>();
  /** Every event, known or not. */
  readonly event = output<Topics['*']>();
  /** The session, at each change. */
  readonly session = output<SessionState>();
  /** A message from the iframe that failed a check. */
  readonly dropped = output<Topics['dropped']>();
  /**
   * A failure begins: from now on the viewer has no embed that works. Without a template for failures, the
   * error of an embed that could not be mounted goes to Angular's `ErrorHandler`, too.
   */
  readonly mountFailed = output<unknown>();

  /** The embed; null until it is mounted, and on a server. */
  readonly embed = computed(() => this.#view().embed);
  /** Whether the embed has reported that it is ready. */
  readonly isReady = computed(() => this.#view().isReady);
  /** Why the viewer has no embed that works; otherwise null. It is null again once the embed works. */
  readonly failed = computed(() => this.#view().error);

  /** @internal */
  protected readonly cover = computed((): TemplateRef<unknown> | undefined => {
    if (this.failed() !== null) return this.errorTemplate()?.template;
    return this.isReady() ? undefined : this.loadingTemplate()?.template;
  });
  /** @internal */
  protected readonly failure = computed((): SvcEmbedFailure => ({
    $implicit: this.failed(),
    retry: () => this.retry(),
  }));
  /** @internal */
  protected readonly place = viewChild.required<ElementRef<HTMLElement>>('place');
  /** @internal */
  protected readonly loadingTemplate = contentChild(SvcEmbedLoading);
  /** @internal */
  protected readonly errorTemplate = contentChild(SvcEmbedError);

  readonly #view = signal(NOTHING, { equal: isSame });
  readonly #zone = inject(NgZone);
  readonly #errors = inject(ErrorHandler);
  readonly #isBrowser = isPlatformBrowser(inject(PLATFORM_ID));
  /** Whether the inputs are there, and the component still is. */
  #isActive = false;

  readonly #controller = new EmbedController({
    target: () => (this.#isActive ? this.place().nativeElement : null),
    options: () => (this.#isActive ? untracked(() => this.#wanted()) : null),
    onView: (view) => this.#view.set(view),
    onMessage: (topic, message) => this.#emit(topic, message),
    onMountFailed: (error) => {
      this.#emit(MOUNT_FAILED, error);
      if (!this.embed() && !this.errorTemplate()) this.#errors.handleError(error);
    },
  });

  readonly #inputs: Inputs = {
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
      output.subscribe = (handler) =>
        subscribe.call(output, (message) => this.#zone.run(() => handler(message)));
    }
    // Angular runs it after the inputs were set, and again after each change of one.
    effect(() => {
      this.#wanted();
      this.#refresh();
    });
    effect((onCleanup) => {
      const embed = this.embed();
      if (embed && this.cover()) onCleanup(coverIframe(embed.iframe));
    });
    inject(DestroyRef).onDestroy(() => {
      this.#isActive = false;
      this.#refresh();
    });
  }

  /** @internal Called by Angular when the inputs are set and the place is rendered. */
  ngAfterViewInit(): void {
    this.#isActive = this.#isBrowser;
    this.#refresh();
  }

  /** Mounts another embed. Does nothing if none has failed. */
  retry(): void {
    if (untracked(this.failed) !== null)
      this.#zone.runOutsideAngular(() => this.#controller.restart());
  }

  /** What an embed waits and listens for must not make a page with zones check its components. */
  #refresh(): void {
    this.#zone.runOutsideAngular(() => this.#controller.refresh());
  }

  /** What has been destroyed emits nothing. */
  #emit(topic: string, message: unknown): void {
    if (this.#isActive) this.#output(topic).emit(message);
  }

  /** `dashboardLoaded` for `dashboard-loaded`. */
  #output(topic: string): OutputEmitterRef<unknown> {
    const name = topic
      .replace('*', 'event')
      .replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    return this[name as 'mountFailed'];
  }

  #wanted(): WantedOptions {
    const values = Object.entries(this.#inputs).map(([name, value]) => [name, value()]);
    // An option that is undefined is one that is not given.
    return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as WantedOptions;
  }
}

/** The component and its templates, for `imports`. */
export const SVC_EMBED: readonly [typeof SvcEmbed, typeof SvcEmbedLoading, typeof SvcEmbedError] = [
  SvcEmbed,
  SvcEmbedLoading,
  SvcEmbedError,
] as const;

const MOUNT_FAILED = 'mount-failed';

/** A change of the session changes nothing that the template shows. */
function isSame(one: View, other: View): boolean {
  return one.embed === other.embed && one.isReady === other.isReady && one.error === other.error;
}
