//! What the form of a tournament offers: categories, games, kinds of evidence, people to help, organizations.

mod http;
mod people;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Feature;

pub fn feature() -> Feature {
    Feature::of(
        OpenApiRouter::new()
            .routes(routes!(http::list_categories))
            .routes(routes!(http::list_games))
            .routes(routes!(http::list_documents))
            .routes(routes!(people::search_staff))
            .routes(routes!(people::list_available_organizations)),
    )
}
