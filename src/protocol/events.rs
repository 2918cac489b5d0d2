//! Every event of the catalog: what an embed reports to its host page.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::names::{SESSION_REJECTION, SESSION_REJECTION_CONTEXT};
use super::schema::{Field, FieldDoc, FieldSpec, MessageDoc, Nullable, open_enum};

open_enum! {
    /// What the iframe shows.
    SurfaceKind {
        /// One dashboard.
        Dashboard = "dashboard",
        /// The embedded app.
        App = "app",
        /// The standalone chat.
        Chat = "chat",
    }
}

open_enum! {
    /// How an embed is authenticated.
    Mode {
        /// By a session id from server-side session generation.
        Signed = "signed",
        /// By the viewer's own sign-in.
        Private = "private",
    }
}

open_enum! {
    /// The format of an export.
    DownloadFormat {
        /// Comma-separated values.
        Csv = "csv",
        /// A spreadsheet.
        Xlsx = "xlsx",
        /// An image.
        Png = "png",
        /// A document.
        Pdf = "pdf",
    }
}

open_enum! {
    /// What was exported.
    DownloadTarget {
        /// One widget.
        Widget = "widget",
        /// The whole dashboard.
        Dashboard = "dashboard",
    }
}

open_enum! {
    /// How far an AI query is.
    AiQueryStatus {
        /// It was asked.
        Submitted = "submitted",
        /// It was answered.
        Completed = "completed",
        /// It failed.
        Error = "error",
    }
}

open_enum! {
    /// Where an error arose.
    ErrorContext {
        /// While the embed rendered.
        EmbedRender = "embed-render",
        /// While a session id was exchanged.
        SessionRenewal = "session-renewal",
    }
}

/// Declares the events. `$key` is the property in JavaScript. The type of a field says whether it is
/// required (`T`), may be null (`Nullable<T>`) or may be absent, which includes null (`Option<T>`).
///
/// The payloads are `non_exhaustive`, since the service adds fields. Tests make one from JSON, with
/// `serde_json::from_value` or `Event::from_parts`.
macro_rules! events {
    ($(
        $(#[doc = $doc:literal])*
        $name:ident = $wire:literal on $surfaces:literal {
            $($(#[doc = $fdoc:literal])* $field:ident $key:literal: $type:ty,)*
        }
    )*) => {
        $(
            $(#[doc = $doc])*
            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
            #[non_exhaustive]
            pub struct $name {
                $(
                    $(#[doc = $fdoc])*
                    #[serde(rename = $key, skip_serializing_if = "Field::is_absent")]
                    pub $field: $type,
                )*
            }
        )*

        $(
            impl Payload for $name {
                fn of_event(event: &Event) -> Option<&Self> {
                    match event {
                        Event::$name(payload) => Some(payload),
                        _ => None,
                    }
                }
            }
        )*

        /// The name of an event.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum EventKind {
            $($(#[doc = $doc])* $name,)*
        }

        impl EventKind {
            /// Every kind, in the order of the catalog.
            pub const ALL: &'static [EventKind] = &[$(EventKind::$name,)*];

            /// The event with this bare name; `None` if this version does not know it.
            pub fn of(name: &str) -> Option<Self> {
                match name {
                    $($wire => Some(EventKind::$name),)*
                    _ => None,
                }
            }

            /// The bare name, without the prefix of the wire.
            pub const fn name(self) -> &'static str {
                match self {
                    $(EventKind::$name => $wire,)*
                }
            }

            /// The fields of the payload.
            pub const fn fields(self) -> &'static [FieldSpec] {
                match self {
                    $(EventKind::$name => &[$(FieldSpec {
                        key: $key,
                        kind: <$type as Field>::KIND,
                        presence: <$type as Field>::PRESENCE,
                    },)*],)*
                }
            }

            /// What people read of the event.
            pub fn documentation(self) -> MessageDoc {
                match self {
                    $(EventKind::$name => MessageDoc {
                        type_name: stringify!($name),
                        doc: concat!($($doc, "\n"),*),
                        surfaces: $surfaces,
                        fields: &[$(FieldDoc {
                            doc: concat!($($fdoc, "\n"),*),
                            known: <$type as Field>::KNOWN,
                        },)*],
                    },)*
                }
            }
        }

        /// An event with its payload.
        #[derive(Debug, Clone, PartialEq)]
        #[non_exhaustive]
        pub enum Event {
            $($(#[doc = $doc])* $name($name),)*
            /// An event that this version does not know, whole.
            Unknown {
                /// The bare name.
                name: String,
                /// Its payload, unread.
                payload: Value,
            },
        }

        impl Event {
            /// The kind; `None` if this version does not know the event.
            pub fn kind(&self) -> Option<EventKind> {
                match self {
                    $(Event::$name(_) => Some(EventKind::$name),)*
                    Event::Unknown { .. } => None,
                }
            }

            /// Reads the payload of the event with the bare name `name`; `None` if a field is
            /// missing or has another type than the catalog says.
            pub fn from_parts(name: &str, payload: Value) -> Option<Self> {
                Some(match name {
                    $($wire => Event::$name(serde_json::from_value(payload).ok()?),)*
                    _ => Event::Unknown { name: name.to_owned(), payload },
                })
            }

            /// The bare name.
            pub fn name(&self) -> &str {
                match self {
                    $(Event::$name(_) => $wire,)*
                    Event::Unknown { name, .. } => name,
                }
            }

            /// The payload as JSON.
            pub fn payload(&self) -> Value {
                match self {
                    // Writing texts, numbers and JSON as JSON cannot fail.
                    $(Event::$name(payload) => serde_json::to_value(payload).unwrap_or_default(),)*
                    Event::Unknown { payload, .. } => payload.clone(),
                }
            }
        }
    };
}

events! {
    /// The embed has authenticated and mounted. Fires once per session.
    Ready = "ready" on "all" {
        /// The embed tenant, or null outside one.
        embed_tenant "embedTenant": Nullable<String>,
        /// The deployment, or null where there is none.
        deployment_id "deploymentId": Nullable<f64>,
        /// How the embed is authenticated.
        mode "mode": Mode,
        /// What the iframe shows.
        surface "surface": SurfaceKind,
        /// The dashboard's public id. Dashboard surface only.
        public_id "publicId": Option<String>,
    }

    /// A view is shown: on load and on each navigation inside the embed.
    View = "view" on "all" {
        /// What the iframe shows.
        surface "surface": SurfaceKind,
        /// The path inside the embed.
        path "path": String,
        /// The dashboard's public id.
        public_id "publicId": Option<String>,
        /// The view's title.
        title "title": Option<String>,
    }

    /// The viewer navigates inside the embed.
    Navigate = "navigate" on "all" {
        /// The path navigated to.
        path "path": String,
        /// The path navigated from.
        previous_path "previousPath": Option<String>,
    }

    /// All widgets of a dashboard have rendered.
    DashboardLoaded = "dashboard-loaded" on "dashboard" {
        /// The dashboard's public id.
        public_id "publicId": Option<String>,
        /// How many widgets there are.
        widget_count "widgetCount": Option<f64>,
        /// How long loading took, in milliseconds.
        load_duration_ms "loadDurationMs": Option<f64>,
    }

    /// The viewer exports data or an image. Never carries exported rows. Exports are offered only
    /// where the embed URL has `allowExport=true`.
    Download = "download" on "dashboard" {
        /// The file's format.
        format "format": DownloadFormat,
        /// What was exported.
        target "target": DownloadTarget,
        /// The widget, where one was exported.
        widget_id "widgetId": Option<String>,
        /// Its title.
        title "title": Option<String>,
        /// How many rows were exported. Data exports only.
        row_count "rowCount": Option<f64>,
    }

    /// The viewer drills into a measure.
    Drilldown = "drilldown" on "dashboard" {
        /// The fully-qualified measure.
        member "member": String,
        /// The value drilled into.
        value "value": Option<Value>,
        /// The widget.
        widget_id "widgetId": Option<String>,
    }

    /// An AI query is submitted, completes or fails.
    AiQuery = "ai-query" on "all" {
        /// What was asked.
        query "query": String,
        /// How far it is.
        status "status": AiQueryStatus,
        /// The chat it belongs to.
        chat_id "chatId": Option<String>,
        /// The agent that answers.
        agent_id "agentId": Option<String>,
    }

    /// A signed session stops working in about 30 minutes. Best effort: it may arrive late, or
    /// after `session-expired`.
    SessionExpiring = "session-expiring" on "all, signed only" {
        /// When the session stops working, in epoch milliseconds.
        expires_at "expiresAt": f64,
        /// The time left in milliseconds, 0 when already past.
        expires_in_ms "expiresInMs": f64,
    }

    /// A signed session has ended.
    SessionExpired = "session-expired" on "all" {
        /// When it ended, in epoch milliseconds.
        expired_at "expiredAt": f64,
    }

    /// The embed surfaces an error.
    Error = "error" on "all" {
        /// What happened.
        message "message": String,
        /// The error's name, for example `EmbedSessionExchangeError`.
        name "name": Option<String>,
        /// Where it arose.
        context "context": Option<ErrorContext>,
        /// True when the whole surface went down.
        fatal "fatal": Option<bool>,
    }
}

/// The payload of one kind of event.
#[doc(hidden)]
pub trait Payload: Sized {
    /// The payload of `event`; `None` if it is another one.
    fn of_event(event: &Event) -> Option<&Self>;
}

/// What an event means for the session of its embed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Report {
    /// Nothing.
    None,
    /// The session has begun.
    Ready,
    /// The embed shows a view: after a late renewal, actions may have to be sent again.
    View,
    /// The session ends soon.
    Expiring,
    /// The session has ended.
    Expired,
    /// The embed has gone to another path: the page's last `navigate` may count no more.
    Navigate,
    /// The embed may have rejected a session id: see [`Error::is_session_rejection`].
    Error,
}

impl Report {
    /// Every report.
    pub const ALL: &'static [Self] = &[
        Report::None,
        Report::Ready,
        Report::View,
        Report::Expiring,
        Report::Expired,
        Report::Navigate,
        Report::Error,
    ];
}

impl EventKind {
    /// What the event means for the session.
    pub const fn report(self) -> Report {
        match self {
            EventKind::Ready => Report::Ready,
            EventKind::View => Report::View,
            EventKind::SessionExpiring => Report::Expiring,
            EventKind::SessionExpired => Report::Expired,
            EventKind::Navigate => Report::Navigate,
            EventKind::Error => Report::Error,
            _ => Report::None,
        }
    }
}

impl Event {
    /// What the event means for the session.
    pub fn report(&self) -> Report {
        self.kind().map_or(Report::None, EventKind::report)
    }
}

impl Error {
    /// True if the embed reports by this error that it rejected a session id.
    pub fn is_session_rejection(&self) -> bool {
        let context = self.context.as_ref().map(ErrorContext::as_str);
        self.name.as_deref() == Some(SESSION_REJECTION)
            && context == Some(SESSION_REJECTION_CONTEXT)
    }

    /// True if the embed reports by this error that all of it went down.
    pub fn is_fatal(&self) -> bool {
        self.fatal == Some(true)
    }
}
