//! One search for anything that a customer can read out.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use manao_domain::staff::StaffRole;
use manao_kernel::access::{Staff, Who};
use manao_kernel::app::App;
use manao_kernel::console::{ConsoleDatabase, Finders, Needle, SearchHit};
use manao_kernel::feature::Feature;
use manao_kernel::limits;
use manao_kernel::problem::codes::too_many_requests;
use manao_kernel::problem::{Json, Lang, Problem, Query};

pub fn feature() -> Feature {
    Feature::new().call(routes!(search_everything), Who::Staff(StaffRole::ALL).refuses(&[&[too_many_requests]]))
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SearchFor {
    /// At most 100 characters; a shorter text than two finds nothing
    q: String,
}

#[derive(Serialize, ToSchema)]
struct SearchHits {
    items: Vec<SearchHit>,
}

/// Search everything
///
/// Finds what the caller's roles may see: orders by number, receipt, charge, serial number or player ID, people by number, address, mobile number
/// or its last four digits, and name; teams, tournaments and articles by name.
#[utoipa::path(get, path = "/console/search", tag = "console", params(SearchFor), responses((status = 200, body = SearchHits)))]
async fn search_everything(
    State(app): State<App>,
    staff: Staff,
    lang: Lang,
    Query(wanted): Query<SearchFor>,
) -> Result<Json<SearchHits>, Problem> {
    app.limit(limits::CONSOLE_SEARCH, staff.user_id)?;
    let mut items = Vec::new();
    let Some(needle) = Needle::parse(&wanted.q) else { return Ok(Json(SearchHits { items })) };
    let finders = app.shared::<Finders>();
    let mut conn = ConsoleDatabase::from_app(&app).pool().acquire().await?;
    for finder in finders.0.iter().filter(|finder| staff.has(finder.roles)) {
        items.extend((finder.find)(&mut conn, &needle, lang).await?);
    }
    Ok(Json(SearchHits { items }))
}
