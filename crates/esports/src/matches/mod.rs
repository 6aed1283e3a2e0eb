//! The room of a match: its sides, its time, and each side's report of the result.
//!
//! The state shared by everyone in a room is `brackets::room_state`. This module holds the view of one reader, and the steps of sides and
//! staff. docs/MATCHES.md describes the rules.

mod busy;
mod calendar;
mod clock;
mod given;
mod http;
mod http_scores;
mod http_times;
mod list;
mod people;
mod proofs;
mod reports;
mod scores;
mod staff_times;
mod stuck;
mod tell;
mod tell_times;
mod times;
mod view;
mod visit;

pub(crate) use clock::REMIND;
pub(crate) use scores::{CONTEST, GRACE, PROOFS};

use std::time::Duration;

use utoipa_axum::routes;

use crate::refusals::{OVER, PROPOSING, RULING, TIMES};
use crate::things::{self, CONCERNED, DECIDES, SIDE, STAFF};
use manao_kernel::access::Who;
use manao_kernel::access::rights::Named;
use manao_kernel::problem::codes::*;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::every;

/// The steps of people in rooms, and the scheduled ones. The demo uses them to fill its rooms.
pub mod run {
    pub use super::clock::round as clock;
    pub use super::scores::{ScoreSent, report};
    pub use super::staff_times::{Move, edit as edit_time};
    pub use super::times::{ProposedTime, accept, decline, propose, replace};
}

/// Interval between checks for reports that are due to stand.
const CONFIRMED_EVERY: Duration = Duration::from_secs(2);
/// Interval between checks for proposals that expire and matches that begin.
const CLOCK_EVERY: Duration = Duration::from_secs(3);
/// Interval between checks for matches that newly wait for staff.
const STUCK_EVERY: Duration = Duration::from_secs(20);

pub fn feature() -> Feature {
    let feature = Feature::new()
        .call(routes!(http::get), Who::Anyone.refuses(&[&[match_not_found, match_of_many]]))
        .call(
            routes!(http_scores::submit_score),
            Who::Verified.over(&things::MATCH, Named::Path("match_id"), DECIDES).refuses(&[
                OVER,
                RULING,
                &[
                    match_not_ready,
                    match_changed,
                    captain_acts,
                    match_not_open,
                    report_given,
                    match_reset,
                    match_not_begun,
                    no_show_too_early,
                ],
            ]),
        )
        .call(
            routes!(http_scores::contest_no_show),
            Who::Verified
                .over(&things::MATCH, Named::Path("matchId"), SIDE)
                .refuses(&[OVER, &[match_of_many, captain_acts, no_show_none]]),
        )
        .call(
            routes!(http_times::propose_time),
            Who::Verified.over(&things::MATCH, Named::Path("match_id"), SIDE).refuses(&[
                OVER,
                TIMES,
                PROPOSING,
                &[time_proposed],
            ]),
        )
        .call(
            routes!(http_times::replace_time),
            Who::Verified.over(&things::MATCH_PROPOSAL, Named::Path("appointment_id"), SIDE).refuses(&[OVER, TIMES, PROPOSING]),
        )
        .call(
            routes!(http_times::accept_time),
            Who::Verified.over(&things::MATCH_PROPOSAL, Named::Path("id"), SIDE).refuses(&[
                OVER,
                TIMES,
                &[proposal_replaced, proposal_own],
            ]),
        )
        .call(
            routes!(http_times::decline_time),
            Who::Verified
                .over(&things::MATCH_PROPOSAL, Named::Path("id"), SIDE)
                .refuses(&[OVER, &[captain_acts, match_of_many, proposal_replaced, proposal_own]]),
        )
        .call(
            routes!(http_times::withdraw_time),
            Who::Verified
                .over(&things::MATCH_PROPOSAL, Named::Path("id"), SIDE)
                .refuses(&[OVER, &[captain_acts, match_of_many, proposal_replaced, proposal_not_own]]),
        )
        .call(
            routes!(http_times::edit_time),
            Who::Verified
                .over(&things::MATCH, Named::Path("match_id"), STAFF)
                .refuses(&[OVER, &[match_of_many, match_changed, match_not_open, match_no_time, time_taken]]),
        )
        .call(
            routes!(http_times::edit_round_times),
            Who::Verified.over(&things::TOURNAMENT, Named::Path("id"), STAFF).refuses(&[OVER, &[match_changed]]),
        )
        .call(
            routes!(http_times::get_calendar),
            Who::Verified.over(&things::MATCH, Named::Path("matchId"), CONCERNED).refuses(&[&[match_of_many]]),
        )
        .call(
            routes!(http_times::get_calendar_file),
            Who::Verified.over(&things::MATCH, Named::Path("matchId"), CONCERNED).refuses(&[&[match_of_many, match_no_time]]),
        )
        .call(routes!(http_times::list), Who::Anyone.refuses(&[&[tournament_not_found]]));
    let periodic_tasks = vec![
        every(CONFIRMED_EVERY, "matches.confirm", scores::confirm_due),
        every(CLOCK_EVERY, "matches.clock", clock::round),
        every(STUCK_EVERY, "matches.stuck", stuck::tell),
    ];
    Feature { periodic_tasks, ..feature }
}
