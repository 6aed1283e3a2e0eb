//! Lists that the form shows.

use axum::extract::State;
use manao_domain::tournament::{Category, Format};
use serde::Serialize;
use utoipa::ToSchema;

use crate::access::MaybeMember;
use crate::app::App;
use crate::features::documents::DocumentKind;
use crate::problem::{Json, Lang, Notice, Problem};
use crate::text::Text;

#[derive(Serialize, ToSchema)]
pub struct FormCategories {
    items: Vec<FormCategory>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FormCategory {
    code: Category,
    /// In the reader's language
    name: String,
    /// Who may enter
    about: String,
    /// For whom the caller may hold it
    scopes: Vec<FormScope>,
    /// Beside these, one organization may be chosen from the list of available ones
    choose: bool,
    /// Whether the caller may create one
    allowed: bool,
    /// Why not
    #[serde(skip_serializing_if = "Option::is_none")]
    refusal: Option<Notice>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FormScope {
    /// None: everybody of the category
    organization_id: Option<i64>,
    label: String,
}

#[derive(Serialize, ToSchema)]
pub struct EsportGames {
    items: Vec<EsportGame>,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EsportGame {
    id: i64,
    slug: String,
    name: Text,
    hue: i32,
    motif: String,
    /// Many sides meet in one match
    lobby: bool,
    /// How many sides meet in one match
    sides: i32,
    main_players: i32,
    max_substitutes: i32,
    /// Single players may compete
    solo: bool,
    formats: Vec<Format>,
    id_label: Text,
    id_hint: Text,
    /// What a game ID looks like: a regular expression
    id_pattern: String,
    id_example: String,
    /// For survivor stages
    point_tables: Vec<PointTableChoice>,
    /// Of one game, on average
    game_minutes: i32,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PointTableChoice {
    code: String,
    name: Text,
    /// By place, from the first; nothing below
    points: Vec<i32>,
    kill_points: i32,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FormDocuments {
    items: Vec<FormDocument>,
    /// Endings of files that are taken
    accepted: Vec<&'static str>,
    /// Megabytes of one file
    most_mb: u32,
}

#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct FormDocument {
    kind: DocumentKind,
    name: String,
    /// Why it is asked for
    why: String,
    /// Days after the tournament for which those who run it may look at it
    kept_days: i64,
}

/// Categories of tournaments
///
/// Who may enter each, and for whom the caller may hold one.
#[utoipa::path(get, path = "/tournament/form/create/get/category", tag = "esports", responses((status = 200, body = FormCategories)))]
pub async fn list_categories(
    State(_app): State<App>,
    MaybeMember(_member): MaybeMember,
    _lang: Lang,
) -> Result<Json<FormCategories>, Problem> {
    Err(Problem::internal("comes next"))
}

/// Games that tournaments are held in
#[utoipa::path(get, path = "/tournament/form/create/list/game", tag = "esports", responses((status = 200, body = EsportGames)))]
pub async fn list_games(State(_app): State<App>) -> Result<Json<EsportGames>, Problem> {
    Err(Problem::internal("comes next"))
}

/// Kinds of evidence that a tournament may ask for
#[utoipa::path(get, path = "/tournament/form/create/list/document", tag = "esports", responses((status = 200, body = FormDocuments)))]
pub async fn list_documents(State(_app): State<App>, _lang: Lang) -> Result<Json<FormDocuments>, Problem> {
    Err(Problem::internal("comes next"))
}
