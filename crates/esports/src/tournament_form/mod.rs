//! Options of a tournament's form: categories, games, kinds of evidence, staff candidates, organizations.

mod categories;
mod documents;
mod games;
mod search;

use utoipa_axum::routes;

use manao_kernel::access::Who;
use manao_kernel::problem::codes::*;

use manao_kernel::feature::Feature;

pub fn feature() -> Feature {
    Feature::new()
        .call(routes!(categories::list_categories), Who::Anyone)
        .call(routes!(games::list_games), Who::Public)
        .call(routes!(documents::list_documents), Who::Anyone)
        .call(routes!(search::search_staff), Who::Promoter.refuses(&[&[too_many_requests]]))
        .call(routes!(search::list_available_organizations), Who::Promoter)
}
