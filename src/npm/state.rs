//! The one page that the WebAssembly holds, and what lies between two calls of its exports.

use spin::{Mutex, MutexGuard};

use super::abi::Maybe;
use super::types::Setting;
use super::values::{FromFloat, Values};
use crate::page::{Effect, EffectKind, EmbedId, LoadedBy, Page, Setup, TextHash};
use crate::session::{Millis, Now, OnExhausted, State};

pub(super) struct Core {
    pub(super) page: Page,
    /// What the shell reads in place.
    pub(super) values: Values,
    /// What the next embed is made of.
    setup: Setup,
}

impl Core {
    const fn new() -> Self {
        Self {
            page: Page::new(),
            values: Values::new(),
            setup: Setup::DEFAULT,
        }
    }

    pub(super) fn set(&mut self, setting: Setting, value: f64) {
        let Setup {
            policy,
            ready_timeout,
            ..
        } = &mut self.setup;
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
            Setting::OnExhausted => policy.on_exhausted = OnExhausted::from_float(value),
            Setting::ReadyTimeout => *ready_timeout = Millis::from_number(value),
        }
    }

    /// Which effect is next; its values are in [`Core::values`].
    pub(super) fn poll(&mut self) -> Option<EffectKind> {
        let (embed, effect) = self.page.poll()?;
        let values = &mut self.values;
        values.embed.set(embed);
        match effect {
            Effect::SetTimer { at } => values.timer.set(at),
            Effect::Mint { ticket, reason, .. } => {
                values.ticket.set(ticket);
                values.reason.set(reason);
            }
            Effect::RejectAsked(error) | Effect::RejectReady(error) => values.error.set(error),
            _ => {}
        }
        Some(effect.kind())
    }

    /// Writes the session of an embed to [`Core::values`], unless the embed was destroyed.
    pub(super) fn read_state(&mut self, embed: EmbedId) {
        let Some(state) = self.page.state(embed) else {
            return;
        };
        let State {
            mode,
            status,
            renewal,
            attempt,
            renewals,
            expires_at,
            next_attempt_at,
            last_error,
        } = state;
        let values = &mut self.values;
        values.mode.set(Maybe(mode));
        values.status.set(status);
        values.renewal.set(renewal);
        values.attempt.set(attempt);
        values.renewals.set(renewals);
        values.expires_at.set(Maybe(expires_at));
        values.next_attempt_at.set(Maybe(next_attempt_at));
        values.last_error.set(Maybe(last_error));
    }

    /// Opens an embed with the settings made since the last one.
    pub(super) fn open(
        &mut self,
        now: Now,
        tenant: TextHash,
        loaded_by: LoadedBy,
        can_mint: bool,
        seed: u32,
    ) -> Option<EmbedId> {
        let setup = Setup {
            loaded_by,
            can_mint,
            tenant,
            seed,
            ..core::mem::replace(&mut self.setup, Setup::DEFAULT)
        };
        self.page.open(now, &setup).ok()
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
