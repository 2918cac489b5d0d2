export { load } from '../../+page.server.js';
