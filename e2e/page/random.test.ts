// Random operations on eight embeds, faster than any of them can be done. In the end every embed is active or says
// why not.

import { mount, type Embed } from 'svc-embed';
import { sleep, until } from './support/assert.js';
import { chanceFrom } from './support/chance.js';
import { getSession, QUICK, target } from './support/embed.js';
import { origins, test } from './support/test.js';

const OPERATIONS = 300;
/** Another seed draws other operations. */
const { below, draw, pick } = chanceFrom(7);

interface Slot {
  place: HTMLElement;
  embed: Embed;
  failures: number;
  asked: number;
}

async function start(slot: Slot): Promise<void> {
  slot.embed = await mount(slot.place, {
    baseUrl: origins.sandbox,
    surface: { kind: 'chat' },
    logger: false,
    renewal: QUICK,
    async getSession(request) {
      if (slot.failures-- > 0) throw new Error('the backend is down');
      return getSession(request);
    },
  });
}

const again = (slot: Slot) => (slot.embed.destroy(), start(slot));

function ask(slot: Slot, promise: Promise<unknown>): void {
  slot.asked++;
  const answered = () => slot.asked--;
  promise.then(answered, answered);
}

// The page counts as hidden, or as seen, as the operations say.
let isHidden = false;
Object.defineProperty(document, 'hidden', { get: () => isHidden });
function hide(state: boolean): void {
  isHidden = state;
  document.dispatchEvent(new Event('visibilitychange'));
}

const operations: ((slot: Slot) => unknown)[] = [
  ...[again, again],
  ({ embed, place }) => (embed.iframe.parentNode ?? place).append(embed.iframe),
  ...Array(2).fill((slot: Slot) => ask(slot, slot.embed.renew())),
  (slot) => ask(slot, slot.embed.reload()),
  () => hide(!isHidden),
  (slot) => (slot.failures = 2),
];

test('random operations on eight embeds end well', async () => {
  const slots = Array.from({ length: 8 }, () => {
    const place = target().appendChild(document.createElement('div'));
    place.style.height = '100px';
    return { place, failures: 0, asked: 0 } as unknown as Slot;
  });
  await Promise.all(slots.map(start));
  for (let count = 0; count < OPERATIONS; count++) {
    await pick(operations)(pick(slots));
    if (draw() < 0.5) await sleep(below(30));
  }
  // The backend is up again, and somebody looks.
  for (const slot of slots) slot.failures = 0;
  hide(false);
  const isOver = ({ asked, embed: { session } }: Slot) =>
    asked === 0 &&
    ((session.status === 'active' && session.renewal === 'idle') ||
      (session.status === 'stopped' && session.lastError !== null));
  await until('the end of all embeds', () => slots.every(isOver), 60_000);
});
