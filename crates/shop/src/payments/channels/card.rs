//! Paying by card. The provider's form takes the number, in its own frame; we see its single-use token only. The buyer's bank may ask them to
//! confirm on a page of its own (3-D Secure).

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use manao_domain::channel::PaymentFlow;

use super::super::row::PaymentRow;
use super::{ChannelAdapter, PaymentInstructions, redirect};
use crate::cards::{self, GivenCard};
use crate::payments::returning;
use crate::providers::charges::{Charge, Provider, ProviderError};
use crate::providers::payments::{Means, NewCharge, Opn};
use manao_kernel::app::App;
use manao_kernel::problem::{Problem, codes};
use manao_kernel::settings::Settings;

pub struct Card;

impl ChannelAdapter for Card {
    fn provider(&self) -> Provider {
        Provider::Opn
    }

    fn flow(&self) -> PaymentFlow {
        PaymentFlow::Card
    }

    fn method(&self) -> Option<&'static str> {
        Some("card")
    }

    fn probe(&self) -> Option<&'static str> {
        None
    }

    fn needs_card(&self) -> bool {
        true
    }

    fn life_seconds(&self, settings: &Settings) -> i64 {
        settings.redirect_life_seconds.into()
    }

    fn start<'a>(&'a self, app: &'a App, payment: &'a PaymentRow) -> BoxFuture<'a, Result<Charge, ProviderError>> {
        async move {
            let return_url = returning::url(app, payment).await.map_err(ProviderError::ours)?;
            let opn = Opn::from_app(app);
            let given = cards::given(app, payment).await?;
            let means = match &given {
                GivenCard::Token(token) => Means::CardToken(token),
                GivenCard::Saved { customer, card } => Means::SavedCard { customer, card },
            };
            match opn.create(&NewCharge::new(means, payment, &return_url)).await {
                // There is no such token or card.
                Err(ProviderError::NotFound) => Err(ProviderError::Refused {
                    code: "invalid_card_token".to_owned(),
                    message: "the provider does not know the card".to_owned(),
                }),
                made => made,
            }
        }
        .boxed()
    }

    fn instructions<'a>(
        &'a self,
        app: &'a App,
        _: &'a PaymentRow,
        charge: &'a Charge,
    ) -> BoxFuture<'a, Result<PaymentInstructions, ProviderError>> {
        redirect::page(app, charge).boxed()
    }

    fn refusal(&self, code: &str) -> Option<Problem> {
        matches!(code, "used_token" | "invalid_card_token" | "invalid_card" | "missing_card" | "card_missing" | "bad_request")
            .then(|| codes::card_invalid.into())
    }
}
