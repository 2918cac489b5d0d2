//! The header that says who calls.

use super::invalid::InvalidRequest;
use super::text::Text;

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
