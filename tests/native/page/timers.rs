//! The timer of each embed.

use super::*;

fn timers(world: &World, id: EmbedId) -> Vec<Option<Monotonic>> {
    let set = world
        .effects(id)
        .into_iter()
        .filter_map(|effect| match effect {
            Effect::SetTimer { at } => Some(Some(at)),
            Effect::ClearTimer => Some(None),
            _ => None,
        });
    set.collect()
}

#[test]
fn a_timer_is_set_for_the_first_deadline_and_again_only_when_it_changes() {
    let mut world = World::new();
    let id = world.open(&mounted());
    assert_eq!(
        timers(&world, id),
        [Some(START + 30 * SECOND)],
        "the mint may time out"
    );
    world.input(id, session::Input::View);
    world.input(id, session::Input::Foreground);
    assert_eq!(timers(&world, id).len(), 1);
    world.mint(id);
    assert_eq!(
        timers(&world, id).last(),
        Some(&Some(START + MINUTE)),
        "`ready` may be overdue"
    );
}

#[test]
fn a_timer_that_has_fired_is_set_again() {
    let mut world = World::new();
    let id = world.open_ready();
    let before = world.member(id).timer;
    assert!(before.is_some());
    // The browser's timer was early, and its embed is not due yet.
    world.input(id, session::Input::Tick);
    assert_eq!(world.member(id).timer, before);
}

#[test]
fn a_timer_that_nobody_needs_any_more_is_cleared() {
    let mut world = World::new();
    let id = world.open(&private());
    assert_eq!(timers(&world, id), [Some(START + MINUTE)]);
    world.input(id, session::Input::Ready(Some(Mode::Private)));
    assert_eq!(timers(&world, id), [Some(START + MINUTE), None]);
}

#[test]
fn invariant_10_destroy_clears_the_timer() {
    let mut world = World::new();
    let id = world.open_ready();
    world.destroy(id);
    assert_eq!(timers(&world, id), [None]);
}
