// The floor reads the same messages as svc-embed.
export { connect, emit } from './svc-embed.embed.js';
