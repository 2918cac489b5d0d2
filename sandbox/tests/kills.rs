//! Kills the process with SIGKILL at random moments while it writes to disk. What it acknowledged must
//! be in the file, what it did not finish must not be there in part, and a reset is whole.
//!
//! 20 kills; `KILLS=200 cargo test -p svc-sandbox --test kills -- --nocapture` does more.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod support;

use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use rusqlite::Connection;
use serde_json::{Value, json};

use support::{ADMIN, Scratch, text};

const WRITERS: usize = 4;

/// A machine that takes longer for one write is broken.
const PATIENCE: Duration = Duration::from_secs(60);

const WORKBOOKS: &str = "/api/v1/deployments/7/workbooks";

/// The sandbox as a process that is killed when it is dropped.
struct Process {
    child: Child,
    host: String,
    tenant: String,
}

impl Process {
    fn start(file: &Scratch) -> Self {
        let mut child = spawn(file);
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let origins: Value = serde_json::from_str(&line).expect("it starts with the file");
        let port = |name: &str| text(&origins, name).rsplit(':').next().unwrap().to_owned();
        Self {
            host: port("host"),
            tenant: port("tenant"),
            child,
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        kill(&mut self.child);
    }
}

fn spawn(file: &Scratch) -> Child {
    Command::new(env!("CARGO_BIN_EXE_svc-sandbox"))
        .args(["--json", "--host-port", "0", "--tenant-port", "0"])
        .arg("--database")
        .arg(&file.path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// On Unix this is SIGKILL.
fn kill(child: &mut Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

/// The body of a complete answer with a status of success; `None` if the process went away before.
fn acknowledged(port: &str, method: &str, path: &str, body: &Value) -> Option<Value> {
    let answer = answer(port, method, path, &body.to_string()).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let body = serde_json::from_str(body).ok()?;
    assert!(head.starts_with("HTTP/1.1 20"), "{method} {path}: {answer}");
    Some(body)
}

fn answer(port: &str, method: &str, path: &str, body: &str) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(format!("127.0.0.1:{port}"))?;
    let length = body.len();
    write!(
        stream,
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\
         Authorization: Bearer {ADMIN}\r\nContent-Type: application/json\r\n\
         Content-Length: {length}\r\n\r\n{body}"
    )?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

/// What one writer knows of its writes.
struct Written {
    /// The slug of its workbook.
    slug: String,
    /// The number that it gave its workbook last, and whether that was acknowledged.
    sent: usize,
    acknowledged: usize,
    /// The clones that were acknowledged.
    clones: Vec<i64>,
}

/// Names its workbook by ever higher numbers and clones another, until the process is gone. Reports each
/// number that was acknowledged.
fn writer(slug: String, port: String, reports: Sender<usize>) -> JoinHandle<Written> {
    std::thread::spawn(move || {
        let mut written = Written {
            slug,
            sent: 0,
            acknowledged: 0,
            clones: Vec::new(),
        };
        loop {
            written.sent += 1;
            let path = format!("{WORKBOOKS}/by-slug/{}", written.slug);
            let name = json!({ "name": written.sent.to_string() });
            if acknowledged(&port, "PUT", &path, &name).is_none() {
                return written;
            }
            written.acknowledged = written.sent;
            let _ = reports.send(written.sent);
            let path = format!("{WORKBOOKS}/41/duplicate");
            let Some(clone) = acknowledged(&port, "POST", &path, &json!({})) else {
                return written;
            };
            written.clones.push(clone["id"].as_i64().unwrap());
        }
    })
}

/// The file as the next process finds it.
struct Kept(Connection);

impl Kept {
    fn open(file: &Scratch) -> Self {
        let kept = Self(Connection::open(&file.path).unwrap());
        assert_eq!(kept.texts("PRAGMA integrity_check"), ["ok"]);
        assert!(kept.texts("PRAGMA foreign_key_check").is_empty());
        kept
    }

    fn texts(&self, sql: &str) -> Vec<String> {
        let mut statement = self.0.prepare(sql).unwrap();
        let rows = statement.query_map([], |row| row.get(0)).unwrap();
        rows.collect::<Result<_, _>>().unwrap()
    }

    fn count(&self, what: &str) -> i64 {
        let sql = format!("SELECT count(*) FROM {what}");
        self.0.query_row(&sql, [], |row| row.get(0)).unwrap()
    }

    fn holds(&self, written: &Written) {
        let sql = format!("SELECT name FROM workbooks WHERE slug = '{}'", written.slug);
        let name = self.texts(&sql);
        let name = name.first().map_or(0, |name| name.parse().unwrap());
        let possible = written.acknowledged..=written.sent;
        assert!(possible.contains(&name), "{name} is not in {possible:?}");
        for id in &written.clones {
            let found = self.count(&format!("workbooks WHERE id = {id}"));
            assert_eq!(found, 1, "the clone {id} is lost");
        }
    }

    /// A clone has a dashboard and as many reports as its source, or does not exist.
    fn has_whole_clones(&self) {
        let reports = self.count("reports WHERE workbook_id = 41");
        let parts = self.count(&format!(
            "workbooks AS clone WHERE name = 'Copy of Sales' AND (
                 (SELECT count(*) FROM reports WHERE workbook_id = clone.id) <> {reports} OR
                 (SELECT count(*) FROM dashboards WHERE workbook_id = clone.id) <> 1)"
        ));
        assert_eq!(parts, 0, "clones without all of their parts");
    }

    /// The rows of each table without times, which differ from one filling to the next. The key of the
    /// page's backend is new in each process.
    fn rows(&self) -> BTreeMap<String, Vec<String>> {
        let tables = self.texts(
            "SELECT name FROM sqlite_schema
             WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'credentials'",
        );
        let rows_of = |table: &String| {
            let columns = self.texts(&format!(
                "SELECT name FROM pragma_table_info('{table}') WHERE name NOT LIKE '%_at'"
            ));
            let columns = columns.join(", ");
            self.texts(&format!("SELECT json_array({columns}) FROM {table}"))
        };
        tables
            .iter()
            .map(|table| (table.clone(), rows_of(table)))
            .collect()
    }
}

/// A moment within the first `limit` milliseconds.
fn pause(limit: u64) {
    let chance = u64::from(getrandom::u32().unwrap());
    std::thread::sleep(Duration::from_micros(chance % (limit * 1000)));
}

/// Kills it while four clients write, and adds what they know to `written`.
fn while_writing(file: &Scratch, round: usize, written: &mut Vec<Written>) {
    let mut process = Process::start(file);
    let (reports, heard) = channel();
    let writers: Vec<_> = (0..WRITERS)
        .map(|number| format!("{round}-{number}"))
        .map(|slug| writer(slug, process.tenant.clone(), reports.clone()))
        .collect();
    // On a slow machine the pause alone could end before the first write.
    heard
        .recv_timeout(PATIENCE)
        .expect("a write is acknowledged");
    pause(300);
    kill(&mut process.child);
    written.extend(writers.into_iter().map(|writer| writer.join().unwrap()));
    let kept = Kept::open(file);
    for written in written.iter() {
        kept.holds(written);
    }
    kept.has_whole_clones();
}

/// Kills it while it resets a file that has more than the seed.
fn while_resetting(file: &Scratch, seed: &BTreeMap<String, Vec<String>>) {
    let mut process = Process::start(file);
    let path = format!("{WORKBOOKS}/by-slug/before-the-reset");
    acknowledged(&process.tenant, "PUT", &path, &json!({ "name": "1" })).unwrap();
    let before = Kept::open(file).rows();
    let is_reset = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while acknowledged(&process.host, "POST", "/control/reset", &json!({})).is_some() {
                is_reset.store(true, Ordering::SeqCst);
            }
        });
        pause(100);
        process.child.kill().unwrap();
    });
    process.child.wait().unwrap();
    let after = Kept::open(file).rows();
    let is_before = !is_reset.load(Ordering::SeqCst) && after == before;
    assert!(is_before || &after == seed, "a part of a reset: {after:#?}");
}

/// Kills it while it makes the file.
fn while_starting(seed: &BTreeMap<String, Vec<String>>) {
    let file = Scratch::new("killed-at-the-start.db");
    let mut child = spawn(&file);
    pause(60);
    kill(&mut child);
    drop(Process::start(&file));
    assert_eq!(&Kept::open(&file).rows(), seed);
}

#[test]
fn nothing_is_lost_when_the_process_is_killed() {
    let kills = std::env::var("KILLS").map_or(20, |kills| kills.parse().unwrap());
    let file = Scratch::new("killed.db");
    drop(Process::start(&file));
    let seed = Kept::open(&file).rows();
    let started = Instant::now();
    let mut acknowledged = 0;
    // Since the last reset.
    let mut written = Vec::new();
    for round in 0..kills {
        match round % 4 {
            0 | 1 => while_writing(&file, round, &mut written),
            2 => {
                while_resetting(&file, &seed);
                let count = |written: Written| written.acknowledged + written.clones.len();
                acknowledged += written.drain(..).map(count).sum::<usize>();
            }
            _ => while_starting(&seed),
        }
    }
    println!(
        "{kills} kills in {:.0?}: each of {acknowledged} acknowledged writes is there, and each reset is whole.",
        started.elapsed()
    );
}
