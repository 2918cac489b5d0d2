//! Long work: starts a job, polls it, and fetches its result.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

use serde_json::{Map, Value};

use super::{Call, Client, Error, PathParameter, Transport};
use crate::management::failure::{Class, shown};
use crate::management::generated::namespaces::{
    DashboardExports, MetricViewPreviews, TransformSync,
};
use crate::management::generated::words::{
    DASHBOARD_EXPORTS, METRIC_VIEW_PREVIEWS, TRANSFORM_SYNC,
};
use crate::management::gives::One;
use crate::management::job::{self, Kind, Progress};
use crate::management::models::{CreateDashboardExport, Open, StartTransformSync};
use crate::management::value::{in_millis, millis};

/// How to wait for a job.
///
/// ```
/// use std::time::Duration;
/// use svc_embed::management::client::Polling;
///
/// let polling = Polling::default()
///     .pause(Duration::from_millis(500))
///     .on_progress(|job| println!("{}", job["status"]));
/// # let _ = polling;
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Polling<F = fn(&Value)> {
    pause: Duration,
    limit: Option<Duration>,
    on_progress: F,
}

impl Default for Polling {
    fn default() -> Self {
        Self {
            pause: Duration::from_secs(1),
            limit: None,
            on_progress: |_| {},
        }
    }
}

impl<F: FnMut(&Value)> Polling<F> {
    /// Sets the pause between polls; a second by default.
    #[must_use]
    pub fn pause(mut self, pause: Duration) -> Self {
        self.pause = pause;
        self
    }

    /// Sets the time after which the job is given up: by default 5 minutes for an export, which the
    /// service drops then, and an hour for other jobs. A poll under way is cut off. The start and the
    /// fetching of the result have only their own time limits.
    #[must_use]
    pub fn limit(mut self, limit: Duration) -> Self {
        self.limit = Some(limit);
        self
    }

    /// Calls `on_progress` with the answer of each poll.
    #[must_use]
    pub fn on_progress<G: FnMut(&Value)>(self, on_progress: G) -> Polling<G> {
        Polling {
            pause: self.pause,
            limit: self.limit,
            on_progress,
        }
    }
}

impl<T: Transport> DashboardExports<'_, T> {
    /// Starts an export, waits until it is finished, and returns the answer with the unread file.
    /// The service keeps an export for 5 minutes after its start.
    ///
    /// # Errors
    /// See [`Error`]. The code is `job-failed` if the export ended without a file, and `expired` if
    /// the service has dropped it. [`Error::Timeout`] if it did not end within the limit.
    pub async fn run<F: FnMut(&Value)>(
        &self,
        deployment_id: impl Into<PathParameter>,
        body: CreateDashboardExport,
        polling: Polling<F>,
    ) -> Result<T::Response, Error> {
        let deployment = deployment_id.into();
        let start = self.create(deployment.clone(), body).giving();
        let (job, job_shown) =
            finished(self.0, &DASHBOARD_EXPORTS, &deployment, start, polling).await?;
        let download = self.download(deployment, job).send().await;
        download.map_err(|error| named(error, &DASHBOARD_EXPORTS, &job_shown))
    }
}

impl<T: Transport> TransformSync<'_, T> {
    /// Starts a sync, waits until it is finished, and returns its result.
    ///
    /// # Errors
    /// See [`Error`]. The code is `job-failed` if the sync ended without a result.
    /// [`Error::Timeout`] if it did not end within the limit: it is cancelled then.
    pub async fn run<F: FnMut(&Value)>(
        &self,
        deployment_id: impl Into<PathParameter>,
        body: StartTransformSync,
        polling: Polling<F>,
    ) -> Result<Value, Error> {
        let deployment = deployment_id.into();
        let start = self.start(deployment.clone(), body).giving();
        let (job, job_shown) =
            finished(self.0, &TRANSFORM_SYNC, &deployment, start, polling).await?;
        let result = self.result(deployment, job).send().await;
        result.map_err(|error| named(error, &TRANSFORM_SYNC, &job_shown))
    }
}

impl<T: Transport> MetricViewPreviews<'_, T> {
    /// Queues a preview, waits until it is finished, and returns its result.
    ///
    /// # Errors
    /// See [`Error`]. The code is `job-failed` if the preview ended without a result.
    /// [`Error::Timeout`] if it did not end within the limit: it is cancelled then.
    pub async fn run<F: FnMut(&Value)>(
        &self,
        deployment_id: impl Into<PathParameter>,
        body: Open,
        polling: Polling<F>,
    ) -> Result<Value, Error> {
        let deployment = deployment_id.into();
        let start = self.create(deployment.clone(), body).giving();
        let (job, job_shown) =
            finished(self.0, &METRIC_VIEW_PREVIEWS, &deployment, start, polling).await?;
        let result = self.result(deployment, job).send().await;
        result.map_err(|error| named(error, &METRIC_VIEW_PREVIEWS, &job_shown))
    }
}

/// Starts a job by the call `start` and waits until it is finished. Returns its id, and the id as
/// errors show it.
async fn finished<T: Transport, F: FnMut(&Value)>(
    client: &Client<T>,
    kind: &Kind,
    deployment: &PathParameter,
    start: Call<'_, T, One<Value>>,
    mut polling: Polling<F>,
) -> Result<(String, String), Error> {
    let limit = polling.limit.unwrap_or(kind.limit);
    let until = client.transport.now_ms() + in_millis(limit);
    let started = start.decoded().await?;
    let Some(job) = job::id(&started.body, kind.id, kind.collection) else {
        let why = "the answer to the start has no job id.";
        return Err(start.unusable(kind.operation, None, started, why));
    };
    let job_shown = shown(&job, start.secret());
    let parameters = || vec![deployment.clone(), job.clone().into()];
    let mut status = "unknown".to_owned();
    loop {
        let poll = client.call(kind.poll, parameters(), &Map::new())?;
        let left = millis(until - client.transport.now_ms());
        let Some(state) = within(&client.transport, left, poll.decoded()).await else {
            break;
        };
        let state = state.map_err(|error| named(error, kind, &job_shown))?;
        (polling.on_progress)(&state.body);
        status = shown(job::status(&state.body).unwrap_or("unknown"), poll.secret());
        match job::progress(&state.body) {
            Progress::Done => return Ok((job, job_shown)),
            Progress::Failed => {
                let why = format!("job {job_shown} ended without a result (status: {status}).");
                return Err(poll.unusable(kind.operation, Some("job-failed"), state, &why));
            }
            Progress::Running if client.transport.now_ms() + in_millis(polling.pause) > until => {
                break;
            }
            Progress::Running => client.transport.sleep(polling.pause).await,
        }
    }
    if let Some(cancel) = kind.cancel {
        // Best effort: the job is given up in any case.
        let _ = client.call(cancel, parameters(), &Map::new())?.send().await;
    }
    Err(Error::Timeout {
        operation: kind.operation.to_owned(),
        message: format!(
            "{}: job {job_shown} did not end within {} ms (status: {status}).",
            kind.operation,
            limit.as_millis()
        ),
    })
}

/// Waits for `call` at most for `limit`. Returns `None` if it takes longer. The request
/// under way is cut off, because the call is dropped.
async fn within<T: Transport, O>(
    transport: &T,
    limit: Duration,
    call: impl Future<Output = O>,
) -> Option<O> {
    let mut call = pin!(call);
    let mut limit = pin!(transport.sleep(limit));
    poll_fn(|context| match call.as_mut().poll(context) {
        Poll::Ready(output) => Poll::Ready(Some(output)),
        Poll::Pending => limit.as_mut().poll(context).map(|()| None),
    })
    .await
}

/// Names the job in the error of a call of its run. A 404 gets the code `expired`: the job existed, so
/// the service has dropped it.
fn named(mut error: Error, kind: &Kind, job: &str) -> Error {
    let mut what = "cannot be followed";
    let (operation, message) = match &mut error {
        Error::Invalid(_) => return error,
        Error::Connection { operation, message } | Error::Timeout { operation, message } => {
            (operation, message)
        }
        Error::Api(error) => {
            if error.class == Class::NotFound {
                what = "is gone";
                error.code = Some("expired".to_owned());
            }
            (&mut error.operation, &mut error.message)
        }
    };
    *message = format!("{}: job {job} {what}. {message}", kind.operation);
    kind.operation.clone_into(operation);
    error
}
