// The script of a page under attack. Its own file: in Firefox a script of the driver's has other
// globals than the page.

/** What a tenant's document would say. */
const good = (payload = {}, type = 'drilldown') => ({
  source: 'svc-embed',
  direction: 'event',
  type: `svc:event:${type}`,
  payload: { member: 'own', ...payload },
  timestamp: Date.now(),
  surface: 'dashboard',
});

const sleep = (delay) => new Promise((done) => setTimeout(done, delay));

/** Runs a function in a document of `puppet.html`, and resolves to what it returns. */
function command(target, body, ...args) {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data: { value, error } }) => (error ? reject(error) : resolve(value));
    target.postMessage({ run: String(body), args }, '*', [port2]);
  });
}

/** Adds an iframe, with `properties` such as `src`, and waits for its load. */
function addFrame(properties, attributes = {}) {
  const frame = Object.assign(document.createElement('iframe'), properties);
  for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value);
  return new Promise((loaded) => {
    frame.onload = () => loaded(frame);
    document.body.append(frame);
  });
}

const puppets = new Set();
let ids = 0;

/** Ends all embeds of puppets, and removes the other frames of the page. */
function leave() {
  for (const embed of puppets) embed.destroy();
  puppets.clear();
  for (const frame of document.querySelectorAll('iframe')) frame.remove();
}

/**
 * Mounts an embed of `tenant`, whose document is a puppet, and keeps what it says. The ids of a page are
 * `id-1`, `id-2` and so on.
 */
async function mountPuppet(tenant, { entry = ENTRY, ...options } = {}) {
  const { mount } = await import(entry);
  const own = { members: [], unknown: [], dropped: [], states: [], requests: 0, errors: [] };
  addEventListener('error', ({ message }) => own.errors.push(message));
  addEventListener('unhandledrejection', ({ reason }) => own.errors.push(String(reason)));
  const embed = await mount('main', {
    baseUrl: tenant,
    surface: { kind: 'dashboard', publicId: 'sales' },
    renewal: { spreadMs: 0, confirmMs: 100, retryMinMs: 50, retryMaxMs: 50 },
    logger: false,
    getSession: async () => {
      own.requests++;
      return `id-${++ids}`;
    },
    ...options,
  });
  embed.on('drilldown', ({ payload }) => own.members.push(payload.member));
  embed.on('unknown', ({ type }) => own.unknown.push(type));
  embed.on('dropped', (message) => own.dropped.push(message));
  embed.on('session', (state) => own.states.push(state));
  puppets.add(embed);
  await embed.ready;
  own.embed = embed;
  /** Runs a function in the embed's document. */
  own.inside = (body, ...args) => command(embed.iframe.contentWindow, body, ...args);
  /** Waits until whatever the embed's document has posted so far was taken. */
  own.settle = async () => {
    const mark = `mark ${Math.random()}`;
    const arrived = new Promise((done) => {
      const off = embed.on('unknown', ({ payload }) => {
        if (payload.mark !== mark) return;
        off();
        done();
      });
    });
    await own.inside((message) => parent.postMessage(message, '*'), good({ mark }, 'the-mark'));
    await arrived;
    own.unknown.pop();
  };
  return own;
}

Object.assign(window, { good, sleep, command, addFrame, mountPuppet, leave });
