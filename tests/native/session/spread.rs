//! Many sessions that announce their end in the same minute: their mints are spread evenly, and an outage
//! of ten minutes, whenever it begins, costs none of them its session.

use std::collections::BTreeMap;

use svc_embed::session::MintFailure;

use super::*;

const SESSIONS: u32 = 900;
const OUTAGE: Millis = Millis::from_mins(10);
const FIRST: Epoch = hours_later(23);

fn announced(seed: u32) -> World {
    let mut world = World::new(|now| {
        Session::open(now, LoadedBy::Bridge, Policy::default(), MINUTE, true, seed)
    });
    world.mint();
    world.ready();
    world.advance(22 * HOUR + 30 * MINUTE);
    world.effects.clear();
    world.expiring(FIRST);
    world
}

/// The whole minutes of a duration.
fn minute_of(time: Millis) -> usize {
    (1..60)
        .take_while(|&minute| minute * MINUTE <= time)
        .count()
}

#[test]
fn no_minute_of_the_spread_has_twice_its_share_of_the_mints() {
    let mut minutes = BTreeMap::<usize, u32>::new();
    for seed in 0..SESSIONS {
        let world = announced(seed);
        let at = world.state().next_attempt_at.unwrap();
        *minutes.entry(minute_of(at - world.now.wall)).or_default() += 1;
    }
    // A spread of 18 minutes.
    let share = SESSIONS / 18;
    assert!(minutes.len() >= 18, "{minutes:?}");
    assert!(
        minutes.values().all(|&mints| mints < 2 * share),
        "{minutes:?}"
    );
}

#[test]
fn an_outage_of_ten_minutes_costs_no_session_whenever_it_begins() {
    for (seed, begins) in (0..30).flat_map(|begin| (0..30).map(move |seed| (seed, begin * MINUTE)))
    {
        let mut world = announced(seed);
        let start = world.now.monotonic;
        let is_down = |world: &World| {
            let passed = world.now.monotonic - start;
            (begins..begins + OUTAGE).contains(&passed)
        };
        while world.now.wall < FIRST {
            if world.renewal() == Renewal::Minting {
                if is_down(&world) {
                    let ticket = world.ticket();
                    world.input(Input::MintFailed(ticket, MintFailure::Failed));
                } else {
                    world.mint();
                }
            }
            world.advance(SECOND);
        }
        assert_eq!(
            world.status(),
            Status::Active,
            "seed {seed}, down from {begins:?}"
        );
        assert!(world.posts() > 0, "seed {seed}, down from {begins:?}");
    }
}
