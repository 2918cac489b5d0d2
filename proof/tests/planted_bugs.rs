//! The proof of the proof: the property that `bugs.rs` names finds each bug of `proof/bugs/` once it is
//! planted in a copy of the sources. Nothing of a bug is in what ships.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test fails by panicking"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{LazyLock, Mutex, PoisonError};

use svc_embed_proof::bugs::{Bug, sound};
use svc_embed_proof::report::{counterexample, explore};

/// A test for each bug.
macro_rules! planted {
    ($($test:ident = $bug:literal,)*) => {
        $(#[test]
        fn $test() {
            is_found($bug);
        })*

        const TESTED: &[&str] = &[$($bug),*];
    };
}

planted! {
    single_flight_removed = "second-flight",
    staleness_check_removed = "stale-ids",
    reset_of_the_attempts_removed = "endless-count",
    backoff_removed = "no-pause",
    pause_of_what_the_page_asks_removed = "hasty-renew",
    pause_after_a_lapse_at_once_removed = "free-lapses",
    recognition_of_earlier_sessions_removed = "earlier-events",
    timeout_of_a_mint_removed = "dead-timeout",
    patience_without_an_embed_removed = "restless-wait",
    replay_removed = "no-replay",
    patience_of_the_foreground_removed = "hasty-foreground",
    answer_to_a_renewal_removed = "ready-replays",
    undoing_of_a_confirmation_removed = "late-rejection",
    return_of_a_turn_removed = "forgotten-turn",
    wait_of_the_actions_removed = "actions-too-early",
    memory_of_the_ids_removed = "forgotten-ids",
}

#[test]
fn each_patch_is_a_bug_and_each_bug_has_a_test() {
    let patches = fs::read_dir(repository().join("proof/bugs")).unwrap();
    let patches: BTreeSet<String> = patches
        .filter_map(|file| {
            Some(
                file.unwrap()
                    .file_name()
                    .to_str()?
                    .strip_suffix(".patch")?
                    .to_owned(),
            )
        })
        .collect();
    let bugs = Bug::all().iter().map(|bug| bug.name.to_owned()).collect();
    let tested = TESTED.iter().map(|&bug| bug.to_owned()).collect();
    assert_eq!((&patches, &bugs), (&bugs, &tested));
}

#[test]
fn small_explorations_hold_without_a_bug() {
    for scenario in sound() {
        assert!(explore(&scenario).passed);
    }
}

#[test]
fn no_bug_is_found_that_is_not_there() {
    for bug in Bug::all() {
        let history = counterexample(&bug.scenario, bug.property);
        assert!(history.is_none(), "{}", bug.name);
    }
}

/// Holds that the proof finds the bug in sources that have it.
fn is_found(bug: &str) {
    let copy = COPY.lock().unwrap_or_else(PoisonError::into_inner);
    copy.plant(bug);
    let mut prove = cargo(&copy.folder);
    prove.args(["run", "--quiet", "--offline", "--profile", "prove"]);
    prove.args(["-p", "svc-embed-proof", "--", "--find", bug]);
    let output = prove.output().expect("cargo starts");
    let (found, errors) = (text(&output.stdout), text(&output.stderr));
    assert!(output.status.success(), "{bug}: {found}{errors}");
    println!("{found}");
}

/// The one copy of the sources: the tests take turns.
static COPY: LazyLock<Mutex<Copy>> = LazyLock::new(|| Mutex::new(Copy::new()));

/// A copy of the core and of the proof.
struct Copy {
    folder: PathBuf,
}

impl Copy {
    fn new() -> Self {
        Self {
            folder: target().join("planted"),
        }
    }

    /// Makes the copy equal to the sources, but for the bug. Files that stay as they are keep their times,
    /// so that cargo compiles only what differs.
    fn plant(&self, bug: &str) {
        let mut files = BTreeMap::new();
        for folder in ["src", "proof/src"] {
            read(&repository(), Path::new(folder), &mut files);
        }
        let manifests = [
            ("proof/bugs/workspace.toml", "Cargo.toml"),
            ("proof/Cargo.toml", "proof/Cargo.toml"),
            ("Cargo.lock", "Cargo.lock"),
        ];
        for (from, to) in manifests {
            files.insert(to.into(), fs::read(repository().join(from)).unwrap());
        }
        for (path, content) in &files {
            write(&self.folder.join(path), content);
        }
        let patch = repository()
            .join("proof/bugs")
            .join(bug)
            .with_extension("patch");
        let mut git = Command::new("git");
        git.args(["apply", "--whitespace=nowarn"])
            .arg(&patch)
            .current_dir(&self.folder);
        // The copy is no part of the repository that it lies in.
        git.env("GIT_CEILING_DIRECTORIES", target());
        let output = git.output().expect("git is there");
        assert!(
            output.status.success(),
            "proof/bugs/{bug}.patch does not apply any more: change it with the code. {}",
            text(&output.stderr)
        );
    }
}

fn read(from: &Path, folder: &Path, files: &mut BTreeMap<PathBuf, Vec<u8>>) {
    for entry in fs::read_dir(from.join(folder)).unwrap() {
        let entry = entry.unwrap();
        let path = folder.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            read(from, &path, files);
        } else {
            files.insert(path, fs::read(entry.path()).unwrap());
        }
    }
}

fn write(path: &Path, content: &[u8]) {
    if fs::read(path).is_ok_and(|there| there == content) {
        return;
    }
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

/// Cargo, for the copy: its dependencies are those that this test was built with, and its code may have
/// warnings.
fn cargo(folder: &Path) -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(folder);
    cargo.env("CARGO_TARGET_DIR", target());
    cargo.env("RUSTC_WORKSPACE_WRAPPER", "");
    cargo.env("CARGO_INCREMENTAL", "1");
    cargo
}

fn target() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .parent()
        .unwrap()
        .to_owned()
}

fn repository() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_owned()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}
