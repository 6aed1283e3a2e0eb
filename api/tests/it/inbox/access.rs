//! Access to messages.

use manao_kernel::text::Text;
use manao_people::inbox::{self, Message, Stream};
use serde_json::json;

use super::case::{cases, get, post};
use super::stage::{Owned, owned_by};
use crate::support::{Client, World};

cases! {
    user_notification_get_my_inbox: post("/user-notification/get-my-inbox");
    user_notification_check_unread_inbox: post("/user-notification/check-unread-inbox");
    user_notification_read_inbox: post("/user-notification/read-inbox");
    user_notification_delete_inbox: post("/user-notification/delete-inbox");
    user_notification_mark_all_as_read: post("/user-notification/mark-all-as-read");
    notification_get: get("/notification/get");
    notification_get_with_a_slash: get("/notification/get/");
    notification_read_notification: post("/notification/read/notification/{id}");
    notification_read_all: post("/notification/read/all");
}

/// Writes into the stream that the call is about.
pub async fn message(world: &World, owner: Client, path: &str) -> Owned {
    let stream = if path.starts_with("/notification/") { Stream::Esports } else { Stream::Shop };
    let whisper = Text::new("Whisper-to-owner", "Whisper-to-owner");
    let mut change = world.app.change().await.unwrap();
    let message = Message { stream, kind: "private", title: whisper.clone(), body: whisper, href: None, subject: None };
    inbox::write(&mut change, owner.user_id, &message).await.unwrap();
    change.commit().await.unwrap();
    let newest = "select max(id) from people.inbox_messages where user_id = $1";
    let id: i64 = sqlx::query_scalar(newest).bind(owner.user_id).fetch_one(&world.app.db).await.unwrap();
    Owned {
        id: json!(id),
        secrets: vec!["Whisper-to-owner".to_owned()],
        state: "select inbox_messages::text from people.inbox_messages where id = $1::bigint",
        parts: json!({}),
        holders: owned_by(owner),
    }
}
