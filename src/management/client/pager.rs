//! Fetches the pages of a list, one at a time.

use std::collections::VecDeque;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::transport::Transport;
use super::{Call, Decoded, Error};
use crate::management::gives::Pages;
use crate::management::operation::Paging;
use crate::management::page::{self, Asked, Next, Seen};
use crate::management::value::typed;

/// One page of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct ListPage<R> {
    /// The items.
    pub items: Vec<R>,
    /// The whole answer.
    pub body: Value,
    /// True if there is a page after this one.
    pub has_next_page: bool,
}

/// Fetches a list page by page. It keeps one page in memory. Dropping it ends the fetching.
#[derive(Debug)]
pub struct Pager<'a, T, R> {
    call: Call<'a, T, Pages<R>>,
    next: Next,
    /// The answer of the last page, if the next one cannot be fetched.
    last: Decoded,
    is_first: bool,
    /// The pages so far.
    seen: Seen,
    items: VecDeque<R>,
}

impl<'a, T: Transport, R: DeserializeOwned> Pager<'a, T, R> {
    pub(super) fn new(call: Call<'a, T, Pages<R>>) -> Self {
        Self {
            call,
            next: Next::Nothing,
            last: Decoded::default(),
            is_first: true,
            seen: Seen::default(),
            items: VecDeque::new(),
        }
    }

    /// The next page; `None` after the last one, and after an error.
    ///
    /// # Errors
    /// See [`Error`]. Also if the service says that there is a next page, but not how to get it.
    pub async fn next_page(&mut self) -> Result<Option<ListPage<R>>, Error> {
        match std::mem::replace(&mut self.next, Next::Nothing) {
            Next::Nothing if !self.is_first => return Ok(None),
            Next::Nothing => {}
            Next::Parameter(key, value) => {
                if key == "after" {
                    self.seen.cursors.insert(value.clone());
                }
                self.call = self.call.clone().query(key, value);
            }
            Next::Stuck(why) => {
                let last = std::mem::take(&mut self.last);
                return Err(self.call.unreadable(last, why));
            }
        }
        self.is_first = false;
        let answer = self.call.decoded().await?;
        let after = self.call.asked("after");
        let number = |key| self.call.asked(key).and_then(|text| text.parse().ok());
        let asked = Asked {
            after: after.as_deref(),
            offset: number("offset"),
            start_index: number("startIndex"),
            // The cursor of this page is in `after`.
            seen: Some(&self.seen),
        };
        let read = page::read(&answer.body, asked);
        let read = read.map_err(|why| self.call.unreadable(answer.clone(), why))?;
        if self.call.paging() == Some(Paging::Cursor) {
            self.call.warn_once(read.deprecation.map(str::to_owned));
        }
        let items: Result<Vec<R>, _> = read.items.iter().map(typed).collect();
        let items = items.map_err(|error| {
            let why = format!("an item does not match its type: {error}.");
            self.call.unreadable(answer.clone(), &why)
        })?;
        self.next = read.next;
        self.seen.empty_pages = if items.is_empty() {
            self.seen.empty_pages.saturating_add(1)
        } else {
            0
        };
        if matches!(self.next, Next::Stuck(_)) {
            self.last = answer.clone();
        }
        Ok(Some(ListPage {
            items,
            has_next_page: self.next != Next::Nothing,
            body: answer.body,
        }))
    }

    /// The next item of all pages; `None` after the last one.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn next_item(&mut self) -> Result<Option<R>, Error> {
        while self.items.is_empty() {
            match self.next_page().await? {
                Some(page) => self.items = page.items.into(),
                None => return Ok(None),
            }
        }
        Ok(self.items.pop_front())
    }
}
