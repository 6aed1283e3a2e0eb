//! PromptPay: the buyer scans a QR code with any Thai bank's app.

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use manao_domain::channel::PaymentFlow;

use super::super::row::PaymentRow;
use super::{ChannelAdapter, PaymentInstructions};
use crate::payments::returning;
use crate::providers::charges::{Charge, Provider, ProviderError};
use crate::providers::payments::{Means, NewCharge, Opn};
use manao_kernel::app::App;
use manao_kernel::settings::Settings;

/// The provider's name of it.
const METHOD: &str = "promptpay";

pub struct PromptPay;

impl ChannelAdapter for PromptPay {
    fn provider(&self) -> Provider {
        Provider::Opn
    }

    fn flow(&self) -> PaymentFlow {
        PaymentFlow::Code
    }

    fn method(&self) -> Option<&'static str> {
        Some(METHOD)
    }

    fn life_seconds(&self, settings: &Settings) -> i64 {
        settings.qr_life_seconds.into()
    }

    fn start<'a>(&'a self, app: &'a App, payment: &'a PaymentRow) -> BoxFuture<'a, Result<Charge, ProviderError>> {
        async move {
            let return_url = returning::url(app, payment).map_err(ProviderError::ours)?;
            let means = Means::Source { kind: METHOD, device: payment.device, phone_number: None };
            Opn::from_app(app).create(&NewCharge::new(means, payment, &return_url)).await
        }
        .boxed()
    }

    fn instructions<'a>(
        &'a self,
        app: &'a App,
        payment: &'a PaymentRow,
        charge: &'a Charge,
    ) -> BoxFuture<'a, Result<PaymentInstructions, ProviderError>> {
        async move {
            Ok(PaymentInstructions {
                qr_payload: Some(qr_code(app, payment, charge).await?),
                qr_image_url: charge.qr_picture_url.clone(),
                ..PaymentInstructions::default()
            })
        }
        .boxed()
    }
}

/// Returns the text of the charge's QR code.
async fn qr_code(app: &App, payment: &PaymentRow, charge: &Charge) -> Result<String, ProviderError> {
    let opn = Opn::from_app(app);
    let payload = match &charge.qr_picture_url {
        Some(url) => opn.qr_payload(url, payment.amount_satang).await,
        None => Err(ProviderError::Refused { code: "qr_missing".to_owned(), message: charge.id.clone() }),
    };
    if let Err(ProviderError::Refused { .. }) = &payload {
        // A code that we do not show must not stay payable.
        opn.expire(&charge.id).await?;
    }
    payload
}
