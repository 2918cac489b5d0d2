//! Options as JavaScript gives them, read once and checked.

use crate::bridge::{
    READY_TIMEOUT, Setup, UNDEFINED, Value, from_millis, item, kind, number, property, read_filter,
    to_millis, words,
};
use crate::error::Error;
use crate::protocol::words::{APP, PATH};
use crate::protocol::{BaseUrl, EmbedUrl, Text};
use crate::session::{OnExhausted, Policy};

/// What an embed is made of: the base URL as the platform writes it, the options, `params` as texts
/// by turns of key and value where the bridge loads the iframe, and `getSession`.
pub(super) fn read(given: Value, seed: u32) -> Result<Setup, Error> {
    let [options, params] = [item(given, 1), item(given, 2)];
    let can_mint = item(given, 3) != UNDEFINED;
    let base = BaseUrl::of(&item(given, 0))?;
    let mut url = None;
    if params != UNDEFINED {
        let surface = property(options, words::SURFACE);
        let url = url.insert(read_surface(&base, surface, can_mint)?);
        add_params(url, params)?;
        add_filters(url, options)?;
    }
    let mut numbers = Numbers::default();
    let policy = read_policy(options, &mut numbers)?;
    let ready_timeout = numbers.read(options, words::READY_TIMEOUT, READY_TIMEOUT);
    if numbers.are_wrong {
        return Err(Error::NO_NUMBER);
    }
    Ok(Setup {
        url,
        can_mint,
        policy,
        ready_timeout,
        seed,
    })
}

fn read_surface(
    base: &BaseUrl<Value>,
    surface: Value,
    signed: bool,
) -> Result<EmbedUrl<Value>, Error> {
    let kind_of_surface = property(surface, words::KIND).word();
    let path = property(surface, PATH);
    let path = match kind(surface, PATH) {
        kind::UNDEFINED | kind::NULL => None,
        kind::STRING => Some(&path),
        _ => return Err(Error::NO_SURFACE),
    };
    let mut id = words::PUBLIC_ID;
    if kind_of_surface == APP && path.is_none() {
        id = words::DEPLOYMENT_ID;
        let number = number(surface, id, f64::NAN);
        let whole = to_millis(number);
        if whole > MAX_SAFE_INTEGER || from_millis(Some(whole)).to_bits() != number.to_bits() {
            return Err(Error::NO_DEPLOYMENT);
        }
    }
    EmbedUrl::of(base, kind_of_surface, path, &property(surface, id), signed)
}

/// `Number.MAX_SAFE_INTEGER`.
const MAX_SAFE_INTEGER: u64 = 9_007_199_254_740_991;

fn add_params(url: &mut EmbedUrl<Value>, params: Value) -> Result<(), Error> {
    for index in (0..).step_by(2) {
        let key = item(params, index);
        if key == UNDEFINED {
            break;
        }
        url.add_param(&key, &item(params, index + 1))?;
    }
    Ok(())
}

fn add_filters(url: &mut EmbedUrl<Value>, options: Value) -> Result<(), Error> {
    let filters = property(options, words::FILTERS);
    if kind(options, words::FILTERS) <= kind::NULL {
        return Ok(());
    }
    let length = number(filters, words::LENGTH, f64::NAN);
    if length.is_nan() {
        return Err(Error::INVALID_FILTER);
    }
    for index in (0..).take_while(|index| f64::from(*index) < length) {
        url.add_filter(&read_filter(item(filters, index))?);
    }
    Ok(())
}

fn read_policy(options: Value, numbers: &mut Numbers) -> Result<Policy, Error> {
    if !matches!(
        kind(options, words::RENEWAL),
        kind::UNDEFINED | kind::NULL | kind::OBJECT
    ) {
        return Err(Error::NO_RENEWAL);
    }
    let renewal = property(options, words::RENEWAL);
    let on_exhausted = match property(renewal, words::ON_EXHAUSTED).word() {
        words::RELOAD => OnExhausted::Reload,
        words::STOP => OnExhausted::Stop,
        _ if kind(renewal, words::ON_EXHAUSTED) <= kind::NULL => OnExhausted::Stop,
        _ => return Err(Error::NO_OUTCOME),
    };
    let default = Policy::default();
    let mut millis = |key, default| numbers.read(renewal, key, default);
    let attempts = millis(words::MAX_ATTEMPTS, default.max_attempts.into());
    Ok(Policy {
        mint_timeout: millis(words::MINT_TIMEOUT, default.mint_timeout),
        confirm: millis(words::CONFIRM, default.confirm),
        retry_min: millis(words::RETRY_MIN, default.retry_min),
        retry_max: millis(words::RETRY_MAX, default.retry_max),
        max_attempts: u32::try_from(attempts).unwrap_or(u32::MAX),
        spread: millis(words::SPREAD, default.spread),
        lifetime: millis(words::LIFETIME, default.lifetime),
        on_exhausted,
    })
}

/// Reads durations and counts, and remembers whether any was something else.
#[derive(Default)]
struct Numbers {
    are_wrong: bool,
}

impl Numbers {
    fn read(&mut self, target: Value, key: words::Word, default: u64) -> u64 {
        let number = number(target, key, from_millis(Some(default)));
        self.are_wrong |= number.is_nan() || number < 0.0;
        to_millis(number)
    }
}
