//! A web app in Leptos with an embedded dashboard. It lists the events, shows the session, sets a
//! filter, and destroys the embed when its component is removed.

mod app;
mod backend;
mod dashboard;

fn main() {
    leptos::mount::mount_to_body(app::App);
}
