//! The one list of live events: their names, payloads and topics.

mod member;
mod shop;

use serde::Serialize;
use serde_json::value::RawValue;

use super::topics;
pub use member::{AccountLive, BadgeLive, InboxChange, InboxLive, InboxStream};
pub use shop::{DeliveryLive, DeliveryTicker, OrderLineLive, OrderLive, Payment, PurchaseLive, StockLive};

/// What a client hears: `event` and `data` of the hub's event frame.
#[derive(Clone, Debug, Serialize, utoipa::ToSchema)]
#[serde(tag = "event", content = "data")]
#[schema(as = LiveEvent)]
pub enum Event {
    /// State of `order:{number}`
    #[serde(rename = "order.changed")]
    OrderChanged(Box<OrderLive>),
    /// Entry in `user:{id}`: one of the person's orders changed
    #[serde(rename = "purchase.changed")]
    PurchaseChanged(PurchaseLive),
    /// State of `public:stock:{flashSaleId}`
    #[serde(rename = "stock.changed")]
    StockChanged(StockLive),
    /// State of `public:delivery`
    #[serde(rename = "delivery.ticker")]
    DeliveryTicker(DeliveryTicker),
    /// State of `badge:{id}`
    #[serde(rename = "badge.changed")]
    BadgeChanged(BadgeLive),
    /// Entry in `user:{id}`: one of the person's inboxes changed
    #[serde(rename = "inbox.changed")]
    InboxChanged(InboxLive),
    /// Entry in `user:{id}`: something about the person's account changed
    #[serde(rename = "account.changed")]
    AccountChanged(AccountLive),
}

impl Event {
    pub fn name(&self) -> &'static str {
        match self {
            Event::OrderChanged(_) => "order.changed",
            Event::PurchaseChanged(_) => "purchase.changed",
            Event::StockChanged(_) => "stock.changed",
            Event::DeliveryTicker(_) => "delivery.ticker",
            Event::BadgeChanged(_) => "badge.changed",
            Event::InboxChanged(_) => "inbox.changed",
            Event::AccountChanged(_) => "account.changed",
        }
    }

    pub fn topic(&self) -> String {
        match self {
            Event::OrderChanged(order) => topics::order(&order.number),
            Event::PurchaseChanged(purchase) => topics::user(purchase.user_id),
            Event::StockChanged(stock) => topics::stock(stock.flash_sale_id),
            Event::DeliveryTicker(_) => topics::DELIVERY.to_owned(),
            Event::BadgeChanged(badge) => topics::badge(badge.user_id),
            Event::InboxChanged(inbox) => topics::user(inbox.user_id),
            Event::AccountChanged(account) => topics::user(account.user_id),
        }
    }

    /// Version of the snapshot for events of state topics; the newest wins.
    pub fn version(&self) -> Option<i64> {
        match self {
            Event::OrderChanged(order) => Some(order.version),
            Event::PurchaseChanged(_) | Event::InboxChanged(_) | Event::AccountChanged(_) => None,
            Event::StockChanged(stock) => Some(stock.version),
            Event::DeliveryTicker(ticker) => Some(ticker.version),
            Event::BadgeChanged(badge) => Some(badge.version),
        }
    }

    /// The payload alone.
    ///
    /// # Errors
    /// When a payload cannot be written as JSON.
    pub fn data(&self) -> serde_json::Result<Box<RawValue>> {
        match self {
            Event::OrderChanged(data) => serde_json::value::to_raw_value(data),
            Event::PurchaseChanged(data) => serde_json::value::to_raw_value(data),
            Event::StockChanged(data) => serde_json::value::to_raw_value(data),
            Event::DeliveryTicker(data) => serde_json::value::to_raw_value(data),
            Event::BadgeChanged(data) => serde_json::value::to_raw_value(data),
            Event::InboxChanged(data) => serde_json::value::to_raw_value(data),
            Event::AccountChanged(data) => serde_json::value::to_raw_value(data),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_in_the_schema_is_the_name_on_the_wire() {
        let stock = Event::StockChanged(StockLive { flash_sale_id: 7, remaining: 3, version: 2 });
        let written = serde_json::to_value(&stock).unwrap();
        assert_eq!(written["event"], stock.name());
        assert_eq!(written["data"].to_string(), stock.data().unwrap().get());
        assert_eq!(stock.topic(), "public:stock:7");
        assert!(topics::table().unwrap().is_state(&stock.topic()));
    }
}
