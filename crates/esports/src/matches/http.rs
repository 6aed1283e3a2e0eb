//! The endpoint of a room.

use axum::extract::State;

use super::view::MatchRoom;
use super::visit;
use manao_kernel::access::MaybeMember;
use manao_kernel::app::App;
use manao_kernel::problem::{Json, Lang, Path, Problem};

/// The room of a match
///
/// Both sides and staff see all that concerns them. A side sees the other's report once its own is in, or the match is decided or
/// disputed. Everyone else sees the sides, the time and the result. The answer is at least as new as the version of a `match.changed`. A
/// heat has no room (409 `match_of_many`).
#[utoipa::path(get, path = "/tournament/get/match/{matchId}", tag = "match",
    params(("matchId" = i64, Path), ("version" = Option<i64>, Query, description = "Of the room, as the last event said")),
    responses((status = 200, body = MatchRoom)))]
pub async fn get(
    State(app): State<App>,
    MaybeMember(member): MaybeMember,
    lang: Lang,
    Path(match_id): Path<i64>,
) -> Result<Json<MatchRoom>, Problem> {
    visit::room(&app, member.as_ref(), match_id, lang).await.map(Json)
}
