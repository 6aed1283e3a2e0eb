//! Our money at the partners. A product whose partners' floats cannot cover it is not sold until they can.

use chrono::TimeDelta;
use serde::{Deserialize, Serialize};
use sqlx::PgConnection;

use crate::pages;
use crate::providers::partners::Partners;
use crate::providers::suppliers;
use manao_domain::Satang;
use manao_domain::staff::StaffRole;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::jobs::Job;
use manao_kernel::problem::Problem;
use manao_kernel::text::Text;
use manao_people::inbox::{self, Message, Stream};
use manao_people::staff::roles::holders;

/// Age after which a partner's prices are read again.
const PRICES_KEPT: TimeDelta = TimeDelta::hours(6);
/// Most prices that are taken from one answer.
const MOST_PRICES: usize = 20_000;

/// Reads a partner's float at once: it has just said that it is short.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ReadFloat {
    pub partner: String,
}

impl Job for ReadFloat {
    const NAME: &'static str = "partners.read_float";

    async fn run(self, app: App) -> anyhow::Result<()> {
        read_float(&app, &self.partner).await?;
        fund(&app).await?;
        Ok(())
    }
}

/// Reads the float of every partner; run by the scheduler.
pub async fn round(app: App) -> anyhow::Result<()> {
    let partners = sqlx::query_scalar!(
        r#"select p.code from shop.partners p where p.open and exists (select from shop.supplies s where s.partner_code = p.code) order by p.code"#
    )
    .fetch_all(&app.db)
    .await?;
    for partner in partners.into_iter().filter(|code| suppliers::has_float(code)) {
        // A partner that does not answer keeps what it said last.
        if let Err(problem) = read_float(&app, &partner).await {
            tracing::warn!(partner, %problem, "the float at a partner could not be read");
        }
    }
    fund(&app).await?;
    Ok(())
}

async fn read_float(app: &App, partner: &str) -> Result<(), Problem> {
    let partners = Partners::from_app(app);
    let float_satang = partners.balance(partner).await?;
    let read_before = app.now() - PRICES_KEPT;
    let has_prices = sqlx::query_scalar!(
        r#"select exists (select from shop.partner_prices where partner_code = $1 and read_at > $2) as "fresh!""#,
        partner,
        read_before
    )
    .fetch_one(&app.db)
    .await?;
    let prices = if has_prices { Vec::new() } else { partners.prices(partner).await? };
    let mut change = app.change().await?;
    let now = change.now();
    let (skus, costs): (Vec<String>, Vec<i64>) =
        prices.into_iter().take(MOST_PRICES).filter(|price| price.cost >= 0).map(|price| (price.sku, price.cost)).unzip();
    sqlx::query!(
        "insert into shop.partner_prices (partner_code, sku, cost_satang, read_at)
         select distinct on (sku) $1, sku, cost, $4::timestamptz from unnest($2::text[], $3::bigint[]) as p (sku, cost)
         on conflict (partner_code, sku) do update set cost_satang = excluded.cost_satang, read_at = excluded.read_at",
        partner,
        &skus,
        &costs,
        now
    )
    .execute(change.conn())
    .await?;
    let is_newly_low = sqlx::query_scalar!(
        r#"update shop.partners set float_satang = $2, float_read_at = $3, float_low_told = $2 < float_low_satang where code = $1
           returning not old.float_low_told and new.float_low_told as "low!""#,
        partner,
        float_satang,
        now
    )
    .fetch_optional(change.conn())
    .await?;
    metrics::gauge!("manao_partner_float_satang", "partner" => partner.to_owned()).set(float_satang as f64);
    if is_newly_low == Some(true) {
        tracing::error!(partner, float_satang, "our float at a partner is low");
        tell_operators(&mut change, partner, float_satang).await?;
    }
    change.commit().await
}

async fn tell_operators(change: &mut Change, partner: &str, float_satang: i64) -> Result<(), Problem> {
    let operators = holders(change.conn(), StaffRole::Finance).await?;
    let left = Satang(float_satang);
    let message = Message {
        stream: Stream::Shop,
        kind: "partner_float_low",
        title: Text::new(format!("เงินที่พาร์ตเนอร์ {partner} ใกล้หมด"), format!("The float at {partner} is low")),
        body: Text::new(
            format!("เหลือ {left} บาท เติมเงินก่อนที่สินค้าของพาร์ตเนอร์นี้จะหยุดขาย"),
            format!("{left} baht are left. Top it up before its products can no longer be sold."),
        ),
        href: Some(pages::REPAIRS.path().to_owned()),
        subject: None,
    };
    inbox::write_to_many(change, &operators, &message).await
}

/// Stops the sale of products that no partner's float covers, and opens it again.
async fn fund(app: &App) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let changed = unfunded(change.conn()).await?;
    if changed.is_empty() {
        return Ok(());
    }
    // In the order in which orders lock them.
    sqlx::query!("select id from shop.products where id = any($1) order by id for update", &changed)
        .fetch_all(change.conn())
        .await?;
    let changed = unfunded(change.conn()).await?;
    let products = sqlx::query!(
        "update shop.products set unfunded = not unfunded, version = version + 1 where id = any($1) returning id, unfunded",
        &changed
    )
    .fetch_all(change.conn())
    .await?;
    for product in products {
        tracing::warn!(product = product.id, unfunded = product.unfunded, "the sale of a product follows its partners' floats");
    }
    let stopped =
        sqlx::query_scalar!(r#"select count(*) as "count!" from shop.products where unfunded"#).fetch_one(change.conn()).await?;
    metrics::gauge!("manao_products_unfunded").set(stopped as f64);
    change.commit().await
}

/// Returns the products whose mark differs from what their partners' floats say. A float that was never read covers everything, and codes of
/// our own need none.
async fn unfunded(conn: &mut PgConnection) -> Result<Vec<i64>, Problem> {
    let products = sqlx::query_scalar!(
        r#"select p.id as "id!" from shop.products p join shop.games g on g.id = p.game_id
           cross join lateral (
             select (g.kind <> 'voucher' or p.stock is null)
                    and not bool_or(r.open and coalesce(r.float_satang >= coalesce(c.cost_satang, p.price_satang), true)) as unfunded
             from shop.supplies s join shop.partners r on r.code = s.partner_code
                  left join shop.partner_prices c on c.partner_code = s.partner_code and c.sku = s.sku
             where s.product_id = p.id) n
           where p.unfunded <> n.unfunded order by p.id"#
    )
    .fetch_all(conn)
    .await?;
    Ok(products)
}
