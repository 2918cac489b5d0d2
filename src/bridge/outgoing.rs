//! Actions on their way out: checked where the page hands them in, kept as JavaScript values.

use super::host::{self, UNDEFINED, Value};
use super::words;
use crate::error::Error;
use crate::protocol::actions::{PayloadSpec, lasts};
use crate::protocol::words::FILTER_PREFIX;
use crate::protocol::{ActionKind, Filter, Text};

/// An action that has been checked and may be sent.
#[derive(Clone, Copy)]
pub(crate) struct Action {
    /// The bare name.
    pub(super) name: Value,
    pub(super) payload: Value,
    /// What a later action of the same key takes the place of; undefined where nothing does.
    pub(super) key: Value,
    /// Whether it describes a state, to be restored where it was lost.
    pub(super) lasts: bool,
}

impl Action {
    /// The action `name`, with or without the prefix, with `value`: its payload or, unless
    /// `is_whole`, its one argument. That is a string, or the object that is the payload; for
    /// `set-filter` a filter's parameter, or an object of `member`, `value` and `operator`.
    ///
    /// # Errors
    /// Where the name is none or reserved, or the embed would not take the value.
    pub(crate) fn of(name: Value, value: Value, is_whole: bool) -> Result<Self, Error> {
        let name = name.replace(words::BEFORE_NAME, words::NONE);
        let known = ActionKind::of(&name);
        let lasts = lasts(&name);
        let is_one = lasts || known.is_some();
        let mut key = if is_one { name } else { UNDEFINED };
        let payload = match known.map(|kind| (kind, kind.payload())) {
            Some((ActionKind::SetSession, _)) => return Err(Error::RESERVED_ACTION),
            None if name.word() == words::NONE => return Err(Error::NO_ACTION),
            Some((_, PayloadSpec::Empty)) => host::empty_object(),
            None if value == UNDEFINED => host::empty_object(),
            None | Some((_, PayloadSpec::Open)) => match host::plain_copy(value) {
                UNDEFINED => return Err(Error::NOT_CLONEABLE),
                copy => copy,
            },
            Some((
                kind,
                &PayloadSpec::Field {
                    key: field,
                    ref rule,
                },
            )) => {
                let mut value = value;
                if is_whole {
                    value = host::property(value, field);
                }
                if kind == ActionKind::SetFilter {
                    let filter = read_filter(value)?;
                    key = filter.key();
                    value = *filter.parameter();
                } else {
                    rule.check(&value)?;
                }
                // Only the browser has the list of zones.
                if kind == ActionKind::SetTimezone && !host::is_timezone(value) {
                    return Err(rule.error);
                }
                host::object_with(field, value)
            }
        };
        Ok(Self {
            name,
            payload,
            key,
            lasts,
        })
    }
}

/// A filter as the page writes it: a parameter, or `{ member, value, operator }`.
///
/// # Errors
/// Where it is neither, or neither a value nor an operator is there.
pub(crate) fn read_filter(filter: Value) -> Result<Filter<Value>, Error> {
    Filter::of(&host::parameter_of(filter, FILTER_PREFIX))
}
