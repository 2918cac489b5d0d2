//! Which reports a shell need not hand in.

use super::*;
use svc_embed::session::Report;

#[test]
fn a_repeated_notice_is_news_while_it_may_be_about_the_session_before() {
    let first = EPOCH + 46 * HOUR;
    let renewed = |first_is_known: bool| {
        let mut world = World::active(plain());
        if first_is_known {
            world.expiring(EPOCH + 23 * HOUR);
        } else {
            world.input(Input::Renew);
        }
        world.mint();
        world.advance(10 * SECOND);
        // The embed announces the end of the present session, and a renewal starts.
        world.input(Input::Expiring {
            expires_at: first,
            expires_in: 20 * MINUTE,
        });
        assert_eq!(world.renewal(), Renewal::Minting);
        world
    };
    let is_news = |world: &World| world.session.is_news(Report::Expiring(first));
    assert!(!is_news(&renewed(true)));
    assert!(is_news(&renewed(false)));
}
