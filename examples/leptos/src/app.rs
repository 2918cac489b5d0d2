//! The page around the dashboard.

use js_sys::Date;
use leptos::prelude::*;
use svc_embed::bridge::State;
use svc_embed::protocol::{EventMessage, Filter};

use crate::backend::{self, Config};
use crate::dashboard::{Dashboard, Handle};

/// How many events the page remembers.
const REMEMBERED: usize = 50;

/// What the page can filter by: every region where there is no value.
const REGIONS: [(&str, Option<&str>); 4] = [
    ("All regions", None),
    ("Europe", Some("Europe")),
    ("North America", Some("North America")),
    ("Asia Pacific", Some("Asia Pacific")),
];

/// An event, as the page lists it.
#[derive(Debug, Clone, PartialEq)]
struct Line {
    number: usize,
    time: String,
    name: String,
    detail: String,
}

/// The page.
#[component]
pub fn App() -> impl IntoView {
    let config = LocalResource::new(backend::config);
    view! {
        <header>
            <h1>"Leptos, with an embedded dashboard"</h1>
            <p>
                "A web app in Rust. The dashboard comes from another origin, on a signed session that "
                <code>"svc_embed"</code> " renews."
            </p>
        </header>
        {move || match config.get() {
            None => view! { <p>"Loading…"</p> }.into_any(),
            Some(Err(error)) => view! { <p class="failure" role="alert">{error}</p> }.into_any(),
            Some(Ok(config)) => view! { <Page config/> }.into_any(),
        }}
    }
}

#[component]
fn Page(config: Config) -> impl IntoView {
    let handle: Handle = RwSignal::new_local(None);
    let shown = RwSignal::new(true);
    let chosen = RwSignal::new(0);
    let filter = RwSignal::new(None);
    let session = RwSignal::new(None::<State>);
    let events = RwSignal::new(Vec::<Line>::new());

    let Config { tenant, dashboards } = config;
    let titles: Vec<String> = dashboards.iter().map(|one| one.title.clone()).collect();
    let choose = move |event| {
        chosen.set(event_target_value(&event).parse().unwrap_or_default());
    };
    let choose_region = move |event| {
        let value = event_target_value(&event);
        filter.set(region(
            Some(value.as_str()).filter(|value| !value.is_empty()),
        ));
    };
    let renew = move |_| {
        if let Some(embed) = handle.get() {
            // The renewal goes on without its future; the session's state shows how it went.
            drop(embed.renew());
        }
    };
    let toggle = move |_| shown.update(|shown| *shown = !*shown);
    view! {
        <main>
            <section aria-label="The dashboard">
                <div class="bar">
                    <label>
                        "Dashboard" <select on:change=choose prop:disabled=move || !shown.get()>
                            {titles
                                .into_iter()
                                .enumerate()
                                .map(|(index, title)| view! { <option value=index>{title}</option> })
                                .collect_view()}
                        </select>
                    </label>
                    <label>
                        "Region" <select id="region" on:change=choose_region>
                            {REGIONS
                                .map(|(label, value)| {
                                    view! { <option value=value.unwrap_or_default()>{label}</option> }
                                })
                                .collect_view()}
                        </select>
                    </label>
                    <button id="toggle" on:click=toggle>
                        {move || if shown.get() { "Unmount" } else { "Mount" }}
                    </button>
                </div>
                {move || {
                    let place = dashboards.get(chosen.get()).filter(|_| shown.get());
                    place
                        .map(|dashboard| {
                            view! {
                                <Dashboard
                                    tenant=tenant.clone()
                                    public_id=dashboard.public_id.clone()
                                    handle
                                    filter
                                    on_event=move |event: &EventMessage| remember(events, event)
                                    on_session=move |state: &State| session.set(Some(state.clone()))
                                />
                            }
                        })
                }}
                <Show when=move || !shown.get()>
                    <p>"Unmounted: no iframe, no listener, no timer."</p>
                </Show>
            </section>
            <aside>
                <section aria-label="The session">
                    <div class="bar">
                        <h2>"Session"</h2>
                        <button
                            id="renew"
                            on:click=renew
                            prop:disabled=move || handle.with(Option::is_none)
                        >
                            "Renew now"
                        </button>
                    </div>
                    <SessionFacts session/>
                </section>
                <section aria-label="Events">
                    <div class="bar">
                        <h2>"Events"</h2>
                        <span>
                            {move || events.with(|all| all.first().map_or(0, |line| line.number))}
                        </span>
                    </div>
                    <ol id="events">
                        <For each=move || events.get() key=|line| line.number let(line)>
                            <li>
                                <time>{line.time}</time>
                                <b>{line.name}</b>
                                <span>{line.detail}</span>
                            </li>
                        </For>
                    </ol>
                </section>
            </aside>
        </main>
    }
}

#[component]
fn SessionFacts(session: RwSignal<Option<State>>) -> impl IntoView {
    let fact = move |of: fn(State) -> String| move || session.get().map_or("–".to_owned(), of);
    let status = fact(|state| state.status.as_str().to_owned());
    view! {
        <dl id="session" data-status=status>
            <dt>"Status"</dt>
            <dd class="status">{status}</dd>
            <dt>"Mode"</dt>
            <dd id="mode">{fact(|state| state.mode.map_or("–", |mode| mode.as_str()).to_owned())}</dd>
            <dt>"Renewal"</dt>
            <dd id="renewal">{fact(|state| state.renewal.as_str().to_owned())}</dd>
            <dt>"Expires"</dt>
            <dd>{fact(|state| state.expires_at.map_or("not told yet".to_owned(), |at| time(at.number())))}</dd>
            <dt>"Last error"</dt>
            <dd>
                {fact(|state| state.last_error.as_ref().map_or("none", |error| error.code().as_str()).to_owned())}
            </dd>
        </dl>
    }
}

/// The filter for one region. Without a value, the service takes the filter away.
fn region(value: Option<&str>) -> Option<Filter> {
    Filter::equals("orders.region", value).ok()
}

/// Puts an event before those that came earlier.
fn remember(events: RwSignal<Vec<Line>>, message: &EventMessage) {
    events.update(|all| {
        let line = Line {
            number: all.first().map_or(0, |last| last.number) + 1,
            time: time(message.timestamp),
            name: message.event.name().to_owned(),
            detail: message.event.payload().to_string(),
        };
        all.insert(0, line);
        all.truncate(REMEMBERED);
    });
}

/// An instant (epoch milliseconds) as the viewer's clock shows it.
fn time(at_ms: f64) -> String {
    let date = Date::new(&at_ms.into());
    date.to_locale_time_string("en-GB").into()
}
