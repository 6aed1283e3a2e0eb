//! The calls by which those who run a tournament decide its matches.

use axum::extract::State;
use manao_domain::text_enum;
use manao_domain::tournament_form::TournamentForm;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::group_result::{self, TieResolution};
use super::room_now::refused_now;
use super::view::{Bracket, MatchGame, MatchSide};
use super::view_results::{MatchDecided, MatchFalls};
use super::{disqualify, play, room, rounds};
use crate::tournaments::{self, Tournament, TournamentCancellation, TournamentEdit, TournamentFormState, UpdateTournament};
use manao_kernel::access::{Role, VerifiedMember};
use manao_kernel::app::App;
use manao_kernel::problem::{Json, Lang, Path, Problem, Query, TwoInOne};

/// What those who run it decide, one of the three: `games`, `walkover` or `double_forfeit`.
#[derive(Debug)]
pub struct MatchScore {
    /// Points of each game in the order played
    pub games: Option<Vec<MatchGame>>,
    /// Who wins without a game
    pub walkover: Option<MatchSide>,
    /// Nobody goes on
    pub double_forfeit: bool,
    /// Of the match, as it was looked at
    pub version: i64,
    /// Needed for a correction, a walkover and a double forfeit; at most 500 characters
    pub reason: Option<String>,
    /// Later results that stand on the old one may fall
    pub cascade: bool,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchReset {
    /// Only says what would fall
    #[serde(default)]
    pub dry_run: bool,
    /// Later results that stand on this one may fall
    #[serde(default)]
    pub cascade: bool,
    /// Needed but for a dry run; at most 500 characters
    #[serde(default)]
    pub reason: Option<String>,
    /// Of the match, as it was looked at; needed but for a dry run
    #[serde(default)]
    pub version: Option<i64>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum MatchResetAnswer {
    Preview(MatchFalls),
    Reset(Box<MatchDecided>),
}

text_enum! {
    #[derive(ToSchema)]
    DisqualificationScope {
        /// The other side wins this match
        Match = "match",
        /// Out of the tournament: what it has played stands, what it has not is forfeited
        Tournament = "tournament",
    }
}

text_enum! {
    /// What a disqualification means for a place that is certain.
    #[derive(ToSchema)]
    TitleDecision {
        /// Results and places stay; the entrant is shown as disqualified
        KeepResults = "keep_results",
        /// The entrant has no place any more
        StripTitle = "strip_title",
    }
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Disqualification {
    /// A side of the match
    pub contestant_id: i64,
    pub scope: DisqualificationScope,
    /// Needed but for a dry run; at most 500 characters
    #[serde(default)]
    pub reason: Option<String>,
    /// Only says what would be forfeited or fall
    #[serde(default)]
    pub dry_run: bool,
    /// Takes it back: the entrant is in the tournament again, and what it forfeited is open
    #[serde(default)]
    pub restore: bool,
    /// Later results that stand on what changes may fall
    #[serde(default)]
    pub cascade: bool,
    /// Needed, but for a dry run, where the entrant's place in the last stage is certain (`places` of the dry run)
    #[serde(default)]
    pub title: Option<TitleDecision>,
    /// Of `strip_title`: the place stays empty, else those behind it move up
    #[serde(default)]
    pub leave_empty: bool,
    /// Of `strip_title`: prizes that were paid for places that change are taken back, with the reason as a note in the log
    #[serde(default)]
    pub withdraw_paid: bool,
}

#[derive(Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupClosing {
    /// How a tie is resolved that has to be; refused where there is none
    #[serde(default)]
    pub resolve: Option<TieResolution>,
    /// Only says whether it can be closed
    #[serde(default)]
    pub dry_run: bool,
}

/// Take a result back
///
/// With everything that stands on it, the last first. `dryRun` lists what would fall and changes nothing. Every 409 tells the room as it is now
/// (`match`).
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
/// For this match, or for the tournament, from which `restore` takes it back. `dryRun` lists the matches that would be forfeited, or fall, and the
/// places that `strip_title` would change.
/// Every 409 tells the room as it is now (`match`).
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
/// When every match of it is decided. A tie on the line between those who go on and the others, or in the last stage at the first place or between
/// different prizes, is never decided silently: 409 `cut_tie` names those who are level (`tied`), and `resolve` says how it is settled.
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
/// With a reason, in the body of a POST or the query of a GET. Everyone who entered is notified; it cannot be changed afterwards.
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
/// A draft is replaced as it is; `draft: false` publishes it. What is published is checked as a whole, written to the log, and refuses at
/// their fields what entries have locked (`field_locked`) and what a co-promoter may not change (`field_promoter_only`). Where beginning, end or
/// hours change, rounds of which nothing was played yet are planned anew; times that are fixed stay.
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
