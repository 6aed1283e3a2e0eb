//! An entry's row, and changes of its state.

use chrono::{DateTime, Utc};
use manao_domain::registration::EntrantStatus;
use sqlx::PgConnection;

use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};

pub struct Entrant {
    pub id: i64,
    pub tournament_id: i64,
    pub stage: i32,
    pub team_id: Option<i64>,
    pub user_id: Option<i64>,
    pub status: EntrantStatus,
    pub name: String,
    pub short_name: String,
    pub logo: Option<String>,
    pub submitted_at: Option<DateTime<Utc>>,
    pub reason: Option<String>,
    pub locked_at: Option<DateTime<Utc>>,
    pub version: i64,
}

impl Entrant {
    /// # Errors
    /// 404 `entrant_not_found`.
    pub async fn load(conn: &mut PgConnection, id: i64) -> Result<Self, Problem> {
        sqlx::query_as!(
            Self,
            r#"select id, tournament_id, stage, team_id, user_id, status as "status: EntrantStatus", name, short_name, logo, submitted_at,
                      reason, locked_at, version
               from esports.entrants where id = $1"#,
            id
        )
        .fetch_optional(conn)
        .await?
        .ok_or_else(|| codes::entrant_not_found.into())
    }

    /// Does the same with the entry locked until the change ends. The order of locks: the tournament before it, people after it.
    ///
    /// # Errors
    /// 404 `entrant_not_found`.
    pub async fn lock(change: &mut Change, id: i64) -> Result<Self, Problem> {
        sqlx::query!("select id from esports.entrants where id = $1 for no key update", id).fetch_optional(change.conn()).await?;
        Self::load(change.conn(), id).await
    }

    /// Returns the active entry of a team or person in a tournament.
    pub async fn standing(
        conn: &mut PgConnection,
        tournament_id: i64,
        team_id: Option<i64>,
        user_id: i64,
    ) -> Result<Option<Self>, Problem> {
        let entrant = sqlx::query_as!(
            Self,
            r#"select id, tournament_id, stage, team_id, user_id, status as "status: EntrantStatus", name, short_name, logo, submitted_at,
                      reason, locked_at, version
               from esports.entrants where tournament_id = $1 and case when $2::bigint is null then user_id = $3 else team_id = $2 end
                 and active"#,
            tournament_id,
            team_id,
            user_id
        )
        .fetch_optional(conn)
        .await?;
        Ok(entrant)
    }

    /// Returns whether the entry takes one of the tournament's places. Only entries at the first stage do; later stages are by
    /// invitation.
    pub fn takes_a_place(&self) -> bool {
        self.stage == 1
    }
}

/// A change of an entry, and its kind in the log.
pub struct Step<'a> {
    pub kind: &'static str,
    pub status: EntrantStatus,
    /// None for the scheduler
    pub actor_id: Option<i64>,
    pub reason: Option<&'a str>,
    /// Whether staff decided, not the captain or the scheduler
    pub decided: bool,
}

/// Stores the entry's new state, and logs it. A single statement, because others wait for the place meanwhile. An entry that joins the
/// waiting list comes last.
///
/// # Errors
/// 409 `entry_changed` when its version is stale.
pub async fn step(change: &mut Change, entrant: &Entrant, step: Step<'_>) -> Result<(), Problem> {
    let now = change.now();
    let logged = sqlx::query!(
        "with changed as (
           update esports.entrants set status = $3, version = version + 1, updated_at = $4, reason = $5, submitted_at = $11,
                  decided_at = case when $6 then $4 else decided_at end, decided_by = case when $6 then $7 else decided_by end,
                  waiting_since = case when $3 <> 'waitlist' then null when status = 'waitlist' then waiting_since
                    else greatest($4, (select max(w.waiting_since) + interval '1 microsecond' from esports.entrants w
                                       where w.tournament_id = $8 and w.status = 'waitlist')) end
           where id = $1 and version = $2 returning id)
         insert into esports.tournament_revisions (tournament_id, at, actor_id, kind, entrant_id, reason, before, after)
         select $8, $4, $7, $9, id, $5, jsonb_build_object('status', $10::text), jsonb_build_object('status', $3::text) from changed",
        entrant.id,
        entrant.version,
        step.status.as_str(),
        now,
        step.reason,
        step.decided,
        step.actor_id,
        entrant.tournament_id,
        step.kind,
        entrant.status.as_str(),
        entrant.submitted_at
    )
    .execute(change.conn())
    .await?;
    if logged.rows_affected() == 0 {
        return Err(codes::entry_changed.into());
    }
    // Players of an entry that ended may play in another.
    if entrant.status.is_active() && !step.status.is_active() {
        sqlx::query!("update esports.entrant_players set active = false where entrant_id = $1 and active", entrant.id)
            .execute(change.conn())
            .await?;
    }
    Ok(())
}
