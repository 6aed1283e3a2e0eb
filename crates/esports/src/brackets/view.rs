//! Public view of a stage's bracket.

use chrono::{DateTime, Utc};
use manao_domain::bracket::Part;
use manao_domain::bracket::standings::DecidedBy;
use manao_domain::text_enum;
use manao_domain::tournament::Format;
use manao_domain::tournament_form::CheckedStage;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::survivor_view::SurvivorGroup;
use manao_kernel::live::Live;
use manao_kernel::text::Text;

/// The kind of reader: the public sees published stages, staff also drafts and conflicts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    Everybody,
    Runs,
}

text_enum! {
    #[derive(ToSchema)]
    BracketStageState {
        /// No draw yet
        None = "none",
        /// Only visible to staff, as is a submitted draw
        Draft = "draft",
        Submitted = "submitted",
        Published = "published",
        /// Every match is decided
        Decided = "decided",
    }
}

text_enum! {
    #[derive(ToSchema)]
    DrawMethod {
        /// Shuffled by the published seed
        Random = "random",
        Seeded = "seeded",
    }
}

text_enum! {
    #[derive(ToSchema)]
    DrawState {
        Draft = "draft",
        Submitted = "submitted",
        Published = "published",
    }
}

text_enum! {
    #[derive(ToSchema)]
    MatchState {
        /// Neither side is known
        Locked = "locked",
        /// One side is known
        Waiting = "waiting",
        Ready = "ready",
        Scheduled = "scheduled",
        Playing = "playing",
        Submitted = "submitted",
        Disputed = "disputed",
        Decided = "decided",
        /// One side goes on without an opponent
        Bye = "bye",
        /// No side on either end: not played
        Void = "void",
        Cancelled = "cancelled",
    }
}

text_enum! {
    #[derive(ToSchema)]
    MatchOutcome {
        Played = "played",
        Walkover = "walkover",
        /// Nobody goes on
        DoubleForfeit = "double_forfeit",
    }
}

text_enum! {
    #[derive(ToSchema)]
    MatchSide {
        Home = "home",
        Away = "away",
    }
}

impl MatchSide {
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Home => Self::Away,
            Self::Away => Self::Home,
        }
    }
}

impl MatchState {
    /// Returns whether nothing is left to play. Column `matches.settled`.
    pub const fn is_settled(self) -> bool {
        match self {
            Self::Decided | Self::Bye | Self::Void | Self::Cancelled => true,
            Self::Locked | Self::Waiting | Self::Ready | Self::Scheduled => false,
            Self::Playing | Self::Submitted | Self::Disputed => false,
        }
    }

    /// Returns whether two sides meet, or will: neither a bye nor void. Column `matches.listed`.
    pub const fn is_listed(self) -> bool {
        !matches!(self, Self::Bye | Self::Void)
    }

    /// Returns whether both sides are known and the match has not begun. Column `matches.upcoming`.
    pub const fn is_upcoming(self) -> bool {
        matches!(self, Self::Ready | Self::Scheduled)
    }

    /// Returns whether the match has begun and is not decided. Column `matches.running`.
    pub const fn is_running(self) -> bool {
        matches!(self, Self::Playing | Self::Submitted | Self::Disputed)
    }

    /// Returns whether its players are busy at its time, if it has one. Column `matches.holds_time`. A ready match has lost its time.
    pub const fn holds_time(self) -> bool {
        !self.is_settled() && !matches!(self, Self::Ready)
    }

    /// Returns whether the organizer may set another time.
    pub const fn may_move(self) -> bool {
        match self {
            Self::Locked | Self::Waiting | Self::Ready | Self::Scheduled | Self::Playing => true,
            Self::Submitted | Self::Disputed | Self::Decided | Self::Bye | Self::Void | Self::Cancelled => false,
        }
    }
}

/// A stage with its entrants, matches, tables and boards. Only staff see a draft.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Bracket {
    pub tournament_id: i64,
    pub stage: i32,
    pub stages: Vec<BracketStage>,
    /// Version of all stages together; grows with each change
    pub version: i64,
    /// Version of the tournament's fields, including prizes; must be sent back with prizes
    pub tournament_version: i64,
    /// The past moment that the answer shows
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<DateTime<Utc>>,
    pub live: Live,
    pub settings: CheckedStage,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<BracketDraw>,
    /// In the order of seeds
    pub entrants: Vec<BracketEntrant>,
    /// In the order of play; empty in a survivor stage
    pub matches: Vec<BracketMatch>,
    /// Tables of a round robin
    pub groups: Vec<BracketGroup>,
    /// Boards of a survivor stage
    pub survivor: Vec<SurvivorGroup>,
    pub prizes: Vec<BracketPrize>,
    pub winners: Vec<BracketWinner>,
    /// Whether the final ranking exists
    pub finished: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct BracketStage {
    /// Number from 1
    pub stage: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub format: Format,
    pub state: BracketStageState,
    pub entrants: i64,
    /// Number of matches that are played; in a survivor stage, of heats
    pub matches: i64,
    pub decided: i64,
}

/// The draw of a stage; with the seed anybody can reproduce it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BracketDraw {
    pub state: DrawState,
    pub method: DrawMethod,
    /// An unsigned 64-bit number, as text
    pub seed: String,
    /// Entrants before the shuffle; without a shuffle, in the order of their seeds
    pub base: Vec<i64>,
    pub pins: Vec<DrawPin>,
    /// Whether entrants of one organization were kept apart
    pub apart: bool,
    /// Swaps that kept them apart
    pub moves: Vec<[i64; 2]>,
    /// Later swaps by hand
    pub swaps: Vec<[i64; 2]>,
    /// Lines of a bracket with null for empty ones, or a list for each group; after all swaps
    pub arrangement: Vec<Vec<Option<i64>>>,
    /// Must be sent back with a change of the draft
    pub version: i64,
    /// Number of times the stage was drawn; 1 is the first draw
    pub draft: i32,
    pub generated_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published_at: Option<DateTime<Utc>>,
    /// Pairs of one organization in a group or a first match; only shown to staff
    pub conflicts: Vec<[i64; 2]>,
}

/// An entrant's fixed place in the order of seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DrawPin {
    pub contestant_id: i64,
    /// Number from 1
    pub seed: i32,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BracketEntrant {
    pub contestant_id: i64,
    /// Absent for a single player
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team_id: Option<i64>,
    pub name: String,
    pub short_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
    /// Number from 1
    pub seed: i32,
    /// The organization where more than half of its main players study; only shown to staff
    #[serde(skip_serializing_if = "Option::is_none")]
    pub organization: Option<BracketOrganization>,
    /// Origin in a later stage: `A1` is the first of group A, `M3` the winner of match 3
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// Out of the tournament
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out: Option<bool>,
    /// Disqualified; without a rank if it lost its place
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disqualified: Option<bool>,
    /// Rank in this stage, from 1, as soon as it is certain; shared where no criterion decides
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rank: Option<i32>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BracketOrganization {
    pub id: i64,
    pub name: Text,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BracketMatch {
    /// In a draft, its number in the order of play
    pub id: i64,
    pub part: Part,
    /// Number from 1
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<i32>,
    /// Number in its part, from 1
    pub round: i32,
    /// Number in its round, from 1
    pub number: i32,
    /// Running number among the matches that are played
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    pub home: BracketSlot,
    pub away: BracketSlot,
    pub best_of: i32,
    /// A tie-break, which only resolves its tie
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra: Option<bool>,
    pub state: MatchState,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<MatchOutcome>,
    /// Decided automatically, because a side is out of the tournament
    #[serde(skip_serializing_if = "Option::is_none")]
    pub forfeited: Option<bool>,
    /// Games won
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home_score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub away_score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<MatchGame>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<MatchSide>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scheduled_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<DateTime<Utc>>,
    /// The bracket's version at its last change; must be sent back with a decision
    pub version: i64,
}

/// A side of a match. Its origin stays even when the entrant is known.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BracketSlot {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contestant_id: Option<i64>,
    /// Id of the match
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner_of: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loser_of: Option<i64>,
    /// No opponent
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bye: Option<bool>,
}

/// Points of one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct MatchGame {
    /// 0 to 999
    pub home: i64,
    pub away: i64,
}

/// A group's table.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BracketGroup {
    /// Number from 1
    pub group: i32,
    /// In the order drawn
    pub entrants: Vec<i64>,
    pub rests: Vec<GroupRest>,
    /// From the first
    pub lines: Vec<GroupLine>,
    /// Number of entrants that go on
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winners: Option<i32>,
    /// Whether every match is decided
    pub complete: bool,
    pub closed: bool,
    /// Tied entrants whose order must be decided: at the line to the next stage, or at the first place or a prize of the last
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut_tie: Option<Vec<i64>>,
    /// Seed of the lot that decided
    #[serde(skip_serializing_if = "Option::is_none")]
    pub lot_seed: Option<String>,
}

#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupRest {
    pub round: i32,
    pub contestant_id: i64,
}

#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct GroupLine {
    pub contestant_id: i64,
    /// Rank from 1; shared where no criterion decides
    pub rank: i32,
    pub points: i32,
    pub played: u32,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    pub forfeited: u32,
    pub games_won: u32,
    pub games_lost: u32,
    /// The criterion that set it apart from others with the same points
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<DecidedBy>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct BracketPrize {
    pub place: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub baht: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BracketWinner {
    pub place: i32,
    pub contestant_id: i64,
    pub paid: bool,
}
