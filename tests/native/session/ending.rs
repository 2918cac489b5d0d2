//! `reload`, `destroy`, and the promises.

use super::*;
use svc_embed::session::MintFailure;

#[test]
fn reload_mints_loads_and_is_settled_by_ready() {
    let mut world = World::active(plain());
    world.input(Input::Reload);
    assert_eq!(world.last_mint(), ("reload", 1));
    assert_eq!(
        world.status(),
        Status::Active,
        "until the iframe is loaded anew"
    );
    world.mint();
    assert_eq!(world.status(), Status::Starting);
    assert!(world.settled().is_empty());
    world.ready();
    assert_eq!(world.settled(), [Ok(())]);
    assert_eq!(
        (world.status(), world.state().renewals),
        (Status::Active, 0)
    );
}

#[test]
fn reload_of_a_private_embed_loads_at_once() {
    let mut world = World::new(|now| Session::mount(now, plain(), MINUTE, false, 7));
    world.input(Input::Ready(Some(Mode::Private)));
    world.effects.clear();
    world.input(Input::Reload);
    assert_eq!(world.effects, [Effect::Load]);
    world.input(Input::Ready(Some(Mode::Private)));
    assert_eq!((world.settled(), world.mints()), (vec![Ok(())], 0));
}

#[test]
fn invariant_10_a_reload_that_is_never_ready_rejects_after_the_last_attempt() {
    let mut world = World::active(Policy {
        max_attempts: 2,
        ..plain()
    });
    world.input(Input::Reload);
    world.mint();
    world.advance(MINUTE);
    assert_eq!(world.settled(), []);
    world.advance(SECOND);
    assert_eq!(world.last_mint(), ("reload", 2));
    world.mint();
    world.advance(MINUTE);
    assert_eq!(world.settled(), [Err("ready-timeout")]);
    assert_eq!(world.status(), Status::Stopped);
    world.input(Input::Renew);
    world.advance(SECOND);
    assert_eq!(world.last_mint(), ("manual", 1));
}

#[test]
fn invariant_10_renew_is_settled_by_the_confirmation() {
    let mut world = World::active(plain());
    world.input(Input::Renew);
    world.input(Input::Renew);
    world.mint();
    assert!(world.settled().is_empty());
    world.advance(10 * SECOND);
    assert_eq!(world.settled(), [Ok(())]);
}

#[test]
fn renew_while_the_iframe_loads_waits_for_it() {
    let mut world = World::mount(plain());
    world.input(Input::Renew);
    world.mint();
    world.input(Input::Renew);
    assert_eq!(world.mints(), 1);
    world.ready();
    assert_eq!(world.settled(), [Ok(())]);
}

#[test]
fn invariant_10_nothing_follows_destroy_at_any_moment() {
    type Moment = fn(&mut World);
    let moments: [Moment; 8] = [
        |_| {},
        |world| world.input(Input::Renew),
        |world| {
            world.input(Input::Renew);
            world.mint();
        },
        |world| {
            world.input(Input::Renew);
            let ticket = world.ticket();
            world.input(Input::MintFailed(ticket, MintFailure::Failed));
        },
        |world| world.expiring(EPOCH + HOUR),
        |world| world.input(Input::Reload),
        |world| {
            world.input(Input::Reload);
            world.mint();
        },
        |world| {
            world.input(Input::Renew);
            let ticket = world.ticket();
            world.input(Input::MintFailed(ticket, MintFailure::SignedOut));
        },
    ];
    for moment in moments {
        for policy in [plain(), Policy::default()] {
            let mut world = World::active(policy);
            moment(&mut world);
            let minting = world.session.is_minting();
            let ticket = minting.then(|| world.ticket());
            world.effects.clear();
            world.input(Input::Destroy);
            assert_eq!(
                world.count(|effect| *effect == Effect::Abort),
                usize::from(minting)
            );
            assert_eq!(world.settled(), [Err("destroyed")]);
            assert_eq!(world.session.next_timeout(), None);
            assert_eq!(
                (world.status(), world.renewal()),
                (Status::Stopped, Renewal::Idle)
            );
            world.effects.clear();
            if let Some(ticket) = ticket {
                world.input(Input::Minted(ticket));
            }
            for input in [
                Input::Ready(None),
                Input::Foreground,
                Input::Renew,
                Input::Reload,
                Input::Rejected,
                Input::Destroy,
                Input::Turn,
            ] {
                world.input(input);
            }
            world.expired(EPOCH + HOUR);
            world.advance(48 * HOUR);
            assert!(world.effects.is_empty());
        }
    }
}

#[test]
fn what_the_old_page_says_while_the_iframe_is_loaded_anew_is_not_heard() {
    let mut world = World::active(plain());
    world.input(Input::Reload);
    world.mint();
    world.expired(EPOCH + HOUR);
    world.expiring(EPOCH + HOUR);
    assert_eq!((world.mints(), world.status()), (1, Status::Starting));
    world.ready();
    assert_eq!(world.settled(), [Ok(())]);
}

#[test]
fn invariant_6_a_load_that_fails_leaves_the_session_as_it_was() {
    let mut world = World::active(plain());
    world.load_error = Some(Error::NotReloadable);
    world.input(Input::Reload);
    world.mint();
    assert_eq!(
        (world.status(), world.last_error()),
        (Status::Active, Some("invalid-target"))
    );
    assert_eq!(world.settled(), [Err("invalid-target")]);
    world.input(Input::Renew);
    world.mint();
    assert_eq!(world.posts(), 1);
}

#[test]
fn renew_keeps_a_reload_that_waits_for_its_next_attempt() {
    let mut world = World::active(plain());
    world.input(Input::Reload);
    let ticket = world.ticket();
    world.input(Input::MintFailed(ticket, MintFailure::Failed));
    world.input(Input::Renew);
    world.advance(SECOND);
    assert_eq!(world.last_mint(), ("reload", 1));
    world.mint();
    assert_eq!(world.effects.last(), Some(&Effect::LoadWithId));
}

#[test]
fn renew_keeps_a_reload_that_has_taken_over_a_renewal() {
    let mut world = World::active(plain());
    world.input(Input::Renew);
    world.input(Input::Reload);
    let ticket = world.ticket();
    world.input(Input::MintFailed(ticket, MintFailure::Failed));
    world.input(Input::Renew);
    world.advance(SECOND);
    world.mint();
    assert_eq!(
        (world.posts(), world.effects.last()),
        (0, Some(&Effect::LoadWithId))
    );
    world.ready();
    assert_eq!(world.settled(), [Ok(())]);
}

#[test]
fn renew_of_an_iframe_that_the_page_still_loads_begins_at_ready() {
    for ready in [true, false] {
        let mut world = World::connect(plain(), true);
        world.input(Input::Renew);
        assert_eq!(world.mints(), 0);
        if ready {
            world.ready();
            assert_eq!(world.last_mint(), ("manual", 1));
            world.mint();
            world.advance(10 * SECOND);
        } else {
            world.advance(MINUTE + SECOND);
            assert_eq!(world.last_mint(), ("reload", 1));
            world.mint();
            world.ready();
        }
        assert_eq!(world.settled(), [Ok(())]);
    }
}

#[test]
fn an_id_that_nobody_could_hear_is_not_confirmed() {
    let mut world = World::active(plain());
    world.input(Input::Renew);
    world.mint();
    world.input(Input::Unreachable);
    assert_eq!(
        (world.renewal(), world.last_error()),
        (Renewal::BackingOff, Some("invalid-target"))
    );
    world.advance(10 * SECOND);
    assert_eq!(world.state().renewals, 0);
}

#[test]
fn invariant_10_of_two_outcomes_of_one_input_the_first_counts() {
    let mut world = World::mount(Policy {
        max_attempts: 1,
        ..plain()
    });
    world.mint();
    world.advance(MINUTE - SECOND);
    world.input(Input::Reload);
    world
        .effects
        .retain(|effect| matches!(effect, Effect::Mint { .. }));
    // `ready` of the first load is overdue by now.
    world.pass(SECOND);
    world.input(Input::MintFailed(world.ticket(), MintFailure::Failed));
    assert_eq!(world.settled(), [Err("mint-failed")]);
    assert_eq!(
        world.count(|effect| *effect == Effect::RejectReady(Error::ReadyTimedOut)),
        1
    );
}

#[test]
fn a_destroyed_session_does_nothing_that_was_still_to_be_polled() {
    let now = Now {
        monotonic: START,
        wall: EPOCH,
    };
    let mut session = Session::mount(now, plain(), MINUTE, true, 7);
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
