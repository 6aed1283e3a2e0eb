//! Teams: groups of people who play together. A person has at most one team; its captain speaks for it, or the acting captain of a
//! suspended one.
//!
//! The rules are in `domain::team`. Locks are taken in one order: tournaments with a changed roster, the team, the person, their offers,
//! their inbox.

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

use utoipa_axum::routes;

use crate::refusals::{JOINING, MEMBER, OFFER};
use crate::things::{self, CAPTAIN};
use manao_kernel::access::Who;
use manao_kernel::access::rights::{Named, Role};
use manao_kernel::problem::codes::*;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::every;

pub use members::on_suspension;
pub(crate) use offers::REQUESTS;
pub use offers::{InviteStatus, Invited, invite};
pub use shapes::{Offer, Person, Team, TeamEntry, TeamMember, TeamRecord, TeamSummary};
pub use store::{of_user, people, summaries};

const CLOCK: Duration = Duration::from_secs(60);

pub fn feature() -> Feature {
    let feature = Feature::new()
        .call(routes!(http::create_team), Who::Verified.refuses(&[&[too_many_requests, team_already_joined]]))
        .call(
            routes!(http::update_team),
            Who::Verified.over(&things::TEAM, Named::Path("teamId"), CAPTAIN).refuses(&[&[too_many_requests, team_changed]]),
        )
        .call(routes!(http::get_team), Who::Anyone.refuses(&[&[team_not_found]]))
        .call(routes!(http::search_teams), Who::Anyone.refuses(&[&[too_many_requests]]))
        .call(routes!(http::search_users), Who::Verified.refuses(&[&[too_many_requests]]))
        .call(routes!(http::leave_team), Who::Verified.refuses(&[&[team_captain_leaving, team_in_tournament]]))
        .call(
            routes!(http::stay_in_team),
            Who::Verified.over(&things::TEAM, Named::Body("teamId"), &[Role::Captain, Role::Member]),
        )
        .call(
            routes!(http::approve_leave),
            Who::Verified.over(&things::TEAM, Named::Body("teamId"), CAPTAIN).refuses(&[MEMBER, &[team_leave_not_requested]]),
        )
        .call(
            routes!(http::kick_out),
            Who::Verified.over(&things::TEAM, Named::Path("teamId"), CAPTAIN).refuses(&[&[team_self, team_captain_only]]),
        )
        .call(
            routes!(http::promote_member),
            Who::Verified
                .over(&things::TEAM, Named::Body("teamId"), CAPTAIN)
                .refuses(&[MEMBER, &[team_captain_only, team_person_suspended]]),
        )
        .call(
            routes!(http::disband_team),
            Who::Verified
                .over(&things::TEAM, Named::Body("teamId"), CAPTAIN)
                .refuses(&[&[team_captain_only, team_in_tournament]]),
        )
        .call(
            routes!(http_offers::join_team),
            Who::Verified
                .refuses(&[&[too_many_requests, team_not_found, team_already_joined, offer_too_soon, offers_limit], JOINING]),
        )
        .call(routes!(http_offers::my_offers), Who::Member)
        .call(routes!(http_offers::list_invitations), Who::Verified.over(&things::TEAM, Named::Path("teamId"), CAPTAIN))
        .call(routes!(http_offers::list_requests), Who::Verified.over(&things::TEAM, Named::Path("teamId"), CAPTAIN))
        .call(
            routes!(http_offers::cancel_offer),
            Who::Verified.over(&things::MEMBERSHIP_OFFER, Named::Path("id"), &[Role::Applicant, Role::Captain]).refuses(&[OFFER]),
        )
        .call(
            routes!(http_offers::accept_offer),
            Who::Verified.over(&things::MEMBERSHIP_OFFER, Named::Path("id"), &[Role::Captain, Role::Invited]).refuses(&[
                OFFER,
                JOINING,
                &[team_already_joined, team_person_taken, team_person_suspended],
            ]),
        )
        .call(
            routes!(http_offers::accept_invitation),
            Who::Verified.over(&things::MEMBERSHIP_OFFER, Named::Path("id"), &[Role::Invited]).refuses(&[
                OFFER,
                JOINING,
                &[team_already_joined],
            ]),
        )
        .call(
            routes!(http_offers::decline_offer),
            Who::Verified.over(&things::MEMBERSHIP_OFFER, Named::Path("id"), &[Role::Captain, Role::Invited]).refuses(&[OFFER]),
        )
        .call(routes!(player::get_player), Who::Anyone.refuses(&[&[too_many_requests, user_not_found]]));
    let periodic_tasks =
        vec![every(CLOCK, "teams.offers", clock::expire_offers), every(CLOCK, "teams.leaving", clock::leave_after_waiting)];
    Feature { periodic_tasks, pages: pages::sources(), ..feature.emits::<live::TeamLive>().emits::<live::MembershipLive>() }
}
