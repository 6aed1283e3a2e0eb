//! Times at which people cannot play because of other matches, in any tournament.

use chrono::{DateTime, Utc};
use manao_domain::match_time::Span;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use crate::brackets::MatchSide;
use crate::brackets::room::Room;
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};

/// Another match of a side, or of one of its players.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct MatchBusy {
    pub side: MatchSide,
    pub from: DateTime<Utc>,
    pub to: DateTime<Utc>,
    /// Name of the tournament; only shown to that side itself and to staff of this tournament
    #[serde(skip_serializing_if = "Option::is_none")]
    pub what: Option<String>,
    #[serde(skip)]
    pub names: (String, String),
}

/// Returns the fixed matches that overlap with this span, of both entrants, their teams and their players. Includes matches that still
/// wait for an opponent.
pub async fn busy(conn: &mut PgConnection, match_id: i64, span: Span) -> Result<Vec<MatchBusy>, Problem> {
    let rows = sqlx::query!(
        r#"with sides as (select s.side, s.entrant_id from esports.matches m, lateral (values ('home', m.home_id), ('away', m.away_id)) as s (side, entrant_id)
                          where m.id = $1),
                others as (select side, entrant_id from sides
                           union
                           select s.side, q.id from sides s join esports.entrants e on e.id = s.entrant_id join esports.entrants q on q.team_id = e.team_id
                           union
                           select s.side, q.entrant_id from sides s
                           join esports.entrant_players p on p.entrant_id = s.entrant_id and p.active and p.left_at is null
                           join esports.entrant_players q on q.user_id = p.user_id and q.active and q.left_at is null)
           select distinct o.side as "side!: MatchSide", b.id, b.scheduled_at as "from!", b.ends_at as "to!", t.name_th as "name_th!", t.name_en as "name_en!"
           from others o, lateral (
             select id, tournament_id, scheduled_at, ends_at from esports.matches where home_id = o.entrant_id and scheduled_at is not null
               and holds_time and scheduled_at < $3
             union all
             select id, tournament_id, scheduled_at, ends_at from esports.matches where away_id = o.entrant_id and scheduled_at is not null
               and holds_time and scheduled_at < $3) b
           join esports.tournaments t on t.id = b.tournament_id and t.cancelled_at is null and t.finished_at is null
           where b.ends_at > $2 and b.id <> $1 order by 3, 1, 2"#,
        match_id,
        span.from,
        span.to
    )
    .fetch_all(conn)
    .await?;
    let busy = rows.into_iter().map(|row| MatchBusy {
        side: row.side,
        from: row.from,
        to: row.to,
        what: None,
        names: (row.name_th, row.name_en),
    });
    Ok(busy.collect())
}

/// Locks teams and players of both sides until the change ends. Two matches that share a team or a player are thus fixed one after the
/// other. Must be called with the room locked.
pub async fn hold(change: &mut Change, match_ids: &[i64]) -> Result<(), Problem> {
    sqlx::query!(
        "select id from esports.teams where id in (
           select e.team_id from esports.matches m join esports.entrants e on e.id in (m.home_id, m.away_id) where m.id = any((select $1::bigint[])::bigint[])) order by id for no key update",
        match_ids
    )
    .fetch_all(change.conn())
    .await?;
    sqlx::query!(
        "select id from people.users where id in (
           select p.user_id from esports.matches m join esports.entrant_players p on p.entrant_id in (m.home_id, m.away_id)
           where m.id = any((select $1::bigint[])::bigint[]) and p.active and p.left_at is null) order by id for no key update",
        match_ids
    )
    .fetch_all(change.conn())
    .await?;
    Ok(())
}

/// # Errors
/// 409 `time_taken` with the current room (`match`), and the matches in the way (`busy`).
pub async fn free(change: &mut Change, room: &Room, span: Span) -> Result<(), Problem> {
    let busy = busy(change.conn(), room.match_id, span).await?;
    if busy.is_empty() {
        return Ok(());
    }
    Err(room.refuse(change, Problem::new(codes::time_taken).with("busy", busy)).await)
}

/// Marks the match's time as free for these sides, so that the scheduler does not check it again.
pub async fn checked(change: &mut Change, match_id: i64) -> Result<(), Problem> {
    sqlx::query!("update esports.match_rooms set free_with = begun_with where match_id = $1", match_id)
        .execute(change.conn())
        .await?;
    Ok(())
}
