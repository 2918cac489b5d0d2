//! Long work, retries, and what the service drops: words and numbers that both clients read.

use svc_declaration::{Job, Operation, Status, pascal, snake};

use super::{HEADER, SERVICE};
use crate::Files;

/// Adds the files that this module makes.
pub fn add_to(files: &mut Files) {
    files.add("src/management/generated/words.rs", &rust());
    files.add("npm/src/management/generated/words.ts", &typescript());
}

fn operation(namespace: &str, name: &str) -> Option<&'static Operation> {
    let id = format!("{namespace}.{name}");
    SERVICE.operations().find(|operation| operation.id == id)
}

/// The last segment of the path of a job's start: URLs in answers have the id behind it.
fn collection(namespace: &str, job: &Job) -> &'static str {
    let start = operation(namespace, &job.start).unwrap();
    start.path.rsplit('/').next().unwrap()
}

fn rust() -> String {
    let mut out = String::from(
        "//! Generated from src/management/service.toml by `npm run generate`; change it there.\n\n\
         use std::time::Duration;\n\n\
         use super::super::job::Kind;\n\n",
    );
    let Status { done, failed } = &SERVICE.status;
    line!(out, "/// The words of a job that ended with a result.");
    line!(out, "pub const DONE: &[&str] = &{done:?};\n");
    line!(out, "/// The words of a job that ended without one.");
    line!(out, "pub const FAILED: &[&str] = &{failed:?};\n");
    for (name, job) in &SERVICE.jobs {
        let (run, poll) = (format!("{name}.run"), format!("{name}.retrieve"));
        let cancel = operation(name, "cancel").map(|operation| &operation.id);
        let (id, collection, limit) = (&job.id, collection(name, job), job.limit_seconds);
        line!(
            out,
            "pub const {}: Kind = Kind {{\n    operation: {run:?},\n    poll: {poll:?},\n    cancel: {cancel:?},\n    \
             id: {id:?},\n    collection: {collection:?},\n    limit: Duration::from_secs({limit}),\n}};\n",
            snake(&pascal(name)).to_uppercase()
        );
    }
    line!(
        out,
        "/// Statuses below 500 of failures that may be temporary. Every status from 500 on may be, too.\npub const RETRIED: &[u16] = &{:?};\n",
        SERVICE.retries.statuses
    );
    out
}

fn typescript() -> String {
    let mut out = String::from(HEADER);
    let Status { done, failed } = &SERVICE.status;
    for (doc, name, words) in [
        ("The words of a job that ended with a result.", "DONE", done),
        (
            "The words of a job that ended without one.",
            "FAILED",
            failed,
        ),
    ] {
        line!(
            out,
            "/** {doc} */\nexport const {name} = '{}';\n",
            words.join(" ")
        );
    }
    out.push_str(
        "/** A kind of job: its operations, and where its answers have the job's id. */\nexport interface Kind {\n  \
         name: string;\n  start: string;\n  last: string;\n  \
         /** Not optional: it could be inherited from a polluted prototype. */\n  cancel: string | undefined;\n  \
         key: string;\n  collection: string;\n  limitMs: number;\n}\n\nexport const KINDS: readonly Kind[] = [\n",
    );
    for (name, job) in &SERVICE.jobs {
        let Job {
            start,
            last,
            id,
            limit_seconds,
        } = job;
        let cancel = operation(name, "cancel").map_or("undefined", |_| "'cancel'");
        line!(
            out,
            "  {{ name: '{name}', start: '{start}', last: '{last}', cancel: {cancel}, key: '{id}', collection: '{}', limitMs: {} }},",
            collection(name, job),
            limit_seconds * 1_000
        );
    }
    line!(
        out,
        "];\n\n/** Statuses below 500 of failures that may be temporary. Every status from 500 on may be, too. */\nexport const RETRIED: readonly number[] = {:?};\n",
        SERVICE.retries.statuses
    );
    out.push_str(
        "/** How long the service keeps what an operation reads. */\nexport const RETENTION = {\n",
    );
    for (name, says) in &SERVICE.kept {
        line!(out, "  {name}: '{says}',");
    }
    out.push_str("};\n");
    out
}
