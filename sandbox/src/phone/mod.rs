//! A customer's phone: its received messages, and a banking app that pays the codes shown to it. Contract: docs/providers/sandbox.md.

mod http;
pub mod model;
pub mod smtp;

use axum::{
    Router,
    routing::{get, post},
};

use crate::app::Shared;

pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/phone", get(http::page))
        .route("/phone/messages", get(http::messages).delete(http::forget))
        .route("/phone/reply", post(http::reply))
        .route("/phone/payments", get(http::payments))
        .route("/phone/scan", post(http::scan))
        .route("/phone/pay", post(http::pay))
        .route("/phone/decline", post(http::decline))
        .route("/phone/events", get(http::events))
}
