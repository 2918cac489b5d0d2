//! Both interpreters of the protocol: the Rust one here, and the TypeScript one in a Node process that
//! lives as long as the fuzzer. Not one of the targets that the native tests run, because it needs Node.

use std::cell::RefCell;
use std::env;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::{Value, json};
use url::Url;

use crate::targets::Bytes;
use crate::vectors;

/// The kinds of `tests/fixtures/vectors.json` whose input may be any JSON value.
const KINDS: [&str; 5] = ["event", "action", "filter", "base", "session-id"];

/// The first byte chooses the kind; the rest is the input, as JSON.
pub fn run(data: &[u8]) {
    let mut bytes = Bytes(data);
    let kind = bytes.one_of(&KINDS);
    let Ok(input) = serde_json::from_slice::<Value>(bytes.0) else {
        return;
    };
    let Some(input) = as_asked(kind, input) else {
        return;
    };
    let output = vectors::run(kind, &input);
    let question = json!({ "kind": kind, "input": input, "output": output });
    let found =
        TYPESCRIPT.with_borrow_mut(|node| node.get_or_insert_with(Node::start).ask(&question));
    assert!(
        found.is_empty(),
        "{kind} {input}: Rust {output}, TypeScript {found}"
    );
}

/// The input, if both languages can express it. Which time zones there are, the crate asks the
/// browser, which is not here. It also has the browser write a base URL before it reads that: here the
/// crate `url` does, and leaves out the hosts in punycode, of which Node refuses other ones.
fn as_asked(kind: &str, input: Value) -> Option<Value> {
    if !is_of_both(&input) {
        return None;
    }
    match kind {
        "action" => {
            let [name, _] = input.as_array()?.as_slice() else {
                return None;
            };
            // A page may also give the whole type: `svc:action:set-timezone`.
            (!name.as_str()?.ends_with("set-timezone")).then_some(input)
        }
        "base" => {
            let url = Url::parse(input.as_str()?).ok()?;
            (!url.as_str().contains("xn--")).then(|| url.as_str().into())
        }
        _ => Some(input),
    }
}

/// True if JavaScript has this value as it is: it rounds large whole numbers, and puts the keys of an
/// object that are numbers before the others.
fn is_of_both(value: &Value) -> bool {
    match value {
        Value::Number(number) if number.is_f64() => true,
        Value::Number(number) => {
            let size = number.as_i64().map(i64::unsigned_abs).or(number.as_u64());
            size.is_some_and(|size| size <= 1 << 53)
        }
        Value::Array(values) => values.iter().all(is_of_both),
        Value::Object(members) => members.iter().all(|(key, value)| {
            !key.starts_with(|first: char| first.is_ascii_digit()) && is_of_both(value)
        }),
        _ => true,
    }
}

thread_local! {
    static TYPESCRIPT: RefCell<Option<Node>> = const { RefCell::new(None) };
}

/// A process of `scripts/interpreter.mjs`.
struct Node {
    // Ends with its standard input, when the fuzzer ends.
    _process: Child,
    questions: ChildStdin,
    answers: BufReader<ChildStdout>,
}

impl Node {
    fn start() -> Self {
        let script = env::var("SVC_INTERPRETER").expect("`npm run fuzz` sets SVC_INTERPRETER");
        let mut process = Command::new("node")
            .arg(script)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("Node starts");
        Self {
            questions: process.stdin.take().unwrap(),
            answers: BufReader::new(process.stdout.take().unwrap()),
            _process: process,
        }
    }

    /// What TypeScript makes of the input, if it is not what Rust makes of it.
    fn ask(&mut self, question: &Value) -> String {
        writeln!(self.questions, "{question}").unwrap();
        let mut answer = String::new();
        self.answers.read_line(&mut answer).unwrap();
        assert!(answer.ends_with('\n'), "Node has ended");
        answer.trim_end().to_owned()
    }
}
