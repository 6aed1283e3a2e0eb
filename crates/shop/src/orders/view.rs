//! Orders as a member reads them. Amounts are satang, times UTC.

use chrono::{DateTime, Utc};
use manao_domain::channel::PaymentFlow;
use manao_domain::delivery::DeliveryStatus;
use manao_domain::order::OrderStatus;
use manao_domain::product::{ProductKind, Target};
use manao_domain::timeline::Step;
use serde::Serialize;
use utoipa::ToSchema;

use super::alternatives::AlternativeProduct;
use super::live::{DeliveryLive, Payment, RefundLive};
use super::snapshot::{LineRow, Snapshot};
use super::timeline;
use crate::activations::LineActivation;
use crate::delivery::typical_seconds;
use crate::payments::channels;
use manao_kernel::app::App;
use manao_kernel::live::{Live, topics};
use manao_kernel::problem::Problem;
use manao_kernel::text::Text;

/// An order with everything its pages show.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Order {
    pub number: String,
    pub status: OrderStatus,
    pub version: i64,
    /// `none` where nothing was to be paid
    pub channel: String,
    pub channel_name: Text,
    /// The way it is paid; absent where nothing was to be paid
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_flow: Option<PaymentFlow>,
    pub created_at: DateTime<Utc>,
    /// Time at which an unpaid order expires
    pub expires_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<DateTime<Utc>>,
    /// Time at which the customer cancelled it; money that arrives later is kept and the order delivered
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancelled_at: Option<DateTime<Utc>>,
    pub subtotal_satang: i64,
    pub discount_satang: i64,
    pub vat_satang: i64,
    pub total_satang: i64,
    /// The coupon behind the discount
    #[serde(skip_serializing_if = "Option::is_none")]
    pub coupon_code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt_number: Option<String>,
    pub lines: Vec<OrderLine>,
    /// The captured payment attempt, else the newest
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment: Option<Payment>,
    /// Whether a payment may have been made that we have not heard of: it must not be paid again meanwhile
    pub payment_checking: bool,
    /// Refunds of the order's money, oldest first
    pub refunds: Vec<RefundLive>,
    pub timeline: Vec<Step>,
    /// Recent duration of deliveries of its slowest game, from payment to delivery
    #[serde(skip_serializing_if = "Option::is_none")]
    pub typical_seconds: Option<i32>,
    pub live: Live,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderLine {
    pub id: i64,
    pub product_id: i64,
    pub name: Text,
    pub game_slug: String,
    pub game_name: Text,
    pub kind: ProductKind,
    pub hue: i32,
    pub motif: String,
    /// The mark on the game's cover
    pub glyph: String,
    pub quantity: i32,
    pub unit_price_satang: i64,
    /// The line's share of the coupon's discount
    pub discount_satang: i64,
    pub vat_satang: i64,
    pub total_satang: i64,
    pub target: Target,
    /// Masked when it is a mobile number
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// The server's name as players know it; show it instead of `server`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_name: Option<String>,
    /// ISO 3166 code of the country that the buyer confirmed as the account's, `TH`; absent where any account will do
    #[serde(skip_serializing_if = "Option::is_none")]
    pub region: Option<String>,
    /// The company that sells it; absent if we do
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seller: Option<String>,
    pub delivery: DeliveryLive,
    /// Decisions that are open to the buyer; absent while its partner may have it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub correctable: Option<Correctable>,
    /// Time from which it counts as late; absent once it has ended
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overdue_at: Option<DateTime<Utc>>,
    /// The thread with our staff that was opened when it became late
    #[serde(skip_serializing_if = "Option::is_none")]
    pub support_thread_id: Option<i64>,
    /// The package on a number, once the telecom has taken the order
    #[serde(skip_serializing_if = "Option::is_none")]
    pub activation: Option<LineActivation>,
}

/// The decisions about a paid line that are open to its buyer.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Correctable {
    /// Whether another player or number can be named
    pub player: bool,
    /// Products of the same price that can be taken instead
    pub products: Vec<AlternativeProduct>,
    /// Whether the money can be asked back
    pub refund: bool,
}

/// An order in the list of purchases.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderSummary {
    pub number: String,
    pub status: OrderStatus,
    pub channel: String,
    /// The way it is paid; absent where nothing was to be paid
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_flow: Option<PaymentFlow>,
    pub created_at: DateTime<Utc>,
    /// Time at which an unpaid order expires
    pub expires_at: DateTime<Utc>,
    /// A pending order with this is paid and being delivered; without it, it is still to be paid
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid_at: Option<DateTime<Utc>>,
    /// Time at which the customer cancelled it; an `incomplete` order without this was not paid in time
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancelled_at: Option<DateTime<Utc>>,
    pub total_satang: i64,
    pub lines: Vec<OrderSummaryLine>,
    /// Whether codes of some line can be revealed
    pub has_code: bool,
    /// Refunds of the order's money, oldest first
    pub refunds: Vec<RefundLive>,
    pub version: i64,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderSummaryLine {
    pub name: Text,
    pub game_slug: String,
    pub game_name: Text,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_name: Option<String>,
    pub kind: ProductKind,
    pub hue: i32,
    pub motif: String,
    /// The mark on the game's cover
    pub glyph: String,
    pub quantity: i32,
    /// The company that sells it; absent if we do
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seller: Option<String>,
}

/// Returns the order as its owner reads it, with a grant to subscribe to it.
pub async fn view(app: &App, snapshot: Snapshot) -> Result<Order, Problem> {
    let games = snapshot.lines.iter().map(|line| line.game_slug.as_str());
    let typical_seconds = typical_seconds(app, &app.db, games).await?;
    let timeline = timeline::steps(&snapshot);
    let Snapshot { order, lines, payment, refunds } = snapshot;
    let channel_name = order.channel_name(app);
    let live = app.grant(topics::order(&order.number), order.user_id)?;
    Ok(Order {
        number: order.number,
        status: order.status,
        version: order.version,
        channel_name,
        payment_flow: channels::flow_of(&order.channel),
        channel: order.channel,
        created_at: order.created_at,
        expires_at: order.expires_at,
        paid_at: order.paid_at,
        completed_at: order.completed_at,
        cancelled_at: order.cancelled_at,
        subtotal_satang: order.subtotal_satang,
        discount_satang: order.discount_satang,
        vat_satang: order.vat_satang,
        total_satang: order.total_satang,
        coupon_code: order.coupon_code,
        receipt_number: order.receipt_number,
        payment_checking: order.payment_checking,
        lines: lines.into_iter().map(OrderLine::from).collect(),
        payment: payment.as_ref().map(super::snapshot::PaymentRow::live),
        refunds,
        timeline,
        typical_seconds,
        live,
    })
}

impl From<LineRow> for OrderLine {
    fn from(line: LineRow) -> Self {
        let (delivery, target, activation) = (line.delivery(), line.target(), line.activation());
        let server_name = line.server_shown().map(str::to_owned);
        let correctable =
            line.choice().map(|choice| Correctable { player: choice.player, products: line.alternatives, refund: choice.refund });
        let has_ended = matches!(line.delivery_status, DeliveryStatus::Delivered | DeliveryStatus::Closed);
        Self {
            correctable,
            overdue_at: line.overdue_at.filter(|_| !has_ended),
            support_thread_id: line.support_thread_id,
            id: line.id,
            product_id: line.product_id,
            name: Text { th: line.name_th, en: line.name_en },
            game_slug: line.game_slug,
            game_name: Text { th: line.game_name_th, en: line.game_name_en },
            kind: line.kind,
            hue: line.hue,
            motif: line.motif,
            glyph: line.glyph,
            quantity: line.quantity,
            unit_price_satang: line.unit_price_satang,
            discount_satang: line.discount_satang,
            vat_satang: line.vat_satang,
            total_satang: line.total_satang,
            target,
            player_id: line.player_id,
            server_name,
            server: line.server,
            player_name: line.player_name,
            region: line.region,
            seller: line.seller,
            delivery,
            activation,
        }
    }
}

impl From<LineRow> for OrderSummaryLine {
    fn from(line: LineRow) -> Self {
        Self {
            name: Text { th: line.name_th, en: line.name_en },
            game_slug: line.game_slug,
            game_name: Text { th: line.game_name_th, en: line.game_name_en },
            player_name: line.player_name,
            kind: line.kind,
            hue: line.hue,
            motif: line.motif,
            glyph: line.glyph,
            quantity: line.quantity,
            seller: line.seller,
        }
    }
}
