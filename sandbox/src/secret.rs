//! Random secrets: the API key, session ids and embed tokens. None of them prints itself.

use std::fmt;

use crate::json::Failure;

/// 128 random bits in hexadecimal. `Debug` hides them, and only [`Secret::reveal`] returns them.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Secret(String);

impl Secret {
    /// Creates a secret with the operating system's random generator.
    ///
    /// If the operating system gives no random numbers.
    pub fn random() -> Result<Self, getrandom::Error> {
        let bits = (u128::from(getrandom::u64()?) << 64) | u128::from(getrandom::u64()?);
        Ok(Self(format!("{bits:032x}")))
    }

    /// The text of a new secret, for an id that nobody can guess.
    ///
    /// 500 if the operating system gives no random numbers.
    pub fn text() -> Result<String, Failure> {
        Self::random()
            .map(|secret| secret.0)
            .map_err(Failure::internal)
    }

    /// A secret that a request contained, to be compared or looked up.
    pub fn presented(text: &str) -> Self {
        Self(text.to_owned())
    }

    /// The text, for the answer that must contain it.
    pub fn reveal(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Secret(…)")
    }
}
