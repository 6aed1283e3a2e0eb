//! The endpoints of brackets.

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use chrono::{DateTime, Utc};
use serde::Deserialize;
use utoipa::ToSchema;

use super::draw::{DrawOrder, DrawSubmission};
use super::publish::DrawStage;
use super::store::{self, Stage};
use super::view::{Bracket, DrawState, Reader};
use super::view_results::BracketMoments;
use super::{answer, cache, draw, history, publish};
use crate::things;
use manao_kernel::access::{ClientAddress, MaybeMember, Member, Role, VerifiedMember};
use manao_kernel::app::App;
use manao_kernel::limits;
use manao_kernel::problem::{Json, Path, Problem, codes};

#[derive(Debug, Deserialize, ToSchema)]
pub struct BracketQuery {
    /// Id of the tournament
    pub id: i64,
    /// Number from 1; when absent the last published stage, else the first
    #[serde(default)]
    pub stage: Option<i32>,
    /// Moment in the past; now when absent
    #[serde(default)]
    pub at: Option<DateTime<Utc>>,
    /// Version from a `bracket.changed` event; the answer is at least as new
    #[serde(default)]
    pub version: Option<i64>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct BracketMomentsQuery {
    /// Id of the tournament
    pub id: i64,
    /// Number from 1; when absent the last published stage, else the first
    #[serde(default)]
    pub stage: Option<i32>,
}

/// A stage's bracket, tables or boards
///
/// Public once it is published (404 `bracket_not_found` before). Staff see drafts too.
#[utoipa::path(post, path = "/bracket/get-bracket", tag = "bracket", request_body = BracketQuery, responses((status = 200, body = Bracket)))]
pub async fn get(
    State(app): State<App>,
    MaybeMember(member): MaybeMember,
    address: ClientAddress,
    Json(query): Json<BracketQuery>,
) -> Result<Response, Problem> {
    if query.at.is_some() {
        app.limit(limits::VIEW_PAST_BRACKET, address.counted())?;
    }
    let reader = reader(&app, member, query.id).await?;
    if reader == Reader::Everybody && query.at.is_none() {
        let answer = cache::published(&app, query.id, query.stage, query.version).await?;
        return Ok(([(CONTENT_TYPE, "application/json")], answer).into_response());
    }
    let mut conn = app.db.acquire().await?;
    let number = match query.stage {
        Some(stage) => stage,
        None => store::current(&mut conn, query.id).await?,
    };
    let mut stage = Stage::load(&mut conn, query.id, number).await?;
    if let Some(at) = query.at {
        stage = history::at(&mut conn, stage, at).await?;
    }
    let published = stage.draw.as_ref().is_some_and(|draw| draw.state == DrawState::Published);
    if reader == Reader::Everybody && !published {
        return Err(codes::bracket_not_found.into());
    }
    Ok(Json(answer::bracket(&mut conn, &stage, reader, query.at).await?).into_response())
}

/// When results of a stage were decided
///
/// Each moment can be passed as `at` to fetch the bracket of that time. 404 `bracket_not_found` for a stage that is not published.
#[utoipa::path(post, path = "/bracket/get-moments", tag = "bracket", request_body = BracketMomentsQuery,
    responses((status = 200, body = BracketMoments)))]
pub async fn list_moments(
    State(app): State<App>,
    Json(query): Json<BracketMomentsQuery>,
) -> Result<Json<BracketMoments>, Problem> {
    let mut conn = app.db.acquire().await?;
    let stage = match query.stage {
        Some(stage) => stage,
        None => store::current(&mut conn, query.id).await?,
    };
    history::moments(&mut conn, query.id, stage).await.map(Json)
}

/// Draw a stage
///
/// Draws by lot or by seeds. The result is a draft that only staff see, and can be drawn again until it is submitted. The seed is
/// published with the draw, so that anybody can reproduce it. With fewer than two entrants 409 `bracket_impossible`.
#[utoipa::path(post, path = "/bracket/generate-bracket/{id}", tag = "bracket", params(("id" = i64, Path, description = "Id of the tournament")),
    request_body = DrawOrder, responses((status = 200, body = Bracket)))]
pub async fn generate(
    State(app): State<App>,
    Path(id): Path<i64>,
    Json(order): Json<DrawOrder>,
) -> Result<Json<Bracket>, Problem> {
    draw::generate(&app, id, &order).await.map(Json)
}

/// Submit a draw
///
/// Submits the arrangement to be published, with swaps by hand; `reopen` turns it back into a draft. Once it is published, swaps need a
/// reason and entrants without a decided match (otherwise 409 `match_touched`).
#[utoipa::path(post, path = "/bracket/submit-bracket/{id}", tag = "bracket", params(("id" = i64, Path, description = "Id of the tournament")),
    request_body = DrawSubmission, responses((status = 200, body = Bracket)))]
pub async fn submit(
    State(app): State<App>,
    member: VerifiedMember,
    Path(id): Path<i64>,
    Json(sent): Json<DrawSubmission>,
) -> Result<Json<Bracket>, Problem> {
    draw::submit(&app, member.user_id, id, &sent).await.map(Json)
}

/// Publish a draw
///
/// Everyone sees it, rosters are locked, and each entrant is notified of its first match. If it is published already, notifies everyone
/// again.
#[utoipa::path(post, path = "/bracket/send-bracket/{id}", tag = "bracket", params(("id" = i64, Path, description = "Id of the tournament")),
    request_body = DrawStage, responses((status = 200, body = Bracket)))]
pub async fn send(
    State(app): State<App>,
    member: VerifiedMember,
    Path(id): Path<i64>,
    Json(sent): Json<DrawStage>,
) -> Result<Json<Bracket>, Problem> {
    publish::send(&app, member.user_id, id, &sent).await.map(Json)
}

async fn reader(app: &App, member: Option<Member>, tournament_id: i64) -> Result<Reader, Problem> {
    let Some(member) = member else { return Ok(Reader::Everybody) };
    let mut conn = app.db.acquire().await?;
    let role = things::over_tournament(&mut conn, &member, Some(tournament_id)).await?;
    let runs = matches!(role, Some(Role::Promoter | Role::CoPromoter));
    Ok(if runs { Reader::Runs } else { Reader::Everybody })
}
