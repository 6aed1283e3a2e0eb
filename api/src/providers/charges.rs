//! What every counterparty that takes money for us has in common: charges. Amounts are satang.

use chrono::{DateTime, Utc};
use manao_domain::charge_books::{ChargeMoney, DisputeStatus};
use manao_domain::settle::ChargeStatus;
use manao_domain::text_enum;
use manao_hub::serve::log::short;

text_enum! {
    /// Who takes the money: the word in the database, in the webhooks' path and in metrics.
    #[derive(Default)]
    Provider {
        /// The payment provider: QR PromptPay. Jobs that were queued before there was another one name none.
        #[default]
        Opn = "opn",
        /// The telecom operator: from a number's balance, or on its bill
        Telecom = "telecom",
    }
}

/// A charge as its provider tells it.
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
    /// Where the picture of its QR code is, when it has one
    pub qr_picture_url: Option<String>,
    /// What stands in the text beside its one-time code, when it has one
    pub otp_reference: Option<String>,
    pub created_at: DateTime<Utc>,
    pub expires_at: Option<DateTime<Utc>>,
    pub paid_at: Option<DateTime<Utc>>,
    /// What became of the money, once it was paid
    pub money: ChargeMoney,
    pub dispute: Option<DisputeStatus>,
}

impl Charge {
    /// It was paid, whatever became of the money since.
    pub fn was_paid(&self) -> bool {
        matches!(self.status, ChargeStatus::Successful | ChargeStatus::Reversed)
    }

    /// All of it went back.
    pub fn is_returned(&self) -> bool {
        self.money.refunded.get() >= self.amount
    }
}

/// A payment to our bank account.
#[derive(Clone, Debug)]
pub struct Transfer {
    pub id: String,
    /// What it took from what the provider owes us, satang; the fees are kept of it
    pub amount: i64,
    pub fee: i64,
    pub fee_vat: i64,
    pub paid: bool,
}

/// Why there is no answer to act on.
#[derive(Debug, thiserror::Error)]
pub enum ProviderError {
    /// Not reached, too slow, out of order or shut off by the circuit. A charge may or may not have been made.
    #[error("provider unavailable: {0}")]
    Unavailable(String),
    #[error("provider does not know it")]
    NotFound,
    /// It understood and refused, for a reason in our own words: its own may name a number, and this is logged. Another try of the same will be refused too.
    #[error("provider refused: {}: {message}", short(code))]
    Refused { code: String, message: String },
    /// It sent this number a code just now and sends none before so many seconds have passed.
    #[error("provider asks to wait {seconds} seconds")]
    TooSoon { seconds: u64 },
}
