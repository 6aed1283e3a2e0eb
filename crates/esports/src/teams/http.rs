//! The endpoints of teams.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::create::CreateTeam;
use super::search::SearchUsers;
use super::shapes::{Leaving, Team, TeamCandidates, TeamSummary};
use super::update::UpdateTeam;
use super::{create, leave, members, search, store, update};
use manao_kernel::access::{ClientAddress, MaybeMember, VerifiedMember};
use manao_kernel::app::App;
use manao_kernel::limits;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Json, Path, Problem};

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SearchTeams {
    /// A part of the name or the short name; all teams when absent
    #[serde(default)]
    pub query: String,
    /// Number from 1
    #[serde(default = "Paging::first")]
    pub page: u32,
    /// At most 100
    #[serde(default = "Paging::usual")]
    pub per_page: u32,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TeamAndMember {
    pub team_id: i64,
    pub user_id: i64,
}

#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OneTeam {
    pub team_id: i64,
}

/// Create a team
///
/// The caller becomes its captain, and their pending offers with other teams end.
#[utoipa::path(post, path = "/tournament/create-team", tag = "team", request_body = CreateTeam, responses((status = 200, body = Team)))]
pub async fn create_team(
    State(app): State<App>,
    member: VerifiedMember,
    Json(request): Json<CreateTeam>,
) -> Result<Json<Team>, Problem> {
    let team_id = create::create(&app, member.user_id, &request).await?;
    team(&app, team_id, member.user_id).await
}

/// Change a team's name, picture or page
///
/// 409 `team_changed` if it has changed since it was read.
#[utoipa::path(post, path = "/tournament/update-team/{teamId}", tag = "team", params(("teamId" = i64, Path)),
    request_body = UpdateTeam, responses((status = 200, body = Team)))]
pub async fn update_team(
    State(app): State<App>,
    member: VerifiedMember,
    Path(team_id): Path<i64>,
    Json(request): Json<UpdateTeam>,
) -> Result<Json<Team>, Problem> {
    update::update(&app, member.user_id, team_id, &request).await?;
    team(&app, team_id, member.user_id).await
}

/// A team
///
/// Includes disbanded teams.
#[utoipa::path(get, path = "/tournament/get/teamdetail/{teamId}", tag = "team", params(("teamId" = i64, Path)),
    responses((status = 200, body = Team)))]
pub async fn get_team(
    State(app): State<App>,
    MaybeMember(reader): MaybeMember,
    Path(team_id): Path<i64>,
) -> Result<Json<Team>, Problem> {
    store::team(&app, team_id, reader.map(|reader| reader.user_id)).await.map(Json)
}

/// Teams by name
#[utoipa::path(post, path = "/tournament/search-team", tag = "team", request_body = SearchTeams,
    responses((status = 200, body = Page<TeamSummary>)))]
pub async fn search_teams(
    State(app): State<App>,
    address: ClientAddress,
    Json(request): Json<SearchTeams>,
) -> Result<Json<Page<TeamSummary>>, Problem> {
    app.limit(limits::SEARCH_TEAMS, address.counted())?;
    search::teams(&app, &request.query, Paging::new(request.page, request.per_page)).await.map(Json)
}

/// People to invite, by their public name
#[utoipa::path(post, path = "/tournament/user-search", tag = "team", request_body = SearchUsers,
    responses((status = 200, body = TeamCandidates)))]
pub async fn search_users(
    State(app): State<App>,
    member: VerifiedMember,
    Json(request): Json<SearchUsers>,
) -> Result<Json<TeamCandidates>, Problem> {
    app.limit(limits::SEARCH_PEOPLE, member.user_id)?;
    search::people(&app, member.user_id, &request).await.map(Json)
}

/// Leave my team
///
/// At once outside of running tournaments. Otherwise the captain is asked, and after `TEAM_LEAVE_HOURS` the member leaves automatically. A captain
/// must promote another member first. When the last member leaves, the team is disbanded. A user who is not in the team gets the same
/// answer as after leaving.
#[utoipa::path(method(get, post), path = "/tournament/leave-team/{teamId}", tag = "team", params(("teamId" = i64, Path)),
    responses((status = 200, body = Leaving)))]
pub async fn leave_team(
    State(app): State<App>,
    member: VerifiedMember,
    Path(team_id): Path<i64>,
) -> Result<Json<Leaving>, Problem> {
    leave::ask(&app, member.user_id, team_id).await.map(Json)
}

/// Withdraw my request to leave
#[utoipa::path(post, path = "/tournament/stay-in-team", tag = "team", request_body = OneTeam, responses((status = 200, body = Team)))]
pub async fn stay_in_team(
    State(app): State<App>,
    member: VerifiedMember,
    Json(request): Json<OneTeam>,
) -> Result<Json<Team>, Problem> {
    leave::stay(&app, member.user_id, request.team_id).await?;
    team(&app, request.team_id, member.user_id).await
}

/// Approve a member's request to leave
#[utoipa::path(post, path = "/tournament/approve-leave", tag = "team", request_body = TeamAndMember,
    responses((status = 200, body = Team)))]
pub async fn approve_leave(
    State(app): State<App>,
    member: VerifiedMember,
    Json(request): Json<TeamAndMember>,
) -> Result<Json<Team>, Problem> {
    leave::approve(&app, member.user_id, request.team_id, request.user_id).await?;
    team(&app, request.team_id, member.user_id).await
}

/// Remove a member
///
/// Also while the team plays; a locked roster keeps the name, marked as gone.
#[utoipa::path(method(get, post), path = "/tournament/kick-out/{teamId}/{userId}", tag = "team",
    params(("teamId" = i64, Path), ("userId" = i64, Path)), responses((status = 200, body = Team)))]
pub async fn kick_out(
    State(app): State<App>,
    member: VerifiedMember,
    Path((team_id, user_id)): Path<(i64, i64)>,
) -> Result<Json<Team>, Problem> {
    leave::kick_out(&app, member.user_id, team_id, user_id).await?;
    team(&app, team_id, member.user_id).await
}

/// Make a member the captain
#[utoipa::path(post, path = "/tournament/promote-member-to-captain", tag = "team", request_body = TeamAndMember,
    responses((status = 200, body = Team)))]
pub async fn promote_member(
    State(app): State<App>,
    member: VerifiedMember,
    Json(request): Json<TeamAndMember>,
) -> Result<Json<Team>, Problem> {
    members::promote(&app, member.user_id, request.team_id, request.user_id).await?;
    team(&app, request.team_id, member.user_id).await
}

/// Disband a team
///
/// Not possible while it has entered a tournament that is not over.
#[utoipa::path(post, path = "/tournament/disband-team", tag = "team", request_body = OneTeam, responses((status = 200, body = Team)))]
pub async fn disband_team(
    State(app): State<App>,
    member: VerifiedMember,
    Json(request): Json<OneTeam>,
) -> Result<Json<Team>, Problem> {
    members::disband(&app, member.user_id, request.team_id).await?;
    team(&app, request.team_id, member.user_id).await
}

async fn team(app: &App, team_id: i64, reader: i64) -> Result<Json<Team>, Problem> {
    store::team(app, team_id, Some(reader)).await.map(Json)
}
