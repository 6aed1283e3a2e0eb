//! Before the order: the cart, the partners' answers about players and servers, the ways to pay.
#![allow(clippy::unwrap_used)]

mod support;

#[path = "cart/channels.rs"]
mod channels;
#[path = "cart/items.rs"]
mod items;
#[path = "cart/partners.rs"]
mod partners;
#[path = "cart/prices.rs"]
mod prices;
#[path = "cart/shop.rs"]
mod shop;
