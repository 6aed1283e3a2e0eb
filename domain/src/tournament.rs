//! The kinds of a tournament, and its phase. The stored state is facts (dates, publication, cancellation); the phase follows from them and the
//! time.

use chrono::{DateTime, Utc};

text_enum! {
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    #[cfg_attr(feature = "utoipa", schema(as = TournamentPhase))]
    Phase {
        /// Not published: only its promoter sees it
        Draft = "draft",
        Upcoming = "upcoming",
        /// Open for entries
        Register = "register",
        /// Entries are closed, the bracket is being drawn
        Draw = "draw",
        Competition = "competition",
        Finished = "finished",
        Cancelled = "cancelled",
    }
}

text_enum! {
    /// The series label: the group of people that a tournament is for.
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    #[cfg_attr(feature = "utoipa", schema(as = TournamentCategory))]
    Category {
        /// Organizations and companies
        Company = "C",
        School = "S",
        University = "U",
        /// Everybody
        Open = "Open",
        /// Everybody, by review only
        Pro = "Pro",
    }
}

text_enum! {
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    ContestantType {
        Single = "single",
        Team = "team",
    }
}

text_enum! {
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    #[cfg_attr(feature = "utoipa", schema(as = TournamentFormat))]
    Format {
        Bracket = "bracket",
        RoundRobin = "round-robin",
        Survivor = "survivor",
    }
}

text_enum! {
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    JoinMode {
        /// A complete entry is admitted at once
        Auto = "auto",
        /// The promoter reviews each entry
        Review = "review",
    }
}

text_enum! {
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    Elimination {
        Single = "single",
        Double = "double",
    }
}

text_enum! {
    /// The way a double elimination ends.
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    GrandFinal {
        /// One match decides
        Single = "single",
        /// The entrant from the losers' bracket has to win twice
        Reset = "reset",
    }
}

text_enum! {
    /// The way entrants are divided into groups.
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    GroupDraw {
        /// By seeds, there and back again
        Snake = "snake",
        /// By pots of as many seeds as there are groups: each pot gives one to each group, by lot
        Pots = "pots",
    }
}

text_enum! {
    /// The place where the matches are played.
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    #[cfg_attr(feature = "utoipa", schema(as = TournamentMode))]
    Mode {
        Online = "online",
        Offline = "offline",
    }
}

text_enum! {
    /// The players who may report a score for a side.
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    #[cfg_attr(feature = "utoipa", schema(as = ScoreReporter))]
    Reporter {
        Captain = "captain",
        /// Any player of the roster
        Roster = "roster",
    }
}

text_enum! {
    /// A role of staff beside the tournament's promoter.
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    #[cfg_attr(feature = "utoipa", schema(as = TournamentStaffRole))]
    StaffRole {
        CoPromoter = "co_promoter",
        Assistant = "assistant",
    }
}

/// The facts that determine the phase of a published tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PhaseFacts {
    pub registration_start_at: DateTime<Utc>,
    pub registration_end_at: DateTime<Utc>,
    pub start_at: DateTime<Utc>,
    /// Time at which the promoter closed registration early
    pub registration_closed_at: Option<DateTime<Utc>>,
    pub bracket_published_at: Option<DateTime<Utc>>,
    /// Time at which the promoter started it early
    pub started_at: Option<DateTime<Utc>>,
    pub finished_at: Option<DateTime<Utc>>,
    pub cancelled_at: Option<DateTime<Utc>>,
}

impl PhaseFacts {
    /// Returns the phase. A date never ends a tournament: every match has to be decided (specification, "Tournament phases").
    pub fn phase(&self, now: DateTime<Utc>) -> Phase {
        if self.cancelled_at.is_some() {
            Phase::Cancelled
        } else if self.finished_at.is_some() {
            Phase::Finished
        } else if self.bracket_published_at.is_some() && (self.started_at.is_some() || now >= self.start_at) {
            Phase::Competition
        } else if self.registration_closed_at.is_some() || now >= self.registration_end_at {
            Phase::Draw
        } else if now >= self.registration_start_at {
            Phase::Register
        } else {
            Phase::Upcoming
        }
    }

    /// Returns the next phase that the clock alone brings, and its time; None if an action is needed first.
    pub fn next(&self, now: DateTime<Utc>) -> Option<(Phase, DateTime<Utc>)> {
        match self.phase(now) {
            Phase::Upcoming => Some((Phase::Register, self.registration_start_at)),
            Phase::Register => Some((Phase::Draw, self.registration_end_at)),
            Phase::Draw if self.bracket_published_at.is_some() => Some((Phase::Competition, self.start_at)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    #[test]
    fn the_phase_follows_from_dates_and_from_what_was_done() {
        let day = |day: i64| DateTime::UNIX_EPOCH + TimeDelta::days(day);
        let facts = PhaseFacts {
            registration_start_at: day(1),
            registration_end_at: day(5),
            start_at: day(8),
            registration_closed_at: None,
            bracket_published_at: None,
            started_at: None,
            finished_at: None,
            cancelled_at: None,
        };
        let drawn = PhaseFacts { bracket_published_at: Some(day(6)), ..facts };
        let cases = [
            (facts, 0, Phase::Upcoming, Some((Phase::Register, day(1)))),
            (facts, 1, Phase::Register, Some((Phase::Draw, day(5)))),
            (facts, 5, Phase::Draw, None),
            // The draw is never skipped, whatever the date.
            (facts, 9, Phase::Draw, None),
            (drawn, 6, Phase::Draw, Some((Phase::Competition, day(8)))),
            (drawn, 8, Phase::Competition, None),
            // Its last day ends nothing.
            (drawn, 400, Phase::Competition, None),
            (PhaseFacts { registration_closed_at: Some(day(2)), ..facts }, 3, Phase::Draw, None),
            (PhaseFacts { started_at: Some(day(7)), ..drawn }, 7, Phase::Competition, None),
            (PhaseFacts { started_at: Some(day(7)), ..facts }, 7, Phase::Draw, None),
            (PhaseFacts { finished_at: Some(day(9)), ..drawn }, 10, Phase::Finished, None),
            (PhaseFacts { cancelled_at: Some(day(3)), ..drawn }, 10, Phase::Cancelled, None),
        ];
        for (facts, at, phase, next) in cases {
            assert_eq!((facts.phase(day(at)), facts.next(day(at))), (phase, next), "{facts:?} on day {at}");
        }
    }
}
