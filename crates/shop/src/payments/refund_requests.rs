//! Requests for refunds: money that is owed goes back the way it came, as far as its channel gives it back. The rest waits for staff.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use manao_domain::Satang;
use manao_domain::refund::{RefundState, RefundWay, RefundableCharge, place};
use serde_json::json;
use sqlx::PgConnection;

use super::refund_send::AskRefund;
use crate::orders::log;
use manao_kernel::database::{Change, JobOptions};
use manao_kernel::problem::Problem;

/// Reason of a refund that nobody asked for: the money was owed.
const OWED: &str = "owed back";

/// The wish for a refund of money that an order is owed.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    pub amount: Satang,
    /// The line that it is for
    pub line_id: Option<i64>,
    /// The only charge that it may be taken from
    pub charge_id: Option<&'a str>,
    /// The operator who asked, and why
    pub asked: Option<(i64, &'a str)>,
}

/// Money of an order, satang.
#[derive(Clone, Copy, Debug)]
pub struct OrderBalance {
    /// Above zero: to be paid back. Below zero: returned without being owed
    pub owed: Satang,
    /// The part of it that the provider is being asked for
    pub requested: Satang,
    pub is_disputed: bool,
}

impl OrderBalance {
    pub async fn load(conn: &mut PgConnection, order_id: i64) -> Result<Self, Problem> {
        let row = sqlx::query!(
            r#"select (select coalesce(-sum(e.amount_satang), 0)::bigint from shop.journals j join shop.ledger_entries e on e.journal_id = j.id
                       where j.order_id = $1 and e.account = 'refund_payable') as "owed!",
                      (select coalesce(sum(amount_satang), 0)::bigint from shop.refunds
                       where order_id = $1 and state in ('asked', 'pending')) as "requested!",
                      exists (select from shop.captured_charges where order_id = $1 and dispute in ('open', 'pending')) as "disputed!""#,
            order_id
        )
        .fetch_one(conn)
        .await?;
        Ok(Self { owed: Satang(row.owed), requested: Satang(row.requested), is_disputed: row.disputed })
    }

    /// Returns the amount that is owed and that nobody is being asked for yet.
    pub fn available(&self) -> Result<Satang, Problem> {
        Ok(self.owed.minus(self.requested).map_err(Problem::internal)?.max(Satang::ZERO))
    }
}

/// A paid charge of an order, from which a refund may be taken.
struct PaidCharge {
    payment_id: i64,
    charge_id: String,
    terms: RefundableCharge,
}

/// Returns the paid charges of each of these orders, with the terms of their channels; the first that paid comes first.
async fn paid_charges(conn: &mut PgConnection, order_ids: &[i64]) -> Result<HashMap<i64, Vec<PaidCharge>>, Problem> {
    let rows = sqlx::query!(
        r#"select p.order_id, p.id as payment_id, c.charge_id, c.amount_satang, c.captured_at, h.refund_whole, h.refund_part, h.refund_days,
                  (c.amount_satang - c.refunded_satang - c.charged_back_satang
                   - coalesce((select sum(r.amount_satang)::bigint from shop.refunds r
                               where r.payment_id = p.id and r.state in ('asked', 'pending')), 0))::bigint as "left!"
           from shop.captured_charges c join shop.payments p on p.charge_id = c.charge_id and p.provider = c.provider
                join shop.payment_channels h on h.code = p.channel
           where p.order_id = any($1) order by c.captured_at, c.id"#,
        order_ids
    )
    .fetch_all(conn)
    .await?;
    let mut charges: HashMap<i64, Vec<PaidCharge>> = HashMap::new();
    for row in rows {
        let terms = RefundableCharge {
            amount: Satang(row.amount_satang),
            left: Satang(row.left),
            captured_at: row.captured_at,
            whole: row.refund_whole,
            part: row.refund_part,
            days: row.refund_days,
        };
        charges.entry(row.order_id).or_default().push(PaidCharge { payment_id: row.payment_id, charge_id: row.charge_id, terms });
    }
    Ok(charges)
}

fn parts_of(charges: &[PaidCharge], amount: Satang, now: DateTime<Utc>) -> Result<(Vec<Satang>, Satang), Problem> {
    let terms: Vec<RefundableCharge> = charges.iter().map(|charge| charge.terms).collect();
    place(amount, &terms, now).map_err(Problem::internal)
}

/// Returns the ways that these amounts of orders can go back, the usual one first; one entry for each order.
pub async fn ways(
    conn: &mut PgConnection,
    amounts: &[(i64, Satang)],
    now: DateTime<Utc>,
) -> Result<Vec<Vec<RefundWay>>, Problem> {
    let order_ids: Vec<i64> = amounts.iter().map(|(order_id, _)| *order_id).collect();
    let charges = paid_charges(conn, &order_ids).await?;
    let mut ways = Vec::with_capacity(amounts.len());
    for (order_id, amount) in amounts {
        let (_, rest) = parts_of(charges.get(order_id).map_or(&[], Vec::as_slice), *amount, now)?;
        let by_channel = *amount > Satang::ZERO && rest.is_zero();
        ways.push(if by_channel { vec![RefundWay::Channel, RefundWay::Outside] } else { vec![RefundWay::Outside] });
    }
    Ok(ways)
}

/// Asks for a refund of money that the order is owed, as far as the channels give it back and nobody was asked for it yet. The order is locked,
/// and its status is updated afterwards by the caller.
pub async fn refund_owed(change: &mut Change, order_id: i64, wish: Wish<'_>) -> Result<(), Problem> {
    let balance = OrderBalance::load(change.conn(), order_id).await?;
    let amount = wish.amount.min(balance.available()?);
    // While a dispute is open the provider may take the money back itself.
    if balance.is_disputed || amount <= Satang::ZERO {
        return Ok(());
    }
    let now = change.now();
    let mut charges = paid_charges(change.conn(), &[order_id]).await?.remove(&order_id).unwrap_or_default();
    charges.retain(|charge| wish.charge_id.is_none_or(|only| only == charge.charge_id));
    let (parts, _) = parts_of(&charges, amount, now)?;
    for (charge, part) in charges.iter().zip(parts).filter(|(_, part)| *part > Satang::ZERO) {
        let (operator_id, reason) = wish.asked.unzip();
        let row = NewRefund {
            order_id,
            line_id: wish.line_id,
            payment_id: Some(charge.payment_id),
            amount: part,
            reason: reason.unwrap_or(OWED),
            asked_by: operator_id,
        };
        let refund_id = row.insert(change).await?;
        change.job(&AskRefund { refund_id }, JobOptions::default().key(format!("refund:{refund_id}"))).await?;
        let detail = json!({ "refund": refund_id, "charge": charge.charge_id, "amountSatang": part.get(), "line": wish.line_id,
                             "operator": operator_id, "note": reason });
        log::write(change, order_id, log::LogKind::RefundAsked, &detail).await?;
    }
    Ok(())
}

/// Asks for the refund of a line's money, which is owed since the line was closed. The order is locked.
pub async fn refund_line(change: &mut Change, order_id: i64, line_id: i64, amount: Satang) -> Result<(), Problem> {
    refund_owed(change, order_id, Wish { amount, line_id: Some(line_id), charge_id: None, asked: None }).await
}

/// A refund to be stored.
pub struct NewRefund<'a> {
    pub order_id: i64,
    pub line_id: Option<i64>,
    /// The payment that it is taken from; None if it was paid from our bank account
    pub payment_id: Option<i64>,
    pub amount: Satang,
    pub reason: &'a str,
    pub asked_by: Option<i64>,
}

impl NewRefund<'_> {
    /// Inserts it: asked for at the provider, or done from our bank account. The order is locked, so that its keys are counted up.
    pub async fn insert(&self, change: &mut Change) -> Result<i64, Problem> {
        let now = change.now();
        let outside = self.payment_id.is_none();
        let (way, state) =
            if outside { (RefundWay::Outside, RefundState::Done) } else { (RefundWay::Channel, RefundState::Asked) };
        let id = sqlx::query_scalar!(
            "insert into shop.refunds (key, order_id, order_line_id, payment_id, amount_satang, way, state, reason, asked_by, created_at, done_at, check_at)
             select o.number || '-R' || (select count(*) + 1 from shop.refunds where order_id = o.id), o.id, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11
             from shop.orders o where o.id = $1 returning id",
            self.order_id,
            self.line_id,
            self.payment_id,
            self.amount.get(),
            way.as_str(),
            state.as_str(),
            self.reason,
            self.asked_by,
            now,
            outside.then_some(now),
            (!outside).then_some(now)
        )
        .fetch_one(change.conn())
        .await?;
        Ok(id)
    }
}
