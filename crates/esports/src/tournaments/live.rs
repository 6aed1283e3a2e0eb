//! Live events about tournaments.

use chrono::{DateTime, Utc};
use manao_domain::tournament::Phase;
use serde::Serialize;
use utoipa::ToSchema;

use super::card::NextPhase;
use super::row::Row;
use super::score::TournamentScore;
use manao_kernel::live::{LiveEvent, topics};

/// State of a tournament: its phase, the next one by date, the counts of entrants, the score.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentLive {
    pub id: i64,
    pub phase: Phase,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub next: Option<NextPhase>,
    pub joined: i32,
    pub waiting: i32,
    /// Version of `joined` and `waiting`, as in the card
    pub entries_version: i64,
    pub capacity: i32,
    /// Absent before the first match
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<TournamentScore>,
    /// The card's `liveVersion`; the highest wins
    pub version: i64,
}

impl TournamentLive {
    pub fn new(row: &Row, version: i64, now: DateTime<Utc>) -> Self {
        let facts = row.facts();
        let phase = facts.phase(now);
        Self {
            id: row.id,
            phase,
            next: NextPhase::from_facts(&facts, now),
            joined: row.joined,
            waiting: row.waiting,
            entries_version: row.entries_version,
            capacity: row.capacity,
            score: row.shown_score(phase),
            version,
        }
    }
}

/// A tournament that is new or in another phase, for lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct TournamentsLive {
    pub id: i64,
    pub phase: Phase,
}

impl LiveEvent for TournamentLive {
    const NAME: &'static str = "tournament.changed";
    const ABOUT: &'static str = "State of `public:phase:{id}`: how the tournament stands";

    fn topic(&self) -> String {
        topics::tournament(self.id)
    }

    fn version(&self) -> Option<i64> {
        Some(self.version)
    }
}

impl LiveEvent for TournamentsLive {
    const NAME: &'static str = "tournaments.changed";
    const ABOUT: &'static str = "Entry in `public:tournaments`: a tournament came to another phase, or is new";

    fn topic(&self) -> String {
        topics::TOURNAMENTS.to_owned()
    }

    fn version(&self) -> Option<i64> {
        None
    }
}
