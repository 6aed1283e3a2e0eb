use std::time::Duration;

use manao_hub::frame::{ClientFrame, ErrorCode, ServerFrame};

use crate::support::*;

/// Reads until the list of users is this one.
async fn present(client: &mut Client, expected: &[&str]) {
    loop {
        if let ServerFrame::Presence { topic, users } = client.frame().await {
            assert_eq!(topic, "match:1");
            if users == expected {
                return;
            }
        }
    }
}

pub async fn signals_reach_the_others(world: World) {
    let node = world.node().await;
    let other = world.other_node(&node).await;
    let mut ann = node.member("ann").await;
    let mut bob = other.member("bob").await;
    ann.join("match:1", grant("ann", "match:1"), None).await;
    bob.join("match:1", grant("bob", "match:1"), None).await;
    present(&mut ann, &["ann", "bob"]).await;
    present(&mut bob, &["ann", "bob"]).await;
    let typing = |topic: &str, name: &str| ClientFrame::Signal { id: Some(5), topic: topic.into(), name: name.into() };
    let signal = ServerFrame::Signal { topic: "match:1".into(), name: "typing".into(), user: "ann".into() };
    // A signal is not stored: one that a stalled bus lost does not come later.
    let mut tries = 0;
    let heard = loop {
        ann.send(typing("match:1", "typing")).await;
        tries += 1;
        match bob.quiet(Duration::from_secs(2)).await {
            Some(frame) => break frame,
            None => assert!(tries < 20, "no signal arrives"),
        }
    };
    assert_eq!(heard, signal);
    assert_eq!(ann.quiet(Duration::from_millis(50)).await, None, "not to oneself");
    for (topic, name, code) in [
        ("match:1", "shouting", ErrorCode::SignalRefused),
        ("match:2", "typing", ErrorCode::NotSubscribed),
        ("user:ann", "typing", ErrorCode::SignalRefused),
        ("nothing", "typing", ErrorCode::UnknownTopic),
    ] {
        ann.send(typing(topic, name)).await;
        assert_eq!(ann.frame().await, ServerFrame::Error { code, id: Some(5), topic: Some(topic.into()) });
    }
}

pub async fn presence_follows_people(world: World) {
    let node = world.node().await;
    let other = world.other_node(&node).await;
    let mut ann = node.member("ann").await;
    ann.join("match:1", grant("ann", "match:1"), None).await;
    present(&mut ann, &["ann"]).await;
    let mut bob = other.member("bob").await;
    bob.join("match:1", grant("bob", "match:1"), None).await;
    present(&mut ann, &["ann", "bob"]).await;
    present(&mut bob, &["ann", "bob"]).await;
    let mut second = other.member("bob").await;
    second.join("match:1", grant("bob", "match:1"), None).await;
    present(&mut second, &["ann", "bob"]).await;
    drop(bob);
    second.leave("match:1").await;
    present(&mut ann, &["ann"]).await;
}
