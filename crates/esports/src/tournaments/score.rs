//! The score of a tournament in short, for its cards. Brackets make it; an announcement tells it.

use manao_domain::tournament::Phase;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The score of a tournament in a few lines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct TournamentScore {
    /// Number of matches being played
    pub playing: i64,
    /// A match being played, the one that began first
    #[serde(skip_serializing_if = "Option::is_none")]
    pub live: Option<ScoredMatch>,
    /// The last match that was played to a result
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last: Option<ScoredMatch>,
    /// The entrant with the most points, unless another has as many
    #[serde(skip_serializing_if = "Option::is_none")]
    pub leader: Option<ScoreLeader>,
    /// Absent if nobody won, or several share the title
    #[serde(skip_serializing_if = "Option::is_none")]
    pub champion: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ScoredMatch {
    pub id: i64,
    /// Name of the entrant
    pub home: String,
    pub away: String,
    /// Games won; absent while the match is played
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home_score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub away_score: Option<i32>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct ScoreLeader {
    /// Name of the entrant
    pub name: String,
    pub points: i32,
    /// Number of matches or maps that the points come from
    pub played: i32,
}

/// Returns the score if a tournament in this phase has one to show.
pub fn shown(score: Option<TournamentScore>, phase: Phase) -> Option<TournamentScore> {
    score.filter(|_| matches!(phase, Phase::Competition | Phase::Finished))
}
