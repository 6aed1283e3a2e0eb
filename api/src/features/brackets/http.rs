//! The calls about brackets.

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse as _, Response};
use chrono::{DateTime, Utc};
use serde::Deserialize;
use utoipa::ToSchema;

use super::answer::{self, Reader};
use super::store::{self, Stage};
use super::view::{Bracket, BracketMoments, DrawState};
use super::{cache, history};
use crate::access::rights::{self, Thing};
use crate::access::{MaybeMember, Member, Role};
use crate::app::App;
use crate::problem::{Json, Problem, codes};

#[derive(Debug, Deserialize, ToSchema)]
pub struct BracketQuery {
    /// Of the tournament
    pub id: i64,
    /// From 1; when absent the last one that is published, else the first
    #[serde(default)]
    pub stage: Option<i32>,
    /// As it stood then
    #[serde(default)]
    pub at: Option<DateTime<Utc>>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct BracketMomentsQuery {
    /// Of the tournament
    pub id: i64,
    /// From 1, the first when absent
    #[serde(default)]
    pub stage: Option<i32>,
}

/// A stage's bracket, tables or boards
///
/// For everybody once it is published (404 `bracket_not_found` before), for those who run the tournament drafts too.
#[utoipa::path(post, path = "/bracket/get-bracket", tag = "bracket", request_body = BracketQuery, responses((status = 200, body = Bracket)))]
pub async fn get(
    State(app): State<App>,
    MaybeMember(member): MaybeMember,
    Json(query): Json<BracketQuery>,
) -> Result<Response, Problem> {
    let reader = reader(&app, member, query.id).await?;
    if reader == Reader::Everybody && query.at.is_none() {
        let answer = cache::published(&app, query.id, query.stage).await?;
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
/// The stops of a walk through time: ask for the bracket `at` each.
#[utoipa::path(post, path = "/bracket/get-moments", tag = "bracket", request_body = BracketMomentsQuery,
    responses((status = 200, body = BracketMoments)))]
pub async fn list_moments(
    State(app): State<App>,
    Json(query): Json<BracketMomentsQuery>,
) -> Result<Json<BracketMoments>, Problem> {
    let mut conn = app.db.acquire().await?;
    history::moments(&mut conn, query.id, query.stage.unwrap_or(1)).await.map(Json)
}

async fn reader(app: &App, member: Option<Member>, tournament_id: i64) -> Result<Reader, Problem> {
    let Some(member) = member else { return Ok(Reader::Everybody) };
    let mut conn = app.db.acquire().await?;
    let role = rights::role(&mut conn, &member, Thing::Tournament, &tournament_id.to_string(), app.now()).await?;
    let runs = matches!(role, Some(Role::Promoter | Role::CoPromoter));
    Ok(if runs { Reader::Runs } else { Reader::Everybody })
}
