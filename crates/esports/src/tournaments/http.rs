//! The calls by which a tournament is made and run.

use std::collections::BTreeMap;

use axum::extract::State;
use chrono::{DateTime, Utc};
use manao_domain::tournament::Phase;
use manao_domain::tournament_form::TournamentForm;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::view::{Tournament, TournamentStaff};
use super::{actions, draft, form};
use manao_kernel::access::{PromoterMember, Role, VerifiedMember};
use manao_kernel::app::App;
use manao_kernel::empty::Empty;
use manao_kernel::problem::{Json, Lang, Notice, Path, Problem, TwoInOne};

/// Beside the form's fields, which stand in the same body.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentCreation {
    /// Kept for its promoter alone, complete or not; else published at once
    pub draft: bool,
    /// A tournament of mine: its form is taken where this one says nothing, without dates
    #[serde(default)]
    pub copy_of: Option<i64>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct TournamentEdit {
    pub id: i64,
    /// The one that was edited
    pub version: i64,
    /// Of a draft: `false` publishes it
    #[serde(default)]
    pub draft: Option<bool>,
    /// Why, for the log; at most 500 characters
    #[serde(default)]
    pub reason: Option<String>,
}

/// The whole body of `create`.
#[derive(ToSchema)]
#[allow(dead_code, reason = "the shape of the body for the documentation")]
pub struct CreateTournament {
    #[schema(inline)]
    #[serde(flatten)]
    creation: TournamentCreation,
    #[serde(flatten)]
    form: TournamentForm,
}

/// The whole body of `update`: the form as it is to be, not only what changes.
#[derive(ToSchema)]
#[allow(dead_code, reason = "the shape of the body for the documentation")]
pub struct UpdateTournament {
    #[schema(inline)]
    #[serde(flatten)]
    edit: TournamentEdit,
    #[serde(flatten)]
    form: TournamentForm,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentFormState {
    pub id: i64,
    /// Send it back with an edit
    pub version: i64,
    pub phase: Phase,
    pub form: TournamentForm,
    /// The people whom the form names; the promoter first
    pub staff: Vec<TournamentStaff>,
    /// Field → what is missing or wrong before it can be published
    pub missing: BTreeMap<String, Notice>,
    /// Fields that entries, or the phase, have locked
    pub locked: Vec<&'static str>,
    /// Fields that the caller may not change, being a co-promoter
    pub promoter_only: Vec<&'static str>,
    pub saved_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct TournamentId {
    pub id: i64,
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct TournamentVersion {
    pub version: i64,
}

#[derive(Debug, Default, Deserialize, ToSchema, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TournamentCancellation {
    /// Sent to everyone who entered; at most 500 characters
    #[serde(default)]
    pub reason: Option<String>,
}

/// Make a tournament
///
/// As a draft, or published right away. The fields of the form stand beside `draft`.
#[utoipa::path(post, path = "/tournament/create", tag = "tournament", request_body = CreateTournament, responses((status = 200, body = TournamentFormState)))]
pub async fn create(
    State(app): State<App>,
    member: PromoterMember,
    lang: Lang,
    TwoInOne(creation, form): TwoInOne<TournamentCreation, TournamentForm>,
) -> Result<Json<TournamentFormState>, Problem> {
    let id = draft::create(&app, member.user_id, &creation, form).await?;
    form::state(&app, id, Role::Promoter, lang).await.map(Json)
}

/// The form of a tournament
#[utoipa::path(get, path = "/tournament/form/{id}", tag = "tournament", params(("id" = i64, Path)), responses((status = 200, body = TournamentFormState)))]
pub async fn get_form(
    State(app): State<App>,
    role: Role,
    lang: Lang,
    Path(id): Path<i64>,
) -> Result<Json<TournamentFormState>, Problem> {
    form::state(&app, id, role, lang).await.map(Json)
}

/// Discard a draft
#[utoipa::path(post, path = "/tournament/delete-draft", tag = "tournament", request_body = TournamentId, responses((status = 200, body = Empty)))]
pub async fn delete_draft(State(app): State<App>, Json(request): Json<TournamentId>) -> Result<Json<Empty>, Problem> {
    draft::delete(&app, request.id).await?;
    Ok(Json(Empty {}))
}

/// Close registration before its time
#[utoipa::path(post, path = "/tournament/close-registration/{id}", tag = "tournament", params(("id" = i64, Path)), request_body = TournamentVersion,
    responses((status = 200, body = Tournament)))]
pub async fn close_registration(
    State(app): State<App>,
    member: VerifiedMember,
    Path(id): Path<i64>,
    Json(request): Json<TournamentVersion>,
) -> Result<Json<Tournament>, Problem> {
    actions::close_registration(&app, member.user_id, id, request.version).await.map(Json)
}
