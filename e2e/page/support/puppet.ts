// An embed whose document posts what the test says.

import type { Embed, MountOptions } from 'svc-embed';
import { embedPage, message, serve, target, Watched } from './embed.js';
import { until } from './assert.js';
import { origins } from './test.js';

/** Has the tenant and the stranger serve such documents, with every path. */
export async function servePuppets(): Promise<void> {
  const puppet = embedPage(`
    addEventListener('message', ({ data }) => {
      for (const each of data?.post ?? [])
        try {
          parent.postMessage(each, '*');
        } catch {
          say('taken', { type: 'no clone' });
        }
      if (data?.type) say('taken', { type: data.type });
    });
    addEventListener('messageerror', () => say('taken', { type: 'no clone' }));
    ready();`);
  for (const server of ['tenant', 'stranger'] as const) await serve(server, { '*': puppet });
}

/** Has a puppet post these. */
export const post = (puppet: Window, ...messages: unknown[]) =>
  puppet.postMessage({ post: messages }, '*');

export const drilldown = (member = 'own', more: object = {}) =>
  message('drilldown', { member, ...more });

export const READY = {
  embedTenant: null,
  deploymentId: null,
  mode: 'signed',
  surface: 'dashboard',
};

let ids = 0;

export class Puppet extends Watched {
  declare readonly embed: Embed;
  marks = 0;

  get members(): string[] {
    return this.all('drilldown').map(({ payload }) => payload.member);
  }

  /** The actions that the embed's document was given. */
  get taken(): string[] {
    return this.all('taken').map(({ payload }) => payload.type);
  }

  post(...messages: unknown[]): void {
    post(this.embed.iframe.contentWindow!, ...messages);
  }

  /** Waits until what the embed's document has posted so far was taken. */
  async settle(): Promise<void> {
    const mark = ++this.marks;
    this.post(message('the-mark', { mark }));
    await until('the mark', () =>
      this.all('the-mark').some(({ payload }) => payload.mark === mark),
    );
  }
}

/** Mounts a puppet with one of the shells, and waits for it. */
export async function mountPuppet(
  { mount }: Pick<typeof import('svc-embed'), 'mount'>,
  options: Partial<MountOptions> = {},
): Promise<Puppet> {
  const embed = await mount(target(), {
    baseUrl: origins.tenant,
    surface: { kind: 'dashboard', publicId: 'sales' },
    renewal: { spreadMs: 0, confirmMs: 100, retryMinMs: 50, retryMaxMs: 50 },
    logger: false,
    getSession: async () => `id-${++ids}`,
    ...options,
  } as MountOptions);
  const own = new Puppet(embed);
  await embed.ready;
  return own;
}

/** Adds an iframe of this address, and waits for its load. */
export function addFrame(src: string): Promise<HTMLIFrameElement> {
  const frame = Object.assign(document.createElement('iframe'), { src });
  return new Promise((loaded) => {
    frame.onload = () => loaded(frame);
    document.body.append(frame);
  });
}

/** The next message of any window. */
export const nextMessage = () =>
  new Promise((done) => addEventListener('message', done, { once: true }));
