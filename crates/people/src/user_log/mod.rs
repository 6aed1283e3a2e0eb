//! The activity log of an account, for its owner to read: `/user-log/revision`.

mod http;
mod kinds;

use serde::Serialize;
use utoipa::ToSchema;

use manao_kernel::database::Change;
use manao_kernel::feature::Feature;
use manao_kernel::live::{LiveEvent, topics};
use manao_kernel::problem::Problem;

pub use kinds::Kind;

/// A change of a person's account: reload every view that shows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct AccountLive {
    /// Owner of the account; names the topic and is not sent
    #[serde(skip)]
    #[schema(ignore)]
    pub user_id: i64,
    /// Kind of the entry in the person's own log (`/user-log/revision`): `mobile_verified`
    pub kind: &'static str,
}

impl LiveEvent for AccountLive {
    const NAME: &'static str = "account.changed";
    const ABOUT: &'static str = "Entry in `user:{id}`: something about the person's account changed";

    fn topic(&self) -> String {
        topics::user(self.user_id)
    }

    fn version(&self) -> Option<i64> {
        None
    }
}

pub fn feature() -> Feature {
    http::calls().emits::<AccountLive>()
}

/// Adds an entry at the moment of the change, and notifies the person's open pages. `detail` fills the `{placeholders}` of the kind's text. It
/// is shown to the person, and must not hold document or identity numbers.
pub async fn write(change: &mut Change, user_id: i64, kind: Kind, detail: serde_json::Value) -> Result<(), Problem> {
    let now = change.now();
    sqlx::query!(
        "insert into people.user_log (user_id, at, kind, detail) values ($1, $2, $3, $4)",
        user_id,
        now,
        kind.as_str(),
        detail
    )
    .execute(change.conn())
    .await?;
    change.emit(&AccountLive { user_id, kind: kind.as_str() })
}
