//! When actions are sent, kept and sent again.

use super::*;
use svc_embed::page::Dispatch;

/// What the document of `id` has received.
fn received(world: &mut World, id: EmbedId) -> &[u32] {
    &world.member(id).document.received
}

#[test]
fn invariant_12_actions_before_ready_are_kept_and_sent_in_order() {
    let mut world = World::new();
    let id = world.open(&mounted());
    world.act(id, 1, true).unwrap();
    world.mint(id);
    world.act(id, 2, false).unwrap();
    assert!(received(&mut world, id).is_empty());
    world.ready(id);
    assert_eq!(received(&mut world, id), [1, 2]);
    world.act(id, 3, false).unwrap();
    assert_eq!(received(&mut world, id), [1, 2, 3]);
}

#[test]
fn invariant_12_a_document_that_is_loaded_is_given_its_state_when_it_is_ready() {
    let mut world = World::new();
    let id = world.open_ready();
    world.act(id, 1, true).unwrap();
    world.act(id, 2, false).unwrap();
    world.input(id, session::Input::Reload);
    assert_eq!(world.page.dispatch(id, true), Ok(Dispatch::SendAndKeep));
    world.mint(id);
    assert_eq!(world.page.dispatch(id, true), Ok(Dispatch::Keep));
    world.act(id, 3, true).unwrap();
    world.ready(id);
    assert_eq!(received(&mut world, id), [1, 3]);
}

#[test]
fn invariant_12_a_late_renewal_sends_the_state_again_at_the_first_view() {
    let mut world = World::new();
    let id = world.open_ready();
    world.act(id, 1, true).unwrap();
    world.act(id, 2, false).unwrap();
    world.expired(id);
    world.mint(id);
    world.log.clear();
    world.input(id, session::Input::View);
    assert!(world.effects(id).contains(&Effect::SendActions));
    assert_eq!(received(&mut world, id), [1, 2, 1]);
    // The confirmation does not repeat it.
    world.advance(10 * SECOND);
    assert_eq!(received(&mut world, id), [1, 2, 1]);
}

#[test]
fn invariant_12_a_ready_after_the_state_was_sent_again_sends_only_what_was_kept() {
    let mut world = World::new();
    let id = world.open_ready();
    world.act(id, 1, true).unwrap();
    world.expired(id);
    world.mint(id);
    world.input(id, session::Input::View);
    world.log.clear();
    world.ready(id);
    assert_eq!(received(&mut world, id), [1, 1]);
}

#[test]
fn invariant_12_a_ready_after_a_renewal_in_place_sends_the_state_again() {
    let mut world = World::new();
    let id = world.open_ready();
    world.act(id, 1, true).unwrap();
    world.expired(id);
    world.mint(id);
    world.input(id, session::Input::View);
    world.advance(10 * SECOND);
    // The next session: it may have lost its state again.
    world.expired(id);
    world.mint(id);
    world.log.clear();
    world.ready(id);
    assert!(world.effects(id).contains(&Effect::SendActions));
}

#[test]
fn invariant_12_an_action_does_not_overtake_those_that_were_kept() {
    let mut world = World::new();
    let id = world.open(&adopted());
    world.act(id, 1, false).unwrap();
    world.hand_in(id, session::Input::Ready(Some(Mode::Signed)));
    // `ready` has arrived, and what was kept is still to be sent.
    world.act(id, 2, false).unwrap();
    world.drain();
    assert_eq!(received(&mut world, id), [1, 2]);
}

#[test]
fn invariant_12_a_load_cancels_what_ready_has_left_to_be_sent() {
    let mut world = World::new();
    let id = world.open(&private());
    world.act(id, 1, true).unwrap();
    world.hand_in(id, session::Input::Ready(Some(Mode::Private)));
    world.hand_in(id, session::Input::Reload);
    world.drain();
    assert!(received(&mut world, id).is_empty());
    world.input(id, session::Input::Ready(Some(Mode::Private)));
    assert_eq!(received(&mut world, id), [1]);
}

#[test]
fn actions_of_an_embed_that_is_gone_are_refused() {
    let mut world = World::new();
    let id = world.open_ready();
    world.destroy(id);
    assert_eq!(world.act(id, 1, true), Err(Error::Destroyed));
}

#[test]
fn invariant_12_any_event_of_a_document_that_the_page_loaded_shows_that_an_embed_is_there() {
    for event in [
        session::Input::View,
        session::Input::Expired {
            expired_at: EPOCH,
            reported_at: EPOCH,
        },
        session::Input::Expiring {
            expires_at: EPOCH,
            expires_in: Millis::ZERO,
        },
    ] {
        let mut world = World::new();
        let id = world.open(&adopted());
        world.act(id, 1, true).unwrap();
        world.input(id, session::Input::Foreground);
        assert!(received(&mut world, id).is_empty());
        world.input(id, event);
        assert_eq!(received(&mut world, id), [1], "{event:?}");
        world.input(id, event);
        assert_eq!(
            received(&mut world, id),
            [1],
            "only the first event does so"
        );
    }
}

#[test]
fn invariant_12_a_view_of_a_document_that_the_bridge_loaded_shows_nothing() {
    let mut world = World::new();
    let id = world.open(&adopted());
    world.act(id, 1, true).unwrap();
    world.input(id, session::Input::Reload);
    world.mint(id);
    world.input(id, session::Input::View);
    assert!(received(&mut world, id).is_empty());
    world.ready(id);
    assert_eq!(received(&mut world, id), [1]);
}

#[test]
fn invariant_12_a_document_of_the_bridge_shows_itself_by_ready_alone() {
    let mut world = World::new();
    let id = world.open(&mounted());
    world.mint(id);
    world.input(id, session::Input::Shown);
    assert_eq!(world.page.dispatch(id, true), Ok(Dispatch::Keep));
}

#[test]
fn invariant_12_a_foreign_document_that_was_heard_is_sent_nothing_twice() {
    let mut world = World::new();
    let id = world.open(&adopted());
    world.act(id, 1, true).unwrap();
    world.input(id, session::Input::Shown);
    world.log.clear();
    world.input(id, session::Input::Shown);
    assert_eq!(world.log, []);
}

#[test]
fn invariant_12_an_embed_that_mounts_itself_again_gets_every_action_after_a_pause() {
    let mut world = World::new();
    let id = world.open_ready();
    world.advance(SECOND);
    world.log.clear();
    world.ready(id);
    assert_eq!(
        world.effects(id),
        [Effect::ForgetNavigation, Effect::SendActions]
    );
}

#[test]
fn invariant_12_an_embed_that_mounts_itself_again_after_a_late_renewal_gets_every_action() {
    let mut world = World::new();
    let id = world.open_ready();
    world.act(id, 1, true).unwrap();
    world.expired(id);
    world.mint(id);
    world.input(id, session::Input::View);
    world.ready(id);
    world.advance(10 * SECOND);
    world.log.clear();
    world.ready(id);
    assert_eq!(
        world.effects(id),
        [Effect::ForgetNavigation, Effect::SendActions]
    );
}

#[test]
fn invariant_12_the_ready_of_a_renewal_in_time_sends_nothing_again() {
    for answer_after in [Millis::ZERO, 20 * SECOND] {
        let mut world = World::new();
        let id = world.open_ready();
        world.act(id, 1, true).unwrap();
        world.advance(HOUR);
        world.input(id, session::Input::Renew);
        world.mint(id);
        world.advance(answer_after);
        world.ready(id);
        assert_eq!(received(&mut world, id), [1], "after {answer_after:?}");
        assert_eq!(world.state(id).renewals, 1);
        // The next one is of an embed that has mounted itself again.
        world.advance(HOUR);
        world.ready(id);
        assert_eq!(received(&mut world, id), [1, 1], "after {answer_after:?}");
    }
}

#[test]
fn invariant_12_the_ready_of_a_renewal_in_time_sends_what_was_kept() {
    let mut world = World::new();
    let id = world.open_ready();
    world.act(id, 1, true).unwrap();
    world.input(id, session::Input::Reload);
    world.mint(id);
    world.act(id, 2, true).unwrap();
    world.ready(id);
    world.advance(HOUR);
    world.input(id, session::Input::Renew);
    world.mint(id);
    world.act(id, 3, true).unwrap();
    world.ready(id);
    assert_eq!(received(&mut world, id), [1, 2, 3]);
}

#[test]
fn invariant_12_a_late_renewal_sends_nothing_to_a_document_that_has_not_shown_itself() {
    let mut world = World::new();
    let id = world.open_ready();
    world.act(id, 1, true).unwrap();
    world.expired(id);
    world.mint(id);
    world.advance(9 * SECOND);
    world.input(id, session::Input::Navigated);
    world.advance(SECOND);
    assert!(
        received(&mut world, id).is_empty(),
        "the renewal is confirmed by now"
    );
    world.ready(id);
    assert_eq!(received(&mut world, id), [1]);
}

#[test]
fn invariant_12_a_page_of_a_sign_in_is_not_given_what_the_embed_is_to_do() {
    let mut world = World::new();
    let id = world.open(&private());
    world.act(id, 1, false).unwrap();
    world.input(id, session::Input::Navigated);
    world.advance(MINUTE);
    assert!(received(&mut world, id).is_empty());
    world.ready(id);
    assert_eq!(received(&mut world, id), [1]);
}

#[test]
fn invariant_12_a_document_of_the_frames_own_is_sent_every_action_at_its_first_event() {
    let mut world = World::new();
    let id = world.open_ready();
    world.act(id, 1, true).unwrap();
    world.input(id, session::Input::Navigated);
    world.act(id, 2, false).unwrap();
    world.advance(MINUTE - SECOND);
    assert!(received(&mut world, id).is_empty());
    world.input(id, session::Input::View);
    world.ready(id);
    assert_eq!(
        received(&mut world, id),
        [1, 2],
        "its first ready is no remount"
    );
}

#[test]
fn invariant_12_so_is_one_that_has_rejected_an_id_that_was_not_posted_to_it() {
    let mut world = World::new();
    let id = world.open_ready();
    world.act(id, 1, true).unwrap();
    world.input(id, session::Input::Rejected);
    assert_eq!(world.page.dispatch(id, true), Ok(Dispatch::Keep));
    world.input(id, session::Input::View);
    assert_eq!(received(&mut world, id), [1, 1]);
}

#[test]
fn invariant_12_an_embed_that_mounts_itself_again_all_the_time_is_sent_its_actions_once_a_second() {
    let mut world = World::new();
    let id = world.open_ready();
    world.act(id, 1, true).unwrap();
    for _ in 0..500 {
        world.advance(Millis::new(20));
        world.ready(id);
    }
    let sent = received(&mut world, id).len();
    assert!((9..=12).contains(&sent), "{sent}");
}
