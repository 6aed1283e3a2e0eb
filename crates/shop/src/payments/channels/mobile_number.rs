//! Paying by mobile number, from its balance or on its bill: the telecom texts a one-time code, and the holder of the phone types it
//! ([`crate::payments::confirm`]).

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use manao_domain::channel::PaymentFlow;

use super::super::row::PaymentRow;
use super::super::store;
use super::{ChannelAdapter, PaymentInstructions};
use crate::providers::charges::{Charge, Provider, ProviderError};
use crate::providers::telecom_charges::{NewCharge, TelecomCharges};
use manao_kernel::app::App;
use manao_kernel::problem::Problem;
use manao_kernel::providers::gateway::Counterparty as _;
use manao_kernel::providers::telecom::Operator;
use manao_kernel::settings::Settings;

/// Our name in a text to the paying number.
const SHOP: &str = "Manao";

pub struct MobileNumber;

impl ChannelAdapter for MobileNumber {
    fn provider(&self) -> Provider {
        Provider::Telecom
    }

    fn flow(&self) -> PaymentFlow {
        PaymentFlow::Otp
    }

    fn needs_number(&self) -> bool {
        true
    }

    fn life_seconds(&self, settings: &Settings) -> i64 {
        settings.mobile_payment_life_seconds.into()
    }

    fn start<'a>(&'a self, app: &'a App, payment: &'a PaymentRow) -> BoxFuture<'a, Result<Charge, ProviderError>> {
        async move {
            let new = NewCharge {
                reference: &payment.reference,
                number: &payment.number().map_err(ProviderError::ours)?,
                amount_satang: payment.amount_satang,
                description: &format!("{SHOP} {}", payment.order_number()),
                language: store::language(&app.db, payment.order_id).await.map_err(ProviderError::ours)?,
            };
            TelecomCharges::new(app).begin_charge(&new).await
        }
        .boxed()
    }

    fn instructions<'a>(
        &'a self,
        _: &'a App,
        _: &'a PaymentRow,
        charge: &'a Charge,
    ) -> BoxFuture<'a, Result<PaymentInstructions, ProviderError>> {
        async move { Ok(PaymentInstructions { otp_reference: charge.otp_reference.clone(), ..PaymentInstructions::default() }) }
            .boxed()
    }

    fn refusal(&self, code: &str) -> Option<Problem> {
        Operator::refusal(code)
    }
}
