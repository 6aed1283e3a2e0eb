//! The calls of account sync.

use axum::extract::State;
use axum::http::HeaderMap;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::conclude::conclude;
use super::profiles::{AccountType, Identity, LegacyProfile, found};
use crate::account::TERMS_VERSION;
use crate::account::session::{self, HandedOver, access_seconds};
use manao_kernel::access::{ClientAddress, Member};
use manao_kernel::app::App;
use manao_kernel::problem::{Json, Problem, codes};
use manao_kernel::secret::Secret;

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccountCheck {
    /// 1: the account is synced and nothing is left to do. 0: the terms must be accepted, for the first time or because they have changed
    #[schema(minimum = 0, maximum = 1)]
    skip: u8,
    /// Profiles to continue with, most recently used first; none if the person has chosen before
    users: Vec<LegacyProfile>,
    /// Identity that the profiles were found by: the verified e-mail, else the number as `08x-xxx-5671`
    #[serde(skip_serializing_if = "Option::is_none")]
    identity: Option<String>,
    #[serde(rename = "type")]
    kind: AccountType,
    /// Version of the terms that `/account/continue` accepts
    terms_version: String,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContinueAccount {
    /// `user_id` of one of the found profiles; 0 when there are none
    #[schema(minimum = 0)]
    selected_user_id: i64,
    /// Version of the terms that were shown, as returned by `/account/check`; the current terms when absent
    terms_version: Option<String>,
    /// Refresh token, for clients without cookies: exchanged for a new one too
    #[serde(rename = "refresh_token")]
    refresh_token: Option<String>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ContinuedAccount {
    access_token: String,
    /// Seconds
    expires_in: i64,
    esport_id: i64,
    /// Only when the old one came in the body
    #[serde(skip_serializing_if = "Option::is_none")]
    refresh_token: Option<String>,
}

/// Whether my account is synced
#[utoipa::path(get, path = "/account/check", tag = "account", responses((status = 200, body = AccountCheck)))]
pub async fn check(State(app): State<App>, member: Member) -> Result<Json<AccountCheck>, Problem> {
    let mut conn = app.db.acquire().await?;
    let identity = Identity::load(&mut conn, member.user_id, false).await?;
    let users = found(&mut conn, &identity).await?;
    Ok(Json(AccountCheck {
        skip: u8::from(identity.synced),
        users,
        identity: identity.shown(),
        kind: identity.kind,
        terms_version: TERMS_VERSION.to_owned(),
    }))
}

/// Accept the terms and continue
///
/// Continues with one of the found profiles, or as a new account. Two tabs may make the same choice; a different choice afterwards is
/// `account_synced`. If the terms are no longer current, the answer is `terms_outdated` and nothing is accepted. A `refresh_token` in the body
/// is used up, as by `/oauth/refresh-token`.
#[utoipa::path(post, path = "/account/continue", operation_id = "continue", tag = "account", request_body = ContinueAccount,
    params(("Idempotency-Key" = Option<String>, Header, description = "With a `refresh_token`: as at `/oauth/refresh-token`")),
    responses((status = 200, body = ContinuedAccount)))]
pub async fn go_on(
    State(app): State<App>,
    member: Member,
    address: ClientAddress,
    headers: HeaderMap,
    Json(request): Json<ContinueAccount>,
) -> Result<Json<ContinuedAccount>, Problem> {
    let mut change = app.change().await?;
    let mut refresh_token = None;
    if let Some(shown) = &request.refresh_token {
        let shown = Secret::parse(shown).ok_or(codes::refresh_token_invalid)?;
        let handed = session::hand_over(&mut change, &shown, session::retry_key(&headers), Some(member.session_id)).await?;
        let HandedOver::To(opened) = handed else {
            change.commit().await?;
            return Err(codes::session_revoked.into());
        };
        refresh_token = Some(opened.refresh_token.reveal().to_owned());
    }
    if request.terms_version.is_some_and(|shown| shown != TERMS_VERSION) {
        return Err(codes::terms_outdated.into());
    }
    conclude(&mut change, member.user_id, request.selected_user_id, address).await?;
    let access_token = session::access_token(&app, member.user_id, member.session_id, change.now())?;
    change.commit().await?;
    Ok(Json(ContinuedAccount { access_token, expires_in: access_seconds(&app), esport_id: member.user_id, refresh_token }))
}
