//! Live events of threads with our staff. They say that something changed; what it is, the reader asks for.

use serde::Serialize;
use utoipa::ToSchema;

use super::shapes::SupportState;
use manao_kernel::live::{LiveEvent, topics};

/// A thread has a new entry.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SupportThreadLive {
    pub id: i64,
    pub state: SupportState,
    pub version: i64,
    pub last_seq: i32,
}

impl LiveEvent for SupportThreadLive {
    const NAME: &'static str = "support.changed";
    const ABOUT: &'static str = "Entry in `support:{id}`: the thread has a new message, was closed or reopened";

    fn topic(&self) -> String {
        topics::support_thread(self.id)
    }

    fn version(&self) -> Option<i64> {
        None
    }
}

/// The same for the lists of staff.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
pub struct SupportStaffLive {
    pub id: i64,
    pub state: SupportState,
}

impl LiveEvent for SupportStaffLive {
    const NAME: &'static str = "support.listed";
    const ABOUT: &'static str = "Entry in `support:staff`: a thread was opened, or has a new message or state";

    fn topic(&self) -> String {
        topics::SUPPORT_STAFF.to_owned()
    }

    fn version(&self) -> Option<i64> {
        None
    }
}
