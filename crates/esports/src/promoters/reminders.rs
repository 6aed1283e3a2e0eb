//! Notices about the end of a right: once some days before, and once at the end.

use chrono::TimeDelta;
use manao_domain::promoter::PromoterStatus;

use super::live::PromoterLive;
use super::{messages, standing};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_people::inbox::{self, Message};

const BATCH: i64 = 200;

/// Runs in the scheduler.
pub async fn round(app: App) -> anyhow::Result<()> {
    while ending(&app).await? == BATCH {}
    while ended(&app).await? == BATCH {}
    Ok(())
}

/// Notifies of rights that end soon, and returns how many. Rows locked elsewhere wait for the next round.
async fn ending(app: &App) -> anyhow::Result<i64> {
    let mut change = app.change().await?;
    let (now, window): (_, TimeDelta) = (change.now(), standing::window(&app.settings));
    let rows = sqlx::query!(
        "update esports.promoters set expiry_notified_at = $1 where user_id in
           (select user_id from esports.promoters where expiry_notified_at is null and revoked_at is null and expires_at <= $2 and expires_at > $1
            order by expires_at limit $3 for update skip locked)
         returning user_id, expires_at",
        now,
        now + window,
        BATCH
    )
    .fetch_all(change.conn())
    .await?;
    for row in &rows {
        tell(&mut change, row.user_id, PromoterStatus::Approved, &messages::expiring(row.expires_at)).await?;
    }
    change.commit().await?;
    Ok(i64::try_from(rows.len())?)
}

async fn ended(app: &App) -> anyhow::Result<i64> {
    let mut change = app.change().await?;
    let now = change.now();
    let people = sqlx::query_scalar!(
        "update esports.promoters set expired_notified_at = $1 where user_id in
           (select user_id from esports.promoters where expired_notified_at is null and revoked_at is null and expires_at <= $1
            order by expires_at limit $2 for update skip locked)
         returning user_id",
        now,
        BATCH
    )
    .fetch_all(change.conn())
    .await?;
    for user_id in &people {
        let status = standing::load(change.conn(), *user_id).await?.status(now);
        tell(&mut change, *user_id, status, &messages::expired()).await?;
    }
    change.commit().await?;
    Ok(i64::try_from(people.len())?)
}

async fn tell(change: &mut Change, user_id: i64, status: PromoterStatus, message: &Message) -> anyhow::Result<()> {
    change.emit(&PromoterLive { user_id, status })?;
    inbox::write(change, user_id, message).await?;
    Ok(())
}
