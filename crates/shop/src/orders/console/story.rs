//! The story of an order for staff: what every source knows of it, in one time line. Amounts are satang, times UTC. Numbers and names of people
//! are masked, and codes never appear.

use std::str::FromStr as _;

use chrono::{DateTime, Utc};
use manao_domain::msisdn::Msisdn;
use manao_domain::text_enum;
use serde::Serialize;
use serde_json::{Value, json};
use sqlx::PgConnection;
use utoipa::ToSchema;

use crate::orders::log::LogKind;
use crate::orders::snapshot::OrderRow;
use manao_kernel::audit;
use manao_kernel::problem::Problem;
use manao_people::{inbox, mail};

text_enum! {
    /// Where an entry of the story comes from.
    #[derive(ToSchema)]
    StorySource {
        Customer = "customer",
        Shop = "shop",
        Provider = "provider",
        Partner = "partner",
        Stock = "stock",
        Ledger = "ledger",
        Messages = "messages",
        Staff = "staff",
    }
}

/// An entry of the story.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct StoryEntry {
    pub at: DateTime<Utc>,
    pub source: StorySource,
    /// A word for it, such as `code_shown`
    pub kind: String,
    /// What belongs to it: amounts, references, seconds
    #[schema(value_type = Object)]
    pub detail: Value,
}

/// Returns who or what an entry of the order's own log comes from.
fn source_of(kind: LogKind) -> StorySource {
    use LogKind as K;
    match kind {
        K::Created | K::NewCode | K::ChannelChanged | K::Cancelled | K::LineCorrected | K::TaxInvoice | K::CodeClaimed => {
            StorySource::Customer
        }
        K::CodeShown
        | K::Paid
        | K::PaidTwice
        | K::PaymentFailed
        | K::PaymentExpired
        | K::PaymentMismatch
        | K::Dispute
        | K::Refunded
        | K::RefundSettled
        | K::RefundAsked
        | K::RefundDone
        | K::RefundRefused => StorySource::Provider,
        K::Sent | K::LineRetrying | K::LineRepair | K::LineDelivered | K::LineDeliveredClosed | K::LineSwitched => {
            StorySource::Partner
        }
        K::RepairRetry | K::RepairClosed | K::CodeExchanged | K::ClaimRefused | K::RefundFavour | K::UnmatchedChargeClosed => {
            StorySource::Staff
        }
        K::LetGo | K::Expired | K::Repair | K::Delivered | K::LineLate | K::CreditNote | K::DebitNote => StorySource::Shop,
    }
}

/// Returns the whole story, oldest first.
pub async fn load(conn: &mut PgConnection, order: &OrderRow) -> Result<Vec<StoryEntry>, Problem> {
    let mut story = Vec::new();
    story.extend(events(conn, order.id).await?);
    story.extend(payments(conn, order.id).await?);
    story.extend(webhooks(conn, order.id).await?);
    story.extend(partners(conn, order.id).await?);
    story.extend(holds(conn, order.id).await?);
    story.extend(books(conn, order.id).await?);
    story.extend(looks(conn, order.id).await?);
    let messages = mail::about(conn, order.user_id, &order.number).await?.into_iter().map(|mail| StoryEntry {
        at: mail.ended_at.unwrap_or(mail.created_at),
        source: StorySource::Messages,
        kind: "mail".to_owned(),
        detail: json!({ "letter": mail.kind, "outcome": mail.outcome, "tries": mail.tries }),
    });
    story.extend(messages);
    let messages = inbox::about(conn, order.user_id, &order.number).await?.into_iter().map(|message| StoryEntry {
        at: message.created_at,
        source: StorySource::Messages,
        kind: "inbox".to_owned(),
        detail: json!({ "title": message.title, "readAt": message.read_at }),
    });
    story.extend(messages);
    // Acts are in the order's own log too; looks are not.
    let looks =
        audit::about(conn, "order", &order.number).await?.into_iter().filter(|entry| LogKind::from_str(&entry.action).is_err());
    let acts = looks.map(|entry| StoryEntry {
        at: entry.at,
        source: StorySource::Staff,
        kind: entry.action,
        detail: json!({ "staff": entry.actor, "reason": entry.reason }),
    });
    story.extend(acts);
    // Sources that wrote in the same moment keep their order: cause before effect.
    story.sort_by_key(|entry| entry.at);
    Ok(story)
}

async fn events(conn: &mut PgConnection, order_id: i64) -> Result<Vec<StoryEntry>, Problem> {
    let rows = sqlx::query!(
        r#"select at, kind as "kind: LogKind", detail from shop.order_events where order_id = $1 order by id"#,
        order_id
    )
    .fetch_all(conn)
    .await?;
    let entry = |at, kind: LogKind, detail| StoryEntry { at, source: source_of(kind), kind: kind.to_string(), detail };
    Ok(rows.into_iter().map(|row| entry(row.at, row.kind, row.detail)).collect())
}

async fn payments(conn: &mut PgConnection, order_id: i64) -> Result<Vec<StoryEntry>, Problem> {
    let rows = sqlx::query!(
        "select reference, channel, device, msisdn, amount_satang, created_at, opened_on_phone_at, charge_tries
         from shop.payments where order_id = $1 order by id",
        order_id
    )
    .fetch_all(conn)
    .await?;
    let mut story = Vec::new();
    for row in rows {
        let number = row.msisdn.as_deref().and_then(|number| Msisdn::parse(number).ok()).map(|number| number.masked());
        story.push(StoryEntry {
            at: row.created_at,
            source: StorySource::Customer,
            kind: "payment_begun".to_owned(),
            detail: json!({
                "payment": row.reference, "channel": row.channel, "device": row.device, "number": number,
                "amountSatang": row.amount_satang, "tries": row.charge_tries,
            }),
        });
        if let Some(at) = row.opened_on_phone_at {
            let detail = json!({ "payment": row.reference });
            story.push(StoryEntry { at, source: StorySource::Customer, kind: "opened_on_phone".to_owned(), detail });
        }
    }
    Ok(story)
}

async fn webhooks(conn: &mut PgConnection, order_id: i64) -> Result<Vec<StoryEntry>, Problem> {
    let rows = sqlx::query!(
        r#"select w.provider, w.event_id, w.received_at, w.processed_at, w.body ->> 'key' as event
           from shop.webhook_events w
           where w.subject in (select p.charge_id from shop.payments p where p.order_id = $1 and p.charge_id is not null
                               union all select d.reference from shop.deliveries d where d.order_id = $1)
           order by w.received_at limit 200"#,
        order_id
    )
    .fetch_all(conn)
    .await?;
    let entries = rows.into_iter().map(|row| StoryEntry {
        at: row.received_at,
        source: if row.provider == "opn" || row.provider == "telecom" { StorySource::Provider } else { StorySource::Partner },
        kind: "webhook".to_owned(),
        detail: json!({ "from": row.provider, "event": row.event, "id": row.event_id, "settledAt": row.processed_at }),
    });
    Ok(entries.collect())
}

async fn partners(conn: &mut PgConnection, order_id: i64) -> Result<Vec<StoryEntry>, Problem> {
    let rows = sqlx::query!(
        "select t.partner_code, t.sku, t.reference, t.attempts, t.failure_code, t.ended_at
         from shop.delivery_tries t join shop.deliveries d on d.id = t.delivery_id where d.order_id = $1 order by t.id",
        order_id
    )
    .fetch_all(conn)
    .await?;
    let entries = rows.into_iter().map(|row| StoryEntry {
        at: row.ended_at,
        source: StorySource::Partner,
        kind: "partner_given_up".to_owned(),
        detail: json!({
            "partner": row.partner_code, "sku": row.sku, "reference": row.reference, "attempts": row.attempts, "code": row.failure_code,
        }),
    });
    Ok(entries.collect())
}

async fn holds(conn: &mut PgConnection, order_id: i64) -> Result<Vec<StoryEntry>, Problem> {
    let rows = sqlx::query!(
        "select kind, ref_id, quantity, state, held_at, ended_at from shop.holds where order_id = $1 order by id",
        order_id
    )
    .fetch_all(conn)
    .await?;
    let mut story = Vec::new();
    for row in rows {
        let detail = json!({ "what": row.kind, "id": row.ref_id, "quantity": row.quantity });
        story.push(StoryEntry { at: row.held_at, source: StorySource::Stock, kind: "held".to_owned(), detail: detail.clone() });
        if let Some(at) = row.ended_at {
            story.push(StoryEntry { at, source: StorySource::Stock, kind: row.state, detail });
        }
    }
    Ok(story)
}

async fn books(conn: &mut PgConnection, order_id: i64) -> Result<Vec<StoryEntry>, Problem> {
    let rows = sqlx::query!(
        r#"select j.id, j.kind, j.subject, j.at,
                  json_agg(json_build_object('account', e.account, 'amountSatang', e.amount_satang) order by e.position) as "entries!: Value"
           from shop.journals j join shop.ledger_entries e on e.journal_id = j.id where j.order_id = $1 group by j.id order by j.id"#,
        order_id
    )
    .fetch_all(conn)
    .await?;
    let entries = rows.into_iter().map(|row| StoryEntry {
        at: row.at,
        source: StorySource::Ledger,
        kind: row.kind,
        detail: json!({ "journal": row.id, "subject": row.subject, "entries": row.entries }),
    });
    Ok(entries.collect())
}

async fn looks(conn: &mut PgConnection, order_id: i64) -> Result<Vec<StoryEntry>, Problem> {
    let rows = sqlx::query!(
        "select r.at from shop.code_reveals r join shop.deliveries d on d.id = r.delivery_id where d.order_id = $1 order by r.id limit 200",
        order_id
    )
    .fetch_all(conn)
    .await?;
    let entry = |at| StoryEntry { at, source: StorySource::Customer, kind: "code_seen".to_owned(), detail: json!({}) };
    Ok(rows.into_iter().map(|row| entry(row.at)).collect())
}
