//! The embed as a component.

use leptos::html::Div;
use leptos::prelude::*;
use svc_embed::bridge::{MountOptions, State};
use svc_embed::protocol::{EventMessage, Filter, Surface};
use svc_embed::{Embed, Error};

use crate::backend::get_session;

/// The handle of the embed while it is mounted. It cannot leave the page's one thread.
pub type Handle = RwSignal<Option<Embed>, LocalStorage>;

/// A dashboard of the service. The embed is mounted and destroyed with the component.
#[component]
pub fn Dashboard(
    /// The tenant's origin.
    tenant: String,
    /// The dashboard's id in URLs.
    public_id: String,
    /// Receives the handle, so that the page can call `renew` and other methods.
    handle: Handle,
    /// The page's filter, sent at each change. svc-embed keeps it until the embed is ready.
    #[prop(into)]
    filter: Signal<Option<Filter>>,
    /// Called with each event of the embed.
    on_event: impl Fn(&EventMessage) + 'static,
    /// Called with the session's state at each change.
    on_session: impl Fn(&State) + 'static,
) -> impl IntoView {
    let place = NodeRef::<Div>::new();
    let failure = RwSignal::new(None::<Error>);

    place.on_load(move |place| {
        let options = MountOptions::new(tenant, Surface::dashboard(public_id));
        match Embed::mount(&place, options.get_session(get_session)) {
            Ok(embed) => {
                embed
                    .on(move |event: &EventMessage| on_event(event))
                    .forget();
                embed.on(move |state: &State| on_session(state)).forget();
                handle.set(Some(embed));
            }
            Err(error) => failure.set(Some(error)),
        }
    });
    Effect::new(move || {
        if let (Some(embed), Some(filter)) = (handle.get(), filter.get()) {
            failure.set(embed.set_filter(&filter).err());
        }
    });
    on_cleanup(move || {
        if let Some(embed) = handle.try_update(Option::take).flatten() {
            embed.destroy();
        }
    });

    view! {
        <div class="dashboard" node_ref=place></div>
        <p class="failure" role="alert">{move || failure.get().map(|error| error.to_string())}</p>
    }
}
