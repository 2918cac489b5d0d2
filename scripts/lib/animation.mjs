// Puts pictures in the format WebP together to one animated picture. Chromium encodes the pictures; this
// adds the few bytes around them: https://developers.google.com/speed/webp/docs/riff_container

/** `Do not blend`: each part replaces what was there. */
const REPLACE = 0b10;
const ANIMATED = 0b10;

const number = (value, bytes) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
};

function chunk(name, ...parts) {
  const data = Buffer.concat(parts);
  const padding = Buffer.alloc(data.length % 2);
  return Buffer.concat([Buffer.from(name), number(data.length, 4), data, padding]);
}

/** The chunk with the pixels of a file of one picture. Throws if it has none. */
function pixelsOf(file) {
  for (let at = 12; at < file.length;) {
    const name = file.toString('latin1', at, at + 4);
    const size = file.readUInt32LE(at + 4);
    const end = at + 8 + size + (size % 2);
    if (name === 'VP8 ' || name === 'VP8L') return file.subarray(at, end);
    at = end;
  }
  throw new Error('The picture has no pixels.');
}

/**
 * An animated picture of `width` and `height`. Each frame has a `file`, which is a WebP of the part that
 * changes, its place `x` and `y` (both even), its `width` and `height`, and how long it is shown, `ms`.
 */
export function animation({ width, height, frames }) {
  const body = [
    chunk(
      'VP8X',
      number(ANIMATED, 1),
      Buffer.alloc(3),
      number(width - 1, 3),
      number(height - 1, 3),
    ),
    // A white ground, and it is played for ever.
    chunk('ANIM', number(0xffffffff, 4), number(0, 2)),
    ...frames.map((frame) =>
      chunk(
        'ANMF',
        number(frame.x / 2, 3),
        number(frame.y / 2, 3),
        number(frame.width - 1, 3),
        number(frame.height - 1, 3),
        number(Math.round(frame.ms), 3),
        number(REPLACE, 1),
        pixelsOf(frame.file),
      ),
    ),
  ];
  return chunk('RIFF', Buffer.from('WEBP'), ...body);
}
