//! Loads a delivery with its line.

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::PgConnection;

use manao_domain::Satang;
use manao_domain::delivery::{DeliveryStatus, FailureReason, PartnerStanding};
use manao_domain::ledger::DeliveredLine;

use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

/// An order that a partner gave no answer to may still arrive there within this time.
const ON_ITS_WAY: TimeDelta = TimeDelta::seconds(60);

pub struct Delivery {
    pub id: i64,
    pub order_id: i64,
    pub order_number: String,
    pub line_id: i64,
    pub reference: String,
    pub status: DeliveryStatus,
    pub attempts: i32,
    pub standing: PartnerStanding,
    pub unanswered_at: Option<DateTime<Utc>>,
    pub failure_code: Option<FailureReason>,
    pub product_id: i64,
    pub partner_code: String,
    pub partner_game: String,
    pub sku: String,
    pub player_id: Option<String>,
    pub server: Option<String>,
    pub quantity: i32,
    /// The codes are our own, kept in `voucher_codes`.
    pub own_codes: bool,
    pub seller_id: i64,
    pub total_satang: i64,
    pub vat_satang: i64,
    pub vat_excluded: bool,
    /// The part of its discount that we bear
    pub house_discount_satang: i64,
    pub commission_bp: i32,
}

impl Delivery {
    /// Whether the partner was sent this reference, and may have an order under it.
    pub fn may_stand_at_partner(&self) -> bool {
        !self.own_codes && self.attempts > 0
    }

    /// Whether no try is left that may still reach the partner after its answer.
    pub fn is_settled(&self, now: DateTime<Utc>) -> bool {
        self.unanswered_at.is_none_or(|at| now - at >= ON_ITS_WAY)
    }

    pub fn line(&self) -> DeliveredLine {
        DeliveredLine {
            seller_id: self.seller_id,
            total: Satang(self.total_satang),
            vat_excluded: self.vat_excluded,
            vat: Satang(self.vat_satang),
            house_discount: Satang(self.house_discount_satang),
            commission_bp: i64::from(self.commission_bp),
        }
    }
}

/// Locks a delivery. Its order is locked first, everywhere, so that two changes of one order cannot deadlock.
pub async fn lock(conn: &mut PgConnection, delivery_id: i64) -> Result<Option<Delivery>, Problem> {
    sqlx::query!(
        "select o.id from shop.orders o join shop.deliveries d on d.order_id = o.id where d.id = $1 for update of o",
        delivery_id
    )
    .fetch_optional(&mut *conn)
    .await?;
    let rows = read(conn, "delivery", delivery_id).await?;
    Ok(rows.into_iter().next())
}

/// Records what the partner's last answer says about its order; `unanswered`: it gave none.
pub async fn note_standing(
    change: &mut Change,
    delivery_id: i64,
    standing: PartnerStanding,
    unanswered: bool,
) -> Result<(), Problem> {
    let unanswered_at = unanswered.then(|| change.now());
    sqlx::query!(
        "update shop.deliveries set standing = $2, unanswered_at = coalesce($3, unanswered_at) where id = $1",
        delivery_id,
        standing.as_str(),
        unanswered_at
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Returns the waiting deliveries of an order; the caller has locked the order.
pub async fn lock_waiting(conn: &mut PgConnection, order_id: i64) -> Result<Vec<Delivery>, Problem> {
    let rows = read(conn, "order", order_id).await?;
    Ok(rows.into_iter().filter(|delivery| delivery.status == DeliveryStatus::Waiting).collect())
}

/// Returns the deliveries of an order that no partner has been sent; the caller has locked the order.
pub async fn lock_unsent(conn: &mut PgConnection, order_id: i64) -> Result<Vec<Delivery>, Problem> {
    let rows = read(conn, "order", order_id).await?;
    // A delivery to be resent may exist at its partner already; that is checked first.
    let unsent = |delivery: &Delivery| matches!(delivery.status, DeliveryStatus::Waiting | DeliveryStatus::Retrying);
    Ok(rows.into_iter().filter(unsent).collect())
}

/// Returns the delivery of an order line; the caller has locked the order.
pub async fn of_line(conn: &mut PgConnection, line_id: i64) -> Result<Option<Delivery>, Problem> {
    Ok(read(conn, "line", line_id).await?.into_iter().next())
}

/// Loads and locks deliveries by their own id, their order's or their line's.
async fn read(conn: &mut PgConnection, by: &str, id: i64) -> Result<Vec<Delivery>, Problem> {
    let rows = sqlx::query_as!(
        Delivery,
        r#"select d.id, d.order_id, o.number as order_number, l.id as line_id, d.reference, d.status as "status: DeliveryStatus", d.attempts, d.standing as "standing: PartnerStanding",
                  d.unanswered_at, d.failure_code as "failure_code: FailureReason", l.product_id,
                  l.partner_code, l.partner_game, l.sku,
                  nullif(l.player_id, '') as player_id, nullif(l.server, '') as server, l.quantity,
                  l.kind = 'voucher' and p.stock is not null as "own_codes!",
                  l.seller_id, l.total_satang, l.vat_satang, l.vat_excluded, l.house_discount_satang, l.commission_bp
           from shop.deliveries d join shop.order_lines l on l.id = d.order_line_id join shop.orders o on o.id = d.order_id join shop.products p on p.id = l.product_id
           where ($1 = 'delivery' and d.id = $2) or ($1 = 'order' and d.order_id = $2) or ($1 = 'line' and d.order_line_id = $2)
           order by d.id for update of d"#,
        by,
        id
    )
    .fetch_all(conn)
    .await?;
    Ok(rows)
}
