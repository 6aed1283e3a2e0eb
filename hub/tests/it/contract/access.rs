use std::time::{Duration, Instant};

use manao_hub::Control;
use manao_hub::frame::{ClientFrame, ErrorCode, ServerFrame};
use manao_hub::token::Keys;
use manao_hub::topic::Kind;
use serde_json::json;

use crate::support::*;

/// Reads the next frame, which says that the subscription has ended.
async fn ended(client: &mut Client, expected: &str) -> ErrorCode {
    match client.frame().await {
        ServerFrame::Unsubscribed { topic, id: None, code: Some(code) } if topic == expected => code,
        other => panic!("{other:?}"),
    }
}

async fn refusal(client: &mut Client) -> ErrorCode {
    match client.frame().await {
        ServerFrame::Error { code, .. } => code,
        other => panic!("{other:?}"),
    }
}

pub async fn grants_open_one_topic_for_one_user(world: World) {
    let node = world.node().await;
    let mut client = node.member("7").await;
    let late = keys().sign_grant(&keys().grant("7", "order:A", now() - 100, 50)).unwrap();
    let forged = Keys::hs256(b"another-secret-another-secret-an", "manao");
    let forged = forged.sign_grant(&keys().grant("7", "order:A", now(), 50)).unwrap();
    let access = keys().sign_access(&keys().access("7", "s", now(), 50)).unwrap();
    for (grant, code) in [
        (None, ErrorCode::GrantRequired),
        (grant("8", "order:A"), ErrorCode::GrantInvalid),
        (grant("7", "order:B"), ErrorCode::GrantInvalid),
        (Some(late), ErrorCode::GrantExpired),
        (Some(forged), ErrorCode::GrantInvalid),
        (Some(access), ErrorCode::GrantInvalid),
        (Some("nonsense".into()), ErrorCode::GrantInvalid),
    ] {
        client.subscribe("order:A", grant, None).await;
        assert_eq!(refusal(&mut client).await, code);
    }
    // A grant that is not even a text is none, and no reason to end the socket.
    client.raw(r#"{"type":"subscribe","topic":"order:A","grant":5}"#.into()).await;
    assert_eq!(refusal(&mut client).await, ErrorCode::GrantRequired);
    client.subscribe("nothing:1", None, None).await;
    assert_eq!(refusal(&mut client).await, ErrorCode::UnknownTopic);
    client.subscribe("!control", grant("7", "!control"), None).await;
    assert_eq!(refusal(&mut client).await, ErrorCode::UnknownTopic);
    node.publish("order:A", json!(1)).await;
    assert_eq!(client.quiet(Duration::from_millis(50)).await, None, "nothing came through a refused subscription");
    client.join("order:A", grant("7", "order:A"), None).await;
    let mut visitor = node.visitor().await;
    visitor.subscribe("order:A", grant("7", "order:A"), None).await;
    assert_eq!(refusal(&mut visitor).await, ErrorCode::GrantInvalid);
    visitor.join("order:A", grant("", "order:A"), None).await;
}

pub async fn own_topics_are_for_their_owner(world: World) {
    let node = world.node().await;
    let mut client = node.member("7").await;
    for topic in ["user:8", "badge:8", "user:77"] {
        client.subscribe(topic, grant("7", topic), None).await;
        assert_eq!(refusal(&mut client).await, ErrorCode::Forbidden, "{topic}");
    }
    client.join("badge:7", None, None).await;
    let mut visitor = node.visitor().await;
    visitor.subscribe("user:7", None, None).await;
    assert_eq!(refusal(&mut visitor).await, ErrorCode::Forbidden);
    visitor.join("public:phase:1", None, None).await;
}

/// Gives an order, which must close the socket long before its token expires.
async fn closed_soon(node: &Node, client: &mut Client, control: Control) -> Option<u16> {
    let start = Instant::now();
    node.hub.control(control).await.unwrap();
    let code = client.closed().await;
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    code
}

pub async fn a_session_that_ended_is_closed_everywhere(world: World) {
    let node = world.node().await;
    let other = world.other_node(&node).await;
    let mut ended = other.session("7", "first").await;
    let mut lives = other.session("7", "second").await;
    let order = Control::EndSession { sid: "first".into() };
    assert_eq!(closed_soon(&node, &mut ended, order).await, Some(4401));
    let mut back = other.connect().await;
    back.send(hello("7", "first")).await;
    assert_eq!(back.closed().await, Some(4401), "its token is no good any more");
    node.publish("user:7", json!(1)).await;
    assert_eq!(lives.event("user:7").await.1, json!(1));
}

pub async fn a_suspended_user_is_closed_and_stays_out(world: World) {
    let node = world.node().await;
    let other = world.other_node(&node).await;
    let mut client = other.member("7").await;
    let mut friend = other.member("8").await;
    // Issued before the order, however late it is presented.
    let old = hello("7", "session-of-7");
    let order = Control::EndUser { user: "7".into() };
    assert_eq!(closed_soon(&node, &mut client, order).await, Some(4403));
    let mut back = other.connect().await;
    back.send(old.clone()).await;
    assert_eq!(back.closed().await, Some(4403));
    // A node that starts later knows too.
    if let Some(late) = world.late_node().await {
        let mut back = late.connect().await;
        back.send(old).await;
        assert_eq!(back.closed().await, Some(4403));
    }
    node.publish("user:8", json!(1)).await;
    assert_eq!(friend.event("user:8").await.1, json!(1));
    // The user is reinstated: a token issued after the order counts.
    let token = keys().sign_access(&keys().access("7", "new", now() + 1, 900)).unwrap();
    let mut again = other.connect().await;
    again.send(ClientFrame::Hello { token: Some(token), epoch: None, offset: None }).await;
    assert!(matches!(again.frame().await, ServerFrame::Welcome { .. }));
}

pub async fn a_withdrawn_topic_ends_and_the_socket_lives(world: World) {
    let bus = world.bus(&settings());
    let node = Node::start(settings(), bus.clone()).await;
    node.ready().await;
    let other = world.other_node(&node).await;
    let mut client = other.member("7").await;
    let mut rest = other.member("8").await;
    client.join("tournament:1:staff", grant("7", "tournament:1:staff"), None).await;
    rest.join("tournament:1:staff", grant("8", "tournament:1:staff"), None).await;
    let old = grant("7", "tournament:1:staff");
    let (user, topic) = ("7".to_owned(), "tournament:1:staff".to_owned());
    node.hub.control(Control::EndTopic { user, topic: topic.clone() }).await.unwrap();
    assert_eq!(ended(&mut client, &topic).await, ErrorCode::Revoked);
    node.publish(&topic, json!(1)).await;
    assert_eq!(rest.event(&topic).await.1, json!(1));
    client.subscribe(&topic, old, None).await;
    assert_eq!(refusal(&mut client).await, ErrorCode::Revoked, "the old grant does not bring it back");
    let second = now() + 1;
    let fresh = keys().sign_grant(&keys().grant("7", &topic, second, 900)).unwrap();
    client.join(&topic, Some(fresh), None).await;
    node.publish("user:7", json!(2)).await;
    assert_eq!(client.event("user:7").await.1, json!(2));
    // In the second of the fresh grant, which therefore no longer counts.
    bus.publish(vec![order(&Control::EndTopic { user: String::new(), topic: topic.clone() }, second)]).await.unwrap();
    assert_eq!(ended(&mut client, &topic).await, ErrorCode::Revoked);
    assert_eq!(ended(&mut rest, &topic).await, ErrorCode::Revoked, "ended for everybody");

    // Everything granted ends, and nothing else: neither topics without a grant, nor another user's.
    let later = |user: &str, topic: &str| keys().sign_grant(&keys().grant(user, topic, second + 1, 900)).ok();
    for (who, user) in [(&mut client, "7"), (&mut rest, "8")] {
        for topic in ["tournament:1:staff", "match:1"] {
            who.join(topic, later(user, topic), None).await;
        }
    }
    bus.publish(vec![order(&Control::EndGrants { user: "7".into() }, second + 1)]).await.unwrap();
    for topic in ["tournament:1:staff", "match:1"] {
        assert_eq!(ended(&mut client, topic).await, ErrorCode::GrantExpired);
    }
    for topic in ["tournament:1:staff", "match:1"] {
        client.subscribe(topic, later("7", topic), None).await;
        assert_eq!(refusal(&mut client).await, ErrorCode::GrantExpired);
        node.publish(topic, json!(3)).await;
        assert_eq!(rest.event(topic).await.1, json!(3));
    }
    node.publish("user:7", json!(4)).await;
    assert_eq!(client.event("user:7").await.1, json!(4));
}

pub async fn bad_tokens_are_refused(world: World) {
    let node = world.node().await;
    let forged = Keys::hs256(b"another-secret-another-secret-an", "manao");
    for token in [
        "nonsense".to_owned(),
        forged.sign_access(&keys().access("7", "s", now(), 60)).unwrap(),
        keys().sign_access(&keys().access("7", "s", now() - 100, 60)).unwrap(),
        grant("7", "order:A").unwrap(),
    ] {
        let mut client = node.connect().await;
        client.send(ClientFrame::Hello { token: Some(token), epoch: None, offset: None }).await;
        assert_eq!(client.closed().await, Some(4401));
    }
}

pub async fn a_token_runs_out_unless_refreshed(world: World) {
    let node = world.node_with(HubSettings { token_grace_ms: 300, ..settings() }).await;
    // Short enough to wait for, long enough for the steps before.
    let begun = now();
    let short = |session: &str| keys().sign_access(&keys().access("7", session, begun, 8)).unwrap();
    let mut sockets = Vec::new();
    for session in ["let", "kept"] {
        let mut client = node.connect().await;
        client.send(ClientFrame::Hello { token: Some(short(session)), epoch: None, offset: None }).await;
        assert!(matches!(client.frame().await, ServerFrame::Welcome { .. }));
        client.joined("user:7").await;
        sockets.push(client);
    }
    let (mut kept, mut let_go) = (sockets.pop().unwrap(), sockets.pop().unwrap());
    for (token, code) in [
        (keys().sign_access(&keys().access("8", "kept", now(), 60)).unwrap(), ErrorCode::TokenInvalid),
        (keys().sign_access(&keys().access("7", "let", now(), 60)).unwrap(), ErrorCode::TokenInvalid),
        (keys().sign_access(&keys().access("7", "kept", now() - 9, 2)).unwrap(), ErrorCode::TokenExpired),
    ] {
        kept.send(ClientFrame::Refresh { id: None, token }).await;
        assert_eq!(refusal(&mut kept).await, code);
    }
    let long = keys().sign_access(&keys().access("7", "kept", now(), 60)).unwrap();
    kept.send(ClientFrame::Refresh { id: Some(1), token: long }).await;
    assert_eq!(kept.frame().await, ServerFrame::Refreshed { id: Some(1) });
    assert_eq!(let_go.closed().await, Some(4401));
    assert_eq!(kept.quiet(Duration::from_millis(600)).await, None);
    node.publish("user:7", json!(1)).await;
    assert_eq!(kept.event("user:7").await.1, json!(1));
}

/// A node that was away, or started, hears old orders again: a user whose right was restored stays.
pub async fn an_order_heard_late_leaves_what_was_given_since(world: World) {
    let bus = world.bus(&settings());
    let node = Node::start(settings(), bus.clone()).await;
    node.ready().await;
    let mut client = node.member("7").await;
    let (staff, begun) = ("tournament:1:staff", now());
    let shown = grant("7", staff);
    client.join(staff, shown.clone(), None).await;
    let give = async |control: Control, at: i64| bus.publish(vec![order(&control, at)]).await.unwrap();
    let end_topic = |user: &str| Control::EndTopic { user: user.into(), topic: staff.into() };
    for control in [end_topic("7"), end_topic(""), Control::EndUser { user: "7".into() }] {
        give(control, begun - 60).await;
    }
    node.publish(staff, json!(1)).await;
    assert_eq!(client.event(staff).await.1, json!(1));
    // The reverse: a later withdrawal stays when the earlier order is heard again.
    give(end_topic("7"), begun).await;
    assert_eq!(ended(&mut client, staff).await, ErrorCode::Revoked);
    give(end_topic("7"), begun - 60).await;
    client.subscribe(staff, shown, None).await;
    assert_eq!(refusal(&mut client).await, ErrorCode::Revoked);
    // A token that was refreshed since counts as the new one.
    let fresh = keys().sign_access(&keys().access("7", "session-of-7", begun + 1, 900)).unwrap();
    client.send(ClientFrame::Refresh { id: None, token: fresh }).await;
    assert_eq!(client.frame().await, ServerFrame::Refreshed { id: None });
    client.subscribe("badge:7", None, None).await;
    client.joined("badge:7").await;
    give(Control::EndUser { user: "7".into() }, begun).await;
    node.publish("badge:7", json!(2)).await;
    assert_eq!(client.event("badge:7").await.1, json!(2));
    give(Control::EndUser { user: "7".into() }, begun + 1).await;
    assert_eq!(client.closed().await, Some(4403));
}

/// A program has to report the withdrawn rights of a new bus; until then no token is accepted.
pub async fn nobody_with_a_token_comes_in_before_the_rights_are_known(world: World) {
    let careful = HubSettings { await_revocations: true, hello_ms: 3_000, ..settings() };
    let bus = world.bus(&careful);
    let node = Node::start(careful.clone(), bus.clone()).await;
    let mut visitor = node.visitor().await;
    visitor.join("public:log", None, None).await;
    assert!(!node.hub.is_ready(), "not before it can welcome everybody");
    let mut early = node.connect().await;
    early.send(hello("7", "ended")).await;
    assert_eq!(early.closed().await, Some(1013), "it may try again");
    let ended = order(&Control::EndSession { sid: "ended".into() }, now() - 60);
    let begun = bus.publish(vec![ended.clone()]).await.unwrap().remove(0).epoch;
    // About another start of the bus: that one was lost in the meantime.
    bus.publish(vec![order(&Control::Primed { epoch: "another".into() }, now())]).await.unwrap();
    assert!(!node.hub.is_ready());
    let primed = order(&Control::Primed { epoch: begun.to_string() }, now());
    let waiting = HubSettings { hello_ms: 60_000, ..careful };
    match world.late_node_with(waiting.clone()).await {
        Some(patient) => {
            let mut held = patient.connect().await;
            held.send(hello("7", "lives")).await;
            assert_eq!(held.quiet(Duration::from_millis(200)).await, None);
            bus.publish(vec![primed]).await.unwrap();
            assert!(matches!(held.frame().await, ServerFrame::Welcome { .. }));
        }
        None => drop(bus.publish(vec![primed]).await.unwrap()),
    }
    node.ready().await;
    // A node that starts later finds everything there.
    for node in [Some(node), world.late_node_with(waiting).await].into_iter().flatten() {
        node.ready().await;
        let mut back = node.connect().await;
        back.send(hello("7", "ended")).await;
        assert_eq!(back.closed().await, Some(4401));
        node.member("7").await;
    }
}

/// A subscription ends with its grant; a newer one keeps it going, without a break.
pub async fn a_subscription_ends_with_its_grant_unless_renewed(world: World) {
    let node = world.node_with(HubSettings { token_grace_ms: 300, ..settings() }).await;
    let mut client = node.member("7").await;
    // Short enough to wait for, long enough for the steps before.
    let begun = now();
    let short = |topic: &str| Some(keys().sign_grant(&keys().grant("7", topic, begun, 8)).unwrap());
    for topic in ["order:A", "order:B"] {
        client.join(topic, short(topic), None).await;
    }
    let renew =
        |topic: &str, grant: Option<String>| ClientFrame::Renew { id: Some(9), topic: topic.into(), grant: grant.unwrap() };
    let late = keys().sign_grant(&keys().grant("7", "order:A", begun - 100, 50)).unwrap();
    for (topic, shown, code) in [
        ("order:A", grant("8", "order:A"), ErrorCode::GrantInvalid),
        ("order:A", grant("7", "order:B"), ErrorCode::GrantInvalid),
        ("order:A", Some(late), ErrorCode::GrantExpired),
        ("order:C", grant("7", "order:C"), ErrorCode::NotSubscribed),
        ("secret:1", grant("7", "secret:1"), ErrorCode::UnknownTopic),
    ] {
        client.send(renew(topic, shown)).await;
        assert_eq!(client.frame().await, ServerFrame::Error { code, id: Some(9), topic: Some(topic.into()) });
    }
    client.send(renew("order:A", grant("7", "order:A"))).await;
    assert_eq!(client.frame().await, ServerFrame::Renewed { topic: "order:A".into(), id: Some(9) });
    // A grant that ends earlier shortens nothing.
    let sooner = keys().sign_grant(&keys().grant("7", "order:A", now(), 300)).unwrap();
    client.send(renew("order:A", Some(sooner))).await;
    assert_eq!(client.frame().await, ServerFrame::Renewed { topic: "order:A".into(), id: Some(9) });
    node.publish("order:B", json!(1)).await;
    assert_eq!(client.event("order:B").await.1, json!(1));
    assert_eq!(ended(&mut client, "order:B").await, ErrorCode::GrantExpired);
    for topic in ["order:B", "order:A"] {
        node.publish(topic, json!(2)).await;
    }
    assert_eq!(client.event("order:A").await.1, json!(2), "the other one goes on");
    // With a new grant it comes back, including the missed events.
    let (id, topic) = (Some(4), "order:B".to_owned());
    client.send(ClientFrame::Subscribe { id, topic: topic.clone(), grant: grant("7", &topic), epoch: None, offset: None }).await;
    let frame = client.frame().await;
    let ServerFrame::Subscribed { id: Some(4), recovered: true, kind: Kind::State, events, .. } = frame else {
        panic!("{frame:?}")
    };
    assert_eq!(events.iter().map(|event| &event.data).collect::<Vec<_>>(), [&json!(2)]);
}
