//! The shop's last deliveries, told to everybody who looks at the home page.

use crate::database::Change;
use crate::features::catalogue;
use crate::live::Event;
use crate::live::events::DeliveryTicker;
use crate::problem::Problem;

/// Reads the ticker inside the change, so that it counts the delivery that just happened.
pub async fn emit(change: &mut Change) -> Result<(), Problem> {
    let ticker = catalogue::ticker(change.conn()).await?;
    let version = change.now().timestamp_millis();
    change.emit(Event::DeliveryTicker(DeliveryTicker {
        count: ticker.count,
        median_seconds: Some(ticker.median_seconds),
        version,
    }))
}
