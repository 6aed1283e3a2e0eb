//! The endpoints to find and view tournaments.

use std::collections::BTreeMap;

use axum::extract::State;
use axum::response::Response;
use chrono::{DateTime, Utc};
use manao_domain::text_enum;
use manao_domain::tournament::{Category, ContestantType, Format, Phase};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::brief::CurrentTournaments;
use super::cache::{self, Question, Versions};
use super::card::TournamentCard;
use super::revision::{self, TournamentLogEntry, TournamentRevision};
use super::run::{self, RunTournament};
use super::view::{Tournament, TournamentInformation};
use manao_kernel::access::{MaybeMember, VerifiedMember};
use manao_kernel::app::App;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Json, Lang, Path, Problem, Query, codes};

/// Most characters of a search, which limits the memory of its cache entry.
const LONGEST_QUERY: usize = 160;

text_enum! {
    #[derive(ToSchema)]
    TournamentMine {
        /// The viewer or their team plays
        Entered = "entered",
        /// The viewer is promoter, co-promoter or assistant
        Run = "run",
    }
}

text_enum! {
    #[derive(Default, ToSchema)]
    TournamentSort {
        /// The next to start first; those that are over come last
        #[default]
        Soon = "soon",
        /// The latest published first
        New = "new",
        Prize = "prize",
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentQuery {
    /// When absent, all phases except cancelled
    #[serde(default)]
    pub phase: Option<Phase>,
    #[serde(default)]
    pub game_id: Option<i64>,
    #[serde(default)]
    pub category: Option<Category>,
    #[serde(default)]
    pub format: Option<Format>,
    #[serde(default)]
    pub contestant_type: Option<ContestantType>,
    /// Words of the name in Thai or English; tolerates a typo and missing tone marks
    #[serde(default)]
    #[schema(extensions(("maxLength" = json!(super::list::LONGEST))))]
    pub query: Option<String>,
    /// Requires a session
    #[serde(default)]
    pub mine: Option<TournamentMine>,
    #[serde(default)]
    pub sort: Option<TournamentSort>,
    /// Starting at or after this moment
    #[serde(default)]
    pub from: Option<DateTime<Utc>>,
    /// Starting before this moment
    #[serde(default)]
    pub to: Option<DateTime<Utc>>,
    /// Number from 1
    #[serde(default = "Paging::first")]
    pub page: u32,
    /// At most 100
    #[serde(default = "Paging::usual")]
    pub per_page: u32,
}

/// The next and the newest tournaments of each phase, at most 8 of each.
#[derive(Debug, Default, Serialize, ToSchema)]
pub struct TournamentLanes {
    pub register: Vec<TournamentCard>,
    pub competition: Vec<TournamentCard>,
    pub upcoming: Vec<TournamentCard>,
    pub draw: Vec<TournamentCard>,
    pub finished: Vec<TournamentCard>,
    /// Number of tournaments in each phase
    pub counts: BTreeMap<Phase, i64>,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct TournamentAsked {
    /// Version from a `bracket.changed` event; the answer is at least as new
    #[serde(default)]
    bracket_version: Option<i64>,
    /// Version from a change of entries; the answer's counts are at least as new
    #[serde(default)]
    entries_version: Option<i64>,
}

impl TournamentAsked {
    fn versions(&self) -> Versions {
        Versions { bracket: self.bracket_version.unwrap_or_default(), entries: self.entries_version.unwrap_or_default() }
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentRevisionQuery {
    pub id: i64,
    #[serde(default = "Paging::first")]
    pub page: u32,
    #[serde(default = "Paging::usual")]
    pub per_page: u32,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentLogQuery {
    pub id: i64,
    #[serde(default)]
    pub entrant_id: Option<i64>,
    #[serde(default)]
    pub match_id: Option<i64>,
    #[serde(default = "Paging::first")]
    pub page: u32,
    #[serde(default = "Paging::usual")]
    pub per_page: u32,
}

/// Tournaments
///
/// Never contains drafts.
#[utoipa::path(post, path = "/tournament/tournamentlist", tag = "tournament", request_body = TournamentQuery,
    responses((status = 200, body = Page<TournamentCard>)))]
pub async fn list(
    State(app): State<App>,
    MaybeMember(member): MaybeMember,
    Json(query): Json<TournamentQuery>,
) -> Result<Response, Problem> {
    let query = TournamentQuery { query: query.query.map(|text| text.chars().take(LONGEST_QUERY).collect()), ..query };
    let me = match (query.mine, member) {
        (None, _) => None,
        (Some(_), Some(member)) => Some(member.user_id),
        (Some(_), None) => return Err(codes::session_required.into()),
    };
    cache::answer(&app, Question::List(Box::new(query), me)).await
}

/// Tournaments by phase
#[utoipa::path(get, path = "/tournament/lanes", tag = "tournament", responses((status = 200, body = TournamentLanes)))]
pub async fn lanes(State(app): State<App>) -> Result<Response, Problem> {
    cache::answer(&app, Question::Lanes).await
}

/// Tournaments being played, and open ones
///
/// For the home page: a few of each, in short.
#[utoipa::path(get, path = "/tournament/current", tag = "tournament", responses((status = 200, body = CurrentTournaments)))]
pub async fn current(State(app): State<App>) -> Result<Response, Problem> {
    cache::answer(&app, Question::Current).await
}

/// A tournament
#[utoipa::path(get, path = "/tournament/get/{id}", tag = "tournament", params(("id" = i64, Path), TournamentAsked),
    responses((status = 200, body = Tournament)))]
pub async fn get(State(app): State<App>, Path(id): Path<i64>, Query(asked): Query<TournamentAsked>) -> Result<Response, Problem> {
    cache::catch_up(&app, id, asked.versions()).await?;
    cache::answer(&app, Question::Whole(id)).await
}

/// A tournament in short
#[utoipa::path(get, path = "/tournament/get/tournament-banner-detail/{id}", tag = "tournament",
    params(("id" = i64, Path), TournamentAsked), responses((status = 200, body = TournamentCard)))]
pub async fn get_banner(
    State(app): State<App>,
    Path(id): Path<i64>,
    Query(asked): Query<TournamentAsked>,
) -> Result<Response, Problem> {
    cache::catch_up(&app, id, asked.versions()).await?;
    cache::answer(&app, Question::Card(id)).await
}

/// Information, rules and prizes in one language
#[utoipa::path(get, path = "/tournament/get/infomation-rule/{tournament_id}/{lang}", tag = "tournament",
    params(("tournament_id" = i64, Path), ("lang" = Lang, Path)), responses((status = 200, body = TournamentInformation)))]
pub async fn get_information(State(app): State<App>, Path((id, lang)): Path<(i64, Lang)>) -> Result<Response, Problem> {
    cache::answer(&app, Question::Information(id, lang)).await
}

/// Tournaments that I run
///
/// As promoter, co-promoter or assistant; includes drafts. Last changed first.
#[utoipa::path(get, path = "/tournament/get/all-created-tournaments/{page}/{perPage}", tag = "tournament",
    params(("page" = u32, Path), ("perPage" = u32, Path)), responses((status = 200, body = Page<RunTournament>)))]
pub async fn list_run(
    State(app): State<App>,
    member: VerifiedMember,
    Path((page, per_page)): Path<(u32, u32)>,
) -> Result<Json<Page<RunTournament>>, Problem> {
    run::list(&app, member.user_id, Paging::new(page, per_page)).await.map(Json)
}

/// Changes of a tournament
#[utoipa::path(post, path = "/tournament/revision", tag = "tournament", request_body = TournamentRevisionQuery,
    responses((status = 200, body = Page<TournamentRevision>)))]
pub async fn list_revisions(
    State(app): State<App>,
    Json(query): Json<TournamentRevisionQuery>,
) -> Result<Json<Page<TournamentRevision>>, Problem> {
    revision::list(&app.db, query.id, Paging::new(query.page, query.per_page)).await.map(Json)
}

/// Decisions in a tournament: entries and results
#[utoipa::path(post, path = "/tournament/revision-log", tag = "tournament", request_body = TournamentLogQuery,
    responses((status = 200, body = Page<TournamentLogEntry>)))]
pub async fn list_log(
    State(app): State<App>,
    Json(query): Json<TournamentLogQuery>,
) -> Result<Json<Page<TournamentLogEntry>>, Problem> {
    let of = (query.entrant_id, query.match_id);
    revision::list_log(&app.db, query.id, of, Paging::new(query.page, query.per_page)).await.map(Json)
}
