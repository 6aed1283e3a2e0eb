//! The endpoints to create and run a tournament.

use axum::extract::State;
use manao_domain::tournament_form::TournamentForm;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::actions::TournamentEdit;
use super::draft::TournamentCreation;
use super::form::TournamentFormState;
use super::view::Tournament;
use super::{actions, draft, form};
use manao_kernel::access::{PromoterMember, Role, VerifiedMember};
use manao_kernel::app::App;
use manao_kernel::empty::Empty;
use manao_kernel::problem::{Json, Lang, Path, Problem, TwoInOne};

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

/// The whole body of `update`: the complete new form, not only the changes.
#[derive(ToSchema)]
#[allow(dead_code, reason = "the shape of the body for the documentation")]
pub struct UpdateTournament {
    #[schema(inline)]
    #[serde(flatten)]
    edit: TournamentEdit,
    #[serde(flatten)]
    form: TournamentForm,
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
    #[schema(extensions(("maxLength" = json!(manao_kernel::note::LONGEST))))]
    pub reason: Option<String>,
}

/// Create a tournament
///
/// Creates a draft, or publishes right away. The fields of the form stand beside `draft`.
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

/// Close registration early
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
