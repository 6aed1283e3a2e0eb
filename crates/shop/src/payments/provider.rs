//! Dispatches to the charge's provider: each has its own calls, with the same kind of answer. Making a charge is its channel's task
//! ([`super::channels`]).

use std::ops::RangeInclusive;

use chrono::{DateTime, Utc};

use crate::providers::charges::{Charge, Provider, ProviderError};
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
            Self::Telecom => TelecomCharges::new(app).list(from).await,
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
