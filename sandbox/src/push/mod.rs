//! A push service, as browser vendors run them: it takes encrypted messages for subscribed browsers, from shops that sign their calls.
//! A real one cannot read them; this one made the browser's keys itself, and shows the messages. Contract: docs/providers/sandbox.md.

mod http;
pub mod model;
mod vapid;

use axum::{
    Router,
    routing::{get, post},
};

use crate::app::Shared;

pub fn routes() -> Router<Shared> {
    Router::new()
        .route("/subscriptions", post(http::subscribe))
        .route("/subscriptions/{id}", axum::routing::delete(http::unsubscribe))
        .route("/messages", get(http::messages))
        .route("/{id}", post(http::take))
}
