//! What needs staff now.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use manao_domain::staff::StaffRole;
use manao_kernel::access::{Staff, Who};
use manao_kernel::app::App;
use manao_kernel::console::{ConsoleDatabase, Work, Works};
use manao_kernel::feature::Feature;
use manao_kernel::problem::{Json, Lang, Problem};

pub fn feature() -> Feature {
    Feature::new().call(routes!(get_today), Who::Staff(StaffRole::ALL).polled())
}

/// What needs staff now.
#[derive(Serialize, ToSchema)]
struct Today {
    /// The most expensive for customers first; only what the caller's roles work on, and what there is
    work: Vec<Work>,
    /// Time of this answer
    at: DateTime<Utc>,
}

/// What needs me now
#[utoipa::path(get, path = "/console/today", tag = "console", responses((status = 200, body = Today)))]
async fn get_today(State(app): State<App>, staff: Staff, lang: Lang) -> Result<Json<Today>, Problem> {
    let works = app.shared::<Works>();
    let now = app.now();
    let mut conn = ConsoleDatabase::from_app(&app).pool().acquire().await?;
    let mut work = Vec::new();
    for load in &works.0 {
        work.extend(
            load(&mut conn, now, lang).await?.into_iter().filter(|work| work.needs_staff() && staff.has(work.kind.roles())),
        );
    }
    work.sort_by_key(|work| (work.kind, work.since));
    Ok(Json(Today { work, at: now }))
}
