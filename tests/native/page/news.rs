//! What is no news changes nothing: it may be withheld from the page.

use super::*;
use crate::session::properties::{below, config};
use proptest::prelude::*;
use svc_embed::session::{MintFailure, Report};

#[derive(Debug, Clone)]
enum Step {
    Pass(Millis),
    Run(Millis),
    Sleep(Millis),
    Mint,
    MintFails(MintFailure),
    Input(session::Input),
    Report(Told),
}

/// An event, and which session it names.
#[derive(Debug, Clone, Copy)]
enum Told {
    View,
    /// The session with this number ends.
    Expiring {
        session: u64,
        left: Millis,
    },
    Expired {
        session: u64,
    },
    Rejected,
}

impl Told {
    fn report(self) -> Report {
        match self {
            Told::View => Report::View,
            Told::Expiring { session, .. } => Report::Expiring(end_of(session)),
            Told::Expired { session } => Report::Expired(end_of(session)),
            Told::Rejected => Report::Rejected,
        }
    }

    fn input(self, now: Now) -> session::Input {
        match self {
            Told::View => session::Input::View,
            Told::Expiring { session, left } => session::Input::Expiring {
                expires_at: end_of(session),
                expires_in: left,
            },
            Told::Expired { session } => session::Input::Expired {
                expired_at: end_of(session),
                reported_at: now.wall,
            },
            Told::Rejected => session::Input::Rejected,
        }
    }
}

/// Sessions that end 23 hours after each other, the last ones first in a random choice.
fn end_of(session: u64) -> Epoch {
    EPOCH + session * (23 * HOUR)
}

fn told() -> impl Strategy<Value = Told> {
    let session = || prop_oneof![3 => Just(1u64), 2 => 0..4u64];
    prop_oneof![
        2 => Just(Told::Rejected),
        2 => Just(Told::View),
        3 => (session(), below(HOUR)).prop_map(|(session, left)| Told::Expiring { session, left }),
        3 => session().prop_map(|session| Told::Expired { session }),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    use session::Input;
    let input = prop_oneof![
        6 => Just(Input::Ready(Some(Mode::Signed))),
        1 => Just(Input::Ready(Some(Mode::Private))),
        2 => Just(Input::Rejected),
        2 => Just(Input::Foreground),
        3 => Just(Input::Renew),
        2 => Just(Input::Reload),
        2 => Just(Input::Moved),
        1 => Just(Input::Navigated),
        1 => Just(Input::LoadedOffline),
        2 => Just(Input::Tick),
    ];
    let failure = prop_oneof![
        5 => Just(MintFailure::Failed),
        1 => Just(MintFailure::SignedOut),
    ];
    prop_oneof![
        3 => prop_oneof![below(MINUTE), below(24 * HOUR)].prop_map(Step::Pass),
        3 => prop_oneof![below(MINUTE), below(24 * HOUR)].prop_map(Step::Run),
        1 => below(24 * HOUR).prop_map(Step::Sleep),
        6 => Just(Step::Mint),
        2 => failure.prop_map(Step::MintFails),
        8 => input.prop_map(Step::Input),
        12 => told().prop_map(Step::Report),
    ]
}

/// The machine as a text, without the clock bookkeeping that a repeated notice refreshes: when it
/// last heard how old the session is, what it knows of sleep since, and the deadline of the lapse.
fn without_bookkeeping(page: &Page) -> String {
    let text = format!("{page:?}");
    let mut out = String::new();
    let mut rest = text.as_str();
    let fields = [
        "clocks_compared: Now {",
        "lapses_at: ",
        "asleep: ",
        "timer: ",
    ];
    while let Some((at, field)) = fields
        .iter()
        .filter_map(|field| rest.find(field).map(|at| (at, field)))
        .min()
    {
        out.push_str(&rest[..at + field.len()]);
        let end: &[char] = if field.ends_with('{') {
            &['}']
        } else {
            &[',', '}']
        };
        rest = &rest[at + field.len()..];
        rest = &rest[rest.find(end).expect("a field ends")..];
    }
    out + rest
}

/// Every number that follows `field` in the text of the machine.
fn numbers(page: &Page, field: &str) -> Vec<f64> {
    let text = format!("{page:?}");
    let after = text.split(field).skip(1);
    // Without a deadline it is "inf".
    let number = |rest: &str| rest.split(')').next().unwrap().parse().unwrap();
    after.map(number).collect()
}

proptest! {
    #![proptest_config(config(512))]

    #[test]
    fn invariant_7_what_is_no_news_changes_no_more_than_a_tick(
        is_mounted in any::<bool>(),
        spread in prop_oneof![Just(Millis::ZERO), Just(5 * MINUTE)],
        steps in prop::collection::vec(step(), 1..60),
    ) {
        let mut world = World::new();
        let policy = Policy { spread, ..plain() };
        let setup = if is_mounted { mounted() } else { adopted() };
        let id = world.open(&Setup { policy, ..setup });
        for step in steps {
            match step {
                Step::Pass(time) => world.pass(time),
                Step::Run(time) => world.advance(time),
                Step::Sleep(time) => world.now.wall += time,
                Step::Mint if world.member(id).mint.is_some() => world.mint(id),
                Step::MintFails(failure) => {
                    if let Some(ticket) = world.member(id).mint {
                        world.input(id, session::Input::MintFailed(ticket, failure));
                    }
                }
                Step::Mint => {}
                Step::Input(input) => world.input(id, input),
                Step::Report(told) => {
                    if !world.page.is_news(id, told.report()) {
                        let (mut told_page, mut tick_page) = (world.page.clone(), world.page.clone());
                        told_page.handle(world.now, id, told.input(world.now).into());
                        // The timer stays set: `Tick` is compared with an event.
                        tick_page.handle(world.now, id, session::Input::Tick.into());
                        let is_alike =
                            without_bookkeeping(&told_page) == without_bookkeeping(&tick_page);
                        prop_assert!(is_alike, "{told:?} changes the machine");
                        let earlier = numbers(&told_page, "lapses_at: Monotonic(");
                        let later = numbers(&tick_page, "lapses_at: Monotonic(");
                        let is_earlier = earlier.iter().zip(&later).all(|(it, other)| it <= other);
                        prop_assert!(is_earlier, "{told:?} puts off the lapse");
                    }
                    world.input(id, told.input(world.now));
                }
            }
        }
    }
}

fn is_news(world: &World, id: EmbedId, told: Told) -> bool {
    world.page.is_news(id, told.report())
}

#[test]
fn invariant_7_a_view_is_news_only_after_a_late_renewal() {
    let mut world = World::new();
    let id = world.open_ready();
    assert!(!is_news(&world, id, Told::View));
    world.expired(id);
    assert!(!is_news(&world, id, Told::View));
    world.mint(id);
    assert!(is_news(&world, id, Told::View));
    world.input(id, session::Input::View);
    assert!(
        is_news(&world, id, Told::View),
        "one more may be the new session's"
    );
}

#[test]
fn invariant_7_a_notice_is_news_once_while_its_renewal_is_under_way() {
    let mut world = World::new();
    let id = world.open_ready();
    let expiring = Told::Expiring {
        session: 1,
        left: 30 * MINUTE,
    };
    assert!(is_news(&world, id, expiring));
    world.input(id, expiring.input(world.now));
    assert_eq!(world.renewal(id), Renewal::Minting);
    assert!(!is_news(&world, id, expiring));
    let expired = Told::Expired { session: 1 };
    assert!(is_news(&world, id, expired));
    world.input(id, expired.input(world.now));
    assert!(!is_news(&world, id, expired));
    assert!(is_news(&world, id, Told::Expired { session: 2 }));
}

#[test]
fn invariant_7_the_events_of_an_earlier_session_are_no_news() {
    let mut world = World::new();
    let id = world.open_ready();
    let expired = Told::Expired { session: 1 };
    world.input(id, expired.input(world.now));
    world.mint(id);
    world.advance(10 * SECOND);
    assert!(!is_news(&world, id, expired));
    assert!(!is_news(
        &world,
        id,
        Told::Expiring {
            session: 1,
            left: Millis::ZERO
        }
    ));
}

#[test]
fn invariant_7_a_rejection_is_no_news_while_the_next_attempt_is_under_way() {
    let mut world = World::new();
    let id = world.open_ready();
    assert!(is_news(&world, id, Told::Rejected));
    world.input(id, session::Input::Rejected);
    assert_eq!(world.renewal(id), Renewal::BackingOff);
    assert!(!is_news(&world, id, Told::Rejected));
}

#[test]
fn nothing_is_news_of_an_embed_that_is_gone() {
    let mut world = World::new();
    let id = world.open_ready();
    let expired = Told::Expired { session: 1 };
    assert!(is_news(&world, id, expired));
    world.destroy(id);
    assert!(!is_news(&world, id, expired));
}
