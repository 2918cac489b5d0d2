//! Finds inputs that the service would refuse, before they are sent.

use serde_json::Value;

use super::generated::table::FIELDS_OF_DASHBOARD_APP_SOURCE;
use super::invalid::InvalidRequest;
use super::models::{Choice, Cursorless, Fields, Limits};
use super::operation::{Check, Operation};
use super::request::Input;
use super::value::{has, member, scalar, text_of};

const DEPRECATED_CHANGELOG: &str = "lastSeenChangelogId is deprecated: the service ignores it.";
const DEPRECATED_TABS: &str =
    "The widget type TABS_CONTAINER is deprecated: use CONTAINER with the layout 'tabs'.";
const DEPRECATED_THEME: &str =
    "The fields light and dark of the app theme are deprecated: use palette and logoUrl.";

/// The result of a check.
type Checked = Result<(), InvalidRequest>;

/// Checks the input of an operation. Returns a sentence if the input uses a deprecated field.
///
/// # Errors
/// If the service would not accept the input.
pub fn input(
    operation: &Operation,
    input: &Input<'_>,
) -> Result<Option<&'static str>, InvalidRequest> {
    let given = Given(input);
    if let Some(fields) = operation.fields {
        required(fields, &given)?;
        limits(fields, "", |key| given.get(key))?;
    }
    let mut deprecation = None;
    for check in operation.checks {
        match check {
            Check::Dashboards => dashboards(&given, &mut deprecation)?,
            Check::Session => session(&given)?,
            Check::UserSettings if given.has("lastSeenChangelogId") => {
                deprecation = Some(DEPRECATED_CHANGELOG);
            }
            Check::UserSettings | Check::AppTheme => {}
        }
    }
    Ok(deprecation)
}

/// Returns a sentence if the answer of an operation has deprecated fields.
pub fn answer(operation: &Operation, body: &Value) -> Option<&'static str> {
    let is_old = || has(body, "light") || has(body, "dark");
    (operation.has(Check::AppTheme) && is_old()).then_some(DEPRECATED_THEME)
}

/// The fields of a body and of a query. Both are searched, because the service's description does
/// not always say in which of them a field belongs.
struct Given<'a>(&'a Input<'a>);

impl<'a> Given<'a> {
    fn get(&self, key: &str) -> Option<&'a Value> {
        let in_body = self.0.body.and_then(|body| member(body, key));
        let in_query = || self.0.query.get(key).filter(|value| !value.is_null());
        in_body.or_else(in_query)
    }

    fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }
}

/// The fields that the service requires.
fn required(fields: &Fields, given: &Given<'_>) -> Checked {
    if let Some(missing) = fields.required().find(|key| !given.has(key)) {
        return Err(InvalidRequest::new(missing, "is required"));
    }
    let (keys, rule) = match fields.choice {
        None => return Ok(()),
        Some(Choice::Either(one, other)) => return either(one, other, given),
        Some(Choice::Cursorless(list)) => return cursorless(list, given),
        Some(Choice::OneOf(keys)) => (keys, "are alternatives: exactly one is required"),
        Some(Choice::AtMostOneOf(keys)) => (keys, "must not be given together"),
    };
    match keys.iter().filter(|key| given.has(key)).count() {
        1 => Ok(()),
        0 if matches!(fields.choice, Some(Choice::AtMostOneOf(_))) => Ok(()),
        _ => Err(InvalidRequest::new(keys.join(", "), rule)),
    }
}

/// Either group of fields is complete.
fn either(one: &[&'static str], other: &[&'static str], given: &Given<'_>) -> Checked {
    let missing = |group: &[&'static str]| group.iter().copied().find(|key| !given.has(key));
    match (missing(one), missing(other)) {
        (Some(_), Some(key)) => {
            let rule = format!("is required, or {} instead", one.join(" and "));
            Err(InvalidRequest::new(key, &rule))
        }
        _ => Ok(()),
    }
}

/// A list in the order that has no cursors.
fn cursorless(list: Cursorless, given: &Given<'_>) -> Checked {
    let Cursorless {
        order,
        value,
        refused,
        instead,
    } = list;
    let is_chosen = given.get(order).and_then(Value::as_str) == Some(value);
    match refused.iter().find(|key| is_chosen && given.has(key)) {
        Some(key) => {
            let rule = format!(
                "cannot be used with {order} '{value}', which has no cursors: use {instead}"
            );
            Err(InvalidRequest::new(*key, &rule))
        }
        None => Ok(()),
    }
}

/// The values of fields, `at` the path of their object with a dot at its end.
fn limits<'a>(fields: &Fields, at: &str, get: impl Fn(&str) -> Option<&'a Value>) -> Checked {
    for field in fields.known {
        let broken = get(field.key).and_then(|value| broken(field.limits, value));
        if let Some(rule) = broken {
            let field = format!("{at}{}", field.key);
            return Err(InvalidRequest::new(field, &rule));
        }
    }
    Ok(())
}

/// The rule that a value breaks.
fn broken(limits: Limits, value: &Value) -> Option<String> {
    match limits {
        Limits::None => None,
        Limits::Length(most) => {
            let is_longer = value.as_str()?.chars().count() > most;
            is_longer.then(|| format!("must have at most {most} characters"))
        }
        Limits::Range(least, most, unit) => {
            let is_in = |number| (least..=most).contains(&number);
            let rule = || format!("must be a whole number of {unit} from {least} to {most}");
            (!value.as_u64().is_some_and(is_in)).then(rule)
        }
        Limits::Whole => {
            let text = scalar(value).unwrap_or_default();
            let digits = text.strip_prefix('-').unwrap_or(&text);
            let is_whole = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            (!is_whole).then(|| "must be a whole number".to_owned())
        }
    }
}

fn session(given: &Given<'_>) -> Checked {
    let removed = "ephemeralTtlSeconds";
    let in_settings = || {
        given
            .get("settings")
            .is_some_and(|settings| has(settings, removed))
    };
    let field = if given.has(removed) {
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

/// Checks the dashboard configs of a body. Only in a draft may a widget have no id.
fn dashboards(given: &Given<'_>, deprecation: &mut Option<&'static str>) -> Checked {
    let published = given.get("publishedDashboard");
    let config = published.and_then(|dashboard| member(dashboard, "config"));
    for (config, at, is_published) in [
        (given.get("dashboardDraft"), "dashboardDraft", false),
        (given.get("dashboardPublished"), "dashboardPublished", true),
        (config, "publishedDashboard.config", true),
    ] {
        if let Some(config) = config {
            dashboard_config(config, at, is_published, deprecation)?;
        }
    }
    Ok(())
}

fn dashboard_config(
    config: &Value,
    at: &str,
    is_published: bool,
    deprecation: &mut Option<&'static str>,
) -> Checked {
    if let Some(app) = member(config, "app") {
        let at = format!("{at}.app.");
        limits(&FIELDS_OF_DASHBOARD_APP_SOURCE, &at, |key| member(app, key))?;
    }
    let widgets = member(config, "widgets").and_then(Value::as_array);
    for (index, widget) in widgets.into_iter().flatten().enumerate() {
        let has_id = text_of(widget, "id").is_some_and(|id| !id.is_empty());
        if is_published && !has_id {
            return Err(InvalidRequest::new(
                format!("{at}.widgets[{index}].id"),
                "is required in a published dashboard",
            ));
        }
        if text_of(widget, "type") == Some("TABS_CONTAINER") {
            *deprecation = Some(DEPRECATED_TABS);
        }
    }
    Ok(())
}
