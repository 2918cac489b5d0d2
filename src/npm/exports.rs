//! The functions that the WebAssembly exports, each under its name in JavaScript.
//! `npm/src/core/exports.ts` has their types.

use super::abi::{Maybe, Named};
use super::types::{Given, Setting};
use crate::page::{Dispatch, EffectKind, EmbedId, LoadedBy, TextHash};
use crate::session::{Epoch, Monotonic};

/// A function as TypeScript sees it.
#[derive(Debug, Clone, Copy)]
pub struct Export {
    /// Its name in JavaScript.
    pub name: &'static str,
    /// Its documentation.
    pub doc: &'static str,
    /// Its parameters: each with its name and its type.
    pub parameters: &'static [(&'static str, &'static str)],
    /// The type that it returns.
    pub returns: &'static str,
}

/// Declares the exports.
macro_rules! exports {
    ($(
        $(#[doc = $doc:literal])*
        fn $name:ident as $js_name:literal($($parameter:ident: $type:ty),* $(,)?) $(-> $returns:ty)? $body:block
    )*) => {
        #[cfg(feature = "npm")]
        mod functions {
            use super::*;
            $(
                $(#[doc = $doc])*
                #[wasm_bindgen(js_name = $js_name)]
                pub fn $name($($parameter: $type),*) $(-> $returns)? $body
            )*
        }

        /// Every export.
        pub const EXPORTS: &[Export] = &[$(Export {
            name: $js_name,
            doc: concat!($($doc, "\n"),*),
            parameters: &[$((stringify!($parameter), <$type as Named>::TYPESCRIPT)),*],
            returns: exports!(@returns $($returns)?),
        }),*];
    };
    (@returns) => { <() as Named>::TYPESCRIPT };
    (@returns $type:ty) => { <$type as Named>::TYPESCRIPT };
}

#[cfg(feature = "npm")]
use {
    super::state::{Core, with},
    crate::session::Now,
    wasm_bindgen::prelude::wasm_bindgen,
};

exports! {
    /// Sets one number of the next embed, in the unit of the setting. A number that is not set has its
    /// default.
    fn set as "set"(setting: Setting, value: f64) {
        with(|core| core.set(setting, value));
    }

    /// Opens an embed with the settings made since the last one. `tenant` is the hash of the tenant's origin, whose
    /// embeds share its turns to mint. It returns none if the page has too many.
    fn open as "open"(monotonic: Monotonic, wall: Epoch, tenant: TextHash, loaded_by: LoadedBy, can_mint: bool, seed: u32) -> Maybe<EmbedId> {
        Maybe(with(|core| core.open(Now { monotonic, wall }, tenant, loaded_by, can_mint, seed)))
    }

    /// Hands in something that happened, with its values.
    fn signal as "signal"(embed: EmbedId, monotonic: Monotonic, wall: Epoch, signal: Given, first: f64, second: f64) {
        let now = Now { monotonic, wall };
        with(|core| core.page.handle(now, embed, signal.input(first, second)));
    }

    /// Notes an id that the page itself used, in the URL of an iframe that it loads.
    fn note_used_id as "noteUsedId"(hash: TextHash) {
        with(|core| core.page.note_used_id(hash));
    }

    /// Whether an event that has no meaning of its own, or a `view`, may change something; if not, it need not be
    /// handed in.
    fn awaits as "awaits"(embed: EmbedId) -> bool {
        with(|core| core.page.awaits(embed))
    }

    /// Whether the document in the iframe has reported anything but a rejection.
    fn is_shown as "isShown"(embed: EmbedId) -> bool {
        with(|core| core.page.is_shown(embed))
    }

    /// Whether an action is sent now, kept for later, or both; none if the embed was destroyed. An
    /// action that `lasts` describes a state.
    fn dispatch as "dispatch"(embed: EmbedId, lasts: bool) -> Maybe<Dispatch> {
        Maybe(with(|core| core.page.dispatch(embed, lasts).ok()))
    }

    /// The next thing to do; none if nothing is left. Its values are in `values` until the
    /// next poll.
    fn poll as "poll"() -> Maybe<EffectKind> {
        Maybe(with(Core::poll))
    }

    /// Puts the session of an embed into the values, from `mode` to `lastError`; nothing if the embed was
    /// destroyed.
    fn read_state as "readState"(embed: EmbedId) {
        with(|core| core.read_state(embed));
    }

    /// Where the values are in the memory, in bytes. They stay there.
    fn values_at as "valuesAt"() -> u32 {
        let address = with(|core| core::ptr::from_ref(&core.values).expose_provenance());
        u32::try_from(address).unwrap_or_default()
    }
}
