//! The events and the session of an embed as streams.

use std::pin::Pin;
use std::task::{Context, Poll};

use futures_channel::mpsc::UnboundedReceiver;
use futures_core::Stream;

use super::handlers::{Handlers, Subscription, Topic};
use std::rc::Rc;

/// What an embed reports, in order, from the moment the stream was made. It ends when the embed is
/// destroyed. Made by [`Embed::events`](super::Embed::events) and
/// [`Embed::sessions`](super::Embed::sessions).
///
/// It implements [`Stream`], and has a [`next`](Self::next) of its own for a page that uses no
/// other stream.
#[must_use = "a stream reports nothing unless it is polled"]
#[derive(Debug)]
pub struct Reports<T> {
    receiver: UnboundedReceiver<T>,
    _subscription: Subscription,
}

impl<T: Topic + Clone + 'static> Reports<T> {
    pub(super) fn new(handlers: &Rc<Handlers>) -> Self {
        let (sender, receiver) = futures_channel::mpsc::unbounded();
        let subscription = handlers.add(move |message: &T| {
            // It fails if the stream has been dropped, and its subscription with it.
            let _ = sender.unbounded_send(message.clone());
        });
        Self {
            receiver,
            _subscription: subscription,
        }
    }

    /// The next report; `None` after the embed was destroyed.
    pub async fn next(&mut self) -> Option<T> {
        std::future::poll_fn(|context| Pin::new(&mut self.receiver).poll_next(context)).await
    }
}

impl<T> Stream for Reports<T> {
    type Item = T;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<T>> {
        Pin::new(&mut self.receiver).poll_next(context)
    }
}
