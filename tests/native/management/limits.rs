//! How much of an answer the client reads over a real connection.

use std::io::{Read as _, Write as _};
use std::net::TcpListener;
use std::thread::JoinHandle;

use svc_embed::management::Client;
use svc_embed::management::client::{Error, Options, Reqwest};
use svc_embed::management::failure::Class;

/// The most bytes that the server sends. Without a limit, the client would take all of them.
const MOST: usize = 400_000_000;

/// Answers one request with `head` and a body without an end. Joining the thread returns the number of
/// bytes that it could send.
fn pour(head: &'static str) -> (Client<Reqwest>, JoinHandle<usize>) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let base_url = format!("http://{}", listener.local_addr().unwrap());
    let server = std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let read = stream.read(&mut [0; 4_096]).unwrap();
        assert!(read > 0);
        stream.write_all(head.as_bytes()).unwrap();
        let piece = vec![b'x'; 65_536];
        let mut sent = 0;
        while sent < MOST && stream.write_all(&piece).is_ok() {
            sent += piece.len();
        }
        sent
    });
    let options = Options {
        base_url,
        max_retries: 0,
        ..Options::default()
    };
    (Client::with_reqwest(options).unwrap(), server)
}

fn failed(client: &Client<Reqwest>) -> (u16, Class, Option<String>, String) {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    match runtime.block_on(client.users().me().send()) {
        Err(Error::Api(error)) => (error.status, error.class, error.code, error.message),
        other => panic!("{other:?}"),
    }
}

const TOO_LARGE: &str = "users.me: the answer has more than 8388608 bytes, so it was not read to its end. If that is expected, raise `max_response_bytes`.";

#[test]
fn an_answer_without_an_end_is_an_error_at_the_limit() {
    let (client, server) = pour("HTTP/1.1 200 X\r\nConnection: close\r\n\r\n");
    let code = Some("response-too-large".to_owned());
    assert_eq!(
        failed(&client),
        (200, Class::Api, code, TOO_LARGE.to_owned())
    );
    drop(client);
    let sent = server.join().unwrap();
    assert!(sent < 40_000_000, "{sent} bytes were sent");
}
