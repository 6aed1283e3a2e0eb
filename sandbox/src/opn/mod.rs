//! The payment provider: the part of Opn Payments' (Omise) API that the shop uses, field by field.
//! Contract: docs/providers/payments.md.

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
    routing::{get, post},
};

use crate::app::Shared;

pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/sources", post(http::create_source))
        .route("/sources/{id}", get(http::source))
        .route("/charges", post(http::create_charge).get(http::charges))
        .route("/charges/{id}", get(http::charge))
        .route("/charges/{id}/mark_as_paid", post(http::mark_as_paid))
        .route("/charges/{id}/mark_as_failed", post(http::mark_as_failed))
        .route("/charges/{id}/expire", post(http::expire))
        .route("/charges/{id}/events", get(http::charge_events))
        .route("/charges/{id}/payload", get(http::payload))
        .route("/charges/{id}/documents/{document}/downloads/{token}", get(http::picture))
        .route("/transfers", get(http::transfers))
        .route("/transfers/{id}", get(http::transfer))
        .nest("/dashboard", dashboard::routes())
        .route("/events", get(http::events))
        .route("/events/{id}", get(http::event))
        .route("/payments/{payment}/authorize", get(pay_page::show).post(pay_page::answer))
        .fallback(http::unknown)
}
