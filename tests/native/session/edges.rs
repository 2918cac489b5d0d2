//! Behaviour at the edges, found by the properties and by mutants that survived.

use super::*;

/// An embed of which the page did not know that it is private.
fn private() -> World {
    let mut world = World::connect(plain(), true);
    world.input(Input::Ready(Some(Mode::Private)));
    world
}

#[test]
fn invariant_6_an_embed_that_was_private_and_is_signed_has_its_own_deadline() {
    let mut world = private();
    world.advance(HOUR);
    assert_eq!(world.session.next_timeout(), None);
    world.ready();
    world.advance(22 * HOUR + 45 * MINUTE - 1);
    assert_eq!((world.mints(), world.status()), (0, Status::Active));
    world.advance(1);
    assert_eq!(world.last_mint(), ("expiring", 1));
}

#[test]
fn invariant_9_a_private_embed_is_not_stopped_by_what_gave_up_before() {
    let mut world = World::connect(
        Policy {
            max_attempts: 1,
            ..plain()
        },
        true,
    );
    world.advance(MINUTE);
    world.input(Input::Renew);
    world.advance(30 * SECOND);
    assert_eq!(world.status(), Status::Stopped);
    world.input(Input::Ready(Some(Mode::Private)));
    assert_eq!(world.status(), Status::Active);
    assert_eq!(world.session.next_timeout(), None);
}

/// `SplitMix64`, as it is published: the `state` goes on by the golden ratio and is finalised.
fn split_mix_64(state: u64) -> u64 {
    let mut z = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[test]
fn chance_is_that_of_split_mix_64_over_the_seed_and_the_mint() {
    assert_eq!(split_mix_64(1_234_567), 6_457_827_717_110_365_317);
    for seed in [0, 1, 2, 0x8000_0001, u32::MAX] {
        let policy = Policy {
            mint_timeout: 1,
            confirm: 0,
            spread: u64::MAX,
            ..plain()
        };
        let mut world = World::new(|now| Session::mount(now, policy, MINUTE, true, seed));
        world.mint();
        world.ready();
        world.input(Input::Expiring {
            expires_at: u64::MAX,
            expires_in: u64::MAX,
        });
        let drawn = split_mix_64(u64::from(seed) << 32 | 1);
        // One millisecond is kept for the mint.
        let planned = EPOCH.saturating_add(drawn % u64::MAX);
        assert_eq!(world.state().next_attempt_at, Some(planned), "seed {seed}");
    }
}

#[test]
fn the_size_of_a_session_counts_what_its_queue_holds() {
    let now = Now::default();
    let still = Session::connect(now, plain(), MINUTE, true, 7);
    assert_eq!(still.size(), size_of::<Session>());
    let busy = Session::mount(now, plain(), MINUTE, true, 7);
    let queue = busy.size() - size_of::<Session>();
    assert!(queue > 0);
    assert_eq!(queue % size_of::<Effect>(), 0);
}
