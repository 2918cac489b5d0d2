//! Histories that were found by playing against the machine: frames that go elsewhere at the wrong
//! moment, that nobody sees, or that are never ready.

use super::*;
use svc_embed::session::MintFailure;

/// The end of the session that `expiring` announces at the beginning of a test.
const SOON: Epoch = Epoch::new(1_700_000_000_000 + 30 * 60_000);

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
