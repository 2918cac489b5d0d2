//! The tables that the npm package interprets: events, actions, patterns, names and errors.

use svc_embed::Code;
use svc_embed::error::{ANYWHERE, OF_FRAMES, OF_OPTIONS, Sentence};
use svc_embed::protocol::actions::PayloadSpec;
use svc_embed::protocol::events::Report;
use svc_embed::protocol::schema::{FieldSpec, Kind, Presence};
use svc_embed::protocol::{ActionKind, EventKind, Refusal, limits, names, patterns};

use super::{Files, comment, constant, property_name};

const HEADER: &str =
    "// Generated from src/protocol by `npm run generate`; change the declarations there.\n\n";

/// Adds the files that this module makes.
pub fn add_to(files: &mut Files) {
    files.add("npm/src/core/field-types.ts", &field_types());
    files.add("npm/src/core/events.ts", &events());
    files.add("npm/src/core/actions.ts", &actions());
    files.add("npm/src/core/report.ts", &reports());
    files.add("npm/src/core/refusal.ts", &refusals());
    files.add("npm/src/core/names.ts", &names());
    files.add("npm/src/core/limits.ts", &limits());
    files.add("npm/src/core/patterns.ts", &patterns());
    files.add("npm/src/core/errors.ts", &errors());
    files.add("npm/src/core/option-errors.ts", &option_errors());
    files.add("npm/src/core/frame-errors.ts", &frame_errors());
}

fn reports() -> String {
    let mut out = String::from(HEADER);
    out.push_str(
        "import type { Brand } from './exports.js';\n\n\
         /** What an event means for the session of its embed. */\n\
         export type Report = Brand<'Report'>;\n\n",
    );
    for (number, report) in Report::ALL.iter().enumerate() {
        let name = constant(&format!("{report:?}"));
        line!(out, "export const {name} = {number} as Report;");
    }
    out
}

fn refusals() -> String {
    let mut out = String::from(HEADER);
    out.push_str("/** Why a message was dropped: the first check that it failed. */\n");
    let all: Vec<String> = (Refusal::ALL.iter())
        .map(|refusal| format!("'{}'", refusal.as_str()))
        .collect();
    line!(out, "export type Refusal = {};\n", all.join(" | "));
    for refusal in Refusal::ALL {
        let name = constant(&format!("{refusal:?}"));
        line!(out, "export const {name} = '{}';", refusal.as_str());
    }
    out
}

/// Constants, each with its comment.
fn constants(all: impl Iterator<Item = (&'static str, String)>) -> String {
    let mut out = String::from(HEADER.trim_end());
    out.push('\n');
    for (doc, declared) in all {
        out.push('\n');
        comment(&mut out, "", doc);
        line!(out, "export const {declared};");
    }
    out
}

fn names() -> String {
    let all = names::ALL.iter();
    constants(all.map(|(name, doc, text)| (*doc, format!("{name} = '{text}'"))))
}

fn limits() -> String {
    let all = limits::ALL.iter();
    constants(all.map(|(name, doc, length)| (*doc, format!("{name} = {length}"))))
}

fn patterns() -> String {
    constants(patterns::ALL.iter().map(|pattern| {
        let (text, flags) = match pattern.text.strip_prefix("(?i)") {
            Some(text) => (text, "i"),
            None => (pattern.text, ""),
        };
        let literal = format!("/{}/{flags}", text.replace('/', "\\/"));
        (pattern.doc, format!("{}: RegExp = {literal}", pattern.name))
    }))
}

/// In a module of their own, without imports: bundlers then write the numbers in place of the names.
fn field_types() -> String {
    String::from(HEADER)
        + "/** The types that a field may have, one bit for each. */\n\
           export const STRING = 1;\n\
           export const NUMBER = 2;\n\
           export const BOOLEAN = 4;\n\
           export const NULL = 8;\n\
           export const UNDEFINED = 16;\n\
           export const OBJECT = 32;\n\
           export const OTHER = 64;\n\
           /** A field that is optional may be missing or null: `NULL | UNDEFINED`. */\n\
           export const ABSENT = 24;\n\
           export const ANY = 127;\n"
}

fn events() -> String {
    let mut out = String::from(HEADER);
    out.push_str(
        "import { ABSENT, ANY, BOOLEAN, NULL, NUMBER, STRING } from './field-types.js';\n\
         import type { EventName } from './protocol.js';\n\
         import type { Report } from './report.js';\n\
         import { ERROR, EXPIRED, EXPIRING, NAVIGATE, NONE, READY, VIEW } from './report.js';\n\n\
         /** For each event: what it means for the session, and the types of its fields. */\n\
         export const EVENTS: Record<EventName, readonly [Report, Record<string, number>]> = {\n",
    );
    for kind in EventKind::ALL {
        let fields: Vec<String> = (kind.fields().iter())
            .map(|field| format!("{}: {}", field.key, types_of(field)))
            .collect();
        let name = property_name(kind.name());
        let report = constant(&format!("{:?}", kind.report()));
        line!(out, "  {name}: [{report}, {{ {} }}],", fields.join(", "));
    }
    out.push_str("};\n");
    out
}

fn types_of(field: &FieldSpec) -> String {
    let kind = match field.kind {
        Kind::String => "STRING",
        Kind::Number => "NUMBER",
        Kind::Boolean => "BOOLEAN",
        Kind::Any => return "ANY".to_owned(),
    };
    match field.presence {
        Presence::Required => kind.to_owned(),
        Presence::Nullable => format!("{kind} | NULL"),
        Presence::Optional => format!("{kind} | ABSENT"),
    }
}

fn actions() -> String {
    let mut rows = String::new();
    let mut used_errors = Vec::new();
    let mut used_patterns = Vec::new();
    for kind in ActionKind::ALL {
        let name = property_name(kind.name());
        match kind.payload() {
            PayloadSpec::Empty => line!(rows, "  {name}: 'empty',"),
            PayloadSpec::Open => line!(rows, "  {name}: 'open',"),
            PayloadSpec::Field { key, rule } => {
                let error = constant(rule.error.npm_name().unwrap());
                let mut parts = vec![format!("key: '{key}'"), format!("is: {}", rule.is.name)];
                used_patterns.push(rule.is.name);
                if let Some(is_not) = rule.is_not {
                    parts.push(format!("isNot: {}", is_not.name));
                    used_patterns.push(is_not.name);
                }
                parts.push(format!("error: {error}"));
                used_errors.push(error);
                line!(rows, "  {name}: {{ {} }},", parts.join(", "));
            }
        }
    }
    used_errors.sort();
    used_patterns.sort_unstable();
    let imports = |names: &[String], from: &str| {
        format!("import {{ {} }} from './{from}.js';\n", names.join(", "))
    };
    used_errors.push("type ErrorNumber".to_owned());
    let used_patterns: Vec<String> = used_patterns.into_iter().map(str::to_owned).collect();
    format!(
        "{HEADER}{}{}\n\
         /** An action that carries one text: its property, and what the text must be. */\n\
         export interface Argument {{\n  \
           readonly key: string;\n  \
           readonly is: RegExp;\n  \
           readonly isNot?: RegExp;\n  \
           readonly error: ErrorNumber;\n\
         }}\n\n\
         /** The payload of each action: one text, any object, or nothing. */\n\
         export const ACTIONS: Record<string, Argument | 'open' | 'empty'> = {{\n{rows}}};\n\n\
         {}",
        imports(&used_errors, "errors"),
        imports(&used_patterns, "patterns"),
        named_actions(),
    )
}

/// The actions that have a meaning of their own for the package.
fn named_actions() -> String {
    let mut out = String::from("// The actions that the package itself treats apart.\n");
    for kind in [
        ActionKind::Navigate,
        ActionKind::SetFilter,
        ActionKind::SetTimezone,
        ActionKind::SetSession,
    ] {
        let name = constant(&format!("{kind:?}"));
        line!(out, "export const {name} = '{}';", kind.name());
    }
    out
}

fn errors() -> String {
    let mut out =
        String::from("// Generated from src/error.rs by `npm run generate`; change it there.\n\n");
    out.push_str(
        "import type { Brand } from './exports.js';\n\n\
         /** An error of the bridge, as the core names it. */\n\
         export type ErrorNumber = Brand<'ErrorNumber'>;\n\n\
         /**\n\
         \x20* What went wrong, as a name that stays the same from version to version.\n\
         \x20*\n\
         \x20* @see https://github.com/svc-embed/svc-embed/blob/main/docs/guide/errors.md has a section for each\n\
         \x20*/\n\
         export type EmbedErrorCode =\n",
    );
    for code in Code::ALL {
        line!(out, "  | '{}'", code.as_str());
    }
    out.pop();
    out.push_str(";\n\n");
    for (number, error) in (1..).zip(ANYWHERE.iter().chain(OF_OPTIONS)) {
        let name = constant(error.name);
        line!(out, "export const {name} = {number} as ErrorNumber;");
    }
    out.push_str(
        "\n/** The code and the sentence of each error; `option-errors.ts` has those that come last. */\n\
         export const ERRORS: readonly (readonly [EmbedErrorCode, string])[] = [\n",
    );
    out.push_str(&table(ANYWHERE, |_| String::new()));
    out
}

fn option_errors() -> String {
    let mut out =
        String::from("// Generated from src/error.rs by `npm run generate`; change it there.\n\n");
    text!(
        out,
        "import type {{ EmbedErrorCode }} from './errors.js';\n\n\
         /** The number of the first mistake in the options of `mount` and `connect`. */\n\
         export const FIRST = {};\n\n\
         /** The code, the sentence and the name of each, in the order of the numbers. */\n\
         export const OPTION_ERRORS: readonly (readonly [EmbedErrorCode, string, string])[] = [\n",
        ANYWHERE.len() + 1
    );
    out.push_str(&table(OF_OPTIONS, |error| format!(", '{}'", error.name)));
    out
}

/// One constant for each: the diagnostics know why a frame shows no embed, and the core does not.
fn frame_errors() -> String {
    let mut out = String::from(
        "// Generated from src/error.rs by `npm run generate`; change it there.\n\n\
         import type { EmbedErrorCode } from './errors.js';\n\n\
         /** A code and its sentence. */\n\
         export type Sentence = readonly [EmbedErrorCode, string];\n\n",
    );
    for error in OF_FRAMES {
        let name = constant(error.name);
        line!(
            out,
            "export const {name}: Sentence = ['{}', {:?}];",
            error.code.as_str(),
            error.text
        );
    }
    out
}

/// Rows of a code, a sentence and `more`.
fn table(errors: &[Sentence], more: impl Fn(&Sentence) -> String) -> String {
    let mut out = String::new();
    for error in errors {
        line!(
            out,
            "  ['{}', {:?}{}],",
            error.code.as_str(),
            error.text,
            more(error)
        );
    }
    out.push_str("];\n");
    out
}
