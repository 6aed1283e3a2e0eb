//! Payment channels as data, and the rule that every caller applies: whether a channel may pay for a cart, and the reasons if not.

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::Satang;
use crate::product::ProductKind;

text_enum! {
    /// The channels that the specification names.
    ChannelCode {
        Promptpay = "promptpay",
        AisPrepaid = "ais_prepaid",
        AisPostpaid = "ais_postpaid",
        Kbank = "kbank",
        Bbl = "bbl",
        Ktb = "ktb",
        Bay = "bay",
        Scb = "scb",
        Card = "card",
        /// TrueMoney.
        Wallet = "wallet",
        Linepay = "linepay",
    }
}

text_enum! {
    /// The buyer's way to pay
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    PaymentFlow {
        /// The buyer scans a QR code
        Code = "code",
        /// The buyer types the one-time code that was texted to the paying number
        Otp = "otp",
        /// The buyer pays in the bank's or wallet's app, or on its page, and comes back
        Redirect = "redirect",
        /// The buyer enters a card in the provider's form, and their bank may ask them to confirm
        Card = "card",
    }
}

text_enum! {
    /// The device on which the buyer pays. An app opens by its link only where the charge was made for that device.
    #[derive(Default)]
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    Device {
        Ios = "ios",
        Android = "android",
        /// A computer, or a phone that says nothing about itself
        #[default]
        Web = "web",
    }
}

text_enum! {
    /// The contract of a number; `other`: it belongs to another operator.
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    NetworkType {
        Prepaid = "prepaid",
        Postpaid = "postpaid",
        Other = "other",
    }
}

/// The rules of one channel. An empty list of kinds allows none; an empty list of network types restricts nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Channel {
    pub code: ChannelCode,
    /// Whether staff have it open.
    pub open: bool,
    /// Whether the provider takes it, as far as we know.
    pub is_taken: bool,
    /// Time from which its bank has not answered; it closed by itself then.
    pub down_since: Option<DateTime<Utc>>,
    /// Minimum of one transaction, included; so is the maximum.
    pub min: Satang,
    pub max: Option<Satang>,
    pub kinds: Vec<ProductKind>,
    pub flash_sale: bool,
    pub network_types: Vec<NetworkType>,
}

/// One line to be paid for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LineFacts {
    pub product_id: i64,
    pub kind: ProductKind,
    /// Whether the line is bought at a flash-sale price.
    pub flash_sale: bool,
    pub excluded_channels: Vec<ChannelCode>,
}

/// The cart as the rules see it. An unknown fact (`None`) refuses nothing: the number's network and its credit are asked for after the channel
/// is chosen, and the rules are checked again then.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CartFacts {
    /// Amount to be paid, with discount and tax.
    pub total: Satang,
    pub lines: Vec<LineFacts>,
    pub network: Option<NetworkType>,
    /// Prepaid balance or postpaid credit left on the number.
    pub credit: Option<Satang>,
    /// The part of the number's monthly spending cap that is left.
    pub cap_left: Option<Satang>,
}

/// The reason for a refusal, with the numbers that its message needs.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    #[error("the channel is closed now")]
    ChannelClosed,
    #[error("the provider does not take this channel")]
    NotTaken,
    #[error("the channel has not answered since {since}")]
    Down { since: DateTime<Utc> },
    #[error("products of kind {kind} cannot be paid by this channel")]
    KindNotAllowed { product_id: i64, kind: ProductKind },
    #[error("product {product_id} excludes this channel")]
    ProductExcludesChannel { product_id: i64 },
    #[error("flash-sale prices cannot be paid by this channel")]
    FlashSaleNotAllowed { product_id: i64 },
    #[error("{total} THB is below the channel's least, {min} THB")]
    BelowMinimum { total: Satang, min: Satang },
    #[error("{total} THB is above the channel's most, {max} THB")]
    AboveMaximum { total: Satang, max: Satang },
    #[error("a {network} number cannot pay by this channel")]
    NetworkNotAllowed { network: NetworkType },
    #[error("{total} THB is over the number's credit, {credit} THB")]
    OverCreditLimit { total: Satang, credit: Satang },
    #[error("{total} THB is over what the number may still spend this month, {left} THB")]
    OverSpendCap { total: Satang, left: Satang },
}

/// Returns the reasons for which nobody can pay by the channel now, whatever they buy.
pub fn closed(channel: &Channel) -> Vec<Refusal> {
    let staff = (!channel.open).then_some(Refusal::ChannelClosed);
    let provider = (!channel.is_taken).then_some(Refusal::NotTaken);
    staff.into_iter().chain(provider).chain(channel.down_since.map(|since| Refusal::Down { since })).collect()
}

/// Returns every reason against the channel. Reasons that the customer cannot change come first (closed, then the products line by line), then
/// the amount, then the number. If nothing is left to pay, no channel is used and none refuses.
pub fn refusals(channel: &Channel, cart: &CartFacts) -> Vec<Refusal> {
    if cart.total.is_zero() {
        return Vec::new();
    }
    let mut reasons = closed(channel);
    for line in &cart.lines {
        let product_id = line.product_id;
        if !channel.kinds.contains(&line.kind) {
            reasons.push(Refusal::KindNotAllowed { product_id, kind: line.kind });
        }
        if line.excluded_channels.contains(&channel.code) {
            reasons.push(Refusal::ProductExcludesChannel { product_id });
        }
        if line.flash_sale && !channel.flash_sale {
            reasons.push(Refusal::FlashSaleNotAllowed { product_id });
        }
    }
    let total = cart.total;
    if total < channel.min {
        reasons.push(Refusal::BelowMinimum { total, min: channel.min });
    }
    if let Some(max) = channel.max.filter(|max| total > *max) {
        reasons.push(Refusal::AboveMaximum { total, max });
    }
    if let Some(network) =
        cart.network.filter(|network| !channel.network_types.is_empty() && !channel.network_types.contains(network))
    {
        reasons.push(Refusal::NetworkNotAllowed { network });
    }
    // A number's credit is about the channels that a number pays by.
    if let Some(credit) = cart.credit.filter(|credit| !channel.network_types.is_empty() && total > *credit) {
        reasons.push(Refusal::OverCreditLimit { total, credit });
    }
    if let Some(left) = cart.cap_left.filter(|left| !channel.network_types.is_empty() && total > *left) {
        reasons.push(Refusal::OverSpendCap { total, left });
    }
    reasons
}

#[cfg(test)]
#[path = "channel_tests.rs"]
mod tests;
