//! Errors that the embed reports, other than a rejected session id.

use std::cell::{Cell, RefCell};

use log::warn;

use crate::protocol::names::SESSION_REJECTION_CONTEXT;
use crate::protocol::{SurfaceKind, events};

/// The errors of which something was said.
#[derive(Default)]
pub(super) struct Reported {
    kinds: RefCell<Vec<String>>,
    /// Whether it was asked whether the dashboard allows signed embedding.
    is_advised: Cell<bool>,
}

impl Reported {
    /// Says once of each kind of error that the embed reports it, without its message, which may name an id.
    pub(super) fn tell(&self, error: &events::Error, surface: &SurfaceKind, is_private: bool) {
        // The session says what has become of its id.
        if error.is_session_rejection() {
            return;
        }
        let context = error.context.as_ref().map(events::ErrorContext::as_str);
        let words = [error.name.as_deref(), context].into_iter().flatten();
        let kind = (words.filter(|word| is_word(word)).collect::<Vec<_>>()).join(", ");
        let of_kind = match kind.as_str() {
            "" => String::new(),
            kind => format!(" ({kind})"),
        };
        if !self.note(kind) {
            return;
        }
        let is_of_dashboard = *surface == SurfaceKind::Dashboard
            && context != Some(SESSION_REJECTION_CONTEXT)
            && !is_private;
        let is_advised = is_of_dashboard && !self.is_advised.replace(true);
        let advice = if is_advised { NOT_ALLOWED } else { "" };
        warn!("The embed reports an error{of_kind}. Its message is in the event error.{advice}");
    }

    /// Whether something is to be said of this kind of error.
    fn note(&self, kind: String) -> bool {
        let mut kinds = self.kinds.borrow_mut();
        let is_new = kinds.len() < MOST && !kinds.contains(&kind);
        if is_new {
            kinds.push(kind);
        }
        is_new
    }
}

const NOT_ALLOWED: &str = " If the dashboard is not shown, see whether its allowEmbed is true at the service: otherwise signed sessions may not show it.";

/// Of how many kinds of errors something is said, for each embed.
const MOST: usize = 5;

/// The most characters of a name of an error, or of where it arose.
const MOST_CHARACTERS: usize = 60;

/// Whether a text looks like the name of an error, or of where it arose.
fn is_word(text: &str) -> bool {
    let is_of_word = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    (1..=MOST_CHARACTERS).contains(&text.len()) && text.bytes().all(is_of_word)
}
