//! Cards that the provider keeps for our members.

use chrono::{Months, NaiveDate};
use serde_json::json;

use super::Opn;
use super::wire::{WireCustomer, WireGone};
use crate::providers::charges::{ChargeCard, ProviderError};

/// A card that the provider keeps.
#[derive(Clone, Debug)]
pub struct KeptCard {
    /// The provider's names of the member and the card
    pub customer: String,
    pub id: String,
    pub card: ChargeCard,
    /// The last day on which it is good
    pub expires_on: NaiveDate,
}

impl Opn {
    /// Has the card of a token kept, for a member that the provider knows or for a new one.
    ///
    /// # Errors
    /// See [`ProviderError`].
    pub async fn keep_card(&self, customer: Option<&str>, token: &str, member: &str) -> Result<KeptCard, ProviderError> {
        let request = match customer {
            Some(customer) => self.http.patch(self.url_of("customers", customer)?),
            None => self.http.post(format!("{}/customers", self.base)),
        };
        let body = json!({ "card": token, "description": member });
        let customer: WireCustomer = self.call("keep_card", request.json(&body)).await?;
        // The newest is the default.
        let unreadable = || ProviderError::Refused { code: "card_missing".to_owned(), message: "no card was kept".to_owned() };
        let kept =
            customer.cards.data.into_iter().rev().find(|card| customer.default_card.as_ref().is_none_or(|id| *id == card.id));
        let kept = kept.ok_or_else(unreadable)?;
        let month = NaiveDate::from_ymd_opt(kept.expiration_year, kept.expiration_month, 1);
        let expires_on = month.and_then(|month| month.checked_add_months(Months::new(1))).and_then(|next| next.pred_opt());
        Ok(KeptCard {
            customer: customer.id,
            id: kept.id,
            card: ChargeCard { brand: kept.brand, last_digits: kept.last_digits, fingerprint: kept.fingerprint },
            expires_on: expires_on.ok_or_else(unreadable)?,
        })
    }

    /// Has a card forgotten. One that is not there is forgotten.
    ///
    /// # Errors
    /// See [`ProviderError`].
    pub async fn forget_card(&self, customer: &str, card: &str) -> Result<(), ProviderError> {
        let url = format!("{}/{}", self.url_of("customers", customer)?, "cards");
        // The same alphabet as for any other id.
        let card = self.url_of("cards", card)?;
        let card = card.rsplit('/').next().unwrap_or_default();
        match self.call::<WireGone>("forget_card", self.http.delete(format!("{url}/{card}"))).await {
            Ok(_) | Err(ProviderError::NotFound) => Ok(()),
            Err(error) => Err(error),
        }
    }
}
