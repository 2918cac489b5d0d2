// Generated from src/protocol by `npm run generate`; change the declarations there.

/**
 * The `source` of every message. An iframe with an embed has the symbol of this name
 * (`Symbol.for`), so that no other copy of svc-embed connects it.
 */
export const SOURCE = 'svc-embed';

/** The `direction` of events. */
export const EVENT = 'event';

/** The `direction` of actions. */
export const ACTION = 'action';

/** The `type` of an event is this prefix and the event's name. */
export const EVENT_PREFIX = 'svc:event:';

/** The `type` of an action is this prefix and the action's name. */
export const ACTION_PREFIX = 'svc:action:';

/** The name of the error by which an embed rejects a session id. */
export const SESSION_REJECTION = 'EmbedSessionExchangeError';

/** The context of that error. */
export const SESSION_REJECTION_CONTEXT = 'session-renewal';

/** Where a dashboard is, from the base URL on. `{}` stands for its public id. */
export const DASHBOARD_PATH = '/embed/dashboard/{}';

/**
 * Where the app is. `{}` stands for the deployment's number. The service's description does not
 * show this path: it is a comparable service's, and a page can override it.
 */
export const APP_PATH = '/embed/d/{}/app';

/** Where the chat is. As for the app, this path is an assumption. */
export const CHAT_PATH = '/embed/chat';

/** The place of an id in the paths above. */
export const ID_PLACE = '{}';

/** The place of the session id in a path of the page's own. */
export const SESSION_PLACE = '{session}';

/** The URL parameter that carries the session id. */
export const SESSION_PARAMETER = 'session';

/** The URL parameter that carries the session id of a chat. */
export const CHAT_SESSION_PARAMETER = 'sessionId';

/** A filter's parameter is this prefix, the member, `=` and the condition. */
export const FILTER_PREFIX = 'f_';

/**
 * The header with which the element asks the page's own backend for a session id. Another site's
 * page cannot send a header of this name without that backend's consent.
 */
export const SESSION_HEADER = 'x-svc-embed';

/**
 * The `sandbox` of an iframe of ours, which keeps the page's tab: the embed can do what a dashboard
 * needs, but can navigate no window that the viewer came with. A page replaces it by an attribute
 * of its own. The text `false` removes it.
 */
export const SANDBOX = 'allow-scripts allow-same-origin allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox';

/**
 * The `referrerpolicy` of an iframe of ours: the embed learns the page's origin, and neither its
 * path nor its query. A page replaces or removes it as it does `sandbox`.
 */
export const REFERRER_POLICY = 'strict-origin';

/** The title of an iframe of ours that shows a dashboard, unless the page gives one. */
export const DASHBOARD_TITLE = 'Dashboard';

/** The same of a chat. */
export const CHAT_TITLE = 'Chat';

/** The same of anything else. */
export const OTHER_TITLE = 'Analytics';

/** The name of the error by which `getSession` says that the user is signed out. */
export const SIGNED_OUT_ERROR = 'SignedOutError';
