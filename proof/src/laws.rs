//! The properties by name. The numbers are those of the invariants in `src/session/mod.rs`.

use crate::model::Renewals;
use crate::world::World;

/// Declares an enum whose variants are bits of a `u32`, and properties by `$test`.
macro_rules! bits {
    ($(#[$doc:meta])* $name:ident by $test:ident { $($variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum $name {
            $(#[doc = $text] $variant,)*
        }

        impl $name {
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            pub const fn text(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }

            pub const fn bit(self) -> u32 {
                1 << self as u32
            }

            /// Whether it is so in a state: one function each, as the checker wants it.
            pub fn condition(self) -> fn(&Renewals, &World) -> bool {
                match self {
                    $(Self::$variant => |_, world| $test(world, Self::$variant),)*
                }
            }
        }
    };
}

bits! {
    /// What must hold in every state.
    Law by is_kept {
        SingleFlight = "1: at most one mint is under way",
        OneRenewal = "2: a session event renews no fresh session, nor one whose new id is under way",
        DeliveredOnce = "3: an id is delivered at most once",
        DeliveredFresh = "3: no id is delivered that may be older than five minutes",
        DeliveredAtOnce = "3: an id is delivered as soon as its mint ends, and for no other mint",
        NoRepeat = "4: no id is delivered that was given before",
        ForegroundDue = "5: the foreground mints nothing for a fresh session",
        NeverDead = "6: a session that may be renewed waits for something",
        Attempts = "7: attempts count from 1 to maxAttempts",
        Pauses = "7: a failure is followed by a pause of retryMin at least",
        OwnDeadline = "8: neither timers nor clocks renew a fresh session",
        PrivateNeverMints = "9: an embed known to be private is minted for never",
        NothingAfterDestroy = "10: nothing follows destroy",
        Promises = "13: a promise that is open has something to wait for",
        SettledTruly = "13: a promise is kept only by a confirmation or by ready",
        MintingTold = "state: minting, exactly while a mint is under way",
        WaitingTold = "state: scheduled, backing off and confirming have their turn or timer",
        StoppedTold = "state: stopped, only when exhausted, signed out, destroyed, or not loaded anew",
        LapseTold = "state: no lapsed session is called active or expiring",
        ExpiryTold = "state: expiresAt is the expiry of the session that the embed has",
    }
}

bits! {
    /// What must occur in some state.
    Witness by occurs {
        LateRenewal = "a session is renewed after its lapse",
        Stale = "an id is dropped for its age",
        Exhausted = "a renewal is exhausted",
        Rejected = "an exchange is rejected within the confirmation",
        RejectedLate = "an exchange is rejected after the confirmation",
        Repeated = "a repeated id is refused",
        TimedOut = "a mint times out",
        LateAnswer = "a mint is answered after its abort",
        SignedOut = "a sign-out stops the renewal",
        DestroyedMinting = "the embed is destroyed during a mint",
        OwnDeadline = "the machine's own deadline starts a renewal",
        ForegroundRenewal = "the foreground starts a renewal",
        ForegroundIdle = "the foreground finds a fresh session",
        EarlierEvent = "an event of an earlier session arrives",
        ThirdSession = "the embed gets its third session",
        Revived = "a stopped session is revived",
        ReloadedExhausted = "an exhausted renewal reloads the iframe",
        LoadFailed = "the iframe is not loaded anew, and keeps its session",
        Private = "an embed turns out to be private during a mint",
    }
}

fn is_kept(world: &World, law: Law) -> bool {
    !world.ledger.breaks(law)
}

fn occurs(world: &World, witness: Witness) -> bool {
    world.ledger.has_seen(witness)
}
