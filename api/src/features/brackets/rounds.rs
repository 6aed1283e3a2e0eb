//! When the rounds of a stage are played: planned once its draw is published.

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};
use manao_domain::bracket::Part;
use manao_domain::match_time::{self, Hours, Span};

use super::results::small;
use super::store::Stage;
use crate::database::Change;
use crate::problem::Problem;

/// Writes the windows of the stage's rounds. The stages that are left share the time that is left; of matches between many there are none.
pub async fn plan(change: &mut Change, stage: &Stage) -> Result<(), Problem> {
    let row = sqlx::query!(
        r#"select t.start_at as "start_at!", t.end_at as "end_at!", g.game_minutes,
                  coalesce((t.form->>'hoursFrom')::bigint, 0) as "hours_from!", coalesce((t.form->>'hoursTo')::bigint, 24) as "hours_to!"
           from tournaments t join esport_games g on g.id = t.game_id where t.id = $1"#,
        stage.tournament_id
    )
    .fetch_one(change.conn())
    .await?;
    let steps = match_time::steps(&stage.drawn);
    let mut lengths = vec![TimeDelta::zero(); steps.iter().max().map_or(0, |last| last + 1)];
    let mut rounds: BTreeMap<(&str, i32), usize> = BTreeMap::new();
    for (of, step) in stage.drawn.iter().zip(&steps).filter(|(of, _)| !of.extra) {
        lengths[*step] = lengths[*step].max(match_time::length(of.best_of.into(), row.game_minutes));
        let round = rounds.entry((Part::as_str(of.part), small(of.round))).or_default();
        *round = (*round).max(*step);
    }
    let from = row.start_at.max(change.now());
    let left = (stage.last_stage - stage.stage + 1).max(1);
    // Too late for its dates, each round has a day.
    let to = if row.end_at > from {
        from + (row.end_at - from) / left
    } else {
        from + TimeDelta::days(1) * small(lengths.len().max(1))
    };
    let windows = match_time::plan(Span { from, to }, Hours { from: row.hours_from, to: row.hours_to }, &lengths);
    let planned: Vec<_> = rounds.into_iter().filter_map(|(round, step)| Some((round, *windows.get(step)?))).collect();
    let times = |of: fn(&match_time::Window) -> DateTime<Utc>| -> Vec<DateTime<Utc>> {
        planned.iter().map(|(_, window)| of(window)).collect()
    };
    sqlx::query!(
        "insert into match_rounds (tournament_id, stage, part, round, opens_at, default_at, closes_at)
         select $1, $2, r.* from unnest($3::text[], $4::int[], $5::timestamptz[], $6::timestamptz[], $7::timestamptz[])
              as r (part, round, opens_at, default_at, closes_at)
         on conflict (tournament_id, stage, part, round) do update
           set opens_at = excluded.opens_at, default_at = excluded.default_at, closes_at = excluded.closes_at",
        stage.tournament_id,
        stage.stage,
        &planned.iter().map(|((part, _), _)| (*part).to_owned()).collect::<Vec<String>>(),
        &planned.iter().map(|((_, round), _)| *round).collect::<Vec<i32>>(),
        &times(|window| window.opens_at),
        &times(|window| window.default_at),
        &times(|window| window.closes_at)
    )
    .execute(change.conn())
    .await?;
    Ok(())
}
