//! The header `Authorization`.

use super::invalid::InvalidRequest;
use super::text::Text;

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
pub fn authorization<T: Text>(
    scheme: Scheme,
    token: &T,
    field: &T,
) -> Result<T, InvalidRequest<T>> {
    if !token.matches("^[!-~]+$") {
        return Err(InvalidRequest::of(
            field.clone(),
            "must be a credential: visible ASCII characters without spaces",
        ));
    }
    let mut header = T::of(match scheme {
        Scheme::Bearer => "Bearer ",
        Scheme::ApiKey => "Api-Key ",
    });
    header.push(token);
    Ok(header)
}
