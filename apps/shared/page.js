// The part of the page that does not depend on the build tool: its backend and its output.

// An embed is as high as its target.
globalThis.document?.querySelector('#dashboard')?.style.setProperty('height', '40rem');

/** The tenant's origin. */
export async function tenant() {
  const response = await fetch('/api/config');
  return (await response.json()).tenant;
}

/** Asks the page's backend for a session id. */
export async function getSession({ signal }) {
  const response = await fetch('/api/embed-session', {
    method: 'POST',
    headers: { 'x-svc-embed': '1' },
    signal,
  });
  if (!response.ok) throw new Error(`The backend answered ${response.status}.`);
  return (await response.json()).sessionId;
}

/** Shows what an embed says, and lets the button filter it. */
export function show(embed) {
  embed.on('*', ({ type }) => print('log', `${type}\n`));
  embed.on('session', ({ status, renewals }) => {
    document.querySelector('#session').textContent = `${status}, renewals: ${renewals}`;
  });
  document.querySelector('#filter').onclick = () =>
    embed.setFilter({ member: 'orders.status', value: 'completed' });
}

/** Adds text to what the element `id` shows. */
export function print(id, text) {
  document.querySelector(`#${id}`).append(text);
}
