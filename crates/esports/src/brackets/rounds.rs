//! Windows of a stage's rounds: planned when its draw is published, and again when the tournament's dates change.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};
use manao_domain::bracket::Part;
use manao_domain::match_time::{self, Hours, Span, Window};

use super::attention::MatchStuck;
use super::layout::small;
use super::room_state;
use super::store::{MatchRow, Stage};
use super::view::MatchState;
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

/// A round of a stage: its part, and its number from 1.
type Round = (&'static str, i32);

/// Stores the windows of the stage's rounds. Remaining stages share the remaining time; heats have no windows. Once matches of a round
/// were played, its window stays, as do those of rounds played at the same time. Returns the rounds whose window changed.
pub async fn plan(change: &mut Change, stage: &Stage) -> Result<Vec<(String, i32)>, Problem> {
    let planned = windows(change, stage).await?;
    let times =
        |of: fn(&Window) -> DateTime<Utc>| -> Vec<DateTime<Utc>> { planned.iter().map(|(_, window)| of(window)).collect() };
    let changed = sqlx::query!(
        "insert into esports.match_rounds as w (tournament_id, stage, part, round, opens_at, default_at, closes_at)
         select $1, $2, r.* from unnest($3::text[], $4::int[], $5::timestamptz[], $6::timestamptz[], $7::timestamptz[])
              as r (part, round, opens_at, default_at, closes_at)
         on conflict (tournament_id, stage, part, round) do update
           set opens_at = excluded.opens_at, default_at = excluded.default_at, closes_at = excluded.closes_at
           where (w.opens_at, w.default_at, w.closes_at) is distinct from (excluded.opens_at, excluded.default_at, excluded.closes_at)
         returning part, round",
        stage.tournament_id,
        stage.stage,
        &planned.iter().map(|((part, _), _)| (*part).to_owned()).collect::<Vec<String>>(),
        &planned.iter().map(|((_, round), _)| *round).collect::<Vec<i32>>(),
        &times(|window| window.opens_at),
        &times(|window| window.default_at),
        &times(|window| window.closes_at)
    )
    .fetch_all(change.conn())
    .await?;
    Ok(changed.into_iter().map(|row| (row.part, row.round)).collect())
}

/// Plans all drawn stages again, after the tournament's dates or hours changed. The tournament is locked.
pub async fn plan_again(change: &mut Change, tournament_id: i64) -> Result<(), Problem> {
    let stages = sqlx::query_scalar!(
        "select stage from esports.draws where tournament_id = $1 and state = 'published' order by stage",
        tournament_id
    )
    .fetch_all(change.conn())
    .await?;
    for number in stages {
        let stage = Stage::load(change.conn(), tournament_id, number).await?;
        let changed = plan(change, &stage).await?;
        tell(change, (tournament_id, number), &changed, &[]).await?;
    }
    Ok(())
}

/// Returns the windows of the rounds that have not begun.
async fn windows(change: &mut Change, stage: &Stage) -> Result<Vec<(Round, Window)>, Problem> {
    let now = change.now();
    let row = sqlx::query!(
        r#"select t.start_at as "start_at!", t.end_at as "end_at!", g.game_minutes,
                  t.hours_from, t.hours_to
           from esports.tournaments t join esports.esport_games g on g.id = t.game_id where t.id = $1"#,
        stage.tournament_id
    )
    .fetch_one(change.conn())
    .await?;
    let steps = match_time::steps(&stage.drawn);
    let mut lengths = vec![TimeDelta::zero(); steps.iter().max().map_or(0, |last| last + 1)];
    let mut rounds: BTreeMap<Round, usize> = BTreeMap::new();
    let mut begun: BTreeSet<usize> = BTreeSet::new();
    for ((of, step), row_of) in stage.drawn.iter().zip(&steps).zip(&stage.matches).filter(|((of, _), _)| !of.extra) {
        lengths[*step] = lengths[*step].max(match_time::length(of.best_of.into(), row.game_minutes));
        let round = rounds.entry((Part::as_str(of.part), small(of.round))).or_default();
        *round = (*round).max(*step);
        begun.extend(was_played(row_of).then_some(*step));
    }
    let open: Vec<usize> = (0..lengths.len()).filter(|step| !begun.contains(step)).collect();
    let published_at = stage.draw.as_ref().and_then(|draw| draw.published_at).unwrap_or(now);
    let beginning = row.start_at.max(published_at);
    let left = (stage.last_stage - stage.stage + 1).max(1);
    // Past the tournament's dates, each round has a day.
    let a_day_each = |from: DateTime<Utc>| from + TimeDelta::days(1) * small(open.len().max(1));
    let to = if row.end_at > beginning { beginning + (row.end_at - beginning) / left } else { a_day_each(beginning) };
    let mut from = beginning.max(now);
    if let Some(closes_at) = before(change, stage, (&rounds, &begun), open.first().copied()).await?.filter(|at| *at < to) {
        from = from.max(closes_at);
    }
    let to = match to {
        to if to > from => to,
        _ if row.end_at > from => row.end_at,
        _ => a_day_each(from),
    };
    let open_lengths: Vec<TimeDelta> = open.iter().map(|step| lengths[*step]).collect();
    let hours = Hours { from: row.hours_from, to: row.hours_to };
    let windows: BTreeMap<usize, Window> =
        open.iter().copied().zip(match_time::plan(Span { from, to }, hours, &open_lengths)).collect();
    Ok(rounds.into_iter().filter_map(|(round, step)| Some((round, *windows.get(&step)?))).collect())
}

/// Returns whether the match was played, or has begun.
fn was_played(row: &MatchRow) -> bool {
    match row.course.state {
        MatchState::Playing | MatchState::Submitted | MatchState::Disputed => true,
        MatchState::Decided => !row.course.forfeited,
        _ => false,
    }
}

/// Returns the end of the rounds before the first one to plan.
async fn before(
    change: &mut Change,
    stage: &Stage,
    (rounds, begun): (&BTreeMap<Round, usize>, &BTreeSet<usize>),
    first: Option<usize>,
) -> Result<Option<DateTime<Utc>>, Problem> {
    let Some(first) = first.filter(|_| !begun.is_empty()) else { return Ok(None) };
    let rows = sqlx::query!(
        "select part, round, closes_at from esports.match_rounds where tournament_id = $1 and stage = $2",
        stage.tournament_id,
        stage.stage
    )
    .fetch_all(change.conn())
    .await?;
    let step = |part: &str, number: i32| rounds.iter().find(|((p, n), _)| *p == part && *n == number).map(|(_, step)| *step);
    Ok(rows.iter().filter(|row| step(&row.part, row.round).is_some_and(|step| step < first)).map(|row| row.closes_at).max())
}

/// Notifies the rooms of these rounds of the new window, except those in `known`. Also notifies the desk of matches that no longer wait for
/// staff, because the default time of their round is ahead again. The tournament is locked.
pub async fn tell(
    change: &mut Change,
    (tournament_id, stage): (i64, i32),
    rounds: &[(String, i32)],
    known: &[i64],
) -> Result<(), Problem> {
    let at = change.now();
    let (parts, numbers): (Vec<String>, Vec<i32>) = rounds.iter().cloned().unzip();
    let ids = sqlx::query_scalar!(
        "insert into esports.match_rooms as r (match_id, version, home_id, away_id, state)
         select m.id, 1, m.home_id, m.away_id, m.state from esports.matches m
         where m.tournament_id = $1 and m.stage = $2 and m.upcoming and m.home_slot is not null and not m.extra
           and m.id <> all($3) and (m.part, m.round) in (select * from unnest($4::text[], $5::int[])) order by m.id
         on conflict (match_id) do update set version = r.version + 1 returning r.match_id",
        tournament_id,
        stage,
        known,
        &parts,
        &numbers
    )
    .fetch_all(change.conn())
    .await?;
    if ids.is_empty() {
        return Ok(());
    }
    let now = room_state::load(change.conn(), &ids, at).await?;
    for now in &now {
        change.emit(now)?;
    }
    let waited = sqlx::query_scalar!(
        "update esports.matches set stuck_told = null where id = any($1) and state = 'ready' and stuck_told is not null returning id",
        &ids
    )
    .fetch_all(change.conn())
    .await?;
    let now: Vec<_> = now.iter().filter(|now| waited.contains(&now.match_id)).collect();
    MatchStuck::tell(change, &now).await
}
