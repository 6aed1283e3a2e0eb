//! Final ranks: every entrant has one, those who went out in an earlier stage after all of the later ones.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, TimeDelta, Utc};
use sqlx::PgConnection;

use super::live::BracketLive;
use super::store::Stage;
use super::view::DrawState;
use super::write;
use crate::tournaments::{self, Revision};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};

/// Time after the end in which results may be corrected.
pub(crate) const CORRECTION: TimeDelta = TimeDelta::hours(48);

/// Returns the moment until which staff may decide and correct results; None while the tournament goes on.
pub fn decidable_until(cancelled_at: Option<DateTime<Utc>>, finished_at: Option<DateTime<Utc>>) -> Option<DateTime<Utc>> {
    cancelled_at.or(finished_at.map(|finished| finished + CORRECTION))
}

impl Stage {
    /// Checks that results may still be entered or corrected.
    ///
    /// # Errors
    /// 409 `tournament_cancelled`; `tournament_over` 48 hours after the end.
    pub fn may_decide(&self, now: DateTime<Utc>) -> Result<(), Problem> {
        match decidable_until(self.cancelled_at, self.finished_at) {
            Some(_) if self.cancelled_at.is_some() => Err(codes::tournament_cancelled.into()),
            Some(until) if until < now => Err(codes::tournament_over.into()),
            _ => Ok(()),
        }
    }

    /// Returns whether every match and map is decided.
    pub fn is_decided(&self) -> bool {
        let published = self.draw.as_ref().is_some_and(|draw| draw.state == DrawState::Published);
        published && !self.matches.is_empty() && self.matches.iter().all(|row| row.course.state.is_settled())
    }
}

/// Closes the tournament with the ranks of its results.
///
/// # Errors
/// 404 `tournament_not_found`; 409 `matches_open` while a match of the last stage is not decided, `stage_open` while a group of it is not
/// closed, `tournament_cancelled`, `tournament_over`.
pub async fn finish(app: &App, user_id: i64, tournament_id: i64) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let first = Stage::lock(&mut change, tournament_id, 1).await?;
    first.standing()?;
    let number = first.last_stage;
    let mut last = if number == 1 { first } else { Stage::load(change.conn(), tournament_id, number).await? };
    if !last.is_decided() {
        return Err(codes::matches_open.into());
    }
    if !last.is_closed() {
        return Err(codes::stage_open.into());
    }
    write::next_version(&mut change, &mut last, false).await?;
    last.finished_at = Some(change.now());
    store(&mut change, &last).await?;
    let now = change.now();
    sqlx::query!("update esports.tournaments set finished_at = $2 where id = $1", tournament_id, now)
        .execute(change.conn())
        .await?;
    let has_champion = last.ranks().values().any(|rank| *rank == 1);
    let kind = if has_champion { "tournament_finished" } else { "tournament_finished_without_champion" };
    let revision = Revision { actor_id: Some(user_id), kind, ..Revision::default() };
    tournaments::log(&mut change, tournament_id, revision).await?;
    change.emit(&BracketLive::reload(&last))?;
    tournaments::announce(&mut change, tournament_id).await?;
    change.commit().await?;
    tournaments::forget_bracket(app, tournament_id);
    Ok(())
}

/// Updates ranks after a correction; with an open match or tie, the tournament goes on.
pub async fn refresh(change: &mut Change, stage: &Stage) -> Result<(), Problem> {
    if stage.finished_at.is_none() {
        return Ok(());
    }
    let id = stage.tournament_id;
    let last = Stage::load(change.conn(), id, stage.last_stage).await?;
    if last.is_decided() && !last.has_open_ties() {
        return store(change, &last).await;
    }
    sqlx::query!("delete from esports.tournament_rankings where tournament_id = $1", id).execute(change.conn()).await?;
    sqlx::query!("update esports.tournaments set finished_at = null where id = $1", id).execute(change.conn()).await?;
    let revision = Revision { kind: "tournament_resumed", ..Revision::default() };
    tournaments::log(change, id, revision).await?;
    tournaments::announce(change, id).await
}

async fn store(change: &mut Change, last: &Stage) -> Result<(), Problem> {
    let ranks = ranks(change.conn(), last).await?;
    let (entrants, places): (Vec<i64>, Vec<i32>) = ranks.into_iter().unzip();
    sqlx::query!("delete from esports.tournament_rankings where tournament_id = $1", last.tournament_id)
        .execute(change.conn())
        .await?;
    sqlx::query!(
        "insert into esports.tournament_rankings (tournament_id, entrant_id, rank)
         select $1, r.id, r.rank from unnest($2::bigint[], $3::int[]) as r (id, rank)",
        last.tournament_id,
        &entrants,
        &places
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Returns the ranks of the last stage, then those of earlier stages for entrants who did not go on. A place shared in a stage is shared
/// in the end.
pub async fn ranks(conn: &mut PgConnection, last: &Stage) -> Result<Vec<(i64, i32)>, Problem> {
    let mut ranks: Vec<(i64, i32)> = Vec::new();
    let mut ranked: HashSet<i64> = HashSet::new();
    add(&mut ranks, &mut ranked, &last.ranks());
    for number in (1..last.stage).rev() {
        let stage = Stage::load(&mut *conn, last.tournament_id, number).await?;
        add(&mut ranks, &mut ranked, &stage.ranks());
    }
    Ok(ranks)
}

fn add(ranks: &mut Vec<(i64, i32)>, ranked: &mut HashSet<i64>, of: &HashMap<i64, i32>) {
    let mut others: Vec<(i32, i64)> = of.iter().filter(|(id, _)| !ranked.contains(id)).map(|(id, rank)| (*rank, *id)).collect();
    others.sort_unstable();
    let last = ranks.iter().map(|(_, rank)| *rank).max();
    // A place that nobody holds stays empty.
    let before = last.unwrap_or_default().max(i32::try_from(ranks.len()).unwrap_or(i32::MAX));
    for level in others.chunk_by(|one, other| one.0 == other.0) {
        let better = others.partition_point(|(rank, _)| *rank < level[0].0);
        let rank = if last.is_none() { level[0].0 } else { before + i32::try_from(better).unwrap_or(i32::MAX) + 1 };
        ranks.extend(level.iter().map(|(_, id)| (*id, rank)));
    }
    ranked.extend(others.into_iter().map(|(_, id)| id));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_went_out_earlier_comes_after_all_of_later_stages() {
        let stage = |ranks: &[(i64, i32)]| ranks.iter().copied().collect::<HashMap<_, _>>();
        let (mut ranks, mut ranked) = (Vec::new(), HashSet::new());
        add(&mut ranks, &mut ranked, &stage(&[(1, 2), (2, 1), (3, 3), (4, 3)]));
        // In their groups the four above were 1 to 4 in another order.
        add(&mut ranks, &mut ranked, &stage(&[(1, 1), (4, 1), (2, 3), (3, 3), (5, 5), (6, 5), (7, 7)]));
        assert_eq!(ranks, [(2, 1), (1, 2), (3, 3), (4, 3), (5, 5), (6, 5), (7, 7)]);
        // There is no champion.
        let (mut ranks, mut ranked) = (Vec::new(), HashSet::new());
        add(&mut ranks, &mut ranked, &stage(&[(1, 2), (2, 3)]));
        add(&mut ranks, &mut ranked, &stage(&[(1, 1), (2, 1), (3, 3)]));
        assert_eq!(ranks, [(1, 2), (2, 3), (3, 4)]);
    }
}
