// What is read of a body, in a table: its pieces, the limit, and what comes of it. For the functions of
// management/answer.js; that the client uses them is tested in e2e/management/limits.test.mjs.

/** `read` is what is handed on. `ended` is true if the rest must not be read. */
const ROWS = [
  { pieces: [], max: 0, read: '' },
  { pieces: [], max: 5, read: '' },
  { pieces: ['abcde'], max: 5, read: 'abcde' },
  { pieces: ['abcde'], max: 4, read: 'abcd', ended: true },
  { pieces: ['abcde'], max: 6, read: 'abcde' },
  { pieces: ['a'], max: 0, read: '', ended: true },
  { pieces: ['abc', 'de'], max: 5, read: 'abcde' },
  { pieces: ['abc', 'de'], max: 4, read: 'abcd', ended: true },
  { pieces: ['abc', 'de'], max: 3, read: 'abc', ended: true },
  { pieces: ['abc', 'd', 'e'], max: 2, read: 'ab', ended: true },
  { pieces: ['a', 'b', 'c', 'd'], max: 3, read: 'abc', ended: true },
  { pieces: ['a', 'b', 'c'], max: Infinity, read: 'abc' },
  // A character of three bytes in two pieces, one that is cut off, and a mark of the byte order.
  { pieces: [[0xe2, 0x82], [0xac]], max: 3, read: '€' },
  { pieces: [[0x61, 0xe2, 0x82]], max: 3, read: 'a\ufffd' },
  {
    pieces: [
      [0xef, 0xbb],
      [0xbf, 0x61],
    ],
    max: 4,
    read: 'a',
  },
];

/** A length that the service declares, and whether the body need not be read. */
const DECLARED = [
  { length: '10', max: 9, isTooLong: true },
  { length: '10', max: 10, isTooLong: false },
  { length: '10', max: 11, isTooLong: false },
  { length: null, max: 0, isTooLong: false },
  { length: 'much', max: 0, isTooLong: false },
  { length: '10', max: 9, body: null, isTooLong: false },
];

/** What a module like management/answer.js does otherwise than the tables say. */
export async function wrongLimits({ LONGEST_ANSWER, LONGEST_ERROR, ...answer }) {
  const wrong = [];
  if (LONGEST_ANSWER !== 8_388_608 || LONGEST_ERROR !== 65_536) wrong.push('the standard limits');
  for (const row of ROWS) {
    const seen = await reading(answer, row);
    const { read, ended = false } = row;
    const wanted = { text: read, isCut: ended, ended, listeners: 0 };
    if (JSON.stringify(seen) !== JSON.stringify(wanted)) wrong.push({ ...row, seen });
  }
  for (const { length, max, body = {}, isTooLong } of DECLARED) {
    const headers = new Headers(length === null ? {} : { 'content-length': length });
    if (answer.isTooLong({ body, headers }, max) !== isTooLong) wrong.push({ length, max });
  }
  return [...wrong, ...(await withoutStream(answer)), ...(await aborted(answer))];
}

async function reading({ textWithin }, { pieces, max }) {
  let ended = false;
  const chunks = pieces.map((piece) =>
    typeof piece === 'string' ? new TextEncoder().encode(piece) : Uint8Array.from(piece),
  );
  const body = new ReadableStream(
    {
      pull(controller) {
        const chunk = chunks.shift();
        if (chunk) controller.enqueue(chunk);
        else if (max === 0 && pieces.length > 0) return;
        else controller.close();
      },
      cancel: () => void (ended = true),
    },
    { highWaterMark: 0 },
  );
  const { signal, count } = counted();
  const { text, isCut } = await textWithin({ body }, max, signal);
  return { text, isCut, ended, listeners: count() };
}

/** A signal that counts the listeners that it has. */
function counted() {
  const { signal } = new AbortController();
  let listeners = 0;
  signal.addEventListener = () => void (listeners += 1);
  signal.removeEventListener = () => void (listeners -= 1);
  return { signal, count: () => listeners };
}

/** A caller's `fetch` may answer with an object that only resembles a response. */
async function withoutStream({ textWithin, discard }) {
  const wrong = [];
  for (const body of [null, undefined, {}]) {
    const response = { body, text: async () => 'abc' };
    for (const [max, isCut] of Object.entries({ 2: true, 3: false, 4: false })) {
      const seen = await textWithin(response, Number(max));
      if (seen.text !== 'abc' || seen.isCut !== isCut) wrong.push({ body, max, seen });
    }
  }
  discard({ body: null });
  return wrong;
}

/** A reading that waits is ended by its signal, with the reason. */
async function aborted({ textWithin }) {
  const controller = new AbortController();
  let ended = false;
  const body = new ReadableStream({ cancel: () => void (ended = true) });
  const outcome = textWithin({ body }, 5, controller.signal).catch((reason) => reason);
  controller.abort('enough');
  return (await outcome) === 'enough' && ended ? [] : ['a reading that is aborted'];
}
