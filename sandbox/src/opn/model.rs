//! Sources, charges and events as they are stored; `render` turns them into the wire's objects.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::faults::Subject;

/// A payment source.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Source {
    pub id: String,
    pub kind: String,
    /// Satang.
    pub amount: i64,
    pub phone_number: Option<String>,
    /// The payer's device: `IOS`, `ANDROID` or `WEB`.
    #[serde(default)]
    pub platform_type: Option<String>,
    pub created_at: DateTime<Utc>,
    /// The charge that used it.
    pub charge: Option<String>,
}

/// Payment methods of the account, as the capability names them.
pub const METHODS: [&str; 10] = [
    "promptpay",
    "mobile_banking_kbank",
    "mobile_banking_bbl",
    "mobile_banking_ktb",
    "mobile_banking_bay",
    "mobile_banking_scb",
    "truemoney",
    "truemoney_jumpapp",
    "rabbit_linepay",
    CARD,
];

/// Payment method of a charge without a source.
pub const CARD: &str = "card";

/// Card brands that the account takes, as the provider spells them.
pub const BRANDS: [&str; 3] = ["JCB", "Visa", "MasterCard"];

pub const PLATFORMS: [&str; 3] = ["IOS", "ANDROID", "WEB"];

/// Returns the flow by which the payer authorises the charge, in the provider's words.
pub fn flow(kind: &str) -> Option<&'static str> {
    Some(match kind {
        "promptpay" => "offline",
        "mobile_banking_kbank" | "mobile_banking_bbl" | "mobile_banking_ktb" | "mobile_banking_bay" | "mobile_banking_scb" => {
            "app_redirect"
        }
        "truemoney" | "truemoney_jumpapp" | "rabbit_linepay" => "redirect",
        _ => return None,
    })
}

/// Whether the payment method can return money to the payer.
pub fn can_refund(kind: &str) -> bool {
    matches!(kind, CARD | "truemoney" | "truemoney_jumpapp" | "rabbit_linepay")
}

/// Whether the charge expires early if the payer does not open the wallet's page.
pub fn has_opening_deadline(kind: &str) -> bool {
    matches!(kind, "truemoney" | "truemoney_jumpapp")
}

/// Returns the least and the greatest amount of this kind of source, satang.
pub fn limits(kind: &str) -> (i64, i64) {
    match kind {
        "rabbit_linepay" => (100, 5_000_000),
        _ => (2_000, 15_000_000),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Pending,
    Successful,
    Failed,
    Expired,
    /// Reversed in full: the money never reached the merchant.
    Reversed,
}

/// Fee of a charge in hundredths of a percent of the amount, and VAT on the fee in percent.
const FEE_RATE: i64 = 165;
const VAT_RATE: i64 = 7;

/// One charge.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Charge {
    pub id: String,
    /// None for a card charge.
    pub source: Option<Source>,
    #[serde(default)]
    pub card: Option<Card>,
    /// The token that gave the card; it pays one charge.
    #[serde(default)]
    pub token: Option<String>,
    /// The customer whose saved card pays.
    #[serde(default)]
    pub customer: Option<String>,
    /// Satang.
    pub amount: i64,
    pub status: Status,
    pub description: Option<String>,
    pub metadata: Map<String, Value>,
    pub return_uri: Option<String>,
    pub webhook_endpoints: Vec<String>,
    pub payment: String,
    pub document: String,
    pub download: String,
    /// The EMVCo text of a PromptPay charge, and its first reference.
    pub payload: Option<String>,
    pub reference: String,
    pub transaction: Option<String>,
    pub failure: Option<Failure>,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub paid_at: Option<DateTime<Utc>>,
    pub expired_at: Option<DateTime<Utc>>,
    #[serde(default)]
    pub reversed_at: Option<DateTime<Utc>>,
    #[serde(default)]
    pub refunds: Vec<Refund>,
    #[serde(default)]
    pub dispute: Option<Dispute>,
    /// The transfer that brought its money to the merchant's bank.
    #[serde(default)]
    pub transfer: Option<String>,
    /// Whether the API can refund it. The dashboard can refund any charge.
    #[serde(default)]
    pub can_refund: bool,
    /// First time that the payer opened the authorize page.
    #[serde(default)]
    pub opened_at: Option<DateTime<Utc>>,
    /// The code that the authorize page asks for: a wallet's one-time password or the 3-D Secure code.
    #[serde(default)]
    pub passcode: Option<String>,
    #[serde(default)]
    pub plan: Option<Plan>,
    /// The base URL by which the caller reached us; the charge's URLs begin with it.
    pub base: String,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Failure {
    pub code: String,
    pub message: String,
}

impl Failure {
    /// Returns the failure of this code, with the provider's message.
    pub fn new(code: &str) -> Self {
        let message = match code {
            "insufficient_balance" => "insufficient balance in the payer's account",
            "insufficient_fund" => "insufficient funds in the account or the card has reached the credit limit",
            "stolen_or_lost_card" => "card is stolen or lost",
            "failed_processing" => "the card processing has failed",
            "failed_fraud_check" => "the payment was refused by the fraud check",
            "invalid_account_number" => "the account number of the card is invalid",
            _ => "payment rejected",
        };
        Self { code: code.to_owned(), message: message.to_owned() }
    }
}

/// A later step of a charge, chosen on the authorize page.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Plan {
    pub step: Step,
    pub delay_ms: u64,
    /// None while it waits for the charge to expire.
    pub due_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// The money arrives, even if the charge has expired meanwhile.
    Pay,
    /// The provider corrects the expired charge to successful.
    Correct,
    /// The provider takes the money back.
    Reverse,
}

/// A card without its number.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Card {
    pub id: String,
    pub name: String,
    pub brand: String,
    pub last_digits: String,
    /// Keyed hash of the number: equal for equal numbers.
    pub fingerprint: String,
    pub expiration_month: u32,
    pub expiration_year: i32,
    pub email: Option<String>,
    pub phone_number: Option<String>,
    /// Failure code of every charge on this test number.
    pub failure: Option<String>,
    pub created_at: DateTime<Utc>,
}

impl Card {
    /// Returns the cardholder data that 3-D Secure misses.
    pub fn missing_fields(&self) -> Vec<&'static str> {
        let fields = [("email", &self.email), ("phone_number", &self.phone_number)];
        fields.into_iter().filter(|(_, value)| value.is_none()).map(|(name, _)| name).collect()
    }
}

/// A card that the browser gave to the vault; pays one charge or is saved once.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Token {
    pub id: String,
    pub card: Card,
    pub used: bool,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

/// A customer with saved cards.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Customer {
    pub id: String,
    pub email: Option<String>,
    pub description: Option<String>,
    pub metadata: Map<String, Value>,
    /// Oldest first.
    pub cards: Vec<Card>,
    pub default_card: Option<String>,
    pub created_at: DateTime<Utc>,
}

/// A refund to the payer.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Refund {
    pub id: String,
    /// Satang.
    pub amount: i64,
    /// Refunded before the money was settled: the provider takes no fee for the charge.
    pub voided: bool,
    #[serde(default)]
    pub metadata: Map<String, Value>,
    /// The `Idempotency-Key` of the call.
    #[serde(default)]
    pub key: Option<String>,
    pub created_at: DateTime<Utc>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DisputeStatus {
    Open,
    Pending,
    Won,
    Lost,
}

/// The payer's bank asks for the money back. It is taken when the dispute is opened, and given back when it is won.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Dispute {
    pub id: String,
    /// Satang.
    pub amount: i64,
    pub status: DisputeStatus,
    pub created_at: DateTime<Utc>,
    pub closed_at: Option<DateTime<Utc>>,
}

/// A payout to the merchant's bank account.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Transfer {
    pub id: String,
    /// The amount taken from the balance, satang; the fee and its VAT are deducted from it.
    pub amount: i64,
    pub fee: i64,
    pub fee_vat: i64,
    pub created_at: DateTime<Utc>,
    pub paid_at: Option<DateTime<Utc>>,
}

impl Charge {
    /// Returns the payment method: the source's type, or `card`.
    pub fn kind(&self) -> &str {
        self.source.as_ref().map_or(CARD, |source| &source.kind)
    }

    /// Whether the payer authorises it on a page.
    pub fn has_page(&self) -> bool {
        self.card.is_none() || self.return_uri.is_some()
    }

    /// Returns the address of the page on which the payer authorises it.
    pub fn authorize_uri(&self) -> Option<String> {
        self.has_page().then(|| format!("{}/opn/payments/{}/authorize", self.base, self.payment))
    }

    /// Returns the failure that the card's bank answers with, for a test number that has one.
    pub fn card_failure(&self) -> Option<Failure> {
        self.card.as_ref().and_then(|card| card.failure.as_deref()).map(Failure::new)
    }

    pub fn voided(&self) -> bool {
        self.refunds.iter().any(|refund| refund.voided)
    }

    /// Returns the fee and the VAT on it; zero for a charge that was never settled.
    pub fn fees(&self) -> (i64, i64) {
        if self.voided() || self.status == Status::Reversed {
            return (0, 0);
        }
        let fee = (self.amount * FEE_RATE + 5_000) / 10_000;
        (fee, fee * VAT_RATE / 100)
    }

    pub fn refunded(&self) -> i64 {
        self.refunds.iter().map(|refund| refund.amount).sum()
    }

    /// Returns the amount that a dispute holds or has taken.
    pub fn disputed(&self) -> i64 {
        self.dispute.as_ref().filter(|dispute| dispute.status != DisputeStatus::Won).map_or(0, |dispute| dispute.amount)
    }

    /// Returns the amount that can still be refunded or disputed: nothing goes back twice.
    pub fn left(&self) -> i64 {
        if self.status == Status::Successful { self.amount - self.refunded() - self.disputed() } else { 0 }
    }

    /// Returns the charge's share of the merchant's balance.
    pub fn balance(&self) -> i64 {
        if self.status != Status::Successful {
            return 0;
        }
        let (fee, fee_vat) = self.fees();
        self.left() - fee - fee_vat
    }

    /// Returns the subject that the rules for faults match against.
    pub fn subject(&self) -> Subject {
        let mut orders: Vec<String> =
            self.metadata.values().map(|value| value.as_str().map_or_else(|| value.to_string(), str::to_owned)).collect();
        orders.extend(self.description.clone());
        Subject { orders, charge: Some(self.id.clone()), source: Some(self.kind().to_owned()), ..Subject::default() }
    }
}

/// An event, with a copy of its object as it was then.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Event {
    pub id: String,
    pub key: String,
    /// The charge that it is about; None for a transfer, which covers many.
    #[serde(default)]
    pub charge: Option<Arc<Charge>>,
    /// The event's object where that is not the charge: a refund, a dispute, a transfer.
    #[serde(default)]
    pub object: Option<Value>,
    pub created_at: DateTime<Utc>,
}
