// The same wire: the floor takes what svc-embed takes.
export { connect, emit, expire } from './svc-embed.embed.js';
