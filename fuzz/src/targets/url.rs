//! Base URLs and URLs of embeds. The reference is the parser of the crate `url`, which is that of
//! browsers: whatever goes in, what comes out must lead to the tenant, and carry the session id
//! once for each place.

use ::url::{Host, Url};
use svc_embed::protocol::{BaseUrl, EmbedUrl, Filter, SessionId, Surface, SurfaceKind};

use super::Bytes;

/// Each character of it means something in a URL.
const ID: &str = "it is 100% & more?/#";

pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let choice = bytes.byte();
    let Some(text) = bytes.line() else {
        return;
    };
    // As a text that no parser has written: only no panic.
    let _ = BaseUrl::parse(text).map(|base| base.origin().len());
    let Ok(parsed) = Url::parse(text) else {
        return;
    };
    // The parser itself does not read each host again that it has written.
    if Url::parse(parsed.as_str()).as_ref() != Ok(&parsed) {
        return;
    }
    let Ok(base) = BaseUrl::parse(parsed.as_str()) else {
        assert!(!is_base(&parsed), "{parsed} is a base URL");
        return;
    };
    assert!(is_base(&parsed), "{parsed} is no base URL");
    assert_eq!(base.origin(), parsed.origin().ascii_serialization());
    let _ = embed(choice, &mut bytes, &parsed, &base);
}

fn is_base(url: &Url) -> bool {
    let is_loopback = match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    let is_secure = url.scheme() == "https" || (url.scheme() == "http" && is_loopback);
    // A session id in the host would go to whoever answers for its name.
    let has_place = url.host_str().is_some_and(|host| host.contains('{'));
    let has_credentials = !url.username().is_empty() || url.password().is_some();
    let is_bare = |part: Option<&str>| part.is_none_or(str::is_empty);
    is_secure && !has_place && !has_credentials && is_bare(url.query()) && is_bare(url.fragment())
}

fn embed(choice: u8, bytes: &mut Bytes<'_>, parsed: &Url, base: &BaseUrl) -> Option<()> {
    let place = bytes.line()?;
    let kind = [SurfaceKind::App, SurfaceKind::Chat][usize::from(choice >> 4 & 1)].clone();
    let surface = match choice & 3 {
        0 => Surface::dashboard(place),
        1 => Surface::app(u64::from(choice)),
        2 => Surface::chat(),
        _ => Surface::at(kind, place),
    };
    let is_signed = choice & 4 == 0;
    let params = vec![(bytes.line()?.to_owned(), bytes.line()?.to_owned())];
    let filters: Vec<Filter> = Filter::parse(bytes.line()?).into_iter().collect();
    let params = if choice & 8 == 0 { params } else { Vec::new() };
    let url = EmbedUrl::new(base, &surface, &params, &filters, is_signed).ok()?;

    let id = SessionId::new(ID);
    let signed = url.with_session(id.as_ref().filter(|_| is_signed));
    let private = url.with_session(None);
    for text in [&signed, &private] {
        let url = Url::parse(text).expect("a URL that browsers read");
        assert_eq!(url.origin(), parsed.origin(), "{text} leaves the tenant");
        assert!(url.fragment().is_none(), "{text} has a fragment");
        assert!(url.username().is_empty() && url.password().is_none());
        assert!(text.starts_with(base.origin()));
        // The empty text in the place of a private embed may join braces around it.
        let is_filled = !is_signed || text == &private || !text.contains("{session}");
        assert!(is_filled, "{text} has a place left");
    }
    // As it is written: a step back in the path may take the place away again.
    let encoded = "it%20is%20100%25%20%26%20more%3F%2F%23";
    let has_id = !is_signed || signed.contains(encoded);
    assert!(has_id, "{signed} lacks the session id");
    let signed = Url::parse(&signed).ok()?;
    let keys = |url: &Url, key: &str| url.query_pairs().filter(|(name, _)| name == key).count();
    if is_signed {
        for key in ["session", "sessionId"] {
            // A path may put more around the place.
            let is_foreign = |id: &str| !id.contains(ID);
            let mut pairs = signed.query_pairs();
            let foreign = pairs.find(|(name, id)| name == key && is_foreign(id));
            assert_eq!(foreign, None, "a session id that is not the embed's");
        }
    }
    if let Some((name, value)) = params.first() {
        let carried = |url: &Url| {
            let mut pairs = url.query_pairs();
            pairs.any(|(key, text)| key == **name && text == **value)
        };
        // A value that is the place itself takes the id.
        if !value.contains("{session}") && !name.contains("{session}") {
            assert!(carried(&signed), "{signed} lacks {name}={value}");
        }
    }
    for filter in &filters {
        assert!(keys(&signed, filter.key()) > 0);
    }
    Some(())
}
