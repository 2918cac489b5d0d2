//! The transport of servers, and one that wraps another.

use std::cell::RefCell;
use std::future::Future;
use std::pin::pin;
use std::task::{Context, Waker};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::json;
use svc_embed::management::Client;
use svc_embed::management::client::{HttpRequest, Reqwest, Transport, TransportError};

use super::script::{Answer, Script, json_answer, options, run, script};

/// The clock, the pauses and the chance of the transport of servers.
#[tokio::test]
async fn reqwest_waits_and_has_a_clock_and_chance() {
    let transport = Reqwest::new().unwrap();
    let wall = || {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap();
        since.as_secs_f64() * 1_000.0
    };
    let started = Instant::now();
    let (before, now, after) = (wall(), transport.now_ms(), wall());
    assert!(before <= now && now <= after, "{before} {now} {after}");
    transport.sleep(Duration::from_millis(50)).await;
    let took = started.elapsed().as_millis();
    assert!((50..5_000).contains(&took), "{took} ms");
    let chances: Vec<f64> = (0..50).map(|_| transport.chance()).collect();
    assert!(chances.iter().all(|chance| (0.0..1.0).contains(chance)));
    let low = chances.iter().filter(|chance| **chance < 0.5).count();
    assert!((1..50).contains(&low), "{chances:?}");
    let different: std::collections::HashSet<u64> =
        chances.iter().map(|one| one.to_bits()).collect();
    assert!(different.len() > 40, "{chances:?}");
}

/// A transport that wraps another one, and has a span for each request.
struct Spans<'a> {
    inner: &'a Script<'static>,
    open: RefCell<u32>,
    ended: RefCell<Vec<String>>,
}

/// Ends the span of a request, also if its call is dropped.
struct Span<'a>(&'a Spans<'a>, String);

impl Drop for Span<'_> {
    fn drop(&mut self) {
        *self.0.open.borrow_mut() -= 1;
        self.0.ended.borrow_mut().push(std::mem::take(&mut self.1));
    }
}

impl Transport for &Spans<'_> {
    type Response = Answer<'static>;

    async fn send(
        &self,
        request: HttpRequest,
        limit: Duration,
    ) -> Result<Answer<'static>, TransportError> {
        *self.open.borrow_mut() += 1;
        let mut span = Span(self, "dropped".to_owned());
        if request.url.ends_with("/pods") {
            std::future::pending::<()>().await;
        }
        let outcome = (&self.inner).send(request, limit).await;
        span.1 = match &outcome {
            Ok(answer) => answer.status.to_string(),
            Err(error) => format!("{error:?}"),
        };
        outcome
    }

    async fn sleep(&self, pause: Duration) {
        (&self.inner).sleep(pause).await;
    }

    fn now_ms(&self) -> f64 {
        (&self.inner).now_ms()
    }

    fn chance(&self) -> f64 {
        1.0
    }

    fn is_page(&self) -> bool {
        false
    }
}

#[test]
fn a_transport_that_wraps_another_sees_the_end_of_each_request() {
    let script = script([
        Ok((503, vec![], Err(None))),
        Err(TransportError::TimedOut),
        Ok((302, vec![("location", "/elsewhere")], Err(None))),
        json_answer(200, &json!(1)),
    ]);
    let spans = Spans {
        inner: &script,
        open: RefCell::default(),
        ended: RefCell::default(),
    };
    let client = Client::with_transport(options(), &spans).unwrap();
    assert_eq!(run(client.users().me().send()), Ok(json!(1)));
    {
        // A call that nobody awaits to its end.
        let mut pages = client.deployments().list_pods(7).pages();
        let mut pods = pin!(pages.next_page());
        let mut context = Context::from_waker(Waker::noop());
        assert!(pods.as_mut().poll(&mut context).is_pending());
        assert_eq!(*spans.open.borrow(), 1);
    }
    assert_eq!(*spans.open.borrow(), 0);
    let ended = spans.ended.borrow();
    assert_eq!(*ended, ["503", "TimedOut", "302", "200", "dropped"]);
}
