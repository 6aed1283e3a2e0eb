//! A stage at a past moment, and the list of such moments.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use manao_domain::bracket::{Entrant, Match, Outcome, Play, Slot};
use sqlx::PgConnection;
use sqlx::types::Json;

use super::store::{MatchRow, Stage};
use super::view::{DrawState, MatchOutcome, MatchSide, MatchState};
use super::view_results::{BracketMoment, BracketMoments};
use super::{results, survivor};
use manao_kernel::problem::{Problem, codes};

/// Most moments in one answer.
const MOMENTS: i64 = 2_000;

/// Returns the stage with the results and exits of that moment.
///
/// # Errors
/// 404 `bracket_not_found` when it was not published yet.
pub async fn at(conn: &mut PgConnection, mut stage: Stage, at: DateTime<Utc>) -> Result<Stage, Problem> {
    let published = stage.draw.as_ref().filter(|draw| draw.state == DrawState::Published).and_then(|draw| draw.published_at);
    if published.is_none_or(|published| published > at) {
        return Err(codes::bracket_not_found.into());
    }
    stage.closures.retain(|closure| closure.closed_at <= at);
    let later = stage.matches.iter().rposition(|row| row.drawn_at.is_none_or(|drawn| drawn <= at)).map_or(0, |last| last + 1);
    stage.matches.truncate(later);
    stage.drawn.truncate(later);
    unswap(&mut stage, at);
    let mut version = exits(conn, &mut stage, at).await?;
    let results = results_of(conn, &stage, at).await?;
    let decided: Vec<(usize, Outcome)> = stage
        .matches
        .iter()
        .enumerate()
        .filter_map(|(at, row)| Some((at, results::outcome_of(&results.get(&row.id)?.course)?)))
        .collect();
    stage.play = Play::replay(&stage.drawn, stage.entrants.len(), &stage.out(), &decided);
    for position in 0..stage.drawn.len() {
        let then = results.get(&stage.matches[position].id);
        version = version.max(then.map_or(0, |row| row.version));
        let course = stage.course(position, then, at);
        let row = &mut stage.matches[position];
        row.version = then.map_or(row.version, |then| then.version);
        row.course = course;
    }
    stage.heats = survivor::heats(conn, &stage, Some(at)).await?;
    stage.version = version;
    Ok(stage)
}

/// Undoes swaps made after the moment, the last first.
fn unswap(stage: &mut Stage, at: DateTime<Utc>) {
    let Some(draw) = &mut stage.draw else { return };
    while let Some(swap) = draw.swaps.pop_if(|swap| swap.at.is_some_and(|swapped| swapped > at)) {
        exchange(&mut draw.arrangement, swap.pair);
        if let (Some(one), Some(other)) = (stage.index.get(&swap.pair[0]), stage.index.get(&swap.pair[1])) {
            exchange_slots(&mut stage.drawn, *one, *other);
        }
    }
}

/// Exchanges two entrants in an arrangement.
pub fn exchange(arrangement: &mut [Vec<Option<i64>>], [one, other]: [i64; 2]) {
    for place in arrangement.iter_mut().flatten().flatten() {
        if *place == one {
            *place = other;
        } else if *place == other {
            *place = one;
        }
    }
}

/// Exchanges two entrants in the matches that were drawn from it.
pub fn exchange_slots(drawn: &mut [Match], one: Entrant, other: Entrant) {
    for slot in drawn.iter_mut().flat_map(|drawn| [&mut drawn.home, &mut drawn.away]) {
        if *slot == Slot::Entrant(one) {
            *slot = Slot::Entrant(other);
        } else if *slot == Slot::Entrant(other) {
            *slot = Slot::Entrant(one);
        }
    }
}

/// Sets who was out at the moment. Returns the version that made it so.
async fn exits(conn: &mut PgConnection, stage: &mut Stage, at: DateTime<Utc>) -> Result<i64, Problem> {
    let rows = sqlx::query!(
        "select distinct on (entrant_id) entrant_id, out, version, at from esports.entrant_exits where tournament_id = $1 and at <= $2
         order by entrant_id, id desc",
        stage.tournament_id,
        at
    )
    .fetch_all(conn)
    .await?;
    for entrant in &mut stage.entrants {
        let row = rows.iter().find(|row| row.entrant_id == entrant.id && row.out);
        (entrant.out, entrant.out_at) = (row.is_some(), row.map(|row| row.at));
        entrant.out_version = row.map(|row| row.version);
    }
    Ok(rows.iter().map(|row| row.version).max().unwrap_or_default())
}

/// Returns, by match, the result that counted at the moment, as a row.
async fn results_of(conn: &mut PgConnection, stage: &Stage, at: DateTime<Utc>) -> Result<HashMap<i64, MatchRow>, Problem> {
    let rows = sqlx::query!(
        r#"select distinct on (match_id) match_id, version, at, outcome as "outcome: MatchOutcome", winner_side as "winner_side: MatchSide",
                  home_score, away_score, games as "games: Json<Vec<[i64; 2]>>"
           from esports.match_results where tournament_id = $1 and stage = $2 and at <= $3 order by match_id, id desc"#,
        stage.tournament_id,
        stage.stage,
        at
    )
    .fetch_all(conn)
    .await?;
    let mut then = HashMap::new();
    for result in rows {
        let Some(position) = stage.position_of(result.match_id) else { continue };
        let mut row = stage.matches[position].clone();
        row.version = result.version;
        let course = &mut row.course;
        course.forfeited = false;
        course.state = if result.outcome.is_some() { MatchState::Decided } else { MatchState::Ready };
        course.outcome = result.outcome;
        course.winner = result.winner_side;
        (course.home_score, course.away_score) = (result.home_score, result.away_score);
        course.games = result.games.map(|games| games.0);
        course.decided_at = Some(result.at);
        then.insert(result.match_id, row);
    }
    Ok(then)
}

/// Returns the moments when results of a stage were decided or taken back, or entrants went out; oldest first.
///
/// # Errors
/// 404 `tournament_not_found`, `stage_not_found`, `bracket_not_found`.
pub async fn moments(conn: &mut PgConnection, tournament_id: i64, stage: i32) -> Result<BracketMoments, Problem> {
    let there = sqlx::query!(
        r#"select exists (select from esports.tournament_stages s where s.tournament_id = t.id and s.position = $2) as "stage!",
                  exists (select from esports.draws d where d.tournament_id = t.id and d.stage = $2 and d.state = 'published') as "published!"
           from esports.tournaments t where t.id = $1 and t.published_at is not null"#,
        tournament_id,
        stage
    )
    .fetch_optional(&mut *conn)
    .await?
    .ok_or(codes::tournament_not_found)?;
    if !there.stage {
        return Err(codes::stage_not_found.into());
    }
    if !there.published {
        return Err(codes::bracket_not_found.into());
    }
    let rows = sqlx::query!(
        r#"select version as "version!", min(at) as "at!", array_agg(match_id order by match_id) filter (where match_id is not null) as match_ids
           from (select version, at, match_id from esports.match_results where tournament_id = $1 and stage = $2
                 union all select version, at, match_id from esports.survivor_maps where tournament_id = $1 and stage = $2 and not draft
                 union all select x.version, x.at, m.id from esports.entrant_exits x
                   left join esports.matches m on m.tournament_id = $1 and m.stage = $2 and m.version = x.version
                   where x.tournament_id = $1) moments
           group by version order by version desc limit $3"#,
        tournament_id,
        stage,
        MOMENTS
    )
    .fetch_all(conn)
    .await?;
    let mut items: Vec<BracketMoment> = rows
        .into_iter()
        .map(|row| BracketMoment { version: row.version, at: row.at, match_ids: row.match_ids.unwrap_or_default() })
        .collect();
    items.reverse();
    Ok(BracketMoments { items })
}
