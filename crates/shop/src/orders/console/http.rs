//! The console's calls about orders.

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::list::{self, ConsoleOrderFilter, ConsoleOrders};
use super::story::{self, StoryEntry};
use crate::orders::http::number;
use crate::orders::snapshot::{OrderKey, Snapshot};
use crate::orders::view::{Order, view};
use manao_kernel::access::Staff;
use manao_kernel::app::App;
use manao_kernel::console::ConsoleDatabase;
use manao_kernel::database;
use manao_kernel::live::topics;
use manao_kernel::problem::{Json, Path, Problem, Query, codes};
use manao_people::console::{PersonCard, card};

/// An order with its buyer and its whole story.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct OrderStory {
    pub order: Order,
    pub buyer: PersonCard,
    /// From every source, oldest first
    pub story: Vec<StoryEntry>,
}

/// All orders, newest first
#[utoipa::path(get, path = "/console/orders", tag = "console", params(ConsoleOrderFilter), responses((status = 200, body = ConsoleOrders)))]
pub async fn list_orders(
    State(app): State<App>,
    Query(filter): Query<ConsoleOrderFilter>,
) -> Result<Json<ConsoleOrders>, Problem> {
    let mut tx = database::one_moment(ConsoleDatabase::from_app(&app).pool()).await?;
    let orders = list::list(&app, &mut tx, &filter).await?;
    tx.commit().await?;
    Ok(Json(orders))
}

/// The story of an order
///
/// Codes never appear, and what is personal is masked.
#[utoipa::path(get, path = "/console/orders/{number}/story", tag = "console", params(("number" = String, Path)),
    responses((status = 200, body = OrderStory)))]
pub async fn get_order_story(
    State(app): State<App>,
    staff: Staff,
    Path(text): Path<String>,
) -> Result<Json<OrderStory>, Problem> {
    let number = number(&text)?;
    // Order and story of one moment; never of a replica that is behind: staff act on what they see here.
    let mut tx = database::one_moment(&app.db).await?;
    let snapshot = Snapshot::load(&mut tx, OrderKey::Any { number: &number }).await?.ok_or(codes::order_not_found)?;
    let buyer = card(&mut tx, snapshot.order.user_id).await?;
    let story = story::load(&mut tx, &snapshot.order).await?;
    tx.commit().await?;
    let order = Order { live: app.grant(topics::order(&number), staff.user_id)?, ..view(&app, snapshot).await? };
    Ok(Json(OrderStory { order, buyer, story }))
}
