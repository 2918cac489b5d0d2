//! The tries of a call: builds the request, reads the answer, and repeats a failed try.

use log::{debug, info};
use serde_json::Value;

use super::{Call, IDEMPOTENCY_KEY};
use crate::management::client::answer::{LONGEST_ERROR, Text, is_too_long, text_within};
use crate::management::client::transport::{HttpRequest, HttpResponse, Transport, TransportError};
use crate::management::client::{ApiError, Error, locked};
use crate::management::failure::{self, Answer, Class};
use crate::management::headers::Headers;
use crate::management::invalid::InvalidRequest;
use crate::management::operation::{self, Api, Method};
use crate::management::redirect::{self, Redirect};
use crate::management::request::{self, Input};
use crate::management::retry::{self, Failure, Situation};
use crate::management::value::{millis, without};

const USER_AGENT: &str = concat!("svc-embed/", env!("CARGO_PKG_VERSION"));

impl<T: Transport, G> Call<'_, T, G> {
    /// Builds the request of the call, which gives a tenth of a retry to the client's budget.
    pub(super) fn build(&self) -> Result<HttpRequest, Error> {
        if let Some(wrong) = &self.wrong {
            return Err(wrong.clone().into());
        }
        if self.operation.method == Method::Any {
            return Err(InvalidRequest::new("method", "must be given").into());
        }
        let reads = matches!(self.operation.method, Method::Get | Method::Head);
        if reads && self.body.is_some() {
            return Err(InvalidRequest::new("body", "must not be sent with GET or HEAD").into());
        }
        let input = Input {
            path: self.path.as_deref(),
            parameters: &self.parameters,
            query: &self.query,
        };
        let target = request::target(&self.operation, input)?;
        self.warn_once(
            self.body
                .iter()
                .flat_map(|body| self.operation.warnings(body)),
        );
        let headers = self.headers()?;
        locked(&self.client.budget).earn();
        Ok(HttpRequest {
            method: self.operation.method,
            url: self.client.base.join(&target),
            include_cookies: headers.get("Authorization").is_none(),
            headers,
            body: self.body.as_ref().map(Value::to_string),
        })
    }

    /// The API that is called. The table's path, not that of the options, decides which credential is
    /// sent.
    fn api(&self) -> Api {
        match (self.operation.path, &self.path) {
            ("", Some(path)) => Api::of(path),
            _ => self.operation.api(),
        }
    }

    /// The client's own headers, then those of its options, then those of the call.
    fn headers(&self) -> Result<Headers, InvalidRequest> {
        let options = &self.client.options;
        let api = self.api();
        let mut headers = Headers::default();
        headers.set("Accept", Some("application/json, */*"));
        if !self.client.transport.is_page() {
            headers.set("User-Agent", Some(USER_AGENT));
        }
        if self.body.is_some() {
            let media = match api {
                Api::Scim => "application/scim+json",
                _ => "application/json",
            };
            headers.set("Content-Type", Some(media));
        }
        headers.set("Authorization", options.authorization(api)?.as_deref());
        if options.idempotency_keys && !self.operation.method.is_idempotent() {
            headers.set(IDEMPOTENCY_KEY, Some(&self.random_key()));
        }
        for (name, value) in &options.headers {
            headers.set_checked(name, Some(value))?;
        }
        for (name, value) in &self.headers {
            headers.set_checked(name, value.as_deref())?;
        }
        Ok(headers)
    }

    /// The credential that is sent, which errors must not repeat: the client's, or that of a header of
    /// the caller's.
    pub(in crate::management::client) fn secret(&self) -> &str {
        let is_own = |name: &str| name.eq_ignore_ascii_case("Authorization");
        let options = &self.client.options;
        let mut of_call = self.headers.iter().rev();
        let of_call = of_call.find(|(name, _)| is_own(name));
        let of_call = of_call.map(|(_, value)| value.as_deref().unwrap_or_default());
        let mut of_client = options.headers.iter().rev();
        let of_client = of_client.find(|(name, _)| is_own(name));
        match of_call.or(of_client.map(|(_, value)| value.as_str())) {
            Some(own) => own.trim().rsplit(' ').next().unwrap_or_default(),
            None => options.secret(self.api()),
        }
    }

    /// A key that no other call has.
    fn random_key(&self) -> String {
        let digits = || {
            let chance = self.client.transport.chance().to_bits() & 0xf_ffff_ffff_ffff;
            format!("{chance:013x}")
        };
        [digits(), digits(), digits()].concat()
    }

    pub(super) async fn try_once(&self, request: &HttpRequest) -> Result<T::Response, Failed> {
        let mut request = request.clone();
        let mut followed = 0;
        let mut is_own = true;
        let started = self.client.transport.now_ms();
        let response = loop {
            // A redirect does not begin a new time limit.
            let passed = millis(self.client.transport.now_ms() - started);
            let left = self.timeout.saturating_sub(passed);
            let sent = self.client.transport.send(request.clone(), left);
            let response = sent
                .await
                .map_err(|error| self.unanswered(&request, error))?;
            let (id, method, status) = (self.operation.id, request.method, response.status());
            debug!("{id}: {} {status}", method.as_str());
            match self.redirected(&request, &response, followed)? {
                None => break response,
                Some((next, with_credentials)) => {
                    request = next;
                    is_own &= with_credentials;
                }
            }
            followed += 1;
        };
        let status = response.status();
        if (200..300).contains(&status) {
            return Ok(response);
        }
        let retry_after = response.header("retry-after");
        let head = self.head(&response);
        let max_bytes = self.max_response_bytes.min(LONGEST_ERROR);
        let body = if is_own {
            // If the body is cut off, the status still determines the error.
            text_within(response, max_bytes).await.unwrap_or_default()
        } else {
            // The words of another origin count for nothing.
            Text::default()
        };
        let answer = Answer {
            status,
            content_type: &head.content_type,
            text: &body.text,
            is_cut: body.is_cut,
            secret: self.secret(),
        };
        let failed = failure::read(self.operation.id, self.operation.kept, answer);
        Err(Failed {
            failure: Some(Failure::Status {
                status,
                retry_after,
            }),
            error: Error::Api(Box::new(ApiError {
                class: failed.class,
                code: failed.code,
                ..self.error(status, head.request_id, failed.body, failed.message)
            })),
        })
    }

    /// The request to the URL that `response` redirects to; `None` if it does not redirect.
    fn redirected(
        &self,
        request: &HttpRequest,
        response: &T::Response,
        followed: u32,
    ) -> Result<Option<(HttpRequest, bool)>, Failed> {
        let refused = |why: &str| {
            let why = without(why, self.secret());
            let why = format!("the redirect was not followed. {why}");
            Failed::for_good(Error::redirect(self.operation.id, &why))
        };
        // A page sees a redirect as an answer with the status 0.
        if response.status() == 0 {
            let why = "the service redirected, and a page cannot see where to. Is `base_url` its exact address?";
            return Err(Failed::for_good(Error::redirect(self.operation.id, why)));
        }
        if !(300..400).contains(&response.status()) {
            return Ok(None);
        }
        let Some(location) = response.header("location") else {
            return Ok(None);
        };
        let step = redirect::follow(Redirect {
            status: response.status(),
            method: request.method,
            from: &request.url,
            location: &location,
            is_file: self.operation.answer == operation::Answer::File,
            followed,
        });
        let step = step.map_err(|why| refused(&why))?;
        let mut next = HttpRequest {
            method: step.method,
            url: step.url,
            ..request.clone()
        };
        if step.method != request.method {
            next.body = None;
            next.headers.set("Content-Type", None);
        }
        if !step.with_credentials {
            next.headers = Headers::default();
            next.headers.set("Accept", Some("*/*"));
            next.include_cookies = false;
        }
        Ok(Some((next, step.with_credentials)))
    }

    pub(super) async fn read(
        &self,
        request: &HttpRequest,
        response: T::Response,
    ) -> Result<Decoded, Failed> {
        let status = response.status();
        let head = self.head(&response);
        let max_bytes = self.max_response_bytes;
        // An answer to HEAD has the length of a body that is not there.
        if request.method != Method::Head && is_too_long(&response, max_bytes) {
            return Err(self.too_large(status, head));
        }
        let body = text_within(response, max_bytes).await;
        let body = body.map_err(|error| self.unanswered(request, error))?;
        if body.is_cut {
            return Err(self.too_large(status, head));
        }
        let text = body.text;
        let json = if text.trim().is_empty() {
            Ok(Value::Null)
        } else {
            serde_json::from_str(&text)
        };
        let Ok(body) = json else {
            let secret = self.secret();
            let why = failure::unreadable(self.operation.id, status, &head.content_type);
            let body = failure::body(None, &text, secret);
            let error = self.error(status, head.request_id, body, without(&why, secret));
            return Err(Failed::for_good(Error::Api(Box::new(error))));
        };
        Ok(Decoded {
            body,
            status,
            request_id: head.request_id,
        })
    }

    /// The error for an answer that is longer than its limit.
    fn too_large(&self, status: u16, head: Head) -> Failed {
        let message = format!(
            "{}: the answer has more than {} bytes, so it was not read to its end. If that is expected, raise `max_response_bytes`.",
            self.operation.id, self.max_response_bytes
        );
        Failed::for_good(Error::Api(Box::new(ApiError {
            code: Some("response-too-large".to_owned()),
            ..self.error(status, head.request_id, Value::Null, message)
        })))
    }

    /// An error of the operation, without a code.
    fn error(
        &self,
        status: u16,
        request_id: Option<String>,
        body: Value,
        message: String,
    ) -> ApiError {
        ApiError {
            class: Class::Api,
            status,
            code: None,
            operation: self.operation.id.to_owned(),
            request_id,
            body,
            message,
        }
    }

    /// The error for a successful answer that cannot be used.
    pub(in crate::management::client) fn unreadable(&self, answer: Decoded, why: &str) -> Error {
        self.unusable(self.operation.id, None, answer, why)
    }

    /// The error for a successful answer with which `operation` cannot go on.
    pub(in crate::management::client) fn unusable(
        &self,
        operation: &str,
        code: Option<&str>,
        answer: Decoded,
        why: &str,
    ) -> Error {
        let Decoded {
            body,
            status,
            request_id,
        } = answer;
        let text = body.to_string();
        let secret = self.secret();
        let message = without(&format!("{operation}: {why}"), secret);
        let body = failure::body(Some(body), &text, secret);
        Error::Api(Box::new(ApiError {
            code: code.map(str::to_owned),
            operation: operation.to_owned(),
            ..self.error(status, request_id, body, message)
        }))
    }

    /// The headers that are needed after the body has been read, which consumes the answer.
    fn head(&self, response: &T::Response) -> Head {
        let request_id = response.header("x-request-id");
        let request_id = request_id.or_else(|| response.header("request-id"));
        Head {
            content_type: response.header("content-type").unwrap_or_default(),
            request_id: request_id.map(|id| without(&id, self.secret())),
        }
    }

    fn unanswered(&self, request: &HttpRequest, error: TransportError) -> Failed {
        let operation = self.operation.id.to_owned();
        let host = redirect::host(&request.url);
        let failed = Failed {
            failure: Some(Failure::Network),
            error: match error {
                TransportError::Network(cause) => Error::Connection {
                    message: format!(
                        "{operation}: the connection to {host} failed before the answer was complete{}.",
                        cause.map_or_else(String::new, |cause| {
                            format!(" ({})", without(&cause, self.secret()))
                        })
                    ),
                    operation,
                },
                TransportError::TimedOut => Error::Timeout {
                    message: format!(
                        "{operation}: {host} did not answer within {} ms.",
                        self.timeout.as_millis()
                    ),
                    operation,
                },
            },
        };
        debug!("{}", failed.error);
        failed
    }

    /// Waits before the next try. Returns the error if there is no next try.
    pub(super) async fn wait_or_fail(
        &self,
        failed: Failed,
        request: &HttpRequest,
        retries: &mut u32,
    ) -> Result<(), Error> {
        let transport = &self.client.transport;
        let situation = Situation {
            retries: *retries,
            max_retries: self.max_retries,
            method: self.operation.method,
            has_idempotency_key: request.headers.get(IDEMPOTENCY_KEY).is_some(),
            now_ms: transport.now_ms(),
            chance: transport.chance(),
        };
        let failure = failed.failure.as_ref();
        let pause = failure.and_then(|failure| retry::pause(failure, situation));
        let Some(pause) = pause else {
            return Err(failed.error);
        };
        if !locked(&self.client.budget).spend() {
            info!("{}: no retry is left in the budget", self.operation.id);
            return Err(failed.error);
        }
        info!("{}: trying again in {pause:?}", self.operation.id);
        *retries += 1;
        transport.sleep(pause).await;
        Ok(())
    }
}

/// A successful answer whose body was read.
#[derive(Debug, Clone, Default)]
pub(in crate::management::client) struct Decoded {
    /// The decoded body; null if there is none.
    pub(in crate::management::client) body: Value,
    status: u16,
    /// Without the credential.
    request_id: Option<String>,
}

/// The headers of an answer that its error shows or is made of.
struct Head {
    content_type: String,
    /// Without the credential.
    request_id: Option<String>,
}

/// A try that failed.
pub(super) struct Failed {
    /// What another try may fix; `None` if it would fail in the same way.
    failure: Option<Failure>,
    error: Error,
}

impl Failed {
    /// A failure that another try would not fix.
    fn for_good(error: Error) -> Self {
        Self {
            failure: None,
            error,
        }
    }
}
