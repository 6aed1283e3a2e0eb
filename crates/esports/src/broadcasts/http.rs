//! The calls for broadcasts.

use axum::extract::State;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;
use uuid::Uuid;

use super::send;
use manao_kernel::access::VerifiedMember;
use manao_kernel::app::App;
use manao_kernel::limits;
use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::{Json, Path, Problem, Query};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BroadcastNew {
    /// Plain text, at most 1,000 characters
    #[serde(default)]
    pub text: Option<String>,
    /// None: a broadcast is text only
    #[serde(default)]
    #[schema(value_type = Vec<String>, max_items = 0)]
    pub pictures: Vec<Value>,
    /// Named by the sender: sent again, it is answered with the broadcast that there is
    #[schema(value_type = String)]
    pub client_id: Uuid,
}

/// Counts are of people.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Broadcast {
    pub id: i64,
    pub text: String,
    pub recipients: i32,
    pub delivered: i32,
    /// Who opened the thread or the inbox message
    pub read: i32,
    pub created_at: DateTime<Utc>,
    /// When the last got it
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finished_at: Option<DateTime<Utc>>,
}

/// Whom a broadcast would reach now.
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

/// Announce to everyone still in the tournament
///
/// Before the draw that is everybody who is admitted. It is delivered after the answer: into each entrant's thread, and to each player's inbox.
/// Not in a tournament that is cancelled or over; its entrants can still be written to, each in their thread.
#[utoipa::path(post, path = "/tournament/send-message-to-not-eliminated-players/{id}", tag = "broadcasts", params(("id" = i64, Path)),
    request_body = BroadcastNew, responses((status = 200, body = Broadcast)))]
pub async fn send(
    State(app): State<App>,
    member: VerifiedMember,
    Path(id): Path<i64>,
    Json(new): Json<BroadcastNew>,
) -> Result<Json<Broadcast>, Problem> {
    if send::known(&app, id, member.user_id, new.client_id).await?.is_none() {
        app.limit(limits::BROADCAST, member.user_id)?;
    }
    send::send(&app, id, member.user_id, &new).await.map(Json)
}

/// What was broadcast, the newest first, and whom the next would reach
#[utoipa::path(get, path = "/tournament/broadcasts/{id}", tag = "broadcasts", params(("id" = i64, Path), Paging),
    responses((status = 200, body = BroadcastList)))]
pub async fn list(
    State(app): State<App>,
    Path(id): Path<i64>,
    Query(paging): Query<Paging>,
) -> Result<Json<BroadcastList>, Problem> {
    send::list(&app, id, paging).await.map(Json)
}
