//! The status of an order, for anyone who knows its number and the last four digits of a mobile number that belongs to it, or the beginning
//! of the buyer's e-mail: no session, and nothing about a person in the answer.

use std::str::FromStr as _;

use chrono::{DateTime, Utc};
use manao_domain::activation::ActivationStatus;
use manao_domain::channel::PaymentFlow;
use manao_domain::delivery::{DeliveryStatus, FailureReason};
use manao_domain::order::OrderStatus;
use manao_domain::order_number::OrderNumber;
use manao_domain::product::Target;
use manao_domain::text::normalise;
use manao_domain::timeline::Step;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::snapshot::{LineRow, OrderKey, Snapshot};
use super::{timeline, track_tries};
use crate::payments::channels;
use manao_kernel::access::ClientAddress;
use manao_kernel::app::App;
use manao_kernel::database;
use manao_kernel::problem::{Problem, codes};
use manao_kernel::text::Text;

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrackOrder {
    /// The order's number, as a person types it
    pub number: String,
    /// The last four digits of the number that paid, or of the buyer's verified mobile number; or the first four characters of the buyer's
    /// verified e-mail address
    pub proof: String,
}

/// An order without anything about its buyer or their accounts in games.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrackedOrder {
    pub number: String,
    pub status: OrderStatus,
    pub created_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancelled_at: Option<DateTime<Utc>>,
    /// Time at which an unpaid order expires
    pub expires_at: DateTime<Utc>,
    pub total_satang: i64,
    pub channel_name: Text,
    /// The way it is paid; absent where nothing was to be paid
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_flow: Option<PaymentFlow>,
    pub timeline: Vec<Step>,
    pub lines: Vec<TrackedLine>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrackedLine {
    pub name: Text,
    pub game_name: Text,
    pub quantity: i32,
    /// The company that sells it; absent if we do
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seller: Option<String>,
    pub delivery_status: DeliveryStatus,
    /// The mobile number that the goods are for, masked; absent on the way back from a bank
    #[serde(skip_serializing_if = "Option::is_none")]
    pub number: Option<String>,
    /// The package on the number, once the telecom has taken the order
    #[serde(skip_serializing_if = "Option::is_none")]
    pub activation: Option<TrackedActivation>,
    /// Reason why the number did not get the package
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure_code: Option<FailureReason>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrackedActivation {
    pub status: ActivationStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub activated_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime<Utc>>,
    /// The telecom renews it then; absent where it does not renew
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_renewal_at: Option<DateTime<Utc>>,
}

impl TrackedLine {
    fn new(line: LineRow, names_number: bool) -> Self {
        let is_for_number = line.target() == Target::Number;
        Self {
            activation: line.activation().map(|package| TrackedActivation {
                status: package.status,
                activated_at: package.activated_at,
                expires_at: package.expires_at,
                next_renewal_at: package.next_renewal_at,
            }),
            number: line.player_id.filter(|_| is_for_number && names_number),
            failure_code: line.failure_code.filter(|_| is_for_number),
            name: Text::new(line.name_th, line.name_en),
            game_name: Text::new(line.game_name_th, line.game_name_en),
            quantity: line.quantity,
            seller: line.seller,
            delivery_status: line.delivery_status,
        }
    }
}

/// # Errors
/// 404 `order_not_found`, for a wrong number and for a wrong proof alike; 429 `too_many_requests`.
pub async fn track(app: &App, asked: &TrackOrder, address: ClientAddress) -> Result<TrackedOrder, Problem> {
    let number = OrderNumber::from_str(&asked.number).map_err(|_| codes::order_not_found)?;
    let network = address.counted().map(|network| network.to_string()).unwrap_or_default();
    track_tries::count(app, number.as_str(), &network).await?;
    let proof = proof_of(&asked.proof).ok_or(codes::order_not_found)?;
    let mut tx = database::one_moment(&app.db).await?;
    // The captured attempt counts, else the newest: a number that was typed by mistake before it opens nothing.
    let order_id = sqlx::query_scalar!(
        "select o.id from shop.orders o join people.users u on u.id = o.user_id
           left join lateral (select msisdn from shop.payments where order_id = o.id order by status = 'captured' desc, id desc limit 1) p on true
         where o.number = $1 and (right(p.msisdn, 4) = $2 or (u.msisdn_verified_at is not null and right(u.msisdn, 4) = $2)
                                  or (u.email_verified_at is not null and lower(left(u.email::text, 4)) = $2))",
        number.as_str(),
        proof
    )
    .fetch_optional(&mut *tx)
    .await?;
    let order_id = order_id.ok_or(codes::order_not_found)?;
    let snapshot = Snapshot::load(&mut tx, OrderKey::Id(order_id)).await?.ok_or(codes::order_not_found)?;
    tx.commit().await?;
    track_tries::forget(app, number.as_str(), &network).await?;
    Ok(TrackedOrder::new(app, snapshot, true))
}

impl TrackedOrder {
    /// Leaves out everything about the buyer. `names_number`: shows the masked number that goods are for.
    pub fn new(app: &App, snapshot: Snapshot, names_number: bool) -> Self {
        let timeline = timeline::steps(&snapshot);
        let Snapshot { order, lines, .. } = snapshot;
        Self {
            channel_name: order.channel_name(app),
            payment_flow: channels::flow_of(&order.channel),
            number: order.number,
            status: order.status,
            created_at: order.created_at,
            paid_at: order.paid_at,
            completed_at: order.completed_at,
            cancelled_at: order.cancelled_at,
            expires_at: order.expires_at,
            total_satang: order.total_satang,
            timeline,
            lines: lines.into_iter().map(|line| TrackedLine::new(line, names_number)).collect(),
        }
    }
}

/// Returns the four typed characters, in the form in which they are compared. A longer part of the e-mail address counts as its beginning.
fn proof_of(typed: &str) -> Option<String> {
    // Nothing that long is an answer.
    if typed.len() > 400 {
        return None;
    }
    let plain: Vec<char> = normalise(typed).chars().filter(|c| *c != ' ').flat_map(char::to_lowercase).collect();
    let digits = plain.iter().all(char::is_ascii_digit);
    (plain.len() == 4 || (plain.len() > 4 && !digits)).then(|| plain[..4].iter().collect())
}

#[cfg(test)]
mod tests {
    use super::proof_of;

    #[test]
    fn a_proof_has_one_spelling() {
        for (typed, proof) in [
            (" 5671 ", Some("5671")),
            ("๕๖๗๑", Some("5671")),
            ("５６７１", Some("5671")),
            ("56 71", Some("5671")),
            ("Mali", Some("mali")),
            ("mali@manao.example", Some("mali")),
            ("ab@c", Some("ab@c")),
            ("567", None),
            ("56711", None),
            ("", None),
            ("mal", None),
        ] {
            assert_eq!(proof_of(typed).as_deref(), proof, "{typed}");
        }
        assert_eq!(proof_of(&"a".repeat(1000)), None);
    }
}
