//! A session id, which nothing prints.

use core::fmt;

use super::patterns;

/// A single-use session id. Its `Debug` form hides it, so that no log and no message can carry it.
///
/// ```
/// use svc_embed::protocol::SessionId;
///
/// let id = SessionId::new("s-1");
/// assert_eq!(id.as_ref().map(SessionId::expose), Some("s-1"));
/// assert_eq!(format!("{id:?}"), "Some(SessionId(hidden))");
/// // A text that is JSON is not the id in it.
/// assert_eq!(SessionId::new(r#"{"sessionId":"s-1"}"#), None);
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SessionId(String);

impl SessionId {
    /// Takes the id that the page's backend has minted; `None` if the text is blank, or is JSON, HTML,
    /// `[object Object]`, `undefined`, an address or the text of a header.
    pub fn new(id: &str) -> Option<Self> {
        let is_id = patterns::NOT_BLANK.matches(id) && !patterns::NO_SESSION_ID.matches(id);
        is_id.then(|| Self(id.into()))
    }

    /// The id itself. It belongs into the iframe's URL and into `set-session`, and nowhere else.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for SessionId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SessionId(hidden)")
    }
}
