//! The calls of those who run a tournament, and lists of who entered.

use axum::extract::State;

use super::decide::EntryDecision;
use super::http::EntryTournament;
use super::invitable::InvitableAsked;
use super::invite::InviteForm;
use super::notice::{DocumentFinding, MissingNotice};
use super::qualifiers::QualifiersForm;
use super::teamlist::TeamListAsked;
use super::view::{DeskEntrants, DocumentChecked, EntriesDecided, Invitable, InvitationsMade, NoticeSent, Qualifiers};
use super::{decide, desk, invitable, invite, notice, qualifiers, teamlist};
use crate::tournaments::ListedTeam;
use manao_kernel::access::VerifiedMember;
use manao_kernel::app::App;
use manao_kernel::paging::Page;
use manao_kernel::problem::{Json, Lang, Path, Problem};

/// All entries of a tournament
#[utoipa::path(post, path = "/registration/entrants", tag = "registration", request_body = EntryTournament, responses((status = 200, body = DeskEntrants)))]
pub async fn list_entrants(
    State(app): State<App>,
    member: VerifiedMember,
    Json(asked): Json<EntryTournament>,
) -> Result<Json<DeskEntrants>, Problem> {
    desk::list(&app, member.user_id, asked.tournament_id).await.map(Json)
}

/// Decide about entries
///
/// Each has an outcome of its own. To admit takes a place, or puts the entry on the waiting list when none is free.
#[utoipa::path(post, path = "/tournament/update/contestant_status/{id}", tag = "registration", params(("id" = i64, Path)),
    request_body = EntryDecision, responses((status = 200, body = EntriesDecided)))]
pub async fn decide(
    State(app): State<App>,
    member: VerifiedMember,
    lang: Lang,
    Path(id): Path<i64>,
    Json(decision): Json<EntryDecision>,
) -> Result<Json<EntriesDecided>, Problem> {
    decide::decide(&app, member.user_id, id, decision, lang).await.map(Json)
}

/// Say what was found of a document
#[utoipa::path(post, path = "/registration/check-document", tag = "registration", request_body = DocumentFinding, responses((status = 200, body = DocumentChecked)))]
pub async fn check_document(
    State(app): State<App>,
    member: VerifiedMember,
    Json(finding): Json<DocumentFinding>,
) -> Result<Json<DocumentChecked>, Problem> {
    notice::check(&app, member.user_id, finding).await.map(Json)
}

/// Tell an entrant which documents are missing
///
/// Tells the captain and each of those people; changes nothing of the entry.
#[utoipa::path(post, path = "/tournament/send-missing-document-notice/{teamId}", tag = "registration", params(("teamId" = i64, Path)),
    request_body = MissingNotice, responses((status = 200, body = NoticeSent)))]
pub async fn send_missing_notice(
    State(app): State<App>,
    member: VerifiedMember,
    Path(team_id): Path<i64>,
    Json(form): Json<MissingNotice>,
) -> Result<Json<NoticeSent>, Problem> {
    notice::send(&app, member.user_id, team_id, form).await.map(Json)
}

/// Who could be invited into a tournament
#[utoipa::path(post, path = "/v2/tournament/form/create/can-invite/list", tag = "registration", request_body = InvitableAsked,
    responses((status = 200, body = Page<Invitable>)))]
pub async fn list_invitable(
    State(app): State<App>,
    lang: Lang,
    Json(asked): Json<InvitableAsked>,
) -> Result<Json<Page<Invitable>>, Problem> {
    invitable::list(&app, asked, lang).await.map(Json)
}

/// Invite
///
/// With `teamId` people into a team, by its captain; with `tournamentId` teams or people into a tournament, by those who run it.
#[utoipa::path(post, path = "/tournament/invite-team", tag = "registration", request_body = InviteForm, responses((status = 200, body = InvitationsMade)))]
pub async fn invite(
    State(app): State<App>,
    member: VerifiedMember,
    lang: Lang,
    Json(form): Json<InviteForm>,
) -> Result<Json<InvitationsMade>, Problem> {
    invite::invite(&app, &member, form, lang).await.map(Json)
}

/// Teams
///
/// The entrants of a tournament, or all teams.
#[utoipa::path(post, path = "/tournament/teamlist", tag = "registration", request_body = TeamListAsked, responses((status = 200, body = Page<ListedTeam>)))]
pub async fn list_teams(State(app): State<App>, Json(asked): Json<TeamListAsked>) -> Result<Json<Page<ListedTeam>>, Problem> {
    teamlist::list(&app, &asked).await.map(Json)
}

/// Put entrants into a later stage, or take them out
///
/// By hand, until that stage is drawn; or with `goToNextStage` all who qualified: each has a seed by place, then by group, and is told.
#[utoipa::path(post, path = "/tournament/multiple-stage/update/qualifiers/{id}", tag = "registration", params(("id" = i64, Path)),
    request_body = QualifiersForm, responses((status = 200, body = Qualifiers)))]
pub async fn update_qualifiers(
    State(app): State<App>,
    member: VerifiedMember,
    Path(id): Path<i64>,
    Json(form): Json<QualifiersForm>,
) -> Result<Json<Qualifiers>, Problem> {
    qualifiers::update(&app, member.user_id, id, form).await.map(Json)
}
