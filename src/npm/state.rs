//! The one page that the WebAssembly holds, and what lies between two calls of its exports.

use spin::Mutex;

use super::types::Setting;
use crate::error::Error;
use crate::page::{Effect, EmbedId, LoadedBy, Page, Setup};
use crate::session::{Millis, Now, OnExhausted, Policy};

pub(super) struct Core {
    pub(super) page: Page,
    /// The effect that was polled last.
    pub(super) polled: Option<(EmbedId, Effect)>,
    /// What the next embed is made of, if any of it was set.
    settings: Option<Settings>,
    /// Why the last embed was not opened.
    pub(super) refusal: Option<Error>,
}

struct Settings {
    policy: Policy,
    ready_timeout: Millis,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            policy: Policy::default(),
            ready_timeout: Setup::READY_TIMEOUT,
        }
    }
}

impl Core {
    const fn new() -> Self {
        Self {
            page: Page::new(),
            polled: None,
            settings: None,
            refusal: None,
        }
    }

    pub(super) fn set(&mut self, setting: Setting, value: f64) {
        let Settings {
            policy,
            ready_timeout,
        } = self.settings.get_or_insert_default();
        match setting {
            Setting::MintTimeout => policy.mint_timeout = Millis::from_number(value),
            Setting::Confirm => policy.confirm = Millis::from_number(value),
            Setting::RetryMin => policy.retry_min = Millis::from_number(value),
            Setting::RetryMax => policy.retry_max = Millis::from_number(value),
            Setting::MaxAttempts => {
                policy.max_attempts = to_count(value);
            }
            Setting::Spread => policy.spread = Millis::from_number(value),
            Setting::Lifetime => policy.lifetime = Millis::from_number(value),
            Setting::ReadyTimeout => *ready_timeout = Millis::from_number(value),
        }
    }

    pub(super) fn set_on_exhausted(&mut self, on_exhausted: OnExhausted) {
        self.settings.get_or_insert_default().policy.on_exhausted = on_exhausted;
    }

    /// Opens an embed with the settings made since the last one.
    pub(super) fn open(
        &mut self,
        now: Now,
        loaded_by: LoadedBy,
        can_mint: bool,
        seed: u32,
    ) -> Option<EmbedId> {
        let Settings {
            policy,
            ready_timeout,
        } = self.settings.take().unwrap_or_default();
        let setup = Setup {
            loaded_by,
            can_mint,
            policy,
            ready_timeout,
            seed,
        };
        let opened = self.page.open(now, &setup);
        self.refusal = opened.err();
        opened.ok()
    }
}

/// A lock that is only tried can neither wait nor panic, and nothing in the core calls back into it:
/// it is always free.
static CORE: Mutex<Core> = Mutex::new(Core::new());

/// Calls `use_it` with the page.
pub(super) fn with<R: Default>(use_it: impl FnOnce(&mut Core) -> R) -> R {
    CORE.try_lock()
        .map(|mut core| use_it(&mut core))
        .unwrap_or_default()
}

/// A number from JavaScript as a count; 0 if it is negative or not a number.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the cast saturates"
)]
fn to_count(number: f64) -> u32 {
    number as u32
}
