//! The document in the iframe of an embed: facts go in, and what they mean comes out.
//!
//! A shell hands in what it sees ([`Fact`]) and concludes nothing. This module concludes what the session hears of the
//! document, and whether the page's last `navigate` still counts. What the document has shown of itself, the session
//! knows, and is asked.

use super::Input;
use crate::session::{self, Millis, Monotonic, Now, Session};

variants! {
    /// What a shell sees of the iframe and its document.
    pub enum Fact {
        /// A valid message that means nothing for the session by itself: an embed or its page is there. A fatal error
        /// is none.
        Event,
        /// The embed reported a `navigate` to the path that the page asked for last.
        NavigatedAsAsked,
        /// The embed reported a `navigate` whose previous path is that path.
        NavigatedOnwards,
        /// The embed reported any other `navigate`, and the page has asked for one. If it has not, it is an `Event`.
        Navigated,
        /// The page's `navigate` was posted, whether or not there was a window.
        NavigationPosted,
        /// The iframe has fired `load`, and shows no empty document.
        FrameLoaded,
        /// The same while the browser is offline: the document may be its error page.
        FrameLoadedOffline,
        /// The iframe has fired `load` for the empty document that it has before any other.
        FrameEmptied,
        /// The iframe, which shows something, has another window than before.
        WindowReplaced,
        /// The viewer came back to this page through the history of the tab, and the id in the iframe's URL is spent.
        PageRestored,
        /// The browser will not show the document.
        Blocked,
    }
}

/// How long an embed may take to report a navigation of the page. No echo is due at its end.
const ECHO_WAIT: Millis = Millis::from_secs(5);

/// What follows from the facts. One `load` is *expected*, however often, after these: the embed is opened (also on an
/// iframe that has loaded before), svc-embed loads it, `Moved`. After the last two, no echo is due. An *echo* is the
/// embed's report of a navigation of the page's. The page's `navigate` is forgotten only if it was sent; no echo is due
/// then.
///
/// | fact | the session is told | and |
/// |---|---|---|
/// | the first sign ([`Document::is_sign`]) of a document, and the first after a rejection | `Shown`, before all else (of a session event, the session decides) | |
/// | `ready` again that answers no id ([`Session::awaits_answer`]), with no echo due | `Ready` | the page's `navigate` is forgotten |
/// | `NavigationPosted` | | one echo more is due, and those that still were: all within [`ECHO_WAIT`] from now |
/// | `NavigatedAsAsked` | | no echo is due any more |
/// | `Navigated`, with an echo due | | one echo fewer is due |
/// | `Navigated` otherwise, `NavigatedOnwards` | | the page's `navigate` is forgotten |
/// | `FrameLoaded`, expected | | the next one is not |
/// | `FrameLoaded` otherwise | `Navigated` | the page's `navigate` is forgotten |
/// | `FrameLoadedOffline` | the same, then `LoadedOffline` if nothing was reported | the same |
/// | `FrameEmptied` | `Foreground`, if it awaits an embed | |
/// | `WindowReplaced`, or `PageRestored` before any report | `Moved` | |
/// | `Blocked` | `Blocked`, of no effect after a report | |
/// | every other input of the session | itself | |
///
/// All actions are due when an embed is there first since none was ([`Embed::handle`]). Later, the session decides.
///
/// [`Embed::handle`]: super::embed::Embed::handle
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) struct Document {
    /// Whether the next `load` of the iframe is that of this document. If not, the frame has gone to another one.
    is_expected: bool,
    /// Whether the actions are to be sent: an embed has appeared.
    pub(super) is_to_send: bool,
    /// Whether the page's last `navigate` is to be forgotten.
    pub(super) forgets_navigation: bool,
    /// How many reports of the page's own navigations are still to come, and until when.
    echoes: u32,
    echoes_until: Monotonic,
}

impl Document {
    pub(super) fn new() -> Self {
        Self {
            is_expected: true,
            is_to_send: false,
            forgets_navigation: false,
            echoes: 0,
            echoes_until: Monotonic::new(0),
        }
    }

    /// Whether an input is a sign of an embed, or at least of a page of the service.
    pub(super) fn is_sign(input: Input) -> bool {
        matches!(
            input,
            Input::Session(session::Input::Ready(_) | session::Input::View)
                | Input::Document(
                    Fact::Event | Fact::NavigatedAsAsked | Fact::NavigatedOnwards | Fact::Navigated
                )
        )
    }

    /// What an input means for the session.
    pub(super) fn conclude(
        &mut self,
        now: Now,
        input: Input,
        session: &Session,
    ) -> Option<session::Input> {
        Some(match input {
            // The page has checked the id.
            Input::Minted(ticket, _) => session::Input::Minted(ticket),
            Input::Session(input) => {
                match input {
                    session::Input::Ready(_) => self.note_ready(now, session),
                    session::Input::Loaded => self.replace(),
                    _ => {}
                }
                input
            }
            Input::Document(fact) => return self.conclude_of(now, fact, session),
        })
    }

    fn conclude_of(&mut self, now: Now, fact: Fact, session: &Session) -> Option<session::Input> {
        match fact {
            Fact::NavigationPosted => {
                let others = if self.awaits_echo(now) {
                    self.echoes
                } else {
                    0
                };
                self.echoes = others + 1;
                self.echoes_until = now.monotonic + ECHO_WAIT;
            }
            Fact::NavigatedAsAsked => self.echoes = 0,
            // The first reports after a `navigate` are about that itself, however the embed spells the path.
            Fact::Navigated if self.awaits_echo(now) => self.echoes -= 1,
            Fact::Navigated | Fact::NavigatedOnwards => self.forget_navigation(),
            Fact::FrameLoaded | Fact::FrameLoadedOffline => {
                if !core::mem::take(&mut self.is_expected) {
                    self.forget_navigation();
                    return Some(session::Input::Navigated);
                }
            }
            // The target of an iframe that nobody could load may just have been put into the page.
            Fact::FrameEmptied if session.awaits_embed() => {
                return Some(session::Input::Foreground);
            }
            Fact::PageRestored if session.has_reported() => {}
            Fact::WindowReplaced | Fact::PageRestored => {
                self.replace();
                return Some(session::Input::Moved);
            }
            Fact::Blocked => return Some(session::Input::Blocked),
            Fact::Event | Fact::FrameEmptied => {}
        }
        None
    }

    /// A second `ready` that answers no id may be that of the next document, before the end of its load. While an echo
    /// is due, it is rather the first one again, and the page's `navigate` stays.
    fn note_ready(&mut self, now: Now, session: &Session) {
        if session.is_ready() && !session.awaits_answer(now) && !self.awaits_echo(now) {
            self.forget_navigation();
        }
    }

    /// Another document is on its way, which reports no navigation that was posted to this one.
    fn replace(&mut self) {
        self.is_expected = true;
        self.echoes = 0;
    }

    /// The embed has gone to a path, or to a document, of its own. The page's last `navigate` would take the viewer
    /// back.
    fn forget_navigation(&mut self) {
        self.echoes = 0;
        self.forgets_navigation = true;
    }

    /// Whether the report of a `navigate` that was posted is still to come.
    fn awaits_echo(&self, now: Now) -> bool {
        self.echoes > 0 && now.monotonic < self.echoes_until
    }
}
