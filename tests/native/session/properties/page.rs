//! What the embeds of a page share: the turns to mint, and the ids that were given.

use super::*;
use svc_embed::session::{GivenIds, MINTS_AT_A_TIME};

use crate::session::queue::Queue;

#[derive(Debug, Clone, Copy)]
enum Turning {
    Request(u8),
    /// Whoever has had its turn for longest, or another, gives it back.
    Release(usize),
    Withdraw(u8),
}

fn turning() -> impl Strategy<Value = Turning> {
    prop_oneof![
        5 => (0..20u8).prop_map(Turning::Request),
        4 => any::<usize>().prop_map(Turning::Release),
        1 => (0..20u8).prop_map(Turning::Withdraw),
    ]
}

proptest! {
    #![proptest_config(config(256))]

    #[test]
    fn turns_are_four_at_a_time_and_go_to_those_who_asked_first(
        steps in prop::collection::vec(turning(), 1..400),
    ) {
        let mut turns = Queue::default();
        let mut minting: Vec<u8> = Vec::new();
        let mut waiting: Vec<u8> = Vec::new();
        for step in steps {
            match step {
                Turning::Request(key) if minting.contains(&key) => {}
                Turning::Request(key) => {
                    let granted = turns.request(key.into());
                    prop_assert_eq!(granted, minting.len() < 4);
                    if granted {
                        minting.push(key);
                    } else if !waiting.contains(&key) {
                        waiting.push(key);
                    }
                }
                Turning::Release(_) if minting.is_empty() => {}
                Turning::Release(which) => {
                    let gone = minting.remove(which % minting.len());
                    let next = turns.release(gone.into());
                    let first = (!waiting.is_empty()).then(|| waiting.remove(0));
                    prop_assert_eq!(next, first.map(usize::from));
                    minting.extend(first);
                }
                Turning::Withdraw(key) if minting.contains(&key) => {}
                Turning::Withdraw(key) => {
                    turns.withdraw(key.into());
                    waiting.retain(|waiting| *waiting != key);
                }
            }
            prop_assert!(minting.len() <= MINTS_AT_A_TIME);
            // Nobody waits while a turn is free.
            prop_assert!(waiting.is_empty() || minting.len() == MINTS_AT_A_TIME);
        }
        // Nobody starves: as turns are given back, all get theirs.
        for next in waiting {
            let gone = minting.remove(0);
            prop_assert_eq!(turns.release(gone.into()), Some(next.into()));
            minting.push(next);
        }
        for gone in minting {
            prop_assert_eq!(turns.release(gone.into()), None);
        }
    }

    #[test]
    fn turns_given_back_that_were_not_taken_make_no_more_mints(extra in 0..10usize) {
        let mut turns = Queue::default();
        for key in 0..extra {
            prop_assert_eq!(turns.release(key), None);
        }
        let granted = (0..10).filter(|key| turns.request(*key)).count();
        prop_assert_eq!(granted, MINTS_AT_A_TIME);
    }
}

proptest! {
    #![proptest_config(config(24))]

    #[test]
    fn invariant_4_an_id_is_fresh_where_the_list_of_all_does_not_hold_it(
        before in 2_040..2_060u32,
        given in prop::collection::vec(prop_oneof![0..60u32, 2_000..2_100u32], 1..300),
    ) {
        let ids = GivenIds::default();
        // The one that was given last is the last.
        let mut list: Vec<u32> = Vec::new();
        for number in (0..before).chain(given) {
            let fresh = !list.contains(&number);
            list.push(number);
            if list.len() > 2_048 {
                list.remove(0);
            }
            let id = SessionId::new(&format!("id-{number}")).unwrap();
            prop_assert_eq!(ids.note(&id), fresh);
        }
    }
}

/// An embed of the page: its machine, and when its mint will be answered.
struct Member {
    session: Session,
    answer: Option<(u64, Ticket, bool)>,
}

proptest! {
    #![proptest_config(config(64))]

    #[test]
    fn every_embed_of_a_page_gets_its_turn_and_at_most_four_mint(
        mints in prop::collection::vec((1..40 * SECOND, prop::bool::weighted(0.8)), 1..30),
        embeds in 1..24usize,
    ) {
        let mut turns = Queue::default();
        let mut now = Now { monotonic: 0, wall: EPOCH };
        // Loaded, or out of attempts.
        let mut done = vec![false; embeds];
        let mut fates = mints.into_iter().cycle();
        let seeds = 0..u32::try_from(embeds).unwrap();
        let mut members: Vec<Member> = seeds
            .map(|seed| Member {
                session: Session::mount(now, Policy::default(), MINUTE, true, seed),
                answer: None,
            })
            .collect();
        let mut steps = 0;
        while done.contains(&false) {
            steps += 1;
            prop_assert!(steps < 100_000, "nobody waits for ever");
            // Whatever the machines ask for, until none asks any more.
            let mut granted: Vec<usize> = Vec::new();
            loop {
                for (key, member) in members.iter_mut().enumerate() {
                    if granted.contains(&key) {
                        granted.retain(|it| *it != key);
                        member.session.handle(now, Input::Turn);
                    }
                    while let Some(effect) = member.session.poll() {
                        match effect {
                            Effect::AwaitTurn if turns.request(key) => granted.push(key),
                            Effect::Mint { ticket, .. } => {
                                let (time, good) = fates.next().unwrap();
                                member.answer = Some((now.monotonic + time, ticket, good));
                            }
                            Effect::Load(_) => {
                                done[key] = true;
                                member.session.handle(now, Input::Loaded);
                                member.session.handle(now, Input::Ready(Some(Mode::Signed)));
                            }
                            _ => {}
                        }
                    }
                    done[key] |= member.session.state().status == Status::Stopped;
                    if member.answer.is_some() && !member.session.is_minting() {
                        member.answer = None;
                        granted.extend(turns.release(key));
                    }
                }
                if granted.is_empty() {
                    break;
                }
            }
            let minting = members.iter().filter(|member| member.session.is_minting()).count();
            prop_assert!(minting <= 4);
            let answers = members.iter().filter_map(|member| member.answer.map(|it| it.0));
            let timers = members.iter().filter_map(|member| member.session.next_timeout());
            let Some(next) = answers.chain(timers).min() else {
                break;
            };
            now.wall += next - now.monotonic;
            now.monotonic = next;
            for (key, member) in members.iter_mut().enumerate() {
                let answered = member.answer.filter(|it| it.0 <= now.monotonic);
                let input = match answered {
                    Some((_, ticket, true)) => {
                        Input::Minted(ticket, SessionId::new(&format!("{key}/{ticket}")).unwrap())
                    }
                    Some((_, ticket, false)) => {
                        Input::MintFailed(ticket, svc_embed::session::MintFailure::Failed)
                    }
                    None => Input::Tick,
                };
                member.session.handle(now, input);
            }
        }
    }
}
