use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use axum::http::{Request, StatusCode, header};
use futures_util::StreamExt;
use manao_hub::bus::{BusError, Memory};
use manao_hub::frame::{ClientFrame, ServerFrame};
use manao_hub::{Hub, Publication};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;
use tower::ServiceExt;

use crate::support::*;

pub async fn events_arrive_in_order_and_repeats_do_not(world: World) {
    let node = world.node().await;
    let mut client = node.visitor().await;
    client.join("public:news", None, None).await;
    let batch = numbered("public:news", 1, 50);
    let positions = node.hub.publish(batch.clone()).await.unwrap();
    assert_eq!(positions.iter().map(|p| p.offset).collect::<Vec<_>>(), (1..=50).collect::<Vec<_>>());
    let again = node.hub.publish(batch).await.unwrap();
    assert_eq!(again, positions, "a repeat is answered with the first one's position");
    node.publish("public:news", json!({ "n": 51 })).await;
    for n in 1..=51 {
        assert_eq!(client.event("public:news").await, (n, json!({ "n": n })));
    }
    assert_eq!(client.quiet(Duration::from_millis(100)).await, None);
}

/// How far a publisher may be ahead of the slowest reader: history and queues hold more, even with stalls.
const LEAD: u64 = 5000;

fn roomy() -> HubSettings {
    HubSettings { history_cap: 20_000, queue_bytes: 32 << 20, ..settings() }
}

/// Publishes numbered events as fast as possible until told to stop; returns their number. Each of `readers` is the offset that one has reached.
fn publish_without_pause(
    hub: Hub,
    topic: &'static str,
    readers: Vec<Arc<AtomicU64>>,
) -> (Arc<AtomicBool>, tokio::task::JoinHandle<u64>) {
    let stop = Arc::new(AtomicBool::new(false));
    let seen = stop.clone();
    let task = tokio::spawn(async move {
        let mut n = 0;
        while !seen.load(Ordering::Relaxed) {
            if readers.iter().any(|reader| n > reader.load(Ordering::Relaxed).saturating_add(LEAD)) {
                tokio::time::sleep(Duration::from_millis(1)).await;
                continue;
            }
            hub.publish(numbered(topic, n + 1, 4)).await.unwrap();
            n += 4;
            tokio::task::yield_now().await;
        }
        n
    });
    (stop, task)
}

pub async fn a_client_that_was_away_gets_what_it_missed(world: World) {
    let node = world.node().await;
    let mut first = node.member("7").await;
    let joined = first.join("match:1", grant("7", "match:1"), None).await;
    assert_eq!((joined.offset, joined.recovered), (0, false), "a first join has to read by REST");
    node.hub.publish(numbered("match:1", 1, 3)).await.unwrap();
    let mut client = node.member("7").await;
    node.hub.publish(numbered("match:1", 4, 3)).await.unwrap();
    first.reach("match:1", 6).await;
    let joined = client.join("match:1", grant("7", "match:1"), Some((&joined.epoch, 2))).await;
    assert_eq!((joined.offset, joined.recovered), (6, true));
    node.hub.publish(numbered("match:1", 7, 1)).await.unwrap();
    let mut offsets = Vec::new();
    while offsets.last() != Some(&7) {
        match client.frame().await {
            ServerFrame::Event { offset, data, .. } => {
                assert_eq!(data, json!({ "n": offset }));
                offsets.push(offset);
            }
            ServerFrame::Presence { .. } => {}
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(offsets, [3, 4, 5, 6, 7]);
    let mut other = node.visitor().await;
    let same = other.join("public:none", None, None).await;
    let again = other.join("public:none", None, Some((&same.epoch, 0))).await;
    assert!(again.recovered, "nothing was missed");
}

pub async fn resuming_under_fire_has_no_gap_and_no_repeat(world: World) {
    let node = world.node_with(roomy()).await;
    let at = Arc::<AtomicU64>::default();
    let (stop, publisher) = publish_without_pause(node.hub.clone(), "public:fire", vec![at.clone()]);
    let mut client = node.visitor().await;
    let first = client.join("public:fire", None, None).await;
    let mut next = first.offset + 1;
    for round in 0..60 {
        for _ in 0..10 + round % 7 {
            let (offset, data) = client.event("public:fire").await;
            assert_eq!((offset, data), (next, json!({ "n": next })));
            at.store(next, Ordering::Relaxed);
            next += 1;
        }
        // The old socket is dropped with everything in transit to it.
        client = node.visitor().await;
        let joined = client.join("public:fire", None, Some((&first.epoch, next - 1))).await;
        assert!(joined.recovered, "all that is missing is kept");
    }
    stop.store(true, Ordering::Relaxed);
    publisher.await.unwrap();
}

pub async fn what_history_forgot_is_told(world: World) {
    let node = world.node_with(HubSettings { history_cap: 10, ..settings() }).await;
    let mut client = node.visitor().await;
    let joined = client.join("public:log", None, None).await;
    node.hub.publish(numbered("public:log", 1, 30)).await.unwrap();
    client.reach("public:log", 30).await;
    let mut late = node.visitor().await;
    let told = late.join("public:log", None, Some((&joined.epoch, 19))).await;
    assert_eq!((told.offset, told.recovered), (30, false), "event 20 is gone");
    assert_eq!(late.quiet(Duration::from_millis(50)).await, None);
    let whole = late.join("public:log", None, Some((&joined.epoch, 20))).await;
    assert!(whole.recovered);
    for n in 21..=30 {
        assert_eq!(late.event("public:log").await.0, n);
    }
    let foreign = late.join("public:log", None, Some(("another", 30))).await;
    assert!(!foreign.recovered && foreign.epoch == joined.epoch);
    let future = late.join("public:log", None, Some((&joined.epoch, 99))).await;
    assert_eq!((future.offset, future.recovered), (30, false), "nobody has seen event 99");
}

pub async fn the_own_topic_resumes_with_hello(world: World) {
    let node = world.node().await;
    let mut client = node.connect().await;
    client.send(hello("7", "s")).await;
    assert!(matches!(client.frame().await, ServerFrame::Welcome { .. }));
    let joined = client.joined("user:7").await;
    node.hub.publish(numbered("user:7", 1, 5)).await.unwrap();
    let mut client = node.connect().await;
    let ClientFrame::Hello { token, .. } = hello("7", "s") else { unreachable!() };
    client.send(ClientFrame::Hello { token, epoch: Some(joined.epoch), offset: Some(2) }).await;
    assert!(matches!(client.frame().await, ServerFrame::Welcome { .. }));
    assert!(client.joined("user:7").await.recovered);
    for n in 3..=5 {
        assert_eq!(client.event("user:7").await.0, n);
    }
}

fn version(topic: &str, version: i64) -> Publication {
    Publication { version: Some(version), ..publication(topic, json!({ "version": version })) }
}

pub async fn a_state_topic_begins_with_its_newest_snapshot(world: World) {
    let node = world.node().await;
    let topic = "public:stock:1";
    let mut early = node.visitor().await;
    assert!(!early.join(topic, None, None).await.recovered, "without a snapshot the client has to look");
    node.hub.publish(vec![version(topic, 1), version(topic, 3), version(topic, 2), version(topic, 3)]).await.unwrap();
    // A node that was behind may skip the first one: only the newest counts.
    let mut event = early.event(topic).await;
    if event.0 == 1 {
        assert_eq!(event.1, json!({ "version": 1 }));
        event = early.event(topic).await;
    }
    assert_eq!(event, (2, json!({ "version": 3 })), "older snapshots are no news");
    assert_eq!(early.quiet(Duration::from_millis(50)).await, None);
    let mut late = node.visitor().await;
    let joined = late.join(topic, None, None).await;
    assert!(joined.recovered);
    assert_eq!(late.event(topic).await, (2, json!({ "version": 3 })));
    let again = late.join(topic, None, Some((&joined.epoch, 2))).await;
    assert!(again.recovered);
    node.hub.publish(vec![version(topic, 4)]).await.unwrap();
    assert_eq!(late.event(topic).await, (3, json!({ "version": 4 })), "a snapshot that was seen is not sent again");
    late.join(topic, None, Some((&joined.epoch, 1))).await;
    assert_eq!(late.event(topic).await, (3, json!({ "version": 4 })));
}

pub async fn leaving_a_topic_ends_its_events(world: World) {
    let node = world.node().await;
    let mut client = node.visitor().await;
    client.join("public:a", None, None).await;
    client.join("public:b", None, None).await;
    // Leaving a topic that was left is answered as usual.
    for topic in ["public:a", "public:a", "no such topic"] {
        client.leave(topic).await;
    }
    node.publish("public:a", json!(1)).await;
    node.publish("public:b", json!(2)).await;
    assert_eq!(client.event("public:b").await, (1, json!(2)));
    // Also if the node itself has left the topic in the meantime.
    tokio::time::sleep(Duration::from_millis(2500)).await;
    node.publish("public:a", json!(3)).await;
    let joined = client.join("public:a", None, None).await;
    node.publish("public:a", json!(4)).await;
    // A node that has not left yet may be behind: then earlier events follow.
    for (offset, data) in [(1, 1), (2, 3), (3, 4)] {
        if offset > joined.offset {
            assert_eq!(client.event("public:a").await, (offset, json!(data)));
        }
    }
}

pub async fn slow_readers_are_closed_and_the_others_do_not_notice(world: World) {
    let node = world.node_with(HubSettings { history_cap: 1000, ..settings() }).await;
    let topic = "public:big";
    let mut slow = node.connect_small().await;
    slow.send(ClientFrame::Hello { token: None, epoch: None, offset: None }).await;
    slow.frame().await;
    let joined = slow.join(topic, None, None).await;
    let mut quick = node.visitor().await;
    quick.join(topic, None, None).await;
    let text = "x".repeat(30_000);
    for n in 1..=300u64 {
        node.publish(topic, json!({ "n": n, "text": text })).await;
        assert_eq!(quick.event(topic).await.1["n"], n);
    }
    // It wakes up: data held by the link arrives, then the close.
    let mut last = 0;
    let code = loop {
        match slow.next().await {
            Ok(ServerFrame::Event { offset, .. }) => {
                assert_eq!(offset, last + 1);
                last = offset;
            }
            Ok(other) => panic!("{other:?}"),
            Err(code) => break code,
        }
    };
    assert_eq!(code, Some(4408));
    assert!(last < 300, "it was closed before the end");
    let mut back = node.visitor().await;
    let near = back.join(topic, None, Some((&joined.epoch, 298))).await;
    assert!(near.recovered);
    assert_eq!(back.event(topic).await.0, 299);
    assert_eq!(back.event(topic).await.0, 300);
    let far = back.join(topic, None, Some((&joined.epoch, 1))).await;
    assert!(!far.recovered, "more than a queue holds is reloaded, not replayed");
}

pub async fn publishing_over_http(world: World) {
    let node = world.node_with(HubSettings { api_key: Some("a-long-key".into()), ..settings() }).await;
    let mut client = node.visitor().await;
    client.join("public:news", None, None).await;
    let call = |key: Option<&str>, body: Value| {
        let mut request = Request::post("/publish").header(header::CONTENT_TYPE, "application/json");
        if let Some(key) = key {
            request = request.header(header::AUTHORIZATION, format!("Bearer {key}"));
        }
        let router = node.hub.router();
        async move {
            let answer = router.oneshot(request.body(axum::body::Body::from(body.to_string())).unwrap()).await.unwrap();
            let status = answer.status();
            let bytes = axum::body::to_bytes(answer.into_body(), 65_536).await.unwrap();
            (status, serde_json::from_slice::<Value>(&bytes).unwrap_or_default())
        }
    };
    let good = json!({ "topic": "public:news", "event": "news.flash", "data": {"a": [1, "ข่าว"]}, "id": "n1" });
    let (status, body) = call(Some("a-long-key"), good.clone()).await;
    assert_eq!((status, &body["offset"]), (StatusCode::OK, &json!(1)));
    assert_eq!(call(Some("a-long-key"), good.clone()).await.1, body, "the same id is the same event");
    let frame = client.socket.next().await.unwrap().unwrap();
    let Message::Text(text) = frame else { panic!("{frame:?}") };
    let frame: Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&frame["event"], &frame["id"], &frame["data"]), (&json!("news.flash"), &json!("n1"), &json!({"a": [1, "ข่าว"]})));
    for (key, body, status, code) in [
        (None, good.clone(), StatusCode::UNAUTHORIZED, "unauthorized"),
        (Some("a-long-kez"), good.clone(), StatusCode::UNAUTHORIZED, "unauthorized"),
        (Some("a-long-key"), json!({ "topic": "public:news" }), StatusCode::UNPROCESSABLE_ENTITY, "unreadable"),
        (
            Some("a-long-key"),
            json!({ "topic": "secret", "event": "e", "data": 1 }),
            StatusCode::UNPROCESSABLE_ENTITY,
            "unknown_topic",
        ),
        (
            Some("a-long-key"),
            json!({ "topic": "public:news", "event": "e", "data": "x".repeat(66_000) }),
            StatusCode::PAYLOAD_TOO_LARGE,
            "too_large",
        ),
    ] {
        let (got, problem) = call(key, body).await;
        assert_eq!((got, &problem["code"]), (status, &json!(code)), "{problem}");
        assert!(problem["message"].as_str().is_some_and(|message| !message.is_empty()), "{problem}");
    }
    assert_eq!(client.quiet(Duration::from_millis(50)).await, None);
    let closed = world.node().await;
    let request = Request::post("/publish").body(axum::body::Body::empty()).unwrap();
    assert_eq!(closed.hub.router().oneshot(request).await.unwrap().status(), StatusCode::NOT_FOUND);
}

/// The topic starts again, and the socket with its other topics lives.
pub async fn a_position_that_is_none_costs_its_topic_a_reload(world: World) {
    let node = world.node().await;
    let mut client = node.member("7").await;
    client.join("public:a", None, None).await;
    node.publish("public:a", json!(1)).await;
    let (offset, _) = client.event("public:a").await;
    let epoch = client.join("public:a", None, None).await.epoch;
    for position in [
        format!(r#""epoch":"{epoch}","offset":-1"#),
        format!(r#""epoch":"{epoch}","offset":1.5"#),
        format!(r#""epoch":"{epoch}","offset":"{offset}""#),
        format!(r#""epoch":"{epoch}","offset":18446744073709551616"#),
        format!(r#""epoch":7,"offset":{offset}"#),
    ] {
        client.raw(format!(r#"{{"type":"subscribe","topic":"public:a",{position}}}"#)).await;
        assert_eq!(client.joined("public:a").await, Joined { epoch: epoch.clone(), offset, recovered: false }, "{position}");
    }
    let mut visitor = node.connect().await;
    visitor.raw(r#"{"type":"hello","epoch":{},"offset":-1}"#.into()).await;
    assert!(matches!(visitor.frame().await, ServerFrame::Welcome { .. }));
}

/// The bus keeps nothing for a topic without events, and still answers a client that resumes it correctly.
pub async fn a_topic_without_events_is_resumed_or_told(world: World) {
    let (node, memory) = match &world.redis {
        Some(_) => (world.node().await, None),
        None => {
            let bus = Arc::new(Memory::new(topics(), settings().retention()));
            (Node::start(settings(), bus.clone()).await, Some(bus))
        }
    };
    let mut client = node.visitor().await;
    let known = client.join("public:a", None, None).await;
    assert_eq!((known.offset, known.recovered), (0, false));
    let from = Some((known.epoch.as_str(), 0));
    assert!(client.join("public:a", None, from).await.recovered, "nothing happened");
    // Whether it listens or not: the first event follows the known position.
    node.publish("public:a", json!(1)).await;
    assert_eq!(client.event("public:a").await, (1, json!(1)));
    assert_eq!(client.join("public:a", None, from).await, Joined { offset: 1, recovered: true, ..known.clone() });
    assert_eq!(client.event("public:a").await, (1, json!(1)));
    let other = client.join("public:b", None, None).await;
    if let Some(redis) = &world.redis {
        let keys = redis.command(&["KEYS", "*"]);
        assert!(keys.contains("{public:a}") && !keys.contains("{public:b}"), "{keys}");
    }
    // The bus forgets, and the number is used again for another event.
    match (&world.redis, &memory) {
        (Some(redis), _) => drop(redis.command(&["FLUSHALL"])),
        (None, Some(memory)) => memory.flush(),
        (None, None) => unreachable!(),
    }
    node.publish("public:a", json!(2)).await;
    node.publish("public:b", json!(2)).await;
    let mut later = node.visitor().await;
    for (topic, known) in [("public:a", &known), ("public:b", &other)] {
        let told = later.join(topic, None, Some((&known.epoch, 0))).await;
        assert!(!told.recovered && told.epoch != known.epoch, "{told:?}");
    }
}

/// Publishers take turns. One that was stopped during its turn and wakes in another's must not add old events.
pub async fn a_publisher_whose_turn_is_over_is_refused(world: World) {
    let bus = world.bus(&settings());
    let node = Node::start(settings(), bus.clone()).await;
    node.ready().await;
    let mut client = node.visitor().await;
    client.join("public:log", None, None).await;
    let publish = async |n: u64, fence: Option<u64>| {
        let event = Publication { id: format!("n{n}"), fence, ..publication("public:log", json!(n)) };
        bus.publish(vec![event]).await
    };
    for (n, fence) in [(1, 1), (2, 1), (1, 2), (2, 2), (3, 2)] {
        publish(n, Some(fence)).await.unwrap();
    }
    for n in [3, 9] {
        assert!(matches!(publish(n, Some(1)).await, Err(BusError::Fenced)));
    }
    publish(4, None).await.unwrap();
    publish(5, Some(2)).await.unwrap();
    for n in 1..=5 {
        assert_eq!(client.event("public:log").await, (n, json!(n)));
    }
    let elsewhere = Publication { fence: Some(1), ..publication("public:other", json!(1)) };
    assert_eq!(bus.publish(vec![elsewhere]).await.unwrap()[0].offset, 1, "where the later one has said nothing, it may");
}
