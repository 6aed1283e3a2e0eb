//! Publication of a submitted draw: matches are stored, rosters are locked, entrants are notified.

use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::live::BracketLive;
use super::store::Stage;
use super::view::{Bracket, DrawState};
use super::{draw, layout, rounds, survivor, tell, write};
use crate::tournaments::{self, Revision};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};

#[derive(Debug, Default, Deserialize, ToSchema)]
pub struct DrawStage {
    /// Number from 1; the first stage when absent
    #[serde(default)]
    pub stage: Option<i32>,
    /// Version of the draw that the client last saw; 409 `bracket_changed` when another one would be published
    #[serde(default)]
    pub version: Option<i64>,
}

/// Publishes a submitted draw. For a published one, only notifies everybody again.
///
/// # Errors
/// 409 `bracket_not_submitted`, `bracket_changed`, `bracket_entrants_changed`, `draw_too_early`, `tournament_cancelled`, `tournament_over`.
pub async fn send(app: &App, user_id: i64, id: i64, sent: &DrawStage) -> Result<Bracket, Problem> {
    let number = sent.stage.unwrap_or(1);
    let mut change = app.change().await?;
    let mut stage = Stage::lock(&mut change, id, number).await?;
    stage.standing()?;
    let Some(mut drawn) = stage.draw.clone() else { return Err(codes::bracket_not_submitted.into()) };
    match drawn.state {
        DrawState::Draft => return Err(codes::bracket_not_submitted.into()),
        DrawState::Submitted if sent.version.is_some_and(|version| version != drawn.version) => {
            return Err(codes::bracket_changed.into());
        }
        DrawState::Submitted => {}
        DrawState::Published => {
            tell::draw(&mut change, &stage, None).await?;
            return draw::finish(change, &stage).await;
        }
    }
    draw::ready(&mut change, &stage, &drawn).await?;
    write::next_version(&mut change, &mut stage, false).await?;
    drawn.state = DrawState::Published;
    drawn.published_at = Some(change.now());
    drawn.version += 1;
    write::draw(&mut change, &stage, &drawn).await?;
    stage.draw = Some(drawn);
    write::insert(&mut change, &mut stage, 0).await?;
    rounds::plan(&mut change, &stage).await?;
    if stage.settings.format.rules().has_heats() {
        store_heats(&mut change, &stage).await?;
    }
    note_academies(&mut change, id).await?;
    seed(&mut change, &stage).await?;
    lock_rosters(&mut change, id).await?;
    let revision = Revision {
        actor_id: Some(user_id),
        kind: "bracket_published",
        after: Some(json!({"stage": number, "entrants": stage.entrants.len(), "matches": stage.counts().0})),
        ..Revision::default()
    };
    tournaments::log(&mut change, id, revision).await?;
    tell::draw(&mut change, &stage, None).await?;
    change.emit(&BracketLive::reload(&stage))?;
    stage.heats = survivor::heats(change.conn(), &stage, None).await?;
    draw::answered(change, &stage).await
}

/// Stores seeds with the entries, in later stages with each entrant's origin, and marks the tournament as drawn.
async fn seed(change: &mut Change, stage: &Stage) -> Result<(), Problem> {
    let now = change.now();
    if stage.stage == 1 {
        // Seeds and roster locks in one statement, so that each row is written once.
        sqlx::query!(
            "update esports.entrants e set seed = s.seed, locked_at = $2, version = version + 1, updated_at = $2
             from unnest($1::bigint[]) with ordinality as s (id, seed) where e.id = s.id",
            &stage.order(),
            now
        )
        .execute(change.conn())
        .await?;
    } else {
        sqlx::query!(
            "update esports.stage_entrants e set seed = s.seed from unnest($3::bigint[]) with ordinality as s (id, seed)
             where e.tournament_id = $1 and e.stage = $2 and e.entrant_id = s.id",
            stage.tournament_id,
            stage.stage,
            &stage.order()
        )
        .execute(change.conn())
        .await?;
    }
    sqlx::query!(
        "update esports.tournaments set bracket_published_at = coalesce(bracket_published_at, $2) where id = $1",
        stage.tournament_id,
        now
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Freezes names, logos, players and their schools as they are now, and locks the tournament. Later changes of teams or profiles have no
/// effect.
pub async fn lock_rosters(change: &mut Change, tournament_id: i64) -> Result<(), Problem> {
    note_academies(change, tournament_id).await?;
    let now = change.now();
    sqlx::query!(
        "update esports.entrants set locked_at = $2, version = version + 1, updated_at = $2
         where tournament_id = $1 and status = 'join' and locked_at is null",
        tournament_id,
        now
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Stores the current school of players whose rosters are not locked yet.
async fn note_academies(change: &mut Change, tournament_id: i64) -> Result<(), Problem> {
    sqlx::query!(
        "update esports.entrant_players p set academy_id = f.academy_id from esports.entrants e, people.profiles f
         where e.tournament_id = $1 and e.status = 'join' and e.locked_at is null and p.entrant_id = e.id and f.user_id = p.user_id
           and p.academy_id is distinct from f.academy_id",
        tournament_id
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Stores the entrants of each heat, and replaces previous ones.
pub async fn store_heats(change: &mut Change, stage: &Stage) -> Result<(), Problem> {
    let heats = layout::heats(&stage.settings, stage.lobby, &stage.arrangement());
    let (mut matches, mut entrants, mut positions) = (Vec::new(), Vec::new(), Vec::new());
    for (row, heat) in stage.matches.iter().zip(heats.iter().flatten()) {
        for (who, position) in heat.iter().zip(1..) {
            matches.push(row.id);
            entrants.push(stage.id_of(*who));
            positions.push(position);
        }
    }
    sqlx::query!("delete from esports.match_entrants where match_id = any($1)", &matches).execute(change.conn()).await?;
    sqlx::query!(
        "insert into esports.match_entrants (match_id, entrant_id, position) select * from unnest($1::bigint[], $2::bigint[], $3::int[])",
        &matches,
        &entrants,
        &positions
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Returns whether a map of the stage was played.
pub async fn has_maps(change: &mut Change, stage: &Stage) -> Result<bool, Problem> {
    Ok(sqlx::query_scalar!(
        r#"select exists (select from esports.survivor_maps where tournament_id = $1 and stage = $2) as "has!""#,
        stage.tournament_id,
        stage.stage
    )
    .fetch_one(change.conn())
    .await?)
}
