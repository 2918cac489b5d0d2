//! A web app in Leptos with an embedded dashboard: what it hears, how its session stands, a filter
//! that the page sets, and the embed's end when its component goes.

mod app;
mod backend;
mod dashboard;

fn main() {
    leptos::mount::mount_to_body(app::App);
}
