//! `docs/protocol.md`.

use svc_embed::protocol::actions::PayloadSpec;
use svc_embed::protocol::schema::{FieldDoc, FieldSpec, Kind, Presence};
use svc_embed::protocol::{ActionKind, EventKind};

use super::{Files, one_line};

/// Adds the files that this module makes.
pub fn add_to(files: &mut Files) {
    files.add("docs/protocol.md", &markdown());
}

fn markdown() -> String {
    let mut out = String::from(
        "<!-- Generated from src/protocol by `npm run generate`; change the declarations there. -->\n\n\
         # The messages\n\n\
         The messages between an embed and its host page. Every message has an envelope: \
         `source` (`svc-embed`), `direction` (`event` or `action`), `type`, `payload`, `timestamp` \
         (epoch milliseconds) and, on events, `surface`.\n\n\
         The service grows by addition. An event that is not listed arrives as `unknown`; a value \
         or a field that is not listed is let through.\n\n\
         ## Events\n",
    );
    for kind in EventKind::ALL {
        let doc = kind.documentation();
        let text = one_line(doc.doc);
        text!(
            out,
            "\n### `{}`\n\n{text} Surfaces: {}.\n\n",
            kind.name(),
            doc.surfaces
        );
        out.push_str("| Field | Type | Meaning |\n| --- | --- | --- |\n");
        for (spec, field) in kind.fields().iter().zip(doc.fields) {
            line!(
                out,
                "| `{}` | {} | {} |",
                spec.key,
                markdown_type(spec, field),
                one_line(field.doc)
            );
        }
    }
    out.push_str("\n## Actions\n\n| Action | Payload | Effect |\n| --- | --- | --- |\n");
    for kind in ActionKind::ALL {
        let doc = kind.documentation();
        let payload = match (kind.payload(), doc.fields) {
            (PayloadSpec::Empty, _) => "none".to_owned(),
            (PayloadSpec::Open, _) => "an open object".to_owned(),
            (PayloadSpec::Field { key, .. }, [FieldDoc { known: [], .. }]) => {
                format!("`{key}`: string")
            }
            (PayloadSpec::Field { key, .. }, fields) => {
                format!("`{key}`: {}", values(fields[0].known))
            }
        };
        line!(
            out,
            "| `{}` | {payload} | {} |",
            kind.name(),
            one_line(doc.doc)
        );
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
