//! Which embed a message comes from.

use std::collections::{HashMap, HashSet};

use js_sys::{Map, Object, WeakSet};

use crate::page::EmbedId;

/// The windows of the embeds. A look-up costs the same for one embed and for a thousand.
#[derive(Default)]
pub(super) struct Windows {
    /// From a window to its number. Only JavaScript can compare windows of other origins.
    numbers: Option<Map>,
    /// From that number to the embed.
    ids: HashMap<u32, EmbedId>,
    last: u32,
    /// The origins of the embeds, also of those that were removed: an origin stays until the page
    /// has no embed left. The first message of a window of it costs a search in `find_moved`, which
    /// finds nothing.
    origins: HashSet<String>,
    /// The windows of these origins that were no embed's when the iframe of an embed last had another
    /// document.
    strays: Option<WeakSet>,
}

/// A window in [`Windows`].
pub(super) struct Route {
    window: Object,
    number: u32,
}

impl Windows {
    /// Messages of `window` are the embed `id`'s from now on.
    #[must_use = "the route is needed to remove it"]
    pub(super) fn add(&mut self, window: Object, id: EmbedId) -> Route {
        self.last = self.last.wrapping_add(1);
        let number = self.last;
        self.ids.insert(number, id);
        let numbers = self.numbers.get_or_insert_with(Map::new);
        numbers.set(&window, &number.into());
        Route { window, number }
    }

    /// An embed of `origin` was opened. Its iframe need not have a window yet.
    pub(super) fn note_origin(&mut self, origin: &str) {
        if !self.origins.contains(origin) {
            self.origins.insert(origin.to_owned());
        }
    }

    /// Forgets a window, unless it has become another embed's.
    pub(super) fn remove(&mut self, route: &Route) {
        self.ids.remove(&route.number);
        let Some(numbers) = &self.numbers else { return };
        if numbers.get(&route.window) == route.number {
            numbers.delete(&route.window);
        }
    }

    /// The embed whose iframe has `window`.
    pub(super) fn find(&self, window: &Object) -> Option<EmbedId> {
        let number = self.numbers.as_ref()?.get(window).as_f64()?;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the number was made from a u32"
        )]
        let number = number as u32;
        self.ids.get(&number).copied()
    }

    /// No embed has `window`.
    pub(super) fn note_stray(&mut self, window: &Object) {
        self.strays.get_or_insert_with(WeakSet::new).add(window);
    }

    /// The iframe of an embed may have another window: a stray may be an embed's now.
    pub(super) fn forget_strays(&mut self) {
        self.strays = None;
    }

    pub(super) fn is_stray(&self, window: &Object) -> bool {
        self.strays
            .as_ref()
            .is_some_and(|strays| strays.has(window))
    }

    /// Whether an embed has this origin, or had it.
    pub(super) fn has_origin(&self, origin: &str) -> bool {
        self.origins.contains(origin)
    }
}
