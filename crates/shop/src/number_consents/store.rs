//! Reads and writes consents.

use chrono::{DateTime, TimeDelta, Utc};
use manao_domain::msisdn::Msisdn;
use manao_domain::product::Target;
use sqlx::PgConnection;

use crate::cart::PricedLine;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};
use manao_people::otp::others;

/// Time for which a consent holds.
const LIFE: TimeDelta = TimeDelta::hours(24);
/// Time for which an expired consent is kept, for questions about an order.
const KEPT: TimeDelta = TimeDelta::days(90);

/// Returns those of the numbers, in international form, for which the member lacks a consent: neither their own nor agreed to.
pub async fn missing(
    conn: &mut PgConnection,
    user_id: i64,
    numbers: &[String],
    now: DateTime<Utc>,
) -> Result<Vec<String>, Problem> {
    if numbers.is_empty() {
        return Ok(Vec::new());
    }
    let own = others::own_among(conn, user_id, numbers).await?;
    let given = sqlx::query_scalar!(
        "select msisdn from shop.number_consents where user_id = $1 and msisdn = any($2) and expires_at > $3",
        user_id,
        numbers,
        now
    )
    .fetch_all(conn)
    .await?;
    Ok(numbers.iter().filter(|number| !own.contains(number) && !given.contains(number)).cloned().collect())
}

/// Checks that the member may buy for every number of the lines.
///
/// # Errors
/// 409 `number_consent_needed` with the masked `number`.
pub async fn ensure(app: &App, user_id: i64, lines: &[PricedLine]) -> Result<(), Problem> {
    let numbers: Vec<String> =
        lines.iter().filter(|line| line.target == Target::Number).filter_map(|line| line.player_id.clone()).collect();
    ensure_for(app, user_id, &numbers).await
}

/// Does the same for numbers in international form.
pub async fn ensure_for(app: &App, user_id: i64, numbers: &[String]) -> Result<(), Problem> {
    if numbers.is_empty() {
        return Ok(());
    }
    let mut conn = app.db.acquire().await?;
    match missing(&mut conn, user_id, numbers, app.now()).await?.first() {
        None => Ok(()),
        Some(number) => {
            let number = Msisdn::parse(number).map_err(Problem::internal)?;
            Err(Problem::new(codes::number_consent_needed).param("number", number.masked()))
        }
    }
}

/// Records the consent that a code has confirmed; returns the time at which it expires.
pub async fn record(change: &mut Change, user_id: i64, number: &Msisdn) -> Result<DateTime<Utc>, Problem> {
    let now = change.now();
    let expires_at = now + LIFE;
    sqlx::query!(
        "insert into shop.number_consents (user_id, msisdn, given_at, expires_at) values ($1, $2, $3, $4)
         on conflict (user_id, msisdn) do update set given_at = excluded.given_at, expires_at = excluded.expires_at",
        user_id,
        number.international(),
        now,
        expires_at
    )
    .execute(change.conn())
    .await?;
    Ok(expires_at)
}

/// Deletes consents that expired long ago; the scheduler runs it.
pub async fn purge(app: App) -> anyhow::Result<()> {
    sqlx::query!("delete from shop.number_consents where expires_at < $1", app.now() - KEPT).execute(&app.db).await?;
    Ok(())
}
