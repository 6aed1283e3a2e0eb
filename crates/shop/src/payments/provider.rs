//! Dispatches to the charge's provider: each has its own calls, with the same kind of answer. Making a charge is its channel's task
//! ([`super::channels`]).

use std::ops::{Range, RangeInclusive};

use chrono::{DateTime, Utc};

use crate::providers::charges::{Charge, Payout, Provider, ProviderError, ProviderRefund};
use crate::providers::payments::Opn;
use crate::providers::telecom_charges::TelecomCharges;
use manao_kernel::app::App;
use manao_kernel::problem::{Code, Problem, codes};

impl Provider {
    /// Returns the code for when it cannot be asked.
    pub fn unavailable(self) -> Code {
        match self {
            Self::Opn => codes::payment_unavailable,
            Self::Telecom => codes::telecom_unavailable,
        }
    }

    /// Returns the problem for a caller who could not get an answer.
    pub fn away(self, why: impl std::fmt::Display) -> Problem {
        Problem::new(self.unavailable()).retry_after(5).because(why)
    }

    /// Whether making a charge twice under one reference gives one charge. If not, it has to be looked for before it is made again.
    pub fn is_repeatable(self) -> bool {
        self == Self::Telecom
    }

    /// # Errors
    /// [`ProviderError::NotFound`] when there is no such charge.
    pub async fn charge(self, app: &App, id: &str) -> Result<Charge, ProviderError> {
        match self {
            Self::Opn => Opn::from_app(app).charge(id).await,
            Self::Telecom => TelecomCharges::new(app).charge(id).await,
        }
    }

    /// Returns the charges that carry our reference, made while its attempt lived.
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
            Self::Opn => Opn::from_app(app).find(reference, lived).await,
            Self::Telecom => TelecomCharges::new(app).find(reference, lived).await,
        }
    }

    /// Returns all charges made since this time by the provider's clock, which is the system's; oldest first.
    ///
    /// # Errors
    /// See [`ProviderError`].
    pub async fn list(self, app: &App, from: DateTime<Utc>) -> Result<Vec<Charge>, ProviderError> {
        match self {
            Self::Opn => Opn::from_app(app).list(from, None).await,
            Self::Telecom => TelecomCharges::new(app).list(from, None).await,
        }
    }

    /// Refunds a paid charge, in whole or in part, under our key.
    ///
    /// # Errors
    /// [`ProviderError::Refused`] when the provider does not refund it; after [`ProviderError::Unavailable`] the refund may exist.
    pub async fn refund(self, app: &App, charge_id: &str, amount: i64, key: &str) -> Result<ProviderRefund, ProviderError> {
        match self {
            Self::Opn => Opn::from_app(app).refund(charge_id, amount, key).await,
            Self::Telecom => TelecomCharges::new(app).refund(charge_id, amount, key).await,
        }
    }

    /// Returns the refund of a charge that carries our key.
    ///
    /// # Errors
    /// [`ProviderError::NotFound`] when there is no such charge.
    pub async fn find_refund(self, app: &App, charge_id: &str, key: &str) -> Result<Option<ProviderRefund>, ProviderError> {
        match self {
            Self::Opn => Opn::from_app(app).find_refund(charge_id, key).await,
            Self::Telecom => TelecomCharges::new(app).refund_by_key(charge_id, key).await,
        }
    }

    /// Returns the charges that were made in this time by the provider's clock, oldest first.
    ///
    /// # Errors
    /// See [`ProviderError`].
    pub async fn charges(self, app: &App, time: Range<DateTime<Utc>>) -> Result<Vec<Charge>, ProviderError> {
        match self {
            Self::Opn => Opn::from_app(app).list(time.start, Some(time.end)).await,
            Self::Telecom => TelecomCharges::new(app).list(time.start, Some(time.end)).await,
        }
    }

    /// Returns the provider's payments to our bank account since this time by its clock, oldest first.
    ///
    /// # Errors
    /// See [`ProviderError`].
    pub async fn payouts(self, app: &App, from: DateTime<Utc>) -> Result<Vec<(DateTime<Utc>, Payout)>, ProviderError> {
        match self {
            Self::Opn => Opn::from_app(app).payouts(from).await,
            Self::Telecom => TelecomCharges::new(app).payouts(from).await,
        }
    }

    /// Ends a charge that can still be paid.
    ///
    /// # Errors
    /// [`ProviderError::Refused`] when it is over already.
    pub async fn end(self, app: &App, id: &str) -> Result<Charge, ProviderError> {
        match self {
            Self::Opn => Opn::from_app(app).expire(id).await,
            Self::Telecom => TelecomCharges::new(app).cancel_charge(id).await,
        }
    }
}
