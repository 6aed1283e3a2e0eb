//! Paying in the app of a bank or wallet, or on its page: the provider leads the buyer there, and from there back to us.

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use manao_domain::channel::PaymentFlow;
use url::Url;

use super::super::row::PaymentRow;
use super::{ChannelAdapter, PaymentInstructions};
use crate::payments::returning;
use crate::providers::charges::{Charge, Provider, ProviderError};
use crate::providers::payments::{Means, NewCharge, Opn};
use manao_kernel::app::App;
use manao_kernel::settings::Settings;

pub struct Redirect {
    /// The provider's type of source
    pub source: &'static str,
    pub way: Way,
}

/// Where the buyer pays.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// In an app on a phone; a computer hands it over
    App,
    Page,
    /// On the page of a number's wallet, which texts a one-time code to it
    NumbersPage,
}

impl ChannelAdapter for Redirect {
    fn provider(&self) -> Provider {
        Provider::Opn
    }

    fn flow(&self) -> PaymentFlow {
        PaymentFlow::Redirect
    }

    fn needs_number(&self) -> bool {
        self.way == Way::NumbersPage
    }

    fn method(&self) -> Option<&'static str> {
        Some(self.source)
    }

    fn is_on_phone(&self) -> bool {
        self.way == Way::App
    }

    fn life_seconds(&self, settings: &Settings) -> i64 {
        settings.redirect_life_seconds.into()
    }

    fn start<'a>(&'a self, app: &'a App, payment: &'a PaymentRow) -> BoxFuture<'a, Result<Charge, ProviderError>> {
        async move {
            let return_url = returning::url(app, payment).map_err(ProviderError::ours)?;
            let phone_number =
                if self.needs_number() { Some(payment.number().map_err(ProviderError::ours)?.national()) } else { None };
            let means = Means::Source { kind: self.source, device: payment.device, phone_number: phone_number.as_deref() };
            let new = NewCharge::new(means, payment, &return_url);
            let opn = Opn::from_app(app);
            let made = opn.create(&new).await;
            if matches!(made, Err(ProviderError::Refused { .. })) {
                opn.doubt_capability();
            }
            made
        }
        .boxed()
    }

    fn instructions<'a>(
        &'a self,
        app: &'a App,
        _: &'a PaymentRow,
        charge: &'a Charge,
    ) -> BoxFuture<'a, Result<PaymentInstructions, ProviderError>> {
        page(app, charge).boxed()
    }
}

/// Returns the page of the bank or wallet on which the charge is paid.
pub async fn page(app: &App, charge: &Charge) -> Result<PaymentInstructions, ProviderError> {
    let page = charge.authorize_url.as_deref().and_then(|url| Url::parse(url).ok());
    // The browser is sent there: nothing but a web page.
    match page.filter(|page| matches!(page.scheme(), "https" | "http")) {
        Some(page) => Ok(PaymentInstructions { authorize_url: Some(page.into()), ..PaymentInstructions::default() }),
        None => {
            // A page that we do not show must not stay payable.
            Opn::from_app(app).expire(&charge.id).await?;
            Err(ProviderError::Refused { code: "authorize_uri_missing".to_owned(), message: charge.id.clone() })
        }
    }
}
