//! Redirects of the management API. The client must never take a stranger's URL for one of its own
//! origin, because the credential would follow. The reference is the crate `url`, with whose parser
//! the transports read the URL.

use ::url::Url;
use svc_embed::management::Method;
use svc_embed::management::redirect::{
    MAX_REDIRECTS, Redirect, follow, is_secure, origin, resolve,
};

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
    let Some(url) = resolve(from, location) else {
        return;
    };
    let redirect = Redirect {
        status,
        method,
        same_origin: origin(&url) == origin(from),
        secure: is_secure(from, &url),
        followed,
    };
    let Ok(step) = follow(redirect) else {
        return;
    };
    assert!(followed < MAX_REDIRECTS);
    let Ok(parsed) = Url::parse(&url) else {
        return;
    };
    let own = Url::parse(from).unwrap();
    if step.with_credentials || !matches!(step.method, Method::Get | Method::Head) {
        assert_eq!(parsed.origin(), own.origin(), "{url} gets the credential");
    }
    let host = parsed.host_str().unwrap_or_default();
    let is_loopback = ["localhost", "[::1]"].contains(&host)
        || host.ends_with(".localhost")
        || host.starts_with("127.");
    assert!(
        parsed.scheme() == "https" || is_loopback && own.scheme() == "http",
        "{url} is not secure"
    );
}
