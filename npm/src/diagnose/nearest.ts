// The one rule for misspelt names: of options, of attributes, of ids, and of the client and the endpoints.

/** The name that `given` probably stands for; undefined if none is near. */
export function nearest(given: unknown, names: readonly string[]): string | undefined {
  // Longer than any name: the comparison would take long, too.
  if (typeof given !== 'string' || given.length > 40) return undefined;
  const [best] = names
    .slice(0, 1_000)
    .map((name) => ({ name, distance: distance(given.toLowerCase(), name.toLowerCase()) }))
    .sort((one, other) => one.distance - other.distance);
  return best && best.distance <= Math.max(1, given.length / 4) ? best.name : undefined;
}

/** How many letters must be changed, added or taken away to make one word of the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [place, otherLetter] of [...other].entries()) {
      const replaced = row[place]! + Number(letter !== otherLetter);
      next.push(Math.min(replaced, row[place + 1]! + 1, next[place]! + 1));
    }
    row = next;
  }
  return row[other.length]!;
}
