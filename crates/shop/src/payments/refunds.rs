//! Money owed back to buyers and not yet refunded, money returned without being owed, and open disputes. What a channel gives back is
//! refunded by itself; an operator asks for the rest here, records what was paid back another way or is written off, and refunds a delivered
//! order as a favour.

use chrono::{DateTime, Utc};
use manao_domain::Satang;
use manao_domain::delivery::DeliveryStatus;
use manao_domain::ledger::Journal;
use manao_domain::order::OrderStatus;
use manao_domain::refund::RefundWay;
use serde::{Deserialize, Serialize};
use serde_json::json;
use sqlx::PgConnection;
use utoipa::ToSchema;

use super::refund_requests::{self, NewRefund, OrderBalance, Wish};
use crate::orders::{Notification, OrderKey, Snapshot};
use crate::{ledger, orders};
use manao_kernel::app::App;
use manao_kernel::audit::{AuditEntry, Subject};
use manao_kernel::database::Change;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Problem, codes};
use manao_kernel::text::Text;
use manao_kernel::{database, note};

/// Open money of an order, or of a charge that belongs to no order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Refund {
    /// The order's number, else the provider's id of the charge
    pub key: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<i64>,
    /// The provider's ids of the charges that were paid
    pub charge_ids: Vec<String>,
    /// Above zero: to be paid back. Below zero: returned, by refund or dispute, without being owed. Zero: only a dispute is open
    pub owed_satang: i64,
    /// Money that a dispute holds or has taken
    pub charged_back_satang: i64,
    /// A dispute is not decided yet: the buyer cannot order until it is
    pub disputed: bool,
    /// The part of it that the provider is being asked for
    pub requested_satang: i64,
    /// The ways that the rest can go back, the usual one first
    pub ways: Vec<RefundWay>,
    /// The provider's reason against the newest refund, where it refused that
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure_code: Option<String>,
    /// Time of the last booking
    pub since: DateTime<Utc>,
}

/// A refund as the database lists it.
struct Row {
    key: String,
    order_id: Option<i64>,
    order_number: Option<String>,
    user_id: Option<i64>,
    charge_ids: Vec<String>,
    owed: i64,
    charged_back: i64,
    disputed: bool,
    requested: i64,
    failure_code: Option<String>,
    since: DateTime<Utc>,
}

impl Row {
    /// Returns the amount that nobody is being asked for yet.
    fn available(&self) -> Satang {
        Satang(self.owed.saturating_sub(self.requested).max(0))
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundDecision {
    /// The amount the operator saw: above zero, it was paid back from our bank account; below zero, it is written off
    pub owed_satang: i64,
    /// The way that it goes back; the channel's where it gives it back, else outside. `outside` says that it was paid
    pub way: Option<RefundWay>,
    /// A part of it; all that nobody is being asked for yet where absent
    pub amount_satang: Option<i64>,
    /// The order's line that it is for
    pub line_id: Option<i64>,
    /// Note on the settlement, 1 to 500 characters; kept with the order's log
    #[schema(extensions(("maxLength" = json!(manao_kernel::note::LONGEST))))]
    pub note: String,
}

/// A refund of a delivered order, or of a line of it, that nobody is owed.
#[derive(Debug, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FavourRefund {
    /// At most what was paid for delivered goods and has not gone back
    pub amount_satang: i64,
    /// The order's version that the operator saw
    pub version: i64,
    /// The line that it is for
    pub line_id: Option<i64>,
    /// Reason, 1 to 500 characters; kept with the order's log
    #[schema(extensions(("maxLength" = json!(manao_kernel::note::LONGEST))))]
    pub reason: String,
}

/// An order, with what can be refunded of it as a favour.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundableOrder {
    pub number: String,
    pub version: i64,
    pub status: OrderStatus,
    pub total_satang: i64,
    /// Amount that has gone back to the buyer
    pub refunded_satang: i64,
    /// At most this much can be refunded as a favour
    pub refundable_satang: i64,
    /// The way that it would go back
    pub way: RefundWay,
    pub lines: Vec<RefundableLine>,
}

/// A line of an order, with what can be refunded of it as a favour.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundableLine {
    pub id: i64,
    pub name: Text,
    pub status: DeliveryStatus,
    pub total_satang: i64,
    pub refundable_satang: i64,
}

/// Returns an order with what can be refunded of it as a favour: nothing while its payment is disputed.
///
/// # Errors
/// 404 `order_not_found`.
pub async fn refundable(app: &App, number: &str) -> Result<RefundableOrder, Problem> {
    let mut tx = database::one_moment(&app.db).await?;
    let user_id = sqlx::query_scalar!("select user_id from shop.orders where number = $1", number)
        .fetch_optional(&mut *tx)
        .await?
        .ok_or(codes::order_not_found)?;
    let snapshot = Snapshot::load(&mut tx, OrderKey::Number { number, user_id }).await?.ok_or(codes::order_not_found)?;
    let order_id = snapshot.order.id;
    let balance = OrderBalance::load(&mut tx, order_id).await?;
    let most = if balance.is_disputed { Satang::ZERO } else { most_as_favour(&mut tx, order_id, &balance, None).await? };
    let mut lines = Vec::with_capacity(snapshot.lines.len());
    for line in snapshot.lines {
        let refundable = match line.delivery_status {
            DeliveryStatus::Delivered if most > Satang::ZERO => {
                most_as_favour(&mut tx, order_id, &balance, Some(line.id)).await?
            }
            _ => Satang::ZERO,
        };
        lines.push(RefundableLine {
            id: line.id,
            name: Text::new(line.name_th, line.name_en),
            status: line.delivery_status,
            total_satang: line.total_satang,
            refundable_satang: refundable.get(),
        });
    }
    let ways = refund_requests::ways(&mut tx, &[(order_id, most)], app.now()).await?;
    tx.commit().await?;
    let outside = snapshot.refunds.iter().filter(|refund| refund.way == RefundWay::Outside).map(|refund| refund.amount_satang);
    let by_channel = snapshot.payment.map_or(0, |payment| payment.refunded_satang);
    Ok(RefundableOrder {
        number: snapshot.order.number,
        version: snapshot.order.version,
        status: snapshot.order.status,
        total_satang: snapshot.order.total_satang,
        refunded_satang: outside.fold(by_channel, i64::saturating_add),
        refundable_satang: most.get(),
        way: ways.first().and_then(|ways| ways.first().copied()).unwrap_or(RefundWay::Outside),
        lines,
    })
}

/// Returns the open refunds, oldest first, and their number.
pub async fn list(app: &App, paging: Paging) -> Result<Page<Refund>, Problem> {
    let mut tx = database::one_moment(&app.db).await?;
    let rows = sqlx::query_as!(
        Row,
        r#"with open as (
             select j.order_id, case when j.order_id is null then split_part(j.subject, '#', 1) end as charge_id,
                    -sum(e.amount_satang)::bigint as owed, max(j.at) as since
             from shop.ledger_entries e join shop.journals j on j.id = e.journal_id where e.account = 'refund_payable'
             group by 1, 2 having sum(e.amount_satang) <> 0
               or exists (select from shop.captured_charges c where c.order_id = j.order_id and c.dispute in ('open', 'pending')))
           select coalesce(o.number, open.charge_id) as "key!", o.id as "order_id?", o.number as "order_number?", o.user_id as "user_id?",
                  c.charge_ids as "charge_ids!", open.owed as "owed!", c.charged_back as "charged_back!",
                  c.disputed as "disputed!", r.requested as "requested!", r.failure_code, open.since as "since!"
           from open left join shop.orders o on o.id = open.order_id
           cross join lateral (
             select coalesce(array_agg(c.charge_id order by c.id), '{}') as charge_ids,
                    coalesce(sum(c.charged_back_satang), 0)::bigint as charged_back,
                    coalesce(bool_or(c.dispute in ('open', 'pending')), false) as disputed
             from shop.captured_charges c where c.order_id = open.order_id or (open.order_id is null and c.charge_id = open.charge_id)) c
           cross join lateral (
             select coalesce(sum(r.amount_satang) filter (where r.state in ('asked', 'pending')), 0)::bigint as requested,
                    (array_agg(case when r.state = 'refused' then r.failure_code end order by r.id desc))[1] as failure_code
             from shop.refunds r where r.order_id = open.order_id and r.way = 'channel') r
           order by open.since, 1 limit $1 offset $2"#,
        paging.limit(),
        paging.offset()
    )
    .fetch_all(&mut *tx)
    .await?;
    let total = sqlx::query_scalar!(
        r#"select count(*) as "total!" from (
             select from shop.ledger_entries e join shop.journals j on j.id = e.journal_id where e.account = 'refund_payable'
             group by j.order_id, case when j.order_id is null then split_part(j.subject, '#', 1) end
             having sum(e.amount_satang) <> 0
               or exists (select from shop.captured_charges c where c.order_id = j.order_id and c.dispute in ('open', 'pending'))) open"#
    )
    .fetch_one(&mut *tx)
    .await?;
    let of_orders = rows.iter().filter_map(|row| row.order_id.map(|order_id| (order_id, row.available()))).collect::<Vec<_>>();
    let mut ways = refund_requests::ways(&mut tx, &of_orders, app.now()).await?.into_iter();
    tx.commit().await?;
    let items = rows.into_iter().map(|row| Refund {
        ways: row.order_id.and_then(|_| ways.next()).unwrap_or_else(|| vec![RefundWay::Outside]),
        key: row.key,
        order_number: row.order_number,
        user_id: row.user_id,
        charge_ids: row.charge_ids,
        owed_satang: row.owed,
        charged_back_satang: row.charged_back,
        disputed: row.disputed,
        requested_satang: row.requested,
        failure_code: row.failure_code,
        since: row.since,
    });
    Ok(Page::new(paging, items.collect(), total))
}

/// Closes a refund, or a part of it: the provider is asked for it, it was paid back from our bank account, or it is written off.
///
/// # Errors
/// 404 `refund_not_found`, `order_line_not_found`, 409 `refund_changed` when the open amount is not the one that the operator saw, 409
/// `refund_too_much` beyond what nobody is being asked for yet, 409 `refund_channel` when the channel does not give it back, 409
/// `refund_disputed` until the provider has decided a dispute (the money may come back), 422 `fields_invalid` without a note.
pub async fn settle(app: &App, operator_id: i64, key: &str, decision: &RefundDecision) -> Result<(), Problem> {
    let note = note::checked(&decision.note)?;
    let mut change = app.change().await?;
    let order_id =
        sqlx::query_scalar!("select id from shop.orders where number = $1 for update", key).fetch_optional(change.conn()).await?;
    let Some(order_id) = order_id else {
        return settle_charge(change, operator_id, key, decision, note).await;
    };
    let balance = OrderBalance::load(change.conn(), order_id).await?;
    if balance.owed.is_zero() || balance.owed != Satang(decision.owed_satang) {
        return Err(codes::refund_changed.into());
    }
    if balance.is_disputed {
        return Err(codes::refund_disputed.into());
    }
    ensure_line(&mut change, order_id, decision.line_id).await?;
    let available = balance.available()?;
    if balance.owed < Satang::ZERO {
        if decision.amount_satang.is_some() || decision.way == Some(RefundWay::Channel) {
            return Err(too_much(Satang::ZERO));
        }
        let journal = balance.owed.negate().map_err(Into::into).and_then(Journal::written_off).map_err(Problem::internal)?;
        post(&mut change, order_id, key, &journal).await?;
        log_settled(&mut change, order_id, operator_id, note, balance.owed).await?;
        change.commit().await?;
        tracing::info!(key, operator_id, amount = %balance.owed, "what went back unowed was written off");
        return Ok(());
    }
    let amount = decision.amount_satang.map_or(available, Satang);
    if amount <= Satang::ZERO || amount > available {
        return Err(too_much(available));
    }
    let now = change.now();
    let ways = refund_requests::ways(change.conn(), &[(order_id, amount)], now).await?.pop().unwrap_or_default();
    let way = decision.way.or(ways.first().copied()).unwrap_or(RefundWay::Outside);
    if !ways.contains(&way) {
        return Err(codes::refund_channel.into());
    }
    match way {
        RefundWay::Channel => {
            let asked = Some((operator_id, note));
            let wish = Wish { amount, line_id: decision.line_id, charge_id: None, asked };
            refund_requests::refund_owed(&mut change, order_id, wish).await?;
            orders::refresh_status(&mut change, order_id).await?;
        }
        RefundWay::Outside => {
            post(&mut change, order_id, key, &Journal::paid_back(amount).map_err(Problem::internal)?).await?;
            let row = NewRefund {
                order_id,
                line_id: decision.line_id,
                payment_id: None,
                amount,
                reason: note,
                asked_by: Some(operator_id),
            };
            row.insert(&mut change).await?;
            log_settled(&mut change, order_id, operator_id, note, amount).await?;
            orders::refresh_status_and_tell(&mut change, order_id, Some(Notification::PaidBackOutside(amount))).await?;
        }
    }
    change.commit().await?;
    tracing::info!(key, operator_id, %amount, way = way.as_str(), "a refund was settled");
    Ok(())
}

/// Closes the refund of a charge that belongs to no order: it was paid back from our bank account, or is written off.
async fn settle_charge(
    mut change: Change,
    operator_id: i64,
    charge_id: &str,
    decision: &RefundDecision,
    note: &str,
) -> Result<(), Problem> {
    let charge = sqlx::query!(
        r#"select coalesce(dispute in ('open', 'pending'), false) as "disputed!"
           from shop.captured_charges where charge_id = $1 and order_id is null for update"#,
        charge_id
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or(codes::refund_not_found)?;
    let open = sqlx::query!(
        r#"select coalesce(-sum(e.amount_satang), 0)::bigint as "owed!", coalesce(max(j.id), 0) as "last!"
           from shop.ledger_entries e join shop.journals j on j.id = e.journal_id
           where e.account = 'refund_payable' and j.order_id is null and split_part(j.subject, '#', 1) = $1"#,
        charge_id
    )
    .fetch_one(change.conn())
    .await?;
    if open.owed == 0 || open.owed != decision.owed_satang {
        return Err(codes::refund_changed.into());
    }
    if charge.disputed {
        return Err(codes::refund_disputed.into());
    }
    if decision.line_id.is_some() {
        return Err(codes::order_line_not_found.into());
    }
    if decision.way == Some(RefundWay::Channel) {
        return Err(codes::refund_channel.into());
    }
    let owed = Satang(open.owed);
    let journal = if owed > Satang::ZERO {
        let amount = decision.amount_satang.map_or(owed, Satang);
        if amount <= Satang::ZERO || amount > owed {
            return Err(too_much(owed));
        }
        Journal::paid_back(amount)
    } else if decision.amount_satang.is_some() {
        return Err(too_much(Satang::ZERO));
    } else {
        owed.negate().map_err(Into::into).and_then(Journal::written_off)
    };
    // The next settlement will follow another last journal.
    ledger::post(&mut change, None, &format!("{charge_id}#{}", open.last), &journal.map_err(Problem::internal)?).await?;
    let detail = json!({ "owedSatang": owed.get(), "amountSatang": decision.amount_satang });
    change.audit(AuditEntry::act(operator_id, "refund_settled", Subject::new("charge", charge_id), Some(note), detail));
    change.commit().await?;
    tracing::info!(charge_id, operator_id, note, amount = %owed, "a refund of no order was settled by hand");
    Ok(())
}

/// Refunds a delivered order, or a line of it, that nobody is owed. It is our loss; the seller keeps its share.
///
/// # Errors
/// 404 `order_not_found`, `order_line_not_found`, 409 `refund_changed` when the order is not as the operator saw it, `order_state` when it is
/// unpaid or the line is not delivered, `refund_disputed`, `refund_too_much`; 422 `fields_invalid` without a reason.
pub async fn refund_favour(app: &App, operator_id: i64, number: &str, wanted: &FavourRefund) -> Result<(), Problem> {
    let reason = note::reason(Some(&wanted.reason))?;
    let mut change = app.change().await?;
    let order = sqlx::query!(
        r#"select id, version, paid_at is not null as "paid!" from shop.orders where number = $1 for update"#,
        number
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or(codes::order_not_found)?;
    ensure_line(&mut change, order.id, wanted.line_id).await?;
    if order.version != wanted.version {
        return Err(codes::refund_changed.into());
    }
    if !order.paid {
        return Err(codes::order_state.into());
    }
    let balance = OrderBalance::load(change.conn(), order.id).await?;
    if balance.is_disputed {
        return Err(codes::refund_disputed.into());
    }
    let most = most_as_favour(change.conn(), order.id, &balance, wanted.line_id).await?;
    let amount = Satang(wanted.amount_satang);
    if amount <= Satang::ZERO || amount > most {
        return Err(too_much(most));
    }
    let journal = Journal::written_off(amount).map_err(Problem::internal)?;
    post(&mut change, order.id, &format!("{number}#favour"), &journal).await?;
    let detail = json!({ "operator": operator_id, "note": reason, "amountSatang": amount.get(), "line": wanted.line_id });
    orders::log::write(&mut change, order.id, orders::log::LogKind::RefundFavour, &detail).await?;
    let asked = Some((operator_id, reason));
    let wish = Wish { amount, line_id: wanted.line_id, charge_id: None, asked };
    refund_requests::refund_owed(&mut change, order.id, wish).await?;
    super::books::expect_refund(&mut change, order.id).await?;
    orders::refresh_status(&mut change, order.id).await?;
    change.commit().await?;
    tracing::info!(number, operator_id, %amount, "a refund was granted as a favour");
    Ok(())
}

/// Returns the amount that was paid for delivered goods, of one line where it is named, and has neither gone back nor is owed back.
async fn most_as_favour(
    conn: &mut PgConnection,
    order_id: i64,
    balance: &OrderBalance,
    line_id: Option<i64>,
) -> Result<Satang, Problem> {
    // What went back unowed is settled first.
    if balance.owed < Satang::ZERO {
        return Ok(Satang::ZERO);
    }
    let kept = sqlx::query_scalar!(
        r#"select (coalesce((select sum(amount_satang - refunded_satang - charged_back_satang) from shop.captured_charges where order_id = $1), 0)
                   - coalesce((select sum(e.amount_satang) from shop.journals j join shop.ledger_entries e on e.journal_id = j.id
                               where j.order_id = $1 and j.kind = 'paid_back' and e.account = 'refund_payable'), 0)
                   + coalesce((select sum(e.amount_satang) from shop.journals j join shop.ledger_entries e on e.journal_id = j.id
                               where j.order_id = $1 and e.account in ('customer_prepaid', 'refund_payable')), 0))::bigint as "kept!""#,
        order_id
    )
    .fetch_one(&mut *conn)
    .await?;
    let Some(line_id) = line_id else { return Ok(Satang(kept.max(0))) };
    let line = sqlx::query!(
        r#"select d.status = 'delivered' as "delivered!",
                  (l.total_satang - coalesce((select sum(amount_satang)::bigint from shop.refunds
                                              where order_line_id = l.id and state <> 'refused'), 0))::bigint as "left!"
           from shop.order_lines l join shop.deliveries d on d.order_line_id = l.id where l.id = $1"#,
        line_id
    )
    .fetch_one(conn)
    .await?;
    if !line.delivered {
        return Err(codes::order_state.into());
    }
    Ok(Satang(kept.min(line.left).max(0)))
}

fn too_much(most: Satang) -> Problem {
    Problem::new(codes::refund_too_much).param("maxSatang", most.get())
}

/// # Errors
/// 404 `order_line_not_found` when the order has no such line.
async fn ensure_line(change: &mut Change, order_id: i64, line_id: Option<i64>) -> Result<(), Problem> {
    let Some(line_id) = line_id else { return Ok(()) };
    sqlx::query_scalar!("select id from shop.order_lines where id = $1 and order_id = $2", line_id, order_id)
        .fetch_optional(change.conn())
        .await?
        .map(drop)
        .ok_or_else(|| codes::order_line_not_found.into())
}

/// Posts a journal about the order's refund under a name that no other of the same kind has: the last journal before it is in it.
async fn post(change: &mut Change, order_id: i64, name: &str, journal: &Journal) -> Result<(), Problem> {
    let last = sqlx::query_scalar!(r#"select coalesce(max(id), 0) as "last!" from shop.journals where order_id = $1"#, order_id)
        .fetch_one(change.conn())
        .await?;
    ledger::post(change, order_id, &format!("{name}#{last}"), journal).await
}

async fn log_settled(change: &mut Change, order_id: i64, operator_id: i64, note: &str, amount: Satang) -> Result<(), Problem> {
    let detail = json!({ "operator": operator_id, "note": note, "amountSatang": amount.get() });
    orders::log::write(change, order_id, orders::log::LogKind::RefundSettled, &detail).await
}
