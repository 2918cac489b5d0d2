//! An embed as it truly is. The page machine learns of it only by messages.

use svc_embed::session::Millis;

/// What the iframe holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Frame {
    Empty,
    Loading {
        /// The id in its URL; `None` for a private embed.
        id: Option<u8>,
        since: Millis,
        slow: bool,
    },
    /// It has loaded, and shows no embed: the service refused its id, or the network was away.
    Refused,
    Mounted,
    /// It is going to another document by itself: the viewer follows a link, or the embed loads itself again.
    Leaving {
        /// Whether that document is asked for with an id that is spent.
        is_spent: bool,
        slow: bool,
        /// Since when the tab has been awake without a document in the frame.
        since: Millis,
    },
    /// The iframe is in no document. `was_loaded`: it has a URL, which the browser loads once it is back.
    Out {
        was_loaded: bool,
    },
}

/// A signed session that the embed has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Live {
    /// When the id that it came from was handed to the embed.
    pub delivered: Millis,
    pub expires: Millis,
    /// Whether `session-expiring` has been sent.
    pub expiring_sent: bool,
    /// Whether `session-expired` has been sent.
    pub expired_sent: bool,
    /// Whether the page heard of the session's beginning or of its time left so late that it must
    /// take the session for younger than it is.
    pub misled: bool,
}

/// An id that was posted, and that the embed has neither taken nor refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Exchange {
    pub id: u8,
    pub posted: Millis,
    pub slow: bool,
    /// Whether the machine took another id for confirmed at that time that was not.
    pub mistaken: bool,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Embed {
    pub frame: Frame,
    pub session: Option<Live>,
    /// How many sessions there have been.
    pub sessions: u8,
    pub exchanges: Vec<Exchange>,
    /// Whether the viewer has lost the state that the page's actions had set.
    pub view_lost: bool,
}

impl Embed {
    pub fn new(frame: Frame) -> Self {
        Self {
            frame,
            session: None,
            sessions: 0,
            exchanges: Vec::new(),
            view_lost: false,
        }
    }

    pub fn begin(&mut self, delivered: Millis, expires: Millis) {
        self.sessions += 1;
        self.session = Some(Live {
            delivered,
            expires,
            expiring_sent: false,
            expired_sent: false,
            misled: false,
        });
    }

    /// Another document takes the place of the present one.
    pub fn load(&mut self, id: Option<u8>, since: Millis) {
        self.frame = Frame::Loading {
            id,
            since,
            slow: false,
        };
        self.session = None;
        self.exchanges.clear();
    }

    /// The page takes the iframe out of the document, and its own document is gone.
    pub fn take_out(&mut self) {
        self.frame = Frame::Out {
            was_loaded: self.frame != Frame::Empty,
        };
        self.session = None;
        self.exchanges.clear();
    }

    pub fn is_out(&self) -> bool {
        matches!(self.frame, Frame::Out { .. })
    }

    pub fn has_lapsed(&self, time: Millis) -> bool {
        self.session.is_some_and(|live| time >= live.expires)
    }

    pub fn is_loading(&self) -> bool {
        matches!(self.frame, Frame::Loading { .. } | Frame::Leaving { .. })
    }

    /// Its document goes, and what was posted to it is lost.
    pub fn leave(&mut self, is_spent: bool, since: Millis) {
        self.frame = Frame::Leaving {
            is_spent,
            slow: false,
            since,
        };
        self.exchanges.clear();
    }
}

/// What is on its way to the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Kind {
    Ready,
    View,
    Expiring {
        expires: Millis,
    },
    Expired {
        expires: Millis,
    },
    Rejected,
    /// The browser reports the end of a load that neither the bridge nor a move has begun.
    Load,
    /// The browser reports that the tab is back.
    Foreground,
}

impl Kind {
    pub fn is_session_event(self) -> bool {
        matches!(self, Kind::Expiring { .. } | Kind::Expired { .. })
    }

    /// Whether it may arrive after the document that sent it is gone, and be overtaken.
    pub fn is_lasting(self) -> bool {
        self.is_session_event() || self == Kind::Foreground
    }

    /// A rejection and the view after a late renewal are never lost: nothing else says the same.
    /// The tab's return is reported by the browser in several ways.
    pub fn can_be_lost(self) -> bool {
        self.is_session_event() || self == Kind::Ready
    }

    pub fn can_be_doubled(self) -> bool {
        self.is_lasting()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Message {
    pub kind: Kind,
    /// When it was sent.
    pub sent: Millis,
    pub slow: bool,
    /// Whether the frame has left the document that sent it: it is in the page's queue already.
    pub is_queued: bool,
}

impl Message {
    pub fn new(kind: Kind, time: Millis) -> Self {
        Self {
            kind,
            // Nothing depends on when `Foreground` was sent, so like states stay equal.
            sent: if kind == Kind::Foreground {
                Millis::ZERO
            } else {
                time
            },
            slow: false,
            is_queued: false,
        }
    }
}
