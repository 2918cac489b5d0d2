//! Four mints at a time, in the order in which the embeds asked.

use super::*;
use svc_embed::page::MINTS_AT_A_TIME;

/// A page on which four embeds mint and `waiting` more wait for their turn.
fn busy(waiting: usize) -> (World, Vec<EmbedId>) {
    let mut world = World::new();
    let ids = (0..MINTS_AT_A_TIME + waiting).map(|_| world.open(&mounted()));
    let ids: Vec<EmbedId> = ids.collect();
    assert_eq!(world.minting(), ids[..MINTS_AT_A_TIME]);
    (world, ids)
}

#[test]
fn invariant_1_the_fifth_mint_waits_for_the_end_of_one_of_four() {
    let (mut world, ids) = busy(2);
    assert_eq!(world.renewal(ids[4]), Renewal::Scheduled);
    world.mint(ids[2]);
    assert_eq!(world.minting(), [ids[0], ids[1], ids[3], ids[4]]);
    world.mint_fails(ids[0]);
    assert_eq!(world.minting(), [ids[1], ids[3], ids[4], ids[5]]);
}

#[test]
fn invariant_1_mints_that_hang_do_not_stop_another_tenant() {
    let (mut world, ids) = busy(1);
    let other = world.open(&elsewhere());
    assert!(world.minting().contains(&other));
    assert_eq!(world.renewal(ids[4]), Renewal::Scheduled);
    world.mint(other);
    assert_eq!(
        world.renewal(ids[4]),
        Renewal::Scheduled,
        "the turn of another tenant is not its own"
    );
}

#[test]
fn invariant_1_an_embed_passes_those_of_a_tenant_without_a_turn() {
    let (mut world, ids) = busy(1);
    let others: Vec<EmbedId> = (0..=MINTS_AT_A_TIME)
        .map(|_| world.open(&elsewhere()))
        .collect();
    assert_eq!(world.renewal(others[4]), Renewal::Scheduled);
    world.mint(others[0]);
    assert!(world.minting().contains(&others[4]));
    assert_eq!(world.renewal(ids[4]), Renewal::Scheduled);
    world.mint(ids[0]);
    assert!(world.minting().contains(&ids[4]));
}

#[test]
fn invariant_1_a_place_takes_the_turns_of_its_new_tenant() {
    let (mut world, ids) = busy(1);
    world.destroy(ids[4]);
    let other = world.open(&elsewhere());
    assert!(world.minting().contains(&other));
}

#[test]
fn invariant_1_a_failed_attempt_queues_behind_those_who_wait() {
    let (mut world, ids) = busy(2);
    world.mint_fails(ids[0]);
    world.advance(SECOND);
    assert_eq!(
        world.renewal(ids[0]),
        Renewal::Scheduled,
        "its turn is gone"
    );
    world.mint(ids[1]);
    assert_eq!(world.minting(), [ids[2], ids[3], ids[4], ids[5]]);
    world.mint(ids[2]);
    assert!(world.minting().contains(&ids[0]));
}

#[test]
fn invariant_1_a_mint_that_times_out_gives_its_turn_back() {
    let (mut world, ids) = busy(1);
    world.advance(30 * SECOND);
    assert_eq!(world.last_error(ids[0]), Some("mint-timeout"));
    assert!(world.minting().contains(&ids[4]));
}

#[test]
fn invariant_1_a_destroyed_embed_that_waited_takes_no_turn() {
    let (mut world, ids) = busy(2);
    world.destroy(ids[4]);
    world.mint(ids[0]);
    assert_eq!(world.minting(), [ids[1], ids[2], ids[3], ids[5]]);
    for id in [ids[1], ids[2], ids[3], ids[5]] {
        world.mint(id);
    }
    // Every turn is free again.
    let more: Vec<EmbedId> = (0..MINTS_AT_A_TIME)
        .map(|_| world.open(&mounted()))
        .collect();
    assert_eq!(world.minting(), more);
}

#[test]
fn invariant_1_an_embed_in_the_place_of_one_that_waited_queues_at_the_end() {
    let (mut world, ids) = busy(2);
    world.destroy(ids[4]);
    let new = world.open(&mounted());
    world.mint(ids[0]);
    assert!(world.minting().contains(&ids[5]));
    assert!(!world.minting().contains(&new));
}

#[test]
fn invariant_1_an_embed_that_turns_out_private_leaves_the_queue() {
    let (mut world, ids) = busy(2);
    world.input(ids[4], session::Input::Ready(Some(Mode::Private)));
    world.mint(ids[0]);
    assert_eq!(world.minting(), [ids[1], ids[2], ids[3], ids[5]]);
}

#[test]
fn invariant_1_a_reload_that_waits_keeps_its_place_and_loads() {
    let mut world = World::new();
    let first = world.open_ready();
    let second = world.open_ready();
    let others: Vec<EmbedId> = (0..MINTS_AT_A_TIME)
        .map(|_| world.open(&mounted()))
        .collect();
    world.input(first, session::Input::Renew);
    world.input(second, session::Input::Renew);
    world.input(first, session::Input::Reload);
    assert_eq!(world.renewal(first), Renewal::Scheduled);
    world.mint(others[0]);
    assert!(world.minting().contains(&first));
    assert!(!world.minting().contains(&second));
    world.mint(first);
    assert_eq!(
        world.count(first, |effect| *effect == Effect::LoadWithId),
        1
    );
    assert_eq!(world.count(first, |effect| *effect == Effect::PostId), 0);
}

#[test]
fn invariant_1_mints_without_any_time_hand_their_turns_on() {
    let mut world = World::new();
    let hasty = Setup {
        policy: Policy {
            mint_timeout: Millis::ZERO,
            retry_min: Millis::ZERO,
            retry_max: Millis::ZERO,
            ..plain()
        },
        ..mounted()
    };
    let ids: Vec<EmbedId> = (0..6).map(|_| world.open(&hasty)).collect();
    for &id in &ids {
        assert_eq!(world.last_error(id), Some("mint-timeout"));
        assert_eq!(world.renewal(id), Renewal::BackingOff, "a pause follows");
        assert_eq!(
            world.count(id, is_mint),
            0,
            "a mint that is over is not begun"
        );
    }
    world.advance(SECOND);
    assert!(
        ids.iter()
            .all(|&id| world.state(id).status == Status::Stopped)
    );
    let slow = world.open(&mounted());
    assert_eq!(world.minting(), [slow]);
}

#[test]
fn invariant_1_a_shell_cannot_grant_a_turn() {
    let (mut world, ids) = busy(1);
    world.input(ids[4], session::Input::Turn);
    assert_eq!(world.renewal(ids[4]), Renewal::Scheduled);
}

#[test]
fn invariant_1_embeds_leave_the_queue_from_its_middle_and_its_end() {
    let (mut world, ids) = busy(4);
    world.destroy(ids[5]);
    world.destroy(ids[7]);
    let last = world.open(&mounted());
    for expected in [ids[4], ids[6], last] {
        let first = world.minting()[0];
        world.mint(first);
        assert!(world.minting().contains(&expected));
        assert_eq!(world.minting().len(), MINTS_AT_A_TIME);
    }
}
