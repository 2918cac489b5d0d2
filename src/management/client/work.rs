//! Long work: starts a job, polls it, and fetches its result.

use serde_json::{Map, Value};

use super::{ApiError, Client, Error, PathParameter, Transport};
use crate::management::failure::Class;
use crate::management::job::{self, Progress};
use crate::management::models::{CreateDashboardExport, Open, StartTransformSync};
use crate::management::table::{DashboardExports, MetricViewPreviews, TransformSync};

/// The default of [`Polling::pause_ms`].
pub const POLL_PAUSE_MS: f64 = 1_000.0;

/// How to wait for a job.
pub struct Polling<'a> {
    /// The pause between polls in milliseconds; 1,000 by default.
    pub pause_ms: f64,
    /// Called with the answer of each poll.
    pub on_progress: &'a mut dyn FnMut(&Value),
}

impl std::fmt::Debug for Polling<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Polling")
            .field("pause_ms", &self.pause_ms)
            .finish_non_exhaustive()
    }
}

/// The operations of a kind of job, and where its answers have the job's id.
struct Kind {
    operation: &'static str,
    start: &'static str,
    poll: &'static str,
    id: &'static str,
    collection: &'static str,
}

const EXPORT: Kind = Kind {
    operation: "dashboardExports.run",
    start: "dashboardExports.create",
    poll: "dashboardExports.retrieve",
    id: "jobId",
    collection: "dashboard-exports",
};

const SYNC: Kind = Kind {
    operation: "transformSync.run",
    start: "transformSync.start",
    poll: "transformSync.retrieve",
    id: "syncJobId",
    collection: "transform-sync",
};

const PREVIEW: Kind = Kind {
    operation: "metricViewPreviews.run",
    start: "metricViewPreviews.create",
    poll: "metricViewPreviews.retrieve",
    id: "previewId",
    collection: "lakehouse-metric-view-previews",
};

impl<T: Transport> DashboardExports<'_, T> {
    /// Starts an export, waits until it is finished, and returns the answer with the unread file.
    /// The service keeps an export for 5 minutes after its start.
    ///
    /// # Errors
    /// See [`Error`]. The code is `job-failed` if the export ended without a file, and `expired` if
    /// the service has dropped it.
    pub async fn run(
        &self,
        deployment_id: impl Into<PathParameter>,
        body: CreateDashboardExport,
        polling: Polling<'_>,
    ) -> Result<T::Response, Error> {
        let deployment = deployment_id.into();
        let job = finished(self.0, &EXPORT, &deployment, &body, polling).await?;
        let download = self.download(deployment, job, Open::none());
        download
            .send()
            .await
            .map_err(|error| expired(error, &EXPORT))
    }
}

impl<T: Transport> TransformSync<'_, T> {
    /// Starts a sync, waits until it is finished, and returns its result.
    ///
    /// # Errors
    /// See [`Error`]. The code is `job-failed` if the sync ended without a result.
    pub async fn run(
        &self,
        deployment_id: impl Into<PathParameter>,
        body: StartTransformSync,
        polling: Polling<'_>,
    ) -> Result<Value, Error> {
        let deployment = deployment_id.into();
        let job = finished(self.0, &SYNC, &deployment, &body, polling).await?;
        let result = self.result(deployment, job, Open::none());
        result.send().await.map_err(|error| expired(error, &SYNC))
    }
}

impl<T: Transport> MetricViewPreviews<'_, T> {
    /// Queues a preview, waits until it is finished, and returns its result.
    ///
    /// # Errors
    /// See [`Error`]. The code is `job-failed` if the preview ended without a result.
    pub async fn run(
        &self,
        deployment_id: impl Into<PathParameter>,
        body: Open,
        polling: Polling<'_>,
    ) -> Result<Value, Error> {
        let deployment = deployment_id.into();
        let job = finished(self.0, &PREVIEW, &deployment, &body, polling).await?;
        let result = self.result(deployment, job, Open::none());
        result
            .send()
            .await
            .map_err(|error| expired(error, &PREVIEW))
    }
}

/// Starts a job and waits until it is finished. Returns its id.
async fn finished<T: Transport>(
    client: &Client<T>,
    kind: &Kind,
    deployment: &PathParameter,
    body: &impl serde::Serialize,
    polling: Polling<'_>,
) -> Result<String, Error> {
    let start = client.call(kind.start, vec![deployment.clone()], body)?;
    let started = start.send().await?;
    let (key, collection) = (kind.id.to_owned(), kind.collection.to_owned());
    let Some(job) = job::id(&&started, &key, &collection) else {
        return Err(unfinished(kind, None, "the answer has no job id", started));
    };
    loop {
        let parameters = vec![deployment.clone(), job.clone().into()];
        let poll = client.call(kind.poll, parameters, &Map::new())?;
        let state = poll.send().await.map_err(|error| expired(error, kind))?;
        (polling.on_progress)(&state);
        match job::progress(&&state) {
            Progress::Done => return Ok(job),
            Progress::Failed => {
                let why = "the job ended without a result";
                return Err(unfinished(kind, Some("job-failed"), why, state));
            }
            Progress::Running => client.transport.sleep(polling.pause_ms).await,
        }
    }
}

/// Adds the code `expired` to a 404: the job existed, so the service has dropped it.
fn expired(error: Error, kind: &Kind) -> Error {
    match error {
        Error::Api(error) if error.class == Class::NotFound => Error::Api(Box::new(ApiError {
            code: Some("expired".to_owned()),
            operation: kind.operation.to_owned(),
            ..*error
        })),
        other => other,
    }
}

fn unfinished(kind: &Kind, code: Option<&str>, why: &str, body: Value) -> Error {
    Error::Api(Box::new(ApiError {
        class: Class::Api,
        status: 200,
        code: code.map(str::to_owned),
        operation: kind.operation.to_owned(),
        request_id: None,
        body,
        message: format!("{}: {why}.", kind.operation),
    }))
}
