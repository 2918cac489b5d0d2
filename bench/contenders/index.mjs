// Who is measured, and what each looks at before it hands a message on. The facts were read in the
// sources of the versions that package-lock.json names.

export const OURS = 'svc-embed';
export const FLOOR = 'floor';

export const contenders = {
  floor: { title: 'six lines by hand' },
  'svc-embed': { title: 'svc-embed' },
  looker: { title: 'Looker', package: '@looker/embed-sdk' },
  superset: { title: 'Superset', package: '@superset-ui/embedded-sdk' },
  penpal: { title: 'penpal', package: 'penpal' },
  comlink: { title: 'comlink', package: 'comlink' },
  // It embeds from the hosts of its own service alone: the browser takes this one for loopback.
  powerbi: { title: 'Power BI', package: 'powerbi-client', host: 'bench.powerbi.com' },
  thoughtspot: { title: 'ThoughtSpot', package: '@thoughtspot/visual-embed-sdk' },
  quicksight: { title: 'QuickSight', package: 'amazon-quicksight-embedding-sdk' },
};

export const NAMES = Object.keys(contenders);

/** Who renews a session, and by what: the embed's word, or a timer of the page. */
export const RENEWERS = {
  floor: 'event',
  'svc-embed': 'event',
  looker: 'event',
  superset: 'timer',
  powerbi: 'timer',
  thoughtspot: 'event',
};

/** Who opens an embed: all, and an iframe without anything. */
export const STARTERS = ['plain', ...NAMES.filter((name) => name !== FLOOR)];
