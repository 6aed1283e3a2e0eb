//! Start of a broadcast, which fixes its audience.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sqlx::PgConnection;
use utoipa::ToSchema;
use uuid::Uuid;

use super::deliver::Deliver;
use crate::{brackets, messages};
use manao_kernel::app::App;
use manao_kernel::database::JobOptions;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Form, Problem, codes};

/// A broadcast; its counts are of people.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Broadcast {
    pub id: i64,
    pub text: String,
    pub recipients: i32,
    pub delivered: i32,
    /// Number of people who opened the thread or the inbox message
    pub read: i32,
    pub created_at: DateTime<Utc>,
    /// Time of the last delivery
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finished_at: Option<DateTime<Utc>>,
}

/// The audience of a broadcast sent now.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct BroadcastAudience {
    pub entrants: usize,
    pub people: i64,
}

#[derive(Debug, Serialize, ToSchema)]
pub struct BroadcastList {
    #[serde(flatten)]
    pub page: Page<Broadcast>,
    pub audience: BroadcastAudience,
}

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BroadcastNew {
    /// Plain text, at most 1,000 characters
    #[serde(default)]
    #[schema(extensions(("maxLength" = json!(manao_domain::talk::LONGEST))))]
    pub text: Option<String>,
    /// Must be empty: a broadcast is text only
    #[serde(default)]
    #[schema(value_type = Vec<String>, max_items = 0)]
    pub pictures: Vec<Value>,
    /// Chosen by the sender; a repeated request returns the existing broadcast
    #[schema(value_type = String)]
    pub client_id: Uuid,
}

/// # Errors
/// 409 `tournament_cancelled`, `tournament_over`; `broadcast_nobody` when no entrant remains; 422 at `text`, `pictures`.
pub async fn send(app: &App, tournament_id: i64, user_id: i64, new: &BroadcastNew) -> Result<Broadcast, Problem> {
    let mut form = Form::default();
    let text = form.field("text", messages::text(new.text.as_deref(), true)).unwrap_or_default();
    if !new.pictures.is_empty() {
        form.refuse("pictures", codes::broadcast_text_only);
    }
    form.check()?;
    let mut change = app.change().await?;
    change.lock(&format!("broadcast:{tournament_id}")).await?;
    if let Some(id) = sent(change.conn(), tournament_id, user_id, new.client_id).await? {
        return read(change.conn(), id).await;
    }
    open(change.conn(), tournament_id).await?;
    let entrants = brackets::still_in(change.conn(), tournament_id).await?;
    let now = change.now();
    let id = sqlx::query_scalar!(
        "insert into esports.broadcasts (tournament_id, author_id, name, text, client_id, recipients, created_at)
         select $1, id, display_name, $3, $4, 0, $5 from people.users where id = $2 returning id",
        tournament_id,
        user_id,
        text,
        new.client_id,
        now
    )
    .fetch_one(change.conn())
    .await?;
    let people = sqlx::query!(
        "insert into esports.broadcast_readers (broadcast_id, user_id, entrant_id) select $1, user_id, entrant_id from esports.broadcast_people($2)",
        id,
        &entrants
    )
    .execute(change.conn())
    .await?
    .rows_affected();
    if people == 0 {
        return Err(codes::broadcast_nobody.into());
    }
    sqlx::query!(
        "insert into esports.broadcast_entrants (broadcast_id, entrant_id) select $1, * from unnest($2::bigint[])",
        id,
        &entrants
    )
    .execute(change.conn())
    .await?;
    let people = i32::try_from(people).map_err(Problem::internal)?;
    sqlx::query!("update esports.broadcasts set recipients = $2 where id = $1", id, people).execute(change.conn()).await?;
    change.job(&Deliver { broadcast_id: id }, JobOptions::default()).await?;
    let broadcast = read(change.conn(), id).await?;
    change.commit().await?;
    Ok(broadcast)
}

/// Checks that the tournament is neither cancelled nor over, when no entrant remains.
async fn open(conn: &mut PgConnection, tournament_id: i64) -> Result<(), Problem> {
    let row = sqlx::query!(
        r#"select cancelled_at is not null as "cancelled!", finished_at is not null as "finished!" from esports.tournaments where id = $1"#,
        tournament_id
    )
    .fetch_one(conn)
    .await?;
    match (row.cancelled, row.finished) {
        (true, _) => Err(codes::tournament_cancelled.into()),
        (_, true) => Err(codes::tournament_over.into()),
        _ => Ok(()),
    }
}

/// Returns the broadcast with this id of the sender, if it was sent already.
pub async fn known(app: &App, tournament_id: i64, user_id: i64, client_id: Uuid) -> Result<Option<i64>, Problem> {
    sent(&mut *app.db.acquire().await?, tournament_id, user_id, client_id).await
}

async fn sent(conn: &mut PgConnection, tournament_id: i64, user_id: i64, client_id: Uuid) -> Result<Option<i64>, Problem> {
    Ok(sqlx::query_scalar!(
        "select id from esports.broadcasts where tournament_id = $1 and author_id = $2 and client_id = $3",
        tournament_id,
        user_id,
        client_id
    )
    .fetch_optional(conn)
    .await?)
}

async fn read(conn: &mut PgConnection, id: i64) -> Result<Broadcast, Problem> {
    Ok(sqlx::query_as!(
        Broadcast,
        r#"select id, text, recipients, delivered, created_at, finished_at,
                  (select count(*) from esports.broadcast_readers r where r.broadcast_id = b.id and r.read_at is not null)::int as "read!"
           from esports.broadcasts b where id = $1"#,
        id
    )
    .fetch_one(conn)
    .await?)
}

/// Returns the audience of a broadcast sent now; empty once the tournament is cancelled or over.
async fn audience(conn: &mut PgConnection, tournament_id: i64) -> Result<BroadcastAudience, Problem> {
    if open(&mut *conn, tournament_id).await.is_err() {
        return Ok(BroadcastAudience { entrants: 0, people: 0 });
    }
    let entrants = brackets::still_in(&mut *conn, tournament_id).await?;
    let people = sqlx::query_scalar!(r#"select count(*) as "count!" from esports.broadcast_people($1)"#, &entrants)
        .fetch_one(conn)
        .await?;
    Ok(BroadcastAudience { entrants: entrants.len(), people })
}

pub async fn list(app: &App, tournament_id: i64, paging: Paging) -> Result<BroadcastList, Problem> {
    let items = sqlx::query_as!(
        Broadcast,
        r#"select id, text, recipients, delivered, created_at, finished_at,
                  (select count(*) from esports.broadcast_readers r where r.broadcast_id = b.id and r.read_at is not null)::int as "read!"
           from esports.broadcasts b where tournament_id = $1 order by id desc limit $2 offset $3"#,
        tournament_id,
        paging.limit(),
        paging.offset()
    )
    .fetch_all(&app.db)
    .await?;
    let total =
        sqlx::query_scalar!(r#"select count(*) as "count!" from esports.broadcasts where tournament_id = $1"#, tournament_id)
            .fetch_one(&app.db)
            .await?;
    let audience = audience(&mut *app.db.acquire().await?, tournament_id).await?;
    Ok(BroadcastList { page: Page::new(paging, items, total), audience })
}
