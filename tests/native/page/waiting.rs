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
        let tenant = |id| members.iter().find(|it| it.id == id).map(|it| it.tenant);
        let of = |tenant_of: EmbedId| {
            let tenant_of = tenant(tenant_of);
            move |id: &&EmbedId| tenant(**id) == tenant_of
        };
        // Other embeds change only by a turn that they are granted.
        let mut granted: Vec<EmbedId> = self.0.clone();
        granted.retain(|&other| !waits(other) && (other != id || is_minting(other)));
        for &one in &granted {
            let of_tenant = granted.iter().filter(of(one)).count();
            let in_order =
                (self.0.iter().filter(of(one))).filter(|other| **other != id || is_minting(id));
            let first: Vec<EmbedId> = in_order.copied().take(of_tenant).collect();
            assert!(first.contains(&one), "invariant 1: an embed is overtaken");
        }
        self.0.retain(|&other| waits(other));
        if waits(id) && !self.0.contains(&id) {
            self.0.push(id);
        }
        let minting: Vec<EmbedId> = members
            .iter()
            .map(|it| it.id)
            .filter(|&it| is_minting(it))
            .collect();
        for id in members.iter().map(|it| it.id) {
            let minting = minting.iter().filter(of(id)).count();
            assert!(
                minting <= MINTS_AT_A_TIME,
                "invariant 1: more than four mints of one tenant"
            );
            assert!(
                !waits(id) || minting == MINTS_AT_A_TIME,
                "invariant 1: an embed waits while its tenant has a turn left"
            );
        }
    }
}

/// Whether a renewal waits for nothing but its turn.
fn awaits_turn(state: &State) -> bool {
    state.renewal == Renewal::Scheduled && state.next_attempt_at.is_none()
}
