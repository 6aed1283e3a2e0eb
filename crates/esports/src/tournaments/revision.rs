//! The log of a tournament: each change with its author, time and reason.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Map, Value};
use sqlx::PgPool;
use utoipa::ToSchema;

use crate::teams::Person;
use manao_kernel::database::Change;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::Problem;

/// An entry of the log. `kind` is a stable word such as `tournament_updated` or `entrant_approved`.
#[derive(Clone, Debug, Default)]
pub struct Revision<'a> {
    /// None for the scheduler, or for staff at the command line
    pub actor_id: Option<i64>,
    pub kind: &'static str,
    pub entrant_id: Option<i64>,
    pub match_id: Option<i64>,
    pub reason: Option<&'a str>,
    /// Objects of the fields that changed
    pub before: Option<Value>,
    pub after: Option<Value>,
}

/// Writes an entry to the tournament's log.
pub async fn log(change: &mut Change, tournament_id: i64, revision: Revision<'_>) -> Result<(), Problem> {
    let now = change.now();
    sqlx::query!(
        "insert into esports.tournament_revisions (tournament_id, at, actor_id, kind, entrant_id, match_id, reason, before, after)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)",
        tournament_id,
        now,
        revision.actor_id,
        revision.kind,
        revision.entrant_id,
        revision.match_id,
        revision.reason,
        revision.before,
        revision.after
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Writes several entries at once, in their order.
pub async fn log_all(change: &mut Change, tournament_id: i64, revisions: &[Revision<'_>]) -> Result<(), Problem> {
    let now = change.now();
    let kinds: Vec<String> = revisions.iter().map(|revision| revision.kind.to_owned()).collect();
    let actors: Vec<Option<i64>> = revisions.iter().map(|revision| revision.actor_id).collect();
    let entrants: Vec<Option<i64>> = revisions.iter().map(|revision| revision.entrant_id).collect();
    let matches: Vec<Option<i64>> = revisions.iter().map(|revision| revision.match_id).collect();
    let reasons: Vec<Option<String>> = revisions.iter().map(|revision| revision.reason.map(str::to_owned)).collect();
    let before: Vec<Option<Value>> = revisions.iter().map(|revision| revision.before.clone()).collect();
    let after: Vec<Option<Value>> = revisions.iter().map(|revision| revision.after.clone()).collect();
    sqlx::query!(
        "insert into esports.tournament_revisions (tournament_id, at, actor_id, kind, entrant_id, match_id, reason, before, after)
         select $1, $2, r.actor_id, r.kind, r.entrant_id, r.match_id, r.reason, r.before, r.after
         from unnest($3::bigint[], $4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::jsonb[], $9::jsonb[]) with ordinality
              as r (actor_id, kind, entrant_id, match_id, reason, before, after, number) order by r.number",
        tournament_id,
        now,
        &actors as &[Option<i64>],
        &kinds,
        &entrants as &[Option<i64>],
        &matches as &[Option<i64>],
        &reasons as &[Option<String>],
        &before as &[Option<Value>],
        &after as &[Option<Value>]
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// A change of the tournament's fields, or of its state.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentRevision {
    pub id: i64,
    pub at: DateTime<Utc>,
    /// Absent for the scheduler or an operator
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actor: Option<Person>,
    /// Stable word, such as `tournament_updated`
    pub kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    pub changes: Vec<TournamentFieldChange>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct TournamentFieldChange {
    /// Name as in the form
    pub field: String,
    pub before: Value,
    pub after: Value,
}

/// A decision about an entrant, or a result.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TournamentLogEntry {
    pub id: i64,
    pub at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actor: Option<Person>,
    /// Stable word, such as `entrant_approved`
    pub kind: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub entrant: Option<TournamentLogEntrant>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_id: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub after: Option<Value>,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct TournamentLogEntrant {
    pub id: i64,
    pub name: String,
}

/// Returns changes, newest first.
pub async fn list(db: &PgPool, tournament_id: i64, paging: Paging) -> Result<Page<TournamentRevision>, Problem> {
    let rows = sqlx::query!(
        r#"select r.id, r.at, r.kind, r.reason, r.before, r.after, u.id as "user_id?", u.display_name as "display_name?", u.picture
           from esports.tournament_revisions r left join people.users u on u.id = r.actor_id
           where r.tournament_id = $1 and r.entrant_id is null and r.match_id is null
           order by r.id desc limit $2 offset $3"#,
        tournament_id,
        paging.limit(),
        paging.offset()
    )
    .fetch_all(db)
    .await?;
    let total = sqlx::query_scalar!(
        r#"select count(*) as "total!" from esports.tournament_revisions where tournament_id = $1 and entrant_id is null and match_id is null"#,
        tournament_id
    )
    .fetch_one(db)
    .await?;
    let items = rows.into_iter().map(|row| TournamentRevision {
        id: row.id,
        at: row.at,
        actor: person(row.user_id, row.display_name, row.picture),
        kind: row.kind,
        reason: row.reason,
        changes: changes(row.before, row.after),
    });
    Ok(Page::new(paging, items.collect(), total))
}

/// Returns decisions, newest first, optionally of one entrant or match.
pub async fn list_log(
    db: &PgPool,
    tournament_id: i64,
    (entrant_id, match_id): (Option<i64>, Option<i64>),
    paging: Paging,
) -> Result<Page<TournamentLogEntry>, Problem> {
    let rows = sqlx::query!(
        r#"select r.id, r.at, r.kind, r.reason, r.match_id, r.before, r.after, u.id as "user_id?", u.display_name as "display_name?",
                  u.picture, e.id as "entrant_id?", e.name as "entrant?"
           from esports.tournament_revisions r left join people.users u on u.id = r.actor_id
           left join esports.entrants e on e.id = r.entrant_id and e.tournament_id = r.tournament_id
           where r.tournament_id = $1 and (r.entrant_id is not null or r.match_id is not null)
             and ($2::bigint is null or r.entrant_id = $2) and ($3::bigint is null or r.match_id = $3)
           order by r.id desc limit $4 offset $5"#,
        tournament_id,
        entrant_id,
        match_id,
        paging.limit(),
        paging.offset()
    )
    .fetch_all(db)
    .await?;
    let total = sqlx::query_scalar!(
        r#"select count(*) as "total!" from esports.tournament_revisions r
           where r.tournament_id = $1 and (r.entrant_id is not null or r.match_id is not null)
             and ($2::bigint is null or r.entrant_id = $2) and ($3::bigint is null or r.match_id = $3)"#,
        tournament_id,
        entrant_id,
        match_id
    )
    .fetch_one(db)
    .await?;
    let items = rows.into_iter().map(|row| TournamentLogEntry {
        id: row.id,
        at: row.at,
        actor: person(row.user_id, row.display_name, row.picture),
        kind: row.kind,
        reason: row.reason,
        entrant: row.entrant_id.zip(row.entrant).map(|(id, name)| TournamentLogEntrant { id, name }),
        match_id: row.match_id,
        before: row.before,
        after: row.after,
    });
    Ok(Page::new(paging, items.collect(), total))
}

fn person(user_id: Option<i64>, display_name: Option<String>, picture: Option<String>) -> Option<Person> {
    user_id.zip(display_name).map(|(user_id, display_name)| Person { user_id, display_name, picture })
}

fn changes(before: Option<Value>, after: Option<Value>) -> Vec<TournamentFieldChange> {
    let fields = |side: Option<Value>| match side {
        Some(Value::Object(fields)) => fields,
        _ => Map::new(),
    };
    let (mut before, mut after) = (fields(before), fields(after));
    let mut names: Vec<String> = before.keys().chain(after.keys()).cloned().collect();
    names.sort();
    names.dedup();
    let change = |field: String| TournamentFieldChange {
        before: before.remove(&field).unwrap_or(Value::Null),
        after: after.remove(&field).unwrap_or(Value::Null),
        field,
    };
    names.into_iter().map(change).collect()
}
