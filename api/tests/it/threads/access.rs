//! Access to threads with our staff.

use serde_json::json;
use uuid::Uuid;

use super::case::{cases, get, post};
use super::stage::{Owned, owned_by};
use crate::support::Client;
use crate::threads::{new, upload};

cases! {
    support_upload_picture: post("/support/upload-picture");
    support_picture: get("/support/picture/{threadId}/{pictureId}");
    support_open_thread: post("/support/open-thread")
        .with(|_| json!({"topic": "other", "subject": "Table", "text": "Hi", "clientId": Uuid::new_v4()}));
    support_threads: get("/support/threads");
    support_thread: get("/support/thread/{id}");
    support_send: post("/support/thread/{id}/send").with(|_| json!({"text": "Hi", "clientId": Uuid::new_v4()}));
    support_close: post("/support/thread/{id}/close").with(|_| json!({"version": 2}));
    support_read: post("/support/thread/{id}/read").with(|_| json!({"seq": 1}));
    operator_threads: get("/console/threads");
    operator_thread: get("/console/threads/{id}");
    operator_answer_thread: post("/console/threads/{id}/answer")
        .with(|_| json!({"text": "Hi", "clientId": Uuid::new_v4(), "version": 1}));
    operator_close_thread: post("/console/threads/{id}/close").with(|_| json!({"version": 1}));
    operator_reopen_thread: post("/console/threads/{id}/reopen").with(|_| json!({"version": 1}));
}

pub async fn thread(owner: Client) -> Owned {
    let picture = upload(&owner).await.ok()["id"].clone();
    let mut body = new("Whisper-to-staff");
    body["pictures"] = json!([picture]);
    let thread = owner.post("/support/open-thread", body).await.ok();
    assert_eq!(thread["version"], 2, "as the case of closing says");
    Owned {
        id: thread["id"].clone(),
        secrets: vec!["Whisper-to-staff".to_owned()],
        state: "select support_threads::text from people.support_threads where id = $1::bigint",
        parts: json!({"pictureId": picture}),
        holders: owned_by(owner),
    }
}
