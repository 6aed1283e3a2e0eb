//! Packages for a number: data, subscriptions, cloud games. Contract: docs/providers/packages.md.

pub mod activations;
mod catalogue;
mod http;
pub mod model;

use axum::{
    Router,
    routing::{get, post},
};

use crate::app::Shared;

/// Routes for the shop.
pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/packages", get(http::packages))
        .route("/packages/check", post(http::check))
        .route("/packages/activations", post(http::activate))
        .route("/packages/activations/{reference}", get(http::activation))
        .route("/packages/activations/{reference}/cancel", post(http::cancel))
}

/// Actions of the operator's own staff.
pub fn dashboard() -> Router<Shared> {
    Router::new()
        .route("/dashboard/packages/{reference}/renew", post(http::renew))
        .route("/dashboard/packages/{reference}/end", post(http::end))
        .route("/dashboard/packages/{reference}/cancel", post(http::cancel_at_counter))
}
