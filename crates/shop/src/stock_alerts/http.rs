//! The calls of stock alerts.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use manao_kernel::Feature;
use manao_kernel::access::{ActiveMember, Member, Who};
use manao_kernel::problem::codes::*;

use super::store;
use manao_kernel::app::App;
use manao_kernel::problem::{Json, Problem};

pub fn calls() -> Feature {
    Feature::new()
        .call(routes!(list), Who::Member)
        .call(
            routes!(add),
            Who::Active.refuses(&[&[product_not_found, product_withdrawn, stock_alert_needless, stock_alert_limit]]),
        )
        .call(routes!(delete), Who::Active)
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StockAlertProduct {
    product_id: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct StockAlerts {
    /// Products that I wait for
    product_ids: Vec<i64>,
}

/// Products whose return to stock I am notified of
#[utoipa::path(get, path = "/stock-alert/get-by", tag = "stockAlerts", responses((status = 200, body = StockAlerts)))]
async fn list(State(app): State<App>, member: Member) -> Result<Json<StockAlerts>, Problem> {
    Ok(Json(StockAlerts { product_ids: store::ids(&app.db, member.user_id).await? }))
}

/// Notify me when this can be bought again
///
/// Notifies once, in the inbox and by push where that is on; then the alert is gone. Asking again for the same changes nothing.
#[utoipa::path(post, path = "/stock-alert/add", tag = "stockAlerts", request_body = StockAlertProduct, responses((status = 200, body = StockAlerts)))]
async fn add(
    State(app): State<App>,
    member: ActiveMember,
    Json(request): Json<StockAlertProduct>,
) -> Result<Json<StockAlerts>, Problem> {
    store::add(&app, member.user_id, request.product_id).await?;
    Ok(Json(StockAlerts { product_ids: store::ids(&app.db, member.user_id).await? }))
}

/// Do not notify me any more
///
/// An alert that is already gone is no error.
#[utoipa::path(post, path = "/stock-alert/delete", tag = "stockAlerts", request_body = StockAlertProduct, responses((status = 200, body = StockAlerts)))]
async fn delete(
    State(app): State<App>,
    member: ActiveMember,
    Json(request): Json<StockAlertProduct>,
) -> Result<Json<StockAlerts>, Problem> {
    store::delete(&app.db, member.user_id, request.product_id).await?;
    Ok(Json(StockAlerts { product_ids: store::ids(&app.db, member.user_id).await? }))
}
