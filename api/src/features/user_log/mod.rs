//! What a person did, and what happened to their account, as they may read it themselves: `/user-log/revision`.

mod http;
mod kinds;

use super::Feature;
use crate::database::Change;
use crate::live::Event;
use crate::live::events::AccountLive;
use crate::problem::Problem;

pub use kinds::Kind;

pub fn feature() -> Feature {
    Feature::of(http::routes())
}

/// Adds an entry at the moment of the change, and tells the person's open pages of it. `detail` fills the `{placeholders}` of the kind's text; it is shown to the person
/// themselves, and is not the place for document or identity numbers.
pub async fn write(change: &mut Change, user_id: i64, kind: Kind, detail: serde_json::Value) -> Result<(), Problem> {
    let now = change.now();
    sqlx::query!("insert into user_log (user_id, at, kind, detail) values ($1, $2, $3, $4)", user_id, now, kind.as_str(), detail)
        .execute(change.conn())
        .await?;
    change.emit(Event::AccountChanged(AccountLive { user_id, kind: kind.as_str() }))
}
