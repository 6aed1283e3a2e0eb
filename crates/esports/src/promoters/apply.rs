//! Acceptance of the terms, and applications.

use std::net::IpAddr;

use manao_domain::promoter::{ApplyRefusal, PromoterStatus};
use serde_json::json;

use super::live::PromoterLive;
use super::missing::MissingDetails;
use super::standing;
use crate::promoters::PROMOTER_TERMS_VERSION;
use manao_kernel::app::App;
use manao_kernel::problem::{Problem, codes};
use manao_people::user_log::{self, Kind};

/// Stores the acceptance; the first one of a version counts.
///
/// # Errors
/// 409 `promoter_terms_outdated` when the version is not the current one.
pub async fn accept_terms(app: &App, user_id: i64, version: &str, address: Option<IpAddr>) -> Result<(), Problem> {
    if version != PROMOTER_TERMS_VERSION {
        return Err(codes::promoter_terms_outdated.into());
    }
    let mut change = app.change().await?;
    let now = change.now();
    let accepted = sqlx::query!(
        "insert into esports.promoter_terms_acceptances (user_id, version, accepted_at, address) values ($1, $2, $3, $4::text::inet)
         on conflict do nothing",
        user_id,
        version,
        now,
        address.map(|address| address.to_string())
    )
    .execute(change.conn())
    .await?
    .rows_affected();
    if accepted == 1 {
        user_log::write(&mut change, user_id, Kind::PromoterTermsAccepted, json!({})).await?;
    }
    change.commit().await
}

/// Applies for the right, or for another year of it.
///
/// # Errors
/// 409 when an application is pending, the right does not end soon, or something is missing.
pub async fn apply(app: &App, user_id: i64) -> Result<PromoterStatus, Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    let before = standing::lock(&mut change, user_id).await?;
    let renewal = before.apply(now, standing::window(&app.settings)).map_err(|refusal| match refusal {
        ApplyRefusal::Waits => codes::promoter_application_open.into(),
        ApplyRefusal::Active => Problem::new(codes::promoter_active).param("days", app.settings.promoter_notice_days),
    })?;
    MissingDetails::load(change.conn(), user_id).await?.check()?;
    sqlx::query!(
        "insert into esports.promoter_applications (user_id, renewal, terms_version, submitted_at) values ($1, $2, $3, $4)",
        user_id,
        renewal,
        PROMOTER_TERMS_VERSION,
        now
    )
    .execute(change.conn())
    .await?;
    user_log::write(&mut change, user_id, Kind::PromoterApplied, json!({})).await?;
    let status = standing::load(change.conn(), user_id).await?.status(now);
    change.emit(&PromoterLive { user_id, status })?;
    change.commit().await?;
    Ok(status)
}
