//! The embed as a component.

use std::rc::Rc;

use leptos::html::Div;
use leptos::prelude::*;
use svc_embed::bridge::{Message, MountOptions, Topic};
use svc_embed::protocol::{Action, EventMessage, Filter, Surface};
use svc_embed::session::State;
use svc_embed::{Embed, Error};

use crate::backend::get_session;

/// The handle of the embed, for as long as it lives. It stays on the page's one thread.
pub type Handle = RwSignal<Option<Embed>, LocalStorage>;

/// A dashboard of the service: mounted with the component, destroyed with it.
#[component]
pub fn Dashboard(
    /// The tenant's origin.
    tenant: String,
    /// The dashboard's id in URLs.
    public_id: String,
    /// Where the handle is kept: for `renew` and all else that a page may want.
    handle: Handle,
    /// What the page filters by. Sent at each change; before the embed is ready, it is kept.
    #[prop(into)]
    filter: Signal<Option<Filter>>,
    /// Called with each event of the embed.
    on_event: impl Fn(EventMessage) + 'static,
    /// Called with the session's state at each change.
    on_session: impl Fn(State) + 'static,
) -> impl IntoView {
    let place = NodeRef::<Div>::new();
    let failure = RwSignal::new(None::<Error>);

    place.on_load(move |place| {
        let mount = || {
            let mut options = MountOptions::new(&tenant, Surface::Dashboard(public_id))?;
            options.connect.get_session = Some(Rc::new(get_session));
            let embed = Embed::mount(&place, options)?;
            let heard = move |message: &Message| {
                if let Ok(event) = message.event() {
                    on_event(event);
                }
            };
            embed.on(Topic::Any, heard)?.forget();
            let same = embed.clone();
            let changed = move |_: &Message| on_session(same.session());
            embed.on(Topic::Session, changed)?.forget();
            Ok(embed)
        };
        match mount() {
            Ok(embed) => handle.set(Some(embed)),
            Err(error) => failure.set(Some(error)),
        }
    });
    Effect::new(move || {
        if let (Some(embed), Some(filter)) = (handle.get(), filter.get()) {
            failure.set(embed.send_action(&Action::SetFilter(filter)).err());
        }
    });
    on_cleanup(move || {
        if let Some(embed) = handle.try_update(Option::take).flatten() {
            embed.destroy();
        }
    });

    view! {
        <div class="dashboard" node_ref=place></div>
        <p class="failure" role="alert">{move || failure.get().map(|error| error.message())}</p>
    }
}
