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

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread::scope;
use std::time::Duration;

use rusqlite::Connection;
use serde_json::{Value, json};

use support::{ADMIN, Scratch, text};

const WRITERS: usize = 4;

/// A machine that takes longer for one write is broken.
const PATIENCE: Duration = Duration::from_secs(60);

const WORKBOOKS: &str = "/api/v1/deployments/7/workbooks";

/// The sandbox as a process that is killed when it is dropped. On Unix this is SIGKILL.
struct Process(Child);

impl Process {
    fn spawn(file: &Scratch) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_svc-sandbox"));
        command.args([
            "--json",
            "--host-port",
            "0",
            "--tenant-port",
            "0",
            "--database",
        ]);
        command
            .arg(&file.path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        Self(command.spawn().unwrap())
    }

    /// With the ports of its host and of its tenant.
    fn start(file: &Scratch) -> (Self, [String; 2]) {
        let mut process = Self::spawn(file);
        let mut line = String::new();
        let output = process.0.stdout.take().unwrap();
        BufReader::new(output).read_line(&mut line).unwrap();
        let origins: Value = serde_json::from_str(&line).expect("it starts with the file");
        let port = |name| text(&origins, name).rsplit(':').next().unwrap().to_owned();
        (process, ["host", "tenant"].map(port))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }
}

/// The body of a complete answer with a status of success; `None` if the process went away before.
fn acknowledged(port: &str, method: &str, path: &str, body: &Value) -> Option<Value> {
    let mut stream = TcpStream::connect(format!("127.0.0.1:{port}")).ok()?;
    let body = body.to_string();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\
         Authorization: Bearer {ADMIN}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
        body.len()
    );
    stream.write_all(format!("{head}{body}").as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let body = serde_json::from_str(body).ok()?;
    assert!(head.starts_with("HTTP/1.1 20"), "{method} {path}: {answer}");
    Some(body)
}

/// What one writer knows of its writes.
#[derive(Default)]
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
fn write(slug: String, port: &str, reports: &Sender<()>) -> Written {
    let mut written = Written {
        slug,
        ..Written::default()
    };
    loop {
        written.sent += 1;
        let path = format!("{WORKBOOKS}/by-slug/{}", written.slug);
        let name = json!({ "name": written.sent.to_string() });
        if acknowledged(port, "PUT", &path, &name).is_none() {
            return written;
        }
        written.acknowledged = written.sent;
        let _ = reports.send(());
        let path = format!("{WORKBOOKS}/41/duplicate");
        let Some(clone) = acknowledged(port, "POST", &path, &json!({})) else {
            return written;
        };
        written.clones.push(clone["id"].as_i64().unwrap());
    }
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

    /// What was acknowledged is there. A clone has a dashboard and as many reports as its source.
    fn holds(&self, written: &[Written]) {
        for Written {
            slug,
            sent,
            acknowledged,
            clones,
        } in written
        {
            let name = self.texts(&format!("SELECT name FROM workbooks WHERE slug = '{slug}'"));
            let name = name.first().map_or(0, |name| name.parse().unwrap());
            assert!(
                (*acknowledged..=*sent).contains(&name),
                "{name}: {acknowledged} to {sent}"
            );
            for id in clones {
                assert_eq!(
                    self.count(&format!("workbooks WHERE id = {id}")),
                    1,
                    "clone {id}"
                );
            }
        }
        let parts = "workbooks AS clone WHERE name = 'Copy of Sales' AND (
             (SELECT count(*) FROM reports WHERE workbook_id = clone.id)
                 <> (SELECT count(*) FROM reports WHERE workbook_id = 41)
             OR (SELECT count(*) FROM dashboards WHERE workbook_id = clone.id) <> 1)";
        assert_eq!(self.count(parts), 0, "clones without all of their parts");
    }

    /// Each row without times, which differ from one filling to the next. The key of the page's backend is
    /// new in each process.
    fn rows(&self) -> Vec<String> {
        let tables = self.texts(
            "SELECT name FROM sqlite_schema
             WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name <> 'credentials'",
        );
        let rows_of = |table: &String| {
            let columns = format!(
                "SELECT group_concat(name) FROM pragma_table_info('{table}') WHERE name NOT LIKE '%_at'"
            );
            let columns = self.texts(&columns).join("");
            self.texts(&format!(
                "SELECT json_array('{table}', {columns}) FROM {table}"
            ))
        };
        tables.iter().flat_map(rows_of).collect()
    }
}

/// A moment within the first `limit` milliseconds.
fn pause(limit: u64) {
    let chance = u64::from(getrandom::u32().unwrap());
    std::thread::sleep(Duration::from_micros(chance % (limit * 1000)));
}

/// Kills it while four clients write, and adds what they know to `written`.
fn while_writing(file: &Scratch, round: usize, written: &mut Vec<Written>) {
    let (process, [_, port]) = Process::start(file);
    let (reports, heard) = channel();
    scope(|scope| {
        let start = |number: usize| {
            let (port, reports) = (port.clone(), reports.clone());
            scope.spawn(move || write(format!("{round}-{number}"), &port, &reports))
        };
        let writers: Vec<_> = (0..WRITERS).map(start).collect();
        // On a slow machine the pause alone could end before the first write.
        heard
            .recv_timeout(PATIENCE)
            .expect("a write is acknowledged");
        pause(300);
        drop(process);
        written.extend(writers.into_iter().map(|writer| writer.join().unwrap()));
    });
    Kept::open(file).holds(written);
}

/// Kills it while it resets a file that has more than the seed.
fn while_resetting(file: &Scratch, seed: &[String]) {
    let (process, [host, port]) = Process::start(file);
    let path = format!("{WORKBOOKS}/by-slug/before-the-reset");
    acknowledged(&port, "PUT", &path, &json!({ "name": "1" })).unwrap();
    let before = Kept::open(file).rows();
    let is_reset = AtomicBool::new(false);
    scope(|scope| {
        scope.spawn(|| {
            while acknowledged(&host, "POST", "/control/reset", &json!({})).is_some() {
                is_reset.store(true, Ordering::SeqCst);
            }
        });
        pause(100);
        drop(process);
    });
    let after = Kept::open(file).rows();
    let is_before = !is_reset.load(Ordering::SeqCst) && after == before;
    assert!(is_before || after == seed, "a part of a reset: {after:#?}");
}

/// Kills it while it makes the file.
fn while_starting(seed: &[String]) {
    let file = Scratch::new("killed-at-the-start.db");
    let process = Process::spawn(&file);
    pause(60);
    drop(process);
    drop(Process::start(&file));
    assert_eq!(Kept::open(&file).rows(), seed);
}

#[test]
fn nothing_is_lost_when_the_process_is_killed() {
    let kills = std::env::var("KILLS").map_or(20, |kills| kills.parse().unwrap());
    let file = Scratch::new("killed.db");
    drop(Process::start(&file));
    let seed = Kept::open(&file).rows();
    // Since the last reset.
    let mut written = Vec::new();
    for round in 0..kills {
        match round % 4 {
            0 | 1 => while_writing(&file, round, &mut written),
            2 => {
                while_resetting(&file, &seed);
                written.clear();
            }
            _ => while_starting(&seed),
        }
    }
}
