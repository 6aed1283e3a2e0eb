//! A side is disqualified, from a match or from the tournament.

use serde_json::json;

use super::exit;
use super::http_matches::{Disqualification, DisqualificationScope, MatchResetAnswer};
use super::later::By;
use super::play::{self, Operation};
use super::publish::reason;
use super::room_now::RuledBy;
use super::store::Stage;
use super::view_results::{MatchDecided, MatchFalls};
use crate::app::App;
use crate::database::Change;
use crate::features::tournaments::{self, Revision};
use crate::problem::{OnConstraint as _, Problem, codes};

/// # Errors
/// 404 `match_not_found`; 409 `entry_over`, `entrant_not_out`, `player_in_other_entry`, `match_not_ready`, `match_results_fall`, `prize_paid`,
/// `match_of_many`, `tournament_cancelled`, `tournament_over`; 422 at `contestantId`, `reason`, `restore`.
pub async fn disqualify(app: &App, user_id: i64, match_id: i64, sent: &Disqualification) -> Result<MatchResetAnswer, Problem> {
    let why = if sent.dry_run { None } else { Some(reason(sent.reason.as_deref())?) };
    let by = By { actor_id: Some(user_id), reason: why, cascade: sent.cascade, ruled: RuledBy::Staff };
    if sent.scope == DisqualificationScope::Match {
        if sent.restore {
            return Err(Problem::invalid("restore", codes::restore_of_match));
        }
        let (operation, at) = Operation::of_match(app, match_id, by).await?;
        if sent.dry_run {
            return operation.forfeited(at, sent.contestant_id).await.map(MatchResetAnswer::Preview);
        }
        return play::forfeit(operation, at, sent.contestant_id).await.map(Box::new).map(MatchResetAnswer::Reset);
    }
    let mut change = app.change().await?;
    let stage = Stage::lock_of_match(&mut change, match_id).await?;
    stage.may_decide(change.now())?;
    let at = stage.position_of(match_id).ok_or(codes::match_not_found)?;
    if !stage.sits(at, sent.contestant_id) {
        return Err(Problem::invalid("contestantId", codes::entrant_not_found));
    }
    let id = stage.tournament_id;
    if sent.dry_run {
        let falls = match sent.restore {
            true => exit::fallen(&mut change, id, sent.contestant_id).await?,
            false => exit::forfeits(&mut change, id, sent.contestant_id).await?,
        };
        return Ok(MatchResetAnswer::Preview(MatchFalls { falls, later_stages: Vec::new(), changed: 0 }));
    }
    let status = if sent.restore { restored(&mut change, sent).await? } else { put_out(&mut change, user_id, sent, why).await? };
    let revision = Revision {
        actor_id: Some(user_id),
        kind: if sent.restore { "entrant_restored" } else { "entrant_disqualified" },
        entrant_id: Some(sent.contestant_id),
        match_id: Some(match_id),
        reason: why,
        before: Some(json!({"status": status.0})),
        after: Some(json!({"status": status.1})),
    };
    tournaments::log(&mut change, id, revision).await?;
    let mut change = if sent.restore {
        exit::come_back(change, (id, sent.contestant_id), &by).await?
    } else {
        exit::leave(change, (id, sent.contestant_id), (user_id, why)).await?
    };
    let now = Stage::load(change.conn(), id, stage.stage).await?;
    change.commit().await?;
    tournaments::forget_bracket(app, id);
    Ok(MatchResetAnswer::Reset(Box::new(changes(&stage, &now, at))))
}

/// The matches that are different now.
fn changes(before: &Stage, now: &Stage, at: usize) -> MatchDecided {
    let differs = |at: &usize| before.matches.get(*at).map(|row| row.version) != now.matches.get(*at).map(|row| row.version);
    MatchDecided {
        bracket_version: now.version,
        decided: now.shown(at),
        changed: (0..now.drawn.len()).filter(differs).map(|at| now.shown(at)).collect(),
    }
}

/// The entry is over; its status before and after.
///
/// # Errors
/// 409 `entry_over`.
async fn put_out(
    change: &mut Change,
    user_id: i64,
    sent: &Disqualification,
    why: Option<&str>,
) -> Result<(String, String), Problem> {
    let now = change.now();
    let out = sqlx::query!(
        "with out as (update entrants set status = 'disqualified', version = version + 1, updated_at = $2, reason = $3, decided_at = $2,
                        decided_by = $4 where id = $1 and status = 'join' returning tournament_id, stage),
              counted as (update tournaments t set joined = joined - 1 from out where t.id = out.tournament_id and out.stage = 1),
              players as (update entrant_players p set active = false where p.entrant_id = $1 and p.active and exists (select from out))
         select tournament_id from out",
        sent.contestant_id,
        now,
        why,
        user_id
    )
    .fetch_optional(change.conn())
    .await?;
    out.ok_or(codes::entry_over)?;
    Ok(("join".to_owned(), "disqualified".to_owned()))
}

/// The entry stands again.
///
/// # Errors
/// 409 `entrant_not_out`, `player_in_other_entry`.
async fn restored(change: &mut Change, sent: &Disqualification) -> Result<(String, String), Problem> {
    let now = change.now();
    let was = sqlx::query_scalar!(
        "select status from entrants where id = $1 and out_at is not null and status in ('disqualified', 'withdrawn', 'removed')",
        sent.contestant_id
    )
    .fetch_optional(change.conn())
    .await?
    .ok_or(codes::entrant_not_out)?;
    sqlx::query!(
        "with back as (update entrants set status = 'join', version = version + 1, updated_at = $2, reason = null
                       where id = $1 returning tournament_id, stage),
              counted as (update tournaments t set joined = joined + 1 from back where t.id = back.tournament_id and back.stage = 1)
         update entrant_players p set active = true where p.entrant_id = $1 and p.left_at is null and exists (select from back)",
        sent.contestant_id,
        now
    )
    .execute(change.conn())
    .await
    .on_constraint("entrant_players_once", codes::player_in_other_entry)?;
    Ok((was, "join".to_owned()))
}
