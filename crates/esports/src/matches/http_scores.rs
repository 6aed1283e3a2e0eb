//! The calls by which a match is decided.

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

/// What a side reports: `games`, or `noShow`. What those who run the tournament decide: `games`, `walkover` or `doubleForfeit`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchScoreSent {
    /// Points of each game in the order played
    #[serde(default)]
    pub games: Option<Vec<MatchGame>>,
    /// Of a side: of the room, as it was looked at. Of those who run the tournament: of the match (`matchVersion`)
    pub version: i64,
    /// Of a side: the other did not come. From 15 minutes after the time of the match
    #[serde(default)]
    pub no_show: bool,
    /// Of a side: at most four pictures that it sent into the room
    #[serde(default)]
    #[schema(value_type = Vec<String>)]
    pub proofs: Vec<Uuid>,
    /// Who wins without a game; for those who run the tournament
    #[serde(default)]
    pub walkover: Option<MatchSide>,
    /// Nobody advances; for the tournament's staff
    #[serde(default)]
    pub double_forfeit: bool,
    /// Needed for a correction, a walkover and a double forfeit; at most 500 characters
    #[serde(default)]
    #[schema(extensions(("maxLength" = json!(manao_kernel::note::LONGEST))))]
    pub reason: Option<String>,
    /// Later results that stand on the old one may fall; for those who run the tournament
    #[serde(default)]
    pub cascade: bool,
}

/// To a side its room, to those who run the tournament what they changed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum MatchScoreTaken {
    Room(Box<MatchRoom>),
    Decided(Box<MatchDecided>),
}

/// Report or decide a match
///
/// A side reports the points of the games, or that the other did not come (`noShow`). The other side has some minutes to report as well: the
/// same series decides the match, another one is disputed, and without an answer the report stands. Sent twice, a report is taken once.
/// Those who run the tournament decide at once: by points, as a walkover or as a double forfeit. They correct a decided match with a reason;
/// where later results stand on the old one, 409 `match_results_fall` lists them (`falls`, last first), and `cascade` takes them back. A
/// version that was overtaken is refused (409 `match_changed`): of two who decide at once the second sees what the first did. Every 409 and 422
/// tells the room as it is now (`match`). A match without a time is reported from the beginning of its round's window on (409 `match_not_begun`
/// with `from`).
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
/// What the other side reported, a score or that this one did not come, is not so: without a score of one's own. Those who run the tournament
/// then decide. 409 `no_show_none` where there is nothing of the other side's to contest, or one's own report is in.
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
