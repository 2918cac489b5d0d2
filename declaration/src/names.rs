//! Names in the style of each language.

/// `embedTenantName` as `embed_tenant_name`.
pub fn snake(name: &str) -> String {
    with_separator(name, '_')
}

/// `scim.users` as `ScimUsers`.
pub fn pascal(path: &str) -> String {
    path.split('.').map(capitalized).collect()
}

/// `list` as `List`.
pub fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// `BackingOff` as `backing-off` or `backing_off`.
pub fn with_separator(name: &str, separator: char) -> String {
    let mut out = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !out.is_empty() {
            out.push(separator);
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
}
