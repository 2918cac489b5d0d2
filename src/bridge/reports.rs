//! What a page waits for: the events and states of an embed as streams, and the outcome of `ready`,
//! `renew` and `reload` as futures.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker};

use futures_channel::oneshot::{self, Sender};
use futures_core::Stream;

use super::handlers::{Handlers, Subscription, Topic};
use crate::Error;
use crate::protocol::limits::MOST_UNREAD;

/// What an embed reports, in order, from the moment the stream was made. It ends when the embed is
/// destroyed. Made by [`Embed::events`](super::Embed::events) and
/// [`Embed::sessions`](super::Embed::sessions).
///
/// The stream keeps what the page has not read yet: the last 1,000 reports, and of messages that are
/// large fewer, with ten million characters in all. The oldest are dropped first.
///
/// It implements [`Stream`], and has a [`next`](Self::next) of its own for a page that uses no
/// other stream.
#[must_use = "a stream reports nothing unless it is polled"]
#[derive(Debug)]
pub struct Reports<T> {
    unread: Rc<RefCell<Unread<T>>>,
    _subscription: Subscription,
}

impl<T: Topic + Clone + 'static> Reports<T> {
    pub(super) fn new(handlers: &Rc<Handlers>) -> Self {
        let unread = Rc::new(RefCell::new(Unread {
            reports: VecDeque::new(),
            size: 0,
            is_over: false,
            reader: None,
        }));
        let writer = Writer(Rc::clone(&unread));
        let subscription = handlers.add(move |message: &T, size| {
            writer.change(|unread| unread.push(message.clone(), size));
        });
        Self {
            unread,
            _subscription: subscription,
        }
    }

    /// The next report; `None` after the embed was destroyed.
    pub async fn next(&mut self) -> Option<T> {
        poll_fn(|context| Pin::new(&mut *self).poll_next(context)).await
    }
}

impl<T> Stream for Reports<T> {
    type Item = T;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<T>> {
        self.unread.borrow_mut().poll(context)
    }
}

/// How large all reports that wait may be together.
const MOST_UNREAD_SIZE: u32 = 10_000_000;

/// What a page has not read yet.
#[derive(Debug)]
struct Unread<T> {
    /// Each with its size, the oldest first.
    reports: VecDeque<(T, u32)>,
    size: u32,
    is_over: bool,
    reader: Option<Waker>,
}

impl<T> Unread<T> {
    fn push(&mut self, report: T, size: u32) {
        self.reports.push_back((report, size));
        self.size += size;
        while self.reports.len() > MOST_UNREAD || self.size > MOST_UNREAD_SIZE {
            self.pop();
        }
    }

    fn pop(&mut self) -> Option<T> {
        let (report, size) = self.reports.pop_front()?;
        self.size -= size;
        Some(report)
    }

    fn poll(&mut self, context: &Context<'_>) -> Poll<Option<T>> {
        let report = self.pop();
        if report.is_some() || self.is_over {
            return Poll::Ready(report);
        }
        self.reader = Some(context.waker().clone());
        Poll::Pending
    }
}

/// The end of a stream that the handler has. The handler is dropped with the embed.
struct Writer<T>(Rc<RefCell<Unread<T>>>);

impl<T> Writer<T> {
    fn change(&self, change: impl FnOnce(&mut Unread<T>)) {
        let mut unread = self.0.borrow_mut();
        change(&mut unread);
        let reader = unread.reader.take();
        // Waking may run code of the page.
        drop(unread);
        if let Some(reader) = reader {
            reader.wake();
        }
    }
}

impl<T> Drop for Writer<T> {
    fn drop(&mut self) {
        self.change(|unread| unread.is_over = true);
    }
}

/// Futures that wait for the same outcome.
pub(super) struct Waiting<T> {
    senders: RefCell<Vec<Sender<Result<T, Error>>>>,
    /// The first outcome that there was.
    first: RefCell<Option<Result<T, Error>>>,
}

impl<T> Default for Waiting<T> {
    fn default() -> Self {
        Self {
            senders: RefCell::default(),
            first: RefCell::default(),
        }
    }
}

impl<T: Clone> Waiting<T> {
    /// A future of the next outcome; of [`Error::Destroyed`] if there is none.
    pub(super) fn next(&self) -> impl Future<Output = Result<T, Error>> + use<T> {
        let (sender, receiver) = oneshot::channel();
        self.senders.borrow_mut().push(sender);
        async { receiver.await.unwrap_or(Err(Error::Destroyed)) }
    }

    /// A future of the first outcome, as of a promise.
    pub(super) fn first(&self) -> impl Future<Output = Result<T, Error>> + use<T> {
        let next = self.next();
        let first = self.first.borrow().clone();
        if let Some(first) = first {
            self.settle(&first);
        }
        next
    }

    /// Gives `outcome` to all futures that wait.
    pub(super) fn settle(&self, outcome: &Result<T, Error>) {
        self.first
            .borrow_mut()
            .get_or_insert_with(|| outcome.clone());
        // Taken out first: waking a future may run code of the page.
        for sender in self.senders.take() {
            // A future that nobody awaits any more was dropped.
            let _ = sender.send(outcome.clone());
        }
    }
}
