//! Live events about orders and flash-sale stock; the REST answers are built from the same parts. Times are UTC, amounts satang.

use chrono::{DateTime, Utc};
use manao_domain::channel::{Device, PaymentFlow};
use manao_domain::delivery::{DeliveryStatus, FailureReason};
use manao_domain::order::OrderStatus;
use manao_domain::payment::PaymentStatus;
use manao_domain::refund::{RefundState, RefundWay};
use manao_domain::timeline::Step;
use serde::Serialize;
use utoipa::ToSchema;

use super::view::OrderLine;
use manao_kernel::database::Change;
use manao_kernel::live::{LiveEvent, topics};
use manao_kernel::problem::Problem;
use manao_kernel::text::Text;

/// An order's current state, without the parts that never change.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderLive {
    pub number: String,
    pub version: i64,
    pub status: OrderStatus,
    /// The payment channel; it may be changed until the order is paid
    pub channel: String,
    pub channel_name: Text,
    /// The way it is paid; absent where nothing was to be paid
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_flow: Option<PaymentFlow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid_at: Option<DateTime<Utc>>,
    /// Assigned when the money arrived
    #[serde(skip_serializing_if = "Option::is_none")]
    pub receipt_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub completed_at: Option<DateTime<Utc>>,
    /// Time at which the customer cancelled it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancelled_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment: Option<Payment>,
    /// Whether a payment may have been made that we have not heard of: it must not be paid again meanwhile
    pub payment_checking: bool,
    pub lines: Vec<OrderLine>,
    /// Oldest first
    pub refunds: Vec<RefundLive>,
    pub timeline: Vec<Step>,
}

/// A refund of the order's money.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderRefund)]
pub struct RefundLive {
    pub amount_satang: i64,
    pub way: RefundWay,
    pub state: RefundState,
    pub created_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub done_at: Option<DateTime<Utc>>,
    /// The line that it is for, where it is for one
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line_id: Option<i64>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryLive {
    pub status: DeliveryStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delivered_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure_code: Option<FailureReason>,
    /// Whether codes can be revealed
    pub has_code: bool,
}

/// The newest attempt to pay an order.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = OrderPayment)]
pub struct Payment {
    pub reference: String,
    /// The provider's id of the charge
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transaction_id: Option<String>,
    pub status: PaymentStatus,
    pub amount_satang: i64,
    /// EMVCo text of the QR code
    #[serde(skip_serializing_if = "Option::is_none")]
    pub qr_payload: Option<String>,
    /// The page of the bank or wallet, or its app's link; present while it can be paid there
    #[serde(skip_serializing_if = "Option::is_none")]
    pub authorize_url: Option<String>,
    /// It is paid in an app on a phone: a computer hands it over
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub on_phone: bool,
    /// No charge is made before the buyer has given a card
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub needs_card: bool,
    /// The card that pays
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<PayingCard>,
    /// The device that it was made for
    pub device: Device,
    /// Time at which it was opened on a phone by a hand-over link
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opened_on_phone_at: Option<DateTime<Utc>>,
    /// The payee as the buyer's bank shows it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name_at_bank: Option<String>,
    /// The paying number, masked: `08x-xxx-5678`; only when paid by mobile number or by a number's wallet
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mobile_number: Option<String>,
    /// Printed beside the one-time code in the text message; present while the code can be used
    #[serde(skip_serializing_if = "Option::is_none")]
    pub otp_reference: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expires_at: Option<DateTime<Utc>>,
    pub created_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub captured_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure_code: Option<String>,
    /// Amount refunded to the payer so far
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refunded_satang: Option<i64>,
    /// Time at which the payer's bank disputed the payment, unless the dispute was decided in our favour
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disputed_at: Option<DateTime<Utc>>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PayingCard {
    /// Such as `Visa`
    pub brand: String,
    pub last_digits: String,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PurchaseLive {
    /// The buyer; names the topic and is not sent
    #[serde(skip)]
    #[schema(ignore)]
    pub user_id: i64,
    pub number: String,
    pub status: OrderStatus,
    pub version: i64,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StockLive {
    pub flash_sale_id: i64,
    pub remaining: i32,
    pub version: i64,
}

/// Uses that are left of a coupon whose uses are limited.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CouponLive {
    pub code: String,
    pub left: i32,
    /// Counted up with each change; the newest count wins
    pub version: i64,
}

impl LiveEvent for CouponLive {
    const NAME: &'static str = "coupon.changed";
    const ABOUT: &'static str = "Entry in `public:coupon:{code}`";

    fn topic(&self) -> String {
        topics::coupon(&self.code)
    }

    fn version(&self) -> Option<i64> {
        None
    }
}

/// A count that orders take from and give back.
#[derive(Clone, Debug)]
pub enum LiveCount {
    Stock(StockLive),
    Coupon(CouponLive),
}

impl LiveCount {
    pub fn emit(&self, change: &mut Change) -> Result<(), Problem> {
        match self {
            Self::Stock(count) => change.emit(count),
            Self::Coupon(count) => change.emit(count),
        }
    }
}

impl LiveEvent for OrderLive {
    const NAME: &'static str = "order.changed";
    const ABOUT: &'static str = "State of `order:{number}`";

    fn topic(&self) -> String {
        topics::order(&self.number)
    }

    fn version(&self) -> Option<i64> {
        Some(self.version)
    }
}

impl LiveEvent for PurchaseLive {
    const NAME: &'static str = "purchase.changed";
    const ABOUT: &'static str = "Entry in `user:{id}`: one of the person's orders changed";

    fn topic(&self) -> String {
        topics::user(self.user_id)
    }

    fn version(&self) -> Option<i64> {
        None
    }
}

impl LiveEvent for StockLive {
    const NAME: &'static str = "stock.changed";
    const ABOUT: &'static str = "State of `public:stock:{flashSaleId}`";

    fn topic(&self) -> String {
        topics::stock(self.flash_sale_id)
    }

    fn version(&self) -> Option<i64> {
        Some(self.version)
    }
}
