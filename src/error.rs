//! The one error type of the bridge: a stable code, and a sentence that says what happened, why,
//! and what to do. It never contains a session id or a token.
//!
//! In a sentence, `{}` is the place of a detail that only the npm package has, such as what
//! `getSession` threw or the name of an option. Displayed in Rust, the place is empty.
//!
//! This file is the only place where a code or a sentence of the bridge is written. (The sentence of
//! `not-allowed` is the element's, because only the element refuses what attributes say.) `npm run generate` writes
//! `npm/src/core/errors.ts` from it. Between WebAssembly and JavaScript an error is its number.

use core::fmt;

macro_rules! codes {
    ($($(#[doc = $doc:literal])* $name:ident = $wire:literal,)*) => {
        /// What went wrong, as a name that stays the same from version to version. [The guide] has a
        /// section for each.
        ///
        /// [The guide]: https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $($(#[doc = $doc])* $name,)*
        }

        impl Code {
            /// Every code, in the order of their declaration.
            pub const ALL: &[Code] = &[$(Code::$name,)*];

            /// The code in `EmbedError.code`.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Code::$name => $wire,)*
                }
            }
        }
    };
}

codes! {
    /// The base URL is not a tenant's: https (or http on loopback), no query, no credentials.
    InvalidBaseUrl = "invalid-base-url",
    /// The element or the iframe cannot be used: it was not found, is not in the document, already has
    /// an embed, or cannot be loaded again; or the page is full.
    InvalidTarget = "invalid-target",
    /// An option or argument has the wrong type or lies outside its range.
    InvalidOption = "invalid-option",
    /// A filter does not name `<semantic_view>.<dimension>`, or has no JSON value.
    InvalidFilter = "invalid-filter",
    /// A time zone is not an IANA name.
    InvalidTimezone = "invalid-timezone",
    /// A path would leave the embed.
    InvalidPath = "invalid-path",
    /// `set-session` was sent by hand.
    ReservedAction = "reserved-action",
    /// A call that needs a window was made without one.
    NotABrowser = "not-a-browser",
    /// The WebAssembly could not be loaded.
    WasmUnavailable = "wasm-unavailable",
    /// No script has allowed what the attributes of `<svc-embed>` say. Only the npm package's element
    /// reports it, with a sentence of its own.
    NotAllowed = "not-allowed",
    /// The bridge has failed. Only the npm package says so: in the crate it is a panic.
    BridgeFailed = "bridge-failed",
    /// The embed was destroyed.
    Destroyed = "destroyed",
    /// `ready` did not come in time.
    ReadyTimeout = "ready-timeout",
    /// The page's own policy does not let the browser show the embed.
    FrameBlocked = "frame-blocked",
    /// The embed's page has loaded and says nothing, or has not answered. Only a `cause`: it may yet
    /// become ready.
    FrameSilent = "frame-silent",
    /// `getSession` threw or rejected.
    MintFailed = "mint-failed",
    /// `getSession` did not settle in time.
    MintTimeout = "mint-timeout",
    /// `getSession` returned something that is not a session id.
    MintInvalid = "mint-invalid",
    /// `getSession` returned an id that it had returned before.
    MintRepeated = "mint-repeated",
    /// The id may have been older than five minutes when it arrived.
    MintStale = "mint-stale",
    /// The embed refused the id.
    ExchangeRejected = "exchange-rejected",
    /// The session ended as soon as it had begun.
    SessionLapsed = "session-lapsed",
    /// `getSession` said that the user is signed out.
    SignedOut = "signed-out",
}

/// Declares the errors, each with its code and its sentence. Under `options` stand the mistakes in the
/// options of `mount` and `connect`, and under `frame` why a frame shows no embed: the npm package loads
/// these sentences when it needs one.
macro_rules! errors {
    (
        anywhere { $($name:ident: $code:ident = $message:literal;)* }
        frame { $($frame:ident: $frame_code:ident = $frame_message:literal;)* }
        options { $($option:ident: $option_code:ident = $option_message:literal;)* }
    ) => {
        errors!(
            @all
            $($name: $code = $message;)*
            $($option: $option_code = $option_message;)*
            $($frame: $frame_code = $frame_message;)*
        );

        impl Error {
            /// The mistakes in the options of `mount` and `connect`, before [`Error::OF_FRAMES`] in
            /// [`Error::ALL`].
            pub const OF_OPTIONS: &[Error] = &[$(Error::$option,)*];

            /// Why a frame shows no embed, the last entries of [`Error::ALL`].
            pub const OF_FRAMES: &[Error] = &[$(Error::$frame,)*];
        }
    };
    (@all $($name:ident: $code:ident = $message:literal;)*) => {
        /// An error of the bridge.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Error {
            $(
                #[doc = concat!("```text\n", $message, "\n```")]
                $name,
            )*
        }

        impl Error {
            /// Every error, in the order of their declaration.
            pub const ALL: &[Error] = &[$(Error::$name,)*];

            /// The stable code.
            pub const fn code(self) -> Code {
                match self {
                    $(Error::$name => Code::$code,)*
                }
            }

            /// What happened, why, and what to do. `{}` is the place of a detail.
            pub const fn template(self) -> &'static str {
                match self {
                    $(Error::$name => $message,)*
                }
            }

            /// The variant's name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Error::$name => stringify!($name),)*
                }
            }
        }
    };
}

errors! {
    anywhere {
        InvalidColorScheme: InvalidOption = "The colour scheme must be 'light', 'dark' or 'auto'.";
        InvalidLocale: InvalidOption = "The locale must be a language tag such as 'de' or 'de-CH'.";
        InvalidActionName: InvalidOption = "The action's name must be a string such as 'set-theme'.";
        InvalidPayload: InvalidOption = "The payload must be a plain object without functions and DOM nodes.";
        NotRenewable: InvalidOption = "This embed has no session to renew: it is private or has no getSession.";
        InvalidFilter: InvalidFilter = "{}A filter must be { member: '<semantic_view>.<dimension>' } with a value or an operator, or 'f_<member>=<JSON>'.";
        InvalidTimezone: InvalidTimezone = "The time zone must be an IANA name such as 'Europe/Berlin'.";
        InvalidPath: InvalidPath = "The path must lie inside the embed: no scheme, host, backslash, '..' or fragment. That of a surface has at most 8,192 characters.";
        ReservedAction: ReservedAction = "Only the bridge sends set-session: call renew() instead.";
        NotReloadable: InvalidTarget = "The iframe cannot be loaded again: its src is not the tenant's.";
        Unreachable: InvalidTarget = "No session id could reach the embed: its iframe is not in a document, or shows another page.";
        Destroyed: Destroyed = "The embed was destroyed. Mount a new one.";
        ReadyTimedOut: ReadyTimeout = "The embed did not report ready in time: its page has not loaded, has failed, or speaks from another origin than baseUrl. Open the address of its iframe in a tab.";
        NotLoaded: ReadyTimeout = "The embed was not loaded in time: getSession has not answered yet, for it or for the embeds before it. Check the page's own backend.";
        MintFailed: MintFailed = "getSession failed{}. Check the page's own backend.";
        MintTimedOut: MintTimeout = "getSession did not settle within renewal.mintTimeoutMs and was aborted. Check the page's own backend.";
        MintInvalid: MintInvalid = "getSession must return the session id, a string that is not empty.";
        MintRepeated: MintRepeated = "getSession returned a used id. Mint a fresh one on every call.";
        MintStale: MintStale = "The session id may be older than 5 minutes. Return it at once.";
        ExchangeRejected: ExchangeRejected = "The embed rejected the session id: unknown, used or expired. Mint a fresh one on every call.";
        SessionLapsed: SessionLapsed = "The session ended as soon as it had begun. Check the clocks of this device and of the service.";
        SignedOut: SignedOut = "getSession threw SignedOutError: renewal has stopped. Mount the embed again after a sign-in.";

        // Only from the npm package: the types of the crate cannot express what these refuse.

        InvalidSignal: InvalidOption = "signal must be an AbortSignal.";
        InvalidHandler: InvalidOption = "A handler must be a function.";
        UnknownEvent: InvalidOption = "There is no such event{}. Later events arrive as 'unknown'.";
        BridgeFailed: BridgeFailed = "The bridge failed in the middle of a call{}, and renews no session any more. Mount the embed again. If your page has no endless recursion, please report it.";
        WasmUnavailable: WasmUnavailable = "The bridge could not be loaded: the page's policy or the browser forbids WebAssembly, and the translated form did not load{}. Serve all files of the package, or add 'wasm-unsafe-eval' to script-src.";
    }
    frame {
        FrameBlocked: FrameBlocked = "The content security policy of this page does not let it show the embed{}. Add the tenant's origin to frame-src.";
        FrameRedirected: FrameBlocked = "The embed's page redirects to an origin that the content security policy of this page does not allow{}. Sign in there, or add that origin, too.";
        FrameIsolated: FrameBlocked = "This page is isolated by its Cross-Origin-Embedder-Policy, and the embed's page does not take part. Pass attributes: { credentialless: true } to mount(), or take the policy away.";
        FrameRefused: FrameBlocked = "The tenant does not let this page show the embed{}. Add this page's origin to the origins that may embed it.";
        FrameSandboxed: FrameSilent = "The sandbox attribute of the iframe lacks {}, without which no embed works. Add it, or leave the attribute to mount().";
        FrameElsewhere: FrameSilent = "The iframe shows a page of another origin{}. It may be a sign-in page, or baseUrl may be an address that redirects: baseUrl must be the tenant's own.";
        FrameSilent: FrameSilent = "A page has loaded, but has sent no message in five seconds{}. Open its address in a tab: it may be an error page or a sign-in page, baseUrl or the surface's id may be wrong, or it may refuse to be framed (frame-ancestors, X-Frame-Options).";
        FrameUnanswered: FrameSilent = "The embed's page has not been answered{}. Check the host of baseUrl, and the network.";
    }
    options {
        InvalidBaseUrl: InvalidBaseUrl = "baseUrl must be the tenant's https URL, such as 'https://acme.example.com', without credentials, query or fragment, and with at most 8,192 characters. Only loopback hosts may have http.";
        InvalidSurface: InvalidOption = "surface must be { kind: 'dashboard', publicId }, { kind: 'app', deploymentId }, { kind: 'chat' }, or a kind with a path.";
        InvalidPublicId: InvalidOption = "surface.publicId must be the dashboard's public id.";
        InvalidDeploymentId: InvalidOption = "surface.deploymentId must be the deployment's number.";
        SessionInParams: InvalidOption = "params and surface.path must not contain the session id: it comes from getSession.";
        InvalidPolicy: InvalidOption = "renewal needs maxAttempts and lifetimeMs above 0, and retryMinMs not above retryMaxMs.";
        InvalidAttribute: InvalidOption = "attributes must be valid attributes of an iframe other than src, srcdoc, loading and event handlers. An iframe that loads lazily would ask for its page long after its id was minted: mount it when it is about to be seen.";
        PathWithoutSession: InvalidPath = "surface.path contains '{session}', but there is no getSession.";
        InvalidTarget: InvalidTarget = "mount() needs an element of this document that can have children, or a selector of one{}. Did you mean connect(), for an iframe of your own?";
        InvalidIframe: InvalidTarget = "connect() needs an iframe of this document.";
        AlreadyConnected: InvalidTarget = "This iframe already has an embed. Use that one, or destroy it first.";
        TooManyEmbeds: InvalidTarget = "This page already has 1,024 embeds. Destroy one of them first.";
        NotABrowser: NotABrowser = "An embed needs a page with a document. On a server, mount it after hydration.";
        InvalidFilters: InvalidFilter = "filters must be an array.";
        InvalidDuration: InvalidOption = "{} must be a number that is not negative.";
        InvalidRenewal: InvalidOption = "renewal must be an object of options.";
        InvalidOnExhausted: InvalidOption = "renewal.onExhausted must be 'stop' or 'reload'.";
        InvalidTitle: InvalidOption = "title must be a string.";
        InvalidTexts: InvalidOption = "params and attributes must be objects of strings, numbers and booleans{}.";
        InvalidGetSession: InvalidOption = "getSession must be a function.";
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.template()
            .split("{}")
            .try_for_each(|part| f.write_str(part))
    }
}

impl core::error::Error for Error {}
