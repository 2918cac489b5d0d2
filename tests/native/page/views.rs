//! A view that nobody awaits changes nothing: it may be withheld from the page.

use super::*;
use crate::session::properties::{below, config};
use proptest::prelude::*;

#[derive(Debug, Clone)]
enum Step {
    Run(Millis),
    Sleep(Millis),
    Mint,
    Lapse,
    Input(session::Input),
}

fn step() -> impl Strategy<Value = Step> {
    use session::Input;
    let input = prop_oneof![
        4 => Just(Input::Ready(Some(Mode::Signed))),
        6 => Just(Input::View),
        2 => Just(Input::Rejected),
        2 => Just(Input::Foreground),
        2 => Just(Input::Renew),
        2 => Just(Input::Reload),
        1 => Just(Input::Moved),
        1 => Just(Input::Navigated),
    ];
    prop_oneof![
        4 => prop_oneof![below(MINUTE), below(24 * HOUR)].prop_map(Step::Run),
        1 => below(24 * HOUR).prop_map(Step::Sleep),
        6 => Just(Step::Mint),
        4 => Just(Step::Lapse),
        8 => input.prop_map(Step::Input),
    ]
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn one_that_is_not_awaited_changes_no_more_than_a_tick(
        is_mounted in any::<bool>(),
        steps in prop::collection::vec(step(), 1..60),
    ) {
        let mut world = World::new();
        let id = world.open(&if is_mounted { mounted() } else { adopted() });
        for step in steps {
            match step {
                Step::Run(time) => world.advance(time),
                Step::Sleep(time) => world.now.wall = world.now.wall + time,
                Step::Mint if world.member(id).mint.is_some() => world.mint(id),
                Step::Mint => {}
                Step::Lapse => world.expired(id),
                Step::Input(session::Input::View) if !world.page.awaits(id) => {
                    let after = |input: session::Input| {
                        let mut page = world.page.clone();
                        page.handle(world.now, id, input.into());
                        while page.poll().is_some() {}
                        page
                    };
                    prop_assert!(after(session::Input::View) == after(session::Input::Tick));
                }
                Step::Input(input) => world.input(id, input),
            }
        }
    }
}

#[test]
fn one_is_awaited_only_after_a_late_renewal() {
    let mut world = World::new();
    let id = world.open_ready();
    assert!(!world.page.awaits(id));
    world.expired(id);
    assert!(!world.page.awaits(id));
    world.mint(id);
    assert!(world.page.awaits(id));
}
