//! Before the order: the cart, the partners' answers about players and servers, the payment channels.

mod channels;
mod items;
mod partners;
mod prices;
mod saved;
mod shop;
