//! The exploration, in the checker's terms.

use stateright::{Model, Property};

use crate::laws::{Law, Witness};
use crate::moves::Move;
use crate::scenario::Scenario;
use crate::world::{Ending, World};

/// All histories of one scenario.
#[derive(Debug, Clone)]
pub struct Renewals {
    pub scenario: Scenario,
}

impl Renewals {
    pub fn of(scenario: &Scenario) -> Self {
        Self {
            scenario: scenario.clone(),
        }
    }
}

/// Properties of whole histories.
pub const RENEWED: &str = "6: a session that can be renewed is renewed, and in time";
pub const RESTORED: &str = "12: what a late renewal has cost the viewer is restored";
pub const SETTLED: &str = "13: every promise is settled in the end";

impl Model for Renewals {
    type State = World;
    type Action = Move;

    fn init_states(&self) -> Vec<World> {
        vec![World::new(&self.scenario)]
    }

    fn actions(&self, world: &World, moves: &mut Vec<Move>) {
        world.moves(&self.scenario, moves);
    }

    fn next_state(&self, world: &World, step: Move) -> Option<World> {
        let mut world = world.clone();
        world.play(&self.scenario, step);
        Some(world)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        let laws = Law::ALL
            .iter()
            .map(|law| Property::always(law.text(), law.condition()));
        // The checker forgets, where two histories meet, which of them has met such a condition;
        // so these conditions are true at the end of a history or not at all. And it does not see
        // histories without an end: there are none, since each move takes a fault, takes time
        // below the horizon, or takes away something that is awaited.
        let endings = [
            Property::eventually(RENEWED, |_, world| ended(world, |ending| !ending.dark)),
            Property::eventually(RESTORED, |_, world| {
                ended(world, |ending| !ending.unrestored)
            }),
            Property::eventually(SETTLED, |_, world| ended(world, |ending| !ending.unsettled)),
        ];
        let witnesses = self.scenario.witnesses.iter();
        let witnesses =
            witnesses.map(|it: &Witness| Property::sometimes(it.text(), it.condition()));
        laws.chain(endings).chain(witnesses).collect()
    }
}

fn ended(world: &World, well: fn(&Ending) -> bool) -> bool {
    world.ending.as_ref().is_some_and(well)
}
