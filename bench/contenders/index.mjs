// The contenders: a page (`<name>.page.js`) that embeds as the library's documentation recommends, and an
// embed (`<name>.embed.js`) that speaks its protocol.

export const OURS = 'svc-embed';
/** A listener written by hand. */
export const FLOOR = 'floor';
/** An iframe without any script that listens to it. */
export const PLAIN = 'plain';

export const TITLES = {
  floor: 'by hand',
  'svc-embed': 'svc-embed',
  looker: 'Looker',
  superset: 'Superset',
  penpal: 'penpal',
  comlink: 'comlink',
  powerbi: 'Power BI',
  thoughtspot: 'ThoughtSpot',
  quicksight: 'QuickSight',
};

export const NAMES = Object.keys(TITLES);

/** Whose start is measured. The listener by hand is left out: its page is the plain iframe's. */
export const STARTERS = [PLAIN, ...NAMES.filter((name) => name !== FLOOR)];

/** The host that serves a contender's embeds. Power BI embeds from hosts of its own service only. */
export const hostOf = (name) =>
  name === 'powerbi' ? 'bench.powerbi.com' : `${name}.tenant.localhost`;
