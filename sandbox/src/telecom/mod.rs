//! The telecom operator: network type, texts and carrier billing in CAMARA's shape. Contract: docs/providers/telecom.md.

mod events;
mod http;
pub mod model;
mod money;
mod numbers;
pub mod packages;
pub mod payments;
pub mod refunds;
mod refuse;
pub mod replies;
mod settlements;

use axum::{
    Router, middleware,
    routing::{get, post},
};

use crate::app::Shared;

/// Routes below `/telecom`.
pub fn routes(app: Shared) -> Router<Shared> {
    let billing = Router::new()
        .route("/payments", get(http::payments))
        .route("/payments/prepare", post(http::prepare))
        .route("/payments/{id}", get(http::payment))
        .route("/payments/{id}/validate", post(http::validate))
        .route("/payments/{id}/confirm", post(http::confirm))
        .route("/payments/{id}/cancel", post(http::cancel));
    let refunding = Router::new()
        .route("/payments/{id}/refunds", post(refunds::create).get(refunds::list))
        .route("/payments/{id}/refunds/remaining-amount", get(refunds::remaining_amount))
        .route("/payments/{id}/refunds/{refund}", get(refunds::one));
    Router::new()
        .nest("/carrier-billing/v0.4", billing)
        .nest("/carrier-billing-refund/v0.2", refunding)
        // The operator's own.
        .route("/network-type", post(http::network_type))
        .route("/balance", post(http::balance))
        .route("/credit-limit", post(http::credit_limit))
        .route("/sms", post(http::sms))
        .route("/settlements", get(settlements::list))
        .merge(packages::routes())
        .layer(middleware::from_fn_with_state(app, http::guard))
        // Actions of the operator's own staff: no key is required.
        .route("/dashboard/settlements", post(settlements::settle))
        .route("/dashboard/payments/{id}/refund", post(refunds::by_staff))
        .merge(packages::dashboard())
}
