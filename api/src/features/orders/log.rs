//! The order's own log: what its timeline and an operator's view are made of.

use crate::database::Change;
use crate::problem::Problem;

/// Adds an entry at the moment of the change.
///
/// # Errors
/// When the database fails.
pub async fn write(change: &mut Change, order_id: i64, kind: &str, detail: &serde_json::Value) -> Result<(), Problem> {
    let now = change.now();
    sqlx::query!("insert into order_events (order_id, at, kind, detail) values ($1, $2, $3, $4)", order_id, now, kind, detail)
        .execute(change.conn())
        .await?;
    Ok(())
}
