//! The live event of a cart.

use serde::Serialize;
use utoipa::ToSchema;

use manao_kernel::live::{LiveEvent, topics};

/// A change of a member's cart, on any device: read it again unless it is already shown at this version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct CartLive {
    /// The cart's owner; names the topic and is not sent
    #[serde(skip)]
    #[schema(ignore)]
    pub user_id: i64,
    pub version: i64,
}

impl LiveEvent for CartLive {
    const NAME: &'static str = "cart.changed";
    const ABOUT: &'static str = "Entry in `user:{id}`: the person's cart changed";

    fn topic(&self) -> String {
        topics::user(self.user_id)
    }

    fn version(&self) -> Option<i64> {
        None
    }
}
