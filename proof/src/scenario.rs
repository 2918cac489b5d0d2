//! What one exploration allows the environment to do, and how far it goes.

use svc_embed::session::{Millis, OnExhausted, Policy};

use crate::clock::{HOUR, MINUTE};
use crate::witness::Witness;
use Fault::{
    Act, Destroy, Doubled, Freeze, Jump, Lapse, Late, Leave, Lost, MintFails, MintRepeats, Move,
    Navigate, Offline, Refused, Reload, Renew, SignOut, Sleep, TakeOut,
};

/// How long a signed session really works.
pub const LIFETIME: Millis = Millis::from_mins(23 * 60);
/// How long before its end the embed says that it is expiring.
pub const LEAD: Millis = Millis::from_mins(30);
/// The machine's time for `ready`.
pub const READY_TIMEOUT: Millis = MINUTE;

/// How the page gets its embeds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Start {
    /// The bridge loads it, with an id.
    Mount,
    /// The bridge loads it, without one.
    MountPrivate,
    /// The page has loaded it, with an id that it minted just now.
    Connect,
    /// The page has loaded it, and it turns out to be private.
    ConnectPrivate,
}

/// What may go wrong, or what the page may do at a bad moment. Each costs one of
/// [`Scenario::faults`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// A message, an answer, a load or an exchange takes its time.
    Late,
    Lost,
    Doubled,
    MintFails,
    MintRepeats,
    SignOut,
    Refused,
    /// The tab is frozen: nothing runs, but both clocks do.
    Freeze,
    /// The computer sleeps: the monotonic clock stops.
    Sleep,
    /// The wall clock is set an hour forwards or back.
    Jump,
    /// The viewer navigates inside the embed.
    Navigate,
    /// The session ends as soon as the embed has it.
    Lapse,
    /// The page moves the iframe, and the browser loads its URL again.
    Move,
    /// The network is away while the iframe loads, and comes back.
    Offline,
    /// The page takes the iframe, or the target that it is in, out of the document; or has not yet put it
    /// in. A page that is prerendered looks the same to the machine.
    TakeOut,
    /// The frame goes to another document by itself: the viewer follows a link that loads one, or the embed
    /// loads itself again.
    Leave,
    /// The page sends an action.
    Act,
    Renew,
    Reload,
    Destroy,
}

/// One exploration.
#[derive(Debug, Clone)]
pub struct Scenario {
    pub name: &'static str,
    pub about: &'static str,
    pub start: Start,
    /// How many embeds the page has: one or two. They share a single turn to mint.
    pub embeds: u32,
    pub policy: Policy,
    /// Whether the iframe can be loaded again; it cannot if the page shows something else in it.
    pub reloadable: bool,
    /// Whether the embed reports `ready` for each session, or only for each load.
    pub ready_each_session: bool,
    /// How many faults one history has.
    pub faults: u8,
    pub allowed: &'static [Fault],
    /// No history goes on for longer, except for its benign end.
    pub horizon: Millis,
    /// What must occur, so that the laws are not proved of nothing.
    pub witnesses: &'static [Witness],
}

/// Small numbers that are multiples of each other, and no chance: histories that differ only in the
/// order of their steps then meet in one state.
const PLAIN: Policy = Policy {
    mint_timeout: Millis::from_secs(20),
    confirm: Millis::from_secs(10),
    retry_min: Millis::from_secs(10),
    retry_max: Millis::from_secs(10),
    max_attempts: 2,
    spread: Millis::ZERO,
    lifetime: LIFETIME,
    on_exhausted: OnExhausted::Stop,
    // Nobody looks at the page: a renewal that gave up waits for a trigger.
    retry_stopped: Millis::NEVER,
};

const EVERYTHING: &[Fault] = &[
    Late,
    Lost,
    Doubled,
    MintFails,
    MintRepeats,
    SignOut,
    Refused,
    Freeze,
    Sleep,
    Jump,
    Navigate,
    Move,
    Offline,
    Act,
    Renew,
    Reload,
    Destroy,
];

impl Scenario {
    /// All explorations of `npm run prove`.
    pub fn all() -> Vec<Self> {
        vec![
            Self::mount(),
            Self::ready_each_session(),
            Self::connect(),
            Self::slow_mints(),
            Self::lapses(),
            Self::late_events(),
            Self::outage(),
            Self::reload_when_exhausted(),
            Self::loads_that_fail(),
            Self::spread(),
            Self::mount_private(),
            Self::connect_private(),
            Self::two_embeds(),
            Self::two_embeds_for_a_day(),
            Self::taken_out(),
            Self::leaves(),
            Self::leaves_and_answers(),
            Self::short_sessions(),
        ]
    }

    pub fn mount() -> Self {
        Self {
            name: "mount",
            about: "a signed embed that the bridge loads, and every fault there is",
            start: Start::Mount,
            embeds: 1,
            policy: PLAIN,
            reloadable: true,
            ready_each_session: false,
            faults: 2,
            allowed: EVERYTHING,
            horizon: 24 * HOUR,
            witnesses: &[
                Witness::LateRenewal,
                Witness::Stale,
                Witness::Exhausted,
                Witness::Rejected,
                Witness::RejectedLate,
                Witness::Repeated,
                Witness::TimedOut,
                Witness::LateAnswer,
                Witness::SignedOut,
                Witness::DestroyedMinting,
                Witness::OwnDeadline,
                Witness::ForegroundRenewal,
                Witness::ForegroundIdle,
                Witness::SentAgain,
            ],
        }
    }

    fn ready_each_session() -> Self {
        Self {
            name: "ready each session",
            about: "as before, with an embed that reports ready whenever it is given a session",
            ready_each_session: true,
            faults: 2,
            witnesses: &[
                Witness::LateRenewal,
                Witness::Rejected,
                Witness::OwnDeadline,
            ],
            ..Self::mount()
        }
    }

    pub fn connect() -> Self {
        Self {
            name: "connect",
            about: "a signed embed that the page has loaded, and every fault there is",
            start: Start::Connect,
            faults: 2,
            witnesses: &[
                Witness::LateRenewal,
                Witness::Exhausted,
                Witness::Rejected,
                Witness::OwnDeadline,
            ],
            ..Self::mount()
        }
    }

    pub fn slow_mints() -> Self {
        Self {
            name: "slow mints",
            about: "a page that waits for its backend longer than an id lives",
            policy: Policy {
                mint_timeout: 6 * MINUTE,
                ..PLAIN
            },
            faults: 2,
            allowed: &[
                Late,
                MintFails,
                MintRepeats,
                Refused,
                Freeze,
                Sleep,
                Renew,
                Reload,
            ],
            witnesses: &[Witness::Stale, Witness::Repeated, Witness::TimedOut],
            ..Self::mount()
        }
    }

    /// Not among the faults of the other scenarios: an embed that lies there has no end.
    pub fn lapses() -> Self {
        Self {
            name: "lapses",
            about: "sessions that end as soon as the embed has them",
            faults: 4,
            policy: Policy {
                // Longer than a confirmation: what ends by then has failed.
                retry_max: Millis::from_secs(20),
                ..PLAIN
            },
            allowed: &[Lapse, MintFails, Refused],
            horizon: 2 * MINUTE,
            witnesses: &[
                Witness::LateRenewal,
                Witness::LapsedAtOnce,
                Witness::Exhausted,
            ],
            ..Self::mount()
        }
    }

    pub fn late_events() -> Self {
        Self {
            name: "late events",
            about: "session events and rejections lost, late, doubled and swapped, over two days",
            faults: 4,
            allowed: &[Late, Lost, Doubled, Refused, Renew],
            horizon: 46 * HOUR,
            witnesses: &[
                Witness::EarlierEvent,
                Witness::Rejected,
                Witness::RejectedLate,
                Witness::ThirdSession,
            ],
            ..Self::mount()
        }
    }

    pub fn outage() -> Self {
        Self {
            name: "outage",
            about: "a backend that is away for a while, and a tab that comes and goes",
            faults: 3,
            allowed: &[MintFails, Refused, Freeze],
            witnesses: &[
                Witness::Exhausted,
                Witness::Revived,
                Witness::LateRenewal,
                Witness::Rejected,
            ],
            ..Self::mount()
        }
    }

    pub fn reload_when_exhausted() -> Self {
        Self {
            name: "reload when exhausted",
            about: "onExhausted: reload",
            policy: Policy {
                on_exhausted: OnExhausted::Reload,
                ..PLAIN
            },
            faults: 3,
            allowed: &[Late, MintFails, Refused, Renew, Reload],
            witnesses: &[Witness::Exhausted, Witness::ReloadedExhausted],
            ..Self::mount()
        }
    }

    fn loads_that_fail() -> Self {
        Self {
            name: "loads that fail",
            about: "an iframe that cannot be loaded again, and a page that tries to",
            policy: Policy {
                on_exhausted: OnExhausted::Reload,
                ..PLAIN
            },
            reloadable: false,
            faults: 3,
            allowed: &[Late, MintFails, Refused, Freeze, Renew, Reload],
            witnesses: &[
                Witness::LateRenewal,
                Witness::LoadFailed,
                Witness::ReloadedExhausted,
                Witness::OwnDeadline,
            ],
            ..Self::connect()
        }
    }

    fn spread() -> Self {
        Self {
            name: "spread",
            about: "renewals spread over five minutes, and every fault there is",
            policy: Policy {
                spread: 5 * MINUTE,
                ..PLAIN
            },
            faults: 2,
            witnesses: &[Witness::LateRenewal, Witness::OwnDeadline],
            ..Self::mount()
        }
    }

    fn mount_private() -> Self {
        Self {
            name: "private, mounted",
            about: "an embed that has no session, and every fault there is",
            start: Start::MountPrivate,
            faults: 4,
            witnesses: &[],
            ..Self::mount()
        }
    }

    pub fn connect_private() -> Self {
        Self {
            name: "private, connected",
            about: "an embed that was given getSession and turns out to have no session",
            start: Start::ConnectPrivate,
            faults: 2,
            witnesses: &[Witness::Private],
            ..Self::mount()
        }
    }

    /// Not among the faults of the other scenarios: whatever else goes wrong is the same before and after.
    pub fn taken_out() -> Self {
        Self {
            name: "taken out",
            about: "an iframe that is in no document for a while, at any moment",
            faults: 3,
            allowed: &[
                TakeOut, Late, MintFails, Refused, Freeze, Move, Renew, Reload, Destroy,
            ],
            witnesses: &[
                Witness::Withdrawn,
                Witness::LateRenewal,
                Witness::Exhausted,
                Witness::SentAgain,
            ],
            ..Self::mount()
        }
    }

    pub fn leaves() -> Self {
        Self {
            name: "leaves",
            about: "an embed that goes to another document by itself, by a link or by a reload",
            faults: 2,
            allowed: &[Leave, Late, MintFails, Refused, Freeze, Renew],
            witnesses: &[
                Witness::ReadyBeforeLoad,
                Witness::DeadAfterLeaving,
                Witness::IdLost,
                Witness::LateRenewal,
                Witness::Exhausted,
                Witness::SentAgain,
            ],
            ..Self::mount()
        }
    }

    pub fn leaves_and_answers() -> Self {
        Self {
            name: "leaves, ready each session",
            about: "as before, with an embed that reports ready whenever it is given a session",
            ready_each_session: true,
            faults: 2,
            witnesses: &[Witness::ReadyBeforeLoad, Witness::DeadAfterLeaving],
            ..Self::leaves()
        }
    }

    pub fn short_sessions() -> Self {
        Self {
            name: "short sessions",
            about: "sessions that end long before their time, and events that come once more",
            faults: 4,
            allowed: &[Lapse, Doubled, Freeze],
            horizon: HOUR,
            witnesses: &[Witness::LateRenewal, Witness::EarlierEvent],
            ..Self::mount()
        }
    }

    pub fn two_embeds() -> Self {
        Self {
            name: "two embeds",
            about: "two embeds that share one turn, from the mount on, and what may go wrong then",
            embeds: 2,
            faults: 3,
            allowed: &[
                Late,
                MintFails,
                MintRepeats,
                SignOut,
                Refused,
                Act,
                Renew,
                Reload,
                Destroy,
            ],
            horizon: 2 * MINUTE,
            witnesses: &[
                Witness::Waited,
                Witness::WaitedInVain,
                Witness::Repeated,
                Witness::TimedOut,
                Witness::DestroyedMinting,
                Witness::LateAnswer,
                Witness::SentAgain,
            ],
            ..Self::mount()
        }
    }

    fn two_embeds_for_a_day() -> Self {
        Self {
            name: "a day of two",
            about: "two embeds whose sessions end together",
            embeds: 2,
            faults: 2,
            allowed: &[Late, Lost, MintFails, Refused, Renew, Reload, Destroy],
            witnesses: &[Witness::Waited, Witness::TimedOut, Witness::OwnDeadline],
            ..Self::mount()
        }
    }

    pub fn allows(&self, fault: Fault) -> bool {
        self.allowed.contains(&fault)
    }

    pub fn can_mint(&self) -> bool {
        self.start != Start::MountPrivate
    }

    pub fn is_private(&self) -> bool {
        matches!(self.start, Start::MountPrivate | Start::ConnectPrivate)
    }

    pub fn is_connected(&self) -> bool {
        matches!(self.start, Start::Connect | Start::ConnectPrivate)
    }

    /// How long an embed may be without a working session after nothing goes wrong any more: the
    /// time of one hanging mint, its repetition and the load, for each embed of the page. A session
    /// may lapse by as much sleep as a wall clock that was set could explain.
    pub fn grace(&self, missed: Millis) -> Millis {
        let policy = &self.policy;
        let attempts = policy.mint_timeout + policy.retry_max + 2 * policy.confirm;
        u64::from(self.embeds) * attempts + missed.min(HOUR)
    }
}
