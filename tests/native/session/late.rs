//! What the model checker of `proof/` found: news that come late, and what is known by then.

use super::*;

const FIRST: u64 = EPOCH + 23 * HOUR;

fn replays(world: &World) -> usize {
    world.count(|effect| *effect == Effect::Replay)
}

#[test]
fn invariant_2_a_lapse_at_the_moment_of_the_post_is_of_the_session_before() {
    for (distance, mints) in [(10 * SECOND, 1), (10 * SECOND - 1, 2)] {
        let mut world = World::active(plain());
        world.input(Input::Renew);
        world.mint();
        world.advance(10 * SECOND);
        world.input(Input::Expired {
            expired_at: FIRST - distance,
            reported_at: FIRST,
        });
        assert_eq!(world.mints(), mints, "{distance} ms before");
    }
}

#[test]
fn invariant_6_nothing_is_posted_to_an_iframe_that_was_loaded_and_is_not_ready() {
    let mut world = World::connect(plain(), true);
    world.ready();
    world.input(Input::Reload);
    world.mint();
    world.advance(22 * HOUR + 45 * MINUTE);
    assert_eq!(world.mints(), 2);
    world.mint();
    let loads = world.count(|effect| matches!(effect, Effect::Load(_)));
    assert_eq!((loads, world.posts()), (2, 0));
}

#[test]
fn invariant_6_a_late_ready_does_not_make_a_renewed_session_younger() {
    let mut world = World::connect(plain(), true);
    world.input(Input::Renew);
    world.advance(MINUTE);
    world.mint();
    world.advance(22 * HOUR);
    world.ready();
    assert_eq!(world.mints(), 1);
    world.advance(45 * MINUTE);
    assert_eq!((world.mints(), world.last_mint()), (2, ("expiring", 1)));
}

#[test]
fn invariant_1_a_reload_takes_over_a_renewal_that_waits_for_ready() {
    let mut world = World::connect(plain(), true);
    world.input(Input::Renew);
    world.input(Input::Reload);
    world.mint();
    world.ready();
    assert_eq!((world.mints(), world.settled()), (1, vec![Ok(())]));
    assert_eq!(world.renewal(), Renewal::Idle);
}

#[test]
fn invariant_6_a_late_notice_moves_no_deadline_away() {
    let mut world = World::active(Policy::default());
    world.pass(31 * HOUR);
    world.expiring(FIRST);
    assert_eq!(
        (world.last_mint(), world.status()),
        (("expired", 1), Status::Expired)
    );
}

#[test]
fn invariant_8_a_late_notice_does_not_forget_the_sleep_before_it() {
    let mut world = World::active(Policy::default());
    world.now.wall += 25 * HOUR;
    world.expiring(FIRST);
    assert_eq!(world.status(), Status::Expired);
}

#[test]
fn invariant_11_a_late_rejection_leaves_the_deadlines_of_the_session_that_it_leaves() {
    let mut world = World::active(plain());
    world.advance(22 * HOUR);
    world.input(Input::Renew);
    world.mint();
    world.advance(10 * SECOND);
    assert_eq!(world.state().renewals, 1);
    world.input(Input::Rejected);
    assert_eq!(world.state().renewals, 0);
    // Nobody answers; the first session lapses when it would have lapsed anyway.
    world.effects.clear();
    world.advance(HOUR);
    assert_eq!(world.last_mint().0, "expired");
    assert_eq!(world.status(), Status::Expired);
}

#[test]
fn invariant_12_a_view_soon_after_the_confirmation_is_replayed_to_once() {
    for (later, expected) in [(MINUTE, 2), (5 * MINUTE, 1)] {
        let mut world = World::active(plain());
        world.expired(FIRST);
        world.mint();
        world.advance(10 * SECOND);
        assert_eq!(replays(&world), 1);
        world.advance(later);
        world.input(Input::View);
        world.input(Input::View);
        assert_eq!(replays(&world), expected, "{later} ms later");
    }
}

#[test]
fn invariant_8_the_next_timeout_is_right_after_sleep() {
    let mut world = World::active(plain());
    world.advance(HOUR);
    world.now.wall += 10 * HOUR;
    world.input(Input::Tick);
    // An hour of it may be a wall clock that was set.
    let overdue = 22 * HOUR + 45 * MINUTE - 9 * HOUR;
    assert_eq!(world.session.next_timeout(), Some(overdue));
    // It is counted once.
    world.input(Input::Tick);
    assert_eq!(world.session.next_timeout(), Some(overdue));
}
