// The floor reads the same messages as svc-embed.
export { connect, emit, expire, takeSession } from './svc-embed.embed.js';
