//! Where an embed is: the tenant's base URL, the surface's path, the parameters, the session id.

use super::arguments::InnerPath;
use super::encode::percent_encoded;
use super::events::SurfaceKind;
use super::filter::Filter;
use super::limits::URL_LENGTH;
use super::names::{
    APP_PATH, CHAT_PATH, CHAT_SESSION_PARAMETER, DASHBOARD_PATH, FILTER_PREFIX, ID_PLACE,
    SESSION_PARAMETER, SESSION_PLACE,
};
#[cfg(feature = "bridge")]
use super::names::{CHAT_TITLE, DASHBOARD_TITLE, OTHER_TITLE};
use super::patterns::{BASE_URL, BASE_URL_ROOT, NOT_OF_SURFACE, PUBLIC_ID, SESSION_IN_QUERY};
use super::session_id::SessionId;
use crate::Error;

/// The tenant's base URL: https, or http on a loopback host.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BaseUrl {
    /// Without a slash at its end.
    root: String,
}

impl BaseUrl {
    /// Checks a URL as the platform's parser has written it (`href` of the web's `URL`). The
    /// platform parses it so that the origin compares equal to the origins the browser reports.
    ///
    /// # Errors
    /// [`Error::InvalidBaseUrl`] if the scheme is neither https nor http on loopback, the URL has
    /// credentials, a query or a fragment, or it is longer than [`URL_LENGTH`].
    pub fn parse(href: &str) -> Result<Self, Error> {
        if is_longer(href) || !BASE_URL.matches(href) {
            return Err(Error::InvalidBaseUrl);
        }
        let root = BASE_URL_ROOT.find(href).ok_or(Error::InvalidBaseUrl)?;
        Ok(Self { root: root.into() })
    }

    /// The exact origin that messages come from and go to.
    pub fn origin(&self) -> &str {
        let host = self.root.find("//").map_or(0, |slashes| slashes + 2);
        let path = self.root.get(host..).and_then(|rest| rest.find('/'));
        let end = path.map_or(self.root.len(), |path| host + path);
        self.root.get(..end).unwrap_or_default()
    }
}

/// What the iframe shows.
///
/// The service documents the path of a dashboard. The paths of the app and the chat are those of a
/// comparable service; use [`Surface::at`] if yours differ.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Surface {
    /// The dashboard with this public id.
    Dashboard(String),
    /// The embedded app of this deployment.
    App(u64),
    /// The standalone chat.
    Chat,
    /// A surface at a path of the page's own.
    At {
        /// What is shown there.
        kind: SurfaceKind,
        /// From the base URL on, perhaps with a query, and not longer than
        /// [`URL_LENGTH`]. `{session}` in it stands for the session id;
        /// a parameter `session` or `sessionId` can only have it as its value.
        path: String,
    },
}

impl Surface {
    /// The dashboard with this public id.
    pub fn dashboard(public_id: impl Into<String>) -> Self {
        Surface::Dashboard(public_id.into())
    }

    /// The embedded app of this deployment.
    pub const fn app(deployment_id: u64) -> Self {
        Surface::App(deployment_id)
    }

    /// The standalone chat.
    pub const fn chat() -> Self {
        Surface::Chat
    }

    /// A surface at a path of the page's own, in which `{session}` stands for the session id.
    pub fn at(kind: SurfaceKind, path: impl Into<String>) -> Self {
        let path = path.into();
        Surface::At { kind, path }
    }

    fn path(&self) -> Result<String, Error> {
        match self {
            Surface::Dashboard(public_id) if !PUBLIC_ID.matches(public_id) => Err(Error::PUBLIC_ID),
            Surface::Dashboard(public_id) => {
                Ok(DASHBOARD_PATH.replace(ID_PLACE, &percent_encoded(public_id)))
            }
            Surface::App(deployment_id) => {
                Ok(APP_PATH.replace(ID_PLACE, &deployment_id.to_string()))
            }
            Surface::Chat => Ok(CHAT_PATH.into()),
            Surface::At { path, .. } => {
                if is_longer(path) || NOT_OF_SURFACE.matches(path) {
                    return Err(Error::InvalidPath);
                }
                InnerPath::parse(path)?;
                let slash = if path.starts_with('/') { "" } else { "/" };
                Ok([slash, path].concat())
            }
        }
    }

    /// What is shown.
    pub fn kind(&self) -> &SurfaceKind {
        match self {
            Surface::Dashboard(_) => &SurfaceKind::Dashboard,
            Surface::App(_) => &SurfaceKind::App,
            Surface::Chat => &SurfaceKind::Chat,
            Surface::At { kind, .. } => kind,
        }
    }

    /// The title of an iframe of ours, unless the page gives one.
    #[cfg(feature = "bridge")]
    pub(crate) fn title(&self) -> &'static str {
        match self.kind() {
            SurfaceKind::Dashboard => DASHBOARD_TITLE,
            SurfaceKind::Chat => CHAT_TITLE,
            _ => OTHER_TITLE,
        }
    }

    /// The URL parameter that carries the session id.
    fn session_parameter(&self) -> &'static str {
        match self.kind() {
            SurfaceKind::Chat => CHAT_SESSION_PARAMETER,
            _ => SESSION_PARAMETER,
        }
    }
}

/// The URL of an embed, with a place for the session id, which is filled in at the moment of
/// loading.
///
/// ```
/// use svc_embed::protocol::{BaseUrl, EmbedUrl, SessionId, Surface};
///
/// let base = BaseUrl::parse("https://acme.example.com/")?;
/// let url = EmbedUrl::new(&base, &Surface::dashboard("sales"), &[], &[], true)?;
/// assert_eq!(
///     url.with_session(SessionId::new("s-1").as_ref()),
///     "https://acme.example.com/embed/dashboard/sales?session=s-1",
/// );
/// assert_eq!(url.with_session(None), "https://acme.example.com/embed/dashboard/sales");
/// # Ok::<(), svc_embed::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EmbedUrl(String);

impl EmbedUrl {
    /// Puts the URL together. `signed` says whether there is to be a session.
    ///
    /// # Errors
    /// [`Error::InvalidOption`] for `public_id` or [`Error::InvalidPath`] if the surface has a wrong
    /// public id or path, [`Error::PathWithoutSession`] if its path has a place for a session and `signed` is
    /// false, and [`Error::InvalidOption`] for `params` if a parameter, or one in the query of the surface's path,
    /// would take the session's place.
    pub fn new(
        base: &BaseUrl,
        surface: &Surface,
        params: &[(String, String)],
        filters: &[Filter],
        signed: bool,
    ) -> Result<Self, Error> {
        let mut url = Self([&*base.root, &*surface.path()?].concat());
        let has_place = url.0.contains(SESSION_PLACE);
        if has_place && !signed {
            return Err(Error::PathWithoutSession);
        }
        // The place of the id is no session id: it is replaced by a text that the pattern does not match.
        let with_place = ["=", SESSION_PLACE].concat();
        if SESSION_IN_QUERY.matches(&url.0.replace(&with_place, ID_PLACE)) {
            return Err(Error::SESSION_IN_PARAMS);
        }
        if signed && !has_place {
            url.add(&[surface.session_parameter(), "=", SESSION_PLACE].concat());
        }
        for (name, value) in params {
            if ["", SESSION_PARAMETER, CHAT_SESSION_PARAMETER].contains(&name.as_str()) {
                return Err(Error::SESSION_IN_PARAMS);
            }
            url.add(&[percent_encoded(name), percent_encoded(value)].join("="));
        }
        for filter in filters {
            url.add(&filter.query_pair());
        }
        Ok(url)
    }

    /// The URL of the dashboard at `src`; `None` if `src` is more than its plain address.
    pub fn of_dashboard(base: &BaseUrl, src: &str) -> Option<Self> {
        let id = ["?", SESSION_PARAMETER, "="].concat();
        let (plain, id) = src.split_once(&id).unwrap_or((src, ""));
        let public_id = plain.rsplit('/').next()?;
        let url = Self::new(base, &Surface::dashboard(public_id), &[], &[], true).ok()?;
        (url.with_session(None) == plain && !id.contains(['&', '#'])).then_some(url)
    }

    /// Whether an iframe that shows `src` may be adopted: `src` is this URL, with any session id. Filters do
    /// not count, because they change while an embed runs. `parse` writes a URL as the platform's parser
    /// has written `src`.
    pub fn admits(&self, src: &str, parse: impl Fn(String) -> String) -> bool {
        lasting(&parse(self.with_session(None))) == lasting(src)
    }

    fn add(&mut self, pair: &str) {
        let joint = if self.0.contains('?') { "&" } else { "?" };
        self.0.push_str(joint);
        self.0.push_str(pair);
    }

    /// The URL with the session id or, without one, for a private embed.
    #[must_use]
    pub fn with_session(&self, id: Option<&SessionId>) -> String {
        if let Some(id) = id {
            return self.0.replace(SESSION_PLACE, &percent_encoded(id.expose()));
        }
        let Some((path, query)) = self.0.split_once('?') else {
            return self.0.replace(SESSION_PLACE, "");
        };
        // A parameter whose value is only the id is left out as a whole.
        let carries_id = |pair: &str| {
            let value = pair.split_once('=').map(|(_, value)| value);
            value == Some(SESSION_PLACE)
        };
        let pairs: Vec<&str> = query.split('&').filter(|pair| !carries_id(pair)).collect();
        let url = if pairs.concat().is_empty() {
            path.into()
        } else {
            [path, "?", &pairs.join("&")].concat()
        };
        url.replace(SESSION_PLACE, "")
    }
}

/// A URL of an embed without what changes while it runs: the session id and the filters.
fn lasting(url: &str) -> String {
    let (path, query) = url.split_once('?').unwrap_or((url, ""));
    let changes = |pair: &str| {
        let name = pair.split_once('=').map_or(pair, |(name, _)| name);
        let is_id = [SESSION_PARAMETER, CHAT_SESSION_PARAMETER].contains(&name);
        (is_id || name.starts_with(FILTER_PREFIX)) && !pair.contains('#')
    };
    let pairs: Vec<&str> = query.split('&').filter(|pair| !changes(pair)).collect();
    if pairs.concat().is_empty() {
        path.into()
    } else {
        [path, &pairs.join("&")].join("?")
    }
}

/// True if `text` is longer than [`URL_LENGTH`].
fn is_longer(text: &str) -> bool {
    // The last of some code units is at `URL_LENGTH` if there are more.
    text.encode_utf16().nth(URL_LENGTH).is_some()
}
