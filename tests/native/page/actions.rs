//! When actions are sent, kept and sent again.

use super::*;
use svc_embed::page::{Dispatch, Fact};

/// What the document of `id` has received.
fn received(world: &mut World, id: EmbedId) -> &[u32] {
    &world.member(id).document.received
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
fn invariant_12_a_ready_that_may_answer_an_id_forgets_no_navigation() {
    let mut world = World::new();
    let id = world.open_ready();
    world.input(id, session::Input::Renew);
    world.mint(id);
    world.advance(60 * SECOND);
    world.log.clear();
    world.ready(id);
    assert_eq!(world.effects(id), []);
}

/// The page may have asked for the path at which the embed was already: no report of that path comes.
#[test]
fn invariant_12_an_embed_that_goes_on_from_the_path_of_the_page_is_not_taken_back() {
    let mut world = World::new();
    let id = world.open_ready();
    world.input(id, page::Fact::NavigationPosted);
    world.log.clear();
    world.input(id, page::Fact::NavigatedOnwards);
    assert_eq!(world.effects(id), [Effect::ForgetNavigation]);
}

#[test]
fn invariant_8_a_ready_after_the_time_of_an_answer_forgets_the_navigation_also_after_a_sleep() {
    let mut world = World::new();
    let id = world.open_ready();
    world.now.wall = world.now.wall + 3 * HOUR;
    world.input(id, session::Input::Renew);
    world.mint(id);
    world.advance(6 * MINUTE);
    world.log.clear();
    world.ready(id);
    assert_eq!(
        world.effects(id),
        [Effect::ForgetNavigation, Effect::SendActions]
    );
}

#[test]
fn invariant_12_an_echo_is_not_due_of_another_document() {
    let mut world = World::new();
    let id = world.open_ready();
    world.input(id, Fact::NavigationPosted);
    world.input(id, Fact::WindowReplaced);
    world.mint(id);
    world.ready(id);
    world.log.clear();
    world.input(id, Fact::Navigated);
    assert_eq!(world.effects(id), [Effect::ForgetNavigation]);
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
