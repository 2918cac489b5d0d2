//! How often each user may ask the endpoint.

#[path = "../../src/server/rate_limiter.rs"]
mod limiter;

use std::time::{Duration, Instant};

use limiter::{MOST_USERS, RateLimiter};

#[test]
fn a_users_requests_refill_evenly() {
    let limiter = RateLimiter::new(2, Duration::from_secs(10));
    let start = Instant::now();
    assert_eq!(limiter.take("ada", start), None);
    assert_eq!(limiter.take("ada", start), None);
    let wait = limiter.take("ada", start + Duration::from_secs(2));
    assert_eq!(wait, Some(Duration::from_secs(3)));
    assert_eq!(limiter.take("ben", start), None);
    assert_eq!(limiter.take("ada", start + Duration::from_secs(5)), None);
    let much_later = start + Duration::from_secs(1000);
    assert_eq!(limiter.take("ada", much_later), None);
    assert_eq!(limiter.take("ada", much_later), None);
    assert!(limiter.take("ada", much_later).is_some());
}

#[test]
fn whoever_asked_longest_ago_is_forgotten_first() {
    let limiter = RateLimiter::new(1, Duration::from_secs(3600));
    let now = Instant::now();
    assert_eq!(limiter.take("ada", now), None);
    for user in 1..MOST_USERS {
        assert_eq!(limiter.take(&user.to_string(), now), None);
    }
    assert!(limiter.take("ada", now).is_some());
    // She asked just now, so all the others are forgotten before her.
    for user in 1..MOST_USERS {
        assert_eq!(limiter.take(&format!("second {user}"), now), None);
    }
    assert!(limiter.take("ada", now).is_some());
    for user in 0..MOST_USERS {
        assert_eq!(limiter.take(&format!("other {user}"), now), None);
    }
    assert_eq!(limiter.take("ada", now), None);
}
