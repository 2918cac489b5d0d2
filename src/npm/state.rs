//! The one page that the WebAssembly holds, and what lies between two calls of its exports.

use spin::Mutex;

use super::types::Setting;
use crate::error::Error;
use crate::page::{Effect, EmbedId, Frame, Page, Setup};
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

/// How long `ready` may take by default.
const READY_TIMEOUT: Millis = Millis::from_secs(60);

struct Settings {
    policy: Policy,
    ready_timeout: Millis,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            policy: Policy::default(),
            ready_timeout: READY_TIMEOUT,
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

    pub(super) fn set(&mut self, setting: Setting, value: u64) {
        let Settings {
            policy,
            ready_timeout,
        } = self.settings.get_or_insert_default();
        match setting {
            Setting::MintTimeout => policy.mint_timeout = Millis(value),
            Setting::Confirm => policy.confirm = Millis(value),
            Setting::RetryMin => policy.retry_min = Millis(value),
            Setting::RetryMax => policy.retry_max = Millis(value),
            Setting::MaxAttempts => {
                policy.max_attempts = u32::try_from(value).unwrap_or(u32::MAX);
            }
            Setting::Spread => policy.spread = Millis(value),
            Setting::Lifetime => policy.lifetime = Millis(value),
            Setting::ReadyTimeout => *ready_timeout = Millis(value),
        }
    }

    pub(super) fn set_on_exhausted(&mut self, on_exhausted: OnExhausted) {
        self.settings.get_or_insert_default().policy.on_exhausted = on_exhausted;
    }

    /// Opens an embed with the settings made since the last one.
    pub(super) fn open(
        &mut self,
        now: Now,
        frame: Frame,
        can_mint: bool,
        seed: u32,
    ) -> Option<EmbedId> {
        let Settings {
            policy,
            ready_timeout,
        } = self.settings.take().unwrap_or_default();
        let setup = Setup {
            frame,
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
