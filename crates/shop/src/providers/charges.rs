//! Charges, as all counterparties that take money for us report them. Amounts are satang.

use chrono::{DateTime, Utc};
use manao_domain::charge_books::{ChargeMoney, DisputeStatus};
use manao_domain::settle::ChargeStatus;
use manao_domain::text_enum;
use manao_hub::serve::log::short;
use manao_kernel::problem::Problem;

text_enum! {
    /// The counterparty that takes the money: the word in the database, in the webhooks' path and in metrics.
    #[derive(Default)]
    Provider {
        /// The payment provider: every channel but mobile numbers. Jobs queued before there was another provider name none.
        #[default]
        Opn = "opn",
        /// The telecom operator: charged to a number's balance or bill
        Telecom = "telecom",
    }
}

/// A charge as its provider reports it.
#[derive(Clone, Debug)]
pub struct Charge {
    pub provider: Provider,
    pub id: String,
    pub status: ChargeStatus,
    /// satang, whatever the currency
    pub amount: i64,
    /// ISO 4217, upper case
    pub currency: String,
    /// Our payment's reference, when the charge carries one
    pub reference: Option<String>,
    pub failure_code: Option<String>,
    /// URL of the picture of its QR code, when it has one
    pub qr_picture_url: Option<String>,
    /// URL of the provider's page on which the buyer pays, when it has one
    pub authorize_url: Option<String>,
    /// The card that pays, when one does
    pub card: Option<ChargeCard>,
    /// Printed beside the one-time code in its text message, when it has one
    pub otp_reference: Option<String>,
    /// Names the check of that code, in the answer that made the charge
    pub authorization_id: Option<String>,
    /// The provider's own reference, by which it finds the charge in a dispute
    pub server_reference: Option<String>,
    pub created_at: DateTime<Utc>,
    pub expires_at: Option<DateTime<Utc>>,
    pub paid_at: Option<DateTime<Utc>>,
    /// The fees and refunds of the money, once it was paid
    pub money: ChargeMoney,
    pub dispute: Option<DisputeStatus>,
}

/// A card as the provider describes it; never its number.
#[derive(Clone, Debug)]
pub struct ChargeCard {
    pub brand: String,
    pub last_digits: String,
    /// The same for every token of the same number
    pub fingerprint: String,
}

impl Charge {
    /// Whether it was paid, whatever has happened to the money since.
    pub fn was_paid(&self) -> bool {
        matches!(self.status, ChargeStatus::Successful | ChargeStatus::Reversed)
    }

    /// Returns the charge that counts among several with one reference: the paid one, else a pending one, else the newest.
    pub fn best(charges: Vec<Self>) -> Option<Self> {
        charges.into_iter().max_by_key(|charge| {
            let rank = match charge.status {
                ChargeStatus::Successful => 2,
                ChargeStatus::Pending => 1,
                ChargeStatus::Failed | ChargeStatus::Expired | ChargeStatus::Reversed => 0,
            };
            (rank, charge.created_at)
        })
    }

    /// Whether all of it was refunded.
    pub fn is_returned(&self) -> bool {
        self.money.refunded.get() >= self.amount
    }
}

text_enum! {
    /// The state of a refund at its provider.
    RefundStatus {
        Pending = "pending",
        Done = "done",
        Refused = "refused",
    }
}

/// A refund as its provider reports it.
#[derive(Clone, Debug)]
pub struct ProviderRefund {
    pub id: String,
    /// Our key, when the refund carries one
    pub key: Option<String>,
    /// satang
    pub amount: i64,
    pub status: RefundStatus,
    pub at: DateTime<Utc>,
}

/// A provider's payment to our bank account.
#[derive(Clone, Debug)]
pub struct Payout {
    pub provider: Provider,
    pub id: String,
    /// Amount by which it reduces the provider's debt to us, satang; negative if it was collected from us
    pub amount: i64,
    /// The provider's fee for the payout itself; the fees of the charges are theirs
    pub fee: i64,
    pub fee_vat: i64,
    /// Whether it has been sent to our bank
    pub is_paid: bool,
    /// The charges that it pays out; None where the provider does not say
    pub parts: Option<Vec<PayoutPart>>,
}

/// One charge's share of a payout.
#[derive(Clone, Debug)]
pub struct PayoutPart {
    pub charge_id: String,
    /// After the charge's fee, satang
    pub amount: i64,
}

/// The reason why a provider gave no answer to act on.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// Unreachable, too slow, failing, or cut off by the circuit breaker. A charge may or may not have been made.
    #[error("provider unavailable: {0}")]
    Unavailable(String),
    #[error("provider does not know it")]
    NotFound,
    /// It understood and refused. The reason is in our own words: the provider's may contain a number, and this is logged. A retry is
    /// refused too.
    #[error("provider refused: {}: {message}", short(code))]
    Refused { code: String, message: String },
    /// It just sent this number a code and sends no other for this many seconds.
    #[error("provider asks to wait {seconds} seconds")]
    TooSoon { seconds: u64 },
    /// The number has reached its monthly spending limit
    #[error("the number's spending limit is reached")]
    CapReached { satang: Option<i64>, resets_at: Option<DateTime<Utc>> },
}

impl ProviderError {
    /// Returns the error for a fault of ours or the database's before the provider was asked. It says nothing about the charge: it is
    /// retried.
    pub fn ours(problem: Problem) -> Self {
        Self::Unavailable(problem.to_string())
    }
}
