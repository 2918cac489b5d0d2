//! The page of rules names tests that exist.

use std::path::Path;

fn read(path: impl AsRef<Path>) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(root.join(path)).unwrap()
}

/// The module and the name of each test that the page names.
fn named() -> Vec<(String, String)> {
    let page = read("../docs/service-rules.md");
    let in_code = page.split('`').skip(1).step_by(2);
    in_code
        .filter_map(|code| code.split_once("::"))
        .filter(|(module, _)| *module != "module")
        .filter(|(module, test)| !(*module == "service" && *test == "test"))
        .map(|(module, test)| (module.to_owned(), test.to_owned()))
        .collect()
}

/// The names of the tests in a file.
fn tests_of(text: &str) -> Vec<&str> {
    text.split("#[tokio::test")
        .skip(1)
        .chain(text.split("#[test]").skip(1))
        .filter_map(|after| after.split_once("fn ")?.1.split('(').next())
        .collect()
}

fn file_of(module: &str) -> String {
    match module {
        "service" => read("tests/service.rs"),
        module => read(format!("tests/api/{module}.rs")),
    }
}

#[test]
fn every_test_that_the_page_of_rules_names_exists() {
    let named = named();
    assert!(named.len() > 100, "{}", named.len());
    for (module, test) in &named {
        let text = file_of(module);
        assert!(tests_of(&text).contains(&test.as_str()), "{module}::{test}");
        // Then cargo ran it.
        assert!(!text.contains("#[ignore"), "{module} leaves tests out");
    }
}

#[test]
fn the_page_of_rules_names_every_test_of_a_rule_or_of_an_error() {
    let named = named();
    for file in std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/api")).unwrap()
    {
        let path = file.unwrap().path();
        let module = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read_to_string(&path).unwrap();
        for test in tests_of(&text) {
            let is_rule = test.starts_with("rule_") || test.starts_with("error_");
            let is_named = named.contains(&(module.clone(), test.to_owned()));
            assert!(!is_rule || is_named, "{module}::{test}");
        }
    }
}
