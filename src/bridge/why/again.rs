//! An embed that the page mounts again and again.

use std::cell::RefCell;
use std::rc::{Rc, Weak};

use log::{info, warn};

use crate::bridge::browser;
use crate::bridge::live::Live;
use crate::session::{Millis, Monotonic};

/// Says once that the page mounts the same embed again and again, or one whose parameters change each time,
/// always after it has destroyed the one before.
pub(super) fn say_if_mounted_again(live: &Rc<Live>) {
    let Some(url) = live.frame.url() else {
        return;
    };
    let url = url.with_session(None);
    let at = browser::now().monotonic;
    let changed = BEGUN.with_borrow_mut(|begun| {
        begun.retain(|one| at - one.at < LATELY);
        begun.drain(..begun.len().saturating_sub(4 * MANY));
        let is_over = |one: &&Begun| one.live.upgrade().is_none_or(|live| live.is_closed());
        let is_of_page = |one: &&Begun| page_of(&one.url) == page_of(&url);
        let ended: Vec<_> = (begun.iter().filter(is_of_page).filter(is_over)).collect();
        let is_same = ended.iter().filter(|one| one.url == url).count() >= MANY;
        let lately = ended.iter().rev().take(MANY);
        let mut urls: Vec<_> = lately.map(|one| &one.url).chain([&url]).collect();
        urls.sort_unstable();
        urls.dedup();
        let is_again = is_same || urls.len() > MANY;
        let was_said = ended.iter().any(|one| one.is_said);
        let last = ended.last().filter(|_| !is_same);
        let names = last.map_or_else(String::new, |last| changed(&last.url, &url));
        begun.push(Begun {
            live: Rc::downgrade(live),
            url,
            at,
            is_said: was_said || is_again,
        });
        (is_again && !was_said).then_some(names)
    });
    match changed.as_deref() {
        Some("") => warn!("{MOUNTED_AGAIN}"),
        // The viewer may have chosen each.
        Some(names) => info!(
            "The page loads this embed again and again, each time with other params ({names}), and each time with another session. Look for a value that is made at each rendering, such as the time. If the viewer chooses it, all is well: then `set_filter` may do the same without a load."
        ),
        None => {}
    }
}

const MOUNTED_AGAIN: &str = "The page mounts this embed again and again: each time the one before was destroyed, and it loads from the beginning, with another session. Look for a component that is created anew at each rendering, and for a key or an option that changes.";

/// An embed that has begun.
struct Begun {
    live: Weak<Live>,
    /// Without a session.
    url: String,
    at: Monotonic,
    /// Whether it was said that this embed is mounted again and again.
    is_said: bool,
}

thread_local! {
    /// The embeds that have begun lately, the oldest first.
    static BEGUN: RefCell<Vec<Begun>> = const { RefCell::new(Vec::new()) };
}

/// How long it is remembered that an embed has begun.
// twin: npm/src/diagnose/notice.ts LATELY
const LATELY: Millis = Millis::from_secs(30);
/// How many embeds may begin within [`LATELY`] and be destroyed.
const MANY: usize = 5;
/// How many parameters are named.
const NAMED: usize = 3;

/// What is before the query of an embed's URL.
pub(super) fn page_of(url: &str) -> &str {
    url.split_once('?').map_or(url, |(page, _)| page)
}

/// The names of the first parameters that two URLs have with different values.
fn changed(before: &str, now: &str) -> String {
    let (before, now) = (pairs_of(before), pairs_of(now));
    let others = (now.iter().filter(|pair| !before.contains(pair)))
        .chain(before.iter().filter(|pair| !now.contains(pair)));
    let mut names: Vec<&str> = Vec::new();
    for pair in others {
        let name = pair.split_once('=').map_or(*pair, |(name, _)| name);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.truncate(NAMED);
    names.join(", ")
}

/// The parameters of a URL, each with its value.
fn pairs_of(url: &str) -> Vec<&str> {
    let query = url.split_once('?').map(|(_, query)| query);
    query.map_or_else(Vec::new, |query| query.split('&').collect())
}
