// Measurement 6 with the sandbox: its embed page exchanges the id for a session, and its backend
// answers `fetch`. The sandbox is built as for the tests, without optimisation.

import { startSandbox } from '../../e2e/support/sandbox.mjs';

/**
 * Resolves to `rounds` samples, each in milliseconds: from the expiry's event until the page was
 * `asked` for an id, how long its backend took (`minted`), and `all` until the session was active.
 */
export async function renewInSandbox({ browser }, rounds) {
  const sandbox = await startSandbox();
  try {
    const page = await browser.open(`${sandbox.host}/`);
    await page.run(mountEmbed, sandbox.tenant);
    const samples = [];
    for (let round = 0; round < rounds; round++) {
      await expireSessions(sandbox);
      samples.push(await page.run(() => window.nextRenewal()));
    }
    await page.close();
    return samples;
  } finally {
    await sandbox.stop();
  }
}

/** Moves the sandbox's clock past the end of every session. */
async function expireSessions({ host }) {
  const response = await fetch(`${host}/control/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs: 24 * 3_600_000 }),
  });
  if (!response.ok) throw new Error(`the sandbox's clock answered ${response.status}`);
}

/** In the page: `window.nextRenewal()` resolves to each renewal, in turn. */
async function mountEmbed(tenant) {
  const done = [];
  let expired;
  let asked;
  let minted;
  // Added before the bridge's listener, so that the time starts when the message arrives.
  window.addEventListener('message', ({ data }) => {
    if (data?.type === 'svc:event:session-expired') expired = performance.now();
  });
  window.nextRenewal = async () => {
    while (done.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    return done.shift();
  };

  const { mount } = await import('/dist/index.js');
  const embed = await mount('#target', {
    baseUrl: tenant,
    surface: { kind: 'dashboard', publicId: 'sales-overview' },
    async getSession() {
      asked = performance.now();
      const headers = { 'x-svc-embed': '1' };
      const response = await fetch('/api/embed-session', { method: 'POST', headers });
      const { sessionId } = await response.json();
      minted = performance.now();
      return sessionId;
    },
  });
  await embed.ready;
  embed.on('session', ({ status, renewal }) => {
    if (expired === undefined || status !== 'active' || renewal !== 'idle') return;
    const all = performance.now() - expired;
    done.push({ asked: asked - expired, minted: minted - asked, all });
    expired = undefined;
  });
}
