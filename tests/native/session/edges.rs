//! Behaviour at the edges, found by the properties and by mutants that survived.

use super::*;

const FIRST: Epoch = hours_later(23);

/// An embed of which the page did not know that it is private.
fn private() -> World {
    let mut world = World::connect(plain(), true);
    world.input(Input::Ready(Some(Mode::Private)));
    world
}

#[test]
fn invariant_6_an_embed_that_was_private_and_is_signed_has_its_own_deadline() {
    let mut world = private();
    world.advance(HOUR);
    assert_eq!(world.session.next_timeout(), None);
    world.ready();
    world.advance(22 * HOUR + 45 * MINUTE - Millis::new(1));
    assert_eq!((world.mints(), world.status()), (0, Status::Active));
    world.advance(Millis::new(1));
    assert_eq!(world.last_mint(), ("expiring", 1));
}

#[test]
fn a_policy_is_refused_where_its_values_do_not_go_together() {
    let good = Policy::default();
    let narrow = Policy {
        max_attempts: 1,
        retry_min: SECOND,
        retry_max: SECOND,
        lifetime: Millis::new(1),
        ..good
    };
    assert_eq!((good.check(), narrow.check()), (Ok(()), Ok(())));
    let bad = [
        Policy {
            max_attempts: 0,
            ..good
        },
        Policy {
            retry_min: good.retry_max + Millis::new(1),
            ..good
        },
        Policy {
            lifetime: Millis::ZERO,
            ..good
        },
    ];
    for policy in bad {
        let code = policy.check().map_err(|error| error.code().as_str());
        assert_eq!(code, Err("invalid-option"), "{policy:?}");
    }
}

#[test]
fn invariant_6_what_was_heard_of_the_session_that_a_rejection_restores_is_kept() {
    let mut world = World::active(plain());
    world.advance(22 * HOUR);
    world.input(Input::Renew);
    world.mint();
    world.advance(20 * SECOND);
    world.input(Input::Expiring {
        expires_at: FIRST,
        expires_in: HOUR - 20 * SECOND,
    });
    assert_eq!(world.state().expires_at, None);
    world.input(Input::Rejected);
    assert_eq!(world.state().expires_at, Some(FIRST));
}

#[test]
fn a_ready_that_is_late_by_a_lifetime_does_not_make_its_session_young() {
    let mut world = World::mount(plain());
    world.mint();
    world.advance(23 * HOUR);
    assert_eq!(world.status(), Status::Expired);
    world.ready();
    assert_eq!(world.status(), Status::Expired);
}

#[test]
fn a_reload_counts_the_id_that_was_posted_as_taken_unless_it_is_rejected() {
    let mut world = World::active(plain());
    world.input(Input::Renew);
    world.mint();
    assert_eq!(world.renewal(), Renewal::Confirming);
    world.input(Input::Reload);
    assert_eq!(
        (world.state().renewals, world.last_mint()),
        (1, ("reload", 1))
    );
    world.input(Input::Rejected);
    assert_eq!((world.state().renewals, world.mints()), (0, 2));
}
