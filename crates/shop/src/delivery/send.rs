//! The job that advances a delivery by one step: sends it, or asks the partner for its outcome.

use chrono::{DateTime, Duration, Utc};
use manao_domain::delivery::{DeliveryEvent, DeliveryStatus, FailureReason, Move, PartnerStanding};
use serde::{Deserialize, Serialize};

use super::store::Delivery;
use super::{conclude, own_codes, store, supplies};
use crate::partners::ReadFloat;
use crate::providers::partner_orders::{Order, OrderStatus, Placed};
use crate::providers::partners::PartnerError;
use crate::providers::suppliers;
use crate::{activations, orders};
use manao_kernel::app::App;
use manao_kernel::database::{Change, JobOptions};
use manao_kernel::jobs::Job;
use manao_kernel::problem::Problem;

/// First delay before asking about an accepted order whose callback has not arrived; it doubles each time.
const FIRST_LOOK: Duration = Duration::seconds(5);
const LONGEST_LOOK: Duration = Duration::minutes(5);
/// Time of a partner's silence after accepting, after which staff must contact it.
const PATIENCE: Duration = Duration::hours(2);
/// While a slow partner is busy, a delivery retries: first after this delay, then after as long as it has already waited.
const FIRST_TURN: Duration = Duration::seconds(1);
const LONGEST_TURN: Duration = Duration::seconds(3);
/// Delay beyond which a delivery must have lost its job.
const OVERDUE: Duration = Duration::seconds(60);

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Deliver {
    pub delivery_id: i64,
}

impl Job for Deliver {
    const NAME: &'static str = "deliver";

    async fn run(self, app: App) -> anyhow::Result<()> {
        Ok(step(&app, self.delivery_id).await?)
    }
}

/// Returns the key under which each delivery has one pending job.
pub fn job_key(delivery_id: i64) -> String {
    format!("deliver:{delivery_id}")
}

/// Returns the options of a step after the partner's answer: a callback that arrived in the meantime keeps its time and is not put off.
pub fn again_at(at: DateTime<Utc>, delivery_id: i64) -> JobOptions {
    JobOptions::at(at).key(job_key(delivery_id)).keeping_time()
}

/// Attempts at a partner that does not answer, after which another may step in.
const GIVES_WAY: i32 = 3;

/// The partner's answer to one attempt.
enum Word {
    Placed(Placed),
    Failed { reason: FailureReason, retry_after_ms: Option<u64>, at_partner: AtPartner },
}

/// Knowledge about an order at the partner after a failed attempt.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AtPartner {
    /// It has none
    None,
    /// Nothing new
    Unknown,
    /// The attempt was sent, and not answered
    Unanswered,
}

/// The call to make at the partner.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Call {
    /// It cannot have been sent before
    Place,
    /// The partner may already have it
    LookThenPlace,
    /// An operator decides, or has decided; the outcome is still checked
    Look,
}

async fn step(app: &App, delivery_id: i64) -> Result<(), Problem> {
    // A late callback of a line that is delivered, or codes of our own, need no permit.
    let due = sqlx::query!(
        r#"select l.partner_code, d.next_attempt_at,
                  not (l.kind = 'voucher' and p.stock is not null)
                  and (d.open or (not d.open and d.status <> 'delivered' and d.attempts > 0)) as "calls!"
           from shop.deliveries d join shop.order_lines l on l.id = d.order_line_id join shop.products p on p.id = l.product_id where d.id = $1"#,
        delivery_id
    )
    .fetch_optional(&app.db)
    .await?;
    let Some(due) = due else { return Ok(()) };
    if !due.calls {
        return take_turn(app, delivery_id).await;
    }
    let Some(permit) = suppliers::concurrency(app, &due.partner_code).acquire().await else {
        return wait_for_turn(app, delivery_id, due.next_attempt_at).await;
    };
    take_turn(app, delivery_id).await?;
    drop(permit);
    Ok(())
}

/// Reschedules it soon, without counting a try.
async fn wait_for_turn(app: &App, delivery_id: i64, due_at: Option<DateTime<Utc>>) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let now = change.now();
    let waited = due_at.map_or(FIRST_TURN, |due_at| now - due_at);
    let at = now + waited.clamp(FIRST_TURN, LONGEST_TURN);
    change.job(&Deliver { delivery_id }, JobOptions::at(at).key(job_key(delivery_id))).await?;
    change.commit().await
}

async fn take_turn(app: &App, delivery_id: i64) -> Result<(), Problem> {
    let Some((delivery, call)) = announce(app, delivery_id).await? else { return Ok(()) };
    if call == Call::Look {
        return look(app, &delivery).await;
    }
    let word = ask(app, &delivery, call).await;
    apply(app, &delivery, word).await
}

/// Records that the partner is about to be called, and why. None when nothing is left to do.
async fn announce(app: &App, delivery_id: i64) -> Result<Option<(Delivery, Call)>, Problem> {
    let mut change = app.change().await?;
    let Some(mut delivery) = store::lock(change.conn(), delivery_id).await? else { return Ok(None) };
    if matches!(delivery.status, DeliveryStatus::Repair | DeliveryStatus::Closed) && delivery.may_stand_at_partner() {
        return Ok(Some((delivery, Call::Look)));
    }
    if !delivery.status.is_moving() {
        return Ok(None);
    }
    if delivery.own_codes {
        own_codes::hand_over(&mut change, &delivery).await?;
        orders::refresh_status(&mut change, delivery.order_id).await?;
        change.commit().await?;
        return Ok(None);
    }
    // Only the first attempt cannot have been made before: a delivery that was ever sent is checked first.
    let call = if delivery.may_stand_at_partner() { Call::LookThenPlace } else { Call::Place };
    if delivery.status.apply(DeliveryEvent::Send).map_err(Problem::internal)? == Move::To(DeliveryStatus::Sent) {
        let now = change.now();
        sqlx::query!(
            "update shop.deliveries set status = 'sent', attempts = attempts + 1, sent_at = coalesce(sent_at, $2), tried_at = coalesce(tried_at, $2),
                    next_attempt_at = $3, standing = 'unknown', version = version + 1
             where id = $1",
            delivery.id,
            now,
            now + FIRST_LOOK
        )
        .execute(change.conn())
        .await?;
        orders::refresh_status(&mut change, delivery.order_id).await?;
        change.commit().await?;
        delivery.attempts += 1;
        delivery.status = DeliveryStatus::Sent;
    }
    Ok(Some((delivery, call)))
}

/// Checks a line in repair, or given up: it may have been delivered after our patience ended, or while the partner was unavailable.
///
/// # Errors
/// 503 `partner_unavailable`: it is asked again later.
async fn look(app: &App, delivery: &Delivery) -> Result<(), Problem> {
    let placed = suppliers::placed(app, &delivery.partner_code, &delivery.reference).await?;
    let Some(placed) = placed else { return Ok(()) };
    let mut change = app.change().await?;
    // Read again: somebody may have been faster.
    let asked = delivery.reference.as_str();
    let Some(delivery) = store::lock(change.conn(), delivery.id).await? else { return Ok(()) };
    let standing = match placed.status {
        OrderStatus::Delivered => return delivered(change, &delivery, &placed).await,
        OrderStatus::Accepted => PartnerStanding::Accepted,
        OrderStatus::Failed => PartnerStanding::Failed,
    };
    if delivery.status != DeliveryStatus::Repair || delivery.reference != asked || delivery.standing == standing {
        return Ok(());
    }
    // What its buyer may decide depends on it.
    store::note_standing(&mut change, delivery.id, standing, false).await?;
    orders::refresh_status(&mut change, delivery.order_id).await?;
    change.commit().await
}

/// Books the partner's delivery.
pub async fn delivered(mut change: Change, delivery: &Delivery, placed: &Placed) -> Result<(), Problem> {
    conclude::delivered(&mut change, delivery, &placed.vouchers).await?;
    sqlx::query!(
        "update shop.deliveries set cost_satang = $2 where id = $1 and status = 'delivered' and cost_satang is null",
        delivery.id,
        placed.cost.filter(|cost| *cost >= 0)
    )
    .execute(change.conn())
    .await?;
    activations::keep(&mut change, delivery.line_id, placed.activation.as_ref()).await?;
    orders::refresh_status(&mut change, delivery.order_id).await?;
    change.commit().await
}

async fn ask(app: &App, delivery: &Delivery, call: Call) -> Word {
    let partner = delivery.partner_code.as_str();
    let is_settled = delivery.is_settled(app.now());
    if call == Call::LookThenPlace {
        match suppliers::placed(app, partner, &delivery.reference).await {
            Ok(Some(placed)) => return Word::Placed(placed),
            // It never had it. When it does not answer orders for long, another partner gets a chance.
            Ok(None) if is_settled && gives_way(app, delivery).await => {
                return Word::Failed { reason: FailureReason::Unavailable, retry_after_ms: None, at_partner: AtPartner::None };
            }
            Ok(None) => {}
            Err(error) => return failure(error, AtPartner::Unknown, AtPartner::Unknown),
        }
    }
    let order = Order {
        reference: &delivery.reference,
        game: &delivery.partner_game,
        sku: &delivery.sku,
        player_id: delivery.player_id.as_deref(),
        server: delivery.server.as_deref(),
        quantity: delivery.quantity,
        callback_url: format!("{}/{partner}", app.settings.partners_callback_url),
    };
    match suppliers::place(app, partner, &order).await {
        Ok(placed) => Word::Placed(placed),
        // A refusal answers this order, and an earlier one under its reference.
        Err(error) => failure(error, if is_settled { AtPartner::None } else { AtPartner::Unknown }, AtPartner::Unanswered),
    }
}

/// Whether the partner, which does not answer orders, has had its chance and another can step in.
async fn gives_way(app: &App, delivery: &Delivery) -> bool {
    if delivery.attempts <= GIVES_WAY || delivery.unanswered_at.is_none() {
        return false;
    }
    let Ok(mut conn) = app.db.acquire().await else { return false };
    matches!(supplies::next(&mut conn, delivery).await, Ok(Some(_)))
}

/// `refused`: the meaning of a refusal. `unanswered`: that of no answer.
fn failure(error: PartnerError, refused: AtPartner, unanswered: AtPartner) -> Word {
    let millis = |wait: std::time::Duration| u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
    let (reason, retry_after_ms, at_partner) = match error {
        PartnerError::Refused { code, .. } => {
            let reason = FailureReason::from_partner(&code);
            (reason, None, if reason == FailureReason::AnswerInvalid { AtPartner::Unknown } else { refused })
        }
        PartnerError::Busy { retry_after } => (FailureReason::Busy, retry_after.map(millis), refused),
        PartnerError::Unavailable(_) => (FailureReason::Unavailable, None, unanswered),
        // Nothing was sent.
        PartnerError::CircuitOpen { retry_after } => (FailureReason::CircuitOpen, Some(millis(retry_after)), refused),
    };
    Word::Failed { reason, retry_after_ms, at_partner }
}

async fn apply(app: &App, asked: &Delivery, word: Word) -> Result<(), Problem> {
    let mut change = app.change().await?;
    // Read again: a callback may have been faster.
    let Some(delivery) = store::lock(change.conn(), asked.id).await? else { return Ok(()) };
    let is_delivered = matches!(&word, Word::Placed(placed) if placed.status == OrderStatus::Delivered);
    if delivery.reference != asked.reference && !is_delivered {
        // It has since been resent under another reference; the outcome of the old one is known.
        return Ok(());
    }
    match word {
        Word::Placed(placed) => match placed.status {
            OrderStatus::Delivered => return delivered(change, &delivery, &placed).await,
            OrderStatus::Failed => {
                let reason = placed.reason.as_deref().map_or(FailureReason::DeliveryFailed, FailureReason::from_partner);
                store::note_standing(&mut change, delivery.id, PartnerStanding::Failed, false).await?;
                activations::keep(&mut change, delivery.line_id, placed.activation.as_ref()).await?;
                // The partner's answer for this reference is final: sending it again would only get the same answer.
                conclude::failed_for_good(&mut change, &delivery, reason).await?;
            }
            OrderStatus::Accepted => {
                if activations::keep(&mut change, delivery.line_id, placed.activation.as_ref()).await? {
                    orders::refresh_status(&mut change, delivery.order_id).await?;
                }
                return look_later(change, &delivery).await;
            }
        },
        Word::Failed { reason, retry_after_ms, at_partner } => {
            let standing = if at_partner == AtPartner::None { PartnerStanding::None } else { PartnerStanding::Unknown };
            store::note_standing(&mut change, delivery.id, standing, at_partner == AtPartner::Unanswered).await?;
            if reason == FailureReason::BalanceShort {
                change.job(&ReadFloat { partner: delivery.partner_code.clone() }, JobOptions::default()).await?;
            }
            let other = match at_partner == AtPartner::None && reason.is_partners_own() {
                true => supplies::next(change.conn(), &delivery).await?,
                false => None,
            };
            match other {
                Some(supply) => supplies::switch(&mut change, &delivery, &supply, reason).await?,
                None => conclude::failed(&mut change, &delivery, reason, retry_after_ms).await?,
            }
        }
    }
    orders::refresh_status(&mut change, delivery.order_id).await?;
    change.commit().await
}

/// Schedules a later check; the callback usually arrives long before.
async fn look_later(mut change: Change, delivery: &Delivery) -> Result<(), Problem> {
    if delivery.status != DeliveryStatus::Sent {
        return Ok(());
    }
    store::note_standing(&mut change, delivery.id, PartnerStanding::Accepted, false).await?;
    let now = change.now();
    let tried_at = sqlx::query_scalar!(
        r#"select coalesce(tried_at, sent_at, $2) as "at!" from shop.deliveries where id = $1"#,
        delivery.id,
        now
    )
    .fetch_one(change.conn())
    .await?;
    let waited = now - tried_at;
    if waited > PATIENCE {
        conclude::failed_for_good(&mut change, delivery, FailureReason::TimeOut).await?;
        orders::refresh_status(&mut change, delivery.order_id).await?;
        return change.commit().await;
    }
    let at = now + waited.clamp(FIRST_LOOK, LONGEST_LOOK);
    sqlx::query!("update shop.deliveries set next_attempt_at = $2 where id = $1", delivery.id, at).execute(change.conn()).await?;
    change.job(&Deliver { delivery_id: delivery.id }, again_at(at, delivery.id)).await?;
    change.commit().await
}

/// Finds deliveries whose next step is overdue and gives them a job again. Jobs are written with the change that needs them, so this only
/// repairs deliveries left by a queue that gave up, or by a restored backup.
pub async fn sweep(app: App) -> anyhow::Result<()> {
    let overdue = app.now() - OVERDUE;
    let ids = sqlx::query_scalar!(
        "select id from shop.deliveries where next_attempt_at < $1 and open order by next_attempt_at limit 500",
        overdue
    )
    .fetch_all(&app.db)
    .await?;
    for delivery_id in ids {
        let mut change = app.change().await?;
        change.job(&Deliver { delivery_id }, JobOptions::default().key(job_key(delivery_id))).await?;
        change.commit().await?;
    }
    let waiting = sqlx::query_scalar!(r#"select count(*) as "waiting!" from shop.deliveries where status = 'repair'"#)
        .fetch_one(&app.db)
        .await?;
    metrics::gauge!("manao_deliveries_in_repair").set(waiting as f64);
    Ok(())
}
