//! Cancelling the renewals of a package.

use manao_domain::activation::ActivationStatus;

use super::list::{self, Subscription};
use super::refresh;
use crate::providers::packages::Packages;
use manao_kernel::app::App;
use manao_kernel::problem::{Problem, codes};

/// Asks the telecom to end the renewals, and stores its answer. A package that is cancelled already is returned as it is.
///
/// # Errors
/// 404 `subscription_not_found`; 409 `subscription_changed` for another version than the current one, `subscription_not_cancellable`; 503
/// `telecom_unavailable`.
pub async fn cancel(app: &App, user_id: i64, line_id: i64, version: i64) -> Result<Subscription, Problem> {
    let row = sqlx::query!(
        r#"select reference, status as "status: ActivationStatus", cancellable, version from shop.activations where order_line_id = $1 and user_id = $2"#,
        line_id,
        user_id
    )
    .fetch_optional(&app.db)
    .await?
    .ok_or(codes::subscription_not_found)?;
    if row.status != ActivationStatus::Cancelled {
        if row.version != version {
            return Err(codes::subscription_changed.into());
        }
        if !row.cancellable {
            return Err(codes::subscription_not_cancellable.into());
        }
        // Repeating it at the telecom changes nothing, so two at once are one.
        let report = Packages::from_app(app).cancel(&row.reference).await?;
        refresh::write(app, line_id, &report).await?;
    }
    list::load(app, user_id, line_id).await
}
