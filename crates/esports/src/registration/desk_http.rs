//! The endpoints of a tournament's staff for entries, and lists of entrants.

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
/// Each entry has its own outcome. Admission takes a place, or puts the entry on the waiting list when none is free.
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

/// Check a document
#[utoipa::path(post, path = "/registration/check-document", tag = "registration", request_body = DocumentFinding, responses((status = 200, body = DocumentChecked)))]
pub async fn check_document(
    State(app): State<App>,
    member: VerifiedMember,
    Json(finding): Json<DocumentFinding>,
) -> Result<Json<DocumentChecked>, Problem> {
    notice::check(&app, member.user_id, finding).await.map(Json)
}

/// Notify an entrant of missing documents
///
/// Notifies the captain and each of those people; does not change the entry.
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

/// Teams or people that can be invited to a tournament
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
/// With `teamId`, the captain invites people to a team. With `tournamentId`, staff invite teams or people to a tournament.
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
/// Changes entrants by hand, until that stage is drawn. With `goToNextStage`, enters all qualifiers instead: each gets a seed by place,
/// then by group, and is notified.
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
