//! What the iframe shows, and what is known of it.

use super::phase::OrElse;
use super::{AwaitedBy, Delivery, Due, Error, Input, Phase, Reason, Session, Task};
use crate::session::policy::{
    EARLY_READY, FREE_DOCUMENTS, ID_LIFETIME, LOAD_PAUSE, LONGEST_LOAD_PAUSE, Policy, SILENCE,
    SLOW_EMBED,
};
use crate::session::{Millis, Monotonic, Now};

/// The document in the iframe. Of the next one nothing is known, with two exceptions: one that was `ready` before the
/// end of its load is taken for the same, and one that the frame goes to by itself inherits the doubt.
///
/// ```text
/// Nothing ──────────────────any event─────────────────▶ Event ──ready──▶ Ready
///    ▲                                                    ▲ ▲
///    │ silence, if no embed was ever ready                │ │
/// Silent ──silence, if one was──▶ Presumed ──any event────┘ │
///    └───────────────────────────any event──────────────────┘
/// ```
///
/// An embed is there ([`Document::is_embed`]) if it is `Ready`, and unless the bridge has loaded it, already by an
/// `Event`; until it rejects an id although it owes no answer ([`Doubt::Gone`]).
///
/// A document begins as `Silent` if the frame has gone to it by itself, otherwise as `Nothing`. `ready` may be the
/// first event of any. Any event is any but a rejection and a fatal error; and `session-expiring` and
/// `session-expired` say nothing of a document that the bridge has loaded, nor of one whose silence is not over.
///
/// Before the first load of the bridge, it is the empty document of a new iframe: it has not refused anything, owes no
/// answer, and has no state to lose. The load makes it another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Document {
    pub(super) loader: Loader,
    pub(super) sign: Sign,
    /// Until when a `load` means that the last rejection was the next document's; [`Monotonic::PAST`] if
    /// there was none since `ready`.
    pub(super) refused_until: Monotonic,
    /// Why whatever renews the session next must load the iframe, unless an event shows that an embed is
    /// there. A rejection may come before the `load` of the document that it is about. An event does not
    /// end the doubt, but `ready` does: a load that was to take the place of the document is not needed then.
    pub(super) doubt: Option<Doubt>,
    pub(super) answers: Answers,
    pub(super) loss: Loss,
}

/// Who has loaded a document, or is to load the first one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Loader {
    Bridge,
    /// The page: it has made the iframe, or has moved it.
    Page,
    /// The frame has gone to it by itself: it may be no embed at all.
    Itself,
}

/// What a document has shown of itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Sign {
    /// It has reported nothing, and its silence means nothing.
    Nothing,
    /// The frame has gone to it by itself, and it has reported nothing. From this time on, its silence means that it
    /// is an embed which has nothing to report.
    Silent { until: Monotonic },
    /// It was silent for so long. If it reports something before `slow_until`, it may have missed the actions, and is
    /// sent them again.
    Presumed { slow_until: Monotonic },
    /// It has reported something, but not `ready`: its load has not failed.
    Event,
    /// It has reported `ready`.
    Ready,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Doubt {
    /// It was loaded with an id that is spent, or while the page was offline, or was silent when `ready` was overdue,
    /// or has rejected what was posted to it; or the one before was dead, and the frame has left it by itself.
    Dead,
    /// It was an embed until it rejected an id although it owed no answer: it is gone, or will be. If the bridge has
    /// not loaded the document, an event shows that an embed is there again. The doubt is `Dead` then: it ends only
    /// with `ready`.
    Gone,
}

/// What a document has still to say to the ids that were posted to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Answers {
    NoneDue,
    Due {
        /// Whether it owes more than one answer: two need not be told apart from three. Those count that have been due
        /// for long, too: the answer of a tab that was frozen comes when it wakes, and the next id may be posted by then.
        are_several: bool,
        /// Whether the `ready` that answers shows a [`Loss`], too: the last of these ids was late, and counted as taken
        /// before the view of its session was there.
        show_loss: bool,
        /// From when on a `ready` is no answer any more: the last of these ids counts as taken, and has died
        /// since. [`Monotonic::NEVER`] until it counts as taken.
        until: Monotonic,
    },
}

/// How a document may show that it has lost the page's actions, which are then sent to it again. An answer may
/// show that, too ([`Answers::Due`]).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Loss {
    /// By the end of a load: an embed that had shown itself before has reported `ready`, which may have been that of
    /// the next document.
    pub(super) early_ready: Option<EarlyReady>,
    /// By any other `ready` from then on: the embed has mounted itself again. The first `ready` of a document is none
    /// of these.
    remount_from: Monotonic,
    /// How long the next actions that are sent will put that off.
    remount_pause: Millis,
    /// How many documents in a row were ready before the end of their load.
    early_documents: u8,
    /// Until when the next such document belongs to that row; later, it begins another.
    early_until: Monotonic,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct EarlyReady {
    /// Until when the `load` of that document may follow.
    pub(super) until: Monotonic,
    pub(super) seemed: Seemed,
}

/// What a `ready` of an embed that was ready already seemed to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Seemed {
    /// The answer to an id that was posted.
    Answer,
    /// That of the same embed, which has mounted itself again.
    Remount {
        /// Whether it had the page's actions sent again.
        is_replayed: bool,
    },
}

impl Document {
    pub(super) fn new(loader: Loader, policy: &Policy) -> Self {
        Self {
            loader,
            sign: Sign::Nothing,
            refused_until: Monotonic::PAST,
            doubt: None,
            answers: Answers::NoneDue,
            loss: Loss::new(policy),
        }
    }

    /// Whether an embed in it can receive a post.
    pub(super) fn is_embed(&self) -> bool {
        let is_shown = match self.sign {
            Sign::Ready => true,
            Sign::Event => self.is_foreign(),
            Sign::Nothing | Sign::Silent { .. } | Sign::Presumed { .. } => false,
        };
        is_shown && self.doubt != Some(Doubt::Gone)
    }

    /// Whether it has reported something.
    pub(super) fn was_heard(&self) -> bool {
        matches!(self.sign, Sign::Event | Sign::Ready)
    }

    /// Whether the bridge did not load it.
    pub(super) fn is_foreign(&self) -> bool {
        self.loader != Loader::Bridge
    }

    /// Whether the frame has gone to it by itself, and no embed is known to be in it.
    pub(super) fn has_left(&self) -> bool {
        self.loader == Loader::Itself && !self.is_embed()
    }

    /// Whether its load has probably failed. Silence alone does not show it: it may be slow.
    pub(super) fn is_dead(&self) -> bool {
        self.doubt.is_some() && !self.is_embed()
    }

    /// How a fresh id reaches it.
    pub(super) fn delivery(&self) -> Delivery {
        if self.is_embed() || (self.is_foreign() && self.doubt.is_none()) {
            Delivery::Post
        } else {
            Delivery::Load
        }
    }

    /// When its silence means something.
    pub(super) fn presumed_at(&self) -> Monotonic {
        match self.sign {
            Sign::Silent { until } => until,
            _ => Monotonic::NEVER,
        }
    }

    /// Whether `input` shows that an embed is in it. An event about the end of a session does, if it is the
    /// first word of a document that the bridge has not loaded: one of the bridge's has such a session only after
    /// `ready`. At the end of a load of the frame's own, though, it may be what the document before has sent:
    /// the same window sends both, and nothing in them says which of the two it was.
    pub(super) fn is_shown_by(&self, input: Input, now: Now) -> bool {
        match input {
            Input::Shown => true,
            Input::Expiring { .. } | Input::Expired { .. } => match self.sign {
                Sign::Silent { until } => now.monotonic >= until,
                Sign::Nothing | Sign::Presumed { .. } => self.is_foreign(),
                Sign::Event | Sign::Ready => false,
            },
            _ => false,
        }
    }

    /// It has reported something: an embed is in it, unless the bridge has loaded it.
    pub(super) fn note_event(&mut self) {
        if !self.was_heard() {
            self.sign = Sign::Event;
        }
        if self.is_foreign() && self.doubt == Some(Doubt::Gone) {
            self.doubt = Some(Doubt::Dead);
        }
    }

    /// Its silence means that it is an embed.
    pub(super) fn presume(&mut self, now: Now) {
        self.sign = Sign::Presumed {
            slow_until: now.after(SLOW_EMBED),
        };
    }

    /// Whether it counts as an embed already, and shows only now that it can receive messages.
    pub(super) fn is_slow_embed(&self, now: Now) -> bool {
        matches!(self.sign, Sign::Presumed { slow_until } if now.monotonic < slow_until)
    }

    /// Its silence means nothing any more.
    pub(super) fn end_silence(&mut self) {
        if let Sign::Silent { .. } = self.sign {
            self.sign = Sign::Nothing;
        }
    }

    /// The document, or the next one, has no session, and takes no post.
    pub(super) fn write_off(&mut self) {
        if self.is_embed() {
            self.doubt = Some(Doubt::Gone);
        } else {
            self.doubt.get_or_insert(Doubt::Dead);
        }
    }
}

impl Answers {
    /// An id was posted to the document, which answers it once.
    pub(super) fn note_post(&mut self) {
        *self = Answers::Due {
            are_several: self.has_more(),
            show_loss: false,
            until: Monotonic::NEVER,
        };
    }

    /// The answer shall have the page's actions sent again.
    pub(super) fn expect_loss(&mut self) {
        if let Answers::Due { show_loss, .. } = self {
            *show_loss = true;
        }
    }

    /// Whether it does.
    pub(super) fn show_loss(self) -> bool {
        matches!(
            self,
            Answers::Due {
                show_loss: true,
                ..
            }
        )
    }

    /// The id counts as taken. Its time begins only now: if the tab was frozen, so was the embed.
    pub(super) fn note_taken(&mut self, now: Now) {
        if let Answers::Due { until, .. } = self {
            *until = now.after(ID_LIFETIME);
        }
    }

    /// Whether a `ready` or a rejection would be the answer to an id that was posted.
    pub(super) fn are_due(self, now: Now) -> bool {
        matches!(self, Answers::Due { until, .. } if now.monotonic < until)
    }

    /// The document has answered an id: by `ready`, or by a rejection.
    pub(super) fn note(&mut self, now: Now) {
        match self {
            Answers::Due {
                are_several,
                show_loss,
                until,
            } if *are_several && now.monotonic < *until => {
                *are_several = false;
                *show_loss = false;
            }
            _ => *self = Answers::NoneDue,
        }
    }

    /// Whether it owes an answer, however long that has been due.
    pub(super) fn has_more(self) -> bool {
        self != Answers::NoneDue
    }
}

impl Loss {
    fn new(policy: &Policy) -> Self {
        Self {
            early_ready: None,
            remount_from: Monotonic::PAST,
            remount_pause: policy.least_pause(),
            early_documents: 0,
            early_until: Monotonic::PAST,
        }
    }

    /// The embed is sent the actions: a `ready` that follows at once is the same document's.
    pub(super) fn note_actions(&mut self, now: Now) {
        self.remount_from = now.after(self.remount_pause);
    }

    /// The embed has mounted itself again. Whether it is to be sent the actions: one that is ready again
    /// after each `set-locale` would be sent it for ever.
    pub(super) fn on_remount(&mut self, now: Now, policy: &Policy) -> bool {
        let pause_is_over = now.monotonic >= self.remount_from;
        if pause_is_over {
            self.note_actions(now);
            let longer = self.remount_pause + self.remount_pause;
            self.remount_pause = longer.min(policy.retry_max.max(self.remount_pause));
        }
        pause_is_over
    }

    /// The next document has come, and was ready before the end of its load. Whether it is to be sent
    /// the actions: an embed that loads itself again at each action would be sent them for ever.
    fn on_early_document(&mut self, now: Now, policy: &Policy) -> bool {
        if now.monotonic >= self.early_until {
            self.early_documents = 0;
        }
        self.early_until = now.after(EARLY_READY);
        self.early_documents = self.early_documents.saturating_add(1);
        let is_free = self.early_documents <= FREE_DOCUMENTS;
        if is_free {
            self.remount_from = Monotonic::PAST;
            self.remount_pause = policy.least_pause();
        }
        is_free
    }
}

// A document comes.
impl Session {
    /// The iframe shows another document, which has reported nothing yet.
    pub(super) fn expect_embed(&mut self, now: Now, loader: Loader) {
        self.document = Document::new(loader, &self.policy);
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
            return self.expect_embed(
                now,
                if self.document.is_foreign() {
                    Loader::Page
                } else {
                    Loader::Bridge
                },
            );
        }
        self.end_renewal(now);
        self.ready.awaited_by = AwaitedBy::Load;
        // A slow mint takes nothing of the time of the load.
        self.ready.due = Due::Never;
        self.expect_embed(now, Loader::Bridge);
        self.begin_loaded_session(now);
    }

    pub(super) fn on_load_failed(&mut self, now: Now, error: Error) {
        if !matches!(self.phase, Phase::Loading) {
            return;
        }
        self.end_renewal(now);
        self.last_error = Some(error);
        if self.document.doubt == Some(Doubt::Gone) {
            // The next attempt posts: nothing else is left, and the rejection may be an old one.
            self.document.doubt = None;
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
    /// a fresh one. An embed without sessions is left as it is.
    pub(super) fn on_moved(&mut self, now: Now) {
        self.expect_embed(now, Loader::Page);
        if !self.can_renew() {
            return;
        }
        self.document.write_off();
        match self.phase {
            // A page may move its iframes all the time: the least pause holds.
            Phase::BackingOff { since, next } => {
                self.attempt.delivery = Delivery::Load;
                self.hurry(now, since, next.at);
            }
            Phase::Exhausted { .. } => self.try_soon(now, Reason::Reload),
            Phase::Idle { since } if self.attempt.reason == Reason::Reload => {
                self.load_after_pause(now, since);
            }
            _ => self.load_afresh(now),
        }
    }

    /// The last renewal was a reload, so this load waits for the pause after a load.
    fn load_after_pause(&mut self, now: Now, since: Monotonic) {
        if now.since(since) >= LONGEST_LOAD_PAUSE {
            self.load_pause = LOAD_PAUSE;
        }
        self.try_soon(now, Reason::Reload);
        self.load_pause = (self.load_pause + self.load_pause).min(LONGEST_LOAD_PAUSE);
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

    pub(super) fn on_navigated(&mut self, now: Now) {
        if matches!(self.phase, Phase::Loading) {
            // The bridge is about to load another document.
            return;
        }
        let early = self.document.loss.early_ready.take();
        let early = early.filter(|early| now.monotonic < early.until);
        if let Some(EarlyReady {
            seemed: Seemed::Remount { is_replayed },
            ..
        }) = early
        {
            return self.on_early_ready(now, is_replayed);
        }
        let has_refused = now.monotonic < self.document.refused_until;
        let is_unanswered = self.document.answers.are_due(now);
        let doubt = self.has_dead_document().then_some(Doubt::Dead);
        self.expect_embed(now, Loader::Itself);
        self.document.sign = Sign::Silent {
            until: now.after(SILENCE),
        };
        // Only an event shows that an embed is there.
        self.document.doubt = doubt;
        let is_waiting = matches!(self.phase, Phase::Idle { .. } | Phase::AwaitingEmbed { .. });
        if has_refused && (!is_waiting || is_unanswered) {
            // It was this document that rejected the id in its URL, before the end of its load.
            self.write_off_document();
            if self.phase.is_confirming() {
                // The id was posted to a document that takes none, or was gone.
                self.fail(now, Error::ExchangeRejected);
            } else {
                self.lose_id(now);
            }
        } else if is_unanswered || early.is_some() {
            // The frame may have left already when the id was posted. And what seemed to be the answer of the
            // document before may have been a `ready` of this one.
            self.lose_id(now);
        }
    }

    /// The `ready` of the document has come before the end of its load. `is_replayed`: it has had the page's
    /// actions sent again.
    fn on_early_ready(&mut self, now: Now, is_replayed: bool) {
        if !self.phase.is_confirming() {
            self.document.answers = Answers::NoneDue;
        }
        let is_free = self.document.loss.on_early_document(now, &self.policy);
        if is_free && !is_replayed {
            self.replay();
        }
    }

    pub(super) fn on_loaded_offline(&mut self) {
        // A post to an error page would be lost.
        if !self.document.is_embed() {
            self.write_off_document();
        }
    }

    /// The document is of no use any more, so the attempt under way loads another.
    pub(super) fn write_off_document(&mut self) {
        self.document.write_off();
        self.attempt.delivery = Delivery::Load;
    }

    pub(super) fn has_dead_document(&self) -> bool {
        self.document.is_dead()
    }
}
