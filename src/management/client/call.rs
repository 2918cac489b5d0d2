//! One call: its options, its tries, and the reading of what comes back.

use std::marker::PhantomData;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::pager::Pager;
use super::transport::{HttpRequest, HttpResponse, Transport, TransportError};
use super::{ApiError, Client, Error, PathParameter};
use crate::management::failure::{self, Answer, Class};
use crate::management::invalid::InvalidRequest;
use crate::management::operation::{Api, Method, Operation, Traits};
use crate::management::request::{self, Input};
use crate::management::retry::{self, Failure, Situation};
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

    fn build(&self) -> Result<HttpRequest, Error> {
        if let Some(wrong) = &self.wrong {
            return Err(wrong.clone().into());
        }
        let operation = Operation {
            path: self.path.as_deref().unwrap_or(self.operation.path),
            ..self.operation
        };
        if operation.method == Method::Any {
            return Err(InvalidRequest::new("method", "must be given").into());
        }
        let input = Input {
            path: self.parameters.iter().collect(),
            query: self.query.iter().collect(),
            body: self.body.as_ref(),
        };
        let target = request::build(&operation, &input)?;
        let mut headers = vec![("Accept".to_owned(), "application/json, */*".to_owned())];
        let body = self.body.as_ref().map(Value::to_string);
        if body.is_some() {
            let media = match operation.api() {
                Api::Scim => "application/scim+json",
                _ => "application/json",
            };
            headers.push(("Content-Type".to_owned(), media.to_owned()));
        }
        if let Some(value) = self.client.options.credential.header(operation.api())? {
            headers.push(("Authorization".to_owned(), value));
        }
        headers.extend(self.headers.iter().cloned());
        Ok(HttpRequest {
            method: operation.method,
            url: self.client.base.join(&target.path),
            headers,
            body,
        })
    }

    async fn try_once(&self, request: &HttpRequest) -> Result<T::Response, Failed> {
        let sent = self.client.transport.send(request.clone(), self.timeout_ms);
        let response = sent.await.map_err(|error| self.unanswered(&error))?;
        let status = response.status();
        if (200..300).contains(&status) {
            return Ok(response);
        }
        let retry_after = response.header("retry-after");
        let head = Head::of(&response);
        // An error whose body is cut is still the error that its status says.
        let text = response.text().await.unwrap_or_default();
        let json: Option<Value> = serde_json::from_str(&text).ok();
        let failed = failure::read(
            &self.operation,
            &Answer {
                status,
                content_type: &head.content_type,
                body: json.as_ref().as_ref(),
                secret: self.client.options.credential.secret(),
            },
        );
        let error = ApiError {
            class: failed.class,
            status,
            code: failed.code,
            operation: self.operation.id.to_owned(),
            request_id: head.request_id,
            body: json.unwrap_or(Value::String(text)),
            message: failed.message,
        };
        Err(Failed {
            status: Some(status),
            retry_after,
            error: Error::Api(Box::new(error)),
        })
    }

    async fn read(&self, response: T::Response) -> Result<Value, Failed> {
        let status = response.status();
        let head = Head::of(&response);
        let text = response
            .text()
            .await
            .map_err(|error| self.unanswered(&error))?;
        if text.trim().is_empty() {
            return Ok(Value::Null);
        }
        serde_json::from_str(&text).map_err(|_| {
            let message = failure::unreadable(&self.operation, status, &head.content_type);
            Failed::for_good(self.unreadable(status, head.request_id, Value::String(text), message))
        })
    }

    /// The error of an answer that cannot be read.
    pub(super) fn unreadable(
        &self,
        status: u16,
        request_id: Option<String>,
        body: Value,
        message: String,
    ) -> Error {
        Error::Api(Box::new(ApiError {
            class: Class::Api,
            status,
            code: None,
            operation: self.operation.id.to_owned(),
            request_id,
            body,
            message,
        }))
    }

    fn unanswered(&self, error: &TransportError) -> Failed {
        let operation = self.operation.id.to_owned();
        Failed {
            status: None,
            retry_after: None,
            error: match error {
                TransportError::Network => Error::Connection { operation },
                TransportError::TimedOut => Error::Timeout { operation },
            },
        }
    }

    /// Waits before the next try, or gives the error back where there is none.
    async fn wait_or_fail(&self, failed: Failed, retries: &mut u32) -> Result<(), Error> {
        let failure = match failed.status {
            None => Failure::Network,
            Some(status) => Failure::Status {
                status,
                retry_after: failed.retry_after.as_deref(),
            },
        };
        let transport = &self.client.transport;
        let pause = retry::pause(
            failure,
            Situation {
                retries: *retries,
                max_retries: self.max_retries,
                method: self.operation.method,
                has_idempotency_key: self.headers.iter().any(|(name, _)| name == IDEMPOTENCY_KEY),
                now_ms: transport.now_ms(),
                chance: transport.chance(),
            },
        );
        let Some(pause) = pause else {
            return Err(failed.error);
        };
        *retries += 1;
        transport.sleep(pause).await;
        Ok(())
    }
}

/// What of an answer's head outlives its body.
struct Head {
    content_type: String,
    request_id: Option<String>,
}

impl Head {
    fn of(response: &impl HttpResponse) -> Self {
        Self {
            content_type: response.header("content-type").unwrap_or_default(),
            request_id: response.header("x-request-id"),
        }
    }
}

/// A try that failed.
struct Failed {
    /// The status; `None` where no complete answer came.
    status: Option<u16>,
    retry_after: Option<String>,
    error: Error,
}

impl Failed {
    /// A failure that trying again would not mend.
    fn for_good(error: Error) -> Self {
        Self {
            status: Some(200),
            retry_after: None,
            error,
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
