//! Matches that go on only when staff do something.

use std::collections::HashMap;

use serde::Serialize;
use utoipa::ToSchema;

use super::room_state::{MatchNow, NextCode, OVERDUE};
use super::view::MatchState;
use manao_kernel::database::Change;
use manao_kernel::live::{LiveEvent, topics};
use manao_kernel::problem::Problem;

/// A match that started or stopped waiting for staff.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchStuck {
    /// Names the topic; not sent
    #[serde(skip)]
    #[schema(ignore)]
    pub tournament_id: i64,
    pub match_id: i64,
    pub label: String,
    /// The action expected of staff; `none` or `done` when there is nothing to do
    pub code: NextCode,
}

impl LiveEvent for MatchStuck {
    const NAME: &'static str = "match.stuck";
    const ABOUT: &'static str = "Entry in `tournament:{id}:staff`: a match started or stopped waiting for them";

    fn topic(&self) -> String {
        topics::tournament_staff(self.tournament_id)
    }

    fn version(&self) -> Option<i64> {
        None
    }
}

impl MatchStuck {
    /// Emits an event for each match that waits for staff now, or did in its previous state.
    pub async fn emit(change: &mut Change, matches: &[(MatchState, &MatchNow)]) -> Result<(), Problem> {
        let at = change.now();
        let waits = |code| matches!(code, NextCode::Rule | NextCode::NoShow | NextCode::SetTime | NextCode::Overdue);
        let waited = |was, now: &MatchNow| match was {
            MatchState::Submitted | MatchState::Disputed => true,
            MatchState::Ready => now.window.settle_by.is_none_or(|settle_by| settle_by <= at),
            // A match that was given another time may have been overdue for the old one.
            MatchState::Playing => now.state == MatchState::Scheduled || now.ends_at.is_some_and(|end| end + OVERDUE <= at),
            _ => false,
        };
        let told: Vec<&MatchNow> =
            matches.iter().filter(|(was, now)| waits(now.next.staff.code) || waited(*was, now)).map(|(_, now)| *now).collect();
        Self::tell(change, &told).await
    }

    /// Emits the current state of these matches, whatever it was before.
    pub async fn tell(change: &mut Change, told: &[&MatchNow]) -> Result<(), Problem> {
        if told.is_empty() {
            return Ok(());
        }
        let ids: Vec<i64> = told.iter().map(|now| now.match_id).collect();
        let labels =
            sqlx::query!(r#"select id, coalesce(label, number)::text as "label!" from esports.matches where id = any($1)"#, &ids)
                .fetch_all(change.conn())
                .await?;
        let mut labels: HashMap<i64, String> = labels.into_iter().map(|row| (row.id, row.label)).collect();
        for now in told {
            change.emit(&Self {
                tournament_id: now.tournament_id,
                match_id: now.match_id,
                label: labels.remove(&now.match_id).unwrap_or_default(),
                code: now.next.staff.code,
            })?;
        }
        Ok(())
    }
}
