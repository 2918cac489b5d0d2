//! Random histories of a page: inputs at any time, in the middle of polling, and inside effects.
//! What must hold is what the shell of the tests asserts at each effect and at rest.

use super::steps::{Op, Step, Which};
use super::*;
use crate::session::properties::{below, between, config, policy};
use proptest::prelude::*;
use svc_embed::session::MintFailure;

fn setup() -> impl Strategy<Value = Setup> {
    let hasty = Policy {
        mint_timeout: Millis::ZERO,
        retry_min: Millis::ZERO,
        retry_max: Millis::ZERO,
        ..plain()
    };
    let policy = prop_oneof![4 => Just(plain()), 4 => policy(), 1 => Just(hasty)];
    (
        policy,
        any::<bool>(),
        prop::bool::weighted(0.9),
        any::<u32>(),
        0..3u64,
    )
        .prop_map(|(policy, is_mounted, can_mint, seed, tenant)| Setup {
            loaded_by: if is_mounted {
                page::LoadedBy::Bridge
            } else {
                page::LoadedBy::Page
            },
            can_mint,
            policy,
            ready_timeout: MINUTE,
            tenant: TextHash::new(tenant),
            seed,
        })
}

fn which() -> impl Strategy<Value = Which> {
    prop_oneof![4 => 0..6usize, 1 => 0..20usize]
}

fn plain_input() -> impl Strategy<Value = session::Input> {
    use session::Input;
    prop_oneof![
        6 => Just(Input::Ready(Some(Mode::Signed))),
        1 => Just(Input::Ready(Some(Mode::Private))),
        3 => Just(Input::View),
        2 => Just(Input::Rejected),
        2 => Just(Input::Foreground),
        6 => Just(Input::Renew),
        6 => Just(Input::Reload),
        2 => Just(Input::Tick),
        1 => Just(Input::Turn),
        2 => Just(Input::Seen),
        3 => Just(Input::Destroy),
    ]
}

fn op() -> impl Strategy<Value = Op> {
    let ids = 1..41u64;
    let failure = prop_oneof![
        6 => Just(MintFailure::Failed),
        1 => Just(MintFailure::SignedOut),
    ];
    prop_oneof![
        4 => setup().prop_map(Op::Open),
        8 => (which(), ids.clone()).prop_map(|(which, id)| Op::Minted(which, id)),
        1 => (which(), ids.clone()).prop_map(|(which, id)| Op::MintedLate(which, id)),
        3 => (which(), failure).prop_map(|(which, failure)| Op::MintFails(which, failure)),
        14 => (which(), plain_input()).prop_map(|(which, input)| Op::Session(which, input)),
        3 => (which(), any::<bool>(), below(HOUR))
            .prop_map(|(which, lapsed, left)| Op::Expires { which, lapsed, left }),
        4 => (which(), any::<bool>()).prop_map(|(which, lasts)| Op::Act(which, lasts)),
        1 => ids.prop_map(Op::NoteUsedId),
        1 => any::<bool>().prop_map(Op::Loads),
        1 => any::<bool>().prop_map(Op::Windows),
        2 => below(2 * MINUTE).prop_map(Op::Pass),
        3 => prop_oneof![below(2 * MINUTE), below(24 * HOUR)].prop_map(Op::Run),
    ]
}

fn step() -> impl Strategy<Value = Step> {
    let polls = prop_oneof![4 => Just(None), 1 => (0..4usize).prop_map(Some)];
    let inside = prop_oneof![
        3 => Just(Vec::new()),
        1 => prop::collection::vec(op(), 1..4),
    ];
    let document = prop_oneof![
        Just(session::Input::Moved),
        Just(session::Input::Navigated),
        Just(session::Input::LoadedOffline),
    ];
    let document = (which(), document).prop_map(|(which, input)| Op::Document(which, input));
    let op = prop_oneof![12 => op(), 1 => document];
    (op, polls, inside).prop_map(|(op, polls, inside)| Step { op, polls, inside })
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn invariants_hold_whatever_happens_inside_whatever(
        steps in prop::collection::vec(step(), 1..120),
    ) {
        let mut world = World::new();
        for (number, step) in steps.into_iter().enumerate() {
            world.play(step, 10 * u32::try_from(number).unwrap());
        }
        world.settle();
        // Every embed can still be destroyed, and every turn is free then.
        for id in world.members.iter().map(|it| it.id).collect::<Vec<_>>() {
            world.destroy(id);
        }
        let ids: Vec<EmbedId> = (0..5).map(|_| world.open(&mounted())).collect();
        prop_assert_eq!(world.minting(), &ids[..4]);
    }

    #[test]
    fn invariant_1_every_embed_gets_its_turn(
        mints in prop::collection::vec((between(Millis::new(1), 40 * SECOND), prop::bool::weighted(0.8)), 1..30),
        embeds in 1..=EMBEDS,
    ) {
        let mut world = World::new();
        let mut fates = mints.into_iter().cycle();
        let mut answers: Vec<(Monotonic, EmbedId, bool)> = Vec::new();
        for _ in 0..embeds {
            world.open(&mounted());
        }
        let mut steps = 0;
        loop {
            steps += 1;
            prop_assert!(steps < 10_000, "an embed waits for ever");
            for id in world.minting() {
                if !answers.iter().any(|answer| answer.1 == id) {
                    let (time, is_good) = fates.next().unwrap();
                    answers.push((world.now.monotonic + time, id, is_good));
                }
            }
            let minting = world.minting();
            answers.retain(|answer| minting.contains(&answer.1));
            let Some(&next) = answers.iter().min_by_key(|answer| answer.0) else {
                let waits = world.members.iter().any(|it| world.renewal(it.id) != Renewal::Idle);
                if !waits {
                    break;
                }
                world.advance(SECOND);
                continue;
            };
            let (at, id, is_good) = next;
            world.advance(at - world.now.monotonic);
            answers.retain(|answer| *answer != next);
            if !world.minting().contains(&id) {
                continue;
            }
            if is_good {
                world.mint(id);
                world.ready(id);
            } else {
                world.mint_fails(id);
            }
        }
        for place in 0..embeds {
            let id = world.members[place].id;
            let state = world.state(id);
            let is_over = state.status == Status::Active || state.status == Status::Stopped;
            prop_assert!(is_over);
        }
    }

    #[test]
    fn invariant_4_an_id_is_fresh_if_the_list_of_the_last_does_not_hold_it(
        ids in prop::collection::vec((1..15u64, any::<bool>()), 1..200),
    ) {
        let mut world = World::new();
        let id = world.open_ready();
        // The id of the first load.
        let mut list: Vec<u64> = vec![world.next_id];
        for (bits, is_noted) in ids {
            let is_fresh = !list.contains(&bits);
            list.push(bits);
            if list.len() > IDS {
                list.remove(0);
            }
            if is_noted {
                world.note_used_id(bits);
                continue;
            }
            // A renewal that was stopped starts again, and one that waits goes on.
            if world.renewal(id) != Renewal::Minting {
                world.input(id, session::Input::Renew);
            }
            let delivered = world.member(id).delivered.len();
            world.mint_as(id, bits);
            prop_assert_eq!(world.member(id).delivered.len() > delivered, is_fresh);
            world.advance(10 * SECOND);
        }
    }
}
