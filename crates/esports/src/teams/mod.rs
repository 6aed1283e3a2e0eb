//! Teams: who plays together. At most one team a person; the captain (or whoever acts for a suspended one) speaks for it.
//!
//! The rules are `domain::team`. Locks are taken in one order: the tournaments that a roster changes in, the team, the person, their
//! offers, their inbox.

mod admit;
mod clock;
mod create;
mod form;
mod http;
mod http_offers;
mod leave;
pub mod live;
mod members;
mod offers;
mod pages;
mod person;
mod player;
mod rosters;
mod search;
mod shapes;
mod store;
mod store_entries;
mod store_offers;
mod tell;
mod update;

use std::time::Duration;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::every;

pub use members::on_suspension;
pub use offers::{InviteStatus, Invited, invite};
pub use shapes::{Offer, Person, Team, TeamEntry, TeamMember, TeamRecord, TeamSummary};
pub use store::{members, of_user, people, summaries};

const CLOCK: Duration = Duration::from_secs(60);

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
    let periodic_tasks =
        vec![every(CLOCK, "teams.offers", clock::expire_offers), every(CLOCK, "teams.leaving", clock::leave_after_waiting)];
    Feature {
        periodic_tasks,
        pages: pages::sources(),
        ..Feature::new(routes).emits::<live::TeamLive>().emits::<live::MembershipLive>()
    }
}
