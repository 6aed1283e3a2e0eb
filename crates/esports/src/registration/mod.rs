//! Entries in tournaments: by teams and single players, with their rosters and evidence; review, capacity and waiting list.

mod decide;
mod desk;
mod desk_http;
mod entrant;
mod give;
mod http;
mod invitable;
mod invite;
mod joined;
pub mod live;
mod mine;
mod notice;
mod people;
mod phones;
mod places;
mod players;
mod qualifiers;
mod readiness;
mod remind;
mod roster;
mod save;
mod teamlist;
mod tell;
mod view;
mod withdraw;

use std::time::Duration;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::{every, job};

/// How often it is looked at what dates and edits of tournaments mean for their entries.
const FOLLOW_EVERY: Duration = Duration::from_secs(3);

pub fn feature() -> Feature {
    let routes = OpenApiRouter::new()
        .routes(routes!(http::list_my_players))
        .routes(routes!(http::list_team_players))
        .routes(routes!(http::save))
        .routes(routes!(http::give_documents))
        .routes(routes!(http::remind))
        .routes(routes!(http::tell_captain))
        .routes(routes!(http::update_roster))
        .routes(routes!(http::get_mine))
        .routes(routes!(http::get_entry))
        .routes(routes!(http::list_joined))
        .routes(routes!(http::remove))
        .routes(routes!(http::list_documents))
        .routes(routes!(http::list_phones))
        .routes(routes!(http::my_phone))
        .routes(routes!(desk_http::list_entrants))
        .routes(routes!(desk_http::decide))
        .routes(routes!(desk_http::check_document))
        .routes(routes!(desk_http::send_missing_notice))
        .routes(routes!(desk_http::list_invitable))
        .routes(routes!(desk_http::invite))
        .routes(routes!(desk_http::list_teams))
        .routes(routes!(desk_http::update_qualifiers));
    let periodic_tasks = vec![every(FOLLOW_EVERY, "registration.follow", places::follow)];
    Feature {
        jobs: vec![job::<tell::TellEntry>()],
        periodic_tasks,
        ..Feature::new(routes).emits::<live::EntrantLive>().emits::<live::EntryLive>()
    }
}
