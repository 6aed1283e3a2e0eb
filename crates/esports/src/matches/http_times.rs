//! The endpoints for match times.

use axum::extract::State;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::response::{IntoResponse as _, Response};
use manao_domain::bracket::Part;
use serde::Deserialize;
use utoipa::ToSchema;

use super::calendar::{self, MatchCalendar};
use super::list::{self, ListedMatch, MatchQuery};
use super::staff_times::{self, Move, RoundMoves, RoundOf};
use super::times::{self, ProposedTime};
use super::view::MatchRoom;
use super::visit;
use manao_kernel::access::{MaybeMember, Member, VerifiedMember};
use manao_kernel::app::App;
use manao_kernel::note;
use manao_kernel::paging::Page;
use manao_kernel::problem::{Json, Lang, Path, Problem};

#[derive(Debug, Deserialize, ToSchema)]
pub struct TimeRequest {
    /// RFC 3339, as text, so that an invalid date is refused at this field
    pub at: String,
    /// At most 200 characters
    #[serde(default)]
    #[schema(extensions(("maxLength" = json!(super::times::NOTE))))]
    pub note: Option<String>,
}

/// Request body of a match's new time: either `at` or `shiftMinutes`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchTimeEdit {
    /// RFC 3339, as text
    #[serde(default)]
    pub at: Option<String>,
    /// Minutes later, or earlier if negative; at most thirty days
    #[serde(default)]
    pub shift_minutes: Option<i64>,
    /// Shown to both sides; at most 500 characters
    #[serde(default)]
    #[schema(extensions(("maxLength" = json!(manao_kernel::note::LONGEST))))]
    pub reason: String,
    /// The room's `matchVersion` that the client last saw; 409 `match_changed` when it has changed since
    #[serde(default)]
    pub version: Option<i64>,
}

/// Request body of a round's new time: either `at` or `shiftMinutes`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoundTimeEdit {
    /// Number from 1
    pub stage: i32,
    /// When absent, the winners' bracket or the groups
    #[serde(default)]
    pub part: Option<Part>,
    /// RFC 3339, as text
    #[serde(default)]
    pub at: Option<String>,
    /// Minutes later, or earlier if negative; at most thirty days. Applies to matches that have a time, and to the round's default
    #[serde(default)]
    pub shift_minutes: Option<i64>,
    /// Shown to both sides; at most 500 characters
    #[serde(default)]
    #[schema(extensions(("maxLength" = json!(manao_kernel::note::LONGEST))))]
    pub reason: String,
    /// Lists what would be moved, and changes nothing
    #[serde(default)]
    pub dry_run: bool,
    /// Version from the dry run; 409 `match_changed` when the round has changed since
    #[serde(default)]
    pub version: Option<String>,
}

/// Propose a time
///
/// The other side accepts, declines or counters. The time must be at least ten minutes ahead, in the round's window and in the
/// tournament's hours. No player of either side may have another match then (409 `time_taken` with `busy`). A time that both sides
/// propose is agreed. A fixed time can also be moved this way until the match begins. Every 409, and a time that is refused (422),
/// carries the current room (`match`).
#[utoipa::path(post, path = "/tournament/send-time-request/{match_id}", tag = "match", params(("match_id" = i64, Path)),
    request_body = TimeRequest, responses((status = 200, body = MatchRoom)))]
pub async fn propose_time(
    State(app): State<App>,
    member: VerifiedMember,
    lang: Lang,
    Path(match_id): Path<i64>,
    Json(sent): Json<TimeRequest>,
) -> Result<Json<MatchRoom>, Problem> {
    times::propose(&app, member.user_id, match_id, &ProposedTime::parse(&sent.at, sent.note.as_deref())?).await?;
    visit::room(&app, Some(&member), match_id, lang).await.map(Json)
}

/// Propose another time
///
/// Replaces an open proposal: counters the other side's, or changes one's own. The replaced proposal must still be open (409
/// `proposal_replaced`). A repeated request gets the same answer.
#[utoipa::path(post, path = "/tournament/send-time-request-edit/{appointment_id}", tag = "match", params(("appointment_id" = i64, Path)),
    request_body = TimeRequest, responses((status = 200, body = MatchRoom)))]
pub async fn replace_time(
    State(app): State<App>,
    member: VerifiedMember,
    lang: Lang,
    Path(proposal_id): Path<i64>,
    Json(sent): Json<TimeRequest>,
) -> Result<Json<MatchRoom>, Problem> {
    let wish = ProposedTime::parse(&sent.at, sent.note.as_deref())?;
    let match_id = times::replace(&app, member.user_id, proposal_id, &wish).await?;
    visit::room(&app, Some(&member), match_id, lang).await.map(Json)
}

/// Accept a time
///
/// The time is then agreed. If two matches that share a player are agreed for the same time at once, one is refused (409 `time_taken`).
#[utoipa::path(method(get, post), path = "/tournament/accept-time-request/{id}", tag = "match", params(("id" = i64, Path)),
    responses((status = 200, body = MatchRoom)))]
pub async fn accept_time(
    State(app): State<App>,
    member: VerifiedMember,
    lang: Lang,
    Path(proposal_id): Path<i64>,
) -> Result<Json<MatchRoom>, Problem> {
    let match_id = times::accept(&app, member.user_id, proposal_id).await?;
    visit::room(&app, Some(&member), match_id, lang).await.map(Json)
}

/// Decline a time
#[utoipa::path(method(get, post), path = "/tournament/decline-time-request/{id}", tag = "match", params(("id" = i64, Path)),
    responses((status = 200, body = MatchRoom)))]
pub async fn decline_time(
    State(app): State<App>,
    member: VerifiedMember,
    lang: Lang,
    Path(proposal_id): Path<i64>,
) -> Result<Json<MatchRoom>, Problem> {
    let match_id = times::decline(&app, member.user_id, proposal_id).await?;
    visit::room(&app, Some(&member), match_id, lang).await.map(Json)
}

/// Withdraw a time
///
/// Only for the side that proposed it.
#[utoipa::path(post, path = "/tournament/withdraw-time-request/{id}", tag = "match", params(("id" = i64, Path)),
    responses((status = 200, body = MatchRoom)))]
pub async fn withdraw_time(
    State(app): State<App>,
    member: VerifiedMember,
    lang: Lang,
    Path(proposal_id): Path<i64>,
) -> Result<Json<MatchRoom>, Problem> {
    let match_id = times::withdraw(&app, member.user_id, proposal_id).await?;
    visit::room(&app, Some(&member), match_id, lang).await.map(Json)
}

/// Set a match's time
///
/// Only for staff, with a reason, also outside the window and hours. No player of either side may have another match then.
#[utoipa::path(post, path = "/tournament/edit-match-time/{match_id}", tag = "match", params(("match_id" = i64, Path)),
    request_body = MatchTimeEdit, responses((status = 200, body = MatchRoom)))]
pub async fn edit_time(
    State(app): State<App>,
    member: VerifiedMember,
    lang: Lang,
    Path(match_id): Path<i64>,
    Json(sent): Json<MatchTimeEdit>,
) -> Result<Json<MatchRoom>, Problem> {
    let to = Move::parse(sent.at.as_deref(), sent.shift_minutes)?;
    staff_times::edit(&app, member.user_id, (match_id, sent.version), to, note::reason(Some(&sent.reason))?).await?;
    visit::room(&app, Some(&member), match_id, lang).await.map(Json)
}

/// Move a round
///
/// Moves every match of the round that is not over, including agreed times. Matches that would clash with another match of a player stay,
/// and are listed. The round's default time moves too, for matches without a time.
#[utoipa::path(post, path = "/tournament/edit-all-match-in-round-time/{id}/{round}", tag = "match",
    params(("id" = i64, Path, description = "Id of the tournament"), ("round" = i32, Path)), request_body = RoundTimeEdit,
    responses((status = 200, body = RoundMoves)))]
pub async fn edit_round_times(
    State(app): State<App>,
    member: VerifiedMember,
    Path((tournament_id, round)): Path<(i64, i32)>,
    Json(sent): Json<RoundTimeEdit>,
) -> Result<Json<RoundMoves>, Problem> {
    let to = Move::parse(sent.at.as_deref(), sent.shift_minutes)?;
    let reason = if sent.dry_run { "" } else { note::reason(Some(&sent.reason))? };
    let of = RoundOf { tournament_id, stage: sent.stage, part: sent.part, round };
    staff_times::edit_round(&app, member.user_id, (of, sent.version.as_deref()), to, (reason, sent.dry_run)).await.map(Json)
}

/// Busy times of both sides
///
/// Includes up to three start times at which everyone is free.
#[utoipa::path(get, path = "/tournament/match-calendar/{matchId}", tag = "match", params(("matchId" = i64, Path)),
    responses((status = 200, body = MatchCalendar)))]
pub async fn get_calendar(
    State(app): State<App>,
    member: Member,
    lang: Lang,
    Path(match_id): Path<i64>,
) -> Result<Json<MatchCalendar>, Problem> {
    calendar::calendar(&app, &member, match_id, lang).await.map(Json)
}

/// The match as a calendar file
///
/// An iCalendar file, for a match that has a time (otherwise 409 `match_no_time`).
#[utoipa::path(get, path = "/tournament/match-calendar-file/{matchId}", tag = "match", params(("matchId" = i64, Path)),
    responses((status = 200, body = String, content_type = "text/calendar")))]
pub async fn get_calendar_file(
    State(app): State<App>,
    member: Member,
    lang: Lang,
    Path(match_id): Path<i64>,
) -> Result<Response, Problem> {
    let file = calendar::file(&app, &member, match_id, lang).await?;
    let name = format!("attachment; filename=\"match-{match_id}.ics\"");
    Ok(([(CONTENT_TYPE, "text/calendar; charset=utf-8"), (CONTENT_DISPOSITION, name.as_str())], file).into_response())
}

/// Matches of a tournament
///
/// Matches of published draws between two sides, ordered by time; those without a time come last.
#[utoipa::path(post, path = "/tournament/get/all_match", tag = "match", request_body = MatchQuery,
    responses((status = 200, body = Page<ListedMatch>)))]
pub async fn list(
    State(app): State<App>,
    MaybeMember(member): MaybeMember,
    Json(query): Json<MatchQuery>,
) -> Result<Json<Page<ListedMatch>>, Problem> {
    list::list(&app, member.as_ref(), &query).await.map(Json)
}
