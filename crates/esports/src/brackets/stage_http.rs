//! The calls of what comes of a stage: survivor maps, prizes, the end.

use axum::extract::State;
use manao_domain::tournament_form::TournamentPrize;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::survivor_view::SurvivorGroup;
use super::view::Bracket;
use super::{prizes, ranking, survivor_map};
use manao_kernel::access::VerifiedMember;
use manao_kernel::app::App;
use manao_kernel::empty::Empty;
use manao_kernel::problem::{Json, Path, Problem};

/// A map's result as it is sent.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SurvivorMapSent {
    /// From 1
    pub map: i32,
    /// A line for everybody in the heat; who is out of the tournament may be left out. A draft may have fewer.
    pub results: Vec<SurvivorResultSent>,
    /// Kept for those who run the tournament, and not counted
    #[serde(default)]
    pub draft: bool,
    /// Needed where a published map is replaced, and for penalties; at most 500 characters
    #[serde(default)]
    pub reason: Option<String>,
    /// Of the map as it was read; 0 or absent where there was none
    #[serde(default)]
    pub version: Option<i64>,
    /// Of a correction: draws of later stages may fall with it
    #[serde(default)]
    pub cascade: bool,
}

#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SurvivorResultSent {
    pub contestant_id: i64,
    /// From 1; null of who did not start
    #[serde(default)]
    pub place: Option<i64>,
    #[serde(default)]
    pub kills: i64,
    /// With others at this place
    #[serde(default)]
    pub shared: bool,
    /// Points taken away, -999 to 0
    #[serde(default)]
    pub penalty: i64,
}

/// What a map made of its group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SurvivorMapSaved {
    pub bracket_version: i64,
    pub group: SurvivorGroup,
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct PrizesSent {
    /// At most 16, each place once
    pub prizes: Vec<TournamentPrize>,
    /// The bracket's `tournamentVersion` that was looked at; 409 `tournament_changed` when it is another one by now
    pub version: i64,
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct WinnersSent {
    /// All of them, at most 128
    pub winners: Vec<WinnerSent>,
    /// The bracket's version that was looked at; 409 `tournament_changed` when it is another one by now
    pub version: i64,
}

#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WinnerSent {
    /// From 1; several may share one
    pub place: i32,
    pub contestant_id: i64,
    /// The prize has been paid: nothing that would change its rank is possible
    #[serde(default)]
    pub paid: bool,
}

impl WinnerSent {
    pub fn key(&self) -> (i32, i64) {
        (self.place, self.contestant_id)
    }
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct RankingOrder {
    /// Of the tournament
    pub id: i64,
}

/// Enter the result of a survivor map
///
/// Of a heat: places and kills of everybody in it. A map that is entered again is replaced, and the old result stays in the log.
#[utoipa::path(post, path = "/bracket/submit-result-survival-match/{match_id}", tag = "bracket", params(("match_id" = i64, Path)),
    request_body = SurvivorMapSent, responses((status = 200, body = SurvivorMapSaved)))]
pub async fn submit_map(
    State(app): State<App>,
    VerifiedMember(member): VerifiedMember,
    Path(match_id): Path<i64>,
    Json(sent): Json<SurvivorMapSent>,
) -> Result<Json<SurvivorMapSaved>, Problem> {
    survivor_map::submit(&app, member.user_id, match_id, &sent).await.map(Json)
}

/// Say what each place wins
///
/// Answers the last stage. No money passes through the platform: promoters hand prizes over.
#[utoipa::path(post, path = "/bracket/submit-prize/{id}", tag = "bracket", params(("id" = i64, Path, description = "Of the tournament")),
    request_body = PrizesSent, responses((status = 200, body = Bracket)))]
pub async fn submit_prizes(
    State(app): State<App>,
    VerifiedMember(member): VerifiedMember,
    Path(id): Path<i64>,
    Json(sent): Json<PrizesSent>,
) -> Result<Json<Bracket>, Problem> {
    prizes::submit(&app, member.user_id, id, &sent).await.map(Json)
}

/// Announce the winners
///
/// Each new winner gets a message. Answers the last stage. A winner who is marked as paid stays.
#[utoipa::path(post, path = "/bracket/submit-final-prize/{id}", tag = "bracket", params(("id" = i64, Path, description = "Of the tournament")),
    request_body = WinnersSent, responses((status = 200, body = Bracket)))]
pub async fn submit_winners(
    State(app): State<App>,
    VerifiedMember(member): VerifiedMember,
    Path(id): Path<i64>,
    Json(sent): Json<WinnersSent>,
) -> Result<Json<Bracket>, Problem> {
    prizes::announce(&app, member.user_id, id, &sent).await.map(Json)
}

/// Close the tournament
///
/// With the final ranking that its results make. Results may be corrected for another 48 hours.
#[utoipa::path(post, path = "/tournament/submit-to-ranking", tag = "tournament", request_body = RankingOrder,
    responses((status = 200, body = Empty)))]
pub async fn submit_to_ranking(
    State(app): State<App>,
    VerifiedMember(member): VerifiedMember,
    Json(order): Json<RankingOrder>,
) -> Result<Json<Empty>, Problem> {
    ranking::finish(&app, member.user_id, order.id).await.map(|()| Json(Empty {}))
}
