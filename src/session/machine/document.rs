//! What the iframe shows, and what is known of it.

use super::phase::OrElse;
use super::{Delivery, Due, Error, Phase, Reason, Session, Task};
use crate::session::policy::ID_LIFETIME;
use crate::session::{Monotonic, Now};

/// The document in the iframe.
///
/// ```text
/// svc-embed loads ────▶ Nothing ──any event──▶ Event ──ready──▶ Ready   its own document
/// a move, or a `load` ▶ Nothing ──any event──▶ Event ──ready──▶ Ready   any other document
///
/// rejects an id that was not posted after `ready` ──▶ Nothing: in the lower line if an embed was there, otherwise in its own
/// rejects an id that was posted after `ready` ──▶ Ready, as before
/// has rejected any id, and then the load fails ──▶ Event in the lower line
/// ```
///
/// A rejection leaves it where it is if the embed cannot renew, or if the attempt under way answers one already.
/// Any event is any but a rejection and a fatal error; `ready` makes both steps. A session event is none in a document
/// that the bridge loaded, nor in one that has rejected an id. An embed is there at `Ready`, and in a document that the bridge
/// did not load, at `Event`, too: it may have been ready before the bridge listened.
///
/// Before the first load of the bridge, it is the empty document of a new iframe (upper line), or the page's (lower).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Document {
    /// Whether the bridge did not load it. It is unknown until its first event: no id is posted to it.
    pub(super) is_foreign: bool,
    pub(super) sign: Sign,
    /// Whether it has no session that works, as far as is known. The attempt under way, or in its pause, loads another;
    /// the next renewal, too, unless an embed has shown itself by then. If a `load` follows before that, the next document
    /// is dead as well. `ready` ends this, and a load that was to take its place, if no session has begun: one that
    /// has may be lost with the document before. So does a load that fails, in the lower line.
    pub(super) is_dead: bool,
    /// Whether it has rejected any id and reported nothing since. If a `load` follows, the next document is dead.
    pub(super) has_rejected: bool,
    pub(super) answer: Answer,
    /// From when on a `ready` that answers no id has the actions sent again.
    remount_from: Monotonic,
}

/// What a document has shown of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Sign {
    /// It has reported nothing.
    Nothing,
    /// It has reported something, but not `ready`: its load has not failed.
    Event,
    /// It has reported `ready`.
    Ready,
}

/// What a document has still to say to the id that was posted to it last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Answer {
    Nothing,
    Due {
        /// Whether a `ready` that answers has the actions sent again: the id was late, and counted as taken before
        /// the view of its session was there.
        shows_loss: bool,
        /// From when on a `ready` is no answer any more: the id counts as taken, and has died since.
        /// [`Monotonic::NEVER`] until it counts as taken.
        until: Monotonic,
    },
}

impl Document {
    pub(super) fn new(is_foreign: bool) -> Self {
        Self {
            is_foreign,
            sign: Sign::Nothing,
            is_dead: false,
            has_rejected: false,
            answer: Answer::Nothing,
            remount_from: Monotonic::PAST,
        }
    }

    /// Whether an embed in it can receive a post.
    pub(super) fn is_embed(&self) -> bool {
        match self.sign {
            Sign::Ready => true,
            Sign::Event => self.is_foreign,
            Sign::Nothing => false,
        }
    }

    pub(super) fn has_reported(&self) -> bool {
        self.sign != Sign::Nothing
    }

    pub(super) fn awaits_sign(&self) -> bool {
        !self.has_reported() || self.has_rejected
    }

    /// Whether its load has failed, or it has rejected an id, and no embed has shown itself since.
    pub(super) fn is_gone(&self) -> bool {
        self.is_dead && !self.is_embed()
    }

    /// Whether nobody knows yet if an embed is there.
    pub(super) fn is_unknown(&self) -> bool {
        self.is_foreign && self.sign == Sign::Nothing
    }

    /// How a fresh id reaches it.
    pub(super) fn delivery(&self) -> Delivery {
        if self.is_embed() || (self.is_foreign && !self.is_dead) {
            Delivery::Post
        } else {
            Delivery::Load
        }
    }

    /// It has reported something other than `ready`.
    pub(super) fn note_event(&mut self) {
        if self.sign == Sign::Nothing {
            self.sign = Sign::Event;
        }
        self.has_rejected = false;
    }

    /// It has rejected an id. Returns whether that answers one that was posted to it, and leaves the embed there. A
    /// document that was never `ready` has no session.
    pub(super) fn note_rejection(&mut self, now: Now) -> bool {
        self.has_rejected = true;
        let is_answer = self.sign == Sign::Ready && self.answer.is_due(now);
        self.answer = Answer::Nothing;
        is_answer
    }

    /// The embed is ready again, and answers no id: it has mounted itself again. Returns whether it is to be sent the
    /// actions. One that is ready again after each of them would be sent them for ever.
    pub(super) fn note_remount(&mut self, now: Now, pause: crate::session::Millis) -> bool {
        let pause_is_over = now.monotonic >= self.remount_from;
        if pause_is_over {
            self.remount_from = now.after(pause);
        }
        pause_is_over
    }
}

impl Answer {
    /// An id was posted to the document.
    pub(super) fn note_post(&mut self) {
        *self = Answer::Due {
            shows_loss: false,
            until: Monotonic::NEVER,
        };
    }

    pub(super) fn expect_loss(&mut self) {
        if let Answer::Due { shows_loss, .. } = self {
            *shows_loss = true;
        }
    }

    pub(super) fn shows_loss(self) -> bool {
        matches!(
            self,
            Answer::Due {
                shows_loss: true,
                ..
            }
        )
    }

    /// The id counts as taken. Its time begins only now: if the tab was frozen, so was the embed.
    pub(super) fn note_taken(&mut self, now: Now) {
        if let Answer::Due { until, .. } = self {
            *until = now.after(ID_LIFETIME);
        }
    }

    /// Whether a `ready` or a rejection would be the answer.
    pub(super) fn is_due(self, now: Now) -> bool {
        matches!(self, Answer::Due { until, .. } if now.monotonic < until)
    }
}

// A document comes.
impl Session {
    /// The iframe shows another document, which has reported nothing yet.
    pub(super) fn expect_embed(&mut self, now: Now, is_foreign: bool) {
        self.document = Document::new(is_foreign);
        self.ready.expect_by(now.after(self.ready_timeout));
    }

    /// Loads the iframe by `task`: with an id, or without one.
    pub(super) fn load(&mut self, task: Task) {
        self.phase = Phase::Loading;
        self.todo.add(task);
    }

    /// A new document is being loaded, and `ready` is still to come.
    pub(super) fn on_loaded(&mut self, now: Now) {
        if !matches!(self.phase, Phase::Loading) {
            // The embed has turned out to be private while it was being loaded.
            return self.expect_embed(now, self.document.is_foreign);
        }
        self.end_renewal(now);
        self.ready.ends_load = true;
        // A slow mint takes nothing of the time of the load.
        self.ready.due = Due::Never;
        self.expect_embed(now, false);
        self.begin_loaded_session(now);
    }

    pub(super) fn on_load_failed(&mut self, now: Now, error: Error) {
        if !matches!(self.phase, Phase::Loading) {
            return;
        }
        self.end_renewal(now);
        self.last_error = Some(error);
        // The next attempt posts: nothing else is left, and a rejection may be an old one.
        self.document.is_dead &= !self.document.is_foreign;
        if self.document.has_rejected {
            self.document.is_foreign = true;
            self.document.sign = Sign::Event;
        }
        if (self.term.is_ending() || self.attempt.reason == Reason::Rejected) && self.can_renew() {
            // No deadline is left that would start an attempt before the session lapses. After a
            // rejection, nobody knows which session the embed has.
            self.phase = Phase::Exhausted {
                since: now.monotonic,
                or_else: OrElse::Nothing,
            };
        }
        self.todo.settle(Err(error));
    }

    /// The document in the new window was loaded with an id that is spent, so it is loaded again with
    /// a fresh one. An embed without sessions is left as it is, and sent its actions at its first event.
    pub(super) fn on_moved(&mut self, now: Now) {
        self.expect_embed(now, true);
        if !self.can_renew() {
            return;
        }
        self.document.is_dead = true;
        match self.phase {
            // A page may move its iframes all the time: the least pause holds.
            Phase::BackingOff { since, next } => {
                self.attempt.delivery = Delivery::Load;
                self.hurry(now, since, next.at);
            }
            Phase::Exhausted { .. } => self.try_soon(now, Reason::Reload),
            Phase::Idle { .. } if self.attempt.reason == Reason::Reload => {
                self.try_soon(now, Reason::Reload);
            }
            _ => self.load_afresh(now),
        }
    }

    /// Loads the iframe with the id that is being minted, or with another.
    pub(super) fn load_afresh(&mut self, now: Now) {
        match self.phase {
            // The iframe is about to be loaded.
            Phase::Loading => {}
            Phase::AwaitingTurn | Phase::Minting { .. } => self.attempt.delivery = Delivery::Load,
            _ => self.begin_asked(now, Reason::Reload),
        }
    }

    /// The frame has gone to another document by itself.
    pub(super) fn on_navigated(&mut self, now: Now) {
        if matches!(self.phase, Phase::Loading) {
            // The bridge is about to load another document.
            return;
        }
        let before = self.document;
        self.expect_embed(now, true);
        if (before.has_rejected && self.can_renew()) || before.is_gone() {
            self.write_off_document();
        }
        self.lose_id(
            now,
            if before.has_rejected {
                Error::ExchangeRejected
            } else {
                Error::Unreachable
            },
        );
        if self.awaits_turn() {
            // Nobody may be there any more when its turn comes.
            self.attempt.number -= 1;
            self.await_turn(now);
        }
    }

    /// The promise of `ready` ends at once. The document then counts as any that is silent.
    pub(super) fn on_blocked(&mut self) {
        if !self.document.has_reported() {
            self.last_error = Some(Error::Blocked);
            self.todo.add(Task::RejectReady);
        }
    }

    /// The document is of no use any more, so the attempt under way loads another.
    pub(super) fn write_off_document(&mut self) {
        self.document.is_dead = true;
        self.attempt.delivery = Delivery::Load;
    }

    /// A rejection has come that answers no posted id. Unless the document was just loaded with it, the viewer or the
    /// embed loads the frame again, and the `load` is to come.
    pub(super) fn expect_dead_document(&mut self) {
        self.document.is_foreign |= self.document.is_embed();
        self.document.sign = Sign::Nothing;
        self.write_off_document();
        self.ready.take_load();
    }
}
