//! Tournaments: the form from draft to publication, their phases, their lists and pages, and the log of what was changed.
//!
//! What is stored are facts; the phase follows from them and the time (`manao_domain::tournament`). A task announces what has come about.

mod actions;
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
mod view;
mod write;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use std::time::Duration;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::{every, job};

pub use actions::{begin_cancel, begin_update, end_cancel, end_update};
pub use cache::{Versions, bracket_changes, catch_up, forget_bracket};
pub use card::{EsportGameRef, NextPhase, TournamentCard, TournamentOrganization, card, cards};
pub use entrants::{ListedPlayer, ListedTeam, entrants};
pub use http::{TournamentCancellation, TournamentEdit, TournamentFormState, UpdateTournament};
pub use needs::{TournamentNeeds, needs};
pub use pages::tournament as page;
pub use phases::announce;
pub use revision::{Revision, log, log_all};
pub use row::Row;
pub use view::Tournament;

/// How long a phase that the clock brings, or a count, may go untold.
const ANNOUNCED_EVERY: Duration = Duration::from_secs(2);

pub fn feature() -> Feature {
    let routes = OpenApiRouter::new()
        .routes(routes!(http::create))
        .routes(routes!(http::get_form))
        .routes(routes!(http::delete_draft))
        .routes(routes!(http::close_registration))
        .routes(routes!(browse::list))
        .routes(routes!(browse::lanes))
        .routes(routes!(browse::get))
        .routes(routes!(browse::get_banner))
        .routes(routes!(browse::get_information))
        .routes(routes!(browse::list_run))
        .routes(routes!(browse::list_revisions))
        .routes(routes!(browse::list_log));
    Feature {
        jobs: vec![job::<notices::TellEntrants>()],
        periodic_tasks: vec![every(ANNOUNCED_EVERY, "tournaments.phases", phases::announce_due)],
        background: vec![|app| Box::pin(cache::follow(app))],
        pages: pages::sources(),
        ..Feature::new(routes).emits::<live::TournamentLive>().emits::<live::TournamentsLive>()
    }
}
