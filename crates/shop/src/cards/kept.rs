//! Cards kept at the provider's for the next time.

use chrono::{Datelike as _, NaiveDate, TimeDelta};
use manao_domain::bangkok;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use crate::providers::payments::{KeptCard, Opn};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};

/// Age at which a card is forgotten that was never paid by.
const UNCONFIRMED_FOR: TimeDelta = TimeDelta::days(1);
/// Number of cards forgotten in one round.
const BATCH: i64 = 50;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SavedCard {
    pub id: i64,
    /// Such as `Visa`
    pub brand: String,
    pub last_digits: String,
    /// Year and month: `2030-05`
    pub expires: String,
}

/// Returns a member's cards that were paid by before and are still good, newest first.
pub async fn list(app: &App, conn: &mut PgConnection, user_id: i64) -> Result<Vec<SavedCard>, Problem> {
    let rows = sqlx::query!(
        "select id, brand, last_digits, expires_on from shop.saved_cards
         where user_id = $1 and confirmed_at is not null and expires_on >= $2 order by id desc limit 20",
        user_id,
        bangkok::local(app.now()).date()
    )
    .fetch_all(conn)
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| SavedCard { id: row.id, brand: row.brand, last_digits: row.last_digits, expires: month(row.expires_on) })
        .collect())
}

fn month(day: NaiveDate) -> String {
    format!("{:04}-{:02}", day.year(), day.month())
}

/// The provider's names of a member's card.
pub struct Names {
    pub customer: String,
    pub card: String,
}

/// Finds a card that the member may pay by.
///
/// # Errors
/// 404 `card_not_found`.
pub async fn find(conn: &mut PgConnection, user_id: i64, id: i64) -> Result<Names, Problem> {
    sqlx::query_as!(
        Names,
        "select customer, card from shop.saved_cards where id = $1 and user_id = $2 and confirmed_at is not null",
        id,
        user_id
    )
    .fetch_optional(conn)
    .await?
    .ok_or_else(|| codes::card_not_found.into())
}

/// Returns the provider's name of a member, if it keeps a card of theirs.
pub async fn customer(conn: &mut PgConnection, user_id: i64) -> Result<Option<String>, Problem> {
    Ok(sqlx::query_scalar!("select customer from shop.saved_cards where user_id = $1 order by id desc limit 1", user_id)
        .fetch_optional(conn)
        .await?)
}

/// Notes a card that the provider has just kept; it is offered once it was paid by. The same number kept again replaces the older one.
pub async fn insert(change: &mut Change, user_id: i64, kept: &KeptCard) -> Result<i64, Problem> {
    let now = change.now();
    let id = sqlx::query_scalar!(
        "insert into shop.saved_cards (user_id, customer, card, brand, last_digits, expires_on, fingerprint, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8) returning id",
        user_id,
        kept.customer,
        kept.id,
        kept.card.brand,
        kept.card.last_digits,
        kept.expires_on,
        kept.card.fingerprint,
        now
    )
    .fetch_one(change.conn())
    .await?;
    Ok(id)
}

/// Offers the card of a captured payment from now on. Older copies of the same number are forgotten by the next round.
pub async fn confirm(change: &mut Change, payment_id: i64) -> Result<(), Problem> {
    let now = change.now();
    let confirmed = sqlx::query!(
        "update shop.saved_cards c set confirmed_at = $2 from shop.payments p
         where p.id = $1 and c.id = p.saved_card_id and c.confirmed_at is null returning c.id, c.user_id, c.fingerprint",
        payment_id,
        now
    )
    .fetch_optional(change.conn())
    .await?;
    if let Some(card) = confirmed {
        sqlx::query!(
            "update shop.saved_cards set confirmed_at = null, created_at = $4 where user_id = $1 and fingerprint = $2 and id <> $3",
            card.user_id,
            card.fingerprint,
            card.id,
            now - UNCONFIRMED_FOR
        )
        .execute(change.conn())
        .await?;
    }
    Ok(())
}

/// Removes a member's card: at the provider first, so that none is left there unknown to us.
///
/// # Errors
/// 404 `card_not_found`, 503 `payment_unavailable`.
pub async fn remove(app: &App, user_id: i64, id: i64) -> Result<(), Problem> {
    let names = find(&mut *app.db.acquire().await?, user_id, id).await?;
    forget(app, id, &names).await
}

async fn forget(app: &App, id: i64, names: &Names) -> Result<(), Problem> {
    let forgotten = Opn::from_app(app).forget_card(&names.customer, &names.card).await;
    forgotten.map_err(|error| Problem::new(codes::payment_unavailable).retry_after(5).because(error))?;
    sqlx::query!("delete from shop.saved_cards where id = $1", id).execute(&app.db).await?;
    Ok(())
}

/// Forgets cards that were kept for a payment that never came.
pub async fn forget_unconfirmed(app: App) -> anyhow::Result<()> {
    let due = sqlx::query!(
        "select id, customer, card from shop.saved_cards c where confirmed_at is null and created_at <= $1
           and not exists (select from shop.payments p where p.saved_card_id = c.id and p.alive) order by created_at limit $2",
        app.now() - UNCONFIRMED_FOR,
        BATCH
    )
    .fetch_all(&app.db)
    .await?;
    for row in due {
        if let Err(error) = forget(&app, row.id, &Names { customer: row.customer, card: row.card }).await {
            tracing::debug!(card = row.id, %error, "a card could not be forgotten yet");
        }
    }
    Ok(())
}
