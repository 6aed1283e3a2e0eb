//! Ends the live access of people who lose the right to a thread.

use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

/// Closes the room for the people of entrants that are out of a match or the tournament. Their own thread with staff stays open.
pub async fn entrants_left(change: &mut Change, entrant_ids: &[i64]) -> Result<(), Problem> {
    let people = sqlx::query_scalar!(
        r#"select p.user_id as "user_id!" from esports.entrant_players p where p.entrant_id = any($1)
           union select case when e.team_id is null then e.user_id else esports.acting_captain(e.team_id) end from esports.entrants e
           where e.id = any($1) and (e.team_id is null or esports.acting_captain(e.team_id) is not null)"#,
        entrant_ids
    )
    .fetch_all(change.conn())
    .await?;
    change.end_grants(people)
}
