//! The calls of the waiting room.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::place::{self, WaitingPlace};
use super::queue;
use manao_kernel::access::{Member, VerifiedMember, Who};
use manao_kernel::app::App;
use manao_kernel::problem::codes::*;
use manao_kernel::problem::{Json, Problem};
use manao_kernel::{Feature, limits};

pub fn calls() -> Feature {
    Feature::new()
        .call(routes!(join), Who::Verified.refuses(&[&[too_many_requests, flash_sale_not_found, flash_sale_limit]]))
        .call(routes!(place), Who::Member.refuses(&[&[too_many_requests, flash_sale_not_found]]))
        .call(routes!(leave), Who::Member.refuses(&[&[too_many_requests, flash_sale_not_found]]))
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct WaitingSale {
    flash_sale_id: i64,
}

/// Wait in line for a flash sale
///
/// Joins at the end. A person has one place, from all of their accounts; joining again answers the same one. A sale that has ended or is
/// sold out answers the state `over`. Changes of the place are sent to the member's own topic (`turn.changed`), those of the line to `live`.
#[utoipa::path(post, path = "/flash-sale/line/join", tag = "flashLine", request_body = WaitingSale,
    responses((status = 200, body = WaitingPlace)))]
async fn join(
    State(app): State<App>,
    member: VerifiedMember,
    Json(sale): Json<WaitingSale>,
) -> Result<Json<WaitingPlace>, Problem> {
    app.limit(limits::FLASH_LINE_JOIN, member.user_id)?;
    queue::join(&app, member.user_id, sale.flash_sale_id).await?;
    answer(&app, member.user_id, sale.flash_sale_id).await
}

/// My place in the line of a flash sale
///
/// With the exact number; between two calls, the number is at most the ticket's distance from the topic's `serving`.
#[utoipa::path(post, path = "/flash-sale/line", tag = "flashLine", request_body = WaitingSale,
    responses((status = 200, body = WaitingPlace)))]
async fn place(State(app): State<App>, member: Member, Json(sale): Json<WaitingSale>) -> Result<Json<WaitingPlace>, Problem> {
    app.limit(limits::FLASH_LINE_READ, member.user_id)?;
    answer(&app, member.user_id, sale.flash_sale_id).await
}

/// Give up my place
///
/// Leaving again changes nothing. Who joins later joins at the end.
#[utoipa::path(post, path = "/flash-sale/line/leave", tag = "flashLine", request_body = WaitingSale,
    responses((status = 200, body = WaitingPlace)))]
async fn leave(State(app): State<App>, member: Member, Json(sale): Json<WaitingSale>) -> Result<Json<WaitingPlace>, Problem> {
    app.limit(limits::FLASH_LINE_JOIN, member.user_id)?;
    queue::leave(&app, member.user_id, sale.flash_sale_id).await?;
    answer(&app, member.user_id, sale.flash_sale_id).await
}

async fn answer(app: &App, user_id: i64, flash_sale_id: i64) -> Result<Json<WaitingPlace>, Problem> {
    Ok(Json(place::load(&mut *app.db.acquire().await?, user_id, flash_sale_id, app.now()).await?))
}
