//! Public view of a survivor stage's boards.

use chrono::{DateTime, Utc};
use manao_domain::survivor::BoardDecidedBy;
use manao_domain::text_enum;
use serde::Serialize;
use utoipa::ToSchema;

text_enum! {
    #[derive(ToSchema)]
    SurvivorMapState {
        Published = "published",
        /// Only visible to staff
        Draft = "draft",
    }
}

/// A group of a survivor stage.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SurvivorGroup {
    /// Number from 1
    pub group: i32,
    pub heats: Vec<SurvivorHeat>,
    /// From the first
    pub lines: Vec<SurvivorLine>,
    /// The entrant that won a map after reaching the threshold
    #[serde(skip_serializing_if = "Option::is_none")]
    pub champion: Option<SurvivorChampion>,
    /// Points from which the next map won makes a champion
    #[serde(skip_serializing_if = "Option::is_none")]
    pub threshold: Option<i32>,
    /// Number of entrants that go on
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winners: Option<i32>,
    /// Every map is played, there is a champion, or at most one entrant is still in the tournament
    pub complete: bool,
    pub closed: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut_tie: Option<Vec<i64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lot_seed: Option<String>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SurvivorHeat {
    pub match_id: i64,
    /// Number from 1
    pub heat: i32,
    /// Its only map resolves a tie, and counts for nothing else
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra: Option<bool>,
    pub entrants: Vec<i64>,
    pub maps: Vec<SurvivorMap>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SurvivorMap {
    /// Number from 1
    pub map: i32,
    pub state: SurvivorMapState,
    /// Must be sent back with a result that replaces this one
    pub version: i64,
    pub at: DateTime<Utc>,
    pub results: Vec<SurvivorMapResult>,
}

#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SurvivorMapResult {
    pub contestant_id: i64,
    /// Absent for an entrant that did not start
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<i32>,
    pub kills: i32,
    /// Shares this place with others
    pub shared: bool,
    /// Points deducted, 0 or less
    pub penalty: i32,
    pub points: i32,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SurvivorLine {
    pub contestant_id: i64,
    /// Rank from 1; shared where no criterion decides
    pub rank: i32,
    pub total: i32,
    /// Maps won
    pub wins: i32,
    pub kills: i32,
    /// Points for places alone
    pub place_points: i32,
    pub maps: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<BoardDecidedBy>,
    /// Points of each map, null where it did not play
    pub by_map: Vec<Option<i32>>,
}

#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SurvivorChampion {
    pub contestant_id: i64,
    /// Number from 1
    pub map: i32,
}
