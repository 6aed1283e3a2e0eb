//! The places of a tournament, limited to its capacity, and a waiting list in order.
//!
//! The tournament's row is the counter. Taking a place locks it by a conditional update, as the last but one statement of the change.

use chrono::TimeDelta;
use manao_domain::registration::EntrantStatus;
use sqlx::PgConnection;

use super::entrant::{Entrant, Step, step};
use super::tell;
use crate::brackets;
use crate::tournaments::Row;
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};

/// Number of attempts while others take and free places.
const TRIES: usize = 5;
/// Most entries that move up in one change; after a large raise of the capacity, the task moves up the rest.
const AT_ONCE: i64 = 200;
/// Usually the change itself or its job notifies sooner.
const UNTOLD: TimeDelta = TimeDelta::seconds(10);

/// Locks the tournament's row until the change ends, before all other rows. Rows that only refer to it do not wait.
///
/// # Errors
/// 404 `tournament_not_found`.
pub async fn lock(change: &mut Change, tournament_id: i64) -> Result<Row, Problem> {
    sqlx::query!("select id from esports.tournaments where id = $1 for no key update", tournament_id)
        .fetch_optional(change.conn())
        .await?;
    Row::load(change.conn(), tournament_id).await
}

/// Returns the version of the tournament's counts of entrants.
pub async fn entries_version(conn: &mut PgConnection, tournament_id: i64) -> Result<i64, Problem> {
    Ok(sqlx::query_scalar!("select entries_version from esports.tournaments where id = $1", tournament_id)
        .fetch_one(conn)
        .await?)
}

/// Takes a place, or one on the waiting list. Returns None if the tournament has changed since it was read; the caller must start again.
pub async fn take(change: &mut Change, seen: &Row) -> Result<Option<EntrantStatus>, Problem> {
    let now = change.now();
    for _ in 0..TRIES {
        let taken = sqlx::query!(
            "update esports.tournaments set joined = joined + 1, first_entry_at = coalesce(first_entry_at, $3)
             where id = $1 and version = $2 and joined < capacity and waiting = 0
               and cancelled_at is null and registration_closed_at is null and bracket_published_at is null",
            seen.id,
            seen.version,
            now
        )
        .execute(change.conn())
        .await?;
        if taken.rows_affected() == 1 {
            return Ok(Some(EntrantStatus::Join));
        }
        let waits = sqlx::query!(
            "update esports.tournaments set waiting = waiting + 1, first_entry_at = coalesce(first_entry_at, $3)
             where id = $1 and version = $2 and (joined >= capacity or waiting > 0)
               and cancelled_at is null and registration_closed_at is null and bracket_published_at is null",
            seen.id,
            seen.version,
            now
        )
        .execute(change.conn())
        .await?;
        if waits.rows_affected() == 1 {
            return Ok(Some(EntrantStatus::Waitlist));
        }
        let same = sqlx::query_scalar!(
            r#"select version = $2 and cancelled_at is null and registration_closed_at is null and bracket_published_at is null as "same!"
               from esports.tournaments where id = $1"#,
            seen.id,
            seen.version
        )
        .fetch_one(change.conn())
        .await?;
        if !same {
            return Ok(None);
        }
    }
    Ok(None)
}

/// Keeps the tournament as it was read until the change ends. Returns false if it has changed; the caller must start again.
pub async fn hold(change: &mut Change, seen: &Row, first_entry: bool) -> Result<bool, Problem> {
    if first_entry && seen.first_entry_at.is_none() {
        let now = change.now();
        let marked = sqlx::query!(
            "update esports.tournaments set first_entry_at = coalesce(first_entry_at, $3) where id = $1 and version = $2 and cancelled_at is null",
            seen.id,
            seen.version,
            now
        )
        .execute(change.conn())
        .await?;
        return Ok(marked.rows_affected() == 1);
    }
    let held = sqlx::query!(
        "select id from esports.tournaments where id = $1 and version = $2 and cancelled_at is null
           and registration_closed_at is not distinct from $3 and bracket_published_at is not distinct from $4 for share",
        seen.id,
        seen.version,
        seen.registration_closed_at,
        seen.bracket_published_at
    )
    .fetch_optional(change.conn())
    .await?;
    Ok(held.is_some())
}

/// Counts an entry's move from one state to another; the tournament is locked.
pub async fn count(change: &mut Change, entrant: &Entrant, to: EntrantStatus) -> Result<(), Problem> {
    if !entrant.takes_a_place() {
        return Ok(());
    }
    let moved = |status: EntrantStatus| i32::from(to == status) - i32::from(entrant.status == status);
    let (joined, waiting) = (moved(EntrantStatus::Join), moved(EntrantStatus::Waitlist));
    if (joined, waiting) != (0, 0) {
        sqlx::query!(
            "update esports.tournaments set joined = joined + $2, waiting = waiting + $3 where id = $1",
            entrant.tournament_id,
            joined,
            waiting
        )
        .execute(change.conn())
        .await?;
    }
    Ok(())
}

/// Gives free places to the longest waiting entries, at most [`AT_ONCE`], and notifies them. Has no effect when none is free or nobody
/// waits.
pub async fn fill(change: &mut Change, tournament_id: i64) -> Result<(), Problem> {
    let tournament = lock(change, tournament_id).await?;
    let free = i64::from(tournament.capacity - tournament.joined).min(AT_ONCE);
    let over = tournament.cancelled_at.is_some() || tournament.finished_at.is_some() || tournament.bracket_published_at.is_some();
    if free <= 0 || tournament.waiting == 0 || over {
        return Ok(());
    }
    let waiting = sqlx::query_scalar!(
        "select id from esports.entrants where tournament_id = $1 and status = 'waitlist' order by waiting_since, id limit $2 for no key update",
        tournament_id,
        free
    )
    .fetch_all(change.conn())
    .await?;
    for id in &waiting {
        let entrant = Entrant::load(change.conn(), *id).await?;
        count(change, &entrant, EntrantStatus::Join).await?;
        let up = Step { kind: "entry_moved_up", status: EntrantStatus::Join, actor_id: None, reason: None, decided: false };
        step(change, &entrant, up).await?;
    }
    tell::entries(change, &waiting).await
}

/// Applies what became due: new places after a raised capacity, the lock of rosters after publication, and pending notices.
pub async fn follow(app: App) -> anyhow::Result<()> {
    let to_fill = sqlx::query_scalar!(
        "select id from esports.tournaments where waiting > 0 and joined < capacity and bracket_published_at is null and cancelled_at is null
           and finished_at is null order by id limit 100"
    )
    .fetch_all(&app.db)
    .await?;
    for id in to_fill {
        let mut change = app.change().await?;
        fill(&mut change, id).await?;
        change.commit().await?;
    }
    let to_lock = sqlx::query_scalar!(
        "select id from esports.tournaments t where bracket_published_at is not null and cancelled_at is null and finished_at is null
           and exists (select from esports.entrants e where e.tournament_id = t.id and e.status = 'join' and e.locked_at is null)
         order by id limit 100"
    )
    .fetch_all(&app.db)
    .await?;
    for id in to_lock {
        let mut change = app.change().await?;
        lock(&mut change, id).await?;
        brackets::lock_rosters(&mut change, id).await?;
        change.commit().await?;
    }
    // Entries changed from elsewhere, such as by a player who leaves the team.
    let to_tell = sqlx::query_scalar!(
        "select id from esports.entrants where told_version < version and updated_at < $1 order by updated_at limit 100",
        app.now() - UNTOLD
    )
    .fetch_all(&app.db)
    .await?;
    for id in to_tell {
        let mut change = app.change().await?;
        tell::entries(&mut change, &[id]).await?;
        change.commit().await?;
    }
    Ok(())
}

/// Returns the status of an entry without obstacles; None if the tournament changed meanwhile.
pub async fn settle(
    change: &mut Change,
    seen: &Row,
    entrant: &Entrant,
    to: EntrantStatus,
) -> Result<Option<EntrantStatus>, Problem> {
    if to == EntrantStatus::Join && entrant.status != EntrantStatus::Join && entrant.takes_a_place() {
        return take(change, seen).await;
    }
    Ok(hold(change, seen, entrant.submitted_at.is_some()).await?.then_some(to))
}

/// # Errors
/// 409 `tournament_cancelled`, `tournament_over`.
pub fn standing(tournament: &Row) -> Result<(), Problem> {
    tournament.standing()?;
    if tournament.finished_at.is_some() { Err(codes::tournament_over.into()) } else { Ok(()) }
}
