import 'svc-embed/element';

const sales = document.querySelector('svc-embed');
sales.addEventListener('drilldown', ({ detail }) => {
  document.querySelector('output').textContent = detail.payload.member;
});
sales.setFilter({ member: 'orders.status', value: 'completed' });
