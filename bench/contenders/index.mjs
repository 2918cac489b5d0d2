// The contenders, and what each checks before it hands a message to the page. The checks were read
// in the sources of the versions that package-lock.json pins.

export const OURS = 'svc-embed';
export const FLOOR = 'floor';
export const PLAIN = 'plain';
/** svc-embed's iframe as it comes with the page. */
export const FRAME = 'frame';
/** svc-embed in a browser that opens no connection ahead. */
export const WITHOUT_PRECONNECT = 'without-preconnect';
/** Both for a tenant of the page's own site: Chromium uses the connection only there. */
export const SAME_SITE = 'same-site';
export const SAME_SITE_WITHOUT = 'same-site-without-preconnect';

export const contenders = {
  floor: {
    title: 'by hand',
    way: 'window',
    window: 'each message',
    origin: 'each message',
    envelope: 'source and direction; the type finds the handler',
  },
  'svc-embed': {
    title: 'svc-embed',
    way: 'window',
    window: 'each message',
    origin: 'each message',
    envelope: 'source, direction, type, timestamp, surface, and each field of the payload',
  },
  looker: {
    title: 'Looker',
    package: '@looker/embed-sdk',
    way: 'port',
    window: 'at the handshake',
    origin: 'at the handshake',
    envelope: 'the name finds the handler',
  },
  superset: {
    title: 'Superset',
    package: '@superset-ui/embedded-sdk',
    way: 'port',
    window: 'the page hands the port to its iframe',
    origin: 'the page hands the port to the exact origin',
    envelope: 'the name finds the handler',
  },
  penpal: {
    title: 'penpal',
    package: 'penpal',
    way: 'port',
    window: 'at the handshake',
    origin: 'at the handshake',
    envelope: 'namespace and channel; answers each call',
  },
  comlink: {
    title: 'comlink',
    package: 'comlink',
    way: 'port',
    window: 'the page hands the port to its iframe',
    origin: 'the page hands the port to the exact origin',
    envelope: 'the type; answers each call',
  },
  powerbi: {
    title: 'Power BI',
    package: 'powerbi-client',
    // It embeds from hosts of its own service only; the browser resolves this one to loopback.
    host: 'bench.powerbi.com',
    way: 'window',
    window: 'no',
    origin: 'no',
    envelope: 'the URL in it finds the handler; answers each',
  },
  thoughtspot: {
    title: 'ThoughtSpot',
    package: '@thoughtspot/visual-embed-sdk',
    way: 'window',
    window: 'each message',
    origin: 'no',
    envelope: 'the type finds the handler',
  },
  quicksight: {
    title: 'QuickSight',
    package: 'amazon-quicksight-embedding-sdk',
    way: 'window',
    window: 'no',
    origin: 'no',
    envelope: 'the target in it finds the handler; answers each when idle',
  },
};

export const NAMES = Object.keys(contenders);

const isPeer = (name) => ![FLOOR, OURS].includes(name);

/** Contenders that renew a session, and what starts a renewal: an event or a timer of the page. */
export const RENEWERS = {
  floor: 'event',
  'svc-embed': 'event',
  looker: 'event',
  superset: 'timer',
  powerbi: 'timer',
  thoughtspot: 'event',
};

/** Whose start is measured: an iframe without any script, svc-embed's translated form, the others. */
export const STARTERS = [PLAIN, OURS, 'no-wasm', ...NAMES.filter(isPeer)];
