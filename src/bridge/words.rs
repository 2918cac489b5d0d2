//! What the page's side is told once, at the start: the words that both sides name by numbers, the
//! catalog of events, and the sentences of errors. A string that crosses the boundary is copied
//! and decoded each time; a number is not.

#[cfg(feature = "bridge")]
use alloc::{string::String, vec::Vec};

#[cfg(feature = "bridge")]
use crate::error::Error;
#[cfg(feature = "bridge")]
use crate::protocol::ActionKind;
use crate::protocol::envelope::{self, Refusal};
use crate::protocol::events::{SESSION_REJECTION, SESSION_RENEWAL};
use crate::protocol::words::{self, words};
pub(crate) use crate::protocol::words::{NONE, SESSION, SESSION_ID, Word};
use crate::session::{Mode, Reason, Renewal, Status};

words! {
    OWN from words::END;

    // The envelope.
    SOURCE = "source";
    DIRECTION = "direction";
    TYPE = "type";
    PAYLOAD = "payload";
    TIMESTAMP = "timestamp";
    SVC_EMBED = envelope::SOURCE;
    EVENT = envelope::DIRECTION_EVENT;
    ACTION = envelope::DIRECTION_ACTION;
    EVENT_TYPE = envelope::EVENT_PREFIX;
    ACTION_TYPE = envelope::ACTION_PREFIX;
    BEFORE_NAME = "^svc:action:";
    EVENT_FORM = r"^svc:event:[\s\S]";

    // What the session reads of events.
    MODE = "mode";
    SIGNED = Mode::Signed.as_str();
    PRIVATE = Mode::Private.as_str();
    EXPIRES_AT = "expiresAt";
    EXPIRES_IN = "expiresInMs";
    EXPIRED_AT = "expiredAt";
    NAME = "name";
    REJECTION = SESSION_REJECTION;
    CONTEXT = "context";
    RENEWAL_CONTEXT = SESSION_RENEWAL;

    // Why a message was dropped.
    ORIGIN = Refusal::Origin.as_str();
    ENVELOPE = Refusal::Envelope.as_str();
    // Besides the envelope's direction and payload, which have these names.

    // The session as the page sees it.
    STARTING = Status::Starting.as_str();
    ACTIVE = Status::Active.as_str();
    EXPIRING = Status::Expiring.as_str();
    EXPIRED = Status::Expired.as_str();
    STOPPED = Status::Stopped.as_str();
    IDLE = Renewal::Idle.as_str();
    SCHEDULED = Renewal::Scheduled.as_str();
    MINTING = Renewal::Minting.as_str();
    CONFIRMING = Renewal::Confirming.as_str();
    BACKING_OFF = Renewal::BackingOff.as_str();

    // Why an id is asked for, besides `expiring` and `expired`.
    MOUNT = Reason::Mount.as_str();
    FOREGROUND = Reason::Foreground.as_str();
    REJECTED = Reason::Rejected.as_str();
    MANUAL = Reason::Manual.as_str();
    RELOAD = Reason::Reload.as_str();

    // What the page's side does with an embed, besides `reload`.
    ANNOUNCE = "announce";
    URL = "url";
    LOAD = "load";
    OWN_ID = "ownId";
    POST = "post";
    REPLAY = "replay";
    KEEP = "keep";
    MINT = "mint";
    ABORT = "abort";
    SETTLE = "settle";
    RESOLVE_READY = "resolveReady";
    REJECT_READY = "rejectReady";
    CLOSE = "close";

    // Options.
    SURFACE = "surface";
    KIND = "kind";
    PUBLIC_ID = "publicId";
    DEPLOYMENT_ID = "deploymentId";
    FILTERS = "filters";
    LENGTH = "length";
    RENEWAL = "renewal";
    MINT_TIMEOUT = "mintTimeoutMs";
    CONFIRM = "confirmMs";
    RETRY_MIN = "retryMinMs";
    RETRY_MAX = "retryMaxMs";
    MAX_ATTEMPTS = "maxAttempts";
    SPREAD = "spreadMs";
    LIFETIME = "lifetimeMs";
    READY_TIMEOUT = "readyTimeoutMs";
    ON_EXHAUSTED = "onExhausted";
    STOP = "stop";
}

pub(super) fn of_mode(mode: Option<Mode>) -> Word {
    match mode {
        None => NONE,
        Some(Mode::Signed) => SIGNED,
        Some(Mode::Private) => PRIVATE,
    }
}

pub(super) fn of_status(status: Status) -> Word {
    match status {
        Status::Starting => STARTING,
        Status::Active => ACTIVE,
        Status::Expiring => EXPIRING,
        Status::Expired => EXPIRED,
        Status::Stopped => STOPPED,
    }
}

pub(super) fn of_renewal(renewal: Renewal) -> Word {
    match renewal {
        Renewal::Idle => IDLE,
        Renewal::Scheduled => SCHEDULED,
        Renewal::Minting => MINTING,
        Renewal::Confirming => CONFIRMING,
        Renewal::BackingOff => BACKING_OFF,
    }
}

pub(super) fn of_reason(reason: Reason) -> Word {
    match reason {
        Reason::Mount => MOUNT,
        Reason::Expiring => EXPIRING,
        Reason::Expired => EXPIRED,
        Reason::Foreground => FOREGROUND,
        Reason::Rejected => REJECTED,
        Reason::Manual => MANUAL,
        Reason::Reload => RELOAD,
    }
}

/// What the page's side learns: the words, one a line, in the order of their numbers; the catalog
/// (see `wire`); the errors, in each line a code and a sentence; what stands before an event's name.
///
/// The npm package has this as a file (`npm run generate`), so that its WebAssembly carries no text.
#[cfg(feature = "bridge")]
pub fn texts() -> [String; 4] {
    let actions = ActionKind::ALL.iter().map(|kind| kind.name());
    let words = words::WORDS.iter().copied().chain(actions);
    let words: Vec<&str> = words.chain(OWN.iter().copied()).collect();
    let errors = Error::TABLE.iter();
    let errors = errors.map(|(code, message)| [code.as_str(), " ", message].concat());
    [
        words.join("\n"),
        super::wire::catalog(),
        errors.collect::<Vec<_>>().join("\n"),
        envelope::EVENT_PREFIX.into(),
    ]
}
