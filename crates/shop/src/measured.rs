//! Figures that are measured for everybody at once and kept for a while.

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use manao_kernel::app::App;
use manao_kernel::problem::Problem;
use tokio::sync::Mutex;

pub struct Measured<T>(Mutex<Option<(DateTime<Utc>, Arc<T>)>>);

impl<T> Default for Measured<T> {
    fn default() -> Self {
        Self(Mutex::new(None))
    }
}

impl<T> Measured<T> {
    /// Returns the figures, and measures them first if they are as old as this. One caller measures, the others wait for it.
    pub async fn get(
        &self,
        app: &App,
        stale: TimeDelta,
        measure: impl Future<Output = Result<T, Problem>>,
    ) -> Result<Arc<T>, Problem> {
        let mut measured = self.0.lock().await;
        let now = app.now();
        if let Some((at, figures)) = &*measured
            && now - *at < stale
        {
            return Ok(figures.clone());
        }
        let figures = Arc::new(measure.await?);
        *measured = Some((now, figures.clone()));
        Ok(figures)
    }
}
