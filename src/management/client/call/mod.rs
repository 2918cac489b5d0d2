//! A call: its options, and the methods that send it.

mod tries;

use std::marker::PhantomData;
use std::time::Duration;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::pager::Pager;
use super::transport::Transport;
use super::{Client, Error, PathParameter};
use crate::management::gives::{Maybe, Nothing, One, Pages, Stream};
use crate::management::invalid::InvalidRequest;
use crate::management::operation::{Answer, Method, Operation, Paging, Part};
use crate::management::value::typed;
pub(super) use tries::Decoded;

/// A call that is not sent yet. The type of its result (`G`) decides which methods can send it.
#[derive(Debug)]
#[must_use = "a call is sent by `send`, `pages` or `response`"]
pub struct Call<'a, T, G> {
    client: &'a Client<T>,
    operation: Operation,
    path: Option<String>,
    parameters: Vec<Value>,
    query: Map<String, Value>,
    body: Option<Value>,
    /// `None` removes a header of the client.
    headers: Vec<(String, Option<String>)>,
    timeout: Duration,
    max_retries: u32,
    max_response_bytes: u64,
    wrong: Option<InvalidRequest>,
    gives: PhantomData<fn() -> G>,
}

impl<T, G> Clone for Call<'_, T, G> {
    fn clone(&self) -> Self {
        self.giving()
    }
}

impl<'a, T, G> Call<'a, T, G> {
    /// The same call, with a result of another type.
    pub(super) fn giving<H>(&self) -> Call<'a, T, H> {
        Call {
            client: self.client,
            operation: self.operation,
            path: self.path.clone(),
            parameters: self.parameters.clone(),
            query: self.query.clone(),
            body: self.body.clone(),
            headers: self.headers.clone(),
            timeout: self.timeout,
            max_retries: self.max_retries,
            max_response_bytes: self.max_response_bytes,
            wrong: self.wrong.clone(),
            gives: PhantomData,
        }
    }
}

/// The rule for a query.
const QUERY: &str = "must be something that serde writes as a JSON object";

const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

impl<'a, T: Transport, G> Call<'a, T, G> {
    pub(super) fn new(
        client: &'a Client<T>,
        operation: Operation,
        parameters: Vec<PathParameter>,
        input: Result<Value, serde_json::Error>,
    ) -> Self {
        let (input, mut wrong) = match input {
            Ok(input) => (input, None),
            Err(_) => (
                Value::Null,
                Some(InvalidRequest::new("input", "cannot be written as JSON")),
            ),
        };
        let (query, body) = match (operation.input, input) {
            (Part::Query, Value::Object(query)) => (query, None),
            (Part::Query, other) if !other.is_null() => {
                wrong = Some(InvalidRequest::new("query", QUERY));
                (Map::new(), None)
            }
            // An empty body is left out, because a body without required fields is optional.
            (Part::Body, Value::Object(fields)) if fields.is_empty() => (Map::new(), None),
            (Part::Body, body) if !body.is_null() => (Map::new(), Some(body)),
            _ => (Map::new(), None),
        };
        let mut overridden = client.options.paths.iter();
        let path = overridden.find(|(id, _)| id == operation.id);
        Self {
            client,
            operation,
            path: path.map(|(_, path)| path.clone()),
            parameters: parameters
                .into_iter()
                .map(|parameter| parameter.0)
                .collect(),
            query,
            body,
            headers: Vec::new(),
            timeout: client.options.timeout,
            max_retries: client.options.max_retries,
            max_response_bytes: client.options.max_response_bytes,
            wrong,
            gives: PhantomData,
        }
    }

    pub(super) fn answer(&self) -> Answer {
        self.operation.answer
    }

    pub(super) fn paging(&self) -> Option<Paging> {
        self.operation.paging
    }

    /// Logs warnings, and the same one only once.
    pub(super) fn warn_once(&self, warnings: impl IntoIterator<Item = String>) {
        self.client.warn_once(self.operation.id, warnings);
    }

    pub(super) fn at_path(mut self, path: &str) -> Self {
        self.path = Some(path.to_owned());
        self
    }

    /// Replaces the body.
    pub fn body(mut self, body: Value) -> Self {
        self.body = Some(body);
        self
    }

    /// Sets a parameter of the query.
    pub fn query(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.query.insert(key.to_owned(), value.into());
        self
    }

    /// Sets a header, in place of the client's of the same name in any case. An `Authorization`
    /// replaces the client's credential.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), Some(value.to_owned())));
        self
    }

    /// Leaves out a header of the client, or one that the client sets by itself.
    pub fn without_header(mut self, name: &str) -> Self {
        self.headers.push((name.to_owned(), None));
        self
    }

    /// Allows retries of a call that acts: the service recognises a repetition by this key.
    pub fn idempotency_key(self, key: &str) -> Self {
        self.header(IDEMPOTENCY_KEY, key)
    }

    /// Sets the method of `github.request`, for which the table has none.
    pub fn method(mut self, method: Method) -> Self {
        self.operation.method = method;
        self
    }

    /// Sets the time limit of each try.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sets the number of retries after a failed try.
    pub fn max_retries(mut self, max_retries: u32) -> Self {
        self.max_retries = max_retries;
        self
    }

    /// Sets the most bytes of the answer, counted after decompression. `u64::MAX` for no limit.
    pub fn max_response_bytes(mut self, max_response_bytes: u64) -> Self {
        self.max_response_bytes = max_response_bytes;
        self
    }

    /// The text of a parameter of the query.
    pub(super) fn asked(&self, key: &str) -> Option<String> {
        match self.query.get(key)? {
            Value::Null => None,
            Value::String(text) => Some(text.clone()),
            other => Some(other.to_string()),
        }
    }

    /// Sends the call. Returns the answer with an unread body.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn response(self) -> Result<T::Response, Error> {
        let request = self.build()?;
        let mut retries = 0;
        loop {
            match self.try_once(&request).await {
                Ok(response) => return Ok(response),
                Err(failed) => self.wait_or_fail(failed, &request, &mut retries).await?,
            }
        }
    }

    /// Sends the call. Returns the answer with its body decoded.
    pub(super) async fn decoded(&self) -> Result<Decoded, Error> {
        let request = self.build()?;
        let mut retries = 0;
        loop {
            let outcome = match self.try_once(&request).await {
                Ok(response) => self.read(&request, response).await,
                Err(failed) => Err(failed),
            };
            match outcome {
                Ok(answer) => {
                    self.warn_once(self.operation.warnings(&answer.body));
                    return Ok(answer);
                }
                Err(failed) => self.wait_or_fail(failed, &request, &mut retries).await?,
            }
        }
    }

    async fn typed<R: DeserializeOwned>(&self) -> Result<R, Error> {
        let answer = self.decoded().await?;
        typed(&answer.body).map_err(|error| {
            let why = format!("the answer does not match its type: {error}.");
            self.unreadable(answer, &why)
        })
    }
}

impl<T: Transport, R: DeserializeOwned> Call<'_, T, One<R>> {
    /// Sends the call. Returns the decoded body.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn send(self) -> Result<R, Error> {
        self.typed().await
    }
}

impl<T: Transport, R: DeserializeOwned> Call<'_, T, Maybe<R>> {
    /// Sends the call. Returns the decoded body; `None` if there is none.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn send(self) -> Result<Option<R>, Error> {
        self.typed().await
    }
}

impl<T: Transport> Call<'_, T, Nothing> {
    /// Sends the call.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn send(self) -> Result<(), Error> {
        self.decoded().await.map(drop)
    }
}

impl<T: Transport> Call<'_, T, Stream> {
    /// Sends the call. Returns the answer with an unread body.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn send(self) -> Result<T::Response, Error> {
        self.response().await
    }
}

impl<'a, T: Transport, R: DeserializeOwned> Call<'a, T, Pages<R>> {
    /// The pages of the list. Nothing is sent before the first page is requested.
    pub fn pages(self) -> Pager<'a, T, R> {
        Pager::new(self)
    }
}
