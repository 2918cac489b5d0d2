//! The messages of an embed.

use wasm_bindgen::JsValue;

use crate::protocol::{self, Event, EventMessage, Refusal};
use crate::session::{Epoch, Input, Millis, Mode, Report};

/// A message from an embed's iframe that failed a check.
///
/// ```no_run
/// # use svc_embed::bridge::{Dropped, Embed};
/// # fn example(embed: &Embed) {
/// let reports = embed.on(|dropped: &Dropped| {
///     web_sys::console::warn_2(&dropped.reason.as_str().into(), &dropped.data);
/// });
/// # drop(reports);
/// # }
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Dropped {
    /// The first check that it failed.
    pub reason: Refusal,
    /// The origin that it came from; `"null"` for an opaque one.
    pub origin: String,
    /// The message as it arrived. Trust nothing in it.
    pub data: JsValue,
}

/// What a session has to know of a message, if anything.
pub(super) enum ForSession {
    /// It matters only if it is news; see [`Page::is_news`](crate::page::Page::is_news).
    IfNews(Report, Input),
    Always(Input),
    Nothing,
}

impl ForSession {
    pub(super) fn of(message: &EventMessage) -> Self {
        match &message.event {
            Event::Ready(ready) => Self::Always(Input::Ready(mode(&ready.mode))),
            Event::View(_) => Self::IfNews(Report::View, Input::View),
            Event::SessionExpiring(expiring) => {
                let expires_at = Epoch::from_number(expiring.expires_at);
                let input = Input::Expiring {
                    expires_at,
                    expires_in: Millis::from_number(expiring.expires_in_ms),
                };
                Self::IfNews(Report::Expiring(expires_at), input)
            }
            Event::SessionExpired(expired) => {
                let expired_at = Epoch::from_number(expired.expired_at);
                let input = Input::Expired {
                    expired_at,
                    reported_at: Epoch::from_number(message.timestamp),
                };
                Self::IfNews(Report::Expired(expired_at), input)
            }
            Event::Error(error) if error.is_session_rejection() => Self::Always(Input::Rejected),
            _ => Self::Nothing,
        }
    }
}

fn mode(mode: &protocol::events::Mode) -> Option<Mode> {
    match mode {
        protocol::events::Mode::Signed => Some(Mode::Signed),
        protocol::events::Mode::Private => Some(Mode::Private),
        _ => None,
    }
}
