//! Actions that wait for `ready`, and those that are sent again where an embed lost its state.

use super::actions::ActionKind;

/// What makes a later action take the place of an earlier one.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Place {
    /// One of its kind: the `set-*` actions, `navigate`, `refresh`.
    Kind(ActionKind),
    /// One for each member.
    Filter(String),
    /// One of its name: a `set-*` action that this version does not know.
    Name(String),
    /// Nothing takes its place.
    Own,
}

#[derive(Debug)]
struct Entry<T> {
    place: Place,
    /// Whether it describes a state, to be restored where it was lost.
    lasting: bool,
    sent: bool,
    action: T,
}

/// Keeps the last of each action that sets something, and all that is not yet sent. `T` is the
/// action as the caller will send it.
#[derive(Debug)]
pub struct Outbox<T> {
    entries: Vec<Entry<T>>,
}

impl<T> Default for Outbox<T> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
        }
    }
}

impl<T: Clone> Outbox<T> {
    /// Records an action. `name` is its bare name, `member` that of a filter; `sent` says whether
    /// it is sent at once, so that only what lasts need be kept.
    pub fn record(&mut self, name: &str, member: Option<&str>, action: T, sent: bool) {
        let kind = ActionKind::from_name(name);
        let lasting = name.starts_with("set-") || kind == Some(ActionKind::Navigate);
        if sent && !lasting {
            return;
        }
        let place = match (kind, member) {
            (Some(ActionKind::SetFilter), Some(member)) => Place::Filter(member.to_owned()),
            (Some(kind), _) => Place::Kind(kind),
            (None, _) if lasting => Place::Name(name.to_owned()),
            (None, _) => Place::Own,
        };
        if place != Place::Own {
            self.entries.retain(|entry| entry.place != place);
        }
        self.entries.push(Entry {
            place,
            lasting,
            sent,
            action,
        });
    }

    /// All that is to be sent to an embed that has just become ready, in the order of the calls:
    /// what still waits and, with `again`, what lasts and was sent before.
    pub fn at_ready(&mut self, again: bool) -> Vec<T> {
        let due = self.entries.iter().filter(|entry| again || !entry.sent);
        let actions = due.map(|entry| entry.action.clone()).collect();
        self.entries.retain_mut(|entry| {
            entry.sent = true;
            entry.lasting
        });
        actions
    }

    /// All that describes a state and was sent before, to be sent again.
    pub fn lasting(&self) -> Vec<T> {
        self.entries
            .iter()
            .filter(|entry| entry.lasting && entry.sent)
            .map(|entry| entry.action.clone())
            .collect()
    }
}
