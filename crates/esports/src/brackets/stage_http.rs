//! The endpoints of a stage's results: survivor maps, prizes, the end of the tournament.

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::prizes::{PrizesSent, WinnersSent};
use super::survivor_map::{SurvivorMapSaved, SurvivorMapSent};
use super::view::Bracket;
use super::{prizes, ranking, survivor_map};
use manao_kernel::access::VerifiedMember;
use manao_kernel::app::App;
use manao_kernel::empty::Empty;
use manao_kernel::problem::{Json, Path, Problem};

#[derive(Debug, Deserialize, ToSchema)]
pub struct RankingOrder {
    /// Id of the tournament
    pub id: i64,
}

/// Enter the result of a survivor map
///
/// Takes places and kills of every entrant of a heat. A map that is entered again is replaced, and the old result stays in the log.
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

/// Set the prizes
///
/// Returns the last stage. No money passes through the platform: promoters hand prizes over.
#[utoipa::path(post, path = "/bracket/submit-prize/{id}", tag = "bracket", params(("id" = i64, Path, description = "Id of the tournament")),
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
/// Each new winner gets a message. Returns the last stage. A winner marked as paid cannot be removed.
#[utoipa::path(post, path = "/bracket/submit-final-prize/{id}", tag = "bracket", params(("id" = i64, Path, description = "Id of the tournament")),
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
/// Stores the final ranking of its results. Results may be corrected for another 48 hours.
#[utoipa::path(post, path = "/tournament/submit-to-ranking", tag = "tournament", request_body = RankingOrder,
    responses((status = 200, body = Empty)))]
pub async fn submit_to_ranking(
    State(app): State<App>,
    VerifiedMember(member): VerifiedMember,
    Json(order): Json<RankingOrder>,
) -> Result<Json<Empty>, Problem> {
    ranking::finish(&app, member.user_id, order.id).await.map(|()| Json(Empty {}))
}
