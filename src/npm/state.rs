//! The one page that the WebAssembly holds, and what lies between two calls of its exports.

use spin::{Mutex, MutexGuard};

use super::types::{Effect, Setting};
use crate::error::Error;
use crate::page::{self, EmbedId, Fingerprint, LoadedBy, Page, Setup};
use crate::session::{Millis, Monotonic, Now, OnExhausted, Policy, Reason, Ticket};

pub(super) struct Core {
    pub(super) page: Page,
    /// The values of the effect that was polled last.
    pub(super) polled: Polled,
    /// What the next embed is made of.
    settings: Settings,
    /// Why the last embed was not opened.
    pub(super) refusal: Option<Error>,
}

struct Settings {
    policy: Policy,
    ready_timeout: Millis,
    tenant: Fingerprint,
}

impl Settings {
    const DEFAULT: Self = Self {
        policy: Policy::DEFAULT,
        ready_timeout: Setup::READY_TIMEOUT,
        tenant: Fingerprint::new(0),
    };
}

/// The embed that an effect is for, and whatever else the effect has.
pub(super) struct Polled {
    pub(super) embed: Option<EmbedId>,
    pub(super) time: Option<Monotonic>,
    pub(super) ticket: Option<Ticket>,
    pub(super) reason: Option<Reason>,
    pub(super) error: Option<Error>,
}

impl Polled {
    const NOTHING: Self = Self {
        embed: None,
        time: None,
        ticket: None,
        reason: None,
        error: None,
    };
}

impl Core {
    const fn new() -> Self {
        Self {
            page: Page::new(),
            polled: Polled::NOTHING,
            settings: Settings::DEFAULT,
            refusal: None,
        }
    }

    pub(super) fn set(&mut self, setting: Setting, value: f64) {
        let Settings {
            policy,
            ready_timeout,
            ..
        } = &mut self.settings;
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
            Setting::RetryStopped => policy.retry_stopped = Millis::from_number(value),
            Setting::ReadyTimeout => *ready_timeout = Millis::from_number(value),
        }
    }

    pub(super) fn set_on_exhausted(&mut self, on_exhausted: OnExhausted) {
        self.settings.policy.on_exhausted = on_exhausted;
    }

    pub(super) fn set_tenant(&mut self, tenant: Fingerprint) {
        self.settings.tenant = tenant;
    }

    /// The kind of the next effect; [`Core::polled`] has its values.
    pub(super) fn poll(&mut self) -> Option<Effect> {
        let (embed, effect) = self.page.poll()?;
        let mut polled = Polled {
            embed: Some(embed),
            ..Polled::NOTHING
        };
        match effect {
            page::Effect::SetTimer { at } => polled.time = Some(at),
            page::Effect::Mint { ticket, reason, .. } => {
                polled.ticket = Some(ticket);
                polled.reason = Some(reason);
            }
            page::Effect::RejectAsked(error) | page::Effect::RejectReady(error) => {
                polled.error = Some(error);
            }
            _ => {}
        }
        self.polled = polled;
        Some(effect.into())
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
            tenant,
        } = core::mem::replace(&mut self.settings, Settings::DEFAULT);
        let setup = Setup {
            loaded_by,
            can_mint,
            policy,
            ready_timeout,
            tenant,
            seed,
        };
        let opened = self.page.open(now, &setup);
        self.refusal = opened.err();
        opened.ok()
    }
}

/// Nothing in the core calls back into it, so the lock is free at every call.
static CORE: Mutex<Core> = Mutex::new(Core::new());

/// Calls `use_it` with the page.
pub(super) fn with<R>(use_it: impl FnOnce(&mut Core) -> R) -> R {
    use_it(&mut lock())
}

// Not inlined: every export calls it.
#[inline(never)]
fn lock() -> MutexGuard<'static, Core> {
    // Only a panic leaves the lock taken. What the core holds may be broken then, so every later call
    // fails as well, at once.
    CORE.try_lock()
        .unwrap_or_else(|| core::arch::wasm32::unreachable())
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
