//! Promoters: people with the right to run tournaments. They apply, operators decide; the right lasts a year and can be renewed or
//! revoked.
//!
//! Every change of an application or right locks the user row first, so that of two at once the second sees the first.

mod applications;
mod apply;
pub mod command;
mod decide;
mod http;
mod live;
mod messages;
mod missing;
mod reminders;
mod staff;
mod standing;
mod state;
mod terms;

use std::time::Duration;

use utoipa_axum::routes;

use manao_domain::staff::StaffRole;
use manao_kernel::access::Who;
use manao_kernel::problem::codes::*;

use manao_kernel::feature::Feature;
use manao_kernel::jobs::every;

pub use live::PromoterLive;
pub use terms::PROMOTER_TERMS_VERSION;

const LOOK_EVERY: Duration = Duration::from_secs(60);

pub fn feature() -> Feature {
    let feature = Feature::new()
        .call(routes!(http::my_state), Who::Member)
        .call(routes!(http::accept_terms), Who::Verified.refuses(&[&[promoter_terms_outdated]]))
        .call(
            routes!(http::register_promoter),
            Who::Verified.refuses(&[&[
                promoter_profile_incomplete,
                promoter_kyc_required,
                promoter_terms_required,
                promoter_application_open,
                promoter_active,
            ]]),
        )
        .call(routes!(staff::list_applications), Who::Staff(&[StaffRole::Esports]))
        .call(
            routes!(staff::decide),
            Who::Staff(&[StaffRole::Esports]).refuses(&[&[
                promoter_application_not_found,
                promoter_application_decided,
                promoter_self,
            ]]),
        )
        .call(routes!(staff::revoke), Who::Staff(&[StaffRole::Esports]).refuses(&[&[promoter_not_found, promoter_self]]));
    Feature { periodic_tasks: vec![every(LOOK_EVERY, "promoters.remind", reminders::round)], ..feature.emits::<PromoterLive>() }
}
