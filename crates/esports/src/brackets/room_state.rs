//! A match's room at the moment: the part that everyone in it shares.

use chrono::{DateTime, TimeDelta, Utc};
use manao_domain::match_time::SETTLE;
use manao_domain::text_enum;
use serde::Serialize;
use sqlx::PgConnection;
use sqlx::types::Json;
use utoipa::ToSchema;

use super::view::{MatchGame, MatchOutcome, MatchSide, MatchState};
use manao_kernel::app::App;
use manao_kernel::live::{LiveEvent, topics};
use manao_kernel::problem::{Problem, codes};

/// Time after its end at which a match without a report is overdue.
pub const OVERDUE: TimeDelta = TimeDelta::hours(1);

text_enum! {
    /// The origin of a match's time.
    #[derive(ToSchema)]
    TimeSource {
        /// Both sides
        Agreed = "agreed",
        /// The round's default
        Round = "round",
        /// Staff of the tournament
        Promoter = "promoter",
    }
}

text_enum! {
    /// The way a match was decided.
    #[derive(ToSchema)]
    RuledBy {
        /// Both sides reported the same
        Sides = "sides",
        /// One side reported, and the other did not object in time
        Time = "time",
        /// Staff of the tournament
        Staff = "staff",
    }
}

text_enum! {
    /// The kind of a side's report.
    #[derive(ToSchema)]
    ReportKind {
        Score = "score",
        /// The other side did not appear
        NoShow = "no_show",
    }
}

text_enum! {
    /// The next step that is expected.
    #[derive(ToSchema)]
    NextCode {
        /// Nothing is expected of staff
        None = "none",
        WaitOpponent = "wait_opponent",
        ProposeTime = "propose_time",
        AnswerTime = "answer_time",
        WaitAnswer = "wait_answer",
        Play = "play",
        Report = "report",
        WaitReport = "wait_report",
        Confirm = "confirm",
        /// The side was reported absent, and may object
        Contest = "contest",
        WaitContest = "wait_contest",
        WaitRuling = "wait_ruling",
        /// No time is agreed, and the round has no default time ahead
        SetTime = "set_time",
        Rule = "rule",
        NoShow = "no_show",
        /// Nobody reported
        Overdue = "overdue",
        Done = "done",
        Cancelled = "cancelled",
    }
}

/// State of a room, the same for everyone in it. The higher version is the newer.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchNow {
    pub match_id: i64,
    pub tournament_id: i64,
    /// Grows with each step of the room
    pub version: i64,
    /// Version of the match in the bracket, to be sent with a decision of staff
    pub match_version: i64,
    pub state: MatchState,
    /// Entrants; absent while not known
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home_id: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub away_id: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scheduled_at: Option<DateTime<Utc>>,
    /// Expected end of a series of this length
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ends_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_source: Option<TimeSource>,
    pub window: MatchWindow,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proposal: Option<TimeProposal>,
    pub reported: MatchReported,
    /// The time at which the only report counts
    #[serde(skip_serializing_if = "Option::is_none")]
    pub confirm_due_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_show: Option<MatchNoShow>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<MatchResult>,
    pub next: MatchNext,
}

/// The period in which a match is played.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchWindow {
    pub opens_at: DateTime<Utc>,
    /// Without an agreement by then, the match is played at `defaultAt`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settle_by: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default_at: Option<DateTime<Utc>>,
    /// The latest start; after it has passed, the tournament's end
    pub closes_at: DateTime<Utc>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TimeProposal {
    pub id: i64,
    pub side: MatchSide,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub user_id: Option<i64>,
    pub name: String,
    pub at: DateTime<Utc>,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    pub created_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
}

/// The sides that have reported. The reports themselves are visible to their own side and to staff.
#[derive(Clone, Copy, Debug, Default, Serialize, ToSchema)]
pub struct MatchReported {
    pub home: bool,
    pub away: bool,
}

#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchNoShow {
    /// The side that did not appear, according to the other side
    pub absent: MatchSide,
    pub reported_at: DateTime<Utc>,
    /// The time at which the report counts, unless the absent side objects
    pub stands_at: DateTime<Utc>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchResult {
    pub outcome: MatchOutcome,
    /// Games won
    #[serde(skip_serializing_if = "Option::is_none")]
    pub home_score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub away_score: Option<i32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub winner: Option<MatchSide>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<MatchGame>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decided_at: Option<DateTime<Utc>>,
    pub by: RuledBy,
}

/// The next step of each side and of staff.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct MatchNext {
    pub home: Next,
    pub away: Next,
    pub staff: Next,
}

#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct Next {
    pub code: NextCode,
    /// The deadline, or the time of an automatic step
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<DateTime<Utc>>,
}

impl LiveEvent for MatchNow {
    const NAME: &'static str = "match.changed";
    const ABOUT: &'static str = "Entry in `match:{id}`: the room as it is now; the highest version counts";

    fn topic(&self) -> String {
        topics::match_room(self.match_id)
    }

    fn version(&self) -> Option<i64> {
        None
    }
}

impl MatchNow {
    /// Returns the public part, without proposals and reports.
    #[must_use]
    pub fn public(self, now: DateTime<Utc>) -> Self {
        let standing = NextStepInput {
            state: self.state,
            scheduled_at: self.scheduled_at,
            ends_at: self.ends_at,
            settle_by: self.window.settle_by,
            proposal: None,
            reported: [None, None],
            confirm_due_at: None,
        };
        Self {
            proposal: None,
            reported: MatchReported::default(),
            confirm_due_at: None,
            no_show: None,
            next: standing.next(now),
            ..self
        }
    }
}

/// Returns these rooms, in the order of their ids. Planned once ([`manao_kernel::database`]).
pub async fn load(conn: &mut PgConnection, match_ids: &[i64], now: DateTime<Utc>) -> Result<Vec<MatchNow>, Problem> {
    let rows = sqlx::query!(
        r#"select m.id, m.tournament_id, coalesce(r.version, 0) as "version!", m.version as match_version, m.state as "state: MatchState",
                  m.home_id, m.away_id, m.scheduled_at, m.ends_at, m.time_source as "time_source: TimeSource", m.confirm_due_at,
                  m.outcome as "outcome: MatchOutcome", m.home_score, m.away_score, m.winner_side as "winner: MatchSide",
                  m.games as "games: Json<Vec<[i64; 2]>>", m.decided_at, m.decided_by as "decided_by: RuledBy",
                  coalesce(w.opens_at, m.drawn_at, t.start_at) as "opens_at!", w.default_at as "default_at?",
                  coalesce(w.closes_at, t.end_at) as "closes_at!", t.end_at as "end_at!", t.cancelled_at is not null as "cancelled!",
                  p.id as "proposal_id?", p.side as "proposal_side?: MatchSide", p.author_id as "proposal_author?", p.at as "proposal_at?",
                  p.note as "proposal_note?", p.created_at as "proposal_created?", p.expires_at as "proposal_expires?",
                  coalesce(u.display_name, '') as "proposal_name!",
                  h.kind as "home_report?: ReportKind", h.created_at as "home_at?", a.kind as "away_report?: ReportKind", a.created_at as "away_at?"

           from esports.matches m join esports.tournaments t on t.id = m.tournament_id
           left join esports.match_rooms r on r.match_id = m.id
           left join esports.match_rounds w on w.tournament_id = m.tournament_id and w.stage = m.stage and w.part = m.part and w.round = m.round
                and not m.extra
           left join esports.match_proposals p on p.match_id = m.id and p.state = 'open'
           left join people.users u on u.id = p.author_id
           left join esports.match_reports h on h.match_id = m.id and h.side = 'home' and h.void_at is null
           left join esports.match_reports a on a.match_id = m.id and a.side = 'away' and a.void_at is null
           where m.id = any((select $1::bigint[])::bigint[]) order by m.id"#,
        match_ids
    )
    .fetch_all(conn)
    .await?;
    let rooms = rows.into_iter().map(|row| {
        let side = match (row.home_report, row.away_report) {
            (Some(ReportKind::NoShow), None) => Some((MatchSide::Home, row.home_at)),
            (None, Some(ReportKind::NoShow)) => Some((MatchSide::Away, row.away_at)),
            _ => None,
        };
        let proposal = match (row.proposal_id, row.proposal_side, row.proposal_at, row.proposal_created, row.proposal_expires) {
            (Some(id), Some(side), Some(at), Some(created_at), Some(expires_at)) => Some(TimeProposal {
                id,
                side,
                user_id: row.proposal_author,
                name: row.proposal_name,
                at,
                note: row.proposal_note.unwrap_or_default(),
                created_at,
                expires_at,
            }),
            _ => None,
        };
        let no_show = match (side, row.confirm_due_at) {
            (Some((by, Some(reported_at))), Some(stands_at)) => Some(MatchNoShow { absent: by.other(), reported_at, stands_at }),
            _ => None,
        };
        let result = row.outcome.filter(|_| row.state == MatchState::Decided).map(|outcome| MatchResult {
            outcome,
            home_score: row.home_score,
            away_score: row.away_score,
            winner: row.winner,
            games: row.games.map(|games| games.0.into_iter().map(|[home, away]| MatchGame { home, away }).collect()),
            decided_at: row.decided_at,
            by: row.decided_by.unwrap_or(RuledBy::Staff),
        });
        let standing = NextStepInput {
            state: if row.cancelled && row.state != MatchState::Decided { MatchState::Cancelled } else { row.state },
            scheduled_at: row.scheduled_at,
            ends_at: row.ends_at,
            settle_by: row.default_at.map(|at| at - SETTLE),
            proposal: proposal.as_ref().map(|proposal| (proposal.side, proposal.expires_at)),
            reported: [row.home_report, row.away_report],
            confirm_due_at: row.confirm_due_at,
        };
        MatchNow {
            match_id: row.id,
            tournament_id: row.tournament_id,
            version: row.version,
            match_version: row.match_version,
            state: standing.state,
            home_id: row.home_id,
            away_id: row.away_id,
            scheduled_at: row.scheduled_at,
            ends_at: row.ends_at,
            time_source: row.time_source,
            window: MatchWindow {
                opens_at: row.opens_at,
                settle_by: standing.settle_by,
                default_at: row.default_at,
                // A match that joined the round late has until the tournament's end.
                closes_at: if row.closes_at <= now { row.closes_at.max(row.end_at) } else { row.closes_at },
            },
            proposal,
            reported: MatchReported { home: row.home_report.is_some(), away: row.away_report.is_some() },
            confirm_due_at: row.confirm_due_at,
            no_show,
            result,
            next: standing.next(now),
        }
    });
    Ok(rooms.collect())
}

/// Adds the current room to a refusal, so that a late caller sees what happened. The room is read after the change is rolled back.
pub async fn refused_now<T>(app: &App, match_id: i64, done: Result<T, Problem>) -> Result<T, Problem> {
    let problem = match done {
        Err(problem) if [409, 422].contains(&problem.code().status) && problem.code() != codes::match_of_many => problem,
        done => return done,
    };
    let mut conn = app.db.acquire().await?;
    let now = load(&mut conn, &[match_id], app.now()).await?.into_iter().next();
    Err(match now {
        Some(now) => problem.with("match", now),
        None => problem,
    })
}

/// The input from which the next steps follow.
struct NextStepInput {
    state: MatchState,
    scheduled_at: Option<DateTime<Utc>>,
    ends_at: Option<DateTime<Utc>>,
    settle_by: Option<DateTime<Utc>>,
    /// The side that proposed, and the deadline for an answer
    proposal: Option<(MatchSide, DateTime<Utc>)>,
    /// Reports of home and away
    reported: [Option<ReportKind>; 2],
    confirm_due_at: Option<DateTime<Utc>>,
}

impl NextStepInput {
    fn next(&self, now: DateTime<Utc>) -> MatchNext {
        MatchNext { home: self.of(MatchSide::Home, now), away: self.of(MatchSide::Away, now), staff: self.of_staff(now) }
    }

    fn of(&self, side: MatchSide, now: DateTime<Utc>) -> Next {
        let [mine, theirs] = if side == MatchSide::Home { self.reported } else { [self.reported[1], self.reported[0]] };
        let (code, until) = match self.state {
            MatchState::Locked | MatchState::Waiting => (NextCode::WaitOpponent, None),
            MatchState::Ready | MatchState::Scheduled => match self.proposal {
                Some((by, until)) if by == side => (NextCode::WaitAnswer, Some(until)),
                Some((_, until)) => (NextCode::AnswerTime, Some(until)),
                None if self.state == MatchState::Scheduled => (NextCode::Play, self.scheduled_at),
                None => (NextCode::ProposeTime, self.settle_by.filter(|at| *at > now)),
            },
            MatchState::Playing => (NextCode::Report, None),
            MatchState::Submitted => match (mine, theirs) {
                (Some(ReportKind::NoShow), _) => (NextCode::WaitContest, self.confirm_due_at),
                (Some(ReportKind::Score), _) => (NextCode::WaitReport, self.confirm_due_at),
                (None, Some(ReportKind::NoShow)) => (NextCode::Contest, self.confirm_due_at),
                (None, _) => (NextCode::Confirm, self.confirm_due_at),
            },
            MatchState::Disputed => (NextCode::WaitRuling, None),
            MatchState::Decided | MatchState::Bye | MatchState::Void => (NextCode::Done, None),
            MatchState::Cancelled => (NextCode::Cancelled, None),
        };
        Next { code, until }
    }

    fn of_staff(&self, now: DateTime<Utc>) -> Next {
        let absent = self.reported.contains(&Some(ReportKind::NoShow));
        let (code, until) = match self.state {
            MatchState::Disputed => (NextCode::Rule, None),
            MatchState::Submitted if absent => (NextCode::NoShow, self.confirm_due_at),
            MatchState::Ready if self.settle_by.is_none_or(|at| at <= now) => (NextCode::SetTime, None),
            MatchState::Playing if self.ends_at.is_some_and(|at| at + OVERDUE <= now) => (NextCode::Overdue, None),
            MatchState::Decided | MatchState::Bye | MatchState::Void => (NextCode::Done, None),
            MatchState::Cancelled => (NextCode::Cancelled, None),
            _ => (NextCode::None, None),
        };
        Next { code, until }
    }
}
