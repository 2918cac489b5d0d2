//! Faults of the API: which calls they concern, and how each is answered.

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One fault of the API. Without `operation` and `path`, it concerns every call.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct ApiFault {
    /// The id of an operation, for example `workbooks.duplicate`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation: Option<String>,
    /// A path without its query. A `*` at its end stands for any rest.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The status of the answer, 200 to 599. The service does nothing then. Without `status` and
    /// `body`, the service does its work and gives its own answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<u16>,
    /// The header `Retry-After`: seconds, or an HTTP date.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub retry_after: Option<RetryAfter>,
    /// How long the answer is held up, in milliseconds of the wall clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delay_ms: Option<u64>,
    /// The number of calls that it still concerns. Absent: all, until the faults are set again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<u32>,
    /// The body: a text is sent as HTML, anything else as JSON. Default: an error in the API's form.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<Value>,
}

/// The value of the header `Retry-After`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum RetryAfter {
    /// Seconds.
    Seconds(u64),
    /// A text as it is, for example an HTTP date.
    Text(String),
}

impl RetryAfter {
    /// The header's text.
    pub fn text(&self) -> String {
        match self {
            Self::Seconds(seconds) => seconds.to_string(),
            Self::Text(text) => text.clone(),
        }
    }
}

impl ApiFault {
    /// Checks that the fault can be performed. `is_operation` says whether an operation exists.
    ///
    /// What is wrong, in a sentence.
    pub fn check(&self, is_operation: impl FnOnce(&str) -> bool) -> Result<(), String> {
        if let Some(id) = self.operation.as_deref() {
            if self.path.is_some() {
                return Err("give either operation or path, not both".to_owned());
            }
            if !is_operation(id) {
                return Err(format!("there is no operation {id}"));
            }
        }
        if self
            .path
            .as_deref()
            .is_some_and(|path| !path.starts_with('/'))
        {
            return Err("path must begin with a slash".to_owned());
        }
        if (self.status).is_some_and(|status| !(200..600).contains(&status)) {
            return Err("status must be 200 to 599".to_owned());
        }
        let is_text = |text: &String| text.bytes().all(|byte| (0x20..0x7f).contains(&byte));
        match &self.retry_after {
            Some(RetryAfter::Text(text)) if !is_text(text) => {
                Err("retryAfter is not the text of a header".to_owned())
            }
            _ => Ok(()),
        }
    }

    /// The status of an answer that takes the place of the service's; `None` if the service answers.
    pub fn replaced_status(&self) -> Option<u16> {
        self.status.or(self.body.is_some().then_some(200))
    }

    fn concerns(&self, operation: Option<&str>, path: &str) -> bool {
        let by_path = |wanted: &str| match wanted.strip_suffix('*') {
            Some(start) => path.starts_with(start),
            None => path == wanted,
        };
        match (&self.operation, &self.path) {
            (Some(id), _) => operation == Some(id),
            (None, Some(wanted)) => by_path(wanted),
            (None, None) => true,
        }
    }
}

/// The faults of the API, in the order in which they are looked through.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ApiFaults(pub(super) Vec<ApiFault>);

impl ApiFaults {
    /// The first fault that concerns a call. Counts the call if the fault is limited.
    pub fn next(&mut self, operation: Option<&str>, path: &str) -> Option<ApiFault> {
        let concerns = |fault: &ApiFault| fault.times != Some(0) && fault.concerns(operation, path);
        let place = self.0.iter().position(concerns)?;
        let fault = self.0.get_mut(place)?;
        let performed = fault.clone();
        match fault.times.as_mut() {
            Some(..=1) => drop(self.0.remove(place)),
            Some(times) => *times -= 1,
            None => {}
        }
        Some(performed)
    }
}
