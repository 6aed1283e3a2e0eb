//! A room as one reader sees it.

use chrono::{DateTime, Utc};
use manao_domain::bracket::Part;
use manao_domain::registration::PlayerRole;
use manao_domain::text_enum;
use manao_domain::tournament::Reporter;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::brackets::room_state::{MatchNow, ReportKind};
use crate::brackets::{MatchGame, MatchSide};
use manao_kernel::access::Role;
use manao_kernel::live::Live;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchRoom {
    pub id: i64,
    pub tournament: MatchTournament,
    /// Number from 1
    pub stage: i32,
    /// Number of stages of the tournament
    pub stages: i64,
    pub part: Part,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<i32>,
    /// Number from 1
    pub round: i32,
    /// Number of rounds of this part of the stage
    pub rounds: i32,
    /// Number of matches drawn for this round, including byes; in groups, for its group
    pub drawn: i64,
    /// For double elimination: the last match belongs to another part
    pub double_elimination: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    pub best_of: i32,
    /// Whether it is a tie-break
    pub extra: bool,
    /// Absent while not known
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home: Option<RoomSide>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub away: Option<RoomSide>,
    pub hours: MatchHours,
    /// Length of one game
    pub game_minutes: i32,
    /// Minutes until an unanswered report counts
    pub confirm_minutes: i64,
    pub reporter: Reporter,
    /// Contact of the tournament's staff; only shown to its players
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contact: Option<String>,
    pub now: MatchNow,
    /// Reason for the staff's decision; only shown to those in the room
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ruling_reason: Option<String>,
    /// The next match of the viewer's side, once this one is over
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next_match: Option<NextMatch>,
    pub reports: Vec<RoomReport>,
    pub me: MatchMe,
    /// Absent for everyone else, and before the first message
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread_id: Option<i64>,
    pub live: Live,
}

/// The tournament of a match, in the language of the request.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchTournament {
    pub id: i64,
    pub name: String,
    /// Slug of the game
    pub slug: String,
    pub game_name: String,
    /// Hue of the game's colour, 0 to 359
    pub hue: i32,
    pub motif: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
    /// Time until which staff may decide and correct results; absent while the tournament goes on
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decidable_until: Option<DateTime<Utc>>,
}

/// Hours of the day, in Bangkok, between which matches are played.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct MatchHours {
    pub from: i64,
    pub to: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoomSide {
    pub contestant_id: i64,
    /// Absent for a single player
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team_id: Option<i64>,
    pub name: String,
    pub short_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
    pub players: Vec<RoomPlayer>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoomPlayer {
    pub user_id: i64,
    pub display_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub picture: Option<String>,
    pub role: PlayerRole,
    pub captain: bool,
    /// Only shown to those in the room, unless the tournament shows it to everybody
    #[serde(skip_serializing_if = "Option::is_none")]
    pub game_id: Option<String>,
}

/// A side's report of the result.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoomReport {
    pub id: i64,
    pub side: MatchSide,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<i64>,
    pub name: String,
    pub kind: ReportKind,
    pub games: Vec<MatchGame>,
    /// Games won
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home_score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub away_score: Option<i32>,
    pub created_at: DateTime<Utc>,
    pub proofs: Vec<ReportProof>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReportProof {
    #[schema(value_type = String)]
    pub id: Uuid,
    pub width: i32,
    pub height: i32,
    /// Another match where the same picture was evidence; only shown to staff
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reused_in: Option<ReusedProof>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ReusedProof {
    pub match_id: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    pub tournament_name: String,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NextMatch {
    pub id: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Absent while not known
    #[serde(skip_serializing_if = "Option::is_none")]
    pub opponent: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scheduled_at: Option<DateTime<Utc>>,
}

text_enum! {
    /// The reason why a participant of a match no longer has access to its room.
    #[derive(ToSchema)]
    AccessEnd {
        /// They left the team, or were removed from it
        Team = "team",
        Withdrawn = "withdrawn",
        Removed = "removed",
        Rejected = "rejected",
        Disqualified = "disqualified",
        /// Their own account is suspended
        Suspended = "suspended",
    }
}

/// The viewer's role in the room.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
pub struct MatchMe {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub side: Option<MatchSide>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub staff: Option<Role>,
    /// Whether the viewer may act for the side
    pub acts: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ended: Option<AccessEnd>,
}

impl MatchMe {
    pub fn is_inside(self) -> bool {
        self.side.is_some() || self.staff.is_some()
    }
}
