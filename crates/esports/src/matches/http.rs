//! The call that shows a room.

use axum::extract::State;

use super::view::MatchRoom;
use super::visit;
use manao_kernel::access::MaybeMember;
use manao_kernel::app::App;
use manao_kernel::problem::{Json, Lang, Path, Problem};

/// The room of a match
///
/// Its sides and those who run the tournament see everything, as far as it is theirs: what the other side reported is told once one's own
/// report is in, or the match is decided or disputed. Everybody else sees who plays whom, when, and the result. The answer is never older
/// than the version of a `match.changed`. A heat of many has no room (409 `match_of_many`).
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
