//! Dispatches to the charge's provider: each has its own calls, with the same kind of answer.

use std::ops::RangeInclusive;

use chrono::{DateTime, Utc};
use manao_domain::channel::ChannelCode;

use super::store::PaymentRow;
use crate::providers::charges::{Charge, Provider, ProviderError};
use crate::providers::payments::{self, Opn};
use crate::providers::telecom_charges::{self as telecom, TelecomCharges};
use manao_kernel::app::App;
use manao_kernel::problem::{Code, Lang, Problem, codes};
use manao_kernel::settings::Settings;

/// Our name in a text to the paying number.
const SHOP: &str = "Manao";

impl Provider {
    /// The provider that takes this channel's money.
    pub fn of(channel: ChannelCode) -> Self {
        if channel.is_by_number() { Self::Telecom } else { Self::Opn }
    }

    /// How long the customer has to pay by the code.
    pub fn life_seconds(self, settings: &Settings) -> i64 {
        match self {
            Self::Opn => settings.qr_life_seconds.into(),
            Self::Telecom => settings.mobile_payment_life_seconds.into(),
        }
    }

    /// The code for when it cannot be asked.
    pub fn unavailable(self) -> Code {
        match self {
            Self::Opn => codes::payment_unavailable,
            Self::Telecom => codes::telecom_unavailable,
        }
    }

    /// The problem for a caller who could not get an answer.
    pub fn away(self, why: impl std::fmt::Display) -> Problem {
        Problem::new(self.unavailable()).retry_after(5).because(why)
    }

    /// Whether making a charge twice under one reference gives one charge. If not, it has to be looked for before it is made again.
    pub fn is_repeatable(self) -> bool {
        self == Self::Telecom
    }

    /// Makes the charge of a payment. After [`ProviderError::Unavailable`] one may exist.
    ///
    /// # Errors
    /// See [`ProviderError`].
    pub async fn create(self, app: &App, payment: &PaymentRow) -> Result<Charge, ProviderError> {
        let order_number = payment.reference.rsplit_once("-P").map_or(payment.reference.as_str(), |(number, _)| number);
        match self {
            Self::Opn => {
                let new = payments::NewCharge {
                    reference: &payment.reference,
                    order_number,
                    amount_satang: payment.amount_satang,
                    expires_at: payment.expires_at,
                };
                Opn::of(app).create_promptpay(&new).await
            }
            Self::Telecom => {
                // A fault of ours or the database's says nothing about the charge: it is retried.
                let unreadable = |problem: Problem| ProviderError::Unavailable(problem.to_string());
                let new = telecom::NewCharge {
                    reference: &payment.reference,
                    number: &payment.number().map_err(unreadable)?,
                    amount_satang: payment.amount_satang,
                    description: &format!("{SHOP} {order_number}"),
                    language: language(app, payment.order_id).await.map_err(unreadable)?,
                };
                TelecomCharges::new(app).begin_charge(&new).await
            }
        }
    }

    /// # Errors
    /// [`ProviderError::NotFound`] when there is no such charge.
    pub async fn charge(self, app: &App, id: &str) -> Result<Charge, ProviderError> {
        match self {
            Self::Opn => Opn::of(app).charge(id).await,
            Self::Telecom => TelecomCharges::new(app).charge(id).await,
        }
    }

    /// The charges that carry our reference, made while its attempt lived.
    ///
    /// # Errors
    /// See [`ProviderError`].
    pub async fn find(
        self,
        app: &App,
        reference: &str,
        lived: &RangeInclusive<DateTime<Utc>>,
    ) -> Result<Vec<Charge>, ProviderError> {
        match self {
            Self::Opn => Opn::of(app).find(reference, lived).await,
            Self::Telecom => TelecomCharges::new(app).charges_of(reference).await,
        }
    }

    /// Ends a charge that can still be paid.
    ///
    /// # Errors
    /// [`ProviderError::Refused`] when it is over already.
    pub async fn end(self, app: &App, id: &str) -> Result<Charge, ProviderError> {
        match self {
            Self::Opn => Opn::of(app).expire(id).await,
            Self::Telecom => TelecomCharges::new(app).cancel_charge(id).await,
        }
    }
}

/// The buyer's language, for texts to them.
async fn language(app: &App, order_id: i64) -> Result<Lang, Problem> {
    let language = sqlx::query_scalar!(
        r#"select u.language as "language: Lang" from shop.orders o join people.users u on u.id = o.user_id where o.id = $1"#,
        order_id
    )
    .fetch_one(&app.db)
    .await?;
    Ok(language)
}
