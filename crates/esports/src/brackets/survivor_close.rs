//! Tie-break heats of a survivor group.

use std::collections::BTreeMap;

use manao_domain::bracket::{Entrant, Part};

use super::layout::small;
use super::store::{Course, MatchRow, Stage};
use super::survivor::Heat;
use super::view::MatchState;
use super::write;
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

/// Adds a heat for the tied entrants, with a map that only resolves the tie.
pub async fn add_heat(change: &mut Change, stage: &mut Stage, group: i32, tied: &[Entrant]) -> Result<(), Problem> {
    let at = stage.matches.len();
    let number = small(stage.heats.iter().filter(|heat| heat.group == group).count() + 1);
    stage.matches.push(MatchRow {
        id: 0,
        part: Part::Group,
        group: Some(group),
        round: 2,
        number,
        label: Some(small(at + 1)),
        best_of: 1,
        extra: true,
        scheduled_at: None,
        ends_at: None,
        time_source: None,
        drawn_at: None,
        version: stage.version,
        course: Course::open(MatchState::Ready, [None, None]),
    });
    write::insert(change, stage, at).await?;
    let match_id = stage.matches[at].id;
    let ids = stage.ids(tied);
    sqlx::query!(
        "insert into esports.match_entrants (match_id, entrant_id, position)
         select $1, id, number from unnest($2::bigint[]) with ordinality as tied (id, number)",
        match_id,
        &ids
    )
    .execute(change.conn())
    .await?;
    stage.heats.push(Heat { match_id, group, number, extra: true, members: tied.to_vec(), maps: BTreeMap::new() });
    Ok(())
}
