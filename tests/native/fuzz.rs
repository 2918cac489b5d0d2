//! The fuzz targets without a fuzzer: every input of the corpora, and random changes of them. What a
//! fuzzer found stays found. `npm run fuzz` does the same with libFuzzer, for as long as one likes.

#[path = "../../fuzz/src/targets/mod.rs"]
pub mod targets;

use std::fs;
use std::path::Path;

/// How often a target is called with a changed input.
const CHANGES: usize = 3_000;
/// The longest input of a target, in bytes.
const LONGEST: usize = 512;

/// Random numbers, the same in every run: Marsaglia's xorshift.
struct Random(u64);

impl Random {
    fn next(&mut self) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).unwrap()
    }

    fn below(&mut self, end: usize) -> usize {
        self.next() % end.max(1)
    }

    fn of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }

    /// An input, changed in a few places: bytes, words of a fixture, and parts of other inputs.
    fn change(&mut self, inputs: &[Vec<u8>], words: &[Vec<u8>]) -> Vec<u8> {
        let mut input = self.of(inputs).clone();
        for _ in 0..=self.below(4) {
            let at = self.below(input.len() + 1);
            let end = (at + self.below(8)).min(input.len());
            let put = match self.below(5) {
                0 => Vec::new(),
                1 => vec![u8::try_from(self.below(256)).unwrap()],
                2 => vec![*self.of(b"09az \n\"\\{}[]%&?#./:@\xff")],
                3 => self.of(words).clone(),
                _ => {
                    let other = self.of(inputs);
                    let from = self.below(other.len() + 1);
                    other[from..].iter().copied().take(24).collect()
                }
            };
            let gone = if self.below(2) == 0 { at..end } else { at..at };
            input.splice(gone, put);
        }
        input.truncate(LONGEST);
        input
    }
}

fn fuzz(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz");
    let (_, target) = targets::ALL.iter().find(|it| it.0 == name).unwrap();
    let corpus = fs::read_dir(folder.join("corpus").join(name)).unwrap();
    let mut files: Vec<_> = corpus.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let inputs: Vec<Vec<u8>> = files.iter().map(|file| fs::read(file).unwrap()).collect();
    assert!(!inputs.is_empty(), "{name} has no corpus");
    let fixture = match name {
        "sandbox_body" => include_str!("../../sandbox/tests/fixtures/happy_path.json"),
        _ => include_str!("../fixtures/vectors.json"),
    };
    let short = fixture
        .split('"')
        .filter(|word| (1..=24).contains(&word.len()));
    let words: Vec<Vec<u8>> = short
        .flat_map(|word| [word.into(), format!("\"{word}\"").into()])
        .collect();
    target(&[]);
    for input in &inputs {
        target(input);
    }
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    for _ in 0..CHANGES {
        let input = random.change(&inputs, &words);
        let is_well = std::panic::catch_unwind(|| target(&input)).is_ok();
        let text = String::from_utf8_lossy(&input);
        assert!(is_well, "{name} fails with {input:?}, as text {text:?}");
    }
}

/// A test for each target, so that they run side by side.
macro_rules! targets {
    ($($name:ident)*) => {
        $(#[test] fn $name() { fuzz(stringify!($name)); })*

        #[test]
        fn every_target_is_here_and_has_a_program() {
            let named = [$(stringify!($name)),*];
            assert!(targets::ALL.iter().map(|it| it.0).eq(named));
            let manifest = include_str!("../../fuzz/Cargo.toml");
            for name in named {
                assert!(manifest.contains(&format!("path = \"bin/{name}.rs\"")), "{name}");
            }
        }
    };
}

targets! {
    event filter page sandbox_body url
}
