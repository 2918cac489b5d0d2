//! A session that is stopped tries again at a slow rhythm, while somebody looks at the page.

use super::*;
use svc_embed::session::MintFailure;

/// An embed whose only attempt has failed.
fn stopped(retry_stopped: Millis) -> World {
    let mut world = World::mount(Policy {
        max_attempts: 1,
        retry_stopped,
        ..plain()
    });
    fail(&mut world);
    assert_eq!(world.status(), Status::Stopped);
    world
}

fn fail(world: &mut World) {
    let ticket = world.ticket();
    world.input(Input::MintFailed(ticket, MintFailure::Failed));
}

fn questions(world: &World) -> usize {
    world.count(|effect| *effect == Effect::AskIfSeen)
}

#[test]
fn invariant_6_a_stopped_session_is_tried_again_while_somebody_looks() {
    let mut world = stopped(5 * MINUTE);
    let planned = world.state().next_attempt_at.expect("a retry is planned");
    assert!(planned >= world.now.wall + 5 * MINUTE);
    assert!(planned < world.now.wall + 5 * MINUTE + 5 * MINUTE / 2);
    world.advance(4 * MINUTE);
    assert_eq!(questions(&world), 0);
    world.advance(4 * MINUTE);
    assert_eq!(questions(&world), 1);
    world.input(Input::Seen);
    assert_eq!(world.last_mint(), ("mount", 2));
    fail(&mut world);
    assert_eq!(world.status(), Status::Stopped);
    world.advance(8 * MINUTE);
    assert_eq!(questions(&world), 2, "one attempt after another");
    world.input(Input::Seen);
    world.mint();
    world.ready();
    assert_eq!(world.status(), Status::Active);
}

#[test]
fn a_document_that_is_ready_late_does_not_hide_why_the_session_stopped() {
    let mut world = World::mount(Policy {
        max_attempts: 1,
        ..plain()
    });
    world.mint();
    // The page wants another document before the first one is ready.
    world.input(Input::Reload);
    fail(&mut world);
    world.ready();
    assert_eq!(
        (world.status(), world.last_error()),
        (Status::Stopped, Some("mint-failed"))
    );
    assert_eq!(world.settled(), [Err("mint-failed")]);
}

#[test]
fn pages_that_stopped_together_are_not_tried_again_together() {
    let pauses: Vec<Millis> = (0..100)
        .map(|seed| {
            let policy = Policy {
                max_attempts: 1,
                retry_stopped: 4 * MINUTE,
                ..plain()
            };
            let mut world = World::new(|now| Session::mount(now, policy, MINUTE, true, seed));
            fail(&mut world);
            world.state().next_attempt_at.unwrap() - world.now.wall
        })
        .collect();
    assert!(pauses.iter().all(|pause| *pause < 6 * MINUTE));
    assert!(pauses.iter().any(|pause| *pause < 4 * MINUTE + 30 * SECOND));
    assert!(pauses.iter().any(|pause| *pause > 5 * MINUTE + 30 * SECOND));
}

#[test]
fn a_hidden_page_waits_for_its_viewer() {
    let mut world = stopped(5 * MINUTE);
    world.advance(HOUR);
    assert_eq!(questions(&world), 1, "it is asked once");
    assert_eq!(world.mints(), 1);
    assert_eq!(world.state().next_attempt_at, None);
    world.input(Input::Foreground);
    world.advance(SECOND);
    assert_eq!(world.mints(), 2);
}

#[test]
fn a_page_that_wants_no_retry_gets_none() {
    let mut world = stopped(Millis::FOREVER);
    assert_eq!(world.state().next_attempt_at, None);
    world.advance(23 * HOUR);
    assert_eq!(questions(&world), 0);
}

#[test]
fn an_answer_that_nobody_asked_for_is_ignored() {
    let mut world = stopped(5 * MINUTE);
    world.input(Input::Seen);
    assert_eq!(world.mints(), 1);
}

#[test]
fn the_rhythm_is_never_quicker_than_the_longest_pause() {
    let world = World::mount(Policy {
        max_attempts: 1,
        retry_stopped: Millis::ZERO,
        retry_max: MINUTE,
        ..plain()
    });
    let mut world = world;
    fail(&mut world);
    let planned = world.state().next_attempt_at.expect("a retry is planned");
    assert!(planned >= world.now.wall + MINUTE);
}

#[test]
fn ready_is_rejected_as_soon_as_there_is_nothing_to_wait_for() {
    for (failure, error) in [
        (MintFailure::Failed, Error::MintFailed),
        (MintFailure::SignedOut, Error::SignedOut),
    ] {
        let mut world = World::mount(Policy {
            max_attempts: 1,
            ..plain()
        });
        let ticket = world.ticket();
        world.input(Input::MintFailed(ticket, failure));
        assert!(world.effects.contains(&Effect::RejectReady(error)));
        world.advance(2 * MINUTE);
        let rejections = world.count(|effect| matches!(effect, Effect::RejectReady(_)));
        assert_eq!(rejections, 1);
    }
}

#[test]
fn ready_of_a_document_that_is_there_is_waited_for() {
    let mut world = World::connect(
        Policy {
            max_attempts: 1,
            ..plain()
        },
        true,
    );
    world.input(Input::Rejected);
    world.advance(SECOND);
    fail(&mut world);
    assert_eq!(
        world.count(|effect| matches!(effect, Effect::RejectReady(_))),
        0
    );
    world.advance(MINUTE);
    let error = Effect::RejectReady(Error::ReadyTimedOut);
    assert!(world.effects.contains(&error));
}
