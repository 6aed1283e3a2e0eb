//! Before the order: the cart, the partners' answers about players and servers, the ways to pay.

mod channels;
mod items;
mod partners;
mod prices;
mod saved;
mod shop;
