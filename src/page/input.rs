//! What a shell hands to the page.

use super::TextHash;
use crate::session::{self, Ticket};

/// What happened to an embed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Input {
    /// `getSession` returned the id with this hash.
    Minted(Ticket, TextHash),
    /// Everything else concerns only the embed's own session. Two inputs are the page's own:
    /// [`session::Input::Turn`] is ignored, and [`session::Input::Minted`] counts as a mint that
    /// returned no id.
    Session(session::Input),
}

impl From<session::Input> for Input {
    fn from(input: session::Input) -> Self {
        Input::Session(input)
    }
}
