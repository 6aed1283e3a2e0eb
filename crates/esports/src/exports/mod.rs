//! Tables of a tournament's players and matches, as CSV and XLSX, for staff.

mod busy;
mod cell;
mod csv;
mod file_name;
mod http;
mod maps;
mod matches;
mod players;
mod table;
mod words;
mod write;
mod xlsx;

use utoipa_axum::routes;

use crate::things::{self, RUN};
use manao_kernel::access::Who;
use manao_kernel::access::rights::Named;
use manao_kernel::problem::codes::*;

use manao_kernel::feature::Feature;

pub fn feature() -> Feature {
    Feature::new()
        .call(
            routes!(http::export_player),
            Who::Verified
                .over(&things::TOURNAMENT, Named::Path("tournamentId"), RUN)
                .refuses(&[&[tournament_stage_not_found, too_many_requests]]),
        )
        .call(
            routes!(http::export_match),
            Who::Verified
                .over(&things::TOURNAMENT, Named::Path("tournamentId"), RUN)
                .refuses(&[&[tournament_stage_not_found, too_many_requests]]),
        )
}
