//! Where an embed lives: the tenant's origin, the surface's path, the session, the parameters.

use alloc::string::String;

use super::actions::{Argument, InnerPath};
use super::events::SurfaceKind;
use super::filter::Filter;
use super::session_id::SessionId;
use super::text::Text;
use super::words::{self, Word};
use crate::error::Error;

/// The tenant's base URL, checked: https, or http on a loopback host.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct BaseUrl<T = String> {
    /// Without a slash at its end.
    root: T,
}

impl<T: Text> BaseUrl<T> {
    /// Checks a URL as the platform's parser wrote it (`href` of the web's `URL`, or a crate).
    /// Parsing is left to it so that origins compare equal to those the browser reports.
    ///
    /// # Errors
    /// Where the scheme is not https (or http on loopback), or there is more than a path.
    pub fn of(href: &T) -> Result<Self, Error> {
        if !href.matches(words::BASE_FORM) {
            return Err(Error::INVALID_BASE_URL);
        }
        Ok(Self {
            root: href.replace(words::END_OF_BASE, words::NONE),
        })
    }

    /// The exact origin that messages come from and go to.
    pub fn origin(&self) -> T {
        self.root.replace(words::ORIGIN_OF, words::ESCAPED)
    }
}

/// What the iframe shows.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Surface {
    /// The dashboard with this public id.
    Dashboard(String),
    /// The embedded app of this deployment.
    App(u64),
    /// The standalone chat.
    Chat,
    /// A path of the page's own, in which `{session}` stands for the id.
    Path {
        /// What is shown there.
        kind: SurfaceKind,
        /// From the base URL on, perhaps with a query.
        path: String,
    },
}

/// The URL of an embed, with a place for the session id, which is put in at the moment of loading.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct EmbedUrl<T = String>(T);

impl<T: Text> EmbedUrl<T> {
    /// The URL of a surface by its kind, a word: at `path` where the page has one of its own, and
    /// otherwise by the `id` of what is shown. `signed` where there is to be a session.
    ///
    /// # Errors
    /// Where the kind, the path or a dashboard's id is none, or the path has a place for a session
    /// that there is not.
    pub fn of(
        base: &BaseUrl<T>,
        kind: Word,
        path: Option<&T>,
        id: &T,
        signed: bool,
    ) -> Result<Self, Error> {
        let mut url = base.root.clone();
        url.push(&path_of(kind, path, id)?);
        let has_place = url.matches(words::SESSION_PLACE_FORM);
        if has_place && !signed {
            return Err(Error::NO_SESSION);
        }
        let mut url = Self(url);
        if signed && !has_place {
            url.add(&T::of(match kind {
                words::CHAT => words::AT_CHAT_SESSION,
                _ => words::AT_SESSION,
            }));
        }
        Ok(url)
    }

    /// A URL that was put together before.
    pub fn from(text: T) -> Self {
        Self(text)
    }

    /// The URL, with `{session}` where the session id belongs.
    pub fn text(&self) -> &T {
        &self.0
    }

    /// Adds a parameter.
    ///
    /// # Errors
    /// Where it would take the session's place.
    pub fn add_param(&mut self, key: &T, value: &T) -> Result<(), Error> {
        if key.matches(words::RESERVED) {
            return Err(Error::SESSION_IN_PARAMS);
        }
        let pair = T::of(words::PARAMETER).fill(words::PLACE, key);
        self.add(&pair.fill(words::PLACE, value));
        Ok(())
    }

    /// Adds a filter.
    pub fn add_filter(&mut self, filter: &Filter<T>) {
        self.add(&filter.query_pair());
    }

    fn add(&mut self, pair: &T) {
        let has_query = self.0.matches(words::QUERY);
        let joint = if has_query {
            words::AND
        } else {
            words::QUESTION
        };
        self.0.push(&T::of(joint));
        self.0.push(pair);
    }

    /// The URL with the session `id`, or without one for an embed that is private.
    #[must_use]
    pub fn with_session(&self, id: Option<&SessionId<T>>) -> T {
        match id {
            Some(id) => self.0.fill(words::SESSION_PLACE, id.expose()),
            None => self.0.replace(words::NO_SESSION, words::NONE),
        }
    }
}

/// The path of a surface. Only the dashboard's is documented; those of app and chat are a
/// comparable service's, to be overridden by a path.
fn path_of<T: Text>(kind: Word, path: Option<&T>, id: &T) -> Result<T, Error> {
    if let Some(path) = path {
        InnerPath::RULE.check(path)?;
        if path.matches(words::HASH) {
            return Err(Error::INVALID_PATH);
        }
        return Ok(path.replace(words::FIRST_SLASH, words::SLASH));
    }
    let place = match kind {
        words::DASHBOARD if !id.matches(words::PUBLIC_ID_FORM) => return Err(Error::NO_PUBLIC_ID),
        words::DASHBOARD => words::AT_DASHBOARD,
        words::APP => words::AT_APP,
        words::CHAT => words::AT_CHAT,
        _ => return Err(Error::NO_SURFACE),
    };
    Ok(T::of(place).fill(words::PLACE, id))
}

#[cfg(feature = "messages")]
impl EmbedUrl {
    /// Puts the URL together; `signed` where there is to be a session.
    ///
    /// # Errors
    /// As [`EmbedUrl::of`], and where a parameter would take the session's place.
    pub fn new(
        base: &BaseUrl,
        surface: &Surface,
        params: &[(String, String)],
        filters: &[Filter],
        signed: bool,
    ) -> Result<Self, Error> {
        let (kind, path, id) = surface.parts();
        let mut url = Self::of(base, kind, path.as_ref(), &id, signed)?;
        for (key, value) in params {
            url.add_param(key, value)?;
        }
        for filter in filters {
            url.add_filter(filter);
        }
        Ok(url)
    }
}

#[cfg(feature = "messages")]
impl Surface {
    /// What [`EmbedUrl::of`] takes: the kind, a path of the page's own, an id.
    pub(crate) fn parts(&self) -> (Word, Option<String>, String) {
        use alloc::string::ToString;
        match self {
            Surface::Dashboard(public_id) => (words::DASHBOARD, None, public_id.clone()),
            Surface::App(deployment_id) => (words::APP, None, deployment_id.to_string()),
            Surface::Chat => (words::CHAT, None, String::new()),
            Surface::Path { kind, path } => {
                let word = String::from(kind.as_str()).word();
                (word, Some(path.clone()), String::new())
            }
        }
    }
}
