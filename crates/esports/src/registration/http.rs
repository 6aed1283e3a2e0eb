//! The endpoints of entrants.

use axum::extract::State;
use manao_domain::tournament::ContestantType;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::give::OwnPart;
use super::roster::RosterForm;
use super::save::EntryForm;
use super::view::{Entry, EntryDocuments, JoinedTournament, PlayerNumbers, ReadyPlayers, TournamentMe};
use super::withdraw::{EntryEnd, EntryEnded};
use super::{give, joined, mine, phones, readiness, remind, roster, save, withdraw};
use manao_kernel::access::{Member, Role, VerifiedMember};
use manao_kernel::app::App;
use manao_kernel::empty::Empty;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Json, Lang, Path, Problem, Query};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntryReminder {
    pub entrant_id: i64,
    pub user_id: i64,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntryTournament {
    pub tournament_id: i64,
}

#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct ForTournament {
    /// Tournament whose requirements are checked
    tournament_id: Option<i64>,
}

/// My players who could play
///
/// The caller, or the members of their team, each with what is missing for the given tournament.
#[utoipa::path(get, path = "/tournament/get/player-tournament/{game_id}/{contestant_type}", tag = "registration",
    params(("game_id" = i64, Path), ("contestant_type" = String, Path, description = "`single` or `team`"), ForTournament), responses((status = 200, body = ReadyPlayers)))]
pub async fn list_my_players(
    State(app): State<App>,
    member: VerifiedMember,
    lang: Lang,
    Path((game_id, contestant_type)): Path<(i64, ContestantType)>,
    Query(tournament): Query<ForTournament>,
) -> Result<Json<ReadyPlayers>, Problem> {
    readiness::mine(&app, member.user_id, contestant_type, game_id, tournament.tournament_id, lang).await.map(Json)
}

/// A team's players who could play
#[utoipa::path(get, path = "/tournament/get/player-tournament-team/{game_id}/{team_id}", tag = "registration",
    params(("game_id" = i64, Path), ("team_id" = i64, Path), ForTournament), responses((status = 200, body = ReadyPlayers)))]
pub async fn list_team_players(
    State(app): State<App>,
    lang: Lang,
    Path((game_id, team_id)): Path<(i64, i64)>,
    Query(tournament): Query<ForTournament>,
) -> Result<Json<ReadyPlayers>, Problem> {
    readiness::of_team(&app, team_id, game_id, tournament.tournament_id, lang).await.map(Json)
}

/// Enter a tournament
///
/// A draft is only kept. A submitted entry moves on as far as possible. It waits for its players' data, for the promoter's review or for a
/// place, or is admitted. An entry with missing parts moves on automatically once they arrive.
#[utoipa::path(post, path = "/tournament/save-register-tournament", tag = "registration", request_body = EntryForm, responses((status = 200, body = Entry)))]
pub async fn save(
    State(app): State<App>,
    member: VerifiedMember,
    lang: Lang,
    Json(form): Json<EntryForm>,
) -> Result<Json<Entry>, Problem> {
    save::save(&app, member.user_id, form, lang).await.map(Json)
}

/// Complete my part of an entry
///
/// Takes the caller's own documents, and their ID in the game.
#[utoipa::path(post, path = "/registration/give-documents", tag = "registration", request_body = OwnPart, responses((status = 200, body = Entry)))]
pub async fn give_documents(
    State(app): State<App>,
    member: VerifiedMember,
    lang: Lang,
    Json(part): Json<OwnPart>,
) -> Result<Json<Entry>, Problem> {
    give::give(&app, member.user_id, part, lang).await.map(Json)
}

/// Remind a player of what is missing
///
/// At most once a day for each player.
#[utoipa::path(post, path = "/registration/remind", tag = "registration", request_body = EntryReminder, responses((status = 200, body = Empty)))]
pub async fn remind(State(app): State<App>, Json(reminder): Json<EntryReminder>) -> Result<Json<Empty>, Problem> {
    remind::player(&app, reminder.entrant_id, reminder.user_id).await?;
    Ok(Json(Empty {}))
}

/// Remind my captain to enter
///
/// At most once a day from each member.
#[utoipa::path(post, path = "/tournament/tell-captain-to-register/{id}", tag = "registration", params(("id" = i64, Path)), responses((status = 200, body = Empty)))]
pub async fn tell_captain(State(app): State<App>, member: VerifiedMember, Path(id): Path<i64>) -> Result<Json<Empty>, Problem> {
    remind::captain(&app, member.user_id, id).await?;
    Ok(Json(Empty {}))
}

/// Change an entry's players
///
/// After the bracket is published, a captain may only exchange listed players; staff may name others, with a reason.
#[utoipa::path(post, path = "/tournament/update-tournament-team", tag = "registration", request_body = RosterForm, responses((status = 200, body = Entry)))]
pub async fn update_roster(
    State(app): State<App>,
    member: VerifiedMember,
    role: Role,
    lang: Lang,
    Json(form): Json<RosterForm>,
) -> Result<Json<Entry>, Problem> {
    roster::update(&app, &member, role, form, lang).await.map(Json)
}

/// My status in a tournament
///
/// Role and entry of the caller or their team, and whether they may enter.
#[utoipa::path(post, path = "/tournament/get-join-tournament", tag = "registration", request_body = EntryTournament, responses((status = 200, body = TournamentMe)))]
pub async fn get_mine(
    State(app): State<App>,
    member: Member,
    lang: Lang,
    Json(asked): Json<EntryTournament>,
) -> Result<Json<TournamentMe>, Problem> {
    mine::mine(&app, &member, asked.tournament_id, lang).await.map(Json)
}

/// An entry
#[utoipa::path(get, path = "/registration/entry/{id}", tag = "registration", params(("id" = i64, Path)), responses((status = 200, body = Entry)))]
pub async fn get_entry(
    State(app): State<App>,
    member: Member,
    role: Role,
    lang: Lang,
    Path(id): Path<i64>,
) -> Result<Json<Entry>, Problem> {
    mine::entry(&app, id, (member.user_id, role), lang).await.map(Json)
}

/// Tournaments that I entered
#[utoipa::path(get, path = "/tournament/joined/list/get/{page}/{perPage}", tag = "registration",
    params(("page" = u32, Path), ("perPage" = u32, Path)), responses((status = 200, body = Page<JoinedTournament>)))]
pub async fn list_joined(
    State(app): State<App>,
    member: VerifiedMember,
    Path((page, per_page)): Path<(u32, u32)>,
) -> Result<Json<Page<JoinedTournament>>, Problem> {
    joined::list(&app, member.user_id, Paging::new(page, per_page)).await.map(Json)
}

/// Withdraw an entry, or remove it
///
/// Only for its captain, or with a reason for staff. Free until the bracket is published; after that its open matches are forfeited,
/// which `dryRun` lists.
#[utoipa::path(post, path = "/tournament/remove/contestant/{tournament_id}/{contestant_id}", tag = "registration",
    params(("tournament_id" = i64, Path), ("contestant_id" = i64, Path)), request_body = EntryEnd, responses((status = 200, body = EntryEnded)))]
pub async fn remove(
    State(app): State<App>,
    member: VerifiedMember,
    role: Role,
    Path((tournament_id, contestant_id)): Path<(i64, i64)>,
    Json(end): Json<EntryEnd>,
) -> Result<Json<EntryEnded>, Problem> {
    withdraw::end(&app, &member, role, (tournament_id, contestant_id), &end).await.map(Json)
}

/// Evidence of an entry
///
/// The promoter and co-promoters see everything; captain and players see their own.
#[utoipa::path(post, path = "/tournament/get/documentlist/{id}", tag = "registration", params(("id" = i64, Path)), responses((status = 200, body = EntryDocuments)))]
pub async fn list_documents(
    State(app): State<App>,
    member: VerifiedMember,
    role: Role,
    lang: Lang,
    Path(id): Path<i64>,
) -> Result<Json<EntryDocuments>, Problem> {
    mine::documents(&app, id, (member.user_id, role), lang).await.map(Json)
}

/// Registration of a team's phone numbers
///
/// Only for the team's captain, and for staff of a tournament that it entered. Never contains the numbers themselves.
#[utoipa::path(get, path = "/tournament/get-citizen-open-phone-team/{teamId}/{tournamentId}", tag = "registration",
    params(("teamId" = i64, Path), ("tournamentId" = i64, Path)), responses((status = 200, body = PlayerNumbers)))]
pub async fn list_phones(
    State(app): State<App>,
    member: VerifiedMember,
    Path((team_id, tournament_id)): Path<(i64, i64)>,
) -> Result<Json<PlayerNumbers>, Problem> {
    phones::of_team(&app, &member, team_id, tournament_id).await.map(Json)
}

/// Registration of my phone number
#[utoipa::path(post, path = "/tournament/get-citizen-open", tag = "registration", request_body = EntryTournament, responses((status = 200, body = PlayerNumbers)))]
pub async fn my_phone(
    State(app): State<App>,
    member: Member,
    Json(asked): Json<EntryTournament>,
) -> Result<Json<PlayerNumbers>, Problem> {
    phones::mine(&app, member.user_id, asked.tournament_id).await.map(Json)
}
