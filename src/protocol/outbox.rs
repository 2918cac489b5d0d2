//! Actions that wait for `ready`, and those that are sent again where an embed lost its state.

use alloc::string::String;
use alloc::vec::Vec;

use super::actions::ActionKind;
use super::text::Text;

#[derive(Debug)]
struct Entry<T, N> {
    /// What a later action of the same key takes the place of: an action's name, and a filter's
    /// member. `None` where nothing takes its place.
    key: Option<N>,
    /// Whether it describes a state, to be restored where it was lost.
    lasting: bool,
    sent: bool,
    action: T,
}

/// Keeps the last of each action that sets something, and all that is not yet sent. `T` is the
/// action as the caller will send it, `N` what its name is written in.
#[derive(Debug)]
pub struct Outbox<T, N = String> {
    entries: Vec<Entry<T, N>>,
}

impl<T, N> Default for Outbox<T, N> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
        }
    }
}

impl<T: Clone, N: Text> Outbox<T, N> {
    /// Records an action. `name` is its bare name, `member` that of a filter; `sent` says whether
    /// it is sent at once, so that only what lasts need be kept.
    pub fn record(&mut self, name: &N, member: Option<&N>, action: T, sent: bool) {
        let lasting = name.matches("^set-") || name.is(ActionKind::Navigate.name());
        if sent && !lasting {
            return;
        }
        let mut key = None;
        if lasting || ActionKind::of(name).is_some() {
            let key = key.insert(name.clone());
            if let Some(member) = member {
                key.push_str("\0");
                key.push(member);
            }
            self.entries.retain(|entry| entry.key.as_ref() != Some(key));
        }
        self.entries.push(Entry {
            key,
            lasting,
            sent,
            action,
        });
    }

    /// All that is to be sent to an embed that has just become ready, in the order of the calls:
    /// what still waits and, with `again`, what lasts and was sent before.
    pub fn at_ready(&mut self, again: bool) -> Vec<T> {
        let actions = self.actions(true, again);
        self.entries.retain_mut(|entry| {
            entry.sent = true;
            entry.lasting
        });
        actions
    }

    /// All that describes a state and was sent before, to be sent again.
    pub fn lasting(&self) -> Vec<T> {
        // Of what was sent, nothing else is kept.
        self.actions(false, true)
    }

    /// The actions that wait, those that were sent, or both.
    fn actions(&self, waiting: bool, sent: bool) -> Vec<T> {
        let mut actions = Vec::new();
        for entry in &self.entries {
            if (entry.sent && sent) || (!entry.sent && waiting) {
                actions.push(entry.action.clone());
            }
        }
        actions
    }
}
