//! Brackets: the draw of each stage, its matches and results, tables and boards.
//!
//! What is kept is the draw, what people decided and who is out; everything else follows from it by the engine (`manao_domain::bracket`). Rows
//! of matches show what follows, so that it can be asked for.

mod answer;
mod cache;
mod disqualify;
mod draw;
mod exit;
mod group_result;
mod groups;
mod history;
mod http;
mod http_matches;
mod later;
mod layout;
pub mod live;
mod pages;
mod play;
mod prizes;
mod publish;
mod qualify;
mod ranking;
mod results;
pub mod room;
pub mod room_now;
pub mod rounds;
mod stage_http;
mod stages;
mod still_in;
mod store;
pub mod stuck;
mod survivor;
mod survivor_close;
mod survivor_map;
mod survivor_view;
mod swap;
mod tell;
pub mod tell_match;
mod ties;
mod view;
mod view_results;
mod write;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::job;

pub use exit::{forfeits, leave};
pub use later::By;
pub use play::{score, settle};
pub use publish::lock_rosters;
pub use room_now::refused_now;
pub use stages::{advance, entrants_changed, undrawn, version};
pub use still_in::still_in;
pub use view_results::{MatchDecided, MatchShort};

/// What those who run a tournament do. The demo's tournaments are drawn and played by it.
pub mod run {
    pub use super::answer::read;
    pub use super::draw::{generate, submit};
    pub use super::group_result::{TieResolution, submit as close_group};
    pub use super::http::{DrawOrder, DrawStage, DrawSubmission};
    pub use super::http_matches::{GroupClosing, MatchScore};
    pub use super::play::submit as submit_score;
    pub use super::prizes::announce;
    pub use super::publish::send;
    pub use super::ranking::{decidable_until, finish};
    pub use super::stage_http::{SurvivorMapSent, SurvivorResultSent, WinnerSent, WinnersSent};
    pub use super::stages::advance;
    pub use super::survivor_map::submit as submit_map;
    pub use super::view::{
        Bracket, BracketEntrant, BracketMatch, BracketSlot, DrawMethod, DrawPin, MatchGame, MatchSide, MatchState,
    };
}

pub fn feature() -> Feature {
    let routes = OpenApiRouter::new()
        .routes(routes!(http::get))
        .routes(routes!(http::list_moments))
        .routes(routes!(http::generate))
        .routes(routes!(http::submit))
        .routes(routes!(http::send))
        .routes(routes!(stage_http::submit_map))
        .routes(routes!(stage_http::submit_prizes))
        .routes(routes!(stage_http::submit_winners))
        .routes(routes!(stage_http::submit_to_ranking))
        .routes(routes!(http_matches::update))
        .routes(routes!(http_matches::cancel))
        .routes(routes!(http_matches::reset_score))
        .routes(routes!(http_matches::disqualify))
        .routes(routes!(http_matches::submit_group_result));
    Feature {
        jobs: vec![job::<tell::TellDraw>(), job::<stages::TellQualified>(), job::<tell_match::TellMatch>()],
        pages: pages::sources(),
        ..Feature::new(routes).emits::<live::BracketLive>().emits::<room_now::MatchNow>().emits::<stuck::MatchStuck>()
    }
}
