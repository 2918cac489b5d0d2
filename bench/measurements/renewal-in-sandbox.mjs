// Measurement 6 against the sandbox: a real embed page, which exchanges the id for a session, and a
// page's backend behind `fetch`. The sandbox is built as for the tests, without optimisation.

import { startSandbox } from '../../e2e/support/sandbox.mjs';

/** Resolves to `rounds` samples, in milliseconds: from the expiry's event to an active session. */
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

/** Leaps past the end of every session. */
async function expireSessions({ host }) {
  const response = await fetch(`${host}/control/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advanceMs: 24 * 3_600_000 }),
  });
  if (!response.ok) throw new Error(`the sandbox's clock answered ${response.status}`);
}

/** In the page. */
async function mountEmbed(tenant) {
  const times = [];
  const waiting = [];
  let expired;
  // Before the bridge's own listener: the clock starts as the message arrives.
  window.addEventListener('message', ({ data }) => {
    if (data?.type === 'svc:event:session-expired') expired = performance.now();
  });
  window.nextRenewal = () =>
    new Promise((resolve) => {
      if (times.length > 0) resolve(times.shift());
      else waiting.push(resolve);
    });

  const { mount } = await import('/dist/index.js');
  const embed = await mount('#target', {
    baseUrl: tenant,
    surface: { kind: 'dashboard', publicId: 'sales-overview' },
    async getSession() {
      const response = await fetch('/api/embed-session', { method: 'POST' });
      return (await response.json()).sessionId;
    },
  });
  await embed.ready;
  embed.on('session', ({ status, renewal }) => {
    if (expired === undefined || status !== 'active' || renewal !== 'idle') return;
    const elapsed = performance.now() - expired;
    expired = undefined;
    if (waiting.length > 0) waiting.shift()(elapsed);
    else times.push(elapsed);
  });
}
