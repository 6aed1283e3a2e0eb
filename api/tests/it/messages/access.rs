//! Access to threads and their content.

use serde_json::json;

use super::case::{cases, get, post};

cases! {
    upload_match_picture: post("/tournament/upload-match-picture/{matchId}");
    upload_entrant_picture: post("/tournament/upload-entrant-picture/{contestantId}");
    match_picture: get("/tournament/match-picture/{matchId}/{pictureId}");
    entrant_picture: get("/tournament/entrant-picture/{contestantId}/{pictureId}");
    send_to_match: post("/tournament/send-time-request-message/{match_id}")
        .with(|_| json!({"text": "Hi", "clientId": uuid::Uuid::new_v4()}));
    thread_of_match: get("/tournament/get/message-match/{matchId}");
    thread_of_entrant: get("/tournament/get/message/{tournamentId}/{contestantId}");
    thread_of_my_entry: get("/tournament/get/message-non-promoter/{tournamentId}");
    send_to_entrant: post("/tournament/send-message-to-contestant/{id}")
        .with(|_| json!({"text": "Hi", "clientId": uuid::Uuid::new_v4()}));
    send_to_staff: post("/tournament/send-message-to-promoter/{id}")
        .with(|_| json!({"text": "Hi", "clientId": uuid::Uuid::new_v4()}));
    threads_of_tournament: get("/tournament/get/threads/{id}");
    read_messages: post("/message/read").with(|_| json!({"seq": 1}));
    report_message: post("/message/report").with(|_| json!({"reason": "spam"}));
    hide_message: post("/message/hide").with(|_| json!({"hidden": true}));
    mute_person: post("/message/mute").with(|_| json!({"userId": 4711, "muted": true}));
    broadcast: post("/tournament/send-message-to-not-eliminated-players/{id}")
        .with(|_| json!({"text": "Hi", "clientId": uuid::Uuid::new_v4()}));
    broadcasts: get("/tournament/broadcasts/{id}");
}
