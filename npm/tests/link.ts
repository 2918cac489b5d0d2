// `svc-embed/link`, as a strict user's project sees it.

import { mount, type Embed } from 'svc-embed';
import { link, type Link, type LinkOptions } from 'svc-embed/link';

declare const embed: Embed;

const options: LinkOptions = {
  path: 'at',
  filters: ['orders.status'],
  push: (url) => history.pushState(null, '', url.href),
  replace: (url: URL) => history.replaceState(null, '', url),
  signal: AbortSignal.timeout(1000),
};
const linked: Link = link(embed, options);
linked.read();
linked.end();
linked[Symbol.dispose]();
link(embed, { path: null });
link(embed);

// @ts-expect-error: an embed, not its promise.
link(mount('#dashboard', {} as never));
// @ts-expect-error: members, not filters.
link(embed, { filters: [{ member: 'orders.status' }] });
