//! Which reports of the embed repeat what the session knows.

use super::{Life, Phase, Report, Session};
use crate::session::{Epoch, Monotonic};

impl Session {
    /// Whether `report` can change anything. If not, a shell need not hand the input in: an embed may
    /// report the same thing often, and reading the clocks costs more than this check.
    pub fn is_news(&self, report: Report) -> bool {
        match report {
            Report::View => self.late || self.replay_until != Monotonic::PAST,
            Report::Expiring(expires_at) => {
                !self.names_earlier_session(expires_at) && !self.knows_expiring(expires_at)
            }
            Report::Expired(expired_at) => {
                !self.names_earlier_session(expired_at) && !self.knows_expired(expired_at)
            }
            // While the next attempt is under way, the rejection of an earlier id says nothing new.
            Report::Rejected => {
                self.phase == Phase::Confirming
                    || self.replaced.is_some()
                    || (self.phase == Phase::Idle && self.can_renew())
            }
        }
    }

    fn knows_expiring(&self, expires_at: Epoch) -> bool {
        let term = &self.term;
        term.expires_at == expires_at
            && term.overdue_at == Monotonic::NEVER
            && matches!(term.life, Life::Expiring | Life::Expired)
            && self.knows_its_end()
    }

    fn knows_expired(&self, expired_at: Epoch) -> bool {
        let term = &self.term;
        // The lapse starts a scheduled renewal at once.
        let is_waiting = self.phase == Phase::Scheduled;
        // During a confirmation, the event shows that the renewal came late.
        let knows_lateness = self.late || self.phase != Phase::Confirming;
        term.expires_at == expired_at
            && term.life == Life::Expired
            // The event ends the deadlines of a lapsed session, if one is left.
            && !self.has_deadline()
            && !is_waiting
            && knows_lateness
            && self.knows_its_end()
    }

    fn has_deadline(&self) -> bool {
        self.term.overdue_at != Monotonic::NEVER || self.term.lapses_at != Monotonic::NEVER
    }

    /// Whether it is certain which session an event is about, and the renewal of that session is under
    /// way or impossible.
    fn knows_its_end(&self) -> bool {
        let is_certain =
            self.replaced.is_none() && self.term.unknown_predecessor == Monotonic::NEVER;
        is_certain && self.phase != Phase::Loading && (!self.rests() || !self.can_renew())
    }
}
