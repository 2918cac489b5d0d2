//! Finds inputs that the service would refuse, before they are sent, and deprecated fields.

use super::data::{Data, whole};
use super::invalid::InvalidRequest;
use super::operation::Traits;
use super::request::{Input, Template};
use super::text::Text;

/// The longest name or title of a report, and the longest entry of an app, in characters.
pub const MAX_NAME: usize = 255;
/// The bounds of a deployment token's life, in seconds.
pub const TOKEN_LIFE: core::ops::RangeInclusive<u64> = 60..=86_400;

const DEPRECATED_CHANGELOG: &str = "lastSeenChangelogId is deprecated: the service ignores it.";
const DEPRECATED_TABS: &str =
    "The widget type TABS_CONTAINER is deprecated: use CONTAINER with the layout 'tabs'.";
const DEPRECATED_THEME: &str =
    "The fields light and dark of the app theme are deprecated: use palette and logoUrl.";

/// The result of a check.
type Checked<D> = Result<(), InvalidRequest<<D as Data>::Text>>;

/// Which calls of an operation need the check of [`input`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Looks {
    /// No call.
    Never,
    /// Calls with this field, in the body or in the query.
    With(&'static str),
    /// Every call.
    Always,
}

/// The traits for which every input is checked.
const LOOKED_INTO: u32 = Traits::REPORT_NAMES.0
    | Traits::DASHBOARDS.0
    | Traits::EXPIRES_IN.0
    | Traits::PLACEMENT.0
    | Traits::SESSION.0
    | Traits::SCIM.0
    | Traits::USER_SETTINGS.0;

/// Which calls of this operation need the check of [`input`]. Ordered lists need it only with one
/// field; they are a separate case because a list makes many calls.
pub(super) fn looks<T: Text>(template: &Template<T>) -> Looks {
    let Template { traits, needs, .. } = template;
    if traits.0 & LOOKED_INTO != 0 || !needs.is("") {
        Looks::Always
    } else if traits.has(Traits::VIEW_ORDER) {
        Looks::With("sortBy")
    } else {
        Looks::Never
    }
}

/// Checks the input of an operation. Returns a sentence if the input uses a deprecated field.
pub(super) fn input<D: Data>(
    template: &Template<D::Text>,
    input: &Input<D>,
) -> Result<Option<&'static str>, InvalidRequest<D::Text>> {
    let traits = template.traits;
    let fields = Fields(input);
    let mut deprecation = None;
    needs(&template.needs, &fields)?;
    if traits.has(Traits::REPORT_NAMES) {
        for key in ["name", "title"] {
            limit_length(fields.get(key), &D::Text::of(key))?;
        }
    }
    if traits.has(Traits::DASHBOARDS) {
        dashboards(&fields, &mut deprecation)?;
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
    if traits.has(Traits::USER_SETTINGS) && fields.has("lastSeenChangelogId") {
        deprecation = Some(DEPRECATED_CHANGELOG);
    }
    Ok(deprecation)
}

/// Returns a sentence if the answer of an operation has deprecated fields.
pub fn answer<D: Data>(traits: Traits, body: &D) -> Option<&'static str> {
    let old = || body.has("light") || body.has("dark");
    (traits.has(Traits::APP_THEME) && old()).then_some(DEPRECATED_THEME)
}

/// The fields of a body and of a query. Both are searched, because the service's description does
/// not always say in which of them a field belongs.
struct Fields<'a, D>(&'a Input<D>);

impl<D: Data> Fields<'_, D> {
    fn get(&self, key: &'static str) -> Option<D> {
        let Input { body, query, .. } = self.0;
        body.member(key)
            .or_else(|| query.elements().find_map(|query| query.member(key)))
    }

    fn has(&self, key: &'static str) -> bool {
        self.get(key).is_some()
    }

    fn has_named(&self, key: &D::Text) -> bool {
        let Input { body, query, .. } = self.0;
        let has = |part: &D| part.member_named(key).is_some();
        has(body) || query.elements().any(|query| has(&query))
    }
}

/// `a` is required. `a|b` requires exactly one of them. `a|b?` allows at most one.
fn needs<D: Data>(needs: &D::Text, fields: &Fields<'_, D>) -> Checked<D> {
    if needs.is("") {
        return Ok(());
    }
    for need in needs.parts(" ") {
        let names = need.replace("\\?$", &D::Text::of(""));
        let optional = need.matches("\\?$");
        let alternatives = need.matches("\\|");
        let given = names.parts("\\|").filter(|name| fields.has_named(name));
        let rule = match given.count() {
            0 if optional => continue,
            1 => continue,
            0 if !alternatives => "is required",
            _ if optional => "must not be given together",
            _ => "are alternatives: exactly one is required",
        };
        let list = names.parts("\\|").reduce(|mut list, name| {
            list.push_str(", ");
            list.push(&name);
            list
        });
        return Err(InvalidRequest::of(list.unwrap_or(names), rule));
    }
    Ok(())
}

fn limit_length<D: Data>(value: Option<D>, field: &D::Text) -> Checked<D> {
    match value.and_then(|value| value.text()) {
        Some(text) if text.characters() > MAX_NAME => Err(InvalidRequest::of(
            field.clone(),
            "must have at most 255 characters",
        )),
        _ => Ok(()),
    }
}

fn expires_in<D: Data>(value: Option<D>) -> Checked<D> {
    let in_range = |seconds| whole(seconds).is_some_and(|seconds| TOKEN_LIFE.contains(&seconds));
    match value {
        Some(value) if !value.number().is_some_and(in_range) => Err(InvalidRequest::new(
            "expiresIn",
            "must be a whole number of seconds from 60 to 86400",
        )),
        _ => Ok(()),
    }
}

fn view_order<D: Data>(fields: &Fields<'_, D>) -> Checked<D> {
    let order = fields.get("sortBy").and_then(|order| order.text());
    if order.is_some_and(|order| order.is("lastViewedAt")) && fields.has("after") {
        return Err(InvalidRequest::new(
            "after",
            "cannot be used with sortBy 'lastViewedAt', which has no cursors",
        ));
    }
    Ok(())
}

fn placement<D: Data>(fields: &Fields<'_, D>) -> Checked<D> {
    if fields.has("placementId") {
        return Ok(());
    }
    let parts = ["externalWorkbookId", "sheetName", "anchorCell"];
    let missing = parts.into_iter().find(|key| !fields.has(key));
    missing.map_or(Ok(()), |key| {
        Err(InvalidRequest::new(
            key,
            "is missing: a placement needs placementId, or externalWorkbookId, sheetName and anchorCell together",
        ))
    })
}

fn session<D: Data>(fields: &Fields<'_, D>) -> Checked<D> {
    let removed = "ephemeralTtlSeconds";
    let in_settings = || fields.get("settings").is_some_and(|of| of.has(removed));
    let field = if fields.has(removed) {
        removed
    } else if in_settings() {
        "settings.ephemeralTtlSeconds"
    } else {
        return Ok(());
    };
    Err(InvalidRequest::new(
        field,
        "was removed from the service: a session id lives for 5 minutes",
    ))
}

fn start_index<D: Data>(value: Option<D>) -> Checked<D> {
    let is_index = |value: &D| {
        value
            .scalar()
            .is_some_and(|text| text.matches("^0*[1-9]\\d*$"))
    };
    match value {
        Some(value) if !is_index(&value) => Err(InvalidRequest::new(
            "startIndex",
            "must be a whole number of 1 or more",
        )),
        _ => Ok(()),
    }
}

/// Checks the dashboard configs of a body. Only in a draft may a widget have no id.
fn dashboards<D: Data>(
    fields: &Fields<'_, D>,
    deprecation: &mut Option<&'static str>,
) -> Checked<D> {
    let mut check = |config: Option<D>, at: &'static str, published: bool| match config {
        Some(config) => dashboard_config(&config, at, published, deprecation),
        None => Ok(()),
    };
    check(fields.get("dashboardDraft"), "dashboardDraft", false)?;
    check(fields.get("dashboardPublished"), "dashboardPublished", true)?;
    let published = fields.get("publishedDashboard");
    let config = published.and_then(|dashboard| dashboard.member("config"));
    check(config, "publishedDashboard.config", true)
}

fn dashboard_config<D: Data>(
    config: &D,
    at: &'static str,
    published: bool,
    deprecation: &mut Option<&'static str>,
) -> Checked<D> {
    let mut field = D::Text::of(at);
    field.push_str(".app.entry");
    let entry = config.member("app").and_then(|app| app.member("entry"));
    limit_length(entry, &field)?;
    let Some(widgets) = config.member("widgets") else {
        return Ok(());
    };
    for (index, widget) in (0_u64..).zip(widgets.elements()) {
        let has_id = widget.text_of("id").is_some_and(|id| !id.is(""));
        if published && !has_id {
            let mut field = D::Text::of(at);
            field.push_str(".widgets[");
            field.push(&D::Text::of_number(index));
            field.push_str("].id");
            return Err(InvalidRequest::of(
                field,
                "is required in a published dashboard",
            ));
        }
        if widget
            .text_of("type")
            .is_some_and(|kind| kind.is("TABS_CONTAINER"))
        {
            *deprecation = Some(DEPRECATED_TABS);
        }
    }
    Ok(())
}
