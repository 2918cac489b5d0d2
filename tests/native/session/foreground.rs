//! A tab that comes back, and a network that does.

use super::*;
use svc_embed::session::MintFailure;

#[test]
fn invariant_5_a_session_in_its_last_stretch_is_renewed() {
    for (age, mints) in [(22 * HOUR + 29 * MINUTE, 0), (22 * HOUR + 30 * MINUTE, 1)] {
        let mut world = World::active(plain());
        world.pass(age);
        world.input(Input::Foreground);
        assert_eq!(world.mints(), mints, "at {age:?}");
    }
}

#[test]
fn a_night_in_a_frozen_tab_is_made_up_for_by_one_renewal() {
    let mut world = World::active(plain());
    world.pass(30 * HOUR);
    world.input(Input::Foreground);
    assert_eq!(
        (world.last_mint(), world.status()),
        (("foreground", 1), Status::Expired)
    );
    world.input(Input::Foreground);
    world.input(Input::Tick);
    // The embed's own timers were late too.
    let expired_at = EPOCH + 23 * HOUR;
    world.input(Input::Expired {
        expired_at,
        reported_at: world.now.wall,
    });
    world.mint();
    world.input(Input::Expired {
        expired_at,
        reported_at: world.now.wall,
    });
    world.advance(10 * SECOND);
    assert_eq!((world.mints(), world.status()), (1, Status::Active));
    assert_eq!(world.count(|effect| *effect == Effect::Replay), 1);
}

#[test]
fn a_pause_ends_when_the_network_is_back_but_not_before_its_minimum() {
    let mut world = World::active(Policy {
        retry_min: SECOND,
        retry_max: HOUR,
        ..plain()
    });
    world.input(Input::Renew);
    loop {
        let ticket = world.ticket();
        world.input(Input::MintFailed(ticket, MintFailure::Failed));
        let pause = world.state().next_attempt_at.unwrap() - world.now.wall;
        if world.mints() >= 5 && pause > 2 * SECOND {
            break;
        }
        world.advance(pause);
    }
    let mints = world.mints();
    world.advance(SECOND / 2);
    world.input(Input::Foreground);
    assert_eq!(world.mints(), mints, "half a second after the failure");
    world.advance(SECOND / 2);
    assert_eq!(world.mints(), mints + 1);
}

#[test]
fn invariant_7_a_document_that_is_seen_and_reports_nothing_has_failed() {
    let mut world = World::mount(plain());
    world.is_viewed = false;
    world.mint();
    world.advance(HOUR);
    world.input(Input::Viewed);
    world.is_viewed = true;
    world.advance(MINUTE);
    assert_eq!(world.last_error(), Some("ready-timeout"));
    world.advance(SECOND);
    assert_eq!(world.last_mint(), ("reload", 2));
}

#[test]
fn invariant_10_the_promise_of_renew_does_not_wait_for_somebody_who_sees_the_iframe() {
    // Of an iframe that the bridge has loaded, and of one that the page has.
    let mut loaded = World::mount(plain());
    loaded.mint();
    let connected = World::connect(plain(), true);
    for mut world in [loaded, connected] {
        world.is_viewed = false;
        world.advance(HOUR);
        let settled = world.settled().len();
        world.input(Input::Renew);
        assert_eq!(world.settled()[settled..], [Err("ready-timeout")]);
    }
    // The renewal itself goes on once there is an embed.
    let mut world = World::connect(plain(), true);
    world.is_viewed = false;
    world.advance(HOUR);
    world.input(Input::Renew);
    world.ready();
    assert_eq!(world.last_mint(), ("manual", 1));
}

#[test]
fn the_time_for_ready_of_a_private_embed_ends_when_somebody_sees_it() {
    let mut world = World::connect(plain(), false);
    world.is_viewed = false;
    world.advance(HOUR);
    assert!(
        world
            .effects
            .iter()
            .all(|it| !matches!(it, Effect::RejectReady(_)))
    );
    world.input(Input::Viewed);
    world.is_viewed = true;
    world.advance(MINUTE);
    assert!(matches!(world.effects.last(), Some(Effect::RejectReady(_))));
}

#[test]
fn invariant_7_pages_without_pauses_have_one_for_loads() {
    let mut world = World::new(|now| {
        let policy = Policy {
            retry_min: Millis::ZERO,
            ..plain()
        };
        Session::mount(now, policy, MINUTE, true, 7)
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
fn invariant_7_a_ready_that_was_late_ends_the_load_that_is_planned() {
    for can_mint in [true, false] {
        let mut world = World::new(|now| Session::mount(now, plain(), SECOND / 4, can_mint, 7));
        if can_mint {
            world.mint();
        }
        world.advance(SECOND / 2);
        world.input(Input::LoadedOffline);
        world.input(Input::Foreground);
        assert!(world.state().next_attempt_at.is_some());
        world.input(Input::Ready(Some(if can_mint {
            Mode::Signed
        } else {
            Mode::Private
        })));
        assert_eq!(
            (world.renewal(), world.status()),
            (Renewal::Idle, Status::Active)
        );
        world.advance(HOUR);
        assert_eq!(world.count(is_load), 1);
    }
}
