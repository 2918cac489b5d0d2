//! Redirects of the management API. The credential and a write must stay with their origin, and only
//! a file may come from another one. The reference is the crate `url`, with whose parser the
//! transports read the URL.

use ::url::{Host, Url};
use svc_embed::management::Method;
use svc_embed::management::redirect::{MAX_REDIRECTS, Redirect, follow};

use super::Bytes;

const BASES: [&str; 4] = [
    "https://acme.example/api/v1/deployments/7?first=1",
    "https://acme.example:8443",
    "http://localhost:4601/api",
    "http://127.0.0.1/api/",
];
const METHODS: [Method; 4] = [Method::Get, Method::Head, Method::Post, Method::Put];

pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let from = bytes.one_of(&BASES);
    let status = u16::from(bytes.byte() % 10) + 300;
    let method = bytes.one_of(&METHODS);
    let followed = u32::from(bytes.byte() % 8);
    let Some(location) = bytes.text() else {
        return;
    };
    for is_file in [false, true] {
        let redirect = Redirect {
            status,
            method,
            from,
            location,
            is_file,
            followed,
        };
        let Ok(step) = follow(redirect) else {
            continue;
        };
        assert!(followed < MAX_REDIRECTS);
        let parsed = Url::parse(&step.url).unwrap();
        assert_eq!(
            parsed.as_str(),
            step.url,
            "it is written as a parser writes it"
        );
        let own = Url::parse(from).unwrap();
        if step.with_credentials || !is_file || !matches!(step.method, Method::Get | Method::Head) {
            assert_eq!(
                parsed.origin(),
                own.origin(),
                "{location} gets the credential"
            );
        }
        assert!(parsed.username().is_empty() && parsed.password().unwrap_or_default().is_empty());
        // A name such as `127.0.0.1k.example` is a name.
        let is_loopback = match parsed.host() {
            Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
            Some(Host::Ipv4(address)) => address.is_loopback(),
            Some(Host::Ipv6(address)) => address.is_loopback(),
            None => false,
        };
        assert!(
            parsed.scheme() == "https" || is_loopback && own.scheme() == "http",
            "{location} is not secure"
        );
        assert!(
            !is_loopback || own.scheme() == "http",
            "{location} is internal"
        );
    }
}
