//! What the form of a tournament offers: categories, games, kinds of evidence, people to help, organizations.

mod categories;
mod documents;
mod games;
mod search;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use manao_kernel::feature::Feature;

pub fn feature() -> Feature {
    Feature::new(
        OpenApiRouter::new()
            .routes(routes!(categories::list_categories))
            .routes(routes!(games::list_games))
            .routes(routes!(documents::list_documents))
            .routes(routes!(search::search_staff))
            .routes(routes!(search::list_available_organizations)),
    )
}
