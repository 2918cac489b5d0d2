//! The header that says who calls.

use alloc::string::String;

use super::invalid::InvalidRequest;
use super::text::join;

/// How a credential is named in the header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Scheme {
    /// `Bearer <token>`: what every part of the service takes.
    #[default]
    Bearer,
    /// `Api-Key <token>`: what SCIM takes too.
    ApiKey,
}

/// The value of the header `Authorization`.
///
/// # Errors
/// Where the credential cannot stand in a header. The platform would refuse it too, with the
/// credential in its message; `field` is named instead.
pub fn authorization(scheme: Scheme, token: &str, field: &str) -> Result<String, InvalidRequest> {
    if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(InvalidRequest::new(
            field,
            "must be a credential: visible ASCII characters without spaces",
        ));
    }
    let scheme = match scheme {
        Scheme::Bearer => "Bearer ",
        Scheme::ApiKey => "Api-Key ",
    };
    Ok(join(&[scheme, token]))
}
