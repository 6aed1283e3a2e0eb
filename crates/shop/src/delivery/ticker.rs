//! The shop's last deliveries, sent live to everybody on the home page.

use serde::Serialize;
use utoipa::ToSchema;

use crate::catalogue;
use manao_kernel::database::Change;
use manao_kernel::live::{LiveEvent, topics};
use manao_kernel::problem::Problem;

/// The median of the last deliveries, from our own log.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DeliveryTicker {
    pub count: i32,
    pub median_seconds: i32,
    pub version: i64,
}

impl LiveEvent for DeliveryTicker {
    const NAME: &'static str = "delivery.ticker";
    const ABOUT: &'static str = "State of `public:delivery`";

    fn topic(&self) -> String {
        topics::DELIVERY.to_owned()
    }

    fn version(&self) -> Option<i64> {
        Some(self.version)
    }
}

/// Reads the ticker inside the change, so that it counts the current delivery.
pub async fn emit(change: &mut Change) -> Result<(), Problem> {
    let ticker = catalogue::ticker(change.conn()).await?;
    change.emit(&DeliveryTicker { count: ticker.count, median_seconds: ticker.median_seconds, version: ticker.version })
}
