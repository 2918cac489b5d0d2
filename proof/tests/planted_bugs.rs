//! The proof of the proof: three small explorations hold, and two of them find a bug that is planted in a copy
//! of the sources. `npm run mutants -- --proof` plants many more.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use svc_embed_proof::report::explore;
use svc_embed_proof::scenario::Fault::{Destroy, Freeze, Late, MintRepeats, Refused, Reload};
use svc_embed_proof::scenario::{Fault, Scenario};

fn small(scenario: &Scenario, faults: u8, allowed: &'static [Fault]) -> Scenario {
    Scenario {
        faults,
        allowed,
        witnesses: &[],
        ..scenario.clone()
    }
}

#[test]
fn small_explorations_hold() {
    let scenarios = [
        small(&Scenario::mount(), 2, &[Late, Freeze, Refused]),
        small(&Scenario::two_embeds(), 1, &[Late, Reload, Destroy]),
        small(&Scenario::two_embeds(), 1, &[MintRepeats]),
    ];
    for scenario in scenarios {
        assert!(explore(&scenario).passed);
    }
}

/// The file, what is taken out of it, and what then stands there.
const BUGS: [(&str, &str, &str); 2] = [
    // A lapse starts a renewal although one is under way.
    (
        "src/session/machine/term.rs",
        "&& !self.phase.has_attempt()",
        "",
    ),
    // An id that was used before counts as a fresh one.
    (
        "src/page/mod.rs",
        "if self.used_ids.note(hash)",
        "if self.used_ids.note(hash) || true",
    ),
];

#[test]
fn planted_bugs_are_found() {
    if env::var_os("SVC_PLANTED").is_some() {
        return;
    }
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let copy = Path::new(env!("CARGO_TARGET_TMPDIR")).join("planted");
    for (file, safeguard, bug) in BUGS {
        for folder in ["src", "proof"] {
            copy_folder(&sources.join(folder), &copy.join(folder));
        }
        fs::copy(sources.join("Cargo.lock"), copy.join("Cargo.lock")).unwrap();
        let manifest = fs::read_to_string(sources.join("Cargo.toml")).unwrap();
        fs::write(copy.join("Cargo.toml"), only_the_proof(&manifest)).unwrap();
        let text = fs::read_to_string(sources.join(file)).unwrap();
        assert_eq!(
            text.matches(safeguard).count(),
            1,
            "{file} has no \"{safeguard}\" any more"
        );
        fs::write(copy.join(file), text.replace(safeguard, bug)).unwrap();

        let mut cargo = Command::new(env!("CARGO"));
        cargo
            .current_dir(&copy)
            .env("SVC_PLANTED", "1")
            .env("RUSTC_WORKSPACE_WRAPPER", "");
        // Cargo takes the crates of the copy for those of the repository: they need a folder of their own.
        cargo.env("CARGO_TARGET_DIR", copy.join("target"));
        cargo.args([
            "test",
            "--offline",
            "--profile",
            "prove",
            "-p",
            "svc-embed-proof",
            "--test",
            "planted_bugs",
        ]);
        let output = cargo.output().expect("cargo starts");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            text.contains("small_explorations_hold ... FAILED"),
            "{file}: {text}{errors}"
        );
    }
}

/// The manifest without the members, tests and dependencies that the proof does not need.
fn only_the_proof(manifest: &str) -> String {
    let members = manifest.find("members = [").unwrap();
    let end = members + manifest[members..].find(']').unwrap();
    let tests = manifest.find("[[test]]").unwrap();
    let profiles = manifest.find("[profile.dev]").unwrap();
    [
        &manifest[..members],
        "members = [\"proof\"",
        &manifest[end..tests],
        &manifest[profiles..],
    ]
    .concat()
    .replace("[profile.release.package.svc-sandbox]\nopt-level = 2\n", "")
}

fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap() {
        let (path, to) = (
            entry.as_ref().unwrap().path(),
            to.join(entry.unwrap().file_name()),
        );
        if path.is_dir() {
            copy_folder(&path, &to);
        } else if fs::read(&path).ok() != fs::read(&to).ok() {
            fs::copy(path, to).unwrap();
        }
    }
}
