//! Versions of the deployment software, and the channels they are released on.

use serde_json::json;

use super::call::Call;
use super::reply::Outcome;
use crate::json::Failure;

/// The head of each channel, and the older versions that the account has run.
pub fn list(call: &Call<'_>) -> Outcome {
    let versions = call.all(
        r#"SELECT release_channel_version AS releaseChannelVersion, version,
                  release_channel AS releaseChannel,
                  id = (SELECT max(id) FROM versions o WHERE o.release_channel = v.release_channel)
                      AS "isLatestInChannel:bool",
                  version IS (SELECT version FROM deployments WHERE id = ?1) AS "isCurrent:bool"
           FROM versions v ORDER BY id DESC"#,
        [call.deployment()?],
    )?;
    Ok(json!({ "data": versions }).into())
}

/// The version that the body requests, if any. `releaseChannelVersion` may be the bare version, the
/// version with `v`, or the full image reference. Only `releaseChannel` means the latest version of
/// that channel.
///
/// 400 if the version is not on the list.
pub fn chosen(call: &Call<'_>) -> Result<Option<String>, Failure> {
    let (sql, name, value) = match (
        call.text("releaseChannelVersion")?,
        call.text("releaseChannel")?,
    ) {
        (Some(version), _) => (
            "SELECT version FROM versions
             WHERE version = ?1 OR 'v' || version = ?1 OR release_channel_version = ?1",
            "releaseChannelVersion",
            version,
        ),
        (None, Some(channel)) => (
            "SELECT version FROM versions WHERE release_channel = ?1 ORDER BY id DESC LIMIT 1",
            "releaseChannel",
            channel,
        ),
        (None, None) => return Ok(None),
    };
    let version: Option<String> = call.scalar(sql, [value])?;
    version
        .map(Some)
        .ok_or_else(|| Failure::invalid(format!("{name} is not on the version list")))
}
