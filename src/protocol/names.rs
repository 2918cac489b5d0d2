//! The fixed texts of the protocol: names, prefixes, paths and URL parameters.

/// Declares texts. Each is a constant of this module and an entry of [`ALL`], from which the
/// TypeScript constants are generated.
macro_rules! names {
    ($($(#[doc = $doc:literal])* $name:ident = $text:literal;)*) => {
        $($(#[doc = $doc])* pub const $name: &str = $text;)*

        /// Every name: its constant, its documentation and its text.
        pub const ALL: &[(&str, &str, &str)] =
            &[$((stringify!($name), concat!($($doc, "\n"),*), $text),)*];
    };
}

names! {
    /// The `source` of every message. An iframe with an embed has the symbol of this name (`Symbol.for`), so
    /// that no other copy of svc-embed connects it.
    SOURCE = "svc-embed";
    /// The `direction` of events.
    EVENT = "event";
    /// The `direction` of actions.
    ACTION = "action";
    /// The `type` of an event is this prefix and the event's name.
    EVENT_PREFIX = "svc:event:";
    /// The `type` of an action is this prefix and the action's name.
    ACTION_PREFIX = "svc:action:";

    /// The name of the error by which an embed rejects a session id.
    SESSION_REJECTION = "EmbedSessionExchangeError";
    /// The context of that error.
    SESSION_REJECTION_CONTEXT = "session-renewal";

    /// Where a dashboard is, from the base URL on. `{}` stands for its public id.
    DASHBOARD_PATH = "/embed/dashboard/{}";
    /// Where the app is. `{}` stands for the deployment's number. The service's description does
    /// not show this path: it is a comparable service's, and a page can override it.
    APP_PATH = "/embed/d/{}/app";
    /// Where the chat is. As for the app, this path is an assumption.
    CHAT_PATH = "/embed/chat";
    /// The place of an id in the paths above.
    ID_PLACE = "{}";
    /// The place of the session id in a path of the page's own.
    SESSION_PLACE = "{session}";
    /// The URL parameter that carries the session id.
    SESSION_PARAMETER = "session";
    /// The URL parameter that carries the session id of a chat.
    CHAT_SESSION_PARAMETER = "sessionId";

    /// A filter's parameter is this prefix, the member, `=` and the condition.
    FILTER_PREFIX = "f_";

    /// The header with which the element asks the page's own backend for a session id. Another
    /// site's page cannot send a header of this name without that backend's consent.
    SESSION_HEADER = "x-svc-embed";

    /// The `sandbox` of an iframe of ours, which keeps the page's tab: the embed can do what a
    /// dashboard needs, but can navigate no window that the viewer came with. A page replaces it by
    /// an attribute of its own. The text `false` removes it.
    SANDBOX = "allow-scripts allow-same-origin allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox";
    /// The `referrerpolicy` of an iframe of ours: the embed learns the page's origin, and neither its
    /// path nor its query. A page replaces or removes it as it does `sandbox`.
    REFERRER_POLICY = "strict-origin";
    /// The title of an iframe of ours that shows a dashboard, unless the page gives one.
    DASHBOARD_TITLE = "Dashboard";
    /// The same of a chat.
    CHAT_TITLE = "Chat";
    /// The same of anything else.
    OTHER_TITLE = "Analytics";

    /// The name of the error by which `getSession` says that the user is signed out.
    SIGNED_OUT_ERROR = "SignedOutError";
}
