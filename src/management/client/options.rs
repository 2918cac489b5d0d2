//! What a client is made with.

use crate::management::credential::{Scheme, authorization};
use crate::management::invalid::InvalidRequest;
use crate::management::operation::Api;
use crate::protocol::BaseUrl;

/// Who calls.
#[derive(Clone, PartialEq, Eq, Default)]
pub enum Credential {
    /// Cookies, or a proxy of the page's own.
    #[default]
    None,
    /// An OAuth access token.
    AccessToken(String),
    /// An API key. Refused in a page.
    ApiKey(String),
    /// A SCIM token, which is an API key, for SCIM alone. Refused in a page.
    ScimToken(String, Scheme),
}

impl std::fmt::Debug for Credential {
    // Never the credential itself.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Credential::None => "None",
            Credential::AccessToken(_) => "AccessToken",
            Credential::ApiKey(_) => "ApiKey",
            Credential::ScimToken(..) => "ScimToken",
        })
    }
}

impl Credential {
    /// The credential itself; empty where there is none.
    pub(super) fn secret(&self) -> &String {
        static NONE: String = String::new();
        match self {
            Credential::None => &NONE,
            Credential::AccessToken(token)
            | Credential::ApiKey(token)
            | Credential::ScimToken(token, _) => token,
        }
    }

    /// The value of the header `Authorization` for a request to `api`.
    pub(super) fn header(&self, api: Api) -> Result<Option<String>, InvalidRequest> {
        let (scheme, token, field) = match self {
            Credential::None => return Ok(None),
            Credential::AccessToken(token) => (Scheme::Bearer, token, "accessToken"),
            Credential::ApiKey(key) => (Scheme::Bearer, key, "apiKey"),
            Credential::ScimToken(..) if api != Api::Scim => return Ok(None),
            Credential::ScimToken(token, scheme) => (*scheme, token, "scimToken"),
        };
        authorization(scheme, token, &field.to_owned()).map(Some)
    }
}

/// The options of a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The tenant's https URL; plain http on loopback hosts alone.
    pub base_url: String,
    /// Who calls. None by default.
    pub credential: Credential,
    /// How long a try may take, in milliseconds; 60,000 by default.
    pub timeout_ms: u32,
    /// How often a try that failed is made again; 2 by default.
    pub max_retries: u32,
    /// Headers of every request.
    pub headers: Vec<(String, String)>,
    /// Other paths for operations, by id: for those whose path is presumed.
    pub paths: Vec<(String, String)>,
    /// Lets a page hold an API key, which everybody who opens the page can read. False by default.
    pub dangerously_allow_browser: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            base_url: String::new(),
            credential: Credential::None,
            timeout_ms: 60_000,
            max_retries: 2,
            headers: Vec::new(),
            paths: Vec::new(),
            dangerously_allow_browser: false,
        }
    }
}

impl Options {
    pub(super) fn check(&self, is_page: bool) -> Result<(), InvalidRequest> {
        let field = match self.credential {
            Credential::ApiKey(_) => "apiKey",
            Credential::ScimToken(..) => "scimToken",
            _ => return Ok(()),
        };
        if is_page && !self.dangerously_allow_browser {
            return Err(InvalidRequest::new(
                field,
                "must not be used in a page or a worker, where everybody can read it",
            ));
        }
        Ok(())
    }
}

/// The base URL, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Base(String);

impl Base {
    /// Takes the URL apart as far as the check needs it. A host that the web's parser would write
    /// in another way is nobody's loopback here, and so must be https.
    pub(super) fn parse(url: &str) -> Result<Self, InvalidRequest> {
        let invalid = || {
            InvalidRequest::new(
                "baseUrl",
                "must be the tenant's https URL without credentials, query or fragment; plain http is accepted on loopback hosts alone",
            )
        };
        let (_, rest) = url.split_once("://").ok_or_else(invalid)?;
        let (authority, _) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
        let hostname = match authority.rsplit_once(':') {
            Some((host, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => host,
            _ => authority,
        };
        let strange = |c: char| c.is_whitespace() || c.is_control() || "@?#\\".contains(c);
        if hostname.is_empty() || url.contains(strange) {
            return Err(invalid());
        }
        BaseUrl::of(&url.to_owned()).map_err(|_| invalid())?;
        Ok(Self(url.trim_end_matches('/').to_owned()))
    }

    /// The URL of `path`.
    pub(super) fn join(&self, path: &str) -> String {
        [&self.0, path].concat()
    }
}
