//! Writes changes of a stage in few statements, however many rows change.

use chrono::{DateTime, Utc};
use manao_domain::bracket::Outcome;
use manao_domain::match_time::NOTICE;
use serde_json::Value;

use super::layout::small;
use super::room_state::{RuledBy, TimeSource};
use super::store::{Course, Draw, MatchRow, Stage};
use super::view::{MatchOutcome, MatchSide, MatchState};
use super::{layout, room};
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

/// Raises the version of the bracket, for everything that this change writes. The first result starts the competition.
pub async fn next_version(change: &mut Change, stage: &mut Stage, begins: bool) -> Result<(), Problem> {
    let now = change.now();
    stage.version = sqlx::query_scalar!(
        "update esports.tournaments set bracket_version = bracket_version + 1,
                started_at = case when $2 then coalesce(started_at, $3) else started_at end
         where id = $1 returning bracket_version",
        stage.tournament_id,
        begins,
        now
    )
    .fetch_one(change.conn())
    .await?;
    Ok(())
}

/// Stores the current draw, and replaces any previous one.
pub async fn draw(change: &mut Change, stage: &Stage, draw: &Draw) -> Result<(), Problem> {
    sqlx::query!(
        "insert into esports.draws (tournament_id, stage, state, method, seed, base, pins, apart, arrangement, moves, swaps, version, generated_at,
           submitted_at, published_at, draft)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)
         on conflict (tournament_id, stage) do update set state = excluded.state, method = excluded.method, seed = excluded.seed,
           base = excluded.base, pins = excluded.pins, apart = excluded.apart, arrangement = excluded.arrangement, moves = excluded.moves,
           swaps = excluded.swaps, version = excluded.version, generated_at = excluded.generated_at, submitted_at = excluded.submitted_at,
           published_at = excluded.published_at, draft = excluded.draft",
        stage.tournament_id,
        stage.stage,
        draw.state.as_str(),
        draw.method.as_str(),
        draw.seed.cast_signed(),
        &draw.base,
        serde_json::to_value(&draw.pins)?,
        draw.apart,
        serde_json::to_value(&draw.arrangement)?,
        serde_json::to_value(&draw.moves)?,
        serde_json::to_value(&draw.swaps)?,
        draw.version,
        draw.generated_at,
        draw.submitted_at,
        draw.published_at,
        draw.draft
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// The columns of rows, as arrays.
#[derive(Default)]
struct Columns {
    positions: Vec<i32>,
    states: Vec<String>,
    homes: Vec<Option<i64>>,
    aways: Vec<Option<i64>>,
    outcomes: Vec<Option<String>>,
    forfeited: Vec<bool>,
    home_scores: Vec<Option<i32>>,
    away_scores: Vec<Option<i32>>,
    winners: Vec<Option<String>>,
    winner_ids: Vec<Option<i64>>,
    games: Vec<Option<Value>>,
    decided: Vec<Option<DateTime<Utc>>>,
    decided_by: Vec<Option<String>>,
}

impl Columns {
    fn from_rows<'a>(rows: impl Iterator<Item = (usize, &'a Course)>) -> Result<Self, Problem> {
        let mut columns = Self::default();
        for (at, course) in rows {
            columns.positions.push(small(at));
            columns.states.push(course.state.as_str().to_owned());
            columns.homes.push(course.home_id);
            columns.aways.push(course.away_id);
            columns.outcomes.push(course.outcome.map(|outcome| outcome.as_str().to_owned()));
            columns.forfeited.push(course.forfeited);
            columns.home_scores.push(course.home_score);
            columns.away_scores.push(course.away_score);
            columns.winners.push(course.winner.map(|side| side.as_str().to_owned()));
            columns.winner_ids.push(course.winner_id());
            columns.games.push(course.games.as_ref().map(serde_json::to_value).transpose()?);
            columns.decided.push(course.decided_at);
            columns.decided_by.push(course.decided_by.map(|by| by.as_str().to_owned()));
        }
        Ok(columns)
    }
}

/// Stores the matches from this position on, with the version of the stage, and sets their ids.
pub async fn insert(change: &mut Change, stage: &mut Stage, from: usize) -> Result<(), Problem> {
    let now = change.now();
    let order = stage.order();
    let slots = |home: bool| -> Vec<Option<String>> {
        let slot =
            |at: usize| stage.drawn.get(at).map(|drawn| layout::slot_text(if home { drawn.home } else { drawn.away }, &order));
        (from..stage.matches.len()).map(slot).collect()
    };
    let (home_slots, away_slots) = (slots(true), slots(false));
    let rows = &stage.matches[from..];
    let columns = Columns::from_rows(rows.iter().enumerate().map(|(at, row)| (at + from, &row.course)))?;
    fn each<T>(rows: &[MatchRow], of: impl Fn(&MatchRow) -> T) -> Vec<T> {
        rows.iter().map(of).collect()
    }
    let ids = sqlx::query!(
        "insert into esports.matches (tournament_id, stage, position, part, group_number, round, number, label, best_of, extra, home_slot, away_slot,
           state, home_id, away_id, winner_side, winner_id, outcome, forfeited, decided_at, drawn_at, version)
         select $1, $2, d.position, d.part, d.group_number, d.round, d.number, d.label, d.best_of, d.extra, d.home_slot, d.away_slot,
                d.state, d.home_id, d.away_id, d.winner_side, d.winner_id, d.outcome, d.forfeited, d.decided_at, $3, $4
         from unnest($5::int[], $6::text[], $7::int[], $8::int[], $9::int[], $10::int[], $11::int[], $12::bool[], $13::text[], $14::text[],
                     $15::text[], $16::bigint[], $17::bigint[], $18::text[], $19::bigint[], $20::text[], $21::bool[], $22::timestamptz[])
              as d (position, part, group_number, round, number, label, best_of, extra, home_slot, away_slot, state, home_id, away_id,
                    winner_side, winner_id, outcome, forfeited, decided_at)
         order by d.position returning id, position",
        stage.tournament_id,
        stage.stage,
        now,
        stage.version,
        &columns.positions,
        &each(rows, |row| row.part.as_str().to_owned()),
        &each(rows, |row| row.group) as &[Option<i32>],
        &each(rows, |row| row.round),
        &each(rows, |row| row.number),
        &each(rows, |row| row.label) as &[Option<i32>],
        &each(rows, |row| row.best_of),
        &each(rows, |row| row.extra),
        &home_slots as &[Option<String>],
        &away_slots as &[Option<String>],
        &columns.states,
        &columns.homes as &[Option<i64>],
        &columns.aways as &[Option<i64>],
        &columns.winners as &[Option<String>],
        &columns.winner_ids as &[Option<i64>],
        &columns.outcomes as &[Option<String>],
        &columns.forfeited,
        &columns.decided as &[Option<DateTime<Utc>>]
    )
    .fetch_all(change.conn())
    .await?;
    room::open(change, &ids.iter().map(|stored| stored.id).collect::<Vec<_>>()).await?;
    let version = stage.version;
    for stored in ids {
        if let Some(row) = usize::try_from(stored.position).ok().and_then(|at| stage.matches.get_mut(at)) {
            (row.id, row.version, row.drawn_at) = (stored.id, version, Some(now));
        }
    }
    Ok(())
}

/// Updates the rows of these matches from the engine and the rulings. Returns the ones that changed; they get the stage's version.
pub async fn update(
    change: &mut Change,
    stage: &mut Stage,
    touched: &[usize],
    rulings: &[Ruling<'_>],
) -> Result<Vec<usize>, Problem> {
    let changed = stage.bring_up(change.now(), touched, rulings);
    store(change, stage, &changed).await?;
    Ok(changed)
}

impl Stage {
    /// Does the same without storing anything.
    pub fn bring_up(&mut self, now: DateTime<Utc>, touched: &[usize], rulings: &[Ruling<'_>]) -> Vec<usize> {
        let mut changed = Vec::new();
        for at in touched {
            let before = self.matches[*at].clone();
            let mut course = self.course(*at, self.matches.get(*at), now);
            if self.release_time(*at, &course, now) {
                course = self.course(*at, self.matches.get(*at), now);
            }
            // A match whose result is taken back within its time goes on being played.
            if before.course.state == MatchState::Decided
                && course.state == MatchState::Scheduled
                && before.scheduled_at.is_some_and(|begins| begins <= now)
            {
                course.state = MatchState::Playing;
            }
            let ruled = rulings.iter().find(|ruling| ruling.at == *at && ruling.outcome.is_some());
            if let Some(ruling) = ruled {
                course.games = ruling.games.map(<[[i64; 2]]>::to_vec);
                course.decided_at = Some(now);
                course.decided_by = Some(ruling.by);
            }
            if before.course == course {
                self.matches[*at] = before;
            } else {
                let version = self.version;
                let row = &mut self.matches[*at];
                (row.course, row.version) = (course, version);
                changed.push(*at);
            }
        }
        changed
    }

    /// Releases the time of a match if its sides changed and did not agree on it, or would be late for it. A result that is taken back
    /// also loses a past time, because the match is played again.
    fn release_time(&mut self, at: usize, course: &Course, now: DateTime<Utc>) -> bool {
        let row = &mut self.matches[at];
        let others = [row.course.home_id, row.course.away_id] != [course.home_id, course.away_id];
        let too_late = row.scheduled_at.is_some_and(|begins| begins < now + NOTICE);
        let taken_back = row.course.state == MatchState::Decided && course.state != MatchState::Decided;
        let released = others && course.state != MatchState::Decided && (too_late || row.time_source == Some(TimeSource::Agreed))
            || taken_back && row.ends_at.is_some_and(|ends| ends <= now);
        if released {
            (row.scheduled_at, row.ends_at, row.time_source) = (None, None, None);
        }
        released
    }
}

/// Stores these rows.
pub async fn store(change: &mut Change, stage: &Stage, changed: &[usize]) -> Result<(), Problem> {
    if changed.is_empty() {
        return Ok(());
    }
    let columns = Columns::from_rows(changed.iter().map(|at| (*at, &stage.matches[*at].course)))?;
    let timed: Vec<bool> = changed.iter().map(|at| stage.matches[*at].scheduled_at.is_some()).collect();
    sqlx::query!(
        "update esports.matches m set state = d.state, home_id = d.home_id, away_id = d.away_id, outcome = d.outcome, forfeited = d.forfeited,
           home_score = d.home_score, away_score = d.away_score, winner_side = d.winner_side, winner_id = d.winner_id,
           games = d.games, decided_at = d.decided_at, decided_by = d.decided_by, version = $3,
           scheduled_at = case when d.timed then m.scheduled_at end, ends_at = case when d.timed then m.ends_at end,
           time_source = case when d.timed then m.time_source end,
           confirm_due_at = case when d.state = 'submitted' then m.confirm_due_at end
         from unnest($4::int[], $5::text[], $6::bigint[], $7::bigint[], $8::text[], $9::bool[], $10::int[], $11::int[], $12::text[],
                     $13::bigint[], $14::jsonb[], $15::timestamptz[], $16::text[], $17::bool[])
              as d (position, state, home_id, away_id, outcome, forfeited, home_score, away_score, winner_side, winner_id, games, decided_at,
                    decided_by, timed)
         where m.tournament_id = $1 and m.stage = $2 and m.position = d.position",
        stage.tournament_id,
        stage.stage,
        stage.version,
        &columns.positions,
        &columns.states,
        &columns.homes as &[Option<i64>],
        &columns.aways as &[Option<i64>],
        &columns.outcomes as &[Option<String>],
        &columns.forfeited,
        &columns.home_scores as &[Option<i32>],
        &columns.away_scores as &[Option<i32>],
        &columns.winners as &[Option<String>],
        &columns.winner_ids as &[Option<i64>],
        &columns.games as &[Option<Value>],
        &columns.decided as &[Option<DateTime<Utc>>],
        &columns.decided_by as &[Option<String>],
        &timed
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// A decision on a match, or its withdrawal.
pub struct Ruling<'a> {
    pub at: usize,
    pub outcome: Option<Outcome>,
    pub games: Option<&'a [[i64; 2]]>,
    pub by: RuledBy,
}

impl Ruling<'_> {
    /// Returns the withdrawal of a decision.
    pub fn back(at: usize) -> Self {
        Self { at, outcome: None, games: None, by: RuledBy::Staff }
    }
}

/// Appends to the log of decisions by people.
pub async fn rule(
    change: &mut Change,
    stage: &Stage,
    rulings: &[Ruling<'_>],
    (actor_id, reason): (Option<i64>, Option<&str>),
) -> Result<(), Problem> {
    let now = change.now();
    if rulings.is_empty() {
        return Ok(());
    }
    let courses: Vec<Course> = rulings.iter().map(|ruling| Course::from_outcome(ruling.outcome)).collect();
    let matches: Vec<i64> = rulings.iter().map(|ruling| stage.matches[ruling.at].id).collect();
    let outcomes: Vec<Option<String>> = courses.iter().map(|course| course.outcome.map(word)).collect();
    let winners: Vec<Option<String>> =
        courses.iter().map(|course| course.winner.map(|side| MatchSide::as_str(side).to_owned())).collect();
    let home: Vec<Option<i32>> = courses.iter().map(|course| course.home_score).collect();
    let away: Vec<Option<i32>> = courses.iter().map(|course| course.away_score).collect();
    let games: Vec<Option<Value>> =
        rulings.iter().map(|ruling| ruling.games.map(serde_json::to_value).transpose()).collect::<Result<_, _>>()?;
    sqlx::query!(
        "insert into esports.match_results (tournament_id, stage, match_id, version, at, actor_id, outcome, winner_side, home_score, away_score, games,
           reason)
         select $1, $2, r.match_id, $3, $4, $5, r.outcome, r.winner_side, r.home_score, r.away_score, r.games, $6
         from unnest($7::bigint[], $8::text[], $9::text[], $10::int[], $11::int[], $12::jsonb[]) with ordinality
              as r (match_id, outcome, winner_side, home_score, away_score, games, number) order by r.number",
        stage.tournament_id,
        stage.stage,
        stage.version,
        now,
        actor_id,
        reason,
        &matches,
        &outcomes as &[Option<String>],
        &winners as &[Option<String>],
        &home as &[Option<i32>],
        &away as &[Option<i32>],
        &games as &[Option<Value>]
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

fn word(outcome: MatchOutcome) -> String {
    outcome.as_str().to_owned()
}
