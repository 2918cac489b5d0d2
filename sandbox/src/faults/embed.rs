//! What the embed's pages do that the description leaves open, and how a page fails.

use serde::{Deserialize, Serialize};

use super::SLOW_DELAY_MS;

/// Why an embed's page shows no embed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PageMode {
    /// The answer is 500.
    Error,
    /// The page forbids every other page to show it.
    Refused,
    /// The page is loaded and sends no message.
    Silent,
    /// The session is opened, and `ready` sent, only after a delay.
    Slow,
    /// A sign-in takes the place of the page.
    SignIn,
    /// A redirect to a page of another origin.
    Elsewhere,
}

/// What an embed's pages do. A page has what is set when it is asked for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub struct EmbedFault {
    /// Why there is no embed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub page: Option<PageMode>,
    /// The number of pages that `page` still affects. Absent: all, until it is set again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub times: Option<u32>,
    /// The delay of [`PageMode::Slow`], in milliseconds of the wall clock. Default: 3,000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delay_ms: Option<u64>,
    /// `view` is also reported if the embed is sent to the path that it shows.
    pub same_path_views: bool,
    /// Each path has a document of its own, which continues the session of the one before.
    pub documents: bool,
    /// `ready` is reported for each session, and not only for each mount.
    pub ready_each_session: bool,
    /// How much later than `expiresAt` a session ends, in milliseconds.
    pub expired_late_ms: u32,
    /// How long the page's `load` is held up, in milliseconds of the wall clock.
    pub load_delay_ms: u32,
}

impl EmbedFault {
    /// Returns the fault for one page, and counts the page if the fault is limited.
    #[must_use]
    pub fn next_page(&mut self) -> Self {
        let fault = *self;
        match self.times {
            Some(..=1) => (self.page, self.times) = (None, None),
            Some(times) => self.times = Some(times - 1),
            None => {}
        }
        match (fault.page, fault.times) {
            (_, Some(0)) => Self {
                page: None,
                ..fault
            },
            (Some(PageMode::Slow), _) => Self {
                delay_ms: fault.delay_ms.or(Some(SLOW_DELAY_MS)),
                ..fault
            },
            _ => fault,
        }
    }
}
