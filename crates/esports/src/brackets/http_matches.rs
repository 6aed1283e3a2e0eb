//! The endpoints by which staff decide matches.

use axum::extract::State;
use manao_domain::tournament_form::TournamentForm;

use super::disqualify::Disqualification;
use super::group_result::{self, GroupClosing};
use super::play::{MatchReset, MatchResetAnswer};
use super::room_state::refused_now;
use super::view::Bracket;
use super::{disqualify, play, room, rounds};
use crate::tournaments::{self, Tournament, TournamentCancellation, TournamentEdit, TournamentFormState, UpdateTournament};
use manao_kernel::access::{Role, VerifiedMember};
use manao_kernel::app::App;
use manao_kernel::problem::{Json, Lang, Path, Problem, Query, TwoInOne};

/// Take a result back
///
/// Also takes back everything that depends on it, the last first. `dryRun` lists what would be undone and changes nothing. Every 409
/// carries the current room (`match`).
#[utoipa::path(post, path = "/tournament/reset-match-score/{matchId}", tag = "bracket", params(("matchId" = i64, Path)),
    request_body = MatchReset, responses((status = 200, body = MatchResetAnswer)))]
pub async fn reset_score(
    State(app): State<App>,
    member: VerifiedMember,
    Path(match_id): Path<i64>,
    Json(sent): Json<MatchReset>,
) -> Result<Json<MatchResetAnswer>, Problem> {
    let reset = play::reset(&app, member.user_id, match_id, &sent).await;
    refused_now(&app, match_id, reset).await.map(Json)
}

/// Disqualify a side
///
/// Disqualifies from this match, or from the tournament; `restore` takes the latter back. `dryRun` lists the matches that would be
/// forfeited or undone, and the places that `strip_title` would change. Every 409 carries the current room (`match`).
#[utoipa::path(post, path = "/tournament/disqualify/{matchId}", tag = "bracket", params(("matchId" = i64, Path)),
    request_body = Disqualification, responses((status = 200, body = MatchResetAnswer)))]
pub async fn disqualify(
    State(app): State<App>,
    member: VerifiedMember,
    Path(match_id): Path<i64>,
    Json(sent): Json<Disqualification>,
) -> Result<Json<MatchResetAnswer>, Problem> {
    let disqualified = disqualify::disqualify(&app, member.user_id, match_id, &sent).await;
    refused_now(&app, match_id, disqualified).await.map(Json)
}

/// Close a group
///
/// Possible once all its matches are decided. A tie at the line to the next stage must be resolved. In the last stage, so must a tie at
/// the first place or between different prizes. 409 `cut_tie` names the tied entrants (`tied`), and `resolve` says how it is settled.
#[utoipa::path(post, path = "/bracket/submit-group-result/{match_id}", tag = "bracket", params(("match_id" = i64, Path)),
    request_body = GroupClosing, responses((status = 200, body = Bracket)))]
pub async fn submit_group_result(
    State(app): State<App>,
    member: VerifiedMember,
    Path(match_id): Path<i64>,
    Json(sent): Json<GroupClosing>,
) -> Result<Json<Bracket>, Problem> {
    group_result::submit(&app, member.user_id, match_id, &sent).await.map(Json)
}

/// Cancel a tournament
///
/// Needs a reason, in the body of a POST or the query of a GET. Everyone who entered is notified; it cannot be changed afterwards.
#[utoipa::path(method(get, post), path = "/tournament/cancel-tournament/{id}", tag = "tournament", params(("id" = i64, Path), TournamentCancellation),
    request_body = Option<TournamentCancellation>, responses((status = 200, body = Tournament)))]
pub async fn cancel(
    State(app): State<App>,
    member: VerifiedMember,
    Path(id): Path<i64>,
    Query(asked): Query<TournamentCancellation>,
    Json(told): Json<TournamentCancellation>,
) -> Result<Json<Tournament>, Problem> {
    let reason = told.reason.or(asked.reason).unwrap_or_default();
    let mut change = tournaments::begin_cancel(&app, member.user_id, id, &reason).await?;
    if let Some(change) = &mut change {
        room::cancelled(change, id).await?;
    }
    tournaments::end_cancel(&app, change, id).await.map(Json)
}

/// Change a tournament
///
/// A draft is replaced as it is; `draft: false` publishes it. A published tournament is checked as a whole, and changes are logged.
/// Fields that entries have locked are refused (`field_locked`), and those that a co-promoter may not change (`field_promoter_only`).
/// When start, end or hours change, rounds without any play are scheduled again; fixed times stay.
#[utoipa::path(post, path = "/tournament/update", tag = "tournament", request_body = UpdateTournament, responses((status = 200, body = TournamentFormState)))]
pub async fn update(
    State(app): State<App>,
    member: VerifiedMember,
    role: Role,
    lang: Lang,
    TwoInOne(edit, form): TwoInOne<TournamentEdit, TournamentForm>,
) -> Result<Json<TournamentFormState>, Problem> {
    let id = edit.id;
    let mut edited = tournaments::begin_update(&app, &member, role, &edit, form).await?;
    if edited.moves_rounds {
        rounds::plan_again(&mut edited.change, id).await?;
    }
    tournaments::end_update(&app, edited.change, id, (role, lang)).await.map(Json)
}
