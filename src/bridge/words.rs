//! What the page's side is told once, at the start: the words that both sides name by numbers, the
//! catalog of events, and the sentences of errors. A string that crosses the boundary is copied
//! and decoded each time; a number is not.
//!
//! The compiler puts each list together as one text, so that nothing of its making ships.

use crate::error::Error;
use crate::protocol::EventKind;
use crate::protocol::embed_url::{CHAT_KEY, SESSION_KEY};
use crate::protocol::envelope::{self, Refusal};
use crate::protocol::events::{SESSION_REJECTION, SESSION_RENEWAL};
use crate::session::{Mode, Reason, Renewal, Status};

/// The number of a word: its place in the list.
pub(crate) type Word = i32;

macro_rules! words {
    ($($name:ident = $text:expr;)*) => {
        #[expect(non_camel_case_types, clippy::upper_case_acronyms, reason = "names of constants")]
        enum Place {
            $($name,)*
        }
        $(pub(crate) const $name: Word = Place::$name as Word;)*
        const WORDS: &[&str] = &[$($text,)*];
    };
}

words! {
    NONE = "";

    // The envelope.
    SOURCE = "source";
    DIRECTION = "direction";
    TYPE = "type";
    PAYLOAD = "payload";
    SVC_EMBED = envelope::SOURCE;
    EVENT = envelope::DIRECTION_EVENT;
    ACTION = envelope::DIRECTION_ACTION;
    EVENT_TYPE = envelope::EVENT_PREFIX;
    ACTION_TYPE = envelope::ACTION_PREFIX;

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

    // The parameters that carry the session id.
    SESSION = SESSION_KEY;
    SESSION_ID = CHAT_KEY;
}

pub(super) fn of_refusal(refusal: Refusal) -> Word {
    match refusal {
        Refusal::Origin => ORIGIN,
        Refusal::Envelope => ENVELOPE,
        Refusal::Direction => DIRECTION,
        Refusal::Payload => PAYLOAD,
    }
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

/// What `$write` writes, as a text.
macro_rules! text {
    ($write:ident) => {{
        const BYTES: &[u8] = &{
            let mut bytes = [0; $write(&mut [])];
            $write(&mut bytes);
            bytes
        };
        const TEXT: &str = match core::str::from_utf8(BYTES) {
            Ok(text) => text,
            Err(_) => "",
        };
        TEXT
    }};
}

/// Tells the page's side all of it.
pub(super) fn teach() {
    let [words, catalog, errors] = [
        text!(write_words),
        text!(write_catalog),
        text!(write_errors),
    ];
    super::host::learn(words, catalog, errors, envelope::EVENT_PREFIX);
}

/// One word a line.
const fn write_words(to: &mut [u8]) -> usize {
    let mut at = 0;
    let mut rest = WORDS;
    while let [word, others @ ..] = rest {
        at = write(to, at, &[word, "\n"]);
        rest = others;
    }
    at
}

/// One event a line, with the keys of its payload. The first line is of the events that this
/// version does not know: its keys are those of the envelope itself, as far as they are checked.
const fn write_catalog(to: &mut [u8]) -> usize {
    let mut at = write(to, 0, &["unknown timestamp surface payload"]);
    let mut rest = EventKind::ALL;
    while let [kind, others @ ..] = rest {
        at = write(to, at, &["\n", kind.name()]);
        let mut fields = kind.fields();
        while let [field, more @ ..] = fields {
            at = write(to, at, &[" ", field.key]);
            fields = more;
        }
        rest = others;
    }
    at
}

/// One error a line: its code, then its sentence.
const fn write_errors(to: &mut [u8]) -> usize {
    let mut at = 0;
    let mut rest = Error::TABLE;
    while let [(code, message), others @ ..] = rest {
        at = write(to, at, &[code.as_str(), " ", message, "\n"]);
        rest = others;
    }
    at
}

/// Writes `parts` from place `at` on, as far as there is room, and gives the place behind them:
/// into nothing, it measures.
const fn write(to: &mut [u8], mut at: usize, mut parts: &[&str]) -> usize {
    while let [part, others @ ..] = parts {
        let mut bytes = part.as_bytes();
        while let [byte, more @ ..] = bytes {
            if let Some((_, [place, ..])) = to.split_at_mut_checked(at) {
                *place = *byte;
            }
            at += 1;
            bytes = more;
        }
        parts = others;
    }
    at
}
