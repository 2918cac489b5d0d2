// Writes a WebAssembly file as a JavaScript module that contains its bytes as text.
//
// A byte below 91 is one character, any other two. Compressed, the text is 3 % larger than the
// file. Base64 would be 30 % larger, because it breaks up the repetitions of whole bytes.

/** The characters for 0 to 90: printable ASCII that needs no escape in a string. */
const LETTERS = Array.from({ length: 92 }, (_, i) => String.fromCharCode(35 + i)).filter(
  (letter) => letter !== '\\',
);

/** The character before a letter that adds 91 or 182 to its value. */
const SHIFTS = ['', ' ', '!'];

/** The text of a module whose function `bytes` returns `bytes`. */
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
  // Engines compile a function that is called often sooner than a loop that runs once. An environment
  // without TextEncoder, such as Jest's jsdom, gets the translated form.
  new TextEncoder().encode(text).forEach((code) => {
    if (code < 35) shift = (code - 31) * ${LETTERS.length};
    else {
      bytes[at++] = shift + code - 35 - (code > 92);
      shift = 0;
    }
  });
  return bytes;
}
`;
}
