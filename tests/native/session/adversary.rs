//! Histories that were found by playing against the machine: frames that go elsewhere at the wrong
//! moment, that nobody sees, or that are never ready.

use super::*;
use svc_embed::session::MintFailure;

/// The end of the session that `expiring` announces at the beginning of a test.
const SOON: Epoch = Epoch::new(1_700_000_000_000 + 30 * 60_000);

fn replays(world: &World) -> usize {
    world.count(|effect| *effect == Effect::Replay)
}

/// The session of the present document lapses, as the embed has announced. It must be renewed.
fn lapse(world: &mut World) {
    let before = world.mints();
    world.advance(30 * MINUTE);
    // A shell reports the first event of a document first.
    world.input(Input::Shown);
    world.expired(SOON);
    world.advance(MINUTE);
    assert!(world.mints() > before, "the lapse is not renewed");
}

#[test]
fn invariant_2_a_document_that_comes_after_the_post_has_not_taken_the_id() {
    let mut world = World::active(plain());
    world.expiring(SOON);
    world.mint();
    assert_eq!(world.renewal(), Renewal::Confirming);
    world.advance(Millis::new(500));
    world.input(Input::Navigated);
    world.input(Input::Shown);
    world.ready();
    lapse(&mut world);
}

#[test]
fn invariant_2_nor_has_one_that_is_ready_before_its_load() {
    let mut world = World::active(plain());
    world.expiring(SOON);
    world.mint();
    world.advance(Millis::new(500));
    world.ready();
    world.input(Input::Navigated);
    lapse(&mut world);
}

#[test]
fn invariant_9_no_id_is_posted_to_a_document_that_does_not_listen_yet() {
    let mut world = World::active(plain());
    world.expiring(SOON);
    assert_eq!(world.renewal(), Renewal::Minting);
    world.input(Input::Navigated);
    world.mint();
    world.advance(SECOND);
    world.input(Input::Shown);
    world.ready();
    lapse(&mut world);
}

#[test]
fn invariant_10_renew_settles_for_a_frame_that_nobody_sees() {
    let mut world = World::mount(plain());
    world.is_viewed = false;
    world.mint();
    world.input(Input::Renew);
    world.advance(20 * HOUR);
    assert_eq!(world.settled().len(), 1);
}

#[test]
fn invariant_10_reload_settles_for_a_frame_that_nobody_sees() {
    let mut world = World::active(plain());
    world.is_viewed = false;
    world.input(Input::Reload);
    world.mint();
    world.advance(20 * HOUR);
    assert_eq!(world.settled().len(), 1);
}

#[test]
fn invariant_10_renew_settles_for_a_frame_that_has_gone_elsewhere() {
    let mut world = World::active(plain());
    world.input(Input::Navigated);
    world.input(Input::Renew);
    world.advance(20 * HOUR);
    assert_eq!(world.settled().len(), 1);
}

#[test]
fn invariant_7_a_load_after_a_slow_mint_has_its_time() {
    let mut world = World::mount(plain());
    world.advance(29 * SECOND);
    let ticket = world.ticket();
    world.input(Input::MintFailed(ticket, MintFailure::Failed));
    world.advance(30 * SECOND);
    world.mint();
    world.advance(3 * SECOND);
    assert_eq!((world.mints(), world.renewal()), (2, Renewal::Idle));
}

#[test]
fn invariant_6_a_document_that_speaks_and_is_never_ready_is_tried_again() {
    let mut world = World::mount(plain());
    world.mint();
    world.input(Input::Shown);
    world.advance(2 * MINUTE);
    world.input(Input::Foreground);
    world.advance(HOUR);
    assert!(world.mints() > 1 || world.last_error().is_some());
}

#[test]
fn invariant_7_a_frame_that_is_seen_late_has_the_time_that_the_page_has_set() {
    let mut world = World::mount(plain());
    world.is_viewed = false;
    world.mint();
    world.advance(HOUR);
    world.input(Input::Viewed);
    world.is_viewed = true;
    world.advance(12 * SECOND);
    assert_eq!((world.mints(), world.last_error()), (1, None));
}

#[test]
fn invariant_12_an_embed_that_reloads_at_each_replay_is_given_a_pause() {
    let mut world = World::active(plain());
    for _ in 0..1_000 {
        world.advance(Millis::new(5));
        world.ready();
        world.advance(Millis::new(5));
        world.input(Input::Navigated);
    }
    assert!(
        replays(&world) < 20,
        "{} replays in ten seconds",
        replays(&world)
    );
}
