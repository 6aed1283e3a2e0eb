//! A tournament that a member has attached to a thread with our staff.

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use manao_kernel::problem::Problem;
use manao_people::support::AttachedTournament;
use sqlx::PgConnection;

use crate::tournaments;

/// Finds a public tournament.
pub fn find(conn: &mut PgConnection, id: i64, now: DateTime<Utc>) -> BoxFuture<'_, Result<Option<AttachedTournament>, Problem>> {
    Box::pin(async move {
        let card = tournaments::cards(conn, &[id], now).await?.pop();
        Ok(card.map(|card| AttachedTournament { id, name: card.name, phase: card.phase }))
    })
}
