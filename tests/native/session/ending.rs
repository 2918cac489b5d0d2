//! `reload`, `destroy`, and the promises.

use super::*;
use svc_embed::session::MintFailure;

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
