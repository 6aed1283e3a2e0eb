//! Tournaments: the form from draft to publication, their phases, lists and pages, and the log of changes.
//!
//! Only facts are stored; the phase follows from them and the time (`manao_domain::tournament`). A task announces changes.

mod actions;
mod brief;
mod browse;
mod cache;
mod card;
mod draft;
mod entrants;
mod form;
mod http;
mod judge;
mod list;
pub mod live;
mod needs;
mod notices;
mod pages;
mod phases;
mod revision;
mod row;
mod run;
mod score;
mod share;
mod view;
mod write;

use utoipa_axum::routes;

use crate::things::{self, RUN, STAFF};
use manao_kernel::access::Who;
use manao_kernel::access::rights::{Named, Role};
use manao_kernel::problem::codes::*;

use std::time::Duration;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::{every, job};

pub use actions::TournamentEdit;
pub use actions::{begin_cancel, begin_update, end_cancel, end_update};
pub use cache::{Versions, bracket_changes, catch_up, forget_bracket};
pub use card::{EsportGameRef, NextPhase, TournamentCard, TournamentOrganization, card, cards};
pub use entrants::{ListedPlayer, ListedTeam, entrants};
pub use form::TournamentFormState;
pub use http::{TournamentCancellation, UpdateTournament};
pub use list::patterns as search_patterns;
pub use needs::{TournamentNeeds, needs};
pub use pages::tournament as page;
pub use phases::announce;
pub use revision::{Revision, log, log_all};
pub use row::Row;
pub use score::{ScoreLeader, ScoredMatch, TournamentScore};
pub use view::Tournament;

/// Interval at which new phases and counts are announced.
const ANNOUNCED_EVERY: Duration = Duration::from_secs(2);

pub fn feature() -> Feature {
    let feature = Feature::new()
        .call(
            routes!(http::create),
            Who::Promoter.refuses(&[&[tournament_not_found, tournament_drafts_limit, tournaments_limit]]),
        )
        .call(routes!(http::get_form), Who::Verified.over(&things::TOURNAMENT, Named::Path("id"), RUN))
        .call(
            routes!(http::delete_draft),
            Who::Verified.over(&things::TOURNAMENT, Named::Body("id"), &[Role::Promoter]).refuses(&[&[tournament_published]]),
        )
        .call(
            routes!(http::close_registration),
            Who::Verified.over(&things::TOURNAMENT, Named::Path("id"), RUN).refuses(&[&[
                tournament_changed,
                tournament_cancelled,
                tournament_over,
                registration_not_open,
            ]]),
        )
        .call(routes!(browse::list), Who::Anyone.refuses(&[&[session_required]]))
        .call(routes!(browse::lanes), Who::Public)
        .call(routes!(browse::current), Who::Public)
        .call(routes!(browse::get), Who::Public.refuses(&[&[tournament_not_found]]))
        .call(routes!(browse::get_banner), Who::Public.refuses(&[&[tournament_not_found]]))
        .call(routes!(browse::get_information), Who::Public.refuses(&[&[tournament_not_found]]))
        .call(routes!(browse::list_run), Who::Verified)
        .call(routes!(browse::list_revisions), Who::Verified.over(&things::TOURNAMENT, Named::Body("id"), STAFF))
        .call(routes!(browse::list_log), Who::Verified.over(&things::TOURNAMENT, Named::Body("id"), STAFF));
    Feature {
        jobs: vec![job::<notices::TellEntrants>()],
        periodic_tasks: vec![every(ANNOUNCED_EVERY, "tournaments.phases", phases::announce_due)],
        background: vec![|app| Box::pin(cache::follow(app))],
        pages: pages::sources(),
        ..feature.emits::<live::TournamentLive>().emits::<live::TournamentsLive>()
    }
}
