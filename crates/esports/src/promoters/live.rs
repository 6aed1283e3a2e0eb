//! Live events about a person's right.

use manao_domain::promoter::PromoterStatus;
use serde::Serialize;
use utoipa::ToSchema;

use manao_kernel::live::{LiveEvent, topics};

/// The person's application or right changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PromoterLive {
    /// Names the topic; not sent
    #[serde(skip)]
    #[schema(ignore)]
    pub user_id: i64,
    pub status: PromoterStatus,
}

impl LiveEvent for PromoterLive {
    const NAME: &'static str = "promoter.changed";
    const ABOUT: &'static str = "Entry in `user:{id}`: the person's application or right to run tournaments changed";

    fn topic(&self) -> String {
        topics::user(self.user_id)
    }

    fn version(&self) -> Option<i64> {
        None
    }
}
