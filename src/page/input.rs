//! What a shell hands to the page.

use super::{Fact, TextHash};
use crate::session::{self, Ticket};

/// What happened to an embed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Input {
    /// `getSession` returned the id with this hash. It counts as used from now on, also if its ticket is an old one.
    /// A shell hands in no answer to a call that it has aborted: nobody has used that id.
    Minted(Ticket, TextHash),
    /// What the shell sees of the iframe and its document.
    Document(Fact),
    /// Everything else concerns only the embed's own session. Some inputs of a session are the page's own: no shell
    /// hands in what only a [`Fact`] can mean, [`session::Input::Turn`] is ignored, and [`session::Input::Minted`] is
    /// [`session::MintFailure::Invalid`].
    Session(session::Input),
}

impl From<session::Input> for Input {
    fn from(input: session::Input) -> Self {
        Input::Session(input)
    }
}

impl From<Fact> for Input {
    fn from(fact: Fact) -> Self {
        Input::Document(fact)
    }
}
