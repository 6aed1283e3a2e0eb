//! The order as whoever comes back from a bank's page may see it: no session, nothing about a person, no codes. The address proves that
//! they were sent there to pay for it.

use std::str::FromStr as _;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use manao_domain::order_number::OrderNumber;
use manao_domain::payment::PaymentStatus;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::snapshot::{OrderKey, load};
use super::track::TrackedOrder;
use crate::payments::{self, Subject, returning};
use manao_kernel::access::ClientAddress;
use manao_kernel::app::App;
use manao_kernel::limits;
use manao_kernel::problem::{Problem, codes};

/// Time after the order for which the address opens it.
const OPENS_FOR: TimeDelta = TimeDelta::days(7);
/// Longest wait for the provider's answer.
const PATIENCE: Duration = Duration::from_secs(3);
/// Longest state of ours, with room.
const LONGEST_STATE: usize = 64;

#[derive(Debug, Deserialize, ToSchema)]
pub struct ReturnFromBank {
    pub number: String,
    /// From the address to which the bank led back
    pub state: String,
}

/// An order without anything about its buyer or their accounts in games, and its payment.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReturnedOrder {
    #[serde(flatten)]
    order: TrackedOrder,
    channel: String,
    /// The payee as the buyer's bank shows it
    #[serde(skip_serializing_if = "Option::is_none")]
    name_at_bank: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    payment: Option<ReturnedPayment>,
}

/// The captured payment attempt, else the newest.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReturnedPayment {
    status: PaymentStatus,
    expires_at: DateTime<Utc>,
    /// The page of the bank or wallet, or its app's link; present while it can be paid there
    #[serde(skip_serializing_if = "Option::is_none")]
    authorize_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    failure_code: Option<String>,
}

/// Reads the order, after asking the provider while its payment is pending.
///
/// # Errors
/// 404 `order_not_found` for a wrong number and a wrong state alike, and when the address is older than a week; 429 `too_many_requests`.
pub async fn returned(app: &App, asked: &ReturnFromBank, address: ClientAddress) -> Result<ReturnedOrder, Problem> {
    let number = OrderNumber::from_str(&asked.number).map_err(|_| codes::order_not_found)?;
    if asked.state.len() > LONGEST_STATE {
        return Err(codes::order_not_found.into());
    }
    let attempts = sqlx::query!(
        "select o.id, p.reference from shop.orders o join shop.payments p on p.order_id = o.id where o.number = $1 and o.created_at > $2",
        number.as_str(),
        app.now() - OPENS_FOR
    )
    .fetch_all(&app.db)
    .await?;
    let mut order_id = None;
    for attempt in attempts {
        if returning::matches(app, &attempt.reference, &asked.state)? {
            order_id = Some(attempt.id);
        }
    }
    let order_id = order_id.ok_or(codes::order_not_found)?;
    let network = address.counted().map(|network| network.to_string()).unwrap_or_default();
    app.limit(limits::RETURN_ORDER, format!("{} {network}", number.as_str()))?;
    let seen = load(app, OrderKey::Id(order_id)).await?;
    let pending = seen.payment.as_ref().filter(|payment| payment.status.is_alive() && seen.order.paid_at.is_none());
    let snapshot = match pending {
        Some(payment) => {
            // The provider may be away or slow: what we know is still an answer, and the page asks again.
            let asking = {
                let (app, id) = (app.clone(), payment.id);
                tokio::spawn(async move {
                    if let Err(error) = payments::settle(&app, Subject::Payment(id)).await {
                        tracing::debug!(%error, "the provider could not be asked on a return");
                    }
                })
            };
            // A timeout only ends the waiting.
            let _ = tokio::time::timeout(PATIENCE, asking).await;
            load(app, OrderKey::Id(order_id)).await?
        }
        None => seen,
    };
    let channel = snapshot.order.channel.clone();
    let payment = snapshot.payment.as_ref().map(|payment| ReturnedPayment {
        status: payment.status,
        expires_at: payment.expires_at,
        authorize_url: payment.authorize_url().map(str::to_owned),
        failure_code: payment.failure_code.clone(),
    });
    let name_at_bank = snapshot.payment.as_ref().and_then(|payment| payment.name_at_bank.clone());
    Ok(ReturnedOrder { order: TrackedOrder::new(app, snapshot, false), channel, name_at_bank, payment })
}
