//! An old answer with the events on top equals a fresh answer. This holds for every event that carries its subject, so that a user who never
//! reloads sees the same as a newcomer. The pages merge as is done here (`web/src/features`).

use std::collections::HashMap;
use std::time::Duration;

use serde_json::{Value, json};

use crate::brackets::field::{Field, single};
use crate::matches::duel::Duel;
use crate::messages::room::{Room, text};
use crate::orders::shop::{Shop, direct};
use crate::support::{Client, Socket, World};
use crate::tournaments::shop::{enter, form, publish};

/// Events whose subject is read again.
const READ_AGAIN: [&str; 15] = [
    "turn.changed",
    "support.changed",
    "support.listed",
    "content.changed",
    "purchase.changed",
    "inbox.changed",
    "account.changed",
    "tournaments.changed",
    "match.stuck",
    "thread.changed",
    "promoter.changed",
    "entrant.changed",
    "entry.changed",
    "team.changed",
    "membership.changed",
];

/// Returns the names of the events, from the document's descriptions; an event of a state topic says so.
fn events() -> Vec<String> {
    let document = manao_api::server::document().unwrap();
    let topics: Value = serde_json::from_str(include_str!("../../../crates/kernel/src/live/topics.json")).unwrap();
    let kind = |topic: &str| {
        let words = |name: &str| {
            name.split(':').map(|part| if part.starts_with('{') { "{}" } else { part }.to_owned()).collect::<Vec<_>>()
        };
        let rows = topics["topics"].as_array().unwrap();
        let fits = |name: &Value| {
            let (name, topic) = (words(name.as_str().unwrap()), words(topic));
            name.len() == topic.len() && name.iter().zip(&topic).all(|(part, said)| part == said || part == "{}")
        };
        rows.iter().find(|row| fits(&row["name"])).unwrap_or_else(|| panic!("no topic {topic}"))["kind"].clone()
    };
    let mut events = Vec::new();
    for event in document["components"]["schemas"]["LiveEvent"]["oneOf"].as_array().unwrap() {
        let name = event["properties"]["event"]["enum"][0].as_str().unwrap();
        let about = event["description"].as_str().unwrap();
        let topic = about.split('`').nth(1).unwrap_or_else(|| panic!("{name} names no topic"));
        let is_state = kind(topic) == "state";
        assert_eq!(about.starts_with("State of "), is_state, "{name}: {about}");
        if is_state || !READ_AGAIN.contains(&name) {
            events.push(name.to_owned());
        }
    }
    events
}

/// A grant differs at each reading, and how long others' orders take is the shop's state, not this one's.
const ELSEWHERE: [&str; 2] = ["live", "typicalSeconds"];

/// Treats an absent field like null.
fn bare(value: &Value) -> Value {
    match value {
        Value::Object(fields) => fields
            .iter()
            .filter(|(name, field)| !ELSEWHERE.contains(&name.as_str()) && !field.is_null())
            .map(|(name, field)| (name.clone(), bare(field)))
            .collect(),
        Value::Array(items) => items.iter().map(bare).collect(),
        other => other.clone(),
    }
}

/// Replaces these fields by those of an event.
fn over(shown: &Value, told: &Value, fields: &[(&str, &str)]) -> Value {
    let mut now = shown.clone();
    for (of, field) in fields {
        now[*field] = told[*of].clone();
    }
    now
}

/// Replaces items of a list by their updates; new ones come last.
fn replaced(shown: &Value, told: &Value, key: &str) -> Value {
    let mut told: HashMap<String, &Value> = told.as_array().unwrap().iter().map(|item| (item[key].to_string(), item)).collect();
    let mut items: Vec<Value> = Vec::new();
    for item in shown.as_array().unwrap() {
        items.push(told.remove(&item[key].to_string()).unwrap_or(item).clone());
    }
    items.extend(told.into_values().cloned());
    Value::Array(items)
}

fn order(shown: &Value, told: &Value) -> Value {
    let fields = [
        "status",
        "version",
        "channel",
        "channelName",
        "paidAt",
        "receiptNumber",
        "completedAt",
        "cancelledAt",
        "payment",
        "timeline",
    ];
    let mut now = over(shown, told, &fields.map(|field| (field, field)));
    for line in now["lines"].as_array_mut().unwrap() {
        let told = told["lines"].as_array().unwrap().iter().find(|told| told["id"] == line["id"]);
        for part in ["delivery", "activation"] {
            line[part] = told.map_or(Value::Null, |told| told[part].clone());
        }
    }
    now
}

fn tournament(shown: &Value, told: &Value) -> Value {
    let fields = ["phase", "next", "joined", "waiting", "entriesVersion", "capacity"].map(|field| (field, field));
    over(&over(shown, told, &fields), told, &[("version", "liveVersion")])
}

fn bracket(shown: &Value, told: &Value) -> Value {
    assert!(shown["version"].as_i64() >= told["since"].as_i64(), "nothing was missed, and it says to reload: {told}");
    let mut now = over(shown, told, &[("version", "version")]);
    for (field, key) in [("matches", "id"), ("groups", "group"), ("survivor", "group")] {
        now[field] = replaced(&shown[field], &told[field], key);
    }
    for stage in now["stages"].as_array_mut().unwrap().iter_mut().filter(|stage| stage["stage"] == told["stage"]) {
        stage["decided"] = told["decided"].clone();
        if stage["state"] == "published" || stage["state"] == "decided" {
            stage["state"] = if stage["matches"] == stage["decided"] { "decided" } else { "published" }.into();
        }
    }
    for rank in told["ranks"].as_array().unwrap() {
        let entrants = now["entrants"].as_array_mut().unwrap();
        for entrant in entrants.iter_mut().filter(|entrant| entrant["contestantId"] == rank["contestantId"]) {
            entrant["rank"] = rank["rank"].clone();
        }
    }
    now
}

fn whole(_: &Value, told: &Value) -> Value {
    told.clone()
}

fn stock(shown: &Value, told: &Value) -> Value {
    over(shown, told, &[("remaining", "remaining"), ("version", "version")])
}

/// Updates a thread by an event: appends a message, or marks one as hidden or read.
fn thread(shown: &Value, event: &str, told: &Value) -> Value {
    let mut now = shown.clone();
    match event {
        "message.posted" => {
            now["items"].as_array_mut().unwrap().push(told.clone());
            now["lastSeq"] = told["seq"].clone();
            // A sender has read everything before.
            if let Some(side) = told["side"].as_str() {
                now["read"][side] = told["seq"].clone();
            }
        }
        "message.hidden" => {
            for item in now["items"].as_array_mut().unwrap().iter_mut().filter(|item| item["seq"] == told["seq"]) {
                item["hidden"] = told["hidden"].clone();
                item["text"] = Value::Null;
            }
        }
        _ => {
            for (side, seq) in told.as_object().unwrap().iter().filter(|(name, _)| *name != "threadId") {
                now["read"][side] = seq.clone();
            }
        }
    }
    now
}

/// An answer, and a fresh answer after something happened.
struct Proof {
    socket: Socket,
    before: Value,
    after: Value,
    merge: fn(&Value, &Value) -> Value,
    /// Path of the answer's version.
    version: &'static str,
}

impl Proof {
    /// Checks that the answer with the events on top equals the fresh one. An event that is not newer changes nothing.
    async fn hold(mut self, name: &str) {
        let version = |of: &Value, field: &str| of[field].as_i64().unwrap_or_else(|| panic!("{name}: {field} of {of}"));
        let (first, end) = (version(&self.before, self.version), version(&self.after, self.version));
        assert!(end > first, "{name}: nothing happened");
        let mut shown = self.before;
        while version(&shown, self.version) < end {
            let told = self.socket.event(name).await["data"].clone();
            if version(&told, "version") > version(&shown, self.version) {
                shown = (self.merge)(&shown, &told);
            }
        }
        assert_eq!(bare(&shown), bare(&self.after), "{name}");
    }
}

async fn home(by: &Client) -> Value {
    let query = "{home{ticker{count medianSeconds version} flashSales{id remaining version}}}";
    by.post("/home", json!({"query": query})).await.ok()["data"]["home"].clone()
}

async fn a_paid_order(shop: &Shop, what: &str) -> Proof {
    let (product, buyer) = (shop.cards(4_900, 3).await, shop.world.user(&format!("buyer-{}", &what[..3])).await);
    let mut socket = shop.world.socket(&buyer).await;
    socket.subscribe(&json!({"topic": "public:delivery"})).await;
    let ticker = home(&buyer).await["ticker"].clone();
    let before = shop.buy(&buyer, product, 4_900).await;
    socket.subscribe(&before["live"]).await;
    shop.pay(&before).await.ok();
    let after = shop.until(&buyer, &before, "completed", |order| order["status"] == "completed").await;
    match what {
        "order.changed" => Proof { socket, before, after, merge: order, version: "version" },
        _ => {
            let newer = async || Some(home(&buyer).await["ticker"].clone()).filter(|now| now["version"] != ticker["version"]);
            let after = shop.world.until("the ticker counts", newer).await;
            Proof { socket, before: ticker, after, merge: whole, version: "version" }
        }
    }
}

async fn a_flash_sale(shop: &Shop) -> Proof {
    let product = shop.cards(10_000, 3).await;
    let sale = shop.flash_sale(product, 8_000, 2).await;
    let buyer = shop.world.user("bargain").await;
    let mut socket = shop.world.socket(&buyer).await;
    let shown = async |remaining: i64| {
        let sales = home(&buyer).await["flashSales"].clone();
        let found = sales.as_array().unwrap().iter().find(|shown| shown["id"] == sale).cloned();
        found.filter(|shown| shown["remaining"] == remaining)
    };
    let before = shop.world.until("the sale is shown", async || shown(2).await).await;
    socket.subscribe(&json!({"topic": format!("public:stock:{sale}")})).await;
    buyer.post_once("/purchase/create-order", "two-of-them", direct(product, 2, 16_000)).await.ok();
    let after = shop.world.until("it is sold out", async || shown(0).await).await;
    Proof { socket, before, after, merge: stock, version: "version" }
}

async fn a_line(shop: &Shop) -> Proof {
    let product = shop.product(10_000).await;
    let sale = shop.flash_sale(product, 8_000, 1).await;
    let (holder, first, second) =
        (shop.world.user("holder").await, shop.world.user("line1").await, shop.world.user("line2").await);
    let order = shop.buy(&holder, product, 8_000).await;
    let sale = json!({"flashSaleId": sale});
    let place = first.post("/flash-sale/line/join", sale.clone()).await.ok();
    let mut socket = shop.world.socket(&first).await;
    socket.subscribe(&place["live"]).await;
    second.post("/flash-sale/line/join", sale.clone()).await.ok();
    shop.world.run_task("waiting_room.tick").await;
    shop.update(&holder, &order, "cancel").await.ok();
    shop.world.run_task("waiting_room.tick").await;
    let room = async || {
        let room = first.post("/flash-sale/line", sale.clone()).await.ok()["room"].clone();
        (room["serving"] == 1 && room["waiting"] == 1).then_some(room)
    };
    let after = shop.world.until("the line has moved", room).await;
    Proof { socket, before: place["room"].clone(), after, merge: whole, version: "version" }
}

async fn a_badge(shop: &Shop) -> Proof {
    let product = shop.cards(4_900, 1).await;
    let buyer = shop.world.user("reader").await;
    let badge = async || buyer.post("/user-notification/check-unread-inbox", json!({})).await.ok();
    let mut socket = shop.world.socket(&buyer).await;
    socket.subscribe(&buyer.get("/user/me").await.ok()["badgeLive"]).await;
    let before = badge().await;
    let order = shop.buy(&buyer, product, 4_900).await;
    shop.pay(&order).await.ok();
    let after = shop.world.until("a message", async || Some(badge().await).filter(|now| now["unread"] != before["unread"])).await;
    Proof { socket, before, after, merge: whole, version: "version" }
}

async fn a_phase(world: &World) -> Proof {
    let (promoter, player) = (world.promoter("phase").await, world.user("entering").await);
    let state = publish(&promoter, form(world, "ถ้วย").await).await;
    let path = format!("/tournament/get/{}", state["id"]);
    let before = world.anon().get(&path).await.ok();
    let mut socket = world.socket(&world.anon()).await;
    socket.subscribe(&before["live"]).await;
    enter(world, &state, &player).await;
    world.advance(Duration::from_secs(24 * 3600)).await;
    world.run_task("tournaments.phases").await;
    let now = async || Some(world.anon().get(&path).await.ok()).filter(|now| now["phase"] == "register" && now["joined"] == 1);
    let after = world.until("the phase", now).await;
    Proof { socket, before, after, merge: tournament, version: "liveVersion" }
}

async fn a_bracket(world: &World) -> Proof {
    let field = Field::published(world, 8, &[single()]).await;
    let mut socket = world.socket(&world.anon()).await;
    let before = field.bracket().await;
    socket.subscribe(&before["live"]).await;
    for number in 1..=4 {
        field.win(&field.at("main", 1, number).await, number % 2 == 0).await;
    }
    let corrected = field.at("main", 1, 2).await;
    let other = json!({"games": [{"home": 1, "away": 13}], "reason": "It was the other way round"});
    field.score(&corrected, other).await.ok();
    for (part, round, number) in [("main", 2, 1), ("main", 2, 2), ("third", 1, 1), ("main", 3, 1)] {
        field.win(&field.at(part, round, number).await, true).await;
    }
    Proof { socket, before, after: field.bracket().await, merge: bracket, version: "version" }
}

/// Takes a match through all actions of its sides and of staff.
async fn a_room(world: &World) -> Proof {
    let field = Field::published(world, 2, &[single()]).await;
    let duel = Duel::of(&field, 1).await;
    let mut socket = world.socket(&duel.away).await;
    let shown = duel.room(&duel.away).await;
    socket.subscribe(&shown["live"]).await;
    let (first, second) = (duel.opening(60).await, duel.opening(120).await);
    let id = duel.proposed(&duel.home, first).await;
    let id = duel.replace(&duel.away, id, second).await.ok()["now"]["proposal"]["id"].as_i64().unwrap();
    duel.answer(&duel.home, "accept", id).await.ok();
    duel.begun(20).await;
    duel.report(&duel.home, &[(13, 7)]).await.ok();
    duel.report(&duel.away, &[(7, 13)]).await.ok();
    field.score(&field.at("main", 1, 1).await, json!({"games": [{"home": 13, "away": 7}]})).await.ok();
    field.reset(&field.at("main", 1, 1).await, json!({"reason": "Anew"})).await.ok();
    let after = duel.room(&duel.away).await["now"].clone();
    Proof { socket, before: shown["now"].clone(), after, merge: whole, version: "version" }
}

/// Takes the messages of a match through writing, answering, hiding and reading.
async fn a_talk(world: &World) {
    let room = Room::new(world).await;
    let mut socket = world.socket(&room.away).await;
    let mut shown = room.thread(&room.away, "").await.ok();
    socket.subscribe(&shown["live"]).await;
    for (by, said) in [(&room.home, "hello"), (&room.assistant, "mind your words"), (&room.home, "sorry")] {
        room.send(by, text(said)).await.ok();
    }
    let first = room.thread(&room.home, "").await.ok()["items"][0]["id"].clone();
    room.field.promoter.post("/message/hide", json!({"messageId": first, "hidden": true})).await.ok();
    room.away.post("/message/read", json!({"threadId": shown["threadId"], "seq": 3})).await.ok();
    let mut heard = Vec::new();
    while heard.len() < 5 {
        let event = socket.expect("event").await;
        let name = event["event"].as_str().unwrap().to_owned();
        shown = thread(&shown, &name, &event["data"]);
        heard.push(name);
    }
    assert_eq!(heard[3..], ["message.hidden", "message.read"]);
    let mut fresh = room.thread(&room.away, "").await.ok();
    // The page itself knows the user's own read mark.
    fresh["mine"] = shown["mine"].clone();
    assert_eq!(bare(&shown), bare(&fresh));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_with_the_events_after_it_is_a_fresh_answer() {
    let shop = Shop::open().await;
    let events = events();
    for name in &events {
        let proof = match name.as_str() {
            "order.changed" | "delivery.ticker" => a_paid_order(&shop, name).await,
            "stock.changed" => a_flash_sale(&shop).await,
            "line.changed" => a_line(&shop).await,
            "badge.changed" => a_badge(&shop).await,
            "tournament.changed" => a_phase(&shop.world).await,
            "bracket.changed" => a_bracket(&shop.world).await,
            "match.changed" => a_room(&shop.world).await,
            "message.posted" => {
                a_talk(&shop.world).await;
                continue;
            }
            // Covered together with posted messages.
            "message.hidden" | "message.read" => continue,
            // A count and the shop's mode, which replace what the page shows.
            "coupon.changed" | "shop.changed" | "channels.changed" => continue,
            // For the desk's view of an announcement see `messages/broadcasts.rs`.
            "broadcast.progress" => continue,
            other => panic!("{other} carries what it tells of: show here that an answer with it on top is a fresh answer"),
        };
        proof.hold(name).await;
    }
    assert!(events.len() >= 11, "{events:?}");
}
