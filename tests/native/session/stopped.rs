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
fn an_answer_that_nobody_asked_for_is_ignored() {
    let mut world = stopped(5 * MINUTE);
    world.input(Input::Seen);
    assert_eq!(world.mints(), 1);
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
