// What a component shows when there is no dashboard, or none that works: of React, of Angular, and `<svc-embed>`.
// The last tests are of React's `fallback`, `errorFallback` and `onMountFailed`.

import '@angular/compiler';
import { Component, createComponent, provideZonelessChangeDetection } from '@angular/core';
import { createApplication } from '@angular/platform-browser';
import type { ReactNode } from 'react';
import { SignedOutError, type Embed, type EmbedError } from 'svc-embed';
import { SVC_EMBED } from 'svc-embed/angular';
import 'svc-embed/element';
import { hideKept } from 'svc-embed/keep';
import { SvcEmbed, useSvcEmbed, type SvcEmbedProps } from 'svc-embed/react';
import { deepEqual, equal, ok, sleep, until } from './support/assert.js';
import { advance, faults, getSession, target } from './support/embed.js';
import { complaints, embed, h, heard, mint, oneEmbed, options, props } from './support/react.js';
import { render } from './support/react.js';
import { origins, test } from './support/test.js';

/** What a component has reported. */
const failures: string[] = [];
const note = (error: unknown) => void failures.push((error as EmbedError).code);
let present: () => Embed | null;

const full = { width: '100%', height: '100%' };

/** Each shows the same while it is loading, and after a failure. */
const SHOW: Record<string, (place: HTMLElement, options: SvcEmbedProps) => unknown> = {
  React(_, options) {
    present = () => embed.current;
    render(
      <SvcEmbed
        {...options}
        ref={embed}
        style={{ height: 300 }}
        fallback={<p id="loading" style={full} />}
        errorFallback={({ error, retry }) => (
          <button id="failure" style={full} onClick={retry}>
            {(error as EmbedError).code}
          </button>
        )}
        onMountFailed={note}
      />,
    );
  },
  Element(place, options) {
    place.innerHTML =
      '<svc-embed style="height: 300px"><p id="loading" slot="loading"></p>' +
      '<button id="failure" slot="error"></button></svc-embed>';
    const element = place.querySelector('svc-embed')!;
    const button = place.querySelector('button')!;
    button.onclick = () => element.retry();
    element.addEventListener('mount-failed', ({ detail }) => {
      note(detail as EmbedError);
      button.textContent = (detail as EmbedError).code;
    });
    present = () => element.embed;
    Object.assign(element, options);
  },
  async Angular(place, options) {
    let last: Embed | null = null;
    present = () => last;
    class Sales {
      options = options;
      note = note;
      keep(embed: Embed | null) {
        last = embed;
      }
    }
    const template = `
      <ngx-svc-embed #it style="height: 300px" [baseUrl]="options.baseUrl" [surface]="options.surface"
        [getSession]="options.getSession" [renewal]="options.renewal" [keep]="options.keep"
        (mountFailed)="note($event)">
        <ng-template svcEmbedLoading><p id="loading" style="width: 100%; height: 100%"></p></ng-template>
        <ng-template svcEmbedError let-error let-retry="retry">
          <button id="failure" style="width: 100%; height: 100%" (click)="retry()">{{ error.code }}</button>
        </ng-template>
      </ngx-svc-embed>
      <output>{{ keep(it.embed()) }}</output>`;
    Component({ selector: 'app-sales', imports: [SVC_EMBED], template })(Sales);
    const app = await createApplication({ providers: [provideZonelessChangeDetection()] });
    const hostElement = place.appendChild(document.createElement('div'));
    app.attachView(
      createComponent(Sales, { environmentInjector: app.injector, hostElement }).hostView,
    );
  },
};

/** What the viewer sees: the id of what covers the embed, with its text, or the embed. */
function seen(): string {
  target().scrollIntoView();
  const { left, top, width } = target().getBoundingClientRect();
  const { id, localName, textContent } = document.elementFromPoint(left + width / 2, top + 50)!;
  return id && id !== 'target'
    ? `${id} ${textContent}`.trim()
    : localName.replace('svc-embed', 'iframe');
}
const sees = (wanted: string) =>
  until(wanted, () => seen() === wanted).catch((error) => {
    throw new Error(`${error.message} It is ${seen()}; ${failures}`);
  });

/** Shows a component of an embed that tries twice. */
async function open(component: string, more: object = {}): Promise<void> {
  const renewal = { spreadMs: 0, retryMinMs: 1, retryMaxMs: 1, retryStoppedMs: 1_000 };
  await SHOW[component](target(), {
    baseUrl: origins.sandbox,
    surface: { kind: 'dashboard', publicId: 'sales-overview' },
    renewal: { ...renewal, maxAttempts: 2 },
    getSession,
    ...more,
  } as SvcEmbedProps);
  await sees('iframe');
  deepEqual(complaints, []);
}

const backend = (mode: string) => faults({ backend: { mode } });
/** The session is to be renewed, which fails; it has not lapsed. */
async function failInTime() {
  await advance({ hours: 22, minutes: 31 });
  await until('the end', () => present()!.session.status === 'stopped');
  deepEqual([seen(), failures], ['iframe', []]);
}
const lapse = () => advance({ minutes: 30 });
const move = () => void document.body.prepend(target());
const press = () => document.querySelector<HTMLElement>('#failure')!.click();
const renew = () => present()!.renew();

/** The backend's answer, the event that follows, what the viewer sees, and what ends it. */
const FAILURES: [string, (() => unknown)[], string, (() => unknown)?][] = [
  // A sign-out at a renewal.
  ['signed-out', [failInTime, lapse], 'signed-out', press],
  // Attempts that are used up. The embed itself ends it.
  ['down', [failInTime, lapse], 'mint-failed'],
  // A session that lapses at once.
  ['number', [() => advance({ hours: 24 })], 'mint-invalid', renew],
  // A move while the backend is down, or after a sign-out.
  ['down', [move], 'mint-failed', renew],
  ['signed-out', [failInTime, move], 'signed-out', press],
];

for (const component of Object.keys(SHOW))
  for (const more of [{}, { keep: 'sales' }])
    test(`${component} ${JSON.stringify(more)}: a failure after the first ready is shown until the embed works again`, async () => {
      await open(component, more);
      for (const [mode, events, code, recover] of FAILURES) {
        await backend(mode);
        for (const happens of events) await happens();
        await sees(`failure ${code}`);
        // An attempt that fails again is the same failure.
        if (recover === renew) await renew().catch(() => {});
        const before = present();
        await backend('ok');
        await recover?.();
        await sees('iframe');
        deepEqual([failures.splice(0), present() === before], [[code], recover !== press]);
      }
      // An embed that the page destroys is no failure.
      await backend('down');
      await renew().catch(() => {});
      present()!.destroy();
      await sleep();
      deepEqual(failures, []);
    });

test(
  'a kept embed that is shown again during its last attempt has failed when that fails',
  { in: ['chromium', 'firefox'] },
  async () => {
    let fail: (error: Error) => void = () => {};
    let mint: typeof getSession = getSession;
    const show = () =>
      open('Element', {
        keep: 'sales',
        renewal: { maxAttempts: 1 },
        getSession: (request: never) => mint(request),
      });
    await show();
    await until('its session', () => present()!.session.status === 'active');
    const kept = present()!;
    hideKept();
    target().replaceChildren();
    mint = () => new Promise((_, reject) => (fail = reject));
    await advance({ hours: 24 });
    await until('its last attempt', () => kept.session.renewal === 'minting');
    await show();
    equal(present(), kept);
    fail(new Error('down'));
    await sees('failure mint-failed');
  },
);

for (const mode of ['signed', 'private'])
  test(`a reload that is not ready in time is shown, too: ${mode}`, async () => {
    const isPrivate = mode === 'private';
    await faults({ signedIn: isPrivate });
    await open('React', {
      // The first time it must be ready, on a machine under load, too.
      readyTimeoutMs: 5_000,
      ...(isPrivate && { mode, getSession: undefined, keep: 'sales' }),
    });
    await faults({ embed: { page: 'silent' } });
    present()!
      .reload()
      .catch(() => {});
    await sees('failure ready-timeout');
    await faults({ embed: {} });
    const { iframe } = present()!;
    // Nothing renews a private embed by itself. A kept one is not shown again.
    if (isPrivate) press();
    await sees('iframe');
    equal(present()!.iframe === iframe, !isPrivate);
  });

const QUICKLY = { retryMinMs: 1, retryMaxMs: 1 };
const never = () => new Promise<string>(() => {});

test('every way to no dashboard goes to onMountFailed and to errorFallback', async () => {
  const fails = (error: Error) => async () => Promise.reject(error);
  for (const [code, more] of Object.entries({
    'invalid-base-url': { baseUrl: 'nowhere' },
    'signed-out': { getSession: fails(new SignedOutError()) },
    'mint-failed': {
      getSession: fails(new Error('down')),
      renewal: { ...QUICKLY, maxAttempts: 2 },
    },
    'ready-timeout': { readyTimeoutMs: 100, getSession: never },
  })) {
    const errorFallback = ({ error }: { error: EmbedError }) => h('p', null, `${error.code} shown`);
    const one = { key: code, onMountFailed: note, errorFallback, fallback: 'wait', logger: false };
    render(h(SvcEmbed, props({ ...one, ...more } as never)));
    await until(code, () => target().textContent === `${code} shown`);
    await sleep(50);
    deepEqual(failures.splice(0), [code]);
  }
});

test('useSvcEmbed without an element that has its ref is a warning after a while', async () => {
  const lines: string[] = [];
  const say = (text: string) => void lines.push(text);
  const Own = ({ isForgotten = false, ...more }: { isForgotten?: boolean; logger?: object }) => {
    const { ref, ...state } = useSvcEmbed(options({ getSession: never, ...more } as never));
    if (more.logger) embed.current = state.embed;
    return isForgotten ? null : h('section', { ref });
  };
  const show = (more: object) =>
    render([
      h(Own, { key: 'good' }),
      h(Own, { key: 'forgotten', isForgotten: true }),
      h(Own, { key: 'changed', logger: { warn: say, info: say }, ...more }),
    ]);
  show({});
  await until('the embed', () => embed.current);
  // It ends before it is ready. Not that a signal has ended it: the page has given none.
  show({ baseUrl: 'nowhere', onMountFailed: ({ code }: EmbedError) => say(code) });
  const warned = () => complaints.filter((text) => text.includes('useSvcEmbed'));
  await until('the warning', () => warned().length > 0);
  deepEqual(warned(), [
    'useSvcEmbed shows nothing: no element has its ref. Write <div ref={ref} style={{ height: "40rem" }} />.',
  ]);
  deepEqual(lines, ['invalid-base-url']);
});

test('fallback covers the iframe until it is ready, which then has the looks that the page gave it', async () => {
  let open!: () => void;
  const gate = new Promise<void>((resolve) => (open = resolve));
  mint.at = (request) => gate.then(() => getSession(request));
  const show = (more: object) => render(h(SvcEmbed, props(more)));
  const fallback: ReactNode = <p id="wait">wait</p>;
  show({ fallback, className: 'sales', style: { height: 400 } });
  await until('the iframe', () => embed.current);
  await sleep(50);
  const box = (of: Element) => JSON.stringify(of.getBoundingClientRect());
  const wait = document.querySelector('#wait')!;
  equal(box(wait.parentElement!), box(document.querySelector('.sales')!));
  const looks = () => {
    const { iframe } = embed.current!;
    return `${getComputedStyle(iframe).opacity} ${iframe.inert}`;
  };
  equal(looks(), '0 true');
  open();
  await heard('ready');
  await oneEmbed();
  deepEqual([document.querySelector('#wait'), looks()], [null, '1 false']);
  show({ fallback: 'wait', attributes: { style: 'opacity: 0.5', inert: '' } });
  await heard('ready', 2);
  await oneEmbed(2);
  equal(looks(), '0.5 true');
});

test('a failure passes: by a retry, and by the embed itself', async () => {
  let rest = 0;
  let state!: ReturnType<typeof useSvcEmbed>;
  mint.at = (request) => {
    if (rest-- > 0) throw new Error('down');
    return getSession(request);
  };
  const show = async (retryStoppedMs: number | false) => {
    rest = 1;
    const App = () => {
      const renewal = { spreadMs: 0, ...QUICKLY, maxAttempts: 1, retryStoppedMs };
      state = useSvcEmbed(options({ renewal, logger: false } as never));
      embed.current = state.embed;
      return h('div', { ref: state.ref });
    };
    render(h(App));
    await until('the error', () => (state?.error as EmbedError | null)?.code === 'mint-failed');
    return embed.current;
  };
  const first = await show(false);
  state.retry();
  state.retry();
  await heard('ready');
  await until('no error', () => state.error === null);
  const second = embed.current;
  ok(second !== first && state.isReady);
  // Without an error there is nothing to try again.
  state.retry();
  await oneEmbed();
  ok(embed.current === second);

  const third = await show(2_000);
  await heard('ready', 2);
  await until('no error', () => state.error === null);
  ok(embed.current === third);
  await oneEmbed(2);
});
