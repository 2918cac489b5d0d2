//! The rules of embed sessions. Pure: the time and the random secrets are arguments.
//!
//! 1. A session id can be redeemed once, within [`ID_LIFETIME_MS`] after it was minted.
//! 2. A signed session is usable for [`SESSION_LIFETIME_MS`] from its exchange, and *expiring* for
//!    the last [`EXPIRING_BEFORE_MS`] of that time. It cannot be extended. A new session needs a new
//!    id.
//! 3. A private session does not expire.
//! 4. A rejected id changes nothing. The embed keeps the session that it had.
//! 5. A strict service redeems the id of a URL when the page is asked for. The page then has a
//!    *claim*, which it exchanges once in place of the id.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::clock::EpochMs;
pub use crate::secret::Secret;

/// An id expires this long after it was minted.
pub const ID_LIFETIME_MS: i64 = 5 * 60 * 1_000;
/// The lifetime of a signed session.
pub const SESSION_LIFETIME_MS: i64 = 23 * 60 * 60 * 1_000;
/// A signed session is expiring for this long before its end.
pub const EXPIRING_BEFORE_MS: i64 = 30 * 60 * 1_000;

/// The rights and settings that the caller who mints gives to the session.
#[derive(Debug, Clone, Default)]
pub struct Grant {
    /// The display name of the viewer's embed tenant.
    pub embed_tenant: Option<String>,
    /// The API's name of the embed tenant that the session is scoped to.
    pub tenant_name: Option<String>,
    /// The viewer's id within the embed tenant.
    pub external_id: Option<String>,
    /// True if the viewer may create workbooks.
    pub creator_mode: bool,
    /// The deployments that the session may use; `None` means any.
    pub deployments: Option<Vec<i64>>,
    /// The `settings` of session generation.
    pub settings: Value,
    /// The `embedTheme` of session generation.
    pub theme: Value,
}

impl Grant {
    /// True if the session may use a deployment.
    pub fn reaches(&self, deployment: i64) -> bool {
        self.deployments
            .as_ref()
            .is_none_or(|deployments| deployments.contains(&deployment))
    }

    /// True unless `allowAi` is false.
    pub fn allows_ai(&self) -> bool {
        self.settings.get("allowAi") != Some(&Value::Bool(false))
    }
}

/// The surface of an embed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Surface {
    /// One dashboard.
    Dashboard,
    /// The whole application.
    App,
    /// Only the conversation.
    Chat,
}

/// How an embed has authenticated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// With a session id.
    Signed,
    /// With a sign-in to the service.
    Private,
}

/// The status of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Usable.
    Active,
    /// Usable, and about to expire.
    Expiring,
    /// Expired.
    Expired,
    /// Replaced by another session of the same embed.
    Replaced,
}

/// Why an id was not exchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Rejection {
    /// No such id was minted.
    Unknown,
    /// It has been used before.
    Redeemed,
    /// It was minted too long ago.
    Expired,
    /// It was valid, but a fault refused it.
    Refused,
}

/// An opened session.
#[derive(Debug, Clone)]
pub struct Session {
    /// The surface.
    pub surface: Surface,
    /// How the embed has authenticated.
    pub mode: Mode,
    /// The rights and settings.
    pub grant: Grant,
    /// When it began.
    pub opened_at: EpochMs,
    /// When it ends; never if it is private.
    pub expires_at: Option<EpochMs>,
    replaced: bool,
}

impl Session {
    /// When it becomes expiring.
    pub fn expiring_at(&self) -> Option<EpochMs> {
        self.expires_at
            .map(|expires_at| expires_at - EXPIRING_BEFORE_MS)
    }

    /// The status at a time.
    pub fn status(&self, now: EpochMs) -> Status {
        if self.is_lapsed(now) {
            Status::Expired
        } else if self.replaced {
            Status::Replaced
        } else if self.expiring_at().is_some_and(|at| now >= at) {
            Status::Expiring
        } else {
            Status::Active
        }
    }

    fn is_lapsed(&self, now: EpochMs) -> bool {
        self.expires_at.is_some_and(|at| now >= at)
    }
}

#[derive(Debug)]
struct MintedId {
    grant: Grant,
    minted_at: EpochMs,
    redeemed: bool,
}

/// Every id that was minted, and every session that was opened.
#[derive(Debug, Default)]
pub struct Sessions {
    ids: HashMap<Secret, MintedId>,
    claims: HashMap<Secret, Result<Grant, Rejection>>,
    by_token: HashMap<Secret, usize>,
    opened: Vec<Session>,
}

impl Sessions {
    /// Adds a minted id.
    pub fn mint(&mut self, id: Secret, grant: Grant, now: EpochMs) {
        self.ids.insert(
            id,
            MintedId {
                grant,
                minted_at: now,
                redeemed: false,
            },
        );
    }

    /// Redeems an id, which cannot be used again.
    ///
    /// If the id is unknown, was used before, or is too old.
    pub fn redeem(&mut self, id: &Secret, now: EpochMs) -> Result<Grant, Rejection> {
        let minted = self.ids.get_mut(id).ok_or(Rejection::Unknown)?;
        if minted.redeemed {
            return Err(Rejection::Redeemed);
        }
        if now - minted.minted_at >= ID_LIFETIME_MS {
            return Err(Rejection::Expired);
        }
        minted.redeemed = true;
        Ok(minted.grant.clone())
    }

    /// Redeems the id of a page that is asked for. Whether that succeeded, the page learns when it
    /// exchanges the claim.
    pub fn claim(&mut self, claim: Secret, id: &Secret, now: EpochMs) {
        let redeemed = self.redeem(id, now);
        self.claims.insert(claim, redeemed);
    }

    /// Exchanges a claim, which cannot be used again.
    ///
    /// If the claim is unknown, or its id could not be redeemed.
    pub fn redeem_claim(&mut self, claim: &Secret) -> Result<Grant, Rejection> {
        let redeemed = self.claims.remove(claim);
        redeemed.unwrap_or(Err(Rejection::Unknown))
    }

    /// Opens a session for a token: signed with the rights of a redeemed id, or private without one. A signed
    /// session may lapse at once.
    pub fn open(
        &mut self,
        token: Secret,
        surface: Surface,
        redeemed: Option<Grant>,
        lapses: bool,
        now: EpochMs,
    ) -> Session {
        let (mode, expires_at) = match redeemed {
            None => (Mode::Private, None),
            Some(_) if lapses => (Mode::Signed, Some(now)),
            Some(_) => (Mode::Signed, Some(now + SESSION_LIFETIME_MS)),
        };
        let grant = redeemed.unwrap_or_default();
        let session = Session {
            surface,
            mode,
            grant,
            opened_at: now,
            expires_at,
            replaced: false,
        };
        self.by_token.insert(token, self.opened.len());
        self.opened.push(session.clone());
        session
    }

    /// Marks the session of this token as replaced by another one. Running requests with the old
    /// token may still finish.
    pub fn replace(&mut self, token: &Secret) {
        let place = self.by_token.get(token);
        if let Some(session) = place.and_then(|place| self.opened.get_mut(*place)) {
            session.replaced = true;
        }
    }

    /// The session of this token, if it is usable.
    pub fn usable(&self, token: &Secret, now: EpochMs) -> Option<&Session> {
        let session = self.opened.get(*self.by_token.get(token)?)?;
        (!session.is_lapsed(now)).then_some(session)
    }

    /// The sessions in the order of opening, each with its number from 1.
    pub fn opened(&self) -> impl Iterator<Item = (usize, &Session)> {
        (1..).zip(&self.opened)
    }
}
