//! A payment attempt as a row. Amounts are satang, times UTC.

use std::ops::RangeInclusive;

use chrono::{DateTime, Utc};
use manao_domain::channel::{ChannelCode, Device};
use manao_domain::msisdn::Msisdn;
use manao_domain::payment::PaymentStatus;

use super::channels::{self, ChannelAdapter};
use crate::providers::charges::Provider;
use manao_kernel::problem::{Lang, Problem};

/// Failure reason: a refusal that only a fault of ours can cause.
pub const REFUSED: &str = "charge_refused";

/// One payment attempt, with the data for its processing.
#[derive(Clone, Debug)]
pub struct PaymentRow {
    pub id: i64,
    pub order_id: i64,
    pub reference: String,
    pub status: PaymentStatus,
    pub amount_satang: i64,
    pub currency: String,
    pub channel: ChannelCode,
    /// The provider of its charge
    pub provider: Provider,
    pub charge_id: Option<String>,
    /// The mobile number that pays, or whose wallet does: `66812345678`
    pub msisdn: Option<String>,
    /// The device that pays
    pub device: Device,
    /// The language in which the buyer asked for it
    pub language: Lang,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub charge_tries: i32,
}

impl PaymentRow {
    /// Returns the number of its order.
    pub fn order_number(&self) -> &str {
        self.reference.rsplit_once("-P").map_or(&self.reference, |(number, _)| number)
    }

    /// Returns the time in which its charge may have been made.
    pub fn lived(&self) -> RangeInclusive<DateTime<Utc>> {
        self.created_at..=self.expires_at
    }

    /// Returns the adapter by which it is made.
    pub fn adapter(&self) -> &'static dyn ChannelAdapter {
        channels::adapter(self.channel, self.msisdn.is_some())
    }

    /// Returns the mobile number that pays.
    ///
    /// # Errors
    /// 500 when the payment has no number: its channel is not paid by one.
    pub fn number(&self) -> Result<Msisdn, Problem> {
        let kept = self.msisdn.as_deref().ok_or_else(|| Problem::internal(format!("payment {} has no number", self.id)))?;
        Msisdn::parse(kept).map_err(Problem::internal)
    }
}
