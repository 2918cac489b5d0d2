// The plain entries where a tool has left their files behind: what a person would read then.

import { mount } from 'svc-embed';
import { ManagementClient } from 'svc-embed/management';
import { print } from './page.js';

const baseUrl = 'https://acme.example.com';

mount('#dashboard', { baseUrl, surface: { kind: 'dashboard', publicId: 'sales-overview' } }).catch(
  ({ code, message, cause }) => print('log', `${code}: ${message} ${cause.message}`),
);
new ManagementClient({ baseUrl }).reports
  .list(7)
  .catch(({ message, cause }) => print('reports', `${message} ${cause.message}`));
