//! Exits of entrants after the draw, and returns after a mistake.

use chrono::{DateTime, Utc};
use manao_domain::bracket::Entrant;

use super::decision::DecisionContext;
use super::play::{Decision, Operation};
use super::room_state::RuledBy;
use super::store::Stage;
use super::view::{DrawState, MatchState};
use super::view_results::MatchShort;
use super::write::Ruling;
use crate::messages;
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

/// Returns the open matches that an entrant would forfeit by leaving now.
pub async fn forfeits(change: &mut Change, tournament_id: i64, entrant_id: i64) -> Result<Vec<MatchShort>, Problem> {
    let mut forfeits = Vec::new();
    for number in stages(change, tournament_id, entrant_id).await? {
        let stage = Stage::load(change.conn(), tournament_id, number).await?;
        forfeits.extend(stage.forfeits(entrant_id));
    }
    Ok(forfeits)
}

/// Returns the results that would be undone if the entrant came back now.
pub async fn fallen(change: &mut Change, tournament_id: i64, entrant_id: i64) -> Result<Vec<MatchShort>, Problem> {
    let mut fallen = Vec::new();
    for number in stages(change, tournament_id, entrant_id).await? {
        let mut stage = Stage::load(change.conn(), tournament_id, number).await?;
        let Some(who) = stage.index.get(&entrant_id).copied() else { continue };
        let (_, positions) = stage.take_back(who, true)?;
        fallen.extend(positions.into_iter().map(|at| stage.short(&stage.matches[at])));
    }
    Ok(fallen)
}

/// Takes the entrant out: results already played stand, remaining matches are forfeited. The tournament is locked. Has no effect before
/// the draw, or if it is out already.
///
/// # Errors
/// 409 `prize_paid`.
pub async fn leave(
    change: Change,
    (tournament_id, entrant_id): (i64, i64),
    (actor_id, reason): (i64, Option<&str>),
) -> Result<Change, Problem> {
    // An exit only affects a stage that is still open, from which nobody has gone on.
    turn(
        change,
        (tournament_id, entrant_id),
        &DecisionContext { actor_id: Some(actor_id), reason, cascade: false, ruled: RuledBy::Staff },
        true,
    )
    .await
}

/// Takes the exit back, as long as no match depends on the forfeits; with `cascade` such matches are undone.
///
/// # Errors
/// 409 `match_results_fall`, `prize_paid`.
pub async fn come_back(change: Change, entrant: (i64, i64), by: &DecisionContext<'_>) -> Result<Change, Problem> {
    turn(change, entrant, by, false).await
}

async fn turn(
    mut change: Change,
    (tournament_id, entrant_id): (i64, i64),
    by: &DecisionContext<'_>,
    out: bool,
) -> Result<Change, Problem> {
    if !mark(&mut change, (tournament_id, entrant_id), by.actor_id, out).await? {
        return Ok(change);
    }
    if out {
        messages::entrants_left(&mut change, &[entrant_id]).await?;
    }
    let stages = stages(&mut change, tournament_id, entrant_id).await?;
    for number in &stages {
        let stage = Stage::load_before(&mut change, (tournament_id, *number), (entrant_id, !out)).await?;
        let Some(who) = stage.index.get(&entrant_id).copied() else { continue };
        let by = DecisionContext { actor_id: by.actor_id, reason: by.reason, cascade: by.cascade, ruled: by.ruled };
        let cascade = by.cascade;
        let mut operation = Operation::on(change, stage, by)?;
        let (touched, fallen) =
            if out { (operation.stage.put_out(who), Vec::new()) } else { operation.stage.take_back(who, cascade)? };
        let now = operation.change.now();
        // A finished stage has nothing to forfeit; maps played without the entrant count again.
        let returns = !out && operation.moves_ranks();
        if stages.last() == Some(number) || operation.stage.would_change(&touched, now) || returns {
            let rulings = fallen.into_iter().map(Ruling::back).collect();
            operation.store(&Decision { touched, rulings, reload: true }).await?;
        }
        change = operation.change;
    }
    Ok(change)
}

/// Notes the exit or return with the entry and in the history. Returns false if it was so already.
async fn mark(
    change: &mut Change,
    (tournament_id, entrant_id): (i64, i64),
    actor_id: Option<i64>,
    out: bool,
) -> Result<bool, Problem> {
    let now = change.now();
    let marked = sqlx::query!(
        "with marked as (update esports.entrants set out_at = case when $4 then $5::timestamptz end
                         where id = $2 and tournament_id = $1 and (out_at is null) = $4
                           and exists (select from esports.draws d where d.tournament_id = $1 and d.state = 'published' and $2 = any(d.base))
                         returning id)
         insert into esports.entrant_exits (tournament_id, entrant_id, version, at, actor_id, out)
         select $1, id, (select bracket_version + 1 from esports.tournaments where id = $1), $5, $3, $4 from marked",
        tournament_id,
        entrant_id,
        actor_id,
        out,
        now
    )
    .execute(change.conn())
    .await?;
    Ok(marked.rows_affected() == 1)
}

/// Returns the published stages that the entrant is in.
async fn stages(change: &mut Change, tournament_id: i64, entrant_id: i64) -> Result<Vec<i32>, Problem> {
    Ok(sqlx::query_scalar!(
        "select stage from esports.draws where tournament_id = $1 and state = 'published' and $2 = any(base) order by stage",
        tournament_id,
        entrant_id
    )
    .fetch_all(change.conn())
    .await?)
}

impl Stage {
    /// Loads the stage as it was before this change marked the entrant.
    async fn load_before(
        change: &mut Change,
        (tournament_id, number): (i64, i32),
        (entrant_id, was_out): (i64, bool),
    ) -> Result<Self, Problem> {
        let mut stage = Self::load(change.conn(), tournament_id, number).await?;
        let exit = sqlx::query!(
            "select at, version from esports.entrant_exits where entrant_id = $1 and out order by id desc limit 1",
            entrant_id
        )
        .fetch_optional(change.conn())
        .await?
        .filter(|_| was_out);
        if let Some(entrant) = stage.entrants.iter_mut().find(|entrant| entrant.id == entrant_id) {
            entrant.out = was_out;
            entrant.out_at = exit.as_ref().map(|exit| exit.at);
            entrant.out_version = exit.map(|exit| exit.version);
        }
        stage.replay();
        Ok(stage)
    }

    fn put_out(&mut self, who: Entrant) -> Vec<usize> {
        self.set_out(who, true);
        self.play.put_out(who)
    }

    /// Returns the matches that changed, and the results that were undone, the last first.
    fn take_back(&mut self, who: Entrant, cascade: bool) -> Result<(Vec<usize>, Vec<usize>), Problem> {
        let decided = |stage: &Self, at: &usize| {
            let course = &stage.matches[*at].course;
            course.state == MatchState::Decided && !course.forfeited
        };
        let touched = self.play.take_back(who, cascade).map_err(|refusal| self.refused(refusal))?;
        self.set_out(who, false);
        let mut fallen: Vec<usize> = touched.iter().copied().filter(|at| decided(self, at) && self.is_undone(*at)).collect();
        fallen.reverse();
        Ok((touched, fallen))
    }

    fn would_change(&self, touched: &[usize], now: DateTime<Utc>) -> bool {
        touched.iter().any(|at| self.course(*at, self.matches.get(*at), now) != self.matches[*at].course)
    }

    /// Returns whether the entrant plays in that match.
    pub fn sits(&self, at: usize, entrant_id: i64) -> bool {
        let row = self.matches.get(at).is_some_and(|row| [row.course.home_id, row.course.away_id].contains(&Some(entrant_id)));
        let who = self.index.get(&entrant_id);
        row || self.heats.get(at).zip(who).is_some_and(|(heat, who)| heat.members.contains(who))
    }

    fn set_out(&mut self, who: Entrant, out: bool) {
        if let Some(entrant) = self.entrants.get_mut(usize::from(who)) {
            entrant.out = out;
            // Left unset for now: the exit is stored with the version that comes next.
            (entrant.out_at, entrant.out_version) = (None, None);
        }
    }

    /// Returns the entrant's matches that are open or still to come.
    fn forfeits(&self, entrant_id: i64) -> Vec<MatchShort> {
        let published = self.draw.as_ref().is_some_and(|draw| draw.state == DrawState::Published);
        let sits = |course: &super::store::Course| [course.home_id, course.away_id].contains(&Some(entrant_id));
        let rows = self.matches.iter().filter(|row| published && sits(&row.course) && !row.course.state.is_settled());
        rows.map(|row| self.short(row)).collect()
    }
}
