//! What a failure of `get_session` means, in a sentence.

use log::info;
use serde_json::{Map, Value};
use wasm_bindgen::JsValue;

use crate::bridge::message::{beginning, property, text};

/// Stands for each status from 500 to 599.
const ANY_FAILURE: &str = "5xx";

/// By the status of an answer.
// twin: npm/src/diagnose/mint-words.ts MEANINGS
const MEANINGS: [(&str, &str); 6] = [
    (
        "401",
        "the backend says that nobody is signed in. Answer `MintError::SignedOut` to a 401, so that renewal stops",
    ),
    (
        "403",
        "the backend refuses the request: the user may not see this, the backend does not allow the page's origin, or the request lacks what it asks for: a header (svc-embed/server: x-svc-embed: 1) or a CSRF token. The text of the answer may say which, in the network panel",
    ),
    (
        "404",
        "the backend has nothing at this address, or the request has not reached it. Look at the path, and whether the server of the page passes it on (a proxy)",
    ),
    (
        "405",
        "the backend does not take this method at this address. Use POST in the backend and in the page. A redirect (301, 302) makes a GET of a POST: ask the address that it leads to",
    ),
    ("429", "the backend is asked too often"),
    // The sentence that follows it, that of `MintFailed`, says where to look.
    (
        ANY_FAILURE,
        "the backend, or the service that it asks, has failed. The log of the backend says why. If there is nothing in it, a proxy has answered that cannot reach the backend",
    ),
];

/// What the browser throws when it runs the page's own function.
const BY_CODE: &str =
    "the code of get_session is wrong, or the answer of the backend lacks a field that it reads";

const NOT_JSON: &str = "the answer of the backend is not JSON. It may be the HTML of a sign-in page, or of a page that says 404";

const NOT_REACHED: &str = "the backend cannot be reached, or is on another origin and does not allow this page (CORS), or the policy of this page forbids the request (connect-src)";

const SIGNED_OUT_EARLY: &str = "If the viewer is signed in: does the request of get_session carry the cookie (another origin needs credentials and CORS), and does the backend find the user of it?";

/// `get_session` has said that nobody is signed in, before the embed was shown.
pub(in crate::bridge) fn ask_for_cookie() {
    info!("{SIGNED_OUT_EARLY}");
}

/// What is said of a failure, with the words of `get_session` in it, such as `The backend answered 404`; `None`
/// if nothing is known.
// twin: npm/src/diagnose/mint-words.ts meaningOf
pub(in crate::bridge) fn meaning_of(cause: &JsValue) -> Option<String> {
    let name = text(&property(cause, "name")).unwrap_or_default();
    let words = beginning(&property(cause, "message")).or_else(|| beginning(cause));
    let words = words.unwrap_or_default();
    let is_of_code = name == "TypeError" || name == "ReferenceError";
    // What a parser says quotes the text, which may hold an id.
    if name == "SyntaxError" {
        return Some(joined(&[NOT_JSON]));
    }
    if name == "TypeError" && is_of_network(&words) {
        return Some(joined(&[NOT_REACHED]));
    }
    if property(&property(cause, "constructor"), "name") == "Response" {
        let status = property(cause, "status").as_f64().unwrap_or_default();
        let thrown = format!("`get_session` threw a response with the status {status}");
        let meaning = status_meaning(&thrown).unwrap_or_default();
        return Some(joined(&[&thrown, meaning]));
    }
    let (before, said) = parted(&words);
    if before.contains('"') {
        return None;
    }
    // A status in the words of the backend may be that of another answer.
    let by_code = (!words.is_empty() && is_of_code).then_some(BY_CODE);
    let means = status_meaning(before).or(by_code);
    if means.is_none() && said.is_none() {
        return None;
    }
    let said = said.unwrap_or_default();
    Some(joined(&[before, &said, means.unwrap_or_default()]))
}

fn is_of_network(words: &str) -> bool {
    let words = words.to_ascii_lowercase();
    ["fetch", "network", "load failed"]
        .iter()
        .any(|part| words.contains(part))
}

/// What the status in a text means.
fn status_meaning(text: &str) -> Option<&'static str> {
    let is_of_word = |char: char| char.is_ascii_alphanumeric() || char == '_';
    let is_failure = |word: &str| word.len() == 3 && word.starts_with('5') && is_number(word);
    let is = |word: &str, status: &str| match status {
        ANY_FAILURE => is_failure(word),
        _ => word == status,
    };
    let mut meanings = MEANINGS.iter();
    let found = meanings.find(|(status, _)| {
        let mut words = text.split(|char| !is_of_word(char));
        words.any(|word| is(word, status))
    });
    found.map(|(_, meaning)| *meaning)
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The parts of a sentence that there are.
fn joined(parts: &[&str]) -> String {
    let parts = parts
        .iter()
        .map(|part| part.strip_suffix('.').unwrap_or(part));
    let parts: Vec<&str> = parts.filter(|part| !part.is_empty()).collect();
    [&parts.join(": "), "."].concat()
}

/// A text that ends with JSON in two parts: what is before it, and what that says of an error.
fn parted(words: &str) -> (&str, Option<String>) {
    let json = words
        .find('{')
        .and_then(|start| words.split_at_checked(start));
    let answer = json.and_then(|(_, json)| serde_json::from_str::<Map<String, Value>>(json).ok());
    let (Some((before, _)), Some(answer)) = (json, answer) else {
        return (words, None);
    };
    let before = before.trim();
    let before = before.strip_suffix(':').unwrap_or(before);
    let has_secret = ["sessionId", "token"]
        .iter()
        .any(|name| answer.contains_key(*name));
    let texts = ["error", "message"]
        .into_iter()
        .filter_map(|name| answer.get(name)?.as_str());
    let said = texts
        .filter(|text| is_said(text) && !has_secret)
        .map(str::to_owned)
        .next();
    (before, said)
}

/// Whether a text may be shown of a backend's answer: words, and numbers that are too short for an id or a token.
fn is_said(text: &str) -> bool {
    let words = text.strip_suffix(' ').unwrap_or(text);
    text.chars().count() <= MOST_CHARACTERS && words.split(' ').all(is_word)
}

const MOST_CHARACTERS: usize = 200;
const LONGEST_WORD: usize = 20;

fn is_word(word: &str) -> bool {
    let word = word
        .strip_suffix(['.', ',', ':', ';', '!', '?'])
        .unwrap_or(word);
    let is_short_number = (1..=3).contains(&word.len()) && is_number(word);
    let is_of_word = |char: char| char.is_alphabetic() || "'’-".contains(char);
    is_short_number
        || (word.starts_with(char::is_alphabetic)
            && word.chars().count() <= LONGEST_WORD
            && word.chars().all(is_of_word))
}
