//! Exports a published dashboard as PNG or PDF. The job and the file are dropped five minutes after
//! submission.

use serde_json::{Value, json};

use super::call::Call;
use super::jobs::{self, Job, Status};
use super::reply::{Outcome, Reply};
use super::rights::{Export, Granted, Manage, Read, Workbook};
use super::rows;
use crate::json::Failure;

/// How long a job and its file are kept after submission.
const KEPT_MS: i64 = 5 * 60 * 1_000;

/// The smallest PNG: one transparent pixel.
const PNG: &[u8] = &[
    0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', 0, 0, 0, 13, b'I', b'H', b'D', b'R', 0, 0,
    0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0, 0x1f, 0x15, 0xc4, 0x89, 0, 0, 0, 13, b'I', b'D', b'A', b'T',
    0x78, 0x9c, 0x63, 0, 1, 0, 0, 5, 0, 1, 0x0d, 0x0a, 0x2d, 0xb4, 0, 0, 0, 0, b'I', b'E', b'N',
    b'D', 0xae, 0x42, 0x60, 0x82,
];

/// Starts a render. It renders as the caller, who needs manage access to the dashboard's workbook.
/// An administrator may use `renderAs`.
pub fn create(call: &Call<'_>) -> Outcome {
    let (_, workbook) = published_dashboard(call)?;
    if let Some(viewer) = call.field("renderAs") {
        if !call.caller.is_administrator() {
            return Err(Failure::forbidden("renderAs is for tenant administrators"));
        }
        require_user(call, viewer)?;
    }
    let _managed: Granted<Workbook, Manage> = Granted::to(call, workbook)?;
    let job = jobs::start(call, "export")?;
    Ok(Reply::created(shown(call, &job)?))
}

/// 404 unless the user whom `renderAs` names exists: a console or embed user by `userId`, or an embed
/// user by `embedTenantName` and `externalId`. The names are the sandbox's.
fn require_user(call: &Call<'_>, viewer: &Value) -> Result<(), Failure> {
    let text = |name: &str| viewer.get(name).and_then(Value::as_str);
    let id = viewer.get("userId").and_then(Value::as_i64);
    let sql = "SELECT id FROM users WHERE id = ?1 OR (embed_tenant = ?2 AND external_id = ?3)";
    let parameters = (id, text("embedTenantName"), text("externalId"));
    call.must_exist("user to render as", sql, parameters)
}

/// The status of an export.
pub fn retrieve(call: &Call<'_>, export: &Granted<Export, Read>) -> Outcome {
    Ok(shown(call, &kept(call, export)?)?.into())
}

/// The finished file.
pub fn download(call: &Call<'_>, export: &Granted<Export, Read>) -> Outcome {
    let job = kept(call, export)?;
    if job.status != Status::Completed {
        let message = format!("the export is {}", job.status.name());
        return Err(Failure::conflict(message));
    }
    let format = format(&job);
    let (media_type, content) = match format {
        "png" => ("image/png", PNG.to_vec()),
        _ => ("application/pdf", pdf(&job)),
    };
    Ok(Reply::File {
        media_type,
        name: format!("dashboard.{format}"),
        content,
    })
}

/// The published dashboard that the body names by exactly one of `dashboardId` and
/// `dashboardPublicId`, and its workbook.
pub fn published_dashboard(call: &Call<'_>) -> Result<(i64, i64), Failure> {
    let (column, value) = match (call.field("dashboardId"), call.field("dashboardPublicId")) {
        (Some(id), None) => ("id", id),
        (None, Some(public_id)) => ("public_id", public_id),
        _ => return Err(Failure::internal("dashboardId or dashboardPublicId")),
    };
    let value = match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let sql = format!(
        "SELECT id, workbook_id FROM dashboards
         WHERE CAST({column} AS TEXT) = ?1 AND deployment_id = ?2 AND status = 'published'"
    );
    let found = call.one(&sql, (value, call.deployment()?))?;
    let number = |name: &str| found.as_ref()?.get(name)?.as_i64();
    number("id")
        .zip(number("workbook_id"))
        .ok_or_else(|| Failure::missing("published dashboard"))
}

fn kept(call: &Call<'_>, export: &Granted<Export, Read>) -> Result<Job, Failure> {
    let job = jobs::find(call, "export", export)?;
    if call.now >= job.started_at + KEPT_MS {
        return Err(Failure::missing(
            "export: it was dropped 5 minutes after its submission",
        ));
    }
    Ok(job)
}

fn format(job: &Job) -> &str {
    match job.request.get("format").and_then(Value::as_str) {
        Some("png") => "png",
        _ => "pdf",
    }
}

fn shown(call: &Call<'_>, job: &Job) -> Result<Value, Failure> {
    let base = format!(
        "{}/api/v1/deployments/{}/dashboard-exports/{}",
        call.origin,
        call.deployment()?,
        job.id
    );
    Ok(json!({
        "jobId": job.id,
        "status": job.status.name(),
        "format": format(job),
        "createdAt": rows::iso(job.started_at),
        "expiresAt": rows::iso(job.started_at + KEPT_MS),
        "statusUrl": base,
        "downloadUrl": format!("{base}/download"),
    }))
}

/// An A4 page with the dashboard's name. It has no charts: the sandbox draws those in the browser.
fn pdf(job: &Job) -> Vec<u8> {
    let name = ["dashboardPublicId", "dashboardId"]
        .iter()
        .find_map(|key| job.request.get(*key));
    // Quotes and what would end the text are left out.
    let name: String = name.map(Value::to_string).unwrap_or_default();
    let name = name.replace(
        |letter: char| !letter.is_ascii_alphanumeric() && letter != '-',
        "",
    );
    let page = format!("BT /F1 24 Tf 56 760 Td ({name}) Tj ET\n");
    let objects = [
        "<< /Type /Catalog /Pages 2 0 R >>".to_owned(),
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>".to_owned(),
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>".to_owned(),
        format!("<< /Length {} >>\nstream\n{page}endstream", page.len()),
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>".to_owned(),
    ];
    let (mut file, mut table) = ("%PDF-1.4\n".to_owned(), "0000000000 65535 f \n".to_owned());
    for (number, object) in (1..).zip(objects) {
        table = format!("{table}{:010} 00000 n \n", file.len());
        file = format!("{file}{number} 0 obj\n{object}\nendobj\n");
    }
    let start = file.len();
    let end = format!(
        "xref\n0 6\n{table}trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    );
    [file, end].concat().into_bytes()
}
