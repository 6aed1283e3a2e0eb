//! Progress of a broadcast.

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use manao_kernel::live::{LiveEvent, topics};

#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct BroadcastLive {
    /// Names the topic; not sent
    #[serde(skip)]
    #[schema(ignore)]
    pub tournament_id: i64,
    pub id: i64,
    /// Number of people
    pub recipients: i32,
    pub delivered: i32,
    pub read: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub finished_at: Option<DateTime<Utc>>,
}

impl LiveEvent for BroadcastLive {
    const NAME: &'static str = "broadcast.progress";
    const ABOUT: &'static str = "Entry in `tournament:{id}:staff`: how many a broadcast has reached, at most once a second";

    fn topic(&self) -> String {
        topics::tournament_staff(self.tournament_id)
    }

    fn version(&self) -> Option<i64> {
        None
    }
}
