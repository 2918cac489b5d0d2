//! A tab that comes back, and a network that does.

use super::*;
use svc_embed::session::MintFailure;

#[test]
fn invariant_5_a_fresh_session_is_left_alone() {
    let mut world = World::active(plain());
    for _ in 0..10 {
        world.advance(MINUTE);
        world.input(Input::Foreground);
    }
    assert_eq!(world.mints(), 0);
}

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
fn a_spread_renewal_is_not_hurried_by_the_foreground() {
    let mut world = World::active(Policy::default());
    world.expiring(EPOCH + 23 * HOUR);
    world.input(Input::Foreground);
    assert_eq!((world.mints(), world.renewal()), (0, Renewal::Scheduled));
    world.pass(HOUR);
    world.input(Input::Foreground);
    assert_eq!(world.mints(), 1);
}

/// The viewer and the network come and go a hundred times in ten seconds.
fn comes_and_goes(world: &mut World) {
    for _ in 0..100 {
        world.advance(SECOND / 10);
        world.input(Input::Foreground);
    }
}

#[test]
fn invariant_7_a_load_that_is_under_way_is_left_alone_by_the_foreground() {
    for (lifetime, retry_min) in [
        (23 * HOUR, SECOND),
        (23 * HOUR, Millis::ZERO),
        (40 * SECOND, SECOND),
    ] {
        let mut world = World::mount(Policy {
            lifetime,
            retry_min,
            ..plain()
        });
        comes_and_goes(&mut world);
        assert_eq!(world.mints(), 1, "during the mint");
        world.mint();
        comes_and_goes(&mut world);
        comes_and_goes(&mut world);
        assert_eq!(
            (world.mints(), world.count(is_load)),
            (1, 1),
            "during the load"
        );
        world.ready();
        assert_eq!(world.status(), Status::Active);
    }
}

#[test]
fn invariant_7_a_load_that_is_overdue_may_still_come_to_its_end() {
    let mut world = World::mount(plain());
    world.mint();
    world.advance(MINUTE);
    assert_eq!(world.renewal(), Renewal::BackingOff);
    world.ready();
    assert_eq!(
        (world.status(), world.renewal(), world.last_error()),
        (Status::Active, Renewal::Idle, None)
    );
    world.advance(HOUR);
    assert_eq!((world.mints(), world.count(is_load)), (1, 1));
}

#[test]
fn invariant_6_a_load_of_which_nothing_comes_is_a_failed_attempt() {
    let mut world = World::mount(plain());
    world.mint();
    world.advance(MINUTE);
    assert_eq!(world.last_error(), Some("ready-timeout"));
    world.advance(SECOND);
    assert_eq!(world.last_mint(), ("reload", 2));
    world.mint();
    assert_eq!(world.count(is_load), 2);
    world.ready();
    assert_eq!((world.status(), world.last_error()), (Status::Active, None));
}

#[test]
fn invariant_7_a_document_that_nobody_sees_has_not_failed() {
    let mut world = World::mount(plain());
    world.is_viewed = false;
    world.mint();
    world.advance(5 * HOUR);
    assert_eq!((world.mints(), world.last_error()), (1, None));
    assert_eq!(world.count(|it| *it == Effect::AskIfViewed), 1);
    let rejects_ready = |effect: &Effect| matches!(effect, Effect::RejectReady(_));
    assert_eq!(world.count(rejects_ready), 0);
    // It has waited for the browser to draw it.
    world.input(Input::Viewed);
    world.advance(MINUTE - Millis::new(1));
    world.ready();
    world.advance(HOUR);
    assert_eq!((world.mints(), world.status()), (1, Status::Active));
    assert_eq!(world.count(rejects_ready), 0);
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
fn that_the_viewer_sees_an_earlier_document_says_nothing_of_this_one() {
    let mut world = World::mount(plain());
    world.is_viewed = false;
    world.mint();
    world.advance(HOUR);
    world.input(Input::Reload);
    world.mint();
    world.input(Input::Viewed);
    world.advance(30 * SECOND);
    assert_eq!(world.last_error(), None);
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
fn invariant_6_a_load_that_failed_is_tried_again_by_a_tab_that_comes_back() {
    let policy = Policy {
        retry_min: 30 * SECOND,
        retry_max: 30 * SECOND,
        max_attempts: 1,
        ..plain()
    };
    let mut world = World::mount(policy);
    world.mint();
    world.advance(MINUTE);
    assert_eq!((world.status(), world.mints()), (Status::Stopped, 1));
    world.advance(30 * SECOND);
    world.input(Input::Foreground);
    assert_eq!(world.mints(), 2);
}

#[test]
fn invariant_6_a_document_that_reports_anything_is_no_failed_load() {
    let mut world = World::mount(plain());
    world.mint();
    world.input(Input::Shown);
    world.advance(HOUR);
    assert_eq!((world.mints(), world.renewal()), (1, Renewal::Idle));
}

#[test]
fn invariant_7_a_document_that_was_loaded_offline_is_loaded_again_after_the_pause() {
    for can_mint in [true, false] {
        let mut world = World::new(|now| Session::mount(now, plain(), MINUTE, can_mint, 7));
        let loads = |world: &mut World| {
            while world.renewal() == Renewal::Minting {
                world.mint();
            }
            world.count(is_load)
        };
        assert_eq!(loads(&mut world), 1);
        world.input(Input::LoadedOffline);
        world.advance(SECOND / 2);
        assert_eq!(
            loads(&mut world),
            1,
            "nobody has said that the network is back"
        );
        world.input(Input::Foreground);
        assert_eq!(loads(&mut world), 1, "half a second after the load");
        world.advance(SECOND / 2);
        assert_eq!(loads(&mut world), 2);
        // Each time the network goes before the load has come to its end.
        for _ in 0..100 {
            world.input(Input::LoadedOffline);
            world.input(Input::Foreground);
            world.advance(SECOND / 10);
            loads(&mut world);
        }
        assert!(loads(&mut world) <= 13, "{} loads", loads(&mut world));
    }
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

#[test]
fn invariant_7_nobody_sees_a_frame_that_has_reported_a_view() {
    let mut world = World::mount(plain());
    world.is_viewed = false;
    world.mint();
    world.input(Input::Shown);
    world.advance(MINUTE);
    assert_eq!(
        world.count(|effect| matches!(effect, Effect::RejectReady(_))),
        0
    );
}
