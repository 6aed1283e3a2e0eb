//! Between an entrant and those who run the tournament.

use serde_json::{Value, json};

use super::room::{Room, player, text, told, unread};
use crate::support::World;

#[tokio::test(flavor = "multi_thread")]
async fn an_entrant_and_those_who_run_the_tournament_talk() {
    let world = World::new().await;
    let room = Room::new(&world).await;
    let (tournament, promoter) = (room.field.id, &room.field.promoter);
    let entrant = room.field.entrants[0];
    let mine = player(&world, entrant).await;
    let threads = async || promoter.get(&format!("/tournament/get/threads/{tournament}?page=1&perPage=3")).await;
    assert_eq!(threads().await.ok()["total"], 4);
    let mut desk = world.socket(promoter).await;
    let live = promoter.post("/registration/entrants", json!({"tournamentId": tournament})).await.ok()["live"].clone();
    desk.subscribe(&live).await;

    let asked = mine.post(&format!("/tournament/send-message-to-promoter/{tournament}"), text("When do we start?")).await.ok();
    assert_eq!((&asked["side"], &asked["seq"]), (&json!("entrant"), &json!(1)));
    let told_desk = desk.event("thread.changed").await;
    assert_eq!(told_desk["data"], json!({"contestantId": entrant, "threadId": asked["threadId"], "lastSeq": 1}));
    told(&world).await;
    assert_eq!(
        (unread(&world, promoter).await, unread(&world, &room.assistant).await),
        (vec!["thread_message".to_owned()], vec!["thread_message".to_owned()])
    );
    let list = threads().await.ok();
    assert_eq!((&list["items"][0]["contestantId"], &list["items"][0]["unread"]), (&json!(entrant), &json!(1)));
    assert_eq!(list["items"][0]["last"]["text"], "When do we start?");
    assert_eq!(list["items"][1]["last"], Value::Null);

    let path = format!("/tournament/send-message-to-contestant/{entrant}");
    assert_eq!(room.assistant.post(&path, text("At eight.")).await.ok()["side"], "staff");
    told(&world).await;
    assert_eq!(unread(&world, &mine).await, ["thread_message"]);
    let seen = mine.get(&format!("/tournament/get/message-non-promoter/{tournament}")).await.ok();
    assert_eq!((seen["items"].as_array().unwrap().len(), &seen["read"]), (2, &json!({"entrant": 1, "staff": 2})));
    promoter.post("/message/read", json!({"threadId": seen["threadId"], "seq": 2})).await.ok();
    assert_eq!(threads().await.ok()["items"][0]["unread"], 0);
    let same = promoter.get(&format!("/tournament/get/message/{tournament}/{entrant}")).await.ok();
    assert_eq!(same["items"], seen["items"]);

    // Nobody else's.
    mine.post(&path, text("hi")).await.refused(404, "entrant_not_found");
    mine.get(&format!("/tournament/get/message/{tournament}/{entrant}")).await.refused(404, "entrant_not_found");
    promoter.get(&format!("/tournament/get/message/4711/{entrant}")).await.refused(404, "entrant_not_found");
    mine.get(&format!("/tournament/get/threads/{tournament}")).await.refused(404, "tournament_not_found");
    let outsider = world.user("outsider").await;
    let refused = outsider.get(&format!("/tournament/get/message-non-promoter/{tournament}")).await;
    refused.refused(409, "tournament_not_participating");
    outsider
        .post(&format!("/tournament/send-message-to-promoter/{tournament}"), text("hi"))
        .await
        .refused(409, "tournament_not_participating");
    outsider.post("/message/read", json!({"threadId": seen["threadId"], "seq": 1})).await.refused(404, "thread_not_found");
}
