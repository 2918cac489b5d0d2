//! What a page says when it mounts or connects an embed.

use std::time::Duration;

use serde::Serialize;

use super::mint::{GetSession, MintError, MintRequest};
use super::session::{Policy, duration};
use crate::Error;
use crate::page::Setup;
use crate::protocol::{
    Action, BaseUrl, ColorScheme, EmbedUrl, Filter, Locale, SessionId, Surface, Timezone,
};

/// Options of [`Embed::connect`](super::Embed::connect).
///
/// ```no_run
/// use svc_embed::bridge::ConnectOptions;
/// use svc_embed::protocol::ColorScheme;
///
/// let options = ConnectOptions::new("https://acme.example.com")
///     .color_scheme(ColorScheme::Dark)
///     .locale("de-CH");
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct ConnectOptions {
    pub(super) base_url: String,
    pub(super) get_session: Option<GetSession>,
    /// What an iframe that the page made shows.
    pub(super) surface: Option<Surface>,
    pub(super) params: Vec<(String, String)>,
    pub(super) filters: Vec<Filter>,
    /// Sent as soon as the embed is ready.
    pub(super) actions: Vec<Result<Action, Error>>,
    pub(super) renewal: Policy,
    pub(super) ready_timeout: Duration,
}

impl ConnectOptions {
    /// Options for the tenant at `base_url`, such as `https://acme.example.com`. Plain http is
    /// accepted only on loopback hosts.
    pub fn new(base_url: impl Into<String>) -> Self {
        Self {
            base_url: base_url.into(),
            get_session: None,
            surface: None,
            params: Vec::new(),
            filters: Vec::new(),
            actions: Vec::new(),
            renewal: Policy::default(),
            ready_timeout: duration(Setup::READY_TIMEOUT),
        }
    }

    /// Says what the iframe shows. Its `src` must be what [`Embed::mount`](super::Embed::mount) would load for this
    /// surface with the same parameters, and svc-embed can then load it again, after a move for example. Without
    /// it, svc-embed does so only if `src` is the plain address of a dashboard.
    pub fn surface(mut self, surface: Surface) -> Self {
        self.surface = Some(surface);
        self
    }

    pub(super) fn url(
        &self,
        base: &BaseUrl,
        of: &Surface,
        is_signed: bool,
    ) -> Result<EmbedUrl, Error> {
        EmbedUrl::new(base, of, &self.params, &self.filters, is_signed)
    }
}

/// Options of [`Embed::mount`](super::Embed::mount).
///
/// ```no_run
/// use svc_embed::bridge::MountOptions;
/// use svc_embed::protocol::{Filter, Surface};
///
/// # fn example() -> Result<(), svc_embed::Error> {
/// let options = MountOptions::new("https://acme.example.com", Surface::dashboard("sales"))
///     .param("allowExport", true)
///     .filter(Filter::equals("orders.status", "completed")?)
///     .title("Sales")
///     .attribute("class", "dashboard");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct MountOptions {
    pub(super) connect: ConnectOptions,
    pub(super) surface: Surface,
    pub(super) title: Option<String>,
    pub(super) attributes: Vec<(String, String)>,
}

impl MountOptions {
    /// Options for `surface` of the tenant at `base_url`, such as `https://acme.example.com`. Plain
    /// http is accepted only on loopback hosts.
    pub fn new(base_url: impl Into<String>, surface: Surface) -> Self {
        Self {
            connect: ConnectOptions::new(base_url),
            surface,
            title: None,
            attributes: Vec::new(),
        }
    }

    /// Sets the iframe's accessible name. The default names the surface.
    pub fn title(mut self, title: impl Into<String>) -> Self {
        self.title = Some(title.into());
        self
    }

    /// Adds an attribute to the iframe: `class`, `style`, `allow` and so on.
    ///
    /// The iframe has a `sandbox` with which the embed cannot navigate the page's tab, and the
    /// `referrerpolicy` `strict-origin`, with which it learns no path of the page. An attribute of
    /// the same name replaces either; the value `false` removes it.
    ///
    /// ```no_run
    /// # use svc_embed::bridge::MountOptions;
    /// # use svc_embed::protocol::Surface;
    /// let options = MountOptions::new("https://acme.example.com", Surface::chat())
    ///     .attribute("sandbox", "allow-scripts allow-same-origin allow-modals")
    ///     .attribute("referrerpolicy", "false");
    /// ```
    pub fn attribute(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.attributes.push((name.into(), value.into()));
        self
    }
}

/// The options that both ways to an embed share.
macro_rules! shared_options {
    ($options:ident, $($connect:ident)?) => {
        impl $options {
            /// Mints session ids with an async closure, which asks the page's own backend. Without
            /// it the embed is private.
            ///
            /// svc-embed calls it whenever it needs a fresh id; each call must return another one. [This module](super) has an example.
            pub fn get_session(
                mut self,
                get_session: impl AsyncFn(MintRequest) -> Result<SessionId, MintError> + 'static,
            ) -> Self {
                self$(.$connect)?.get_session = Some(GetSession::from_closure(get_session));
                self
            }

            /// Mints session ids with a function of JavaScript's. It receives an object with
            /// `reason`, `attempt`, `expiresAt` and `signal`, and returns an id or a promise of
            /// one. An error whose `name` is `SignedOutError` ends renewal.
            ///
            /// ```no_run
            #[doc = concat!("# use svc_embed::bridge::", stringify!($options), ";")]
            #[doc = concat!("# fn example(options: ", stringify!($options), ") {")]
            /// let function = js_sys::Function::new_no_args("return myApp.getSession()");
            /// let options = options.get_session_function(function);
            /// # }
            /// ```
            pub fn get_session_function(mut self, get_session: js_sys::Function) -> Self {
                self$(.$connect)?.get_session = Some(GetSession::from_function(get_session));
                self
            }

            /// Adds a parameter to the embed's URL, such as `allowExport=true`.
            pub fn param(mut self, name: impl Into<String>, value: impl ToString) -> Self {
                let pair = (name.into(), value.to_string());
                self$(.$connect)?.params.push(pair);
                self
            }

            /// Adds a filter to the embed's URL.
            pub fn filter(mut self, filter: Filter) -> Self {
                self$(.$connect)?.filters.push(filter);
                self
            }

            /// Sets the colour scheme as soon as the embed is ready.
            pub fn color_scheme(self, scheme: ColorScheme) -> Self {
                self.initially(Ok(Action::SetColorScheme(scheme)))
            }

            /// Sets the theme as soon as the embed is ready: see
            /// [`Embed::set_theme`](super::Embed::set_theme).
            pub fn theme(self, theme: impl Serialize) -> Self {
                self.initially(super::actions::theme(theme))
            }

            /// Sets the locale, such as `de-CH`, as soon as the embed is ready.
            pub fn locale(self, locale: &str) -> Self {
                self.initially(Locale::parse(locale).map(Action::SetLocale))
            }

            /// Sets the time zone, such as `Europe/Berlin`, as soon as the embed is ready.
            pub fn timezone(self, timezone: &str) -> Self {
                self.initially(Timezone::parse(timezone).map(Action::SetTimezone))
            }

            /// Sets how the session is renewed.
            pub fn renewal(mut self, renewal: Policy) -> Self {
                self$(.$connect)?.renewal = renewal;
                self
            }

            /// Sets how long `ready` may take. Default 60 s. After that
            /// [`Embed::ready`](super::Embed::ready) fails, and the embed goes on listening.
            pub fn ready_timeout(mut self, ready_timeout: Duration) -> Self {
                self$(.$connect)?.ready_timeout = ready_timeout;
                self
            }

            fn initially(mut self, action: Result<Action, Error>) -> Self {
                self$(.$connect)?.actions.push(action);
                self
            }
        }
    };
}

shared_options!(ConnectOptions,);
shared_options!(MountOptions, connect);
