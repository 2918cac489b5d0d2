// What several files of the package need: they import it from `dist/shared.js` in place of a copy, under a name
// that scripts/lib/bundle.mjs gives it.

export { EmbedError, embedError, explained, isSignedOut, Mistake, reasonOf } from './errors.js';
export { connectWith, findTarget, initWith, mountWith, requireDocument } from './shell/embed.js';
export { readAction, actionOf, filterParameter } from './shell/actions.js';
export { readSignal } from './shell/options.js';
export { dashboardUrl, idOf, isSessionId, withSession } from './shell/url.js';
export {
  attempt,
  nameOf,
  numberOf,
  own,
  ownValue,
  pageUrl,
  reportUncaught,
  typeOf,
} from './shell/values.js';
export { forget } from './shell/loading.js';
export { ACTIONS } from './core/actions.js';
export { taken } from './component/page.js';
