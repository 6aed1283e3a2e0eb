//! A member's messages, log and favourites: inbox and badge over HTTP and sockets, favourites, earlier player IDs, their own log.

use std::collections::BTreeSet;
use std::time::Duration;

use crate::support::{Answer, Client, World};
use futures_util::future::join_all;
use manao_kernel::text::Text;
use manao_people::inbox::{self, Message, Stream};
use manao_people::user_log::{self, Kind};
use reqwest::Method;
use serde_json::{Value, json};

fn message(stream: Stream, title: &str) -> Message {
    Message {
        stream,
        kind: "test_news",
        title: Text::new(format!("{title} ไทย"), title),
        body: Text::new("เนื้อความ", "The body"),
        href: Some("/account/purchased".into()),
        subject: None,
    }
}

async fn write(world: &World, person: &Client, stream: Stream, title: &str) {
    let mut change = world.app.change().await.unwrap();
    inbox::write(&mut change, person.user_id, &message(stream, title)).await.unwrap();
    change.commit().await.unwrap();
}

async fn shop_inbox(person: &Client) -> Value {
    person.post("/user-notification/get-my-inbox", json!({"page": 1, "perPage": 50})).await.ok()
}

async fn unread(person: &Client) -> (i64, i64) {
    let badge = person.post("/user-notification/check-unread-inbox", json!({})).await.ok();
    (badge["unread"].as_i64().unwrap(), badge["unreadEsport"].as_i64().unwrap())
}

/// Compares the counts with the messages themselves.
async fn counted(world: &World, person: &Client) -> (i64, i64) {
    sqlx::query_as(
        "select count(*) filter (where stream = 'shop'), count(*) filter (where stream = 'esports')
         from people.inbox_messages where user_id = $1 and read_at is null and deleted_at is null",
    )
    .bind(person.user_id)
    .fetch_one(&world.app.db)
    .await
    .unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_is_read_in_the_readers_language_and_counted_until_then() {
    let world = World::new().await;
    let mali = world.user("mali").await;
    assert_eq!(unread(&mali).await, (0, 0));
    write(&world, &mali, Stream::Shop, "First").await;
    write(&world, &mali, Stream::Shop, "Second").await;
    write(&world, &mali, Stream::Esports, "Match").await;
    assert_eq!(unread(&mali).await, (2, 1));

    let list = shop_inbox(&mali).await;
    assert_eq!((&list["total"], &list["unread"], &list["perPage"]), (&json!(2), &json!(2), &json!(50)));
    assert_eq!(list["keptDays"], world.app.settings.inbox_days);
    let newest = &list["items"][0];
    assert_eq!((&newest["title"], &newest["message"]), (&json!("Second"), &json!("The body")));
    assert_eq!((&newest["kind"], &newest["href"]), (&json!("test_news"), &json!("/account/purchased")));
    assert_eq!(newest["readAt"], Value::Null);
    let thai = mali.post("/user-notification/get-my-inbox?lang=th", json!({})).await.ok();
    assert_eq!(thai["items"][0]["title"], "Second ไทย");

    let badge = mali.post("/user-notification/read-inbox", json!({"id": newest["id"]})).await.ok();
    assert_eq!((&badge["unread"], &badge["unreadEsport"]), (&json!(1), &json!(1)));
    let again = mali.post("/user-notification/read-inbox", json!({"id": newest["id"]})).await.ok();
    assert_eq!(again, badge, "reading twice changes nothing");
    assert!(shop_inbox(&mali).await["items"][0]["readAt"].is_string());

    for path in ["/notification/get?page=1&perPage=5", "/notification/get/?page=1&perPage=5"] {
        let esports = mali.get(path).await.ok();
        assert_eq!((&esports["total"], &esports["items"][0]["title"]), (&json!(1), &json!("Match")), "{path}");
    }
    let id = mali.get("/notification/get").await.ok()["items"][0]["id"].clone();
    mali.post("/user-notification/read-inbox", json!({"id": id})).await.refused(404, "inbox_message_not_found");
    let badge = mali.post(&format!("/notification/read/notification/{id}"), json!({})).await.ok();
    assert_eq!((&badge["unread"], &badge["unreadEsport"]), (&json!(1), &json!(0)));
    mali.post("/user-notification/mark-all-as-read", json!({})).await.ok();
    assert_eq!(unread(&mali).await, (0, 0));
    write(&world, &mali, Stream::Esports, "Next match").await;
    mali.post("/notification/read/all", json!({})).await.ok();
    assert_eq!(unread(&mali).await, (0, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_message_can_be_taken_back() {
    let world = World::new().await;
    let mali = world.user("mali").await;
    write(&world, &mali, Stream::Shop, "Keep").await;
    write(&world, &mali, Stream::Shop, "Throw away").await;
    let id = shop_inbox(&mali).await["items"][0]["id"].clone();
    let gone = mali.post("/user-notification/delete-inbox", json!({"ids": [id]})).await.ok();
    assert_eq!(gone["unread"], 1);
    assert_eq!(shop_inbox(&mali).await["total"], 1);
    mali.post("/user-notification/read-inbox", json!({"id": id})).await.refused(404, "inbox_message_not_found");
    let same = mali.post("/user-notification/delete-inbox", json!({"ids": [id]})).await.ok();
    assert_eq!(same["version"], gone["version"]);
    let back = mali.post("/user-notification/delete-inbox", json!({"ids": [id], "undo": true})).await.ok();
    assert_eq!(back["unread"], 2);
    assert_eq!(shop_inbox(&mali).await["items"][0]["id"], id);
    let many: Vec<i64> = (1..=101).collect();
    mali.post("/user-notification/delete-inbox", json!({"ids": many})).await.refused(422, "fields_invalid");
}

#[tokio::test(flavor = "multi_thread")]
async fn anothers_message_is_as_unknown_as_none() {
    let world = World::new().await;
    let (mali, chai) = (world.user("mali").await, world.user("chai").await);
    write(&world, &mali, Stream::Shop, "Mine").await;
    write(&world, &mali, Stream::Esports, "Mine too").await;
    write(&world, &chai, Stream::Shop, "His").await;
    let id = shop_inbox(&mali).await["items"][0]["id"].as_i64().unwrap();
    let match_id = mali.get("/notification/get").await.ok()["items"][0]["id"].as_i64().unwrap();
    let his = shop_inbox(&chai).await["items"][0]["id"].as_i64().unwrap();
    let tries = [
        ("/user-notification/read-inbox".to_owned(), json!({"id": id})),
        ("/user-notification/delete-inbox".to_owned(), json!({"ids": [id]})),
        ("/user-notification/delete-inbox".to_owned(), json!({"ids": [his, id]})),
        ("/user-notification/delete-inbox".to_owned(), json!({"ids": [id], "undo": true})),
        (format!("/notification/read/notification/{match_id}"), json!({})),
    ];
    for (path, body) in tries {
        chai.post(&path, body).await.refused(404, "inbox_message_not_found");
    }
    assert_eq!(unread(&chai).await, (1, 0), "nor was his own changed along with it");
    chai.post("/user-notification/mark-all-as-read", json!({})).await.ok();
    assert_eq!(unread(&mali).await, (1, 1));
    world.anon().post("/user-notification/get-my-inbox", json!({})).await.refused(401, "session_required");
    let suspended = world.suspended("bad").await;
    write(&world, &suspended, Stream::Shop, "Why").await;
    assert_eq!(shop_inbox(&suspended).await["total"], 1, "a suspended person may read why");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_open_page_hears_the_badge() {
    let world = World::new().await;
    let mali = world.user("mali").await;
    let tablet = world.session(mali.user_id).await;
    let me = mali.get("/user/me").await.ok();
    let (mut phone, mut other) = (world.socket(&mali).await, world.socket(&tablet).await);
    phone.subscribe(&me["badgeLive"]).await;
    other.subscribe(&me["badgeLive"]).await;

    write(&world, &mali, Stream::Shop, "News").await;
    for socket in [&mut phone, &mut other] {
        let heard = socket.event("badge.changed").await;
        assert_eq!((&heard["data"]["unread"], &heard["data"]["unreadEsport"]), (&json!(1), &json!(0)));
        assert_eq!(heard["data"]["userId"], Value::Null, "whose it is stands in the topic");
    }
    let id = shop_inbox(&mali).await["items"][0]["id"].clone();
    let badge = mali.post("/user-notification/read-inbox", json!({"id": id})).await.ok();
    let heard = other.event("badge.changed").await;
    assert_eq!(heard["data"], badge, "the answer and the event are the same");
    // The personal topic, joined automatically, says what to fetch again.
    write(&world, &mali, Stream::Esports, "Match").await;
    let heard = phone.event("inbox.changed").await;
    let wanted = ["written", "read"];
    assert!(wanted.contains(&heard["data"]["change"].as_str().unwrap()), "{heard}");

    // Nobody else receives it.
    let chai = world.user("chai").await;
    let mut stranger = world.socket(&chai).await;
    stranger.send(json!({"type": "subscribe", "topic": me["badgeLive"]["topic"]})).await;
    assert_eq!(stranger.expect("error").await["topic"], me["badgeLive"]["topic"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn counts_and_versions_hold_however_many_hands_there_are() {
    let world = World::new().await;
    let mali = world.user("mali").await;
    let me = mali.get("/user/me").await.ok();
    let mut socket = world.socket(&mali).await;
    socket.subscribe(&me["badgeLive"]).await;
    for number in 0..10 {
        write(&world, &mali, Stream::Shop, &format!("{number}")).await;
    }
    let ids: Vec<i64> =
        shop_inbox(&mali).await["items"].as_array().unwrap().iter().map(|item| item["id"].as_i64().unwrap()).collect();
    let writes = (0..20).map(|number| {
        let (world, mali) = (&world, &mali);
        async move {
            let stream = if number % 2 == 0 { Stream::Shop } else { Stream::Esports };
            write(world, mali, stream, "more").await;
        }
    });
    let person = &mali;
    let reads = ids.iter().map(|id| async move {
        person.post("/user-notification/read-inbox", json!({"id": id})).await;
    });
    let deletes = ids.iter().take(5).map(|id| async move {
        person.post("/user-notification/delete-inbox", json!({"ids": [id]})).await;
    });
    tokio::join!(join_all(writes), join_all(reads), join_all(deletes));
    let now = unread(&mali).await;
    assert_eq!(now, counted(&world, &mali).await);
    assert_eq!(now, (10, 10));

    let last = mali.post("/user-notification/check-unread-inbox", json!({})).await.ok();
    let mut versions = Vec::new();
    while versions.last() != last["version"].as_i64().as_ref() {
        versions.push(socket.event("badge.changed").await["data"]["version"].as_i64().unwrap());
    }
    assert!(versions.is_sorted_by(|a, b| a < b), "{versions:?}");
    let rows: Vec<i64> = sqlx::query_scalar("select version from people.badges").fetch_all(&world.app.db).await.unwrap();
    assert_eq!(rows, [last["version"].as_i64().unwrap()]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_to_many_reaches_each_once() {
    let world = World::new().await;
    let people = [world.user("a").await, world.user("b").await, world.user("c").await];
    let ids: Vec<i64> = people.iter().chain(&people[..1]).map(|person| person.user_id).collect();
    let rounds = (0..6).map(|round| {
        let mut ids = ids.clone();
        if round % 2 == 0 {
            ids.reverse();
        }
        let world = &world;
        async move {
            let mut change = world.app.change().await.unwrap();
            inbox::write_to_many(&mut change, &ids, &message(Stream::Esports, "Draw")).await.unwrap();
            change.commit().await.unwrap();
        }
    });
    join_all(rounds).await;
    for person in &people {
        assert_eq!(unread(person).await, (0, 6));
        assert_eq!(person.get("/notification/get").await.ok()["total"], 6);
    }
    // An uncommitted message was never written.
    let mut change = world.app.change().await.unwrap();
    inbox::write(&mut change, people[0].user_id, &message(Stream::Shop, "Never")).await.unwrap();
    drop(change);
    assert_eq!(unread(&people[0]).await, (0, 6));
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_are_gone_after_thirty_days() {
    let world = World::new().await;
    let mali = world.user("mali").await;
    write(&world, &mali, Stream::Shop, "Old and read").await;
    mali.post("/user-notification/mark-all-as-read", json!({})).await.ok();
    write(&world, &mali, Stream::Shop, "Old").await;
    write(&world, &mali, Stream::Esports, "Old match").await;
    world.advance(Duration::from_secs(29 * 86_400)).await;
    let mali = world.session(mali.user_id).await;
    write(&world, &mali, Stream::Shop, "Young").await;
    world.run_task("inbox.purge").await;
    assert_eq!(shop_inbox(&mali).await["total"], 3, "twenty-nine days are not thirty");
    world.advance(Duration::from_secs(86_400 + 60)).await;
    let mali = world.session(mali.user_id).await;
    world.run_task("inbox.purge").await;
    let list = shop_inbox(&mali).await;
    assert_eq!((&list["total"], &list["items"][0]["title"]), (&json!(1), &json!("Young")));
    assert_eq!(unread(&mali).await, (1, 0), "what is gone is not unread");
    world.run_task("inbox.purge").await;
    assert_eq!(unread(&mali).await, (1, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_tells_its_buyer_once() {
    let world = World::shop().await;
    let mali = world.user("mali").await;
    let order = world.order(&mali, "free-fire-68", 1, Some("884210019")).await;
    assert_eq!(shop_inbox(&mali).await["total"], 0, "placing it is no news");
    world.pay(&order).await;
    world.settled(&mali, &order, "completed").await;
    let list = shop_inbox(&mali).await;
    assert_eq!((&list["total"], &list["items"][0]["kind"]), (&json!(1), &json!("order_delivered")));
    let number = order["number"].as_str().unwrap();
    assert_eq!(list["items"][0]["href"], format!("/purchase/result?number={number}"));
    assert!(list["items"][0]["message"].as_str().unwrap().contains(number));
    let log = mali.post("/user-log/revision", json!({})).await.ok();
    assert_eq!(log["items"][0]["kind"], "order_placed");
    assert_eq!(log["items"][0]["text"], format!("Placed order {number} for 20 baht"));

    // A line that fails for good causes a message too, and so does the operator's decision.
    let failing = world.order(&mali, "rov-185", 1, Some("12349999")).await;
    world.pay(&failing).await;
    world.settled(&mali, &failing, "error").await;
    let staff = world.operator("staff").await;
    let id = staff.get("/console/repairs").await.ok()["items"][0]["deliveryId"].as_i64().unwrap();
    for _ in 0..2 {
        let decision = json!({"action": "close", "note": "paid back"});
        assert!(staff.post(&format!("/console/repairs/{id}"), decision).await.status.is_success());
    }
    let list = shop_inbox(&mali).await;
    let kinds: Vec<&str> = list["items"].as_array().unwrap().iter().map(|item| item["kind"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["order_failed", "order_repair", "order_delivered"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn favourites_are_ones_own() {
    let world = World::shop().await;
    let (mali, chai) = (world.user("mali").await, world.user("chai").await);
    let game = async |slug: &'static str| -> i64 {
        sqlx::query_scalar("select id from shop.games where slug = $1").bind(slug).fetch_one(&world.app.db).await.unwrap()
    };
    let (rov, fire) = (game("rov").await, game("free-fire").await);
    for _ in 0..2 {
        mali.post("/user-favorite/add", json!({"gameId": rov})).await.ok();
    }
    let both = mali.post("/user-favorite/add", json!({"gameId": fire})).await.ok();
    let ids: BTreeSet<i64> = both["gameIds"].as_array().unwrap().iter().filter_map(Value::as_i64).collect();
    assert_eq!(ids, BTreeSet::from([rov, fire]));
    let list = mali.get("/user-favorite/get-by?page=1&perPage=1").await.ok();
    assert_eq!((&list["total"], &list["items"][0]["slug"]), (&json!(2), &json!("free-fire")), "the last added first");
    assert_eq!(list["items"].as_array().unwrap().len(), 1);
    assert!(list["items"][0]["fromSatang"].as_i64().unwrap() > 0);
    let looks = |game: &Value| [&game["kind"], &game["glyph"], &game["vatExcluded"]].map(Clone::clone);
    assert_eq!(looks(&list["items"][0]), [json!("topup"), json!("flame"), json!(false)]);
    assert_eq!(list["gameIds"].as_array().unwrap().len(), 2);
    assert_eq!(chai.get("/user-favorite/get-by").await.ok()["total"], 0);
    chai.post("/user-favorite/delete", json!({"gameId": rov})).await.ok();
    mali.post("/user-favorite/delete", json!({"gameId": fire})).await.ok();
    assert_eq!(mali.get("/user-favorite/get-by").await.ok()["gameIds"], json!([rov]));
    mali.post("/user-favorite/add", json!({"gameId": 4_000_000})).await.refused(404, "game_not_found");
    let suspended = world.suspended("bad").await;
    suspended.post("/user-favorite/add", json!({"gameId": rov})).await.refused(403, "account_suspended");
    assert_eq!(suspended.get("/user-favorite/get-by").await.ok()["total"], 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn earlier_player_ids_are_those_of_my_own_orders() {
    let world = World::shop().await;
    let (mali, chai) = (world.user("mali").await, world.user("chai").await);
    for player in ["884210019", "884210020", "884210019"] {
        let order = world.order(&mali, "free-fire-68", 1, Some(player)).await;
        mali.post("/purchase/update-order-status", json!({"number": order["number"], "action": "cancel"})).await.ok();
    }
    let game: i64 =
        sqlx::query_scalar("select id from shop.games where slug = 'free-fire'").fetch_one(&world.app.db).await.unwrap();
    let players = mali.post("/user/get-game-id", json!({"gameId": game})).await.ok();
    let ids: Vec<&str> = players["items"].as_array().unwrap().iter().map(|item| item["playerId"].as_str().unwrap()).collect();
    assert_eq!(ids, ["884210019", "884210020"]);
    assert!(players["items"][0]["playerName"].is_string());
    assert_eq!(chai.post("/user/get-game-id", json!({"gameId": game})).await.ok()["items"], json!([]));
    assert_eq!(mali.post("/user/get-game-id", json!({"gameId": game + 1})).await.ok()["items"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_log_is_ones_own_and_in_the_readers_language() {
    let world = World::new().await;
    let (mali, chai) = (world.user("mali").await, world.user("chai").await);
    for (kind, detail) in [
        (Kind::SignedIn, json!({})),
        (Kind::DocumentViewed, json!({"viewer": "Lime Cup", "fileName": "card.jpg"})),
        (Kind::OrderPlaced, json!({"number": "MN-1", "totalSatang": 123_400})),
    ] {
        let mut change = world.app.change().await.unwrap();
        user_log::write(&mut change, mali.user_id, kind, detail).await.unwrap();
        change.commit().await.unwrap();
    }
    let log = mali.post("/user-log/revision", json!({"page": 1, "perPage": 2})).await.ok();
    assert_eq!(log["total"], 3);
    let texts: Vec<&str> = log["items"].as_array().unwrap().iter().map(|item| item["text"].as_str().unwrap()).collect();
    assert_eq!(texts, ["Placed order MN-1 for 1,234 baht", "Lime Cup viewed the document card.jpg"]);
    let request = mali.request(Method::POST, "/user-log/revision").header("accept-language", "th");
    let thai = Answer::of(request.query(&[("lang", "th")]).json(&json!({"page": 2, "perPage": 2}))).await.ok();
    assert_eq!(thai["items"][0]["text"], "เข้าสู่ระบบ");
    assert_eq!(chai.post("/user-log/revision", json!({})).await.ok()["total"], 0);
}
