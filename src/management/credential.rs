//! The header `Authorization`.

use super::invalid::InvalidRequest;

/// The scheme of a credential in the header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Scheme {
    /// `Bearer <token>`, which every part of the service accepts.
    #[default]
    Bearer,
    /// `Api-Key <token>`, which only SCIM accepts.
    ApiKey,
}

/// The value of the header `Authorization`.
///
/// # Errors
/// If the credential has characters that a header must not have. The platform would refuse it too,
/// but with the credential in its message. This error names `field` instead.
pub fn authorization(scheme: Scheme, token: &str, field: &str) -> Result<String, InvalidRequest> {
    if token.is_empty() || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
        return Err(InvalidRequest::new(
            field,
            "must be a credential: visible ASCII characters without spaces",
        ));
    }
    let scheme = match scheme {
        Scheme::Bearer => "Bearer",
        Scheme::ApiKey => "Api-Key",
    };
    Ok(format!("{scheme} {token}"))
}
