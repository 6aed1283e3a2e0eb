//! An announcement to all remaining entrants reaches each of them once, even after a retry.

use serde_json::json;

use super::room::{Room, player, text, told, unread};
use crate::brackets::field::{Field, single};
use crate::support::{Client, World};

async fn counts(world: &World) -> (i64, i64, i64) {
    sqlx::query_as(
        "select (select count(*) from esports.messages where kind = 'broadcast'), (select count(*) from people.inbox_messages where kind = 'broadcast'),
                (select count(distinct user_id) from people.inbox_messages where kind = 'broadcast')",
    )
    .fetch_one(&world.app.db)
    .await
    .unwrap()
}

async fn first(by: &Client, tournament: i64) -> serde_json::Value {
    by.get(&format!("/tournament/broadcasts/{tournament}")).await.ok()["items"][0].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn hundreds_get_it_once_though_a_batch_failed() {
    let world = World::new().await;
    let field = Field::new(&world, 320, &[single()]).await;
    let path = format!("/tournament/send-message-to-not-eliminated-players/{}", field.id);
    // One of the last entrants cannot be notified, as if the database failed.
    let bad = field.entrants[250];
    for sql in [
        "create function fails() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$".to_owned(),
        format!(
            "create trigger fails before update on esports.threads for each row when (new.entrant_id = {bad}) execute function fails()"
        ),
    ] {
        sqlx::raw_sql(sqlx::AssertSqlSafe(sql)).execute(&world.app.db).await.unwrap();
    }
    let body = text("เริ่มแข่ง 20:00 <b>");
    let (reader, other) = (player(&world, field.entrants[0]).await, player(&world, field.entrants[1]).await);
    let mine = format!("/tournament/get/message-non-promoter/{}", field.id);
    let mut page = world.socket(&reader).await;
    page.subscribe(&reader.get(&mine).await.ok()["live"]).await;
    let (one, two) = tokio::join!(field.promoter.post(&path, body.clone()), field.promoter.post(&path, body));
    let (one, two) = (one.ok(), two.ok());
    assert_eq!((&one["id"], &one["recipients"]), (&two["id"], &json!(320)));
    world.until("two batches", async || (counts(&world).await == (200, 200, 200)).then_some(())).await;
    let half = first(&field.promoter, field.id).await;
    assert_eq!((&half["delivered"], &half["finishedAt"]), (&json!(200), &serde_json::Value::Null));
    sqlx::raw_sql("drop trigger fails on esports.threads").execute(&world.app.db).await.unwrap();
    world.advance(std::time::Duration::from_secs(120)).await;
    let done = async || {
        let now = first(&field.promoter, field.id).await;
        now["finishedAt"].is_string().then_some(now)
    };
    let done = world.until("it is finished", done).await;
    assert_eq!((&done["delivered"], &done["recipients"], &done["read"]), (&json!(320), &json!(320), &json!(0)));
    assert_eq!(counts(&world).await, (320, 320, 320));

    // Read in the thread, or in the inbox: each user counts once.
    let mut desk = world.socket(&field.promoter).await;
    let live = field.promoter.post("/registration/entrants", json!({"tournamentId": field.id})).await.ok()["live"].clone();
    desk.subscribe(&live).await;
    let (reader, other) = (world.session(reader.user_id).await, world.session(other.user_id).await);
    let thread = reader.get(&mine).await.ok();
    assert_eq!(page.event("message.posted").await["data"], thread["items"][0], "what was told is what stands there");
    assert_eq!((&thread["items"][0]["kind"], &thread["items"][0]["text"]), (&json!("broadcast"), &json!("เริ่มแข่ง 20:00 <b>")));
    reader.post("/message/read", json!({"threadId": thread["threadId"], "seq": 1})).await.ok();
    assert_eq!(unread(&world, &reader).await, Vec::<String>::new(), "the inbox knows it as well");
    for client in [&reader, &other] {
        client.post("/notification/read/all", json!({})).await.ok();
    }
    world.run_task("broadcasts.progress").await;
    while desk.event("broadcast.progress").await["data"]["read"] != 2 {}
    assert_eq!(first(&field.promoter, field.id).await["read"], 2);

    // Once nobody reads any more, nothing is counted.
    let mut looked = Vec::new();
    for _ in 0..2 {
        world.advance(std::time::Duration::from_secs(60)).await;
        world.run_task("broadcasts.progress").await;
        let at: chrono::DateTime<chrono::Utc> =
            sqlx::query_scalar("select looked_at from esports.broadcasts").fetch_one(&world.app.db).await.unwrap();
        looked.push(at);
    }
    assert_eq!(looked[0], looked[1]);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_out_is_not_told_and_who_goes_on_is() {
    let world = World::new().await;
    let room = Room::new(&world).await;
    let path = format!("/tournament/send-message-to-not-eliminated-players/{}", room.field.id);
    let list = format!("/tournament/broadcasts/{}", room.field.id);
    // The number announced equals the number reached.
    let recipients = async || {
        let audience = room.assistant.get(&list).await.ok()["audience"].clone();
        let recipients = room.assistant.post(&path, text("hello")).await.ok()["recipients"].clone();
        assert_eq!((&audience["people"], &audience["entrants"]), (&recipients, &recipients));
        recipients.as_i64().unwrap()
    };
    assert_eq!(recipients().await, 4);
    // Sent again, it is the same and counts as one.
    let same = text("once");
    for _ in 0..7 {
        room.field.promoter.post(&path, same.clone()).await.ok();
    }
    let mut pictured = text("look");
    pictured["pictures"] = json!([uuid::Uuid::new_v4()]);
    let refused = room.field.promoter.post(&path, pictured).await.refused(422, "fields_invalid");
    assert_eq!(refused["fields"]["pictures"], "broadcast_text_only");
    let semi = room.field.at("main", 1, 1).await;
    room.field.win(&semi, true).await;
    // The loser plays for the third place.
    assert_eq!(recipients().await, 4);
    room.field.win(&room.field.at("main", 1, 2).await, true).await;
    room.field.win(&room.field.at("third", 1, 1).await, true).await;
    assert_eq!(recipients().await, 2);
    room.field.win(&room.field.at("main", 2, 1).await, true).await;
    assert_eq!(recipients().await, 1);
    told(&world).await;
    for (by, body, code) in
        [(&room.assistant, json!({"text": " "}), "fields_invalid"), (&room.home, json!({"text": "x"}), "tournament_not_found")]
    {
        let mut body = body;
        body["clientId"] = json!(uuid::Uuid::new_v4());
        assert_eq!(by.post(&path, body).await.body["code"], code);
    }
}
