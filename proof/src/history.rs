//! What the laws must remember of an embed's history, to judge the next step by what truly happened.

use svc_embed::session::Millis;

#[expect(
    clippy::struct_excessive_bools,
    reason = "independent facts of one history"
)]
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct History {
    /// The number of the last mint within its renewal.
    pub tries: u32,
    /// When the last mint began.
    pub asked: Millis,
    /// When the last two mints began that the page did not ask for.
    pub burst: [Option<Millis>; 2],
    /// Whether the next mint may also be the first of a renewal.
    pub restarts: bool,
    /// The number that the next mint must have.
    pub expected: u32,
    /// When the attempt failed that is to be repeated.
    pub failed: Option<Millis>,
    /// Whether the page has asked for the attempt that waits for its pause.
    pub is_asked: bool,
    /// Whether a load that the foreground or a move asked for waits for its pause to end.
    pub load_planned: bool,
    /// When an id was handed to the embed last.
    pub posted: Millis,
    /// Since when the machine takes an id for confirmed that is still undecided, or was refused.
    pub mistaken: Option<Millis>,
    /// Up to which of the embed's sessions an event may be taken for that of another session.
    pub confused: u8,
    /// The expiry of a session that the machine must believe never began: the rejection of another
    /// id does not say which id it is about.
    pub denied: Option<Millis>,
    /// The latest expiry that any session event has named.
    pub told: Millis,
    /// Whether the viewer has gone on in the embed while an id was undecided. The machine must take
    /// that view for the one of the next session.
    pub viewed: bool,
    /// Whether an id is being confirmed.
    pub is_confirming: bool,
    /// Whether the embed had lapsed when it took the last id.
    pub was_late: bool,
    /// Whether the answers to two ids were under way at once: the page must take the second for a remount.
    pub two_answers: bool,
    /// Whether an attempt was withdrawn that is still to be made.
    pub withdrawn: bool,
    /// Whether only time has passed since it was withdrawn.
    pub undisturbed: bool,
    /// Whether another attempt was withdrawn although only time had passed.
    pub withdrawn_again: bool,
    pub private: bool,
    pub signed_out: bool,
    pub destroyed: bool,
}
