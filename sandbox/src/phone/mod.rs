//! A customer's phone: its received messages, a banking app that pays the codes shown to it, and an authenticator app. Contract:
//! docs/providers/sandbox.md.

pub mod authenticator;
mod http;
pub mod model;
pub mod smtp;

use axum::{
    Router,
    routing::{delete, get, post},
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
        .route("/phone/authenticator", get(authenticator::list).post(authenticator::add))
        .route("/phone/authenticator/{id}", delete(authenticator::remove))
        .route("/phone/events", get(http::events))
}
