//! Messages of a match's room: in order, once, and as written.

use futures_util::future::join_all;
use serde_json::{Value, json};
use uuid::Uuid;

use super::pictures::upload;
use super::room::{Room, text, told, unread};
use crate::notices::stage::write;
use crate::profile::pictures::png;
use crate::support::World;

#[tokio::test(flavor = "multi_thread")]
async fn twenty_who_write_at_once_are_numbered_without_gaps_and_heard_in_that_order() {
    let world = World::new().await;
    let room = Room::new(&world).await;
    let thread = room.thread(&room.away, "").await.ok();
    assert_eq!((&thread["items"], &thread["lastSeq"]), (&json!([]), &json!(0)));
    let mut socket = world.socket(&room.away).await;
    socket.subscribe(&thread["live"]).await;
    let sent = (0..20).map(|at| {
        let by = [&room.home, &room.away, &room.assistant, &room.field.promoter][at % 4];
        room.send(by, text(&format!("message {at}")))
    });
    let mut seqs: Vec<i64> = join_all(sent).await.into_iter().map(|answer| answer.ok()["seq"].as_i64().unwrap()).collect();
    seqs.sort_unstable();
    assert_eq!(seqs, (1..=20).collect::<Vec<_>>());
    for seq in 1..=20 {
        assert_eq!(socket.event("message.posted").await["data"]["seq"], seq);
    }
    let thread = room.thread(&room.home, "?limit=7").await.ok();
    let seqs =
        |page: &Value| page["items"].as_array().unwrap().iter().map(|item| item["seq"].as_i64().unwrap()).collect::<Vec<_>>();
    assert_eq!((seqs(&thread), &thread["more"]), ((14..=20).collect(), &json!(true)));
    let before = room.thread(&room.home, "?before=14&limit=100").await.ok();
    assert_eq!((seqs(&before), &before["more"]), ((1..=13).collect(), &json!(false)));
    let after = room.thread(&room.home, "?after=3&limit=4").await.ok();
    assert_eq!((seqs(&after), &after["more"]), (vec![4, 5, 6, 7], &json!(true)));
    for (asking, found) in [
        ("?after=20", 0),
        ("?before=1", 0),
        ("?before=-5", 0),
        ("?after=9223372036854775807", 0),
        ("?limit=0", 1),
        ("?limit=5000", 20),
    ] {
        assert_eq!(seqs(&room.thread(&room.home, asking).await.ok()).len(), found, "{asking}");
    }
    let side = |name: &str| {
        [&thread, &before].iter().any(|page| page["items"].as_array().unwrap().iter().any(|item| item["side"] == name))
    };
    assert!(side("home") && side("away") && side("staff"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_sent_again_is_one_message_and_what_does_not_fit_is_none() {
    let world = World::new().await;
    let room = Room::new(&world).await;
    let body = text("  <b>สวัสดี</b>\u{202E} 😀\u{200B} ");
    let again = join_all((0..8).map(|_| room.send(&room.home, body.clone()))).await;
    let again: Vec<Value> = again.into_iter().map(crate::support::Answer::ok).collect();
    assert!(again.iter().all(|message| message == &again[0]), "{again:?}");
    assert_eq!((&again[0]["text"], &again[0]["seq"]), (&json!("<b>สวัสดี</b> 😀"), &json!(1)));
    assert_eq!(again[0]["clientId"], body["clientId"]);

    let picture = upload(&room.home, room.id, &png(40, 30)).await.ok()["id"].clone();
    let theirs = upload(&room.away, room.id, &png(40, 30)).await.ok()["id"].clone();
    let id = Uuid::new_v4;
    for (body, field) in [
        (json!({"clientId": id()}), "text"),
        (json!({"text": " \u{200B}\n\0 ", "clientId": id()}), "text"),
        (json!({"text": "ก".repeat(1001), "clientId": id()}), "text"),
        (json!({"text": "x".repeat(10_001), "clientId": id()}), "text"),
        (json!({"text": "x", "pictures": vec![picture.clone(); 2], "clientId": id()}), "pictures"),
        (json!({"text": "x", "pictures": (0..40).map(|_| id()).collect::<Vec<_>>(), "clientId": id()}), "pictures"),
        (json!({"text": "x", "pictures": [theirs], "clientId": id()}), "pictures"),
        (json!({"text": "x", "pictures": [id()], "clientId": id()}), "pictures"),
        (json!({"text": "x", "replyTo": 2, "clientId": id()}), "replyTo"),
        (json!({"text": "x", "replyTo": 0, "clientId": id()}), "replyTo"),
    ] {
        let refused = room.send(&room.home, body).await.refused(422, "fields_invalid");
        assert!(refused["fields"][field].is_string(), "{field}: {refused}");
    }
    let shown = room.send(&room.home, json!({"pictures": [picture], "replyTo": 1, "clientId": id()})).await.ok();
    assert_eq!((&shown["seq"], &shown["pictures"][0]["width"]), (&json!(2), &json!(40)));
    assert_eq!(shown["replyTo"], json!({"seq": 1, "name": again[0]["name"], "text": "<b>สวัสดี</b> 😀"}));

    // Bodies that no form sends are refused, and nothing of them is kept.
    let url = format!("{}/tournament/send-time-request-message/{}", world.url, room.id).replace("/tournament", "/api/tournament");
    let raw = |kind: &str, body: Vec<u8>| {
        let call =
            room.home.http.post(&url).bearer_auth(room.home.token.as_ref().unwrap()).header("content-type", kind).body(body);
        async { call.send().await.unwrap().status().as_u16() }
    };
    let json = "application/json";
    let mut answers = Vec::new();
    for (kind, sent) in [
        (json, br#"{"text":"\ud800"}"#.to_vec()),
        (json, [br#"{"clientId":"x","text":""#.as_slice(), b"\xff\xfe\"}"].concat()),
        (json, [vec![b'['; 50_000], vec![b']'; 50_000]].concat()),
        (json, vec![b' '; 3_000_000]),
        ("text/plain", br#"{"text":"x"}"#.to_vec()),
    ] {
        answers.push(raw(kind, sent).await);
    }
    assert_eq!(answers, [400, 422, 422, 413, 415]);
    for number in ["-1", "9223372036854775808", "%00", "1e3", "0"] {
        let answer = room.home.post(&format!("/tournament/send-time-request-message/{number}"), text("x")).await;
        assert!([400, 404].contains(&answer.status.as_u16()), "{number}: {}", answer.body);
    }

    // A picture in a message is kept.
    world.advance(std::time::Duration::from_secs(25 * 3600)).await;
    world.run_task("files.purge").await;
    let home = world.session(room.home.user_id).await;
    let path = format!("/tournament/match-picture/{}/{}", room.id, shown["pictures"][0]["id"].as_str().unwrap());
    assert_eq!(home.get(&path).await.status, 200);

    for client in [&world.session(room.other.user_id).await, &world.promoter("another").await] {
        room.send(client, text("hi")).await.refused(404, "match_not_found");
        room.thread(client, "").await.refused(404, "match_not_found");
    }
    sqlx::query("update esports.tournaments set finished_at = now() where id = $1")
        .bind(room.field.id)
        .execute(&world.app.db)
        .await
        .unwrap();
    room.send(&home, text("hi")).await.refused(409, "tournament_over");
    let assistant = world.session(room.assistant.user_id).await;
    assert_eq!(room.send(&assistant, text("well played")).await.ok()["seq"], 3);
    sqlx::query("update people.users set suspended_at = now() where id = $1")
        .bind(home.user_id)
        .execute(&world.app.db)
        .await
        .unwrap();
    room.send(&home, text("hi")).await.refused(403, "account_suspended");
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_writes_without_end() {
    let world = World::new().await;
    let room = Room::new(&world).await;
    for _ in 0..20 {
        room.send(&room.home, text("again")).await.ok();
    }
    let twentieth = text("once more");
    room.send(&room.home, twentieth.clone()).await.refused(429, "too_many_requests");
    room.send(&room.away, text("I may")).await.ok();
    world.advance(std::time::Duration::from_secs(60)).await;
    assert_eq!(room.send(&room.home, twentieth).await.ok()["seq"], 22);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_read_along_is_told_once_until_they_read() {
    let world = World::new().await;
    let room = Room::new(&world).await;
    let thread = room.thread(&room.away, "").await.ok();
    let mut socket = world.socket(&room.home).await;
    socket.subscribe(&room.thread(&room.home, "").await.ok()["live"]).await;
    room.send(&room.home, text("one")).await.ok();
    room.send(&room.home, text("two")).await.ok();
    assert_eq!(unread(&world, &room.away).await, Vec::<String>::new());
    told(&world).await;
    assert_eq!(unread(&world, &room.away).await, ["thread_message"]);
    assert_eq!((unread(&world, &room.home).await.len(), unread(&world, &room.assistant).await.len()), (0, 0));
    room.send(&room.home, text("three")).await.ok();
    told(&world).await;
    assert_eq!(unread(&world, &room.away).await, ["thread_message"]);

    // The read mark only moves forward, ends at the last message, and marks the inbox too.
    let read = async |seq: i64| room.away.post("/message/read", json!({"threadId": thread["threadId"], "seq": seq})).await.ok();
    read(99).await;
    assert_eq!(unread(&world, &room.away).await, Vec::<String>::new());
    let event = socket.event("message.read").await;
    assert_eq!(event["data"], json!({"threadId": thread["threadId"], "away": 3}));
    read(1).await;
    let now = room.thread(&room.home, "").await.ok();
    assert_eq!(now["read"], json!({"home": 3, "away": 3, "staff": 0}));
    assert_eq!((&now["mine"], room.thread(&room.away, "").await.ok()["mine"].clone()), (&json!(3), json!(3)));
    // A user who has read it by then is not notified.
    room.send(&room.home, text("four")).await.ok();
    read(4).await;
    told(&world).await;
    assert_eq!(unread(&world, &room.away).await, Vec::<String>::new());
    // Inbox messages about the room are marked read with it, even if it was read so far before; those about another room are not.
    write(&world, &room.away, "ที่นี่", Some(&format!("/esport/match/{}", room.id))).await;
    write(&world, &room.away, "ที่อื่น", Some(&format!("/esport/match/{}1", room.id))).await;
    read(4).await;
    assert_eq!(unread(&world, &room.away).await, ["match_test"]);
    let elsewhere = json!({"threadId": thread["threadId"], "seq": 1});
    room.other.post("/message/read", elsewhere).await.refused(404, "thread_not_found");
}
