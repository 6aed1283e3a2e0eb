//! Payment channels: one adapter a file, found here by the channel's code. A channel's fees, limits and names are its row in
//! `shop.payment_channels`; CONTRIBUTING.md says how to add one.

mod card;
mod mobile_number;
mod promptpay;
mod redirect;

use std::collections::HashSet;
use std::str::FromStr as _;

use futures_util::future::BoxFuture;
use manao_domain::channel::{ChannelCode, PaymentFlow};

use self::redirect::{Redirect, Way};
use super::row::PaymentRow;
use crate::providers::charges::{Charge, Provider, ProviderError};
use manao_kernel::app::App;
use manao_kernel::problem::Problem;
use manao_kernel::settings::Settings;

/// The parts in which channels differ. Reading, finding and ending a charge are the provider's, the same for all its channels.
pub trait ChannelAdapter: Send + Sync {
    /// Returns the provider that takes the money.
    fn provider(&self) -> Provider;

    /// Returns the steps by which the buyer pays; the web has a page for each flow.
    fn flow(&self) -> PaymentFlow;

    /// Whether a mobile number pays, or the wallet of one: then the order has to name it.
    fn needs_number(&self) -> bool {
        false
    }

    /// Returns the provider's name of the method, as its capability lists it; None where it lists none.
    fn method(&self) -> Option<&'static str> {
        None
    }

    /// Returns the type of source by which the method is probed without charging anybody; None where there is no such way.
    fn probe(&self) -> Option<&'static str> {
        self.method()
    }

    /// Whether a card pays: no charge is made before the buyer has given one.
    fn needs_card(&self) -> bool {
        false
    }

    /// Whether it is paid in an app on a phone: a computer hands it over.
    fn is_on_phone(&self) -> bool {
        false
    }

    /// Returns the time that the buyer has for one attempt.
    fn life_seconds(&self, settings: &Settings) -> i64;

    /// Makes the charge of an attempt. After [`ProviderError::Unavailable`] one may exist.
    ///
    /// # Errors
    /// See [`ProviderError`].
    fn start<'a>(&'a self, app: &'a App, payment: &'a PaymentRow) -> BoxFuture<'a, Result<Charge, ProviderError>>;

    /// Returns the instructions by which the buyer pays this pending charge.
    ///
    /// # Errors
    /// See [`ProviderError`].
    fn instructions<'a>(
        &'a self,
        app: &'a App,
        payment: &'a PaymentRow,
        charge: &'a Charge,
    ) -> BoxFuture<'a, Result<PaymentInstructions, ProviderError>>;

    /// Returns the problem to show the buyer when the provider refuses a charge with this code; None where only a fault of ours can cause it.
    fn refusal(&self, _code: &str) -> Option<Problem> {
        None
    }
}

/// The instructions by which the buyer pays a charge.
#[derive(Default)]
pub struct PaymentInstructions {
    /// EMVCo text of a QR code
    pub qr_payload: Option<String>,
    pub qr_image_url: Option<String>,
    /// The page of the bank or wallet
    pub authorize_url: Option<String>,
    /// Printed beside the one-time code in its text message
    pub otp_reference: Option<String>,
    /// Names the check of that code at the telecom
    pub authorization_id: Option<String>,
}

/// Returns the adapters of a channel, the preferred first: the provider may take one way of paying by it and not another. All have the same
/// flow and the same provider, and at most one of them needs a number.
pub fn adapters(code: ChannelCode) -> &'static [&'static dyn ChannelAdapter] {
    match code {
        ChannelCode::Promptpay => &[&promptpay::PromptPay],
        ChannelCode::AisPrepaid | ChannelCode::AisPostpaid => &[&mobile_number::MobileNumber],
        ChannelCode::Kbank => &[&Redirect { source: "mobile_banking_kbank", way: Way::App }],
        ChannelCode::Bbl => &[&Redirect { source: "mobile_banking_bbl", way: Way::App }],
        ChannelCode::Ktb => &[&Redirect { source: "mobile_banking_ktb", way: Way::App }],
        ChannelCode::Bay => &[&Redirect { source: "mobile_banking_bay", way: Way::App }],
        ChannelCode::Scb => &[&Redirect { source: "mobile_banking_scb", way: Way::App }],
        ChannelCode::Wallet => {
            &[&Redirect { source: "truemoney_jumpapp", way: Way::App }, &Redirect { source: "truemoney", way: Way::NumbersPage }]
        }
        ChannelCode::Linepay => &[&Redirect { source: "rabbit_linepay", way: Way::Page }],
        ChannelCode::Card => &[&card::Card],
    }
}

/// Returns the adapter by which an attempt is made: of two, the number that it carries tells them apart.
pub fn adapter(code: ChannelCode, has_number: bool) -> &'static dyn ChannelAdapter {
    let adapters = adapters(code);
    adapters.iter().copied().find(|adapter| adapter.needs_number() == has_number).unwrap_or(adapters[0])
}

/// Returns the adapter by which the channel is paid from now on. `taken`: the methods that the provider takes; None while they are unknown.
pub fn offered(code: ChannelCode, taken: Option<&HashSet<String>>) -> &'static dyn ChannelAdapter {
    let adapters = adapters(code);
    adapters.iter().copied().find(|adapter| is_taken(*adapter, taken)).unwrap_or(adapters[0])
}

/// Whether the provider takes the method, as far as we know.
pub fn is_taken(adapter: &dyn ChannelAdapter, taken: Option<&HashSet<String>>) -> bool {
    adapter.method().is_none_or(|method| taken.is_none_or(|taken| taken.contains(method)))
}

/// Returns the flow by which an order of this channel is paid; None where nothing was to be paid.
pub fn flow_of(channel: &str) -> Option<PaymentFlow> {
    by_word(channel).map(|adapters| adapters[0].flow())
}

/// Returns the adapters of the channel with this word, as requests and orders name it.
pub fn by_word(channel: &str) -> Option<&'static [&'static dyn ChannelAdapter]> {
    ChannelCode::from_str(channel).ok().map(adapters)
}
