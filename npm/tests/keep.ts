// `svc-embed/keep` and `svc-embed/link`, as a strict user's project sees them. The guide's code has the other calls.

import { mount, type Embed } from 'svc-embed';
import * as pool from 'svc-embed/keep';
import { link, type Link, type LinkOptions } from 'svc-embed/link';

const options: pool.KeepOptions = {
  baseUrl: 'https://acme.example.com',
  surface: { kind: 'dashboard', publicId: 'sales' },
  getSession: () => 'an-id',
  removedFilters: 'reload',
};
const kept: pool.Kept = pool.keep('sales', options);
const embed: Promise<Embed> = kept.show('#dashboard');
pool.limitKept({ most: 2, hiddenMs: Infinity } satisfies pool.KeepLimits);
pool.endKept(kept.name);

// @ts-expect-error: a kept embed has no signal: `destroy` ends it.
pool.keep('sales', { ...options, signal: new AbortController().signal });
// @ts-expect-error: the name is the first argument.
pool.keep('sales', { ...options, keep: 'sales' });
// @ts-expect-error: a target is an element or a selector.
void kept.show(7);

const ofLink: LinkOptions = {
  path: null,
  filters: ['orders.status'],
  push: (url) => history.pushState(null, '', url.href),
  replace: (url: URL) => history.replaceState(null, '', url),
  signal: AbortSignal.timeout(1000),
};
const linked: Link = link(await embed, ofLink);
linked.read();
linked[Symbol.dispose]();
// @ts-expect-error: an embed, not its promise.
link(mount('#dashboard', {} as never));
// @ts-expect-error: members, not filters.
link(await embed, { filters: [{ member: 'orders.status' }] });
