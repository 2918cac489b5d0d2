//! Behaviour at the edges, found by the properties and by mutants that survived.

use super::*;

const FIRST: Epoch = hours_later(23);

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
    world.advance(22 * HOUR + 45 * MINUTE - Millis::new(1));
    assert_eq!((world.mints(), world.status()), (0, Status::Active));
    world.advance(Millis::new(1));
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
    world.advance(MINUTE + 31 * SECOND);
    assert_eq!(world.status(), Status::Stopped);
    world.input(Input::Ready(Some(Mode::Private)));
    assert_eq!(world.status(), Status::Active);
    assert_eq!(world.session.next_timeout(), None);
}

/// When the first renewal of a session with this `seed` is planned, of all that time allows.
fn drawn(seed: u32) -> Millis {
    let policy = Policy {
        mint_timeout: Millis::new(1),
        confirm: Millis::ZERO,
        spread: Millis::new(1 << 32),
        ..plain()
    };
    let mut world = World::new(|now| Session::mount(now, policy, MINUTE, true, seed));
    world.mint();
    world.ready();
    world.input(Input::Expiring {
        expires_at: EPOCH,
        expires_in: Millis::new(1 << 40),
    });
    world.state().next_attempt_at.unwrap() - EPOCH
}

#[test]
fn chance_is_a_hash_of_the_seed_and_the_mint() {
    for seed in [0, 1, 2, 0x3000_0001] {
        let scrambled = |x: u32| {
            let x = (x ^ x >> 16).wrapping_mul(0x7feb_352d);
            let x = (x ^ x >> 15).wrapping_mul(0x846c_a68b);
            x ^ x >> 16
        };
        let hash = scrambled(scrambled(seed) ^ 1);
        assert_eq!(drawn(seed), Millis::new(hash.into()), "seed {seed}");
    }
}

#[test]
fn a_policy_is_refused_where_its_values_do_not_go_together() {
    let good = Policy::default();
    let narrow = Policy {
        max_attempts: 1,
        retry_min: SECOND,
        retry_max: SECOND,
        lifetime: Millis::new(1),
        ..good
    };
    assert_eq!((good.check(), narrow.check()), (Ok(()), Ok(())));
    let bad = [
        Policy {
            max_attempts: 0,
            ..good
        },
        Policy {
            retry_min: good.retry_max + Millis::new(1),
            ..good
        },
        Policy {
            lifetime: Millis::ZERO,
            ..good
        },
    ];
    for policy in bad {
        let code = policy.check().map_err(|error| error.code().as_str());
        assert_eq!(code, Err("invalid-option"), "{policy:?}");
    }
}

#[test]
fn invariant_6_a_late_rejection_gives_the_session_its_own_deadlines_back() {
    let mut world = World::active(Policy {
        max_attempts: 1,
        // So long that no renewal is made half-way to the lapse.
        retry_max: HOUR,
        ..plain()
    });
    world.advance(10 * HOUR);
    world.input(Input::Renew);
    world.mint();
    world.advance(20 * SECOND);
    world.input(Input::Rejected);
    assert_eq!((world.mints(), world.status()), (1, Status::Stopped));
    // Nobody answers any more.
    world.advance(12 * HOUR + 45 * MINUTE - 20 * SECOND - Millis::new(1));
    assert_eq!(world.mints(), 1);
    world.advance(Millis::new(1));
    assert_eq!((world.mints(), world.last_mint()), (2, ("expiring", 1)));
    world.advance(15 * MINUTE);
    assert_eq!((world.mints(), world.last_mint()), (3, ("expired", 1)));
}

#[test]
fn invariant_6_what_was_heard_of_the_session_that_a_rejection_restores_is_kept() {
    let mut world = World::active(plain());
    world.advance(22 * HOUR);
    world.input(Input::Renew);
    world.mint();
    world.advance(20 * SECOND);
    world.input(Input::Expiring {
        expires_at: FIRST,
        expires_in: HOUR - 20 * SECOND,
    });
    assert_eq!(world.state().expires_at, None);
    world.input(Input::Rejected);
    assert_eq!(world.state().expires_at, Some(FIRST));
}

#[test]
fn invariant_7_a_first_load_that_is_exhausted_is_not_followed_by_a_reload() {
    let mut world = World::mount(Policy {
        on_exhausted: svc_embed::session::OnExhausted::Reload,
        max_attempts: 2,
        ..plain()
    });
    world.advance(HOUR);
    assert_eq!((world.mints(), world.status()), (2, Status::Stopped));
    assert_eq!(world.last_mint(), ("mount", 2));
}

#[test]
fn a_session_is_as_old_as_its_load_whenever_ready_comes_and_however_often() {
    let mut world = World::mount(plain());
    world.mint();
    world.advance(30 * SECOND);
    world.ready();
    world.advance(10 * HOUR);
    world.ready();
    world.advance(12 * HOUR + 45 * MINUTE - 30 * SECOND - Millis::new(1));
    assert_eq!((world.mints(), world.status()), (1, Status::Active));
    world.advance(Millis::new(1));
    assert_eq!((world.mints(), world.status()), (2, Status::Expiring));
    world.ready();
    assert_eq!(world.status(), Status::Expiring);
}

#[test]
fn a_ready_that_is_late_by_a_lifetime_does_not_make_its_session_young() {
    let mut world = World::mount(plain());
    world.mint();
    world.advance(23 * HOUR);
    assert_eq!(world.status(), Status::Expired);
    world.ready();
    assert_eq!(world.status(), Status::Expired);
}

#[test]
fn a_reload_counts_the_id_that_was_posted_as_taken_unless_it_is_rejected() {
    let mut world = World::active(plain());
    world.input(Input::Renew);
    world.mint();
    assert_eq!(world.renewal(), Renewal::Confirming);
    world.input(Input::Reload);
    assert_eq!(
        (world.state().renewals, world.last_mint()),
        (1, ("reload", 1))
    );
    world.input(Input::Rejected);
    assert_eq!((world.state().renewals, world.mints()), (0, 2));
}

#[test]
fn invariant_6_a_renewal_that_was_asked_for_before_a_sign_out_does_not_follow_it() {
    let mut world = World::connect(plain(), true);
    world.input(Input::Renew);
    world.input(Input::Rejected);
    world.advance(SECOND);
    let ticket = world.ticket();
    world.input(Input::MintFailed(
        ticket,
        svc_embed::session::MintFailure::SignedOut,
    ));
    world.advance(2 * MINUTE);
    assert_eq!(world.state().renewal, Renewal::Idle);
    assert_eq!(world.state().status, Status::Stopped);
}
