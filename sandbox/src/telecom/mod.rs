//! The telecom operator: network type, texts, one-time passwords and carrier billing. Contract: docs/providers/telecom.md.

pub mod charges;
mod http;
pub mod model;
mod numbers;
mod otp;
pub mod packages;
pub mod replies;
mod settlements;

use axum::{
    Router, middleware,
    routing::{get, post},
};

use crate::app::Shared;

/// Routes below `/telecom`.
pub fn routes(app: Shared) -> Router<Shared> {
    Router::new()
        .route("/network-type", post(http::network_type))
        .route("/balance", post(http::balance))
        .route("/credit-limit", post(http::credit_limit))
        .route("/sms", post(http::sms))
        .route("/otp/send", post(http::otp_send))
        .route("/otp/verify", post(http::otp_verify))
        .route("/charges", post(http::charge).get(http::charges))
        .route("/charges/{id}", get(http::charge_status))
        .route("/charges/{id}/confirm", post(http::confirm))
        .route("/charges/{id}/cancel", post(http::cancel))
        .route("/settlements", get(settlements::list))
        .merge(packages::routes())
        .layer(middleware::from_fn_with_state(app, http::guard))
        // Actions of the operator's own staff: no key is required.
        .route("/dashboard/settlements", post(settlements::settle))
        .merge(packages::dashboard())
}
