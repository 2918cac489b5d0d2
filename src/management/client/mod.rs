//! The Rust client: the methods of the table over any [`Transport`].

mod answer;
mod call;
mod error;
#[cfg(feature = "fetch")]
mod fetch;
mod options;
mod pager;
#[cfg(all(feature = "reqwest", not(target_family = "wasm")))]
mod reqwest;
mod transport;
mod work;

use std::collections::BTreeSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use serde::Serialize;
use serde_json::Value;

pub use call::Call;
pub use error::{ApiError, Error};
#[cfg(feature = "fetch")]
pub use fetch::{Fetch, FetchResponse};
pub use options::{Credential, Options, ScimToken};
pub use pager::{ListPage, Pager};
#[cfg(all(feature = "reqwest", not(target_family = "wasm")))]
pub use reqwest::{Reqwest, ReqwestResponse};
pub use transport::{HttpRequest, HttpResponse, Transport, TransportError};
pub use work::Polling;

use super::gives::{One, Pages};
use super::invalid::InvalidRequest;
use super::models::Id;
use super::operation::{Answer, Method, Operation, Part};
use super::retry::Budget;
use call::Decoded;
use options::Base;

/// A client of the management API.
///
/// A method of a namespace returns a [`Call`]. Its methods `send`, `pages` and `response` send it:
///
/// ```
/// # use svc_embed::management::client::{Client, Error, Transport};
/// # use svc_embed::management::models::{DuplicateWorkbook, ReportsQuery};
/// # async fn example<T: Transport>(client: Client<T>) -> Result<(), Error> {
/// let copy = client.workbooks().duplicate(7, 42, DuplicateWorkbook::default());
/// let copy = copy.idempotency_key("order-17").send().await?;
///
/// let mut reports = client.reports().list(copy.deployment_id, ReportsQuery::default()).pages();
/// while let Some(report) = reports.next_item().await? {
///     println!("{:?}", report.name);
/// }
/// # Ok(())
/// # }
/// ```
///
/// It logs by the crate `log`: a warning for each deprecated feature, once; each retry (`info`); and
/// each try with its outcome (`debug`). No message contains a credential.
#[derive(Debug)]
pub struct Client<T> {
    transport: T,
    base: Base,
    options: Options,
    budget: Mutex<Budget>,
    /// The warnings that were logged.
    told: Mutex<BTreeSet<String>>,
}

/// What a lock guards is right even if its holder panicked: it is a number or a set.
fn locked<T>(lock: &Mutex<T>) -> MutexGuard<'_, T> {
    lock.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A parameter of a path: a number or a string.
#[derive(Debug, Clone, PartialEq)]
pub struct PathParameter(Value);

impl From<i64> for PathParameter {
    fn from(id: i64) -> Self {
        Self(id.into())
    }
}

impl From<i32> for PathParameter {
    fn from(id: i32) -> Self {
        Self(id.into())
    }
}

impl From<&str> for PathParameter {
    fn from(name: &str) -> Self {
        Self(name.into())
    }
}

impl From<String> for PathParameter {
    fn from(name: String) -> Self {
        Self(name.into())
    }
}

impl From<Id> for PathParameter {
    fn from(id: Id) -> Self {
        Self(match id {
            Id::Text(text) => text.into(),
            Id::Number(number) => number.into(),
        })
    }
}

impl<T: Transport> Client<T> {
    /// Creates a client that sends its requests with `transport`.
    ///
    /// # Errors
    /// If the base URL is not https (or http on a loopback host), or if a page uses an API key
    /// without [`Options::dangerously_allow_browser`].
    pub fn with_transport(options: Options, transport: T) -> Result<Self, InvalidRequest> {
        let base = Base::parse(&options.base_url)?;
        options.check(transport.is_page())?;
        Ok(Self {
            transport,
            base,
            budget: Mutex::new(Budget::new(options.retry_budget)),
            told: Mutex::default(),
            options,
        })
    }

    /// Logs warnings, and the same one only once.
    fn warn_once(&self, operation: &str, warnings: impl IntoIterator<Item = String>) {
        for warning in warnings {
            let text = format!("{operation}: {warning}");
            if locked(&self.told).insert(text.clone()) {
                log::warn!("{text}");
            }
        }
    }

    /// Calls the operation `id` of the table with an untyped input.
    ///
    /// # Errors
    /// If the table has no such operation.
    pub fn call(
        &self,
        id: &str,
        parameters: Vec<PathParameter>,
        input: &impl Serialize,
    ) -> Result<Call<'_, T, One<Value>>, InvalidRequest> {
        let mut operations = super::OPERATIONS.iter();
        let operation = operations.find(|operation| operation.id == id);
        let operation = operation.ok_or_else(|| {
            InvalidRequest::new("operation", "must be the id of an operation of the table")
        })?;
        let given = match operation.input {
            Part::None => Ok(Value::Null),
            Part::Query | Part::Body => serde_json::to_value(input),
        };
        Ok(self.start(operation, parameters, given))
    }

    /// Calls the operation `id` of the table, which answers a list, with an untyped input.
    ///
    /// # Errors
    /// If the table has no such operation, or if it does not answer a list.
    pub fn call_list(
        &self,
        id: &str,
        parameters: Vec<PathParameter>,
        input: &impl Serialize,
    ) -> Result<Call<'_, T, Pages<Value>>, InvalidRequest> {
        let call = self.call(id, parameters, input)?;
        if call.answer() != Answer::List {
            return Err(InvalidRequest::new("operation", "must answer a list"));
        }
        Ok(call.giving())
    }

    /// Calls an operation that this version does not know.
    pub fn request(
        &self,
        method: Method,
        path: &str,
        query: &impl Serialize,
        body: Option<Value>,
    ) -> Call<'_, T, One<Value>> {
        let operation = Operation::unknown(method);
        let call = self.start(&operation, Vec::new(), serde_json::to_value(query));
        let call = call.at_path(path);
        match body {
            Some(body) => call.body(body),
            None => call,
        }
    }

    pub(super) fn start<G>(
        &self,
        operation: &Operation,
        parameters: Vec<PathParameter>,
        input: Result<Value, serde_json::Error>,
    ) -> Call<'_, T, G> {
        Call::new(self, *operation, parameters, input)
    }
}
