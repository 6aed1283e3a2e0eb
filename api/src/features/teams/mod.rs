//! Teams: who plays together. At most one team a person; the captain (or whoever acts for a suspended one) speaks for it.
//!
//! The rules are `domain::team`. Locks are taken in one order: the tournaments that a roster changes in, the team, the person, their
//! offers, their inbox.

mod create;
mod http;
mod http_offers;
mod leave;
pub mod live;
mod members;
mod offers;
mod pages;
mod player;
mod search;
mod shapes;
mod store;
mod store_entries;
mod store_offers;
mod update;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Feature;

pub use offers::{InviteStatus, Invited, invite};
pub use shapes::{Offer, OfferKind, OfferStatus, Person, Team, TeamEntry, TeamMember, TeamRecord, TeamSummary};
pub use store::{members, of_user, people, summaries};

pub fn feature() -> Feature {
    let routes = OpenApiRouter::new()
        .routes(routes!(http::create_team))
        .routes(routes!(http::update_team))
        .routes(routes!(http::get_team))
        .routes(routes!(http::search_teams))
        .routes(routes!(http::search_users))
        .routes(routes!(http::leave_team))
        .routes(routes!(http::stay_in_team))
        .routes(routes!(http::approve_leave))
        .routes(routes!(http::kick_out))
        .routes(routes!(http::promote_member))
        .routes(routes!(http::disband_team))
        .routes(routes!(http_offers::join_team))
        .routes(routes!(http_offers::my_offers))
        .routes(routes!(http_offers::list_invitations))
        .routes(routes!(http_offers::list_requests))
        .routes(routes!(http_offers::cancel_offer))
        .routes(routes!(http_offers::accept_offer))
        .routes(routes!(http_offers::accept_invitation))
        .routes(routes!(http_offers::decline_offer))
        .routes(routes!(player::get_player));
    Feature { pages: pages::sources(), ..Feature::of(routes) }
}
