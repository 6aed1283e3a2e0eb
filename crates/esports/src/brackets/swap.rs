//! Swaps in a published draw, for entrants without decided matches.

use serde_json::json;

use super::answer::seated;
use super::decision::DecisionContext;
use super::draw::DrawSubmission;
use super::history::{exchange, exchange_slots};
use super::live::BracketLive;
use super::room_state::RuledBy;
use super::store::{HandSwap, Stage};
use super::{layout, publish, room, tell, write};
use crate::tournaments::{self, Revision};
use manao_kernel::database::Change;
use manao_kernel::note;
use manao_kernel::problem::{Problem, codes};

/// # Errors
/// 409 `bracket_published` where nothing is swapped, `match_touched`; 422 without a reason.
pub async fn published(change: &mut Change, stage: &mut Stage, user_id: i64, sent: &DrawSubmission) -> Result<(), Problem> {
    if sent.reopen || sent.swaps.is_empty() {
        return Err(codes::bracket_published.into());
    }
    let reason = note::reason(sent.reason.as_deref())?;
    for pair in &sent.swaps {
        let pair = pair.map(|id| stage.index.get(&id).copied());
        let [Some(one), Some(other)] = pair else { continue };
        if !stage.play.is_untouched(one) || !stage.play.is_untouched(other) {
            return Err(codes::match_touched.into());
        }
    }
    if stage.settings.format.rules().has_heats() && publish::has_maps(change, stage).await? {
        return Err(codes::match_touched.into());
    }
    let now = change.now();
    let Some(mut draw) = stage.draw.clone() else { return Err(codes::bracket_not_found.into()) };
    for pair in &sent.swaps {
        exchange(&mut draw.arrangement, *pair);
        if let (Some(one), Some(other)) = (stage.index.get(&pair[0]), stage.index.get(&pair[1])) {
            exchange_slots(&mut stage.drawn, *one, *other);
        }
        draw.swaps.push(HandSwap { pair: *pair, at: Some(now) });
    }
    draw.version += 1;
    write::next_version(change, stage, false).await?;
    write::draw(change, stage, &draw).await?;
    stage.draw = Some(draw);
    stage.replay();
    let all: Vec<usize> = (0..stage.drawn.len()).collect();
    let moved = write::update(change, stage, &all, &[]).await?;
    store_slots(change, stage).await?;
    let ids: Vec<i64> = moved.iter().map(|at| stage.matches[*at].id).collect();
    let by = DecisionContext { actor_id: Some(user_id), reason: Some(reason), cascade: false, ruled: RuledBy::Staff };
    room::follow(change, &ids, &by).await?;
    if stage.settings.format.rules().has_heats() {
        publish::store_heats(change, stage).await?;
    }
    let revision = Revision {
        actor_id: Some(user_id),
        kind: "draw_swapped",
        reason: Some(reason),
        after: Some(json!({"stage": stage.stage, "swaps": sent.swaps})),
        ..Revision::default()
    };
    tournaments::log(change, stage.tournament_id, revision).await?;
    tell::draw(change, stage, Some(concerned(stage, &sent.swaps))).await?;
    change.emit(&BracketLive::reload(stage))
}

/// Returns the swapped entrants, and their opponents.
fn concerned(stage: &Stage, swaps: &[[i64; 2]]) -> Vec<i64> {
    let mut concerned: Vec<i64> = swaps.iter().flatten().copied().collect();
    let swapped = concerned.clone();
    for at in 0..stage.drawn.len() {
        if seated(stage, at).any(|id| swapped.contains(&id)) {
            concerned.extend(seated(stage, at));
        }
    }
    concerned.sort_unstable();
    concerned.dedup();
    concerned
}

/// Stores the origins of all sides again.
async fn store_slots(change: &mut Change, stage: &Stage) -> Result<(), Problem> {
    let order = stage.order();
    let home: Vec<String> = stage.drawn.iter().map(|drawn| layout::slot_text(drawn.home, &order)).collect();
    let away: Vec<String> = stage.drawn.iter().map(|drawn| layout::slot_text(drawn.away, &order)).collect();
    sqlx::query!(
        "update esports.matches m set home_slot = d.home, away_slot = d.away
         from unnest($3::text[], $4::text[]) with ordinality as d (home, away, number)
         where m.tournament_id = $1 and m.stage = $2 and m.position = d.number - 1 and (m.home_slot, m.away_slot) is distinct from (d.home, d.away)",
        stage.tournament_id,
        stage.stage,
        &home,
        &away
    )
    .execute(change.conn())
    .await?;
    Ok(())
}
