//! The stable codes, the errors of the core, and the sentences of the npm package.
//!
//! A code is the same in both languages. A sentence is not: each language has its own names for options
//! and functions. The sentences here are those of the npm package; the crate's own error,
//! [`svc_embed::Error`](crate::Error), has those of Rust users. No sentence of either contains a session
//! id or a token.
//!
//! `npm run generate` writes `npm/src/core/errors.ts` and its neighbours from this file. In a sentence,
//! `{}` is the place of a detail, such as what `getSession` threw or the name of an option. (The sentence
//! of `not-allowed` is the element's, because only the element refuses what attributes say.) Between
//! WebAssembly and JavaScript an error is its number.

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
    /// A file of the package could not be loaded. Only the npm package reports it.
    FileUnavailable = "file-unavailable",
    /// No script has allowed what the attributes of `<svc-embed>` say. Only the npm package's element
    /// reports it.
    NotAllowed = "not-allowed",
    /// svc-embed has failed. Only the npm package says so: in the crate it is a panic.
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

/// An error as the npm package says it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sentence {
    /// The error's name.
    pub name: &'static str,
    /// The stable code.
    pub code: Code,
    /// What happened, why, and what to do. `{}` is the place of a detail.
    pub text: &'static str,
}

/// Declares the errors, each with its code and its sentence.
///
/// - `package`: what only the npm package finds.
/// - `core`: what the core reports, in any call or at any time.
/// - `core_options`: what the core reports of the options of `mount` and `connect`.
/// - `options`: the other mistakes in them. The package loads these sentences and those before when it
///   needs one.
/// - `frame`: why a frame shows no embed. The package's diagnostics find that, not the core.
macro_rules! errors {
    (
        package { $($package:ident: $package_code:ident = $package_text:literal;)* }
        core { $($core:ident: $core_code:ident = $core_text:literal;)* }
        core_options { $($refused:ident: $refused_code:ident = $refused_text:literal;)* }
        options { $($option:ident: $option_code:ident = $option_text:literal;)* }
        frame { $($frame:ident: $frame_code:ident = $frame_text:literal;)* }
    ) => {
        /// Everything that can go wrong anywhere, in the order of the numbers, which begin at 1.
        pub const ANYWHERE: &[Sentence] = &[
            $(errors!(@sentence $package $package_code $package_text),)*
            $(errors!(@sentence $core $core_code $core_text),)*
        ];

        /// The mistakes in the options of `mount` and `connect`, whose numbers follow.
        pub const OF_OPTIONS: &[Sentence] = &[
            $(errors!(@sentence $refused $refused_code $refused_text),)*
            $(errors!(@sentence $option $option_code $option_text),)*
        ];

        /// Why a frame shows no embed. They have no numbers.
        pub const OF_FRAMES: &[Sentence] = &[
            $(errors!(@sentence $frame $frame_code $frame_text),)*
        ];

        /// The number of the first error of the core.
        const FIRST_OF_CORE: i32 = 1 $(+ errors!(@one $package))*;

        /// An error that the core reports. A shell adds the details.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Error {
            $(#[doc = concat!("```text\n", $core_text, "\n```")] $core,)*
            $(#[doc = concat!("```text\n", $refused_text, "\n```")] $refused,)*
        }

        impl Error {
            /// The stable code.
            pub const fn code(self) -> Code {
                match self {
                    $(Error::$core => Code::$core_code,)*
                    $(Error::$refused => Code::$refused_code,)*
                }
            }

            /// The number by which the error crosses to JavaScript: its place in [`ANYWHERE`] and
            /// [`OF_OPTIONS`], counted from 1.
            pub const fn number(self) -> i32 {
                self as i32 + FIRST_OF_CORE
            }
        }
    };
    (@sentence $name:ident $code:ident $text:literal) => {
        Sentence { name: stringify!($name), code: Code::$code, text: $text }
    };
    (@one $name:ident) => { 1 };
}

errors! {
    package {
        InvalidColorScheme: InvalidOption = "The colour scheme must be 'light', 'dark' or 'auto'.";
        InvalidLocale: InvalidOption = "The locale must be a language tag such as 'de' or 'de-CH'.";
        InvalidActionName: InvalidOption = "The action's name must be a string such as 'set-theme'.";
        InvalidPayload: InvalidOption = "A theme or payload must be a plain object without functions. It is: {}.";
        InvalidFilter: InvalidFilter = "{}A filter is { member: 'orders.status', value: 'completed' } or has an operator, and JSON has its value.";
        InvalidTimezone: InvalidTimezone = "The time zone must be an IANA name such as 'Europe/Berlin'.";
        InvalidPath: InvalidPath = "The path must lie inside the embed: no scheme, host, backslash, '..' or fragment.";
        ReservedAction: ReservedAction = "Call renew() instead of sending set-session.";
        InvalidSignal: InvalidOption = "signal must be an AbortSignal.";
        InvalidHandler: InvalidOption = "A handler must be a function.";
        UnknownEvent: InvalidOption = "There is no event '{}'.";
        BridgeFailed: BridgeFailed = "svc-embed crashed{}. Mount the embed again and report it.";
        WasmUnavailable: WasmUnavailable = "The page's policy or the browser forbids WebAssembly, and svc-embed could not load translated.js{}. Serve all files of the package, or add 'wasm-unsafe-eval' to script-src.";
        FileUnavailable: FileUnavailable = "svc-embed could not load {}. Serve all files of the package.";
    }
    core {
        NotRenewable: InvalidOption = "This embed has no session to renew: it is private or has no getSession.";
        NotReloadable: InvalidTarget = "svc-embed may not load this iframe: pass connect() its surface and params.";
        Unreachable: InvalidTarget = "No session id could reach the embed: its iframe is not in a document, or shows another page.";
        Destroyed: Destroyed = "The embed was destroyed. Mount a new one.";
        ReadyTimedOut: ReadyTimeout = "The embed did not report ready within {}.";
        NotLoaded: ReadyTimeout = "getSession did not answer within {}.";
        Blocked: FrameBlocked = "{}";
        MintFailed: MintFailed = "getSession failed{}. Check its code and your backend.";
        MintTimedOut: MintTimeout = "getSession did not finish within renewal.mintTimeoutMs. Check its code and your backend.";
        MintInvalid: MintInvalid = "getSession must return the session id itself, a string{}.";
        MintRepeated: MintRepeated = "getSession returned a used id. Get a new one for every call.";
        MintStale: MintStale = "The session id may be older than 5 minutes. Return it at once.";
        ExchangeRejected: ExchangeRejected = "The embed rejected the session id: used, expired or another tenant's. Get a new one for every call.";
        SessionLapsed: SessionLapsed = "The session ended at once. Check the clocks of device and service.";
        SignedOut: SignedOut = "getSession threw SignedOutError: renewal has stopped. Mount the embed again after a sign-in.";
    }
    core_options {
        InvalidPolicy: InvalidOption = "renewal needs maxAttempts and lifetimeMs above 0, and retryMinMs not above retryMaxMs.";
        TooManyEmbeds: InvalidTarget = "This page already has 1,024 embeds. Destroy one of them first.";
    }
    options {
        InvalidBaseUrl: InvalidBaseUrl = "baseUrl must be the tenant's https URL, such as 'https://acme.example.com', without credentials, query or fragment, and with at most 8,192 characters. Only loopback hosts may have http.";
        InvalidSurface: InvalidOption = "surface must be { kind: 'dashboard', publicId }, { kind: 'app', deploymentId }, { kind: 'chat' }, or a kind with a path.";
        InvalidPublicId: InvalidOption = "surface.publicId must be the dashboard's public id.";
        InvalidDeploymentId: InvalidOption = "surface.deploymentId must be the deployment's number.";
        SessionInParams: InvalidOption = "params and surface.path must not contain the session id: it comes from getSession.";
        InvalidAttribute: InvalidOption = "attributes must be valid attributes of an iframe, but not src, srcdoc, loading or an event handler. To load an embed lazily, pass loading: 'lazy' to mount().";
        PathWithoutSession: InvalidPath = "surface.path contains '{session}', but there is no getSession.";
        InvalidTarget: InvalidTarget = "mount() needs an element of this document that can have children, or a selector of one.";
        InvalidIframe: InvalidTarget = "connect() needs an iframe of this document.";
        AlreadyConnected: InvalidTarget = "This iframe already has an embed. Use that one, or destroy it first.";
        OtherIframe: InvalidTarget = "The iframe is not adopted: its src is not the URL that svc-embed writes for this baseUrl, surface and params.";
        NotABrowser: NotABrowser = "An embed needs a page with a document. On a server, mount it after hydration.";
        InvalidFilters: InvalidFilter = "filters must be an array.";
        InvalidDuration: InvalidOption = "{} must be a number that is not negative.";
        InvalidRenewal: InvalidOption = "renewal must be an object of options.";
        InvalidOnExhausted: InvalidOption = "renewal.onExhausted must be 'stop' or 'reload'.";
        InvalidTitle: InvalidOption = "title must be a string.";
        InvalidTexts: InvalidOption = "params and attributes must be objects of strings, numbers and booleans.";
        InvalidGetSession: InvalidOption = "getSession must be a function.";

        // Of `<svc-embed>`.

        NotAllowed: NotAllowed = "No script has called SvcEmbedElement.allow({}), with exactly these texts.";
        CopiedElement: InvalidOption = "getSession must be a function. Set this property on each copy of an element.";

        // What was wrong with a target. `npm/src/diagnose/mistakes.ts` finds out which it was.

        TargetNotFound: InvalidTarget = "No element of this document matches the selector '{}'. Call mount() once the element is in the page.";
        TargetNotSelector: InvalidTarget = "'{}' is not a valid selector. The selector of an id begins with '#', that of a class with '.'.";
        TargetReplaced: InvalidTarget = "The target is an element that cannot have children: <{}>. Pass the element around it: mount() makes an iframe there. For an iframe of your own, call connect().";
        TargetElsewhere: InvalidTarget = "The target is an element of another document. mount() needs one of the document in which the script runs.";
    }
    frame {
        FrameBlocked: FrameBlocked = "The content security policy of this page blocks the embed{}. Add the tenant's origin, without a path, to the frame-src of each policy of this page: that of the header, and that of a <meta>.";
        FrameRedirected: FrameBlocked = "The embed's page redirects to an origin that the content security policy of this page does not allow{}. Sign in there, or add that origin, too.";
        FrameIsolated: FrameBlocked = "This page is isolated by its Cross-Origin-Embedder-Policy, and the embed's page does not send that header. Pass attributes: { credentialless: true } to mount() (frame-attributes of <svc-embed>), or remove the header from this page.";
        FrameRefused: FrameBlocked = "The tenant does not let this page show the embed{}. Add this page's origin to the origins that may embed it.";
        FrameSandboxed: FrameSilent = "No embed works without {} in the iframe's sandbox attribute. Add it, or let mount() set the attribute.";
        FrameElsewhere: FrameSilent = "The iframe shows a page of another origin{}. It may be a sign-in page, or baseUrl may be an address that redirects: baseUrl must be the tenant's own.";
        FrameSilent: FrameSilent = "The page at {} has loaded, but has sent no message of an embed in five seconds. No browser tells this page why. The network panel does: a status 404 is a wrong id or baseUrl; with 200, the tenant may refuse to be framed by this page (the console names frame-ancestors or X-Frame-Options), show a sign-in page, or be another site.";
        FramePrivate: FrameSilent = "The page at {} has loaded, but has sent no message of an embed in five seconds. This embed is private: the page probably asks the viewer to sign in to the service, or the browser blocks its cookies. If that is not meant, pass getSession.";
        FrameUnreachable: FrameSilent = "No request of this page reaches the tenant's address{}. The browser's own line in the console says why: it may be the host or the port of baseUrl, its certificate, the network, or a permission to reach a more private network.";
        FrameLate: FrameSilent = "No message has come from the iframe since connect() was called: {}. If you see the dashboard, connect() was called too late, because an embed reports ready only once: call it before the iframe has loaded. If you do not see it, check the host of baseUrl, and the network.";
        FrameUnanswered: FrameSilent = "The server has not answered the request for the embed's page{}. Check the host of baseUrl, and the network.";
    }
}
