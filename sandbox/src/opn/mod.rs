//! The payment provider: the part of Opn Payments' (Omise) API that the shop uses, field by field.
//! Contract: docs/providers/payments.md.

mod card_form;
mod cards;
pub mod charges;
mod dashboard;
mod error;
mod events;
mod http;
pub mod model;
mod money;
mod params;
mod pay_page;
pub mod qr;
mod render;

use axum::{
    Router,
    middleware::map_response,
    routing::{get, post},
};

use crate::app::Shared;

pub use http::MERCHANT;

pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/capability", get(http::capability))
        .route("/sources", post(http::create_source))
        .route("/sources/{id}", get(http::source))
        .route("/charges", post(http::create_charge).get(http::charges))
        .route("/charges/{id}", get(http::charge))
        .route("/charges/{id}/mark_as_paid", post(http::mark_as_paid))
        .route("/charges/{id}/mark_as_failed", post(http::mark_as_failed))
        .route("/charges/{id}/expire", post(http::expire))
        .route("/charges/{id}/events", get(http::charge_events))
        .route("/charges/{id}/refunds", post(http::create_refund).get(http::refunds))
        .route("/charges/{id}/refunds/{refund}", get(http::refund))
        .route("/charges/{id}/payload", get(http::payload))
        .route("/charges/{id}/documents/{document}/downloads/{token}", get(http::picture))
        .route("/customers", post(cards::create_customer))
        .route("/customers/{id}", get(cards::customer).patch(cards::change_customer).delete(cards::delete_customer))
        .route("/customers/{id}/cards", get(cards::saved_cards))
        .route("/customers/{id}/cards/{card}", get(cards::saved_card).delete(cards::delete_card))
        .route("/transfers", get(http::transfers))
        .route("/transfers/{id}", get(http::transfer))
        .nest("/dashboard", dashboard::routes())
        .nest("/vault", vault())
        .route("/events", get(http::events))
        .route("/events/{id}", get(http::event))
        .route("/payments/{payment}/authorize", get(pay_page::show).post(pay_page::answer))
        .route("/omise.js", get(card_form::script))
        .route("/card-form", get(card_form::page))
        .route("/card-form.js", get(card_form::page_script))
        .route("/card-form.css", get(card_form::page_style))
        .fallback(http::unknown)
}

/// The provider's second host, which web pages call with the public key.
fn vault() -> Router<Shared> {
    Router::new()
        .route("/tokens", post(cards::create_token).options(cards::preflight))
        .route("/tokens/{id}", get(cards::show_token).options(cards::preflight))
        .layer(map_response(cards::allow_origins))
}
