//! The exploration in stateright's terms: `Model`, `State`, `Action`, `Property`.

use std::sync::Arc;

use stateright::{Model, Property};

use crate::action::Action;
use crate::laws::Law;
use crate::run::Run;
use crate::scenario::Scenario;
use crate::state::{Ending, State};
use crate::witness::Witness;

/// All histories of one scenario.
#[derive(Debug, Clone)]
pub struct Renewals {
    pub run: Arc<Run>,
}

impl Renewals {
    pub fn of(scenario: &Scenario) -> Self {
        Self {
            run: Arc::new(Run::of(scenario)),
        }
    }
}

/// Properties of whole histories.
pub const RENEWED: &str = "6: a session that can be renewed is renewed, and in time";
pub const RESTORED: &str = "12: what a late renewal has cost the viewer is restored";
pub const SETTLED: &str = "10: every promise is settled in the end";

impl Model for Renewals {
    type State = State;
    type Action = Action;

    fn init_states(&self) -> Vec<State> {
        vec![State::new(&self.run)]
    }

    fn actions(&self, state: &State, actions: &mut Vec<Action>) {
        state.actions(&self.run.scenario, actions);
    }

    fn next_state(&self, state: &State, action: Action) -> Option<State> {
        let mut next = state.clone();
        match action {
            Action::Calm { looked } => next.calm(&self.run, looked, &mut |_, _| {}),
            _ => next.apply(&self.run, action),
        }
        Some(next)
    }

    fn properties(&self) -> Vec<Property<Self>> {
        let laws = Law::ALL.iter();
        let laws = laws.map(|law| Property::always(law.text(), law.condition()));
        // Where two histories meet in one state, the checker forgets which of them has met an
        // "eventually". So these conditions are true at the end of a history or not at all. And
        // every history has an end: each action takes a fault, takes time below the horizon, or
        // takes away something that is awaited.
        let endings = [
            Property::eventually(RENEWED, |_, state| ended(state, |ending| !ending.dark)),
            Property::eventually(RESTORED, |_, state| {
                ended(state, |ending| !ending.unrestored)
            }),
            Property::eventually(SETTLED, |_, state| ended(state, |ending| !ending.unsettled)),
        ];
        let witnesses = self.run.scenario.witnesses.iter();
        let witnesses =
            witnesses.map(|it: &Witness| Property::sometimes(it.text(), it.condition()));
        laws.chain(endings).chain(witnesses).collect()
    }
}

fn ended(state: &State, well: fn(&Ending) -> bool) -> bool {
    state.ending.as_ref().is_some_and(well)
}
