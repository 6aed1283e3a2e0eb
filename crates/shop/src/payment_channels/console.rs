//! Payment channels for staff in the console.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::rules::name;
use manao_kernel::app::App;
use manao_kernel::problem::{Json, Problem};
use manao_kernel::text::Text;

#[derive(Serialize, ToSchema)]
pub struct ConsoleChannels {
    /// As the payment page lists them
    items: Vec<ConsoleChannel>,
}

/// A payment channel as staff see it.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConsoleChannel {
    code: String,
    name: Text,
    /// Whether staff let it be used; providers may fail all the same
    open: bool,
    /// What customers are told while it is closed
    #[serde(skip_serializing_if = "Option::is_none")]
    closed_reason: Option<Text>,
}

/// All payment channels
#[utoipa::path(get, path = "/console/payment-channels", tag = "console", responses((status = 200, body = ConsoleChannels)))]
pub async fn list_all_channels(State(app): State<App>) -> Result<Json<ConsoleChannels>, Problem> {
    let rows = sqlx::query!(
        "select code, name_th, name_en, open, closed_reason_th, closed_reason_en from shop.payment_channels order by position, code"
    )
    // Not from a replica: staff switch by what they see here.
    .fetch_all(&app.db)
    .await?;
    let items = rows.into_iter().map(|row| ConsoleChannel {
        code: row.code,
        name: name(&app, &row.name_th, &row.name_en),
        open: row.open,
        closed_reason: row.closed_reason_th.zip(row.closed_reason_en).map(|(th, en)| Text::new(th, en)),
    });
    Ok(Json(ConsoleChannels { items: items.collect() }))
}
