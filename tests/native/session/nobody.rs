//! Nobody is minted for: an iframe in no document, a page that the browser prepares before anybody sees
//! it, and a frame that has gone to a page which is no embed.

use super::*;
use svc_embed::session::{MintFailure, OnExhausted};

/// Answers the mint under way as a shell does if nobody could use the id.
fn out(world: &mut World) {
    assert_eq!(world.renewal(), Renewal::Minting);
    world.input(Input::Unreachable);
}

#[test]
fn invariant_9_the_first_mint_waits_for_somebody() {
    let mut world = World::mount(plain());
    out(&mut world);
    assert_eq!(
        (world.status(), world.renewal(), world.last_error()),
        (Status::Starting, Renewal::Idle, None)
    );
    world.advance(HOUR);
    assert_eq!(
        world.count(|effect| matches!(effect, Effect::RejectReady(_))),
        0,
        "nothing is late that was not begun"
    );
    // Still nobody.
    world.input(Input::Foreground);
    out(&mut world);
    world.input(Input::Foreground);
    assert_eq!(world.last_mint(), ("mount", 1));
    world.mint();
    assert_eq!(world.effects.last(), Some(&Effect::LoadWithId));
    world.ready();
    assert_eq!(world.status(), Status::Active);
}

#[test]
fn invariant_9_ready_has_its_whole_time_from_then_on() {
    let mut world = World::mount(plain());
    out(&mut world);
    world.advance(10 * MINUTE);
    world.input(Input::Foreground);
    world.advance(MINUTE - SECOND);
    let late = |effect: &Effect| matches!(effect, Effect::RejectReady(_));
    assert_eq!(world.count(late), 0);
    world.advance(SECOND);
    assert_eq!(world.count(late), 1);
}

#[test]
fn invariant_9_a_lapse_while_nobody_is_there_is_minted_for_when_somebody_is() {
    let mut world = World::active(plain());
    world.advance(22 * HOUR + 45 * MINUTE);
    out(&mut world);
    let mints = world.mints();
    world.advance(48 * HOUR);
    assert_eq!(world.mints(), mints);
    assert_eq!(
        (world.status(), world.last_error()),
        (Status::Expired, Some("invalid-target"))
    );
    // The iframe is put back, and the browser has loaded it with its spent id.
    world.input(Input::Moved);
    assert_eq!(world.last_mint(), ("reload", 1));
    world.mint();
    world.ready();
    assert_eq!((world.status(), world.last_error()), (Status::Active, None));
}

/// An embed whose frame has gone to a document that reports nothing and that nobody sees, and whose session is to be
/// renewed.
fn left() -> World {
    let mut world = World::active(plain());
    world.is_viewed = false;
    world.input(Input::Navigated);
    world.advance(22 * HOUR + 45 * MINUTE);
    assert_eq!((world.renewal(), world.mints()), (Renewal::Idle, 0));
    world
}

#[test]
fn invariant_10_a_renewal_that_was_asked_for_there_ends_although_it_goes_on() {
    let mut world = World::active(plain());
    world.is_viewed = false;
    world.input(Input::Navigated);
    world.input(Input::Renew);
    world.advance(MINUTE);
    assert_eq!(world.settled(), []);
    world.advance(SECOND);
    assert_eq!(world.settled(), [Err("ready-timeout")]);
    world.advance(20 * HOUR);
    assert_eq!(world.mints(), 0);
    world.input(Input::Shown);
    world.mint();
    world.advance(10 * SECOND);
    assert_eq!(world.state().renewals, 1);
}

#[test]
fn an_error_page_in_it_is_loaded_again_when_the_network_is_back() {
    let mut world = left();
    world.input(Input::Navigated);
    world.input(Input::LoadedOffline);
    world.input(Input::Foreground);
    world.advance(SECOND);
    world.mint();
    assert!(is_load(world.effects.last().unwrap()));
}

#[test]
fn an_embed_that_was_never_loaded_is_not_told_to_check_its_page() {
    let mut world = World::mount(plain());
    world.advance(MINUTE);
    let errors: Vec<Error> = (world.effects.iter())
        .filter_map(|effect| match effect {
            Effect::RejectReady(error) => Some(*error),
            _ => None,
        })
        .collect();
    assert_eq!(errors, [Error::NotLoaded]);
}

#[test]
fn ready_of_an_embed_that_nobody_could_see_settles_whatever_the_page_asked_for_meanwhile() {
    for asked in [Input::Renew, Input::Reload] {
        for failure in [MintFailure::SignedOut, MintFailure::Failed] {
            let mut world = World::mount(Policy {
                max_attempts: 1,
                ..plain()
            });
            world.input(Input::Unreachable);
            let settled = world.settled().len();
            world.input(asked);
            assert_eq!(world.last_mint(), ("mount", 1), "{asked:?}");
            world.input(Input::Unreachable);
            assert_eq!(world.settled().len(), settled + 1, "{asked:?}");
            world.advance(10 * MINUTE);
            assert_eq!(world.last_error(), None);
            let rejections = |world: &World| world.count(|it| matches!(it, Effect::RejectReady(_)));
            assert_eq!(rejections(&world), 0);
            world.input(Input::Foreground);
            let ticket = world.ticket();
            world.input(Input::MintFailed(ticket, failure));
            assert_eq!(rejections(&world), 1, "{asked:?}, {failure:?}");
        }
    }
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
fn invariant_7_what_was_tried_to_load_a_private_embed_is_no_attempt_of_the_signed_one_after_it() {
    let mut world = World::active(Policy {
        max_attempts: 2,
        ..plain()
    });
    world.input(Input::Ready(Some(Mode::Private)));
    world.effects.clear();
    world.session.handle(world.now, Input::Reload);
    assert_eq!(world.session.poll(), Some(Effect::Load));
    world.session.handle(world.now, Input::Unreachable);
    // The load is tried again, and shows an embed that has a session.
    world.advance(MINUTE);
    assert_eq!(world.count(is_load), 1);
    world.ready();
    world.input(Input::Rejected);
    world.advance(SECOND);
    assert_eq!(world.last_mint(), ("rejected", 1));
}

#[test]
fn invariant_7_a_private_reload_after_a_renewal_by_post_is_no_second_renewal() {
    let mut world = World::active(Policy {
        max_attempts: 1,
        on_exhausted: OnExhausted::Reload,
        ..plain()
    });
    world.renew_after_expiring(hours_later(23));
    world.input(Input::Ready(Some(Mode::Private)));
    world.effects.clear();
    // The frame is in no document.
    world.session.handle(world.now, Input::Reload);
    assert_eq!(world.session.poll(), Some(Effect::Load));
    world.input(Input::Unreachable);
    assert_eq!(
        world.settled(),
        [Err("invalid-target")],
        "a load has failed, and is not followed by a load"
    );
}
