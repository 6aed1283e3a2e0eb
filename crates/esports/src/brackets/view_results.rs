//! What decisions answer, and the moments at which they were made.

use chrono::{DateTime, Utc};
use manao_domain::bracket::Part;
use serde::Serialize;
use utoipa::ToSchema;

use super::view::BracketMatch;

/// A match in a list: of those that fall with another, say.
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
    /// Name
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub away: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home_score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub away_score: Option<i32>,
}

/// What a decision made of the bracket.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchDecided {
    pub bracket_version: i64,
    #[serde(rename = "match")]
    pub decided: BracketMatch,
    /// All matches that it changed, this one too
    pub changed: Vec<BracketMatch>,
}

/// What would fall; nothing was done.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchFalls {
    /// Results that stand on this one, last first
    pub falls: Vec<MatchShort>,
    /// Later stages whose draw falls with it
    pub later_stages: Vec<i32>,
    /// Matches that were changed: none
    pub changed: i32,
    /// Of a disqualification, when the entrant's place in the last stage is certain: what `strip_title` would change
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<PlacesLost>,
}

/// What it means to take an entrant's place away.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlacesLost {
    /// The entrant's place
    pub rank: i32,
    /// Places that change, the best first; all others stay
    pub moves: Vec<PlaceMove>,
    /// Who of these has been paid a prize: refused with `prize_paid`, unless `withdrawPaid` takes the prizes back
    pub paid: Vec<i64>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlaceMove {
    pub contestant_id: i64,
    pub name: String,
    pub from: i32,
    /// Absent where it has no place then
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<i32>,
}

/// The stops of a walk through time, oldest first; the 2,000 newest at most.
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
