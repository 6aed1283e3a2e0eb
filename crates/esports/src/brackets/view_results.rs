//! Answers to decisions, and the moments at which they were made.

use chrono::{DateTime, Utc};
use manao_domain::bracket::Part;
use serde::Serialize;
use utoipa::ToSchema;

use super::view::BracketMatch;

/// A match in a list, such as a list of matches that are undone.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchShort {
    pub id: i64,
    pub stage: i32,
    pub part: Part,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<i32>,
    pub round: i32,
    pub number: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Name of the entrant
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub away: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home_score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub away_score: Option<i32>,
}

/// The effect of a decision on the bracket.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchDecided {
    pub bracket_version: i64,
    #[serde(rename = "match")]
    pub decided: BracketMatch,
    /// All changed matches, including this one
    pub changed: Vec<BracketMatch>,
}

/// Preview of what would be undone.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchFalls {
    /// Results that depend on this one, last first
    pub falls: Vec<MatchShort>,
    /// Later stages whose draw would be withdrawn
    pub later_stages: Vec<i32>,
    /// Number of matches that were changed, always 0
    pub changed: i32,
    /// For a disqualification, if the entrant's place in the last stage is certain: the changes by `strip_title`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<PlacesLost>,
}

/// The consequences of taking an entrant's place away.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlacesLost {
    /// The entrant's place
    pub rank: i32,
    /// Places that change, the best first; all others stay
    pub moves: Vec<PlaceMove>,
    /// Entrants among these with a paid prize: refused with `prize_paid`, unless `withdrawPaid` takes the prizes back
    pub paid: Vec<i64>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlaceMove {
    pub contestant_id: i64,
    pub name: String,
    pub from: i32,
    /// Absent if it loses its place
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<i32>,
}

/// Moments for which the bracket can be shown, oldest first; at most the 2,000 newest.
#[derive(Debug, Serialize, ToSchema)]
pub struct BracketMoments {
    pub items: Vec<BracketMoment>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BracketMoment {
    pub version: i64,
    pub at: DateTime<Utc>,
    pub match_ids: Vec<i64>,
}
