//! Identifies the caller by the credential: a user with a role, permissions and a scope, or an
//! embed viewer.

use axum::http::{HeaderMap, StatusCode, header};
use rusqlite::{Connection, OptionalExtension as _};
use serde_json::Value;

use super::operation::{Access, Api, Operation};
use crate::clock::EpochMs;
use crate::json::Failure;
use crate::secret::Secret;
use crate::sessions::Mode;
use crate::state::State;

/// The role of a user. The service describes only `AI BI User`. The order of the roles is the
/// sandbox's choice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// May read shared items.
    Viewer,
    /// May also create workbooks.
    AiBiUser,
    /// May do everything.
    Administrator,
}

impl Role {
    /// The role with this name.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "Viewer" => Some(Self::Viewer),
            "AI BI User" => Some(Self::AiBiUser),
            "Administrator" => Some(Self::Administrator),
            _ => None,
        }
    }

    /// The permissions of everyone with this role. An administrator has all.
    fn permissions(self) -> &'static [&'static str] {
        match self {
            Self::Viewer | Self::Administrator => &[],
            Self::AiBiUser => &[
                "ChatHistoryRead",
                "ChatThreadRead",
                "DownloadData",
                "WorkbookEdit",
            ],
        }
    }
}

/// The viewer of an embed.
#[derive(Debug, Clone)]
pub struct EmbedViewer {
    /// The embed tenant that the session is scoped to.
    pub tenant: Option<String>,
    /// True if the session was opened with a session id.
    pub signed: bool,
    /// True if the session is in creator mode.
    pub creator: bool,
    /// The `settings` of session generation.
    pub settings: Value,
}

/// A caller.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The user's id; 0 for a viewer who is not a user.
    pub user_id: i64,
    /// Their address.
    pub email: String,
    /// Their role.
    pub role: Role,
    /// Their additional permissions.
    pub permissions: Vec<String>,
    /// The deployments that the key is scoped to; `None` means all.
    pub scope: Option<Vec<i64>>,
    /// True if the credential is an API key, and not an OAuth access token or a session.
    pub has_api_key: bool,
    /// The embed session, if the caller is an embed viewer.
    pub embed: Option<EmbedViewer>,
}

impl Caller {
    /// The caller with this credential.
    ///
    /// 401 if it is missing, malformed or expired; 403 if it is valid, but not for this API.
    pub fn of(
        headers: &HeaderMap,
        operation: &Operation,
        db: &Connection,
        state: &State,
        now: EpochMs,
    ) -> Result<Self, Failure> {
        let secret = credential(headers, operation.api()).ok_or_else(unauthorized)?;
        if let Some(caller) = embed_viewer(&secret, db, state, now)? {
            return Ok(caller);
        }
        let found = db
            .prepare_cached(
                "SELECT c.kind, c.deployments, u.id, u.email, u.role, u.permissions
                 FROM credentials c JOIN users u ON u.id = c.user_id
                 WHERE c.secret = ?1 AND u.active AND coalesce(c.expires_at > ?2, 1)",
            )?
            .query_row((secret.reveal(), now), |row| {
                let kind: String = row.get(0)?;
                let scope: Option<String> = row.get(1)?;
                let (role, permissions): (String, String) = (row.get(4)?, row.get(5)?);
                let caller = Self {
                    user_id: row.get(2)?,
                    email: row.get(3)?,
                    role: Role::named(&role).unwrap_or(Role::Viewer),
                    permissions: serde_json::from_str(&permissions).unwrap_or_default(),
                    scope: scope.map(|ids| serde_json::from_str(&ids).unwrap_or_default()),
                    has_api_key: kind != "oauth",
                    embed: None,
                };
                Ok((kind, caller))
            })
            .optional()?;
        match found {
            Some((kind, caller)) if ["api-key", "backend", "oauth"].contains(&kind.as_str()) => {
                Ok(caller)
            }
            // A meta-sync token is scoped to metadata endpoints, the others to data ones.
            Some(_) => Err(Failure::forbidden("the token is not for this API")),
            None => Err(unauthorized()),
        }
    }

    /// True if the caller is an administrator.
    pub fn is_administrator(&self) -> bool {
        self.embed.is_none() && self.role == Role::Administrator
    }

    /// True if the caller is an embed session in creator mode.
    pub fn is_creator(&self) -> bool {
        self.embed.as_ref().is_some_and(|viewer| viewer.creator)
    }

    /// True if the caller is a signed embed session.
    pub fn is_signed(&self) -> bool {
        self.embed.as_ref().is_some_and(|viewer| viewer.signed)
    }

    /// The embed tenant that the session is scoped to.
    pub fn embed_tenant(&self) -> Option<&str> {
        self.embed.as_ref()?.tenant.as_deref()
    }

    /// True if the caller has a permission, by their role or of their own.
    pub fn holds(&self, permission: &str) -> bool {
        self.is_administrator()
            || self.role.permissions().contains(&permission)
            || self.permissions.iter().any(|held| held == permission)
    }

    /// 403 for a credential that is scoped to deployments, at an operation that concerns the whole
    /// tenant.
    pub fn reaches(&self, operation: &Operation) -> Result<(), Failure> {
        if self.scope.is_none() || operation.any_scope {
            return Ok(());
        }
        Err(Failure::forbidden(
            "this concerns the whole tenant, and the credential is scoped to deployments: \
             use one without a scope",
        ))
    }

    /// 403 for a deployment outside the scope of the credential.
    pub fn within(&self, deployment: i64) -> Result<(), Failure> {
        let Some(scope) = &self.scope else {
            return Ok(());
        };
        if scope.contains(&deployment) {
            return Ok(());
        }
        let scope: Vec<String> = scope.iter().map(i64::to_string).collect();
        let scope = scope.join(", ");
        Err(Failure::forbidden(if self.embed.is_some() {
            format!(
                "deployment {deployment} is not open to this embed session, which was generated for \
                 deployment {scope}: generate one for this deployment (deploymentId), or for all"
            )
        } else {
            format!(
                "deployment {deployment} is outside the scope of the API key, which holds {scope}: \
                 use a key for this deployment, or one without a scope"
            )
        }))
    }

    fn holds_one_of(&self, permissions: &[&str]) -> Result<(), Failure> {
        if permissions.iter().any(|one| self.holds(one)) {
            return Ok(());
        }
        Err(Failure::forbidden(format!(
            "this needs the permission {}",
            permissions.join(" or ")
        )))
    }

    /// Checks the caller against the table's requirement.
    pub fn allowed(&self, access: Access) -> Result<(), Failure> {
        match access {
            Access::Any => Ok(()),
            Access::User if self.embed.is_none() => Ok(()),
            Access::User => Err(Failure::forbidden("this is for users of the console")),
            Access::Member if self.embed.is_none() || self.is_creator() => Ok(()),
            Access::Member => Err(Failure::forbidden(
                "an embed session may do this in creator mode alone",
            )),
            Access::MemberWith(permissions) => {
                self.allowed(Access::Member)?;
                self.holds_one_of(permissions)
            }
            Access::Administrator if self.is_administrator() => Ok(()),
            Access::Administrator => Err(Failure::forbidden("this needs administrator privileges")),
            Access::ApiKey | Access::Scim => {
                self.allowed(Access::Administrator)?;
                if self.has_api_key {
                    return Ok(());
                }
                Err(Failure::forbidden(
                    "this needs an API key: an OAuth access token is not enough",
                ))
            }
            Access::OneOf(permissions) => {
                self.allowed(Access::User)?;
                self.holds_one_of(permissions)
            }
            Access::EmbedTenant => match &self.embed {
                Some(viewer) if viewer.signed && viewer.tenant.is_some() => {
                    let on = viewer.settings.get("enableDashboardComments");
                    if on == Some(&Value::Bool(false)) {
                        return Err(Failure::forbidden("comments are off for this session"));
                    }
                    Ok(())
                }
                _ => Err(Failure::forbidden(
                    "this needs a signed embed session scoped to an embed tenant",
                )),
            },
        }
    }
}

/// 401.
pub fn unauthorized() -> Failure {
    Failure::new(
        StatusCode::UNAUTHORIZED,
        "the credential is missing, malformed or expired",
    )
}

/// `Authorization: Bearer …`; for SCIM also `Api-Key …`.
pub fn credential(headers: &HeaderMap, api: Api) -> Option<Secret> {
    let (scheme, secret) = headers
        .get(header::AUTHORIZATION)?
        .to_str()
        .ok()?
        .split_once(' ')?;
    let known = scheme.eq_ignore_ascii_case("bearer")
        || (api == Api::Scim && scheme.eq_ignore_ascii_case("api-key"));
    let secret = secret.trim();
    (known && !secret.is_empty()).then(|| Secret::presented(secret))
}

fn embed_viewer(
    secret: &Secret,
    db: &Connection,
    state: &State,
    now: EpochMs,
) -> Result<Option<Caller>, Failure> {
    let Some(session) = state.world().sessions.usable(secret, now).cloned() else {
        return Ok(None);
    };
    let grant = session.grant;
    let user = db
        .prepare_cached(
            "SELECT id, email, active FROM users WHERE embed_tenant = ?1 AND external_id = ?2",
        )?
        .query_row((&grant.tenant_name, &grant.external_id), |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?))
        })
        .optional()?;
    let (user_id, email, is_active) = user.unwrap_or((0, String::new(), true));
    if !is_active {
        return Err(unauthorized());
    }
    Ok(Some(Caller {
        user_id,
        email,
        role: if grant.creator_mode {
            Role::AiBiUser
        } else {
            Role::Viewer
        },
        permissions: Vec::new(),
        scope: grant.deployments,
        has_api_key: false,
        embed: Some(EmbedViewer {
            tenant: grant.tenant_name,
            signed: session.mode == Mode::Signed,
            creator: grant.creator_mode,
            settings: grant.settings,
        }),
    }))
}
