//! Payment channels: one adapter a file, found here by the channel's code. A channel's fees, limits and names are its row in
//! `shop.payment_channels`; CONTRIBUTING.md says how to add one.

mod mobile_number;
mod promptpay;
mod redirect;

use std::str::FromStr as _;

use futures_util::future::BoxFuture;
use manao_domain::channel::{ChannelCode, PaymentFlow};

use self::redirect::Redirect;
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

    /// Whether a mobile number pays: then the order has to name one.
    fn needs_number(&self) -> bool {
        false
    }

    /// Returns the provider's name of the method, as its capability lists it; None where it lists none.
    fn method(&self) -> Option<&'static str> {
        None
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
}

/// Returns the adapter of a channel; None for a code that products may name but that nobody can pay by yet.
pub fn find(code: ChannelCode) -> Option<&'static dyn ChannelAdapter> {
    match code {
        ChannelCode::Promptpay => Some(&promptpay::PromptPay),
        ChannelCode::AisPrepaid | ChannelCode::AisPostpaid => Some(&mobile_number::MobileNumber),
        ChannelCode::Kbank => Some(&Redirect { source: "mobile_banking_kbank", on_phone: true }),
        ChannelCode::Bbl => Some(&Redirect { source: "mobile_banking_bbl", on_phone: true }),
        ChannelCode::Ktb => Some(&Redirect { source: "mobile_banking_ktb", on_phone: true }),
        ChannelCode::Bay => Some(&Redirect { source: "mobile_banking_bay", on_phone: true }),
        ChannelCode::Scb => Some(&Redirect { source: "mobile_banking_scb", on_phone: true }),
        ChannelCode::Wallet => Some(&Redirect { source: "truemoney_jumpapp", on_phone: true }),
        ChannelCode::Linepay => Some(&Redirect { source: "rabbit_linepay", on_phone: false }),
        ChannelCode::Card => None,
    }
}

/// Returns the adapter of a channel that a payment uses.
///
/// # Errors
/// 500 when there is none: such a channel is never offered.
pub fn get(code: ChannelCode) -> Result<&'static dyn ChannelAdapter, Problem> {
    find(code).ok_or_else(|| Problem::internal(format!("channel {code} has no adapter")))
}

/// Returns the flow by which an order of this channel is paid; None where nothing was to be paid.
pub fn flow_of(channel: &str) -> Option<PaymentFlow> {
    by_word(channel).map(ChannelAdapter::flow)
}

/// Returns the adapter of the channel with this word, as requests and orders name it.
pub fn by_word(channel: &str) -> Option<&'static dyn ChannelAdapter> {
    find(ChannelCode::from_str(channel).ok()?)
}
