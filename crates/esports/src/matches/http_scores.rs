//! The endpoints that report and decide a match.

use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use uuid::Uuid;

use super::scores::{self, ScoreSent};
use super::view::MatchRoom;
use super::visit;
use crate::brackets::{self, MatchDecided, MatchGame, MatchScore, MatchSide, run};
use manao_kernel::access::{Role, VerifiedMember};
use manao_kernel::app::App;
use manao_kernel::problem::{Json, Lang, Path, Problem};

/// Request body of a report or a decision. A side sends `games` or `noShow`; staff send `games`, `walkover` or `doubleForfeit`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchScoreSent {
    /// Points of each game in the order played
    #[serde(default)]
    pub games: Option<Vec<MatchGame>>,
    /// For a side: version of the room that the client last saw. For staff: version of the match (`matchVersion`)
    pub version: i64,
    /// For a side: the other side did not appear. From 15 minutes after the time of the match
    #[serde(default)]
    pub no_show: bool,
    /// For a side: at most four pictures that it sent into the room
    #[serde(default)]
    #[schema(value_type = Vec<String>)]
    pub proofs: Vec<Uuid>,
    /// The side that wins without a game; only for staff
    #[serde(default)]
    pub walkover: Option<MatchSide>,
    /// Nobody advances; only for staff
    #[serde(default)]
    pub double_forfeit: bool,
    /// Required for a correction, a walkover and a double forfeit; at most 500 characters
    #[serde(default)]
    #[schema(extensions(("maxLength" = json!(manao_kernel::note::LONGEST))))]
    pub reason: Option<String>,
    /// Allows later results that depend on the old one to be undone; only for staff
    #[serde(default)]
    pub cascade: bool,
}

/// The answer: for a side its room, for staff the changed matches.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum MatchScoreTaken {
    Room(Box<MatchRoom>),
    Decided(Box<MatchDecided>),
}

/// Report or decide a match
///
/// A side reports the points of the games, or that the other side did not appear (`noShow`). The other side then has some minutes to
/// report. The same series decides the match, a different one is disputed, and without an answer the report stands. A report that is sent
/// twice counts once. Staff decide at once: by points, as a walkover or as a double forfeit. They can correct a decided match with a
/// reason. If later results depend on the old one, 409 `match_results_fall` lists them (`falls`, last first), and `cascade` takes them
/// back. A stale version is refused (409 `match_changed`), so that of two concurrent decisions the second sees the first. Every 409 and
/// 422 carries the current room (`match`). A match without a time can be reported once its round's window has begun (before that, 409
/// `match_not_begun` with `from`).
#[utoipa::path(post, path = "/tournament/submit-match-score/{match_id}", tag = "match", params(("match_id" = i64, Path)),
    request_body = MatchScoreSent, responses((status = 200, body = MatchScoreTaken)))]
pub async fn submit_score(
    State(app): State<App>,
    member: VerifiedMember,
    role: Role,
    lang: Lang,
    Path(match_id): Path<i64>,
    Json(sent): Json<MatchScoreSent>,
) -> Result<Json<MatchScoreTaken>, Problem> {
    if matches!(role, Role::Captain | Role::Member) {
        let report =
            ScoreSent { games: sent.games.as_deref(), no_show: sent.no_show, proofs: &sent.proofs, version: sent.version };
        scores::report(&app, member.user_id, match_id, &report).await?;
        let room = visit::room(&app, Some(&member), match_id, lang).await?;
        return Ok(Json(MatchScoreTaken::Room(Box::new(room))));
    }
    let score = MatchScore {
        games: sent.games,
        walkover: sent.walkover,
        double_forfeit: sent.double_forfeit,
        version: sent.version,
        reason: sent.reason,
        cascade: sent.cascade,
    };
    let decided = run::submit_score(&app, member.user_id, match_id, &score).await;
    let decided = brackets::refused_now(&app, match_id, decided).await?;
    Ok(Json(MatchScoreTaken::Decided(Box::new(decided))))
}

/// Contest a report
///
/// Contests a score or an absence that the other side reported, without a score of one's own. Staff then decide. 409 `no_show_none` if
/// the other side has reported nothing, or the caller's side has reported too.
#[utoipa::path(post, path = "/tournament/contest-no-show/{matchId}", tag = "match", params(("matchId" = i64, Path)),
    responses((status = 200, body = MatchRoom)))]
pub async fn contest_no_show(
    State(app): State<App>,
    member: VerifiedMember,
    lang: Lang,
    Path(match_id): Path<i64>,
) -> Result<Json<MatchRoom>, Problem> {
    scores::contest(&app, member.user_id, match_id).await?;
    visit::room(&app, Some(&member), match_id, lang).await.map(Json)
}
