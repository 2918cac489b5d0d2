// What several files of the package need: they import it from `dist/index.js` in place of a copy, under a name
// that scripts/lib/bundle.mjs gives it.

export { EmbedError, embedError, explained, Mistake } from './errors.js';
export { connectWith, findTarget, initWith, mountWith, requireDocument } from './shell/embed.js';
export { filterParameter } from './shell/actions.js';
export { readSignal } from './shell/options.js';
export { idOf } from './shell/url.js';
export { attempt, own, ownValue, pageUrl, reportUncaught } from './shell/values.js';
export { Host } from './shell/host.js';
export { EmbedHandle } from './shell/handle.js';
export { Handlers } from './shell/handlers.js';
export { onMessage } from './shell/registry.js';
export { taken } from './component/page.js';
