//! Reads activations again at the telecom.

use serde::{Deserialize, Serialize};

use super::store;
use crate::orders;
use crate::providers::packages::{Activation, Packages};
use manao_kernel::app::App;
use manao_kernel::database::JobOptions;
use manao_kernel::jobs::Job;
use manao_kernel::problem::Problem;

/// Most activations that one round reads.
const AT_ONCE: i64 = 500;

/// Reads the activation of a line again.
#[derive(Debug, Serialize, Deserialize)]
pub struct RefreshActivation {
    pub line_id: i64,
}

/// Returns the key under which each line has one pending reading.
pub fn refresh_key(line_id: i64) -> String {
    format!("activation:{line_id}")
}

impl Job for RefreshActivation {
    const NAME: &'static str = "activations.refresh";

    async fn run(self, app: App) -> anyhow::Result<()> {
        let reference = sqlx::query_scalar!("select reference from shop.activations where order_line_id = $1", self.line_id)
            .fetch_optional(&app.db)
            .await?;
        let Some(reference) = reference else { return Ok(()) };
        match Packages::from_app(&app).activation(&reference).await.map_err(Problem::from)? {
            Some(report) => write(&app, self.line_id, &report).await?,
            None => tracing::error!(reference, "the telecom does not know a package that it has activated"),
        }
        Ok(())
    }
}

/// Stores a report with the order's new status; the next reading is due later even if nothing changed.
pub async fn write(app: &App, line_id: i64, report: &Activation) -> Result<(), Problem> {
    let mut change = app.change().await?;
    let order_id = sqlx::query_scalar!(
        "select o.id from shop.orders o join shop.order_lines l on l.order_id = o.id where l.id = $1 for update of o",
        line_id
    )
    .fetch_one(change.conn())
    .await?;
    if store::keep(&mut change, line_id, Some(report)).await? {
        orders::refresh_status(&mut change, order_id).await?;
    } else {
        let check_at = report.state().check_at(change.now());
        sqlx::query!(
            "update shop.activations set check_at = $3 where order_line_id = $1 and reference = $2",
            line_id,
            report.reference,
            check_at
        )
        .execute(change.conn())
        .await?;
    }
    change.commit().await
}

/// Queues a reading of each activation that is due; the scheduler runs it.
pub async fn round(app: App) -> anyhow::Result<()> {
    let due = sqlx::query_scalar!(
        "select order_line_id from shop.activations where check_at <= $1 order by check_at limit $2",
        app.now(),
        AT_ONCE
    )
    .fetch_all(&app.db)
    .await?;
    for line_id in due {
        let mut change = app.change().await?;
        change.job(&RefreshActivation { line_id }, JobOptions::default().key(refresh_key(line_id))).await?;
        change.commit().await?;
    }
    Ok(())
}
