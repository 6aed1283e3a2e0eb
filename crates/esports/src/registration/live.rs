//! Live events about entries.

use manao_domain::registration::EntrantStatus;
use serde::Serialize;
use utoipa::ToSchema;

use manao_kernel::live::{LiveEvent, topics};

/// A changed entry, for the desks of the tournament's staff.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntrantLive {
    pub tournament_id: i64,
    pub entrant_id: i64,
    pub status: EntrantStatus,
    pub version: i64,
}

/// A changed entry, for one of its players.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EntryLive {
    /// Names the topic; not sent
    #[serde(skip)]
    #[schema(ignore)]
    pub user_id: i64,
    pub tournament_id: i64,
    pub entrant_id: i64,
    pub status: EntrantStatus,
}

impl LiveEvent for EntrantLive {
    const NAME: &'static str = "entrant.changed";
    const ABOUT: &'static str = "Entry in `tournament:{id}:staff`: an entry changed, reload it";

    fn topic(&self) -> String {
        topics::tournament_staff(self.tournament_id)
    }

    fn version(&self) -> Option<i64> {
        None
    }
}

impl LiveEvent for EntryLive {
    const NAME: &'static str = "entry.changed";
    const ABOUT: &'static str = "Entry in `user:{id}`: an entry that the person plays in changed, reload it";

    fn topic(&self) -> String {
        topics::user(self.user_id)
    }

    fn version(&self) -> Option<i64> {
        None
    }
}
