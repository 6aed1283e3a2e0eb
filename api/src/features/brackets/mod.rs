//! Brackets: the draw of each stage, its matches and results, tables and boards.
//!
//! What is kept is the draw, what people decided and who is out; everything else follows from it by the engine (`manao_domain::bracket`). Rows
//! of matches show what follows, so that it can be asked for.

mod answer;
mod cache;
mod groups;
mod history;
mod http;
mod layout;
pub mod live;
mod pages;
mod results;
mod store;
mod survivor;
mod view;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Feature;

pub fn feature() -> Feature {
    let routes = OpenApiRouter::new().routes(routes!(http::get)).routes(routes!(http::list_moments));
    Feature { pages: pages::sources(), ..Feature::of(routes) }
}
