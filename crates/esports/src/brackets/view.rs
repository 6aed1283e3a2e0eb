//! A stage's bracket as everybody sees it.

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

/// Who asks: everybody sees what is published, those who run it drafts and conflicts too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    Everybody,
    Runs,
}

text_enum! {
    #[derive(ToSchema)]
    BracketStageState {
        /// Nothing is drawn yet
        None = "none",
        /// Seen by those who run it alone, as is what was submitted
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
        /// One side goes on for want of an opponent
        Bye = "bye",
        /// Nobody meets nobody: not played
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
    /// Nothing is to be played any more. Column `matches.settled`.
    pub const fn is_settled(self) -> bool {
        match self {
            Self::Decided | Self::Bye | Self::Void | Self::Cancelled => true,
            Self::Locked | Self::Waiting | Self::Ready | Self::Scheduled => false,
            Self::Playing | Self::Submitted | Self::Disputed => false,
        }
    }

    /// Two sides meet, or will: neither a bye nor void. Column `matches.listed`.
    pub const fn is_listed(self) -> bool {
        !matches!(self, Self::Bye | Self::Void)
    }

    /// Both sides are known, and it has not begun. Column `matches.upcoming`.
    pub const fn is_upcoming(self) -> bool {
        matches!(self, Self::Ready | Self::Scheduled)
    }

    /// It has begun and is not decided. Column `matches.running`.
    pub const fn is_running(self) -> bool {
        matches!(self, Self::Playing | Self::Submitted | Self::Disputed)
    }

    /// Its players are busy at its time, if it has one. Column `matches.holds_time`. A ready match has lost its time.
    pub const fn holds_time(self) -> bool {
        !self.is_settled() && !matches!(self, Self::Ready)
    }

    /// The organizer may set another time.
    pub const fn may_move(self) -> bool {
        match self {
            Self::Locked | Self::Waiting | Self::Ready | Self::Scheduled | Self::Playing => true,
            Self::Submitted | Self::Disputed | Self::Decided | Self::Bye | Self::Void | Self::Cancelled => false,
        }
    }
}

/// A stage with its entrants, matches, tables and boards. A draft is seen by those who run the tournament alone.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Bracket {
    pub tournament_id: i64,
    pub stage: i32,
    pub stages: Vec<BracketStage>,
    /// Of all stages together: grows with each change
    pub version: i64,
    /// Version of the tournament's fields, prizes among them: send it back with prizes
    pub tournament_version: i64,
    /// As it stood then
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<DateTime<Utc>>,
    pub live: Live,
    pub settings: CheckedStage,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub draw: Option<BracketDraw>,
    /// In the order of seeds
    pub entrants: Vec<BracketEntrant>,
    /// In the order of play; of a survivor stage none
    pub matches: Vec<BracketMatch>,
    /// Tables of a round robin
    pub groups: Vec<BracketGroup>,
    /// Boards of a survivor stage
    pub survivor: Vec<SurvivorGroup>,
    pub prizes: Vec<BracketPrize>,
    pub winners: Vec<BracketWinner>,
    /// The final ranking is there
    pub finished: bool,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct BracketStage {
    /// From 1
    pub stage: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    pub format: Format,
    pub state: BracketStageState,
    pub entrants: i64,
    /// Those that are played; of a survivor stage its heats
    pub matches: i64,
    pub decided: i64,
}

/// How a stage was drawn: with the seed anybody can draw it again.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BracketDraw {
    pub state: DrawState,
    pub method: DrawMethod,
    /// An unsigned 64-bit number, as a text
    pub seed: String,
    /// Entrants before the shuffle; where nothing is shuffled, by their seeds
    pub base: Vec<i64>,
    pub pins: Vec<DrawPin>,
    /// Entrants of one organization were kept apart
    pub apart: bool,
    /// Swaps that did so
    pub moves: Vec<[i64; 2]>,
    /// Swaps by hand after those
    pub swaps: Vec<[i64; 2]>,
    /// The lines of a bracket with null for nobody, or a list for each group; after all swaps
    pub arrangement: Vec<Vec<Option<i64>>>,
    /// Send it back with what changes the draft
    pub version: i64,
    /// How often the stage was drawn: 1 is the first draw
    pub draft: i32,
    pub generated_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub published_at: Option<DateTime<Utc>>,
    /// Pairs of one organization in a group or a first match; shown to staff of the tournament
    pub conflicts: Vec<[i64; 2]>,
}

/// An entrant's place in the order of seeds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DrawPin {
    pub contestant_id: i64,
    /// From 1
    pub seed: i32,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BracketEntrant {
    pub contestant_id: i64,
    /// Absent of a single player
    #[serde(skip_serializing_if = "Option::is_none")]
    pub team_id: Option<i64>,
    pub name: String,
    pub short_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub logo: Option<String>,
    /// From 1
    pub seed: i32,
    /// Where more than half of its main players study; shown to staff of the tournament
    #[serde(skip_serializing_if = "Option::is_none")]
    pub organization: Option<BracketOrganization>,
    /// How it came into a later stage: `A1` is the first of group A, `M3` the winner of match 3
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// Out of the tournament
    #[serde(skip_serializing_if = "Option::is_none")]
    pub out: Option<bool>,
    /// Disqualified; without a rank where it was stripped of its place
    #[serde(skip_serializing_if = "Option::is_none")]
    pub disqualified: Option<bool>,
    /// Of this stage, from 1, as soon as it is certain; shared where nothing decides
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
    /// In a draft its number in the order of play
    pub id: i64,
    pub part: Part,
    /// From 1
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<i32>,
    /// Of its part, from 1
    pub round: i32,
    /// In its round, from 1
    pub number: i32,
    /// Its running number among the matches that are played
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    pub home: BracketSlot,
    pub away: BracketSlot,
    pub best_of: i32,
    /// A tie-break, played for nothing but its tie
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
    /// The bracket's version of its last change: send it back with a decision
    pub version: i64,
}

/// A side of a match. Where it comes from stays beside who it is.
#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BracketSlot {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contestant_id: Option<i64>,
    /// The id of the match
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner_of: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loser_of: Option<i64>,
    /// Nobody
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
    /// From 1
    pub group: i32,
    /// In the order drawn
    pub entrants: Vec<i64>,
    pub rests: Vec<GroupRest>,
    /// From the first
    pub lines: Vec<GroupLine>,
    /// How many go on
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winners: Option<i32>,
    /// Every match is decided
    pub complete: bool,
    pub closed: bool,
    /// Who is level where it has to be decided: between those who go on and the others, or in the last stage at the first place or a prize
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cut_tie: Option<Vec<i64>>,
    /// Of the lot that decided
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
    /// From 1; shared where nothing decides
    pub rank: i32,
    pub points: i32,
    pub played: u32,
    pub won: u32,
    pub drawn: u32,
    pub lost: u32,
    pub forfeited: u32,
    pub games_won: u32,
    pub games_lost: u32,
    /// What set it apart from others with the same points
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
