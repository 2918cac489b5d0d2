//! The tries of a call: builds the request, reads the answer, and repeats a failed try.

use serde_json::Value;

use super::{Call, IDEMPOTENCY_KEY};
use crate::management::client::transport::{HttpRequest, HttpResponse, Transport, TransportError};
use crate::management::client::{ApiError, Error};
use crate::management::failure::{self, Answer, Class};
use crate::management::invalid::InvalidRequest;
use crate::management::json;
use crate::management::operation::{Api, Method, Operation};
use crate::management::request::{self, Input, Template};
use crate::management::retry::{self, Failure, Situation};

impl<T: Transport, G> Call<'_, T, G> {
    pub(super) fn build(&self) -> Result<HttpRequest, Error> {
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
            path: &Value::Array(self.parameters.clone()),
            query: &Value::Array(self.query.clone()),
            body: self.body.as_ref().unwrap_or(&Value::Null),
        };
        let target = request::build(&Template::from(&operation), &input)?;
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

    pub(super) async fn try_once(&self, request: &HttpRequest) -> Result<T::Response, Failed> {
        let sent = self.client.transport.send(request.clone(), self.timeout_ms);
        let response = sent.await.map_err(|error| self.unanswered(&error))?;
        let status = response.status();
        if (200..300).contains(&status) {
            return Ok(response);
        }
        let retry_after = response.header("retry-after");
        let head = Head::of(&response);
        // If the body is cut off, the status still determines the error.
        let text = response.text().await.unwrap_or_default();
        let json: Option<Value> = serde_json::from_str(&text).ok();
        let failed = failure::read(
            &self.operation.id.to_owned(),
            self.operation.traits,
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
            body: json::redact(
                json.unwrap_or(Value::String(text)),
                self.client.options.credential.secret(),
            ),
            message: failed.message,
        };
        Err(Failed {
            status: Some(status),
            retry_after,
            error: Error::Api(Box::new(error)),
        })
    }

    pub(super) async fn read(&self, response: T::Response) -> Result<Value, Failed> {
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
            let message =
                failure::unreadable(&self.operation.id.to_owned(), status, &head.content_type);
            Failed::for_good(self.unreadable(status, head.request_id, Value::String(text), message))
        })
    }

    /// The error for an answer that cannot be read.
    pub(in crate::management::client) fn unreadable(
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
            body: json::redact(body, self.client.options.credential.secret()),
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

    /// Waits before the next try. Returns the error if there is no next try.
    pub(super) async fn wait_or_fail(
        &self,
        failed: Failed,
        retries: &mut u32,
    ) -> Result<(), Error> {
        let failure = match failed.status {
            None => Failure::Network,
            Some(status) => Failure::Status {
                status,
                retry_after: failed.retry_after.clone(),
            },
        };
        let transport = &self.client.transport;
        let pause = retry::pause(
            &failure,
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

/// The headers that are needed after the body has been read, which consumes the answer.
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
pub(super) struct Failed {
    /// The status; `None` if there is no complete answer.
    status: Option<u16>,
    retry_after: Option<String>,
    error: Error,
}

impl Failed {
    /// A failure that another try would not fix. Status 200 is never retried.
    fn for_good(error: Error) -> Self {
        Self {
            status: Some(200),
            retry_after: None,
            error,
        }
    }
}
