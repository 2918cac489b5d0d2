//! Anything at any time: no order is kept, no clock can be trusted, and what is heard need not be
//! true. What must hold even then is what [`Observer`] checks.

use super::observer::Observer;
use super::*;
use svc_embed::session::MintFailure;

/// An input, and how far both clocks have gone on before it.
#[derive(Debug, Clone)]
struct Step {
    monotonic: Millis,
    wall: f64,
    noise: Noise,
}

#[derive(Debug, Clone, Copy)]
enum Noise {
    /// The input that the machine waits for: its turn, a fresh id, its timer.
    Expected,
    Input(Input),
    /// An answer to one of the last mints.
    Minted {
        back: u32,
    },
    MintFailed {
        back: u32,
        failure: MintFailure,
    },
    /// An event about a session that ends so far from what the wall clock says.
    Expiring {
        ahead: f64,
        left: Millis,
    },
    Expired {
        ahead: f64,
        reported: f64,
    },
}

fn steps(length: usize) -> impl Strategy<Value = Vec<Step>> {
    let step = (duration(), wall(), noise()).prop_map(|(monotonic, skew, noise)| Step {
        monotonic,
        wall: monotonic.number() + skew,
        noise,
    });
    prop::collection::vec(step, 1..length)
}

/// Mostly the wall clock goes with the other.
fn wall() -> impl Strategy<Value = f64> {
    let far = (50 * HOUR).number();
    prop_oneof![8 => Just(0.0), 1 => 0.0..far, 1 => -far..far]
}

fn noise() -> impl Strategy<Value = Noise> {
    let far = (30 * HOUR).number();
    let failure = prop_oneof![
        10 => Just(MintFailure::Failed),
        5 => Just(MintFailure::Invalid),
        5 => Just(MintFailure::Repeated),
        1 => Just(MintFailure::SignedOut),
    ];
    let mode = prop_oneof![
        8 => Just(Some(Mode::Signed)),
        4 => Just(None),
        1 => Just(Some(Mode::Private)),
    ];
    let input = prop_oneof![
        6 => mode.prop_map(Input::Ready),
        3 => Just(Input::Turn),
        4 => Just(Input::Tick),
        2 => Just(Input::View),
        4 => Just(Input::Rejected),
        4 => Just(Input::Foreground),
        4 => Just(Input::Renew),
        2 => Just(Input::Reload),
        1 => Just(Input::Unreachable),
        2 => Just(Input::Shown),
        2 => Just(Input::Moved),
        1 => Just(Input::Navigated),
        1 => Just(Input::LoadedOffline),
        2 => Just(Input::Seen),
    ];
    prop_oneof![
        30 => Just(Noise::Expected),
        30 => input.prop_map(Noise::Input),
        6 => (0..3u32).prop_map(|back| Noise::Minted { back }),
        6 => (0..3u32, failure).prop_map(|(back, failure)| Noise::MintFailed { back, failure }),
        5 => (-far..far, duration()).prop_map(|(ahead, left)| Noise::Expiring { ahead, left }),
        5 => (-far..far, -far..far)
            .prop_map(|(ahead, reported)| Noise::Expired { ahead, reported }),
    ]
}

/// How the embed begins, and whether the page gave a `getSession`.
fn beginning() -> impl Strategy<Value = (bool, bool, u32)> {
    (any::<bool>(), prop::bool::weighted(0.9), any::<u32>())
}

fn observe(
    (mounted, can_mint, seed): (bool, bool, u32),
    policy: Policy,
    now: Now,
) -> (Observer, Vec<Effect>) {
    let loaded_by = if mounted {
        LoadedBy::Bridge
    } else {
        LoadedBy::Page
    };
    let session = Session::open(now, loaded_by, policy, MINUTE, can_mint, seed);
    let (mut observer, effects) = Observer::new(session, policy, can_mint, now);
    observer.is_empty = mounted && can_mint;
    (observer, effects)
}

/// A wall clock that is set, forwards or back.
fn moved(wall: Epoch, by: f64) -> Epoch {
    Epoch::from_number(wall.number() + by)
}

/// The plain input of a step.
fn input(noise: Noise, now: Now, observer: &Observer) -> (Now, Input) {
    let last = observer.mints.last().map_or(Ticket(0), |mint| mint.ticket);
    let earlier = |back: u32| Ticket(last.0.saturating_sub(back));
    let near = |ahead: f64| moved(now.wall, ahead);
    let input = match noise {
        Noise::Expected if observer.session.awaits_turn() => Input::Turn,
        Noise::Expected if observer.session.is_minting() => Input::Minted(last),
        Noise::Expected => {
            let at = observer.session.next_timeout().unwrap_or(now.monotonic);
            let gone = at - now.monotonic;
            let now = Now {
                monotonic: now.monotonic + gone,
                wall: now.wall + gone,
            };
            return (now, Input::Tick);
        }
        // A document that was never loaded does not end its load.
        Noise::Input(Input::LoadedOffline) if !observer.has_document => Input::Tick,
        // What was never loaded rejects nothing.
        Noise::Input(Input::Rejected) if observer.is_empty => Input::Tick,
        Noise::Input(input) => input,
        Noise::Minted { back } => Input::Minted(earlier(back)),
        Noise::MintFailed { back, failure } => Input::MintFailed(earlier(back), failure),
        Noise::Expiring { ahead, left } => Input::Expiring {
            expires_at: near(ahead),
            expires_in: left,
        },
        Noise::Expired { ahead, reported } => Input::Expired {
            expired_at: near(ahead),
            reported_at: near(reported),
        },
    };
    (now, input)
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn invariants_1_3_6_7_9_10_11_12_13_hold_whatever_happens(
        beginning in beginning(),
        policy in policy(),
        steps in steps(400),
        destroyed_at in 0..800usize,
    ) {
        let mut now = Now { monotonic: START, wall: EPOCH };
        let (mut observer, _) = observe(beginning, policy, now);
        for (number, step) in steps.into_iter().enumerate() {
            now.monotonic = now.monotonic + step.monotonic;
            now.wall = moved(now.wall, step.wall);
            let (at, input) = input(step.noise, now, &observer);
            now = at;
            observer.handle(now, input);
            if number == destroyed_at {
                observer.handle(now, Input::Destroy);
            }
        }
        observer.handle(now, Input::Destroy);
        prop_assert!(!observer.asked, "invariant 10: a promise is open after destroy");
    }
}
