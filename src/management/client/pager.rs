//! Fetches the pages of a list, one at a time.

use std::collections::VecDeque;

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::transport::Transport;
use super::{Call, Error};
use crate::management::page;
use crate::management::rows::Pages;

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
    next: Option<Call<'a, T, Pages<R>>>,
    items: VecDeque<R>,
}

impl<'a, T: Transport, R: DeserializeOwned> Pager<'a, T, R> {
    pub(super) fn new(call: Call<'a, T, Pages<R>>) -> Self {
        Self {
            next: Some(call),
            items: VecDeque::new(),
        }
    }

    /// The next page; `None` after the last one, and after an error.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn next_page(&mut self) -> Result<Option<ListPage<R>>, Error> {
        let Some(call) = self.next.take() else {
            return Ok(None);
        };
        let body = call.decoded().await?;
        let asked = call.asked(&page::PARAMETERS);
        let unreadable = |why: &str| {
            let message = [call.operation().id, ": ", why].concat();
            call.unreadable(200, None, body.clone(), message)
        };
        let read = page::read(call.operation().traits, &&body, asked.as_ref());
        let read = read.map_err(unreadable)?;
        let items = read
            .items
            .cloned()
            .unwrap_or_else(|| Value::Array(Vec::new()));
        let items: Vec<R> = serde_json::from_value(items)
            .map_err(|error| unreadable(&format!("an item does not match its type: {error}.")))?;
        self.next = read.next.map(|parameter| call.at_page(parameter));
        Ok(Some(ListPage {
            items,
            has_next_page: self.next.is_some(),
            body,
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
