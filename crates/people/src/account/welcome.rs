//! Welcomes a new person, however they joined.

use serde_json::json;

use crate::inbox::{self, Message, Stream};
use crate::pages;
use crate::user_log::{self, Kind};
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;
use manao_kernel::text::Text;

/// Records in log and inbox that a person joined; must be the last step of the change.
pub async fn joined(change: &mut Change, user_id: i64) -> Result<(), Problem> {
    user_log::write(change, user_id, Kind::Joined, json!({})).await?;
    let message = Message {
        stream: Stream::Shop,
        kind: "welcome",
        title: Text::new("ยินดีต้อนรับสู่ Manao", "Welcome to Manao"),
        body: Text::new(
            "บัญชีของคุณพร้อมใช้งานแล้ว เลือกเกมที่ชอบแล้วเริ่มเติมได้เลย",
            "Your account is ready. Choose a game and top up whenever you like.",
        ),
        href: Some(pages::GAMES.address([])),
        subject: None,
    };
    inbox::write(change, user_id, &message).await
}
