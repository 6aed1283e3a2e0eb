//! The order's own row. Every change of an order, its payments or its deliveries locks it first.

use chrono::{DateTime, Utc};
use manao_domain::order::{OrderRefusal, OrderState, OrderStatus};
use sqlx::PgConnection;

use manao_kernel::problem::{Problem, codes};

/// The parts of an order that decide whether and how it may be paid. Amounts are satang, times UTC.
#[derive(Clone, Debug)]
pub struct PayableOrder {
    pub id: i64,
    pub number: String,
    pub user_id: i64,
    pub status: OrderStatus,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub paid_at: Option<DateTime<Utc>>,
    pub expired_at: Option<DateTime<Utc>>,
    pub cancelled_at: Option<DateTime<Utc>>,
    pub total_satang: i64,
}

impl PayableOrder {
    /// Checks that it may be paid now.
    ///
    /// # Errors
    /// 409 `order_state` when it is paid or over, 410 `order_expired`.
    pub fn may_be_paid(&self, now: DateTime<Utc>) -> Result<(), Problem> {
        let state = OrderState { status: self.status, expires_at: self.expires_at, paid_at: self.paid_at };
        state.may_be_paid(now).map_err(|refusal| {
            let expired = matches!(refusal, OrderRefusal::Expired { .. });
            Problem::new(if expired { codes::order_expired } else { codes::order_state }).because(refusal)
        })
    }
}

/// Reads an order without locking it.
pub async fn load(conn: &mut PgConnection, order_id: i64) -> Result<PayableOrder, Problem> {
    let order = sqlx::query_as!(
        PayableOrder,
        r#"select id, number, user_id, status as "status: OrderStatus", created_at, expires_at, paid_at, expired_at, cancelled_at, total_satang
           from shop.orders where id = $1"#,
        order_id
    )
    .fetch_one(conn)
    .await?;
    Ok(order)
}

/// Reads an order and locks it until the end of the transaction.
pub async fn lock(conn: &mut PgConnection, order_id: i64) -> Result<PayableOrder, Problem> {
    let order = sqlx::query_as!(
        PayableOrder,
        r#"select id, number, user_id, status as "status: OrderStatus", created_at, expires_at, paid_at, expired_at, cancelled_at, total_satang
           from shop.orders where id = $1 for update"#,
        order_id
    )
    .fetch_one(conn)
    .await?;
    Ok(order)
}
