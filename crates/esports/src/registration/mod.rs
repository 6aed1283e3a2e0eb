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

use utoipa_axum::routes;

use crate::refusals::{ENTERING, OVER, PLAYERS};
use crate::things::{self, CAPTAIN_OR_LEADS, CONCERNED, EVIDENCE, RUN, STAFF};
use manao_kernel::access::Who;
use manao_kernel::access::rights::{Named, Role};
use manao_kernel::problem::codes::*;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::{every, job};

/// Interval at which changed dates and tournaments are applied to entries.
const FOLLOW_EVERY: Duration = Duration::from_secs(3);

pub fn feature() -> Feature {
    let feature = Feature::new()
        .call(routes!(http::list_my_players), Who::Verified.refuses(&[&[tournament_not_found, team_not_found]]))
        .call(
            routes!(http::list_team_players),
            Who::Verified
                .over(&things::TEAM, Named::Path("team_id"), &[Role::Captain, Role::Promoter, Role::CoPromoter])
                .refuses(&[&[tournament_not_found]]),
        )
        .call(routes!(http::save), Who::Verified.refuses(&[OVER, ENTERING, PLAYERS, &[entry_changed, entry_must_stay_complete]]))
        .call(
            routes!(http::give_documents),
            Who::Verified.refuses(&[
                OVER,
                &[
                    tournament_not_found,
                    tournament_not_participating,
                    roster_locked,
                    players_count_invalid,
                    entry_changed,
                    entry_must_stay_complete,
                ],
            ]),
        )
        .call(
            routes!(http::remind),
            Who::Verified.over(&things::ENTRANT, Named::Body("entrantId"), &[Role::Captain]).refuses(&[&[
                tournament_cancelled,
                team_member_not_found,
                entry_over,
                entry_reminder_needless,
                entry_reminder_too_soon,
            ]]),
        )
        .call(
            routes!(http::tell_captain),
            Who::Verified.refuses(&[&[
                tournament_not_found,
                tournament_cancelled,
                registration_closed,
                tournament_entry_refused,
                team_not_found,
                team_self,
                entry_exists,
                entry_reminder_too_soon,
            ]]),
        )
        .call(
            routes!(http::update_roster),
            Who::Verified.over(&things::ENTRANT, Named::Body("entrantId"), CAPTAIN_OR_LEADS).refuses(&[
                OVER,
                PLAYERS,
                &[entry_over, entry_changed, entry_must_stay_complete, roster_locked, registration_closed],
            ]),
        )
        .call(routes!(http::get_mine), Who::Member.refuses(&[&[tournament_not_found]]))
        .call(routes!(http::get_entry), Who::Member.over(&things::ENTRANT, Named::Path("id"), CONCERNED))
        .call(routes!(http::list_joined), Who::Verified)
        .call(
            routes!(http::remove),
            Who::Verified
                .over(&things::ENTRANT, Named::Path("contestant_id"), CAPTAIN_OR_LEADS)
                .refuses(&[OVER, &[tournament_not_found, entry_over, entry_changed]]),
        )
        .call(routes!(http::list_documents), Who::Verified.over(&things::ENTRANT, Named::Path("id"), EVIDENCE))
        .call(routes!(http::list_phones), Who::Verified.refuses(&[&[team_not_found]]))
        .call(routes!(http::my_phone), Who::Member.refuses(&[&[tournament_not_found]]))
        .call(routes!(desk_http::list_entrants), Who::Verified.over(&things::TOURNAMENT, Named::Body("tournamentId"), STAFF))
        .call(routes!(desk_http::decide), Who::Verified.over(&things::ENTRANT, Named::Path("id"), RUN))
        .call(
            routes!(desk_http::check_document),
            Who::Verified
                .over(&things::ENTRANT, Named::Body("entrantId"), RUN)
                .refuses(&[&[entry_document_not_found, entry_changed]]),
        )
        .call(
            routes!(desk_http::send_missing_notice),
            Who::Verified.over(&things::TOURNAMENT, Named::Body("tournamentId"), RUN).refuses(&[&[entrant_not_found]]),
        )
        .call(routes!(desk_http::list_invitable), Who::Verified.over(&things::TOURNAMENT, Named::Body("tournamentId"), RUN))
        .call(
            routes!(desk_http::invite),
            Who::Verified.refuses(&[
                OVER,
                &[too_many_requests, team_not_found, team_disbanded],
                &[tournament_not_found, stage_not_found, tournament_individual, tournament_of_teams],
            ]),
        )
        .call(routes!(desk_http::list_teams), Who::Anyone.refuses(&[&[tournament_not_found]]))
        .call(
            routes!(desk_http::update_qualifiers),
            Who::Verified.over(&things::TOURNAMENT, Named::Path("id"), RUN).refuses(&[
                OVER,
                &[stage_not_found, stage_first, stage_last, stage_open, stage_drawn, cut_tie, qualifiers_changed],
            ]),
        );
    let periodic_tasks = vec![every(FOLLOW_EVERY, "registration.follow", places::follow)];
    Feature {
        jobs: vec![job::<tell::TellEntry>()],
        periodic_tasks,
        ..feature.emits::<live::EntrantLive>().emits::<live::EntryLive>()
    }
}
