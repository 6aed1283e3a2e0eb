//! Live events of the waiting room.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::place::PlaceState;
use manao_kernel::live::{LiveEvent, topics};

/// The waiting room of a flash sale as everybody sees it, at most a second old.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct RoomLive {
    pub flash_sale_id: i64,
    /// The highest ticket that was admitted; 0 before the first
    pub serving: i64,
    /// People in line
    pub waiting: i32,
    /// People admitted a minute, lately; absent before there were any
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_minute: Option<i32>,
    /// Pieces of the sale
    pub total: i32,
    /// Pieces that are paid for
    pub sold: i32,
    /// Pieces that somebody is ordering or paying for
    pub paying: i32,
    /// Whether the sale has ended or is sold out
    pub is_over: bool,
    pub version: i64,
}

impl LiveEvent for RoomLive {
    const NAME: &'static str = "line.changed";
    const ABOUT: &'static str =
        "State of `public:line:{flashSaleId}`: a ticket's number in line is at most its distance from `serving`";

    fn topic(&self) -> String {
        topics::flash_line(self.flash_sale_id)
    }

    fn version(&self) -> Option<i64> {
        Some(self.version)
    }
}

/// A person's place in line when it changes by itself.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TurnLive {
    /// The member who joined; names the topic and is not sent
    #[serde(skip)]
    #[schema(ignore)]
    pub user_id: i64,
    pub flash_sale_id: i64,
    pub state: PlaceState,
    /// End of the turn
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pay_until: Option<DateTime<Utc>>,
}

impl LiveEvent for TurnLive {
    const NAME: &'static str = "turn.changed";
    const ABOUT: &'static str =
        "Entry in `user:{id}`: the person's turn in a flash sale's waiting room begins, comes near or has passed";

    fn topic(&self) -> String {
        topics::user(self.user_id)
    }

    fn version(&self) -> Option<i64> {
        None
    }
}
