//! What goes wrong on purpose. Pure: who asks for the next fault says so, and acts it out itself.

use serde::{Deserialize, Serialize};

/// How the page's own backend answers a request to mint.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BackendMode {
    /// As it should.
    #[default]
    Ok,
    /// 503.
    Down,
    /// As it should, but after a delay.
    Slow,
    /// Never.
    Hang,
    /// 200 with a page of HTML.
    Junk,
    /// An id that is a number.
    Number,
    /// An id that is the empty string.
    Empty,
    /// The id of the answer before.
    Repeat,
    /// 401: the viewer is no longer signed in to the page.
    SignedOut,
}

/// The delay of [`BackendMode::Slow`] where none is given.
pub const SLOW_DELAY_MS: u64 = 3_000;

/// A backend fault as it is set: with `times`, it ends by itself after so many requests.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BackendFault {
    /// What happens.
    pub mode: BackendMode,
    /// How long [`BackendMode::Slow`] takes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub delay_ms: Option<u64>,
    /// How many requests it still concerns; absent: all of them, until it is set anew.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub times: Option<u32>,
}

/// How long a job takes where nobody says.
pub const JOB_DURATION_MS: u64 = 300;

/// What becomes of the exports, syncs and previews that are started from now on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct JobsFault {
    /// How long each takes, in milliseconds of the sandbox's clock.
    pub duration_ms: u64,
    /// Whether each ends without a result.
    pub fail: bool,
}

impl Default for JobsFault {
    fn default() -> Self {
        Self {
            duration_ms: JOB_DURATION_MS,
            fail: false,
        }
    }
}

/// Every fault that is set.
#[derive(Debug, Clone, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Faults {
    /// The page's own backend.
    pub backend: BackendFault,
    /// How many exchanges of otherwise valid ids are still to be refused.
    pub reject_exchanges: u32,
    /// The service's own slow work.
    pub jobs: JobsFault,
}

/// A change to the faults: what is absent stays as it is.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FaultsChange {
    backend: Option<BackendFault>,
    reject_exchanges: Option<u32>,
    jobs: Option<JobsFault>,
}

impl Faults {
    /// Sets what the change names.
    pub fn apply(&mut self, change: &FaultsChange) {
        if let Some(backend) = change.backend {
            self.backend = if backend.times == Some(0) {
                BackendFault::default()
            } else {
                backend
            };
        }
        if let Some(reject_exchanges) = change.reject_exchanges {
            self.reject_exchanges = reject_exchanges;
        }
        if let Some(jobs) = change.jobs {
            self.jobs = jobs;
        }
    }

    /// The fault of one request to the backend; counts it where the fault is limited.
    pub fn next_backend(&mut self) -> BackendFault {
        let fault = self.backend;
        match self.backend.times {
            Some(..=1) => self.backend = BackendFault::default(),
            Some(times) => self.backend.times = Some(times - 1),
            None => {}
        }
        fault
    }

    /// Whether this exchange is one of those to be refused; counts it if so.
    pub fn next_exchange_refused(&mut self) -> bool {
        let refused = self.reject_exchanges > 0;
        self.reject_exchanges = self.reject_exchanges.saturating_sub(1);
        refused
    }
}

#[cfg(test)]
mod tests {
    use super::{BackendFault, BackendMode, Faults, FaultsChange};

    fn set(faults: &mut Faults, mode: BackendMode, times: Option<u32>) {
        faults.apply(&FaultsChange {
            backend: Some(BackendFault {
                mode,
                delay_ms: None,
                times,
            }),
            reject_exchanges: None,
            jobs: None,
        });
    }

    #[test]
    fn a_limited_fault_ends_by_itself() {
        let mut faults = Faults::default();
        set(&mut faults, BackendMode::Down, Some(2));
        let modes = [(); 3].map(|()| faults.next_backend().mode);
        assert_eq!(
            modes,
            [BackendMode::Down, BackendMode::Down, BackendMode::Ok]
        );
    }

    #[test]
    fn an_unlimited_fault_stays_until_it_is_set_anew() {
        let mut faults = Faults::default();
        set(&mut faults, BackendMode::Junk, None);
        for _ in 0..5 {
            assert_eq!(faults.next_backend().mode, BackendMode::Junk);
        }
        set(&mut faults, BackendMode::Ok, None);
        assert_eq!(faults.next_backend().mode, BackendMode::Ok);
    }

    #[test]
    fn a_change_leaves_alone_what_it_does_not_name() {
        let mut faults = Faults::default();
        set(&mut faults, BackendMode::Down, None);
        faults.apply(&FaultsChange {
            backend: None,
            reject_exchanges: Some(1),
            jobs: None,
        });
        assert_eq!(faults.backend.mode, BackendMode::Down);
        assert!(faults.next_exchange_refused());
        assert!(!faults.next_exchange_refused());
    }
}
