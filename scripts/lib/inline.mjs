// The WebAssembly as text in a JavaScript module, for `svc-embed/inline`.
//
// A byte below 91 is one character, any other two: compressed, that costs 3 % more than the file
// itself. Base64 costs 30 % more, since it breaks up what repeats in whole bytes.

/** What stands for 0 to 90: printable ASCII that needs no escape in a string. */
const LETTERS = Array.from({ length: 92 }, (_, i) => String.fromCharCode(35 + i)).filter(
  (letter) => letter !== '\\',
);

/** What stands before a letter: 91 more, or 182. */
const SHIFTS = ['', ' ', '!'];

/** A module whose `bytes()` gives `bytes`. */
export function bytesModule(bytes) {
  const text = Array.from(
    bytes,
    (byte) => SHIFTS[Math.floor(byte / LETTERS.length)] + LETTERS[byte % LETTERS.length],
  ).join('');
  return `// Made by scripts/lib/inline.mjs, which says how the text is to be read.
const text =
  "${text}";

/** The WebAssembly file. */
export function bytes() {
  const bytes = new Uint8Array(${bytes.length});
  let at = 0;
  let shift = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 35) shift = (code - 31) * ${LETTERS.length};
    else {
      bytes[at++] = shift + code - 35 - (code > 92);
      shift = 0;
    }
  }
  return bytes;
}
`;
}
