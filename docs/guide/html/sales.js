import { SvcEmbedElement } from 'svc-embed/element';

SvcEmbedElement.allow({
  baseUrl: 'https://acme.example.com',
  sessionUrl: '/api/embed-session',
});
const sales = document.querySelector('svc-embed');
sales.addEventListener('drilldown', ({ detail }) => {
  document.querySelector('output').textContent = detail.payload.member;
});
sales.setFilter({ member: 'orders.status', value: 'completed' });
