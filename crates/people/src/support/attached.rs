//! Things that a thread may be about. Their owners hand a way to look at them to the app at its start.

use chrono::{DateTime, Utc};
use futures_util::future::BoxFuture;
use manao_domain::delivery::{DeliveryStatus, FailureReason};
use manao_domain::order::OrderStatus;
use manao_domain::tournament::Phase;
use serde::Serialize;
use sqlx::PgConnection;
use utoipa::ToSchema;

use manao_kernel::app::App;
use manao_kernel::problem::Problem;
use manao_kernel::text::Text;

/// An order as the member's thread and staff see it. Amounts are satang.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SupportOrder)]
pub struct AttachedOrder {
    pub number: String,
    pub status: OrderStatus,
    pub channel_name: Text,
    pub total_satang: i64,
    pub created_at: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paid_at: Option<DateTime<Utc>>,
    /// Reference of its payment
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_reference: Option<String>,
    /// The provider's id of the charge
    #[serde(skip_serializing_if = "Option::is_none")]
    pub transaction_id: Option<String>,
    pub lines: Vec<AttachedLine>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SupportOrderLine)]
pub struct AttachedLine {
    pub game_name: Text,
    pub name: Text,
    pub quantity: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    pub delivery: DeliveryStatus,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure_code: Option<FailureReason>,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = SupportTournament)]
pub struct AttachedTournament {
    pub id: i64,
    pub name: Text,
    pub phase: Phase,
}

/// Finds a member's own order by its number as people type it.
pub type FindOrder =
    for<'a> fn(&'a App, &'a mut PgConnection, i64, &'a str) -> BoxFuture<'a, Result<Option<AttachedOrder>, Problem>>;

/// Finds a public tournament.
pub type FindTournament =
    for<'a> fn(&'a mut PgConnection, i64, DateTime<Utc>) -> BoxFuture<'a, Result<Option<AttachedTournament>, Problem>>;

/// Ways to look at the things of other owners; without one, no such thing is found.
#[derive(Default)]
pub struct AttachmentSources {
    pub order: Option<FindOrder>,
    pub tournament: Option<FindTournament>,
}

/// Finds a member's own order.
pub async fn order(app: &App, conn: &mut PgConnection, user_id: i64, number: &str) -> Result<Option<AttachedOrder>, Problem> {
    match app.shared::<AttachmentSources>().order {
        Some(find) => find(app, conn, user_id, number).await,
        None => Ok(None),
    }
}

/// Finds a public tournament.
pub async fn tournament(app: &App, conn: &mut PgConnection, id: i64) -> Result<Option<AttachedTournament>, Problem> {
    match app.shared::<AttachmentSources>().tournament {
        Some(find) => find(conn, id, app.now()).await,
        None => Ok(None),
    }
}
