//! One call: its options, and the ways to send it.

mod tries;

use std::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::pager::Pager;
use super::transport::Transport;
use super::{Client, Error, PathParameter};
use crate::management::invalid::InvalidRequest;
use crate::management::operation::{Method, Operation, Traits};
use crate::management::rows::{Nothing, One, Pages, Stream};

/// A call that is not sent yet. What it gives (`G`) says how it can be sent.
#[derive(Debug)]
#[must_use = "a call is sent by `send`, `pages` or `response`"]
pub struct Call<'a, T, G> {
    client: &'a Client<T>,
    operation: Operation<'static>,
    path: Option<String>,
    parameters: Vec<Value>,
    query: Vec<Value>,
    body: Option<Value>,
    headers: Vec<(String, String)>,
    timeout_ms: u32,
    max_retries: u32,
    wrong: Option<InvalidRequest>,
    gives: PhantomData<G>,
}

impl<T, G> Clone for Call<'_, T, G> {
    fn clone(&self) -> Self {
        Self {
            client: self.client,
            operation: self.operation,
            path: self.path.clone(),
            parameters: self.parameters.clone(),
            query: self.query.clone(),
            body: self.body.clone(),
            headers: self.headers.clone(),
            timeout_ms: self.timeout_ms,
            max_retries: self.max_retries,
            wrong: self.wrong.clone(),
            gives: PhantomData,
        }
    }
}

const IDEMPOTENCY_KEY: &str = "Idempotency-Key";

impl<'a, T: Transport, G> Call<'a, T, G> {
    pub(super) fn new(
        client: &'a Client<T>,
        operation: Operation<'static>,
        parameters: Vec<PathParameter>,
        input: Result<Value, serde_json::Error>,
    ) -> Self {
        let (input, wrong) = match input {
            Ok(input) => (input, None),
            Err(_) => (
                Value::Null,
                Some(InvalidRequest::new("input", "cannot be written as JSON")),
            ),
        };
        // An input without a field is none: a body is optional where nothing in it is required.
        let input = Some(input).filter(|input| *input != Value::Object(Map::new()));
        let takes_query = operation.traits.has(Traits::QUERY);
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
            query: input.clone().filter(|_| takes_query).into_iter().collect(),
            body: input.filter(|_| !takes_query),
            headers: client.options.headers.clone(),
            timeout_ms: client.options.timeout_ms,
            max_retries: client.options.max_retries,
            wrong,
            gives: PhantomData,
        }
    }

    pub(super) fn at_path(mut self, path: &str) -> Self {
        self.path = Some(path.to_owned());
        self
    }

    /// Sends another body.
    pub fn body(mut self, body: Value) -> Self {
        self.body = Some(body);
        self
    }

    /// Adds a parameter to the query.
    pub fn query(mut self, key: &str, value: impl Into<Value>) -> Self {
        let mut parameter = Map::new();
        parameter.insert(key.to_owned(), value.into());
        self.query.push(Value::Object(parameter));
        self
    }

    /// Adds a header.
    pub fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// Makes the call safe to repeat: the service knows a repetition by its key.
    pub fn idempotency_key(self, key: &str) -> Self {
        self.header(IDEMPOTENCY_KEY, key)
    }

    /// How the call acts, where the table leaves it to the caller (`github.request`).
    pub fn method(mut self, method: Method) -> Self {
        self.operation.method = method;
        self
    }

    /// How long a try may take, in milliseconds.
    pub fn timeout_ms(mut self, timeout_ms: u32) -> Self {
        self.timeout_ms = timeout_ms;
        self
    }

    /// How often a try that failed is made again.
    pub fn max_retries(mut self, max_retries: u32) -> Self {
        self.max_retries = max_retries;
        self
    }

    /// The page that `parameter` asks for.
    pub(super) fn at_page(&self, parameter: (&'static str, String)) -> Self {
        let (key, value) = parameter;
        let mut next = self.clone();
        for query in &mut next.query {
            if let Value::Object(members) = query {
                members.remove(key);
            }
        }
        next.query(key, value)
    }

    /// The value of one of `keys` in the query.
    pub(super) fn asked(&self, keys: &[&str]) -> Option<String> {
        let mut values = self
            .query
            .iter()
            .flat_map(|query| keys.iter().filter_map(|key| query.get(key)));
        values.next().map(|value| match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        })
    }

    pub(super) fn operation(&self) -> Operation<'static> {
        self.operation
    }

    /// Sends the call; resolves to the answer, its body unread.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn response(self) -> Result<T::Response, Error> {
        let request = self.build()?;
        let mut retries = 0;
        loop {
            match self.try_once(&request).await {
                Ok(response) => return Ok(response),
                Err(failed) => self.wait_or_fail(failed, &mut retries).await?,
            }
        }
    }

    /// The decoded body; null where there is none.
    pub(super) async fn decoded(&self) -> Result<Value, Error> {
        let request = self.build()?;
        let mut retries = 0;
        loop {
            let outcome = match self.try_once(&request).await {
                Ok(response) => self.read(response).await,
                Err(failed) => Err(failed),
            };
            match outcome {
                Ok(body) => return Ok(body),
                Err(failed) => self.wait_or_fail(failed, &mut retries).await?,
            }
        }
    }
}

impl<T: Transport, R: DeserializeOwned> Call<'_, T, One<R>> {
    /// Sends the call; resolves to the decoded body.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn send(self) -> Result<R, Error> {
        let body = self.decoded().await?;
        serde_json::from_value(body.clone()).map_err(|error| {
            let message = format!(
                "{}: the answer is not as described: {error}.",
                self.operation.id
            );
            self.unreadable(200, None, body, message)
        })
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
    /// Sends the call; resolves to the answer, its body unread.
    ///
    /// # Errors
    /// See [`Error`].
    pub async fn send(self) -> Result<T::Response, Error> {
        self.response().await
    }
}

impl<'a, T: Transport, R: DeserializeOwned> Call<'a, T, Pages<R>> {
    /// The pages of the list. Nothing is sent before the first one is asked for.
    pub fn pages(self) -> Pager<'a, T, R> {
        Pager::new(self)
    }
}
