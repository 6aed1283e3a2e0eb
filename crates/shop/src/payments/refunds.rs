//! Money owed back to buyers and not yet refunded, money returned without being owed, and open disputes. The payment provider's refunds
//! and disputes settle automatically; an operator records here the amounts that were paid back another way or are written off.

use chrono::{DateTime, Utc};
use manao_domain::Satang;
use manao_domain::ledger::Journal;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;

use crate::{ledger, orders};
use manao_kernel::app::App;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Problem, codes};
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
    /// Time of the last booking
    pub since: DateTime<Utc>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RefundDecision {
    /// The amount the operator saw: above zero, it was paid back from our bank account; below zero, it is written off
    pub owed_satang: i64,
    /// Note on the settlement, 1 to 500 characters; kept with the order's log
    #[schema(extensions(("maxLength" = json!(manao_kernel::note::LONGEST))))]
    pub note: String,
}

/// Returns the open refunds, oldest first, and their number.
pub async fn list(app: &App, paging: Paging) -> Result<Page<Refund>, Problem> {
    let mut tx = database::one_moment(&app.db).await?;
    let items = sqlx::query_as!(
        Refund,
        r#"with open as (
             select j.order_id, case when j.order_id is null then split_part(j.subject, '#', 1) end as charge_id,
                    -sum(e.amount_satang)::bigint as owed, max(j.at) as since
             from shop.ledger_entries e join shop.journals j on j.id = e.journal_id where e.account = 'refund_payable'
             group by 1, 2 having sum(e.amount_satang) <> 0
               or exists (select from shop.captured_charges c where c.order_id = j.order_id and c.dispute in ('open', 'pending')))
           select coalesce(o.number, open.charge_id) as "key!", o.number as "order_number?", o.user_id as "user_id?",
                  c.charge_ids as "charge_ids!", open.owed as "owed_satang!", c.charged_back as "charged_back_satang!",
                  c.disputed as "disputed!", open.since as "since!"
           from open left join shop.orders o on o.id = open.order_id
           cross join lateral (
             select coalesce(array_agg(c.charge_id order by c.id), '{}') as charge_ids,
                    coalesce(sum(c.charged_back_satang), 0)::bigint as charged_back,
                    coalesce(bool_or(c.dispute in ('open', 'pending')), false) as disputed
             from shop.captured_charges c where c.order_id = open.order_id or (open.order_id is null and c.charge_id = open.charge_id)) c
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
    tx.commit().await?;
    Ok(Page::new(paging, items, total))
}

/// Closes a refund: paid back from our bank account, or written off.
///
/// # Errors
/// 404 `refund_not_found`, 409 `refund_changed` when the open amount is not the one that the operator saw, 409 `refund_disputed` until
/// the provider has decided a dispute (the money may come back), 422 `fields_invalid` without a note.
pub async fn settle(app: &App, operator_id: i64, key: &str, decision: &RefundDecision) -> Result<(), Problem> {
    let note = note::checked(&decision.note)?;
    let mut change = app.change().await?;
    let order_id =
        sqlx::query_scalar!("select id from shop.orders where number = $1 for update", key).fetch_optional(change.conn()).await?;
    let charge_id = match order_id {
        Some(_) => None,
        None => Some(
            sqlx::query_scalar!(
                "select charge_id from shop.captured_charges where charge_id = $1 and order_id is null for update",
                key
            )
            .fetch_optional(change.conn())
            .await?
            .ok_or(codes::refund_not_found)?,
        ),
    };
    let open = sqlx::query!(
        r#"select coalesce(-sum(e.amount_satang), 0)::bigint as "owed!", coalesce(max(j.id), 0) as "last!"
           from shop.ledger_entries e join shop.journals j on j.id = e.journal_id
           where e.account = 'refund_payable'
             and (j.order_id = $1 or (j.order_id is null and $1::bigint is null and split_part(j.subject, '#', 1) = $2))"#,
        order_id,
        charge_id
    )
    .fetch_one(change.conn())
    .await?;
    if open.owed == 0 || open.owed != decision.owed_satang {
        return Err(codes::refund_changed.into());
    }
    let disputed = sqlx::query_scalar!(
        r#"select exists(select from shop.captured_charges where (order_id = $1 or charge_id = $2) and dispute in ('open', 'pending')) as "disputed!""#,
        order_id,
        charge_id
    )
    .fetch_one(change.conn())
    .await?;
    if disputed {
        return Err(codes::refund_disputed.into());
    }
    let amount = Satang(open.owed);
    let journal = if amount > Satang::ZERO {
        Journal::paid_back(amount)
    } else {
        amount.negate().map_err(Into::into).and_then(Journal::written_off)
    };
    // After this nothing is open, and the next refund will follow another last journal.
    ledger::post(&mut change, order_id, &format!("{key}#{}", open.last), &journal.map_err(Problem::internal)?).await?;
    if let Some(order_id) = order_id {
        let detail = json!({ "operator": operator_id, "note": note, "amountSatang": open.owed });
        orders::log::write(&mut change, order_id, orders::log::LogKind::RefundSettled, &detail).await?;
    }
    change.commit().await?;
    tracing::info!(key, operator_id, %amount, "a refund was settled by hand");
    Ok(())
}
