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
mod stage_http;
mod stages;
mod store;
mod survivor;
mod survivor_close;
mod survivor_map;
mod swap;
mod tell;
mod view;
mod write;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Feature;
use crate::jobs::job;

pub use exit::{forfeits, leave};
pub use publish::lock_rosters;
pub use stages::{advance, undrawn};
pub use view::MatchShort;

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
        .routes(routes!(http_matches::submit_score))
        .routes(routes!(http_matches::reset_score))
        .routes(routes!(http_matches::disqualify))
        .routes(routes!(http_matches::submit_group_result));
    Feature {
        jobs: vec![job::<tell::TellDraw>(), job::<stages::TellQualified>()],
        pages: pages::sources(),
        ..Feature::of(routes)
    }
}
