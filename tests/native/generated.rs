//! The TypeScript types and the page of documentation that follow from the declarations of
//! `svc_embed::protocol`. `npm run generate` writes them; without it, this test compares.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use svc_embed::protocol::actions::PayloadSpec;
use svc_embed::protocol::schema::{FieldDoc, FieldSpec, Kind, MessageDoc, Presence};
use svc_embed::protocol::words::text;
use svc_embed::protocol::{ActionKind, EventKind};

#[test]
fn typescript_types_follow_the_declarations() {
    compare("npm/src/protocol.ts", &typescript());
}

#[test]
fn documentation_follows_the_declarations() {
    compare("docs/protocol.md", &markdown());
}

#[test]
fn the_texts_of_the_page_follow_the_declarations() {
    let mut out = String::from(
        "// Generated from src/ by `npm run generate`; change the declarations there.\n\n\
         /** What `learn` of `values.js` is told: the words, the catalog, the errors, a prefix. */\n\
         export const texts: [words: string, catalog: string, errors: string, prefix: string] = [\n",
    );
    for text in svc_embed::bridge::texts() {
        assert!(!text.contains('`') && !text.contains("${"), "{text}");
        writeln!(out, "  String.raw`{text}`,").unwrap();
    }
    out.push_str("];\n");
    compare("npm/src/texts.ts", &out);
}

/// The page's side finds a text's number by the text.
#[test]
fn each_word_stands_once() {
    let [words, ..] = svc_embed::bridge::texts();
    let mut seen = HashSet::new();
    for word in words.lines() {
        assert!(seen.insert(word), "{word}");
    }
}

/// Compares `path` with what it should be, or writes it where that is asked for.
pub fn compare(path: &str, wanted: &str) {
    let full = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("UPDATE_GENERATED").is_some() {
        fs::write(full, wanted).unwrap();
        return;
    }
    let found = fs::read_to_string(full).unwrap_or_default();
    assert!(
        found == wanted,
        "{path} is out of date: run `npm run generate`"
    );
}

fn typescript() -> String {
    let mut out = String::from(
        "// Generated from src/protocol by `npm run generate`; change the declarations there.\n\n\
         /** One of the values known today, or one that a later version of the service adds. */\n\
         export type Open<T extends string> = T | (string & {});\n\n",
    );
    for kind in EventKind::ALL {
        let doc = kind.documentation();
        comment(&mut out, "", &[doc.doc.trim(), &surfaces(doc)].join(" "));
        writeln!(out, "export interface {}Payload {{", doc.type_name).unwrap();
        for (spec, field) in kind.fields().iter().zip(doc.fields) {
            comment(&mut out, "  ", field.doc.trim());
            writeln!(out, "  {};", typescript_field(spec, field)).unwrap();
        }
        out.push_str("}\n\n");
    }
    out.push_str(
        "/** The payload of each event, by its bare name. */\nexport interface EventPayloads {\n",
    );
    for kind in EventKind::ALL {
        let (name, doc) = (property_name(kind.name()), kind.documentation());
        comment(&mut out, "  ", doc.doc.trim());
        writeln!(out, "  {name}: {}Payload;", doc.type_name).unwrap();
    }
    out.push_str("}\n\n");
    out.push_str(EVENT_ENVELOPE);

    out.push_str("/** The payload of each action, by its bare name; undefined where it has none. */\nexport interface ActionPayloads {\n");
    for kind in ActionKind::ALL {
        if *kind == ActionKind::SetSession {
            continue;
        }
        let doc = kind.documentation();
        comment(&mut out, "  ", doc.doc.trim());
        let name = property_name(kind.name());
        writeln!(out, "  {name}: {};", typescript_payload(*kind, doc)).unwrap();
    }
    out.push_str("}\n\n");
    out.push_str("/** The bare name of an action that a page may send. */\nexport type ActionName = keyof ActionPayloads;\n");
    out
}

const EVENT_ENVELOPE: &str = "\
/** The bare name of an event. */
export type EventName = keyof EventPayloads;

/** An event in its envelope, as it arrived. */
export interface EventEnvelope<Type extends string, Payload> {
  /** Always `svc-embed`. */
  readonly source: 'svc-embed';
  /** Always `event`: from the embed to the page. */
  readonly direction: 'event';
  /** `svc:event:` and the bare name. */
  readonly type: Type;
  /** What the event tells. */
  readonly payload: Payload;
  /** When it was sent: epoch milliseconds by the embed's clock. */
  readonly timestamp: number;
  /** What the iframe shows. */
  readonly surface: Open<'dashboard' | 'app' | 'chat'>;
}

/** Any event of the catalog, or those named: a union that `type` tells apart. */
export type EmbedEvent<N extends EventName = EventName> = {
  [K in N]: EventEnvelope<`svc:event:${K}`, EventPayloads[K]>;
}[N];

/** An event that this version does not know. Its `type` compares with any string. */
export type UnknownEvent = EventEnvelope<string, Record<string, unknown>>;

/** Stands for a type that is not in the catalog: a string, and none of the known. */
declare enum LaterType {
  /** Never the value itself. */
  Any = 'svc:event:*',
}

/**
 * Any event, known or not. `type` tells the known ones apart, and a misspelt one does not compile;
 * for the name of one that is not known listen to `unknown`, or compare `type as string`.
 */
export type AnyEvent = EmbedEvent | EventEnvelope<LaterType, Record<string, unknown>>;

/** A filter on `<semantic_view>.<dimension>`. It needs a value or an operator. */
export interface Filter {
  /** `<semantic_view>.<dimension>`, such as `orders.status`. */
  member: string;
  /** A JSON value, such as `'completed'`. */
  value?: unknown;
  /** The service's name of a comparison, such as `equals`. */
  operator?: string | undefined;
}

/** A brand theme: for example `primaryColor`, `borderRadius` and `font`. Any object of JSON values. */
export type Theme = object;

";

fn typescript_field(spec: &FieldSpec, field: &FieldDoc) -> String {
    let kind = match (spec.kind, field.known) {
        (Kind::String, []) => "string".to_owned(),
        (Kind::String, known) => format!("Open<{}>", union(known)),
        (Kind::Number, _) => "number".to_owned(),
        (Kind::Boolean, _) => "boolean".to_owned(),
        (Kind::Any, _) => "unknown".to_owned(),
    };
    match spec.presence {
        Presence::Required => format!("{}: {kind}", spec.key),
        Presence::Nullable => format!("{}: {kind} | null", spec.key),
        Presence::Optional => format!("{}?: {kind}", spec.key),
    }
}

fn typescript_payload(kind: ActionKind, doc: MessageDoc) -> String {
    match (kind.payload(), doc.fields) {
        (PayloadSpec::Empty, _) => "undefined".to_owned(),
        (PayloadSpec::Open, _) => "Theme".to_owned(),
        (PayloadSpec::Field { key, .. }, [FieldDoc { known: [], .. }]) => {
            format!("{{ {}: string }}", text(*key))
        }
        (PayloadSpec::Field { key, .. }, fields) => {
            format!("{{ {}: {} }}", text(*key), union(fields[0].known))
        }
    }
}

fn union(values: &[&str]) -> String {
    let quoted: Vec<String> = values.iter().map(|value| format!("'{value}'")).collect();
    quoted.join(" | ")
}

/// A property's name, quoted where it must be.
fn property_name(name: &str) -> String {
    if name.contains('-') {
        format!("'{name}'")
    } else {
        name.to_owned()
    }
}

fn surfaces(doc: MessageDoc) -> String {
    format!("Surfaces: {}.", doc.surfaces)
}

/// A `JSDoc` comment, wrapped at 100 columns.
pub fn comment(out: &mut String, indent: &str, text: &str) {
    let words: Vec<&str> = text.split_whitespace().collect();
    let one_line = format!("{indent}/** {} */", words.join(" "));
    if one_line.chars().count() <= 100 {
        writeln!(out, "{one_line}").unwrap();
        return;
    }
    writeln!(out, "{indent}/**").unwrap();
    let mut line = format!("{indent} *");
    for word in words {
        if line.chars().count() + 1 + word.chars().count() > 100 {
            writeln!(out, "{line}").unwrap();
            line = format!("{indent} *");
        }
        write!(line, " {word}").unwrap();
    }
    writeln!(out, "{line}\n{indent} */").unwrap();
}

fn markdown() -> String {
    let mut out = String::from(
        "<!-- Generated from src/protocol by `npm run generate`; change the declarations there. -->\n\n\
         # The messages\n\n\
         What an embed and its host page say to each other. Every message stands in an envelope: \
         `source` (`svc-embed`), `direction` (`event` or `action`), `type`, `payload`, `timestamp` \
         (epoch milliseconds) and, on events, `surface`.\n\n\
         The service grows by addition. An event that is not listed arrives as `unknown`; a value \
         or a field that is not listed is let through.\n\n\
         ## Events\n",
    );
    for kind in EventKind::ALL {
        let doc = kind.documentation();
        let text = one_line(doc.doc);
        write!(
            out,
            "\n### `{}`\n\n{text} Surfaces: {}.\n\n",
            kind.name(),
            doc.surfaces
        )
        .unwrap();
        out.push_str("| Field | Type | Meaning |\n| --- | --- | --- |\n");
        for (spec, field) in kind.fields().iter().zip(doc.fields) {
            writeln!(
                out,
                "| `{}` | {} | {} |",
                spec.key,
                markdown_type(spec, field),
                one_line(field.doc)
            )
            .unwrap();
        }
    }
    out.push_str("\n## Actions\n\n| Action | Payload | Effect |\n| --- | --- | --- |\n");
    for kind in ActionKind::ALL {
        let doc = kind.documentation();
        let payload = match (kind.payload(), doc.fields) {
            (PayloadSpec::Empty, _) => "none".to_owned(),
            (PayloadSpec::Open, _) => "an open object".to_owned(),
            (PayloadSpec::Field { key, .. }, [FieldDoc { known: [], .. }]) => {
                format!("`{}`: string", text(*key))
            }
            (PayloadSpec::Field { key, .. }, fields) => {
                format!("`{}`: {}", text(*key), values(fields[0].known))
            }
        };
        writeln!(
            out,
            "| `{}` | {payload} | {} |",
            kind.name(),
            one_line(doc.doc)
        )
        .unwrap();
    }
    out
}

fn markdown_type(spec: &FieldSpec, field: &FieldDoc) -> String {
    let kind = match (spec.kind, field.known) {
        (Kind::String, []) => "string".to_owned(),
        (Kind::String, known) => format!("string: {} …", values(known)),
        (Kind::Number, _) => "number".to_owned(),
        (Kind::Boolean, _) => "boolean".to_owned(),
        (Kind::Any, _) => "any".to_owned(),
    };
    match spec.presence {
        Presence::Required => kind,
        Presence::Nullable => format!("{kind} or null"),
        Presence::Optional => format!("{kind}, optional"),
    }
}

fn values(known: &[&str]) -> String {
    let quoted: Vec<String> = known.iter().map(|value| format!("`{value}`")).collect();
    quoted.join(", ")
}

pub fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
