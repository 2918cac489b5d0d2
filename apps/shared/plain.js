// The plain entry, where it is not known to work: what a person would read then.

import { mount } from 'svc-embed';
import { getSession, print } from './page.js';

mount('#dashboard', {
  baseUrl: 'https://acme.example.com',
  surface: { kind: 'dashboard', publicId: 'sales-overview' },
  getSession,
}).catch(({ code, message, cause }) => print('log', `${code}: ${message} ${cause.message}`));
