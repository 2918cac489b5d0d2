//! The paths of attributes. Names ignore case.

use serde_json::Value;

/// The schemas whose attributes are at the top of a resource.
const CORE: [&str; 2] = [
    "urn:ietf:params:scim:schemas:core:2.0:user",
    "urn:ietf:params:scim:schemas:core:2.0:group",
];

/// The names of an attribute and its sub-attributes. The URN of an extension is the first of them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path(pub Vec<String>);

impl Path {
    /// `name`, `name.sub`, the URN of an extension, or a URN, a colon and a name.
    pub fn parse(text: &str) -> Self {
        let (urn, names) = split_urn(text);
        let urn = urn.filter(|urn| !CORE.iter().any(|core| core.eq_ignore_ascii_case(urn)));
        let names = names.into_iter().flat_map(|names| names.split('.'));
        Self(urn.into_iter().chain(names).map(str::to_owned).collect())
    }

    /// The name of the attribute, or of its sub-attribute.
    pub fn name(&self) -> &str {
        self.0.last().map_or("", String::as_str)
    }

    /// Every value that the path leads to.
    pub fn values<'v>(&self, resource: &'v Value) -> Vec<&'v Value> {
        let mut found = vec![resource];
        for name in &self.0 {
            found = found
                .into_iter()
                .filter_map(|value| field(value, name))
                .flat_map(flat)
                .collect();
        }
        // For a complex multi-valued attribute, the path means its `value`.
        found
            .into_iter()
            .map(|value| field(value, "value").unwrap_or(value))
            .collect()
    }
}

/// A URN ends with the name after its version (`…:2.0:User`). An attribute may follow after another
/// colon.
fn split_urn(text: &str) -> (Option<&str>, Option<&str>) {
    let is_version = |part: &str| {
        part.contains('.')
            && part
                .chars()
                .all(|letter| letter.is_ascii_digit() || letter == '.')
    };
    let mut end = 0;
    let mut parts = text.split(':');
    for part in parts.by_ref() {
        end += part.len() + 1;
        if is_version(part) {
            break;
        }
    }
    let Some(name) = parts.next() else {
        return (None, Some(text));
    };
    let (urn, rest) = text.split_at(end + name.len());
    (Some(urn), rest.strip_prefix(':'))
}

/// A field of an object. The name ignores case.
pub fn field<'v>(value: &'v Value, name: &str) -> Option<&'v Value> {
    let fields = value.as_object()?;
    fields
        .iter()
        .find(|(key, _)| key.eq_ignore_ascii_case(name))
        .map(|(_, value)| value)
}

/// The values of a multi-valued attribute, one by one.
pub fn flat(value: &Value) -> Vec<&Value> {
    match value {
        Value::Array(values) => values.iter().collect(),
        value => vec![value],
    }
}
