//! The actions of an embed that wait for `ready`, or may have to be sent again.

use crate::protocol::Action;

#[derive(Default)]
pub(super) struct KeptActions(Vec<Kept>);

struct Kept {
    action: Action,
    was_sent: bool,
}

/// Which of the kept actions to send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    Waiting,
    Sent,
    All,
}

impl KeptActions {
    /// Keeps `action` in the place of an earlier one with the same key, at the end.
    pub(super) fn keep(&mut self, action: Action, was_sent: bool) {
        if let Some(key) = action.key() {
            self.0
                .retain(|kept| kept.action.key().as_ref() != Some(&key));
        }
        self.0.push(Kept { action, was_sent });
    }

    /// The embed has gone to `path`, or to a document of its own. The page's last `navigate` is not sent
    /// again after that: it would take the viewer back.
    // twin: npm/src/host.ts #supersedeNavigation
    pub(super) fn supersede_navigation(&mut self, path: Option<&str>) {
        self.0.retain(|kept| match &kept.action {
            Action::Navigate(own) => !kept.was_sent || Some(own.as_str()) == path,
            _ => true,
        });
    }

    /// The actions to send now, in the order of the calls. Those that do not describe a state are
    /// sent once.
    pub(super) fn take(&mut self, which: Which) -> Vec<Action> {
        let mut taken = Vec::new();
        self.0.retain_mut(|kept| {
            let is_wanted = match which {
                Which::Waiting => !kept.was_sent,
                Which::Sent => kept.was_sent,
                Which::All => true,
            };
            if is_wanted {
                kept.was_sent = true;
                taken.push(kept.action.clone());
            }
            !is_wanted || kept.action.lasts()
        });
        taken
    }
}
