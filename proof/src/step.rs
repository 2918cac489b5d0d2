//! What one input to the page meant for one embed.

use svc_embed::page::Effect;
use svc_embed::session::{self, Input, Millis, Renewal, Status};

use crate::scenario::Scenario;
use crate::state::{Mint, awaits_turn, true_time};

/// A mint, and the id that it returned.
#[derive(Debug, Clone, Copy)]
pub struct Answered {
    pub mint: Mint,
    /// `None` if the mint failed.
    pub id: Option<u8>,
    /// Whether the id was used before.
    pub again: bool,
}

/// One input to the page, seen from one embed. The input of the other embed is a `Turn` to it, for
/// nothing else can reach it.
pub struct Step<'a> {
    pub scenario: &'a Scenario,
    pub input: Input,
    /// The mint that the input answers.
    pub answered: Option<Answered>,
    /// Whether a load was asked for, and failed.
    pub not_loaded: bool,
    pub before: session::State,
    pub after: session::State,
    /// Every effect of this embed, in order.
    pub effects: &'a [Effect],
    /// How many attempts were withdrawn, because the iframe is in no document.
    pub withdrawn: u32,
    /// Whether the embed was opened by this step, and so has no state before it.
    pub opens: bool,
}

impl Step<'_> {
    /// Whether the page itself asked for it.
    pub fn is_of_page(&self) -> bool {
        matches!(self.input, Input::Renew | Input::Reload)
    }

    pub fn answers_live_mint(&self) -> bool {
        self.answered.is_some_and(|answer| !answer.mint.aborted)
    }

    /// The expiry of the session that the input is an event of.
    pub fn event_of(&self) -> Option<Millis> {
        match self.input {
            Input::Expiring { expires_at: at, .. } | Input::Expired { expired_at: at, .. } => {
                Some(true_time(at))
            }
            _ => None,
        }
    }

    /// Whether an attempt starts: it waits for its turn now, or has it already.
    pub fn starts(&self) -> bool {
        let mints = self.has(|effect| matches!(effect, Effect::Mint { .. }));
        (mints || awaits_turn(&self.after)) && !awaits_turn(&self.before)
    }

    /// Whether an attempt is put off until somebody can use its id.
    pub fn is_put_off(&self) -> bool {
        let (before, after) = (self.before, self.after);
        let waits = before.renewal == Renewal::BackingOff && after.renewal == Renewal::Idle;
        let has_ended = self.not_loaded || matches!(self.input, Input::Ready(_));
        self.withdrawn > 0 || (waits && !has_ended && after.status != Status::Stopped)
    }

    pub fn has(&self, wanted: impl Fn(&Effect) -> bool) -> bool {
        self.effects.iter().any(wanted)
    }
}

/// A moment that laws are asked about.
#[derive(Clone, Copy)]
pub enum Moment<'a> {
    /// An attempt starts; no effect of the step is done.
    Start(&'a Step<'a>),
    /// This effect of the step is about to be done.
    Effect(&'a Step<'a>, Effect),
    /// Every effect of the step is done.
    Done(&'a Step<'a>),
    /// An action of the environment is over.
    Rest,
}
