//! Account sync: after the first login a person accepts the terms, and continues with a profile from the previous shop if there is one.
//! Until then they may look around, but not order.

mod conclude;
mod http;
pub mod import;
mod profiles;

use utoipa_axum::routes;

use crate::refusals::REFRESH;
use manao_kernel::access::Who;
use manao_kernel::problem::codes::*;

use manao_kernel::app::App;
use manao_kernel::feature::Feature;

pub fn feature() -> Feature {
    Feature::new().call(routes!(http::check), Who::Member).call(
        routes!(http::go_on),
        Who::Member.refuses(&[REFRESH, &[legacy_profile_not_found, legacy_profile_claimed, account_synced, terms_outdated]]),
    )
}

/// Previous-shop profiles of some of the demo's people.
const DEMO: &str = include_str!("../../demo/legacy-profiles.csv");

/// Imports the demo's profiles. Running it again does no harm.
pub async fn demo(app: &App) -> anyhow::Result<()> {
    let refuse = &mut |refused: import::Refused| anyhow::bail!("demo profile refused: {refused:?}");
    import::import(&app.db, DEMO.as_bytes(), app.now(), refuse).await?;
    Ok(())
}
