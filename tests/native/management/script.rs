//! A transport that answers by a script, and never waits.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use serde_json::Value;
use svc_embed::management::Client;
use svc_embed::management::client::{
    Credential, HttpRequest, HttpResponse, Options, Transport, TransportError,
};

/// An answer of the script: its status, its headers, and its body, or why that is cut.
pub type Scripted<'a> =
    Result<(u16, Vec<(&'a str, &'a str)>, Result<String, Option<String>>), TransportError>;

pub struct Script<'a> {
    pub answers: RefCell<VecDeque<Scripted<'a>>>,
    pub sent: RefCell<Vec<HttpRequest>>,
    pub slept: RefCell<Vec<Duration>>,
    pub limits: RefCell<Vec<Duration>>,
    /// The time of the first request.
    pub clock_ms: f64,
    /// How long each request takes.
    pub takes_ms: f64,
    pub chance: f64,
    pub page: bool,
}

pub struct Answer<'a> {
    pub status: u16,
    headers: Vec<(&'a str, &'a str)>,
    body: Result<VecDeque<u8>, Option<String>>,
}

pub fn script<'a>(answers: impl IntoIterator<Item = Scripted<'a>>) -> Script<'a> {
    Script {
        answers: RefCell::new(answers.into_iter().collect()),
        sent: RefCell::default(),
        slept: RefCell::default(),
        limits: RefCell::default(),
        clock_ms: 0.0,
        takes_ms: 0.0,
        chance: 1.0,
        page: false,
    }
}

impl HttpResponse for Answer<'_> {
    fn status(&self) -> u16 {
        self.status
    }

    fn header(&self, name: &str) -> Option<String> {
        let mut headers = self.headers.iter();
        let found = headers.find(|(key, _)| *key == name);
        found.map(|(_, value)| (*value).to_owned())
    }

    async fn chunk(&mut self) -> Result<Option<Vec<u8>>, TransportError> {
        let cut = |why: &mut Option<String>| TransportError::Network(why.take());
        let body = self.body.as_mut().map_err(cut)?;
        // In small pieces, which cut characters in two.
        let left = body.len().min(7);
        let piece: Vec<u8> = body.drain(..left).collect();
        Ok(Some(piece).filter(|piece| !piece.is_empty()))
    }
}

impl<'a> Transport for &Script<'a> {
    type Response = Answer<'a>;

    async fn send(
        &self,
        request: HttpRequest,
        limit: Duration,
    ) -> Result<Answer<'a>, TransportError> {
        self.sent.borrow_mut().push(request);
        self.limits.borrow_mut().push(limit);
        let next = self.answers.borrow_mut().pop_front();
        let (status, headers, body) = next.expect("one request more than the script has")?;
        Ok(Answer {
            status,
            headers,
            body: body.map(|body| body.into_bytes().into()),
        })
    }

    async fn sleep(&self, pause: Duration) {
        self.slept.borrow_mut().push(pause);
    }

    fn now_ms(&self) -> f64 {
        let slept: Duration = self.slept.borrow().iter().sum();
        let taken: f64 = self.limits.borrow().iter().map(|_| self.takes_ms).sum();
        self.clock_ms + slept.as_secs_f64() * 1_000.0 + taken
    }

    fn chance(&self) -> f64 {
        self.chance
    }

    fn is_page(&self) -> bool {
        self.page
    }
}

/// Nothing here ever waits, so one poll is enough.
pub fn run<F: Future>(future: F) -> F::Output {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(output) => output,
        Poll::Pending => panic!("the transport waits for nothing"),
    }
}

#[allow(clippy::unnecessary_wraps, reason = "an answer of a script")]
pub fn json_answer(status: u16, body: &Value) -> Scripted<'static> {
    Ok((
        status,
        vec![("content-type", "application/json")],
        Ok(body.to_string()),
    ))
}

pub fn options() -> Options {
    Options {
        base_url: "https://acme.example.com/".to_owned(),
        credential: Credential::AccessToken("token".to_owned()),
        ..Options::default()
    }
}

pub fn client<'a, 's>(script: &'a Script<'s>) -> Client<&'a Script<'s>> {
    Client::with_transport(options(), script).unwrap()
}

pub fn header<'a>(request: &'a HttpRequest, name: &str) -> Option<&'a str> {
    request.headers.get(name)
}
