//! The options of a client.

use std::fmt;
use std::time::Duration;

use log::warn;
use url::Url;

use super::answer::LONGEST_ANSWER;
use crate::management::credential::{Scheme, authorization};
use crate::management::invalid::InvalidRequest;
use crate::management::operation::Api;
use crate::management::redirect::{LONGEST_URL, is_secure};

/// The credential of the caller.
#[derive(Clone, PartialEq, Eq, Default)]
pub enum Credential {
    /// No credential: cookies or a proxy authenticate.
    #[default]
    None,
    /// An OAuth access token.
    AccessToken(String),
    /// An API key. Refused in a page.
    ApiKey(String),
}

impl fmt::Debug for Credential {
    // Must not print the credential.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Credential::None => "None",
            Credential::AccessToken(_) => "AccessToken",
            Credential::ApiKey(_) => "ApiKey",
        })
    }
}

/// A SCIM token, which is an API key.
#[derive(Clone, PartialEq, Eq, Default)]
pub struct ScimToken {
    /// The token.
    pub token: String,
    /// Its scheme in the header `Authorization`; `Bearer` by default.
    pub scheme: Scheme,
}

impl fmt::Debug for ScimToken {
    // Must not print the token.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ScimToken")
    }
}

/// The options of a client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Options {
    /// The tenant's https URL. Only loopback hosts may use plain http.
    pub base_url: String,
    /// The credential. None by default.
    pub credential: Credential,
    /// Used only for SCIM, instead of the credential. Refused in a page. None by default.
    pub scim_token: Option<ScimToken>,
    /// The time limit of each try; 60 seconds by default.
    pub timeout: Duration,
    /// The number of retries after a failed try; 2 by default.
    pub max_retries: u32,
    /// The retries that all calls of the client may make together; 20 by default. Each retry takes one
    /// of them, and each call gives back a tenth. `u32::MAX` for no limit.
    pub retry_budget: u32,
    /// The most bytes of an answer, counted after decompression; 8,388,608 (8 MB) by default,
    /// `u64::MAX` for no limit. A longer answer is an error with the code `response-too-large`. Of
    /// the body of an error, at most 64 kB are read. A file that you read yourself has no limit.
    pub max_response_bytes: u64,
    /// Headers of every request. An `Authorization` replaces the credential.
    pub headers: Vec<(String, String)>,
    /// Gives each call that acts an idempotency key of its own, so that it can be retried. Only for
    /// services that recognise a repetition by the header `Idempotency-Key`. False by default.
    pub idempotency_keys: bool,
    /// Replaces the paths of operations, by id. Some paths in the table are assumptions.
    pub paths: Vec<(String, String)>,
    /// Allows an API key in a page, where everybody who opens the page can read it. False by default.
    pub dangerously_allow_browser: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            base_url: String::new(),
            credential: Credential::None,
            scim_token: None,
            timeout: Duration::from_secs(60),
            max_retries: 2,
            retry_budget: RETRY_BUDGET,
            max_response_bytes: LONGEST_ANSWER,
            headers: Vec::new(),
            idempotency_keys: false,
            paths: Vec::new(),
            dangerously_allow_browser: false,
        }
    }
}

/// The default of [`Options::retry_budget`].
const RETRY_BUDGET: u32 = 20;

impl Options {
    /// The credential for `api`; empty if there is none.
    pub(super) fn secret(&self, api: Api) -> &str {
        self.given(api).map_or("", |(_, token, _)| token)
    }

    /// The value of the header `Authorization` for a request to `api`.
    pub(super) fn authorization(&self, api: Api) -> Result<Option<String>, InvalidRequest> {
        let given = self.given(api);
        let header = given.map(|(scheme, token, field)| authorization(scheme, token, field));
        header.transpose()
    }

    /// The credential for `api`, with its scheme and the name of its option.
    fn given(&self, api: Api) -> Option<(Scheme, &str, &'static str)> {
        match (&self.scim_token, &self.credential) {
            (Some(own), _) if api == Api::Scim => Some((own.scheme, &own.token, "scim_token")),
            (_, Credential::None) => None,
            (_, Credential::AccessToken(token)) => Some((Scheme::Bearer, token, "access_token")),
            (_, Credential::ApiKey(key)) => Some((Scheme::Bearer, key, "api_key")),
        }
    }

    pub(super) fn check(&self, is_page: bool) -> Result<(), InvalidRequest> {
        let field = match (&self.credential, &self.scim_token) {
            (Credential::ApiKey(_), _) => "api_key",
            (_, Some(_)) => "scim_token",
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

/// A checked base URL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Base(String);

impl Base {
    /// Refuses what a parser would leave out or read as a slash: it may be meant to deceive a reader.
    pub(super) fn parse(text: &str) -> Result<Self, InvalidRequest> {
        let invalid = || {
            InvalidRequest::new(
                "base_url",
                "must be the tenant's https URL without credentials, query or fragment; only loopback hosts may use plain http",
            )
        };
        let (scheme, rest) = text.split_once("://").ok_or_else(invalid)?;
        let is_http = scheme.eq_ignore_ascii_case("https") || scheme.eq_ignore_ascii_case("http");
        let strange = |c: char| c.is_whitespace() || c.is_control() || "@?#\\".contains(c);
        let is_short = text.encode_utf16().count() <= LONGEST_URL;
        if !is_http || !is_short || rest.starts_with('/') || rest.contains(strange) {
            return Err(invalid());
        }
        let url = Url::parse(text).ok().filter(is_secure);
        let url = url.ok_or_else(invalid)?;
        let root = url.as_str().trim_end_matches('/');
        if let Some(before) = root.strip_suffix("/api/v1") {
            warn!(
                "base_url ends with /api/v1, which the path of an operation has in it already. Did you mean '{before}'?"
            );
        }
        Ok(Self(root.to_owned()))
    }

    /// The URL of `path`.
    pub(super) fn join(&self, path: &str) -> String {
        [&self.0, path].concat()
    }
}
