//! `npm/src/core/`, as far as it follows from the declarations of `svc_embed::npm`: the types that
//! cross between the WebAssembly and TypeScript, and the functions that it exports.

use std::iter::repeat;

use svc_embed::npm::exports::{EXPORTS, Export};
use svc_embed::npm::types::{ENUMERATIONS, QUANTITIES, Signal};
use svc_embed::npm::values::VALUES;
use svc_embed::page::Fact;
use svc_embed::variants::Enumeration;

use svc_declaration::with_separator;

use super::{Files, camel, comment, constant};

const HEADER: &str =
    "// Generated from src/npm by `npm run generate`; change the declarations there.\n\n";

const SIGNAL: Enumeration = Signal::ENUMERATION;
/// Their numbers follow those of the signals, and they have no values.
const FACT: Enumeration = Fact::ENUMERATION;

/// Adds the files that this module makes.
pub fn add_to(files: &mut Files) {
    let own = |of: &&Enumeration| of.name != SIGNAL.name && of.name != FACT.name;
    for enumeration in ENUMERATIONS.iter().filter(own) {
        let path = format!("npm/src/core/{}.ts", with_separator(enumeration.name, '-'));
        files.add(&path, &module(enumeration));
    }
    files.add("npm/src/core/signal.ts", &signals());
    files.add("npm/src/core/exports.ts", &exports());
    files.add("npm/src/core/values.ts", &values());
}

/// An enumeration as a module of constants, which bundlers inline.
fn module(enumeration: &Enumeration) -> String {
    let Enumeration {
        name,
        doc,
        variants,
    } = enumeration;
    let mut out = format!("{HEADER}import type {{ Brand }} from './exports.js';\n\n");
    comment(&mut out, "", doc);
    text!(out, "export type {name} = Brand<'{name}'>;\n\n");
    for (number, variant) in (1..).zip(*variants) {
        let constant = constant(variant.name);
        line!(out, "export const {constant} = {number} as {name};");
    }
    if variants.iter().all(|variant| variant.public_name.is_some()) {
        let names = variants.iter().filter_map(|variant| variant.public_name);
        let names: Vec<String> = names.map(|name| format!("'{name}'")).collect();
        out.push_str("\n/** The name that pages know a variant by is at its number less 1. */\n");
        line!(out, "export const NAMES = [{}] as const;", names.join(", "));
    }
    out
}

/// What a shell hands in: each constant knows the types of its values.
fn signals() -> String {
    let has = |name: &str| {
        let mut values = Signal::VALUES.iter().copied().flatten();
        values.any(|(_, of)| has_word(of, name))
    };
    let mut out = String::from(HEADER);
    out.push_str(&imports(has));
    let others: Vec<&str> = quantities(has).chain(["Brand"]).collect();
    line!(
        out,
        "import type {{ {} }} from './exports.js';\n",
        others.join(", ")
    );
    out.push_str("declare const values: unique symbol;\n\n");
    comment(&mut out, "", SIGNAL.doc);
    text!(
        out,
        "export type Signal<Values extends number[] = number[]> = Brand<'Signal'> & {{ readonly [values]: Values }};\n\n"
    );
    let variants = SIGNAL.variants.iter().chain(FACT.variants);
    let values = Signal::VALUES.iter().copied().chain(repeat(&[][..]));
    for ((number, variant), values) in (1..).zip(variants).zip(values) {
        let constant = constant(variant.name);
        let values = values
            .iter()
            .map(|(name, of)| format!("{}: {of}", camel(name)));
        let values = values.collect::<Vec<_>>().join(", ");
        line!(
            out,
            "export const {constant} = {number} as Signal<[{values}]>;"
        );
    }
    out
}

/// The quantities that `is_used`, and what stands for a missing one.
fn quantities(is_used: impl Fn(&str) -> bool) -> impl Iterator<Item = &'static str> {
    let names = QUANTITIES.iter().map(|quantity| quantity.name);
    names
        .chain(["None", "NotANumber"])
        .filter(move |name| is_used(name))
}

fn exports() -> String {
    let mut out = String::from(HEADER);
    let imports = imports(|name| EXPORTS.iter().any(|export| names_type(export, name)));
    out.push_str(&imports);
    out.push_str("import type { Values } from './values.js';\n");
    out.push_str(
        "\ndeclare const brand: unique symbol;\n\n\
         /** A number that means a `Name`. */\n\
         export type Brand<Name extends string> = number & { readonly [brand]: Name };\n\n\
         /** The number of a value that is missing. */\n\
         export type None = 0;\n\n\
         /** The number of a time that is missing. */\n\
         export type NotANumber = Brand<'NotANumber'>;\n\n",
    );
    for quantity in QUANTITIES {
        let name = quantity.name;
        line!(
            out,
            "/** {} */\nexport type {name} = Brand<'{name}'>;\n",
            quantity.doc
        );
    }
    out.push_str(
        "/** The core as the shell uses it: what the WebAssembly exports, and the values in its memory. */\n\
         export interface Core {\n  readonly values: Values;\n",
    );
    for export in EXPORTS {
        out.push_str(&signature(export));
    }
    out.push_str(
        "}\n\n/** What the WebAssembly exports. */\n\
         export interface Exports extends Omit<Core, 'values'> {\n  \
         readonly memory: { readonly buffer: ArrayBuffer };\n}\n",
    );
    out
}

/// The block of numbers in memory: the place of each value, and an array that knows their types.
fn values() -> String {
    let mut out = String::from(HEADER);
    out.push_str(&imports(|name| {
        VALUES.iter().any(|value| has_word(value.typescript, name))
    }));
    let used = quantities(|name| VALUES.iter().any(|value| has_word(value.typescript, name)));
    line!(
        out,
        "import type {{ {} }} from './exports.js';\n\n// Each value's place in the block.",
        used.collect::<Vec<_>>().join(", ")
    );
    for (place, value) in VALUES.iter().enumerate() {
        line!(out, "export const {} = {place};", value.name.to_uppercase());
    }
    line!(
        out,
        "\n/** How many values there are. */\nexport const LENGTH = {};\n",
        VALUES.len()
    );
    out.push_str(
        "/** The block: `poll`, `readState` and `open` write it. */\nexport interface Values {\n",
    );
    for value in VALUES {
        comment(&mut out, "  ", value.doc.trim());
        let name = value.name.to_uppercase();
        line!(out, "  readonly [{name}]: {};", value.typescript);
    }
    out.push_str("}\n");
    out
}

/// Imports the enumerations that `is_used`.
fn imports(is_used: impl Fn(&str) -> bool) -> String {
    let mut out = String::new();
    if is_used("ErrorNumber") {
        out.push_str("import type { ErrorNumber } from './errors.js';\n");
    }
    for Enumeration { name, .. } in ENUMERATIONS.iter().filter(|of| is_used(of.name)) {
        let file = with_separator(name, '-');
        line!(out, "import type {{ {name} }} from './{file}.js';");
    }
    out
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(' ').any(|each| each == word)
}

/// Whether the signature of an export names a type.
fn names_type(export: &Export, name: &str) -> bool {
    let types = export.parameters.iter().map(|(_, of)| *of);
    types.chain([export.returns]).any(|of| has_word(of, name))
}

fn signature(export: &Export) -> String {
    let doc = export.doc.trim().replace("\n ", " ");
    let parameters: Vec<String> = export
        .parameters
        .iter()
        .map(|(name, of)| format!("{}: {of}", camel(name)))
        .collect();
    let mut out = String::new();
    comment(&mut out, "  ", &doc);
    let parameters = parameters.join(", ");
    line!(
        out,
        "  {}({parameters}): {};",
        export.name,
        returned(export)
    );
    out
}

/// A truth leaves the WebAssembly as 0 or 1.
fn returned(export: &Export) -> &'static str {
    match export.returns {
        "boolean" => "0 | 1",
        other => other,
    }
}
