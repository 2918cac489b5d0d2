// The bridge refuses messages that do not come from the embed, and wrong input. `attacks` has what other windows and
// origins send, the scenes have each flaw of a message, and the vectors each wrong option.

import * as shell from 'svc-embed';
import { deepEqual, ending, equal } from './support/assert.js';
import { iframes, target } from './support/embed.js';
import { drilldown, mountPuppet, servePuppets } from './support/puppet.js';
import { origins, test, testShells } from './support/test.js';

const SURFACE = { kind: 'dashboard', publicId: 'sales' } as const;

testShells(
  'an embed hears its own document, and no other one; an array is no envelope',
  async (load) => {
    await servePuppets();
    const { mount } = await load();
    const [one, two] = [await mountPuppet({ mount }), await mountPuppet({ mount })];
    one.post(Object.assign([], drilldown('forged')), drilldown('of one'));
    two.post(drilldown('of two'));
    one.embed.setLocale('de');
    await Promise.all([one.settle(), two.settle()]);
    deepEqual(
      one.dropped.map((message) => (message as { reason: string }).reason),
      ['envelope'],
    );
    deepEqual([one.members, two.members], [['of one'], ['of two']]);
    deepEqual([one.taken, two.taken], [['svc:action:set-locale'], []]);
    one.embed.destroy();
    two.post(drilldown('still two'));
    await two.settle();
    deepEqual(two.members, ['of two', 'still two']);
  },
);

testShells(
  'what another document holds is refused: its messages would not arrive here',
  async (load) => {
    await servePuppets();
    const { connect, mount } = await load();
    const other = document.body.appendChild(document.createElement('iframe')).contentDocument!;
    let ids = 0;
    const getSession = async () => `adopted-${++ids}`;
    const options = { baseUrl: origins.tenant, getSession, logger: false as const };
    const iframe = other.body.appendChild(other.createElement('iframe'));
    equal(await ending(mount(other.body, { ...options, surface: SURFACE })), 'invalid-target');
    equal(await ending(connect(iframe, options)), 'invalid-target');
    equal(other.querySelectorAll('iframe').length, 1);
    // A node that was created there and adopted here belongs to this document.
    const section = other.body.appendChild(other.createElement('section'));
    document.body.append(iframe, section);
    const embeds = [
      await connect(iframe, options),
      await mount(section, { ...options, surface: SURFACE }),
    ];
    iframe.src = `${origins.tenant}/embed/dashboard/sales?session=own`;
    for (const { ready } of embeds) equal(await ending(ready), 'resolved');
  },
);

const NAMES = ['src', 'SRC', 'srcdoc', 'SrcDoc', 'SRCDOC', 'onload', 'ONLOAD', 'OnLoad'];

test('an element that is no place for an embed, and an attribute that loads or runs something', async () => {
  for (const wrong of [
    document.body,
    document.createElementNS('http://www.w3.org/2000/svg', 'iframe'),
    // It has a `contentWindow`, too.
    document.createElement('object'),
  ])
    equal(
      await ending(shell.connect(wrong as never, { baseUrl: origins.sandbox })),
      'invalid-target',
    );
  for (const name of NAMES) {
    const options = { surface: { kind: 'chat' }, attributes: { [name]: 'x' }, logger: false };
    const mounted = shell.mount(target(), { baseUrl: origins.sandbox, ...options } as never);
    equal(await ending(mounted), 'invalid-option', name);
  }
  equal(iframes(), 0);
});
