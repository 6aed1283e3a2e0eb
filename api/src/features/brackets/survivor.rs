//! The heats and boards of a survivor stage.

use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use super::answer::Reader;
use super::layout;
use super::store::Stage;
use super::view::{SurvivorGroup, SurvivorHeat};
use crate::problem::Problem;

/// The groups of a stage with their heats.
pub async fn groups(
    _conn: &mut PgConnection,
    stage: &Stage,
    _reader: Reader,
    _at: Option<DateTime<Utc>>,
) -> Result<Vec<SurvivorGroup>, Problem> {
    let heats = layout::heats(&stage.settings, stage.lobby, &stage.arrangement());
    let mut rows = stage.matches.iter();
    let mut groups = Vec::new();
    for (heats, group) in heats.iter().zip(1..) {
        let heats = heats.iter().zip(1..).filter_map(|(members, heat)| {
            let entrants = members.iter().map(|who| stage.id_of(*who)).collect();
            Some(SurvivorHeat { match_id: rows.next()?.id, heat, entrants, maps: Vec::new() })
        });
        groups.push(SurvivorGroup {
            group,
            heats: heats.collect(),
            lines: Vec::new(),
            champion: None,
            threshold: None,
            winners: stage.settings.winners_per_group,
            complete: false,
            closed: stage.closures.iter().any(|closure| closure.group == group),
            cut_tie: None,
            lot_seed: None,
        });
    }
    Ok(groups)
}
