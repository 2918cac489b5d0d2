//! Destroyed is destroyed.

use super::*;

#[test]
fn invariant_10_destroy_ends_everything_in_order() {
    let mut world = World::new();
    let id = world.open_ready();
    world.input(id, session::Input::Renew);
    world.log.clear();
    world.destroy(id);
    assert_eq!(
        world.effects(id),
        [
            Effect::AbortMint,
            Effect::RejectReady(Error::Destroyed),
            Effect::RejectAsked(Error::Destroyed),
            Effect::ClearTimer,
            Effect::TellSession,
            Effect::Close,
        ]
    );
    assert_eq!(world.page.state(id), None);
}

#[test]
fn invariant_10_what_a_handler_asks_for_at_the_end_is_rejected() {
    for asked in [session::Input::Renew, session::Input::Reload] {
        let mut world = World::new();
        let id = world.open_ready();
        world.hand_in(id, session::Input::Destroy);
        while world.page.poll() != Some((id, Effect::TellSession)) {}
        world.hand_in(id, asked);
        let rejected = Effect::RejectAsked(Error::Destroyed);
        assert_eq!(world.page.poll(), Some((id, rejected)));
        assert_eq!(world.page.poll(), Some((id, Effect::Close)));
    }
}

#[test]
fn invariant_10_an_embed_is_there_until_it_is_closed_and_hears_nothing() {
    let mut world = World::new();
    let id = world.open_ready();
    world.hand_in(id, session::Input::Destroy);
    assert_eq!(world.state(id).status, Status::Stopped);
    let mut page = world.page.clone();
    for input in [
        session::Input::Destroy,
        session::Input::Reload,
        session::Input::Ready(None),
        session::Input::Loaded,
        session::Input::Rejected,
    ] {
        world.hand_in(id, input);
    }
    // The navigation of an embed that ends is forgotten, or not.
    let rest = |page: &mut Page| -> Vec<_> {
        let all = std::iter::from_fn(|| page.poll());
        all.filter(|(_, effect)| *effect != Effect::ForgetNavigation)
            .collect()
    };
    assert_eq!(rest(&mut world.page), rest(&mut page));
}
