//! Foul words, reports, hiding and muting.

use serde_json::{Value, json};

use super::pictures::upload;
use super::room::{Room, text, told, unread};
use crate::profile::pictures::png;
use crate::support::World;

#[tokio::test(flavor = "multi_thread")]
async fn a_bad_message_is_masked_reported_and_hidden() {
    let world = World::new().await;
    let room = Room::new(&world).await;
    let mut socket = world.socket(&room.home).await;
    socket.subscribe(&room.thread(&room.home, "").await.ok()["live"]).await;
    let picture = upload(&room.away, room.id, &png(20, 20)).await.ok()["id"].clone();
    let mut body = text("ไอ้เหี้ย you fuck");
    body["pictures"] = json!([picture]);
    let bad = room.send(&room.away, body).await.ok();
    assert_eq!(bad["text"], "ไอ้*** you ****");
    assert_eq!(socket.event("message.posted").await["data"]["text"], "ไอ้*** you ****");
    let of = |thread: &Value| thread["items"][0].clone();
    let seen = of(&room.thread(&room.assistant, "").await.ok());
    assert_eq!((&seen["original"], &seen["flags"]), (&json!("ไอ้เหี้ย you fuck"), &Value::Null));

    let report = json!({"messageId": bad["id"], "reason": "abuse", "note": "rude"});
    room.home.post("/message/report", report.clone()).await.ok();
    room.home.post("/message/report", report.clone()).await.ok();
    room.other.post("/message/report", report.clone()).await.refused(404, "message_not_found");
    room.away.post("/message/report", report).await.refused(422, "fields_invalid");
    for (field, value) in [("reason", json!("boring")), ("note", json!("x".repeat(301)))] {
        let mut report = json!({"messageId": bad["id"], "reason": "spam"});
        report[field] = value;
        room.home.post("/message/report", report).await.refused(422, "fields_invalid");
    }
    for staff in [&room.field.promoter, &room.assistant] {
        assert_eq!(unread(&world, staff).await, ["message_reported"]);
    }
    let waits = async || {
        let mine = room.field.promoter.post("/tournament/get-join-tournament", json!({"tournamentId": room.field.id})).await.ok();
        mine["needsYou"]["reported"].as_i64().unwrap()
    };
    let seen = of(&room.thread(&room.assistant, "").await.ok());
    assert_eq!((&seen["flags"], &seen["flagged"]), (&json!(1), &json!([{"reason": "abuse", "note": "rude", "waits": true}])));
    assert_eq!(waits().await, 1);
    // Another message is reported as well; two simultaneous reports cause one notice.
    let worse = room.send(&room.away, text("เหี้ยมาก")).await.ok();
    assert_eq!(socket.event("message.posted").await["data"]["text"], "***มาก");
    let report = |by: &'static str| json!({"messageId": worse["id"], "reason": "spam", "note": by});
    let (one, two) =
        tokio::join!(room.home.post("/message/report", report("one")), room.assistant.post("/message/report", report("two")));
    assert_eq!((one.status.as_u16(), two.status.as_u16()), (200, 200));
    assert_eq!(unread(&world, &room.field.promoter).await, ["message_reported", "message_reported"]);
    assert_eq!(waits().await, 2);
    let hide = async |message: &Value, hidden: bool| {
        room.assistant.post("/message/hide", json!({"messageId": message["id"], "hidden": hidden})).await.ok();
    };
    hide(&worse, false).await;
    assert_eq!(waits().await, 1, "it stays");
    let judged = room.thread(&room.assistant, "").await.ok()["items"][1].clone();
    assert_eq!((&judged["flags"], &judged["flagged"][0]["waits"]), (&json!(2), &json!(false)));
    let seen = of(&room.thread(&room.home, "").await.ok());
    assert_eq!((&seen["flags"], &seen["flagged"], &seen["original"]), (&Value::Null, &Value::Null, &Value::Null));

    room.home.post("/message/hide", json!({"messageId": bad["id"], "hidden": true})).await.refused(404, "message_not_found");
    hide(&bad, true).await;
    assert_eq!(waits().await, 0);
    assert_eq!(socket.event("message.hidden").await["data"], json!({"threadId": bad["threadId"], "seq": 1, "hidden": true}));
    let seen = of(&room.thread(&room.home, "").await.ok());
    assert_eq!((&seen["hidden"], &seen["text"], &seen["pictures"]), (&json!(true), &Value::Null, &json!([])));
    let path = format!("/tournament/match-picture/{}/{}", room.id, picture.as_str().unwrap());
    room.home.get(&path).await.refused(404, "room_picture_not_found");
    assert_eq!(room.assistant.get(&path).await.status, 200);
    // Nor is it quoted in an answer to it, or in its notice.
    let mut answer = text("what?");
    answer["replyTo"] = json!(1);
    assert_eq!(room.send(&room.home, answer).await.ok()["replyTo"]["text"], "");
    told(&world).await;
    assert_eq!(unread(&world, &room.home).await, Vec::<String>::new());
    hide(&bad, false).await;
    assert_eq!(of(&room.thread(&room.home, "").await.ok())["text"], "ไอ้*** you ****");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_muted_tells_nobody_anything() {
    let world = World::new().await;
    let room = Room::new(&world).await;
    let mute = async |user: i64, muted: bool| room.away.post("/message/mute", json!({"userId": user, "muted": muted})).await;
    mute(room.home.user_id, true).await.ok();
    mute(room.home.user_id, true).await.ok();
    mute(room.away.user_id, true).await.refused(422, "fields_invalid");
    mute(4_711_000_000, true).await.refused(404, "user_not_found");
    assert_eq!(room.thread(&room.away, "").await.ok()["muted"], json!([room.home.user_id]));
    room.send(&room.home, text("hello?")).await.ok();
    told(&world).await;
    assert_eq!(unread(&world, &room.away).await, Vec::<String>::new());
    mute(room.home.user_id, false).await.ok();
    assert_eq!(room.thread(&room.away, "").await.ok()["muted"], json!([]));
    room.send(&room.home, text("hello!")).await.ok();
    told(&world).await;
    assert_eq!(unread(&world, &room.away).await, ["thread_message"]);

    // A user with the most mutes allowed may mute the same user again.
    mute(room.home.user_id, true).await.ok();
    sqlx::query(
        "with people as (insert into people.users (display_name, created_at) select 'P' || n, now() from generate_series(1, 199) n returning id)
         insert into esports.mutes (user_id, muted_id, created_at) select $1, id, now() from people",
    )
    .bind(room.away.user_id)
    .execute(&world.app.db)
    .await
    .unwrap();
    mute(room.home.user_id, true).await.ok();
    mute(room.other.user_id, true).await.refused(409, "mutes_limit");
}
