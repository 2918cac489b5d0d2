//! Histories of an embed that tells the truth when it is heard, on a page where everything else
//! may go wrong, and what must hold of them.

use super::world::{Fate, Refusal, Trouble, World};
use super::*;

#[derive(Debug, Clone, Copy)]
enum Step {
    /// Time passes; in a hidden tab timers are late.
    Run {
        time: Millis,
        hidden: bool,
    },
    /// Nothing runs; afterwards the page may or may not hear that it is back.
    Freeze {
        time: Millis,
        asleep: bool,
        heard: bool,
    },
    /// The wall clock is corrected: it leads so far now.
    Wall(Millis),
    Input(Wish),
    Fate(Fate),
    Trouble(Trouble),
    Refusal(Refusal),
    /// How long the page's other embeds keep a turn.
    Turns(Millis),
}

/// What the page or its viewer does.
#[derive(Debug, Clone, Copy)]
enum Wish {
    /// The viewer goes on to another view.
    View,
    Foreground,
    Renew,
    Reload,
}

fn fate() -> impl Strategy<Value = Fate> {
    prop_oneof![
        8 => below(MINUTE).prop_map(Fate::Good),
        4 => below(20 * MINUTE).prop_map(Fate::Good),
        12 => below(MINUTE).prop_map(Fate::Fails),
        4 => below(MINUTE).prop_map(Fate::Invalid),
        4 => below(MINUTE).prop_map(Fate::Repeated),
        4 => Just(Fate::Hangs),
        1 => below(MINUTE).prop_map(Fate::SignedOut),
    ]
}

fn step(sleeps: bool) -> impl Strategy<Value = Step> {
    // An embed whose events are later than half a session has gone with its timers.
    let late = duration().prop_map(|time| rest_of(time, 11 * HOUR));
    let trouble = prop_oneof![
        Just(Trouble::Lost),
        late.clone().prop_map(Trouble::Late),
        late.prop_map(Trouble::Doubled),
    ];
    let refusal = prop_oneof![Just(Refusal::Rejected), Just(Refusal::Undeliverable)];
    let wish = prop_oneof![
        4 => Just(Wish::Foreground),
        2 => Just(Wish::View),
        2 => Just(Wish::Renew),
        1 => Just(Wish::Reload),
    ];
    prop_oneof![
        10 => (duration(), any::<bool>()).prop_map(|(time, hidden)| Step::Run { time, hidden }),
        4 => (duration(), any::<bool>(), any::<bool>()).prop_map(move |(time, asleep, heard)| {
            Step::Freeze { time, asleep: asleep && sleeps, heard }
        }),
        1 => below(HOUR + Millis::new(1)).prop_map(Step::Wall),
        5 => wish.prop_map(Step::Input),
        5 => fate().prop_map(Step::Fate),
        3 => trouble.prop_map(Step::Trouble),
        2 => refusal.prop_map(Step::Refusal),
        1 => below(MINUTE).prop_map(Step::Turns),
    ]
}

fn honest_policy() -> impl Strategy<Value = Policy> {
    policy().prop_map(|policy| Policy {
        // The embed answers within half a second.
        confirm: policy.confirm.max(SECOND),
        ..policy
    })
}

impl World {
    fn step(&mut self, step: Step) {
        match step {
            Step::Run { time, hidden } => self.run(time, hidden),
            Step::Freeze {
                time,
                asleep,
                heard,
            } => {
                self.freeze(time, asleep);
                if heard {
                    self.input(Input::Foreground);
                }
                self.run(Millis::ZERO, false);
            }
            Step::Wall(lead) => self.wall_lead = lead,
            Step::Input(Wish::View) => {
                self.input(Input::View);
                self.viewed |= self.state().renewal == Renewal::Confirming;
            }
            Step::Input(Wish::Foreground) => self.input(Input::Foreground),
            Step::Input(Wish::Renew) => self.input(Input::Renew),
            Step::Input(Wish::Reload) => self.input(Input::Reload),
            Step::Fate(fate) => self.fates.push(fate),
            Step::Trouble(trouble) => self.troubles.push(trouble),
            Step::Refusal(refusal) => self.refusals.push(refusal),
            Step::Turns(time) => self.turns_take = time,
        }
    }

    /// From now on everything goes well.
    fn calm(&mut self) {
        self.fates.clear();
        self.troubles.clear();
        self.refusals.clear();
        self.turns_take = Millis::ZERO;
        // What has begun may still fail.
        self.run(HOUR, false);
        self.input(Input::Foreground);
    }

    fn is_signed_out(&self) -> bool {
        let error = self.state().last_error.map(|error| error.code().as_str());
        error == Some("signed-out")
    }
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn invariants_1_to_13_hold_and_a_session_that_can_be_renewed_is_renewed(
        policy in honest_policy(),
        seed in any::<u32>(),
        adopted in any::<bool>(),
        steps in prop::collection::vec(step(true), 1..300),
    ) {
        let mut world = World::new(policy, seed, adopted);
        for step in steps {
            world.step(step);
        }
        world.calm();
        // What nobody can know of, such as a rejection that was lost, is over within a lifetime.
        world.run(24 * HOUR, false);
        // Of an iframe that the page loaded, and that never spoke, nobody knows anything.
        if world.is_signed_out() || (adopted && (world.misled || !world.has_spoken)) {
            return Ok(());
        }
        prop_assert!(!world.observer.asked, "invariant 10: a promise is open");
        prop_assert!(world.misled || !world.view_lost, "invariant 12: the view was not restored");
        for _ in 0..3 * 24 * 2 {
            world.run(30 * MINUTE, false);
            prop_assert!(world.left().is_some(), "invariant 6: the session lapsed");
        }
    }

    #[test]
    fn invariant_8_a_wall_clock_that_is_wrong_by_up_to_an_hour_changes_nothing(
        policy in honest_policy(),
        seed in any::<u32>(),
        adopted in any::<bool>(),
        steps in prop::collection::vec(step(false), 1..200),
    ) {
        let mut wrong = World::new(policy, seed, adopted);
        let mut right = World::new(policy, seed, adopted);
        for step in steps {
            match step {
                // Invariant 3 goes before it: that mint may have taken as long as the jump.
                Step::Wall(_) if wrong.observer.session.is_minting() => {}
                Step::Wall(_) => wrong.step(step),
                _ => {
                    wrong.step(step);
                    right.step(step);
                }
            }
        }
        prop_assert_eq!(wrong.log, right.log);
    }
}
