//! What a table cannot say: what holds for every seed, however often something comes, or between two polls.

use super::*;
use svc_embed::session::MintFailure;

const FIRST: Epoch = hours_later(23);

fn fail(world: &mut World) {
    let ticket = world.ticket();
    world.input(Input::MintFailed(ticket, MintFailure::Failed));
}

/// How often an embed that reports `event` after each renewal has the machine mint in ten seconds.
fn mints_in_ten_seconds(policy: Policy, event: impl Fn(Epoch) -> Input) -> usize {
    let mut world = World::active(policy);
    let end = world.now.monotonic + 10 * SECOND;
    let mut steps = 0;
    while world.now.monotonic < end {
        if world.renewal() == Renewal::Minting {
            world.mint();
            world.ready();
        }
        world.input(event(world.now.wall));
        world.advance(Millis::new(10));
        steps += 1;
        assert!(steps <= 1_000);
    }
    world.mints()
}

#[test]
fn invariant_7_a_page_that_renews_at_each_failure_asks_once_a_second() {
    let mut world = World::active(plain());
    world.input(Input::Renew);
    for _ in 0..100 {
        if world.session.is_minting() {
            fail(&mut world);
            world.input(Input::Renew);
        }
        world.advance(SECOND / 10);
    }
    assert_eq!(world.mints(), 11, "in ten seconds");
}

#[test]
fn invariant_8_a_clock_that_is_set_while_an_id_is_confirmed_makes_no_session_older() {
    let mut world = World::active(plain());
    // An hour of sleep uses up what the wall clock may be ahead.
    world.now.wall = world.now.wall + HOUR;
    world.input(Input::Renew);
    world.mint();
    world.now.wall = world.now.wall + HOUR;
    world.advance(10 * SECOND);
    assert_eq!(world.state().renewals, 1);
    let overdue = START + 22 * HOUR + 45 * MINUTE;
    assert_eq!(world.session.next_timeout(), Some(overdue));
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
fn a_destroyed_session_does_nothing_that_was_still_to_be_polled() {
    let now = Now {
        monotonic: START,
        wall: EPOCH,
    };
    let mut session = Session::open(now, LoadedBy::Bridge, plain(), MINUTE, true, 7);
    session.handle(now, Input::Turn);
    let Some(Effect::Mint { ticket, .. }) = session.poll() else {
        panic!("a mint is to begin");
    };
    session.handle(now, Input::Minted(ticket));
    session.handle(now, Input::Destroy);
    while let Some(effect) = session.poll() {
        assert!(!is_load(&effect), "{effect:?}");
    }
}

#[test]
fn the_renewal_after_expiring_is_spread_and_never_past_the_margin() {
    for (seed, left) in (0..200).flat_map(|seed| {
        [30 * MINUTE, 2 * MINUTE, 41 * SECOND, 10 * SECOND].map(|left| (seed, left))
    }) {
        let mut world = World::new(|now| {
            Session::open(now, LoadedBy::Bridge, Policy::default(), MINUTE, true, seed)
        });
        world.mint();
        world.ready();
        world.input(Input::Expiring {
            expires_at: FIRST,
            expires_in: left,
        });
        let room = (left - 40 * SECOND).min(18 * MINUTE);
        let now = world.now.wall;
        let at = world.state().next_attempt_at.unwrap_or(now);
        assert!(
            (now..=now + room).contains(&at),
            "seed {seed}, {left:?} left: {at:?}"
        );
        world.advance(at - now);
        assert_eq!((world.mints(), world.last_mint()), (2, ("expiring", 1)));
    }
}

#[test]
fn invariant_7_pages_without_pauses_have_one_for_loads() {
    let mut world = World::new(|now| {
        let policy = Policy {
            retry_min: Millis::ZERO,
            ..plain()
        };
        Session::open(now, LoadedBy::Bridge, policy, MINUTE, true, 7)
    });
    world.mint();
    for _ in 0..1_000 {
        world.advance(Millis::new(10));
        world.input(Input::LoadedOffline);
        world.input(Input::Foreground);
        if world.renewal() == Renewal::Minting {
            world.mint();
        }
    }
    let loads = world.count(is_load);
    assert!((9..=12).contains(&loads), "{loads} loads");
}

#[test]
fn invariant_12_an_id_that_was_rejected_is_answered_no_more() {
    let mut world = World::active(plain());
    world.expired(FIRST);
    world.mint();
    world.advance(10 * SECOND);
    assert!(world.session.awaits_answer(world.now));
    world.input(Input::Rejected);
    assert!(!world.session.awaits_answer(world.now));
}

#[test]
fn invariant_9_a_private_embed_that_cannot_be_loaded_gives_up_and_is_never_minted_for() {
    let mut world = World::active(Policy {
        max_attempts: 3,
        ..plain()
    });
    world.input(Input::Ready(Some(Mode::Private)));
    world.effects.clear();
    world.session.handle(world.now, Input::Reload);
    for _ in 0..10 {
        while let Some(effect) = world.session.poll() {
            world.effects.push(effect);
            if is_load(&effect) {
                world.session.handle(world.now, Input::Unreachable);
            }
        }
        world.pass(MINUTE);
        world.session.handle(world.now, Input::Tick);
        world.session.handle(world.now, Input::Seen);
    }
    assert_eq!(world.mints(), 0);
    assert!(world.count(is_load) <= 4, "{:?}", world.effects);
    assert_eq!(world.settled(), [Err("invalid-target")]);
}

#[test]
fn invariant_7_so_is_one_that_is_about_to_lapse_as_soon_as_it_is_taken() {
    let mints = mints_in_ten_seconds(Policy::default(), |now| Input::Expiring {
        // Far from the end before it: within a minute, it would be the same.
        expires_at: EPOCH + 1_000 * (now - EPOCH),
        expires_in: Millis::ZERO,
    });
    assert!((3..=6).contains(&mints), "{mints}");
}

#[test]
fn invariant_7_what_was_reported_before_revives_no_renewal_that_gave_up() {
    let mut world = World::active(Policy {
        max_attempts: 1,
        ..plain()
    });
    world.expired(FIRST);
    fail(&mut world);
    assert_eq!(world.status(), Status::Stopped);
    for _ in 0..100 {
        world.expired(FIRST);
        world.advance(Millis::new(10));
    }
    assert_eq!(world.mints(), 1);
    // Another session, which the embed must have got by itself.
    world.expired(FIRST + HOUR);
    assert_eq!(world.mints(), 2);
}
