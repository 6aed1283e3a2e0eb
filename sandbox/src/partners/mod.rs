//! Top-up partners: servers, players, orders with delivery by callback. Contract: docs/providers/partners.md.

mod catalogue;
mod http;
pub mod model;
pub mod orders;
mod players;

use axum::{
    Router, middleware,
    routing::{get, post},
};

use crate::app::Shared;

/// Routes below `/partners`.
pub fn routes(app: Shared) -> Router<Shared> {
    Router::new()
        .route("/{partner}/games/{game}/servers", get(http::servers))
        .route("/{partner}/players/validate", post(http::validate))
        .route("/{partner}/prices", get(http::prices))
        .route("/{partner}/stock", get(http::stock))
        .route("/{partner}/balance", get(http::balance))
        .route("/{partner}/orders", post(http::order).get(http::order_list))
        .route("/{partner}/orders/{reference}", get(http::order_status))
        .layer(middleware::from_fn_with_state(app, http::guard))
        // The dashboard is for people: no key.
        .route("/{partner}/dashboard/float", post(http::set_float))
}
