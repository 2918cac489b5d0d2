//! What the futures of `ready`, `renew` and `reload` wait for.

use std::cell::RefCell;
use std::future::Future;

use futures_channel::oneshot::{self, Sender};

use crate::error::Error;

/// Futures that wait for the same outcome.
pub(super) struct Waiting<T>(RefCell<Vec<Sender<Result<T, Error>>>>);

impl<T> Default for Waiting<T> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<T: Clone> Waiting<T> {
    /// A future of the next outcome; of [`Error::Destroyed`] if there is none.
    pub(super) fn wait(&self) -> impl Future<Output = Result<T, Error>> + use<T> {
        let (sender, receiver) = oneshot::channel();
        self.0.borrow_mut().push(sender);
        async { receiver.await.unwrap_or(Err(Error::Destroyed)) }
    }

    /// Gives `outcome` to all futures that wait.
    pub(super) fn settle(&self, outcome: &Result<T, Error>) {
        // Taken out first: waking a future may run code of the page.
        let waiting = self.0.take();
        for sender in waiting {
            // A future that nobody awaits any more was dropped.
            let _ = sender.send(outcome.clone());
        }
    }
}

/// An outcome that comes once, like that of a promise: the first one counts.
pub(super) struct Once<T> {
    outcome: RefCell<Option<Result<T, Error>>>,
    waiting: Waiting<T>,
}

impl<T> Default for Once<T> {
    fn default() -> Self {
        Self {
            outcome: RefCell::default(),
            waiting: Waiting::default(),
        }
    }
}

impl<T: Clone> Once<T> {
    pub(super) fn wait(&self) -> impl Future<Output = Result<T, Error>> + use<T> {
        let waiting = self.waiting.wait();
        let outcome = self.outcome.borrow().clone();
        if let Some(outcome) = &outcome {
            self.waiting.settle(outcome);
        }
        waiting
    }

    pub(super) fn settle(&self, outcome: &Result<T, Error>) {
        if self.outcome.borrow().is_some() {
            return;
        }
        self.outcome.replace(Some(outcome.clone()));
        self.waiting.settle(outcome);
    }
}
