//! Staff's calls about differences.

use axum::extract::State;
use axum::http::StatusCode;

use super::queue::{self, Explanation, ReconciliationDifference};
use manao_kernel::access::Staff;
use manao_kernel::app::App;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Json, Path, Problem, Query};

/// Items about which a counterparty's list and our books differ, oldest first. For operators.
#[utoipa::path(get, path = "/console/reconciliations", tag = "console", params(Paging),
    responses((status = 200, body = Page<ReconciliationDifference>)))]
pub async fn list_differences(
    State(app): State<App>,
    _: Staff,
    Query(paging): Query<Paging>,
) -> Result<axum::Json<Page<ReconciliationDifference>>, Problem> {
    Ok(axum::Json(queue::list(&app, paging).await?))
}

/// Explains a difference: it leaves the list unless its amounts change. For operators.
#[utoipa::path(post, path = "/console/reconciliations/{id}", tag = "console", params(("id" = i64, Path)), request_body = Explanation,
    responses((status = 204, description = "Explained, or so already")))]
pub async fn explain_difference(
    State(app): State<App>,
    operator: Staff,
    Path(id): Path<i64>,
    Json(explanation): Json<Explanation>,
) -> Result<StatusCode, Problem> {
    queue::explain(&app, operator.user_id, id, &explanation).await?;
    Ok(StatusCode::NO_CONTENT)
}
