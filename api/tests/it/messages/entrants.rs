//! Messages between an entrant and staff.

use serde_json::{Value, json};

use super::room::{Room, player, text, told, unread};
use crate::support::{Client, World};

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

    // Each entrant's messages are sent and read separately; so are the reports about them.
    let second = player(&world, room.field.entrants[1]).await;
    for one in [&mine, &second] {
        one.post(&format!("/tournament/send-message-to-promoter/{tournament}"), text("Hello?")).await.ok();
        told(&world).await;
    }
    let place = |entrant: i64| format!("/esport/tournament/{tournament}/manage?section=messages&entrant={entrant}");
    let places = async |client: &Client| -> Vec<String> {
        let unread = "select href from people.inbox_messages where user_id = $1 and read_at is null and kind not in ('bracket_published', 'entry_admitted') order by id";
        sqlx::query_scalar(unread).bind(client.user_id).fetch_all(&world.app.db).await.unwrap()
    };
    assert_eq!(places(promoter).await, [place(entrant), place(room.field.entrants[1])]);
    promoter.post("/message/read", json!({"threadId": seen["threadId"], "seq": 3})).await.ok();
    assert_eq!(places(promoter).await, [place(room.field.entrants[1])]);
    let report = json!({"messageId": seen["items"][1]["id"], "reason": "other", "note": ""});
    mine.post("/message/report", report).await.ok();
    assert_eq!(places(promoter).await[1], place(entrant));
    let list = threads().await.ok();
    let reported = |at: usize| {
        list["items"].as_array().unwrap().iter().find(|one| one["contestantId"] == room.field.entrants[at]).unwrap()["reported"]
            .clone()
    };
    assert_eq!((reported(0), reported(1)), (json!(1), json!(0)));

    // Not for other users.
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

    // A promoter whose right was revoked is not notified any more.
    let operator = world.operator("operator").await;
    let body = json!({"userId": promoter.user_id, "reason": "ไม่จ่ายรางวัล"});
    operator.post("/console/promoters/revoke", body).await.ok();
    sqlx::query("update people.inbox_messages set read_at = now()").execute(&world.app.db).await.unwrap();
    mine.post(&format!("/tournament/send-message-to-promoter/{tournament}"), text("Anybody?")).await.ok();
    told(&world).await;
    assert_eq!((places(promoter).await.len(), places(&room.assistant).await), (0, vec![place(entrant)]));
}
