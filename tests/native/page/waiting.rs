//! The turns of the page, kept once more as a plain list of embeds.

use super::frame::Member;
use super::*;
use svc_embed::page::MINTS_AT_A_TIME;

/// The embeds that wait for their turn, in the order in which they asked.
#[derive(Debug, Default)]
pub struct Waiting(Vec<EmbedId>);

impl Waiting {
    /// Compares what the page did with an input of the embed `id` with the list.
    pub fn update(
        &mut self,
        id: EmbedId,
        members: &[Member],
        state: impl Fn(EmbedId) -> Option<State>,
    ) {
        let renewal = |id| state(id).map(|state| state.renewal);
        let waits = |id| state(id).is_some_and(|state| awaits_turn(&state));
        let is_minting = |id| renewal(id) == Some(Renewal::Minting);
        // Other embeds change only by a turn that they are granted.
        let mut granted: Vec<EmbedId> = self.0.clone();
        granted.retain(|&other| !waits(other) && (other != id || is_minting(other)));
        let in_order = self
            .0
            .iter()
            .filter(|other| **other != id || is_minting(id));
        let first: Vec<EmbedId> = in_order.copied().take(granted.len()).collect();
        assert_eq!(granted, first, "invariant 1: an embed is overtaken");
        self.0.retain(|&other| waits(other));
        if waits(id) && !self.0.contains(&id) {
            self.0.push(id);
        }
        let minting = members
            .iter()
            .filter(|member| is_minting(member.id))
            .count();
        assert!(
            minting <= MINTS_AT_A_TIME,
            "invariant 1: more than four mints"
        );
        assert!(
            self.0.is_empty() || minting == MINTS_AT_A_TIME,
            "invariant 1: an embed waits while a turn is free"
        );
    }
}

/// Whether a renewal waits for nothing but its turn.
fn awaits_turn(state: &State) -> bool {
    state.renewal == Renewal::Scheduled && state.next_attempt_at.is_none()
}
