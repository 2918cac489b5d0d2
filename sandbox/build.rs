//! Puts the bundled embed pages into the program: writes `pages.rs`, which includes each file.

use std::collections::hash_map::DefaultHasher;
use std::env;
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::hash::{Hash as _, Hasher as _};
use std::path::{Path, PathBuf};

/// Where `node sandbox/ui/build.mjs` puts them.
const BUNDLED: &str = "ui/dist";

fn main() -> Result<(), Box<dyn Error>> {
    let bundled = PathBuf::from(env::var("CARGO_MANIFEST_DIR")?).join(BUNDLED);
    let files = if bundled.is_dir() {
        println!("cargo::rerun-if-changed={BUNDLED}");
        files_in(&bundled)?
    } else {
        println!("cargo::rerun-if-changed=ui");
        Vec::new()
    };
    // Tests and lints of a fresh clone need no pages. A program that is installed does, and `npm start`
    // has only the dependencies built before there are pages.
    let needs_pages = env::var("PROFILE")? == "release" || env::var_os("SVC_NEEDS_PAGES").is_some();
    if files.is_empty() && needs_pages {
        return Err("the sandbox needs its embed pages: run `npm run build` first".into());
    }

    let mut pages = String::from("&[\n");
    for file in files {
        let name = file.file_name().ok_or("a file without a name")?;
        let mut hasher = DefaultHasher::new();
        fs::read(&file)?.hash(&mut hasher);
        writeln!(
            pages,
            "    Page {{ name: {:?}, tag: \"\\\"{:016x}\\\"\", bytes: include_bytes!({:?}) }},",
            name.to_string_lossy(),
            hasher.finish(),
            file.to_string_lossy(),
        )?;
    }
    pages.push(']');
    fs::write(Path::new(&env::var("OUT_DIR")?).join("pages.rs"), pages)?;
    Ok(())
}

/// The files of a directory, in the order of their names.
fn files_in(directory: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(directory)? {
        files.push(entry?.path());
    }
    files.sort();
    Ok(files)
}
