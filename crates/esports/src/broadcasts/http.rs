//! The endpoints of broadcasts.

use axum::extract::State;

use super::send;
use super::send::{Broadcast, BroadcastList, BroadcastNew};
use manao_kernel::access::VerifiedMember;
use manao_kernel::app::App;
use manao_kernel::limits;
use manao_kernel::paging::Paging;
use manao_kernel::problem::{Json, Path, Problem, Query};

/// Send a broadcast to everyone still in the tournament
///
/// Before the draw these are all admitted entrants. Delivery follows after the response: to each entrant's thread, and to each player's
/// inbox. Not possible in a tournament that is cancelled or over; its entrants can still be reached in their threads.
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

/// Broadcasts, newest first, and the audience of the next
#[utoipa::path(get, path = "/tournament/broadcasts/{id}", tag = "broadcasts", params(("id" = i64, Path), Paging),
    responses((status = 200, body = BroadcastList)))]
pub async fn list(
    State(app): State<App>,
    Path(id): Path<i64>,
    Query(paging): Query<Paging>,
) -> Result<Json<BroadcastList>, Problem> {
    send::list(&app, id, paging).await.map(Json)
}
