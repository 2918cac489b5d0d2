//! The headers of a request: merged without regard to case, and checked.

use super::invalid::InvalidRequest;

/// Headers in the order in which they were set. A name is there once, whatever its case.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Headers(Vec<(String, String)>);

impl Headers {
    /// Sets a header, in place of one with the same name. `None` removes it.
    pub fn set(&mut self, name: &str, value: Option<&str>) {
        self.0
            .retain(|(other, _)| !other.eq_ignore_ascii_case(name));
        if let Some(value) = value {
            self.0.push((name.to_owned(), value.to_owned()));
        }
    }

    /// Sets a header of the caller.
    ///
    /// # Errors
    /// If the name or the value has characters that a header must not have. The platform would
    /// refuse them too, but with the value in its message.
    pub fn set_checked(&mut self, name: &str, value: Option<&str>) -> Result<(), InvalidRequest> {
        let is_token =
            |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
        if name.is_empty() || !name.bytes().all(is_token) {
            return Err(InvalidRequest::new(
                "headers",
                "must have names of letters, digits and hyphens",
            ));
        }
        let is_value = |c: char| matches!(c, '\t' | ' '..='~' | '\u{80}'..='\u{ff}');
        if value.is_some_and(|value| !value.chars().all(is_value)) {
            return Err(InvalidRequest::new(
                format!("headers.{name}"),
                "must be a text without line breaks and without characters beyond Latin-1",
            ));
        }
        self.set(name, value.map(|value| value.trim_matches([' ', '\t'])));
        Ok(())
    }

    /// The value of a header.
    pub fn get(&self, name: &str) -> Option<&str> {
        let mut all = self.0.iter();
        all.find(|(other, _)| other.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }

    /// The names and values.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }
}
