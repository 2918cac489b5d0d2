import { mount, SignedOutError } from 'svc-embed';

const embed = await mount('main', {
  baseUrl: 'https://acme.example.com',
  surface: { kind: 'dashboard', publicId: 'sales-overview' },
  getSession: async ({ signal }) => {
    const response = await fetch('/api/embed-session', {
      method: 'POST',
      headers: { 'x-svc-embed': '1' },
      signal,
    });
    if (response.status === 401) throw new SignedOutError();
    if (!response.ok) throw new Error(`The backend answered ${response.status}.`);
    return (await response.json()).sessionId;
  },
});

embed.on('drilldown', ({ payload }) => {
  document.querySelector('output').textContent = payload.member;
});
embed.setFilter({ member: 'orders.status', value: 'completed' });
