//! The endpoints of invitations and requests.

use axum::extract::State;
use manao_domain::team::OfferKind;

use super::shapes::{Join, MyOffers, Offer, Offers};
use super::{offers, store_offers};
use manao_kernel::access::{Member, Role, VerifiedMember};
use manao_kernel::app::App;
use manao_kernel::limits;
use manao_kernel::problem::{Json, Path, Problem};

/// Ask to join a team
///
/// If that team has a pending invitation for the caller, they become a member right away.
#[utoipa::path(method(get, post), path = "/tournament/join-team/{teamId}", tag = "team", params(("teamId" = i64, Path)),
    responses((status = 200, body = Join)))]
pub async fn join_team(State(app): State<App>, member: VerifiedMember, Path(team_id): Path<i64>) -> Result<Json<Join>, Problem> {
    app.limit(limits::OFFER_MEMBERSHIP, member.user_id)?;
    offers::request(&app, member.user_id, team_id).await.map(Json)
}

/// My pending requests and invitations
#[utoipa::path(get, path = "/tournament/get-join-team-request-id", tag = "team", responses((status = 200, body = MyOffers)))]
pub async fn my_offers(State(app): State<App>, member: Member) -> Result<Json<MyOffers>, Problem> {
    store_offers::mine(&app, member.user_id).await.map(Json)
}

/// My team's pending invitations
#[utoipa::path(get, path = "/tournament/get-invited-list/{teamId}", tag = "team", params(("teamId" = i64, Path)),
    responses((status = 200, body = Offers)))]
pub async fn list_invitations(State(app): State<App>, Path(team_id): Path<i64>) -> Result<Json<Offers>, Problem> {
    store_offers::of_team(&app, team_id, OfferKind::Invitation).await.map(Json)
}

/// Requests to join my team
#[utoipa::path(get, path = "/tournament/get/join-request/{teamId}", tag = "team", params(("teamId" = i64, Path)),
    responses((status = 200, body = Offers)))]
pub async fn list_requests(State(app): State<App>, Path(team_id): Path<i64>) -> Result<Json<Offers>, Problem> {
    store_offers::of_team(&app, team_id, OfferKind::Request).await.map(Json)
}

/// Withdraw my request, or my team's invitation
#[utoipa::path(method(get, post), path = "/tournament/cancel-team/{id}", tag = "team", params(("id" = i64, Path)),
    responses((status = 200, body = Offer)))]
pub async fn cancel_offer(
    State(app): State<App>,
    member: VerifiedMember,
    role: Role,
    Path(id): Path<i64>,
) -> Result<Json<Offer>, Problem> {
    offers::cancel(&app, member.user_id, role, id).await.map(Json)
}

/// Accept a request to join my team, or my invitation
#[utoipa::path(method(get, post), path = "/tournament/accept-request/{id}", tag = "team", params(("id" = i64, Path)),
    responses((status = 200, body = Offer)))]
pub async fn accept_offer(
    State(app): State<App>,
    member: VerifiedMember,
    role: Role,
    Path(id): Path<i64>,
) -> Result<Json<Offer>, Problem> {
    offers::accept(&app, member.user_id, role, id).await.map(Json)
}

/// Accept my invitation
#[utoipa::path(method(get, post), path = "/tournament/accept-invite-user/{id}", tag = "team", params(("id" = i64, Path)),
    responses((status = 200, body = Offer)))]
pub async fn accept_invitation(
    State(app): State<App>,
    member: VerifiedMember,
    role: Role,
    Path(id): Path<i64>,
) -> Result<Json<Offer>, Problem> {
    offers::accept(&app, member.user_id, role, id).await.map(Json)
}

/// Decline a request to join my team, or my invitation
#[utoipa::path(method(get, post), path = "/tournament/decline-request/{id}", tag = "team", params(("id" = i64, Path)),
    responses((status = 200, body = Offer)))]
pub async fn decline_offer(
    State(app): State<App>,
    member: VerifiedMember,
    role: Role,
    Path(id): Path<i64>,
) -> Result<Json<Offer>, Problem> {
    offers::decline(&app, member.user_id, role, id).await.map(Json)
}
