//! What must occur in some state, so that the laws are not proved of nothing.

/// A state that knows which witnesses its last action gave.
pub trait Sees {
    /// The witnesses, as bits.
    fn seen(&self) -> u32;
}

macro_rules! witnesses {
    ($($variant:ident = $text:literal,)*) => {
        /// Something that must occur in some state of a scenario: stateright's `sometimes`.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        pub enum Witness {
            $(#[doc = $text] $variant,)*
        }

        impl Witness {
            pub const fn text(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }

            /// Whether it occurs in a state: one function for each witness, as stateright wants it.
            pub fn condition<Model, State: Sees>(self) -> fn(&Model, &State) -> bool {
                match self {
                    $(Self::$variant => |_, state| state.seen() & Self::$variant.bit() != 0,)*
                }
            }
        }
    };
}

witnesses! {
    LateRenewal = "a session is renewed after its lapse",
    Stale = "an id is dropped for its age",
    Exhausted = "a renewal is exhausted",
    Rejected = "an exchange is rejected within the confirmation",
    RejectedLate = "an exchange is rejected after the confirmation",
    LapsedAtOnce = "a session that ends at once is a failed attempt",
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
    LoadFailed = "a load fails, and the iframe keeps its session",
    Private = "an embed turns out to be private during a mint",
    Waited = "an embed waits for its turn, and is granted it",
    WaitedInVain = "an embed is destroyed while it waits for its turn",
    Withdrawn = "an attempt for which nobody is there is withdrawn",
    SentAgain = "actions that describe a state are sent again",
    ReadyBeforeLoad = "a document of the frame's own is ready before the end of its load",
    DeadAfterLeaving = "the frame goes to a document that rejects its spent id",
    IdLost = "an id is lost with the document that it was posted to",
}

impl Witness {
    pub const fn bit(self) -> u32 {
        1 << self as u32
    }
}
