//! What a law says of a moment.

/// The verdict of one law.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// The law says nothing about this moment.
    Silent,
    Holds,
    Broken,
    /// The law would be broken, and the machine could not have known better.
    Excused(Excuse),
}

impl Verdict {
    pub fn of(holds: bool) -> Self {
        if holds {
            Verdict::Holds
        } else {
            Verdict::Broken
        }
    }

    /// A broken law is excused if `applies`.
    #[must_use]
    pub fn unless(self, excuse: Excuse, applies: bool) -> Self {
        if self == Verdict::Broken && applies {
            Verdict::Excused(excuse)
        } else {
            self
        }
    }
}

/// Why a law may be broken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Excuse {
    /// A rejection does not say which id it is about: the machine must have taken it for another.
    Confused,
    /// That rejection made the machine believe that this very session never began.
    Denied,
    /// The event is the first word of a session that the machine must take for replaced.
    Indistinct,
    /// `ready` or a notice came so late that the session looks younger than it is.
    Misled,
    /// Sleep of up to an hour cannot be told from a wall clock that was set.
    Asleep,
    /// The bridge did not load the document, which has reported nothing.
    Unknown,
    /// The session was stopped: a trigger revives it even if it is fresh.
    Revived,
}

impl Excuse {
    pub const ALL: [Excuse; 7] = [
        Excuse::Confused,
        Excuse::Denied,
        Excuse::Indistinct,
        Excuse::Misled,
        Excuse::Asleep,
        Excuse::Unknown,
        Excuse::Revived,
    ];

    pub const fn text(self) -> &'static str {
        match self {
            Excuse::Confused => "confused",
            Excuse::Denied => "denied",
            Excuse::Indistinct => "indistinct",
            Excuse::Misled => "misled",
            Excuse::Asleep => "asleep",
            Excuse::Unknown => "unknown",
            Excuse::Revived => "revived",
        }
    }
}
