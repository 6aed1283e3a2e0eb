//! Account sync: after the first login a person accepts the terms, and continues with a profile from the previous shop if there is one.
//! Until then they may look around, but not order.

mod conclude;
mod http;
pub mod import;
mod profiles;

use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use manao_kernel::app::App;
use manao_kernel::feature::Feature;

pub fn feature() -> Feature {
    Feature::new(OpenApiRouter::new().routes(routes!(http::check)).routes(routes!(http::go_on)))
}

/// Earlier profiles of some of the demo's people.
const DEMO: &str = include_str!("../../demo/legacy-profiles.csv");

/// Imports them; harmless when repeated.
pub async fn demo(app: &App) -> anyhow::Result<()> {
    let refuse = &mut |refused: import::Refused| anyhow::bail!("demo profile refused: {refused:?}");
    import::import(&app.db, DEMO.as_bytes(), app.now(), refuse).await?;
    Ok(())
}
