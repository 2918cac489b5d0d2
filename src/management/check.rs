//! What the service would refuse, found before it is sent; and what it has deprecated.

use alloc::vec::Vec;

use super::data::{Data, whole};
use super::invalid::InvalidRequest;
use super::operation::{Operation, Traits};
use super::request::Input;
use super::text::{decimal, digits, join};

/// The longest name or title of a report, and the longest entry of an app, in characters.
pub const MAX_NAME: usize = 255;
/// The bounds of a deployment token's life, in seconds.
pub const TOKEN_LIFE: core::ops::RangeInclusive<u64> = 60..=86_400;

const DEPRECATED_CHANGELOG: &str = "lastSeenChangelogId is deprecated: the service ignores it.";
const DEPRECATED_TABS: &str =
    "The widget type TABS_CONTAINER is deprecated: use CONTAINER with the layout 'tabs'.";
const DEPRECATED_THEME: &str =
    "The fields light and dark of the app theme are deprecated: use palette and logoUrl.";

/// Checks the input of `operation`; gives what it uses that is deprecated.
pub(super) fn input<D: Data>(
    operation: &Operation<'_>,
    input: &Input<D>,
) -> Result<Vec<&'static str>, InvalidRequest> {
    let traits = operation.traits;
    let fields = Fields(input);
    let mut deprecations = Vec::new();
    needs(operation.needs, &fields)?;
    if traits.has(Traits::REPORT_NAMES) {
        for key in ["name", "title"] {
            limit_length(fields.get(key), key)?;
        }
    }
    if traits.has(Traits::DASHBOARDS) {
        dashboards(&fields, &mut deprecations)?;
    }
    if traits.has(Traits::EXPIRES_IN) {
        expires_in(fields.get("expiresIn"))?;
    }
    if traits.has(Traits::VIEW_ORDER) {
        view_order(&fields)?;
    }
    if traits.has(Traits::PLACEMENT) {
        placement(&fields)?;
    }
    if traits.has(Traits::SESSION) {
        session(&fields)?;
    }
    if traits.has(Traits::SCIM) {
        start_index(fields.get("startIndex"))?;
    }
    if traits.has(Traits::USER_SETTINGS) && fields.get("lastSeenChangelogId").is_some() {
        deprecations.push(DEPRECATED_CHANGELOG);
    }
    Ok(deprecations)
}

/// What the answer of `operation` holds that is deprecated.
pub fn answer<D: Data>(operation: &Operation<'_>, body: &D) -> Option<&'static str> {
    let old = || {
        ["light", "dark"]
            .iter()
            .any(|key| body.given(key).is_some())
    };
    (operation.traits.has(Traits::APP_THEME) && old()).then_some(DEPRECATED_THEME)
}

/// The fields of a body and of a query. The service does not always say in which of them a field
/// stands, so both are looked into.
struct Fields<'a, D>(&'a Input<D>);

impl<D: Data> Fields<'_, D> {
    fn get(&self, key: &str) -> Option<D> {
        let mut parts = self.0.body.iter().chain(&self.0.query);
        parts.find_map(|part| part.given(key))
    }
}

/// `a` is needed, of `a|b` exactly one, of `a|b?` at most one.
fn needs<D: Data>(needs: &str, fields: &Fields<'_, D>) -> Result<(), InvalidRequest> {
    for need in needs.split_ascii_whitespace() {
        let (names, optional) = match need.strip_suffix(['?']) {
            Some(names) => (names, true),
            None => (need, false),
        };
        let given = names
            .split(['|'])
            .filter(|name| fields.get(name).is_some())
            .count();
        let rule = match (given, names.bytes().any(|byte| byte == b'|')) {
            (0, _) if optional => continue,
            (1, _) => continue,
            (0, false) => "is required",
            (_, true) if optional => "exclude each other: give one of them at most",
            (_, _) => "must be given, exactly one of them",
        };
        return Err(InvalidRequest::new(names.replace(['|'], ", "), rule));
    }
    Ok(())
}

fn limit_length<D: Data>(value: Option<D>, field: &str) -> Result<(), InvalidRequest> {
    match value.and_then(|value| value.text()) {
        Some(text) if text.chars().nth(MAX_NAME).is_some() => Err(InvalidRequest::new(
            field,
            "must have at most 255 characters",
        )),
        _ => Ok(()),
    }
}

fn expires_in<D: Data>(value: Option<D>) -> Result<(), InvalidRequest> {
    let in_range = |seconds| whole(seconds).is_some_and(|seconds| TOKEN_LIFE.contains(&seconds));
    match value {
        Some(value) if !value.number().is_some_and(in_range) => Err(InvalidRequest::new(
            "expiresIn",
            "must be a whole number of seconds from 60 to 86400",
        )),
        _ => Ok(()),
    }
}

fn view_order<D: Data>(fields: &Fields<'_, D>) -> Result<(), InvalidRequest> {
    let by_view = fields.get("sortBy").and_then(|order| order.text());
    if by_view.as_deref() == Some("lastViewedAt") && fields.get("after").is_some() {
        return Err(InvalidRequest::new(
            "after",
            "cannot be used with sortBy 'lastViewedAt', which has no cursors",
        ));
    }
    Ok(())
}

fn placement<D: Data>(fields: &Fields<'_, D>) -> Result<(), InvalidRequest> {
    if fields.get("placementId").is_some() {
        return Ok(());
    }
    let parts = ["externalWorkbookId", "sheetName", "anchorCell"];
    let missing = parts.iter().find(|key| fields.get(key).is_none());
    missing.map_or(Ok(()), |key| {
        Err(InvalidRequest::new(
            *key,
            "is missing: a placement is addressed by placementId, or by externalWorkbookId, sheetName and anchorCell together",
        ))
    })
}

fn session<D: Data>(fields: &Fields<'_, D>) -> Result<(), InvalidRequest> {
    let removed = "ephemeralTtlSeconds";
    let rule = "was removed from the service: a session id lives for 5 minutes";
    if fields.get(removed).is_some() {
        return Err(InvalidRequest::new(removed, rule));
    }
    let settings = fields.get("settings");
    if settings.is_some_and(|settings| settings.given(removed).is_some()) {
        return Err(InvalidRequest::new(join(&["settings.", removed]), rule));
    }
    Ok(())
}

fn start_index<D: Data>(value: Option<D>) -> Result<(), InvalidRequest> {
    let index = |value: &D| value.scalar().and_then(|text| digits(&text));
    match value {
        Some(value) if index(&value).is_none_or(|index| index < 1) => Err(InvalidRequest::new(
            "startIndex",
            "must be a whole number from 1 on",
        )),
        _ => Ok(()),
    }
}

/// The configs that a body may hold: a draft may have widgets without an id, what is published may
/// not.
fn dashboards<D: Data>(
    fields: &Fields<'_, D>,
    deprecations: &mut Vec<&'static str>,
) -> Result<(), InvalidRequest> {
    let mut check = |config: Option<D>, at: &str, published: bool| match config {
        Some(config) => dashboard_config(&config, at, published, deprecations),
        None => Ok(()),
    };
    check(fields.get("dashboardDraft"), "dashboardDraft", false)?;
    check(fields.get("dashboardPublished"), "dashboardPublished", true)?;
    let published = fields.get("publishedDashboard");
    let config = published.and_then(|dashboard| dashboard.given("config"));
    check(config, "publishedDashboard.config", true)
}

fn dashboard_config<D: Data>(
    config: &D,
    at: &str,
    published: bool,
    deprecations: &mut Vec<&'static str>,
) -> Result<(), InvalidRequest> {
    let entry = config.given("app").and_then(|app| app.given("entry"));
    limit_length(entry, &join(&[at, ".app.entry"]))?;
    let widgets = config.given("widgets");
    let widget = |index: usize| widgets.as_ref()?.element(index);
    for (index, widget) in (0..).map_while(widget).enumerate() {
        let id = widget.text_of("id").filter(|id| !id.is_empty());
        if published && id.is_none() {
            let field = join(&[at, ".widgets[", &decimal(index as u64), "].id"]);
            return Err(InvalidRequest::new(
                field,
                "is required where a dashboard is published",
            ));
        }
        let tabs = widget.text_of("type").as_deref() == Some("TABS_CONTAINER");
        if tabs && !deprecations.contains(&DEPRECATED_TABS) {
            deprecations.push(DEPRECATED_TABS);
        }
    }
    Ok(())
}
