// Lists the functions of a WebAssembly file, by the names in its name section.

/** Returns `[name, size]` of each function, largest first, and the bytes of code and of data. */
export function breakdown(bytes) {
  const reader = new Reader(bytes, 8);
  const names = new Map();
  const sizes = [];
  let imported = 0;
  let code = 0;
  let data = 0;
  while (reader.at < bytes.length) {
    const id = reader.byte();
    const length = reader.number();
    const end = reader.at + length;
    if (id === 2) imported = countImportedFunctions(reader);
    else if (id === 10) {
      code = length;
      for (let left = reader.number(); left > 0; left--) sizes.push(reader.skip(reader.number()));
    } else if (id === 11) data = length;
    else if (id === 0 && reader.text() === 'name') readNames(reader, end, names);
    reader.at = end;
  }
  const functions = sizes.map((size, i) => [names.get(imported + i) ?? `function ${i}`, size]);
  return { functions: functions.sort((a, b) => b[1] - a[1]), code, data };
}

function countImportedFunctions(reader) {
  let functions = 0;
  for (let left = reader.number(); left > 0; left--) {
    reader.text();
    reader.text();
    const kind = reader.byte();
    if (kind === 0) {
      functions++;
      reader.number();
    } else if (kind === 3) {
      reader.skip(2);
    } else {
      if (kind === 1) reader.byte();
      const hasMaximum = (reader.byte() & 1) === 1;
      reader.number();
      if (hasMaximum) reader.number();
    }
  }
  return functions;
}

function readNames(reader, end, names) {
  while (reader.at < end) {
    const id = reader.byte();
    const next = reader.number() + reader.at;
    if (id === 1) {
      for (let left = reader.number(); left > 0; left--) names.set(reader.number(), reader.text());
    }
    reader.at = next;
  }
}

class Reader {
  constructor(bytes, at) {
    this.bytes = bytes;
    this.at = at;
  }

  byte() {
    return this.bytes[this.at++];
  }

  /** An unsigned LEB128. */
  number() {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  }

  skip(count) {
    this.at += count;
    return count;
  }

  text() {
    const length = this.number();
    const text = this.bytes.subarray(this.at, this.at + length);
    this.at += length;
    return new TextDecoder().decode(text);
  }
}
