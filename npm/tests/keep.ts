// `svc-embed/keep`, as a strict user's project sees it.

import type { Embed } from 'svc-embed';
import {
  canKeep,
  endKept,
  hideKept,
  keep,
  limitKept,
  type KeepLimits,
  type KeepOptions,
  type Kept,
} from 'svc-embed/keep';

const options: KeepOptions = {
  baseUrl: 'https://acme.example.com',
  surface: { kind: 'dashboard', publicId: 'sales' },
  getSession: () => 'an-id',
  removedFilters: 'reload',
};
const kept: Kept = keep('sales', options);
const embed: Promise<Embed> = kept.show('#dashboard');
void embed;
kept.hide();
kept.destroy();
const name: string = kept.name;

const limits: KeepLimits = { most: 2, hiddenMs: Infinity };
limitKept(limits);
const keeps: boolean = canKeep();
void keeps;
hideKept();
endKept();
endKept(name);

// @ts-expect-error: a kept embed has no signal: `destroy` ends it.
keep('sales', { ...options, signal: new AbortController().signal });
// @ts-expect-error: the name is the first argument.
keep('sales', { ...options, keep: 'sales' });
// @ts-expect-error: a target is an element or a selector.
void kept.show(7);
