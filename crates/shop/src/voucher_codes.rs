//! The stock of our own codes: which of them may be sold, and their number.
//!
//! A code may be sold if its fingerprint is unique and it stays valid long enough. The scheduler fingerprints codes that lack one
//! (added by hand, or before fingerprints existed), and keeps the counts that buyers see up to date as codes expire.

pub mod command;

use std::time::Duration;

use anyhow::Context as _;
use chrono::{DateTime, Days, NaiveDate, Utc};
use manao_domain::bangkok;
use sqlx::PgConnection;

use manao_kernel::app::App;
use manao_kernel::feature::Feature;
use manao_kernel::jobs::every;
use manao_kernel::problem::Problem;
use manao_kernel::sealing::Sealer;

/// Number of codes that are given fingerprints in one transaction.
const BATCH: i64 = 200;
/// Interval at which the stock is checked for codes without a fingerprint or too old to sell.
const COUNT_EVERY: Duration = Duration::from_secs(60);

/// Returns the earliest day on which a code that is sold now may expire.
pub fn good_until(app: &App, now: DateTime<Utc>) -> NaiveDate {
    // Codes expire by Thailand's calendar.
    let today = bangkok::local(now).date();
    today.checked_add_days(Days::new(app.settings.voucher_min_days.into())).unwrap_or(NaiveDate::MAX)
}

pub fn feature() -> Feature {
    Feature { periodic_tasks: vec![every(COUNT_EVERY, "voucher_codes.count", round)], ..Feature::new() }
}

async fn round(app: App) -> anyhow::Result<()> {
    give_fingerprints(&app).await?;
    count_all(&app).await
}

/// Reserves this many codes for a line, the soonest to expire first; returns their ids. The caller has locked the product.
pub async fn set_aside(
    conn: &mut PgConnection,
    line_id: i64,
    product_id: i64,
    pieces: i32,
    until: NaiveDate,
) -> Result<Vec<i64>, Problem> {
    let taken = sqlx::query_scalar!(
        "update shop.voucher_codes set state = 'held', order_line_id = $1
         where id in (select id from shop.voucher_codes
                      where product_id = $2 and state = 'free' and fingerprint is not null and not duplicate
                            and (expires_on is null or expires_on >= $4)
                      order by expires_on, id limit $3)
         returning id",
        line_id,
        product_id,
        i64::from(pieces),
        until
    )
    .fetch_all(conn)
    .await?;
    Ok(taken)
}

/// Sets a product's count to the codes that may be sold. The caller has locked the product.
pub async fn count(conn: &mut PgConnection, product_id: i64, until: NaiveDate) -> Result<(), Problem> {
    sqlx::query!(
        "update shop.products p set stock = c.count, version = version + 1
         from (select count(*)::int as count from shop.voucher_codes
               where product_id = $1 and state = 'free' and fingerprint is not null and not duplicate
                     and (expires_on is null or expires_on >= $2)) c
         where p.id = $1 and p.stock <> c.count",
        product_id,
        until
    )
    .execute(conn)
    .await?;
    Ok(())
}

async fn count_all(app: &App) -> anyhow::Result<()> {
    let until = good_until(app, app.now());
    let wrong = sqlx::query_scalar!(
        r#"select p.id as "id!" from shop.products p join shop.games g on g.id = p.game_id
         cross join lateral (select count(*)::int as count from shop.voucher_codes v
                             where v.product_id = p.id and v.state = 'free' and v.fingerprint is not null and not v.duplicate
                                   and (v.expires_on is null or v.expires_on >= $1)) c
         where g.kind = 'voucher' and p.stock is not null and p.stock <> c.count order by p.id"#,
        until
    )
    .fetch_all(&app.db)
    .await?;
    for product_id in wrong {
        let mut change = app.change().await?;
        sqlx::query!("select id from shop.products where id = $1 for update", product_id).fetch_one(change.conn()).await?;
        count(change.conn(), product_id, until).await?;
        change.commit().await?;
    }
    Ok(())
}

/// Gives codes their fingerprints. Sold codes come first: of two duplicates, the sold one is the original.
async fn give_fingerprints(app: &App) -> anyhow::Result<()> {
    let sealer = Sealer::from_app(app)?;
    let mut after = 0;
    while let Some(last) = delivered_batch(app, &sealer, after).await? {
        after = last;
    }
    for states in [["sold", "sold"], ["held", "free"]] {
        let mut after = 0;
        while let Some(last) = stock_batch(app, &sealer, &states, after).await? {
            after = last;
        }
    }
    Ok(())
}

/// Fingerprints a batch of delivered codes; returns the last row's id. One process at a time: of two duplicates, exactly one is the original.
async fn delivered_batch(app: &App, sealer: &Sealer, after: i64) -> anyhow::Result<Option<i64>> {
    let mut change = app.change().await?;
    lock(change.conn()).await?;
    let rows = sqlx::query!(
        "select id, delivery_id, code_sealed, serial from shop.delivered_codes where fingerprint is null and id > $1 order by id limit $2",
        after,
        BATCH
    )
    .fetch_all(change.conn())
    .await?;
    for row in &rows {
        let Some(fingerprint) = fingerprint(sealer, &row.code_sealed, &row.serial) else { continue };
        let duplicate = sqlx::query_scalar!(
            "update shop.delivered_codes set fingerprint = $2, duplicate = exists (select from shop.code_fingerprints where fingerprint = $2)
             where id = $1 returning duplicate",
            row.id,
            fingerprint
        )
        .fetch_one(change.conn())
        .await?;
        if duplicate {
            tell(&row.serial, "delivered");
        }
    }
    change.commit().await?;
    Ok(rows.last().map(|row| row.id))
}

async fn stock_batch(app: &App, sealer: &Sealer, states: &[&str; 2], after: i64) -> anyhow::Result<Option<i64>> {
    let states = states.map(str::to_owned);
    let mut change = app.change().await?;
    lock(change.conn()).await?;
    let rows = sqlx::query!(
        "select id, product_id, code_sealed, serial from shop.voucher_codes
         where fingerprint is null and state = any($3) and id > $1 order by id limit $2",
        after,
        BATCH,
        &states[..]
    )
    .fetch_all(change.conn())
    .await?;
    // Products before codes, in the order in which orders lock them.
    let products: Vec<i64> = rows.iter().map(|row| row.product_id).collect();
    sqlx::query!("select id from shop.products where id = any($1) order by id for update", &products)
        .fetch_all(change.conn())
        .await?;
    for row in &rows {
        let Some(fingerprint) = fingerprint(sealer, &row.code_sealed, &row.serial) else { continue };
        let marked = sqlx::query!(
            "update shop.voucher_codes set fingerprint = $2, duplicate = exists (select from shop.code_fingerprints where fingerprint = $2)
             where id = $1 returning duplicate, state",
            row.id,
            fingerprint
        )
        .fetch_one(change.conn())
        .await?;
        if marked.duplicate {
            tell(&row.serial, &marked.state);
        }
    }
    change.commit().await?;
    Ok(rows.last().map(|row| row.id))
}

async fn lock(conn: &mut PgConnection) -> sqlx::Result<()> {
    sqlx::query!("select pg_advisory_xact_lock(hashtextextended('code fingerprints', 0))").fetch_one(conn).await?;
    Ok(())
}

/// Returns the fingerprint of a code. None when it cannot be opened with our key: it could not be shown to a buyer either, so it is not for
/// sale.
fn fingerprint(sealer: &Sealer, sealed: &[u8], serial: &str) -> Option<Vec<u8>> {
    match sealer.open(sealed, serial.as_bytes()).context("a kept code") {
        Ok(code) => Some(sealer.fingerprint(&code)),
        Err(error) => {
            tracing::error!(serial, %error, "a code cannot be opened: it is not for sale");
            None
        }
    }
}

fn tell(serial: &str, state: &str) {
    metrics::counter!("manao_codes_duplicate_total").increment(1);
    tracing::error!(serial, state, "a code that we have already, under another serial or product: it is not sold");
}
