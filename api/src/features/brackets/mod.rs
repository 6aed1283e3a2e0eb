//! Brackets: the draw of each stage, its matches and results, tables and boards.
//!
//! What is kept is the draw, what people decided and who is out; everything else follows from it by the engine (`manao_domain::bracket`). Rows
//! of matches show what follows, so that it can be asked for.

mod answer;
mod cache;
mod draw;
mod groups;
mod history;
mod http;
mod layout;
pub mod live;
mod pages;
mod publish;
mod results;
mod store;
mod survivor;
mod swap;
mod tell;
mod view;
mod write;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Feature;
use crate::jobs::job;

pub use publish::lock_rosters;

pub fn feature() -> Feature {
    let routes = OpenApiRouter::new()
        .routes(routes!(http::get))
        .routes(routes!(http::list_moments))
        .routes(routes!(http::generate))
        .routes(routes!(http::submit))
        .routes(routes!(http::send));
    Feature { jobs: vec![job::<tell::TellDraw>()], pages: pages::sources(), ..Feature::of(routes) }
}
