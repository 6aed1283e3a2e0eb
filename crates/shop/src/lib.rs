//! The shop: the catalogue, the cart, orders, payments, deliveries and the books.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod activations;
pub mod buyer;
mod cards;
pub mod cart;
pub mod catalogue;
pub mod coupons;
pub mod delivery;
mod facts;
pub mod favorites;
pub mod ledger;
mod measured;
mod number_consents;
pub mod orders;
pub mod pages;
pub mod partners;
pub mod payment_channels;
pub mod payments;
pub mod providers;
pub mod reconciliation;
pub mod refusals;
pub mod stock_alerts;
pub mod things;
pub mod voucher_codes;
pub mod waiting_room;
pub mod work;

use manao_kernel::Feature;

/// Returns every feature of this crate.
pub fn features() -> Vec<Feature> {
    vec![
        activations::feature(),
        cards::feature(),
        cart::feature(),
        catalogue::feature(),
        coupons::feature(),
        delivery::feature(),
        favorites::feature(),
        number_consents::feature(),
        orders::feature(),
        orders::console::calls(),
        partners::feature(),
        payment_channels::feature(),
        payments::feature(),
        reconciliation::feature(),
        stock_alerts::feature(),
        voucher_codes::feature(),
        waiting_room::feature(),
        Feature { facts: facts::FACTS.to_vec(), ..Feature::new() },
    ]
}
