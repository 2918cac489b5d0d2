//! `npm/src/core/protocol.ts`: the types of events and actions.

use svc_embed::protocol::actions::PayloadSpec;
use svc_embed::protocol::schema::{FieldDoc, FieldSpec, Kind, MessageDoc, Presence};
use svc_embed::protocol::{ActionKind, EventKind};

use super::{Files, comment, property_name};

/// Adds the files that this module makes.
pub fn add_to(files: &mut Files) {
    files.add("npm/src/core/protocol.ts", &typescript());
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
        line!(out, "export interface {}Payload {{", doc.type_name);
        for (spec, field) in kind.fields().iter().zip(doc.fields) {
            comment(&mut out, "  ", field.doc.trim());
            line!(out, "  {};", typescript_field(spec, field));
        }
        out.push_str("}\n\n");
    }
    out.push_str(
        "/** The payload of each event, by its bare name. */\nexport interface EventPayloads {\n",
    );
    for kind in EventKind::ALL {
        let (name, doc) = (property_name(kind.name()), kind.documentation());
        comment(&mut out, "  ", doc.doc.trim());
        line!(out, "  {name}: {}Payload;", doc.type_name);
    }
    out.push_str("}\n\n");
    out.push_str(EVENT_ENVELOPE);

    out.push_str("/** The payload of each action, by its bare name; undefined if it has none. */\nexport interface ActionPayloads {\n");
    for kind in ActionKind::ALL {
        if *kind == ActionKind::SetSession {
            continue;
        }
        let doc = kind.documentation();
        comment(&mut out, "  ", doc.doc.trim());
        let name = property_name(kind.name());
        line!(out, "  {name}: {};", typescript_payload(*kind, doc));
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

/** The `type` of an event that is not in the catalog. It equals none of the known types. */
declare enum LaterType {
  /** Never the value itself. */
  Any = 'svc:event:*',
}

/**
 * Any event. Compare `type` to find out which one it is: a comparison with a misspelt type does not
 * compile. To handle an event that this version does not know, listen to `unknown`, or compare
 * `type as string`.
 */
export type AnyEvent = EmbedEvent | EventEnvelope<LaterType, Record<string, unknown>>;

/**
 * The members of the tenant's data model that a filter can be on, and the type of each one's values.
 * Empty, until a program declares them.
 */
export interface TenantMembers {}

/** `<semantic_view>.<dimension>`, such as `orders.status`: any text, unless `TenantMembers` is declared. */
export type Member = keyof TenantMembers extends never ? string : keyof TenantMembers;

/** The values of a member: one, or a list of them. */
export type MemberValue<M extends Member> = M extends keyof TenantMembers
  ? TenantMembers[M] | readonly TenantMembers[M][]
  : unknown;

/** A filter on `<semantic_view>.<dimension>`: a value, an operator, or both. */
export type Filter = { [M in Member]: FilterOn<M> }[Member];

/** A filter on one member. */
export type FilterOn<M extends Member> = {
  /** `<semantic_view>.<dimension>`, such as `orders.status`. */
  member: M;
} & (
  | {
      /** A JSON value, such as `'completed'`. */
      value: MemberValue<M>;
      /** The service's name of a comparison, such as `equals`. */
      operator?: string | undefined;
    }
  | {
      /** A JSON value, such as `'completed'`. */
      value?: MemberValue<M> | undefined;
      /** The service's name of a comparison, such as `equals`. */
      operator: string;
    }
);

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
        Presence::Optional if spec.kind == Kind::Any => format!("{}?: {kind}", spec.key),
        Presence::Optional => format!("{}?: {kind} | null", spec.key),
    }
}

fn typescript_payload(kind: ActionKind, doc: MessageDoc) -> String {
    match (kind.payload(), doc.fields) {
        (PayloadSpec::Empty, _) => "undefined".to_owned(),
        (PayloadSpec::Open, _) => "Theme".to_owned(),
        (PayloadSpec::Field { key, .. }, [FieldDoc { known: [], .. }]) => {
            format!("{{ {key}: string }}")
        }
        (PayloadSpec::Field { key, .. }, fields) => {
            format!("{{ {key}: {} }}", union(fields[0].known))
        }
    }
}

fn union(values: &[&str]) -> String {
    let quoted: Vec<String> = values.iter().map(|value| format!("'{value}'")).collect();
    quoted.join(" | ")
}

fn surfaces(doc: MessageDoc) -> String {
    format!("Surfaces: {}.", doc.surfaces)
}
