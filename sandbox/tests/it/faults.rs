use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::world::{until, world};

fn completed() -> Value {
    json!({"event": "charge.complete"})
}

#[tokio::test]
async fn a_webhook_is_lost_only_for_its_order() {
    let w = world().await;
    w.fault(json!({"kind": "webhook_lose", "scope": {"order": "MN-1"}})).await;
    let lost = w.charge(4900, "MN-1").await;
    w.pay(&lost).await;
    w.paid("MN-10").await;
    let events = w.shop.receives(2).await;
    assert!(events.iter().all(|event| event.json()["data"]["metadata"]["order"] == "MN-10"));
}

#[tokio::test]
async fn a_webhook_comes_twice_with_the_same_id() {
    let w = world().await;
    w.fault(json!({"kind": "webhook_twice", "times": 1, "scope": completed()})).await;
    w.paid("MN-1").await;
    let events = w.shop.receives(3).await;
    assert_eq!(events[1].json()["id"], events[2].json()["id"]);
    let rules: Value = w.get("/faults").await.json().await.unwrap();
    assert_eq!(rules["rules"][0]["remaining"], 0);
    assert_eq!(rules["rules"][0]["hits"], 1);
    w.paid("MN-2").await;
    w.shop.receives(5).await;
}

#[tokio::test]
async fn a_webhook_comes_late() {
    let w = world().await;
    w.fault(json!({"kind": "webhook_late", "ms": 600, "scope": completed()})).await;
    let since = Instant::now();
    w.paid("MN-1").await;
    let events = w.shop.receives(2).await;
    assert_eq!(events[1].json()["key"], "charge.complete");
    assert!(events[1].at - since >= Duration::from_millis(600));
    let rules: Value = w.get("/faults").await.json().await.unwrap();
    assert_eq!(rules["rules"][0]["hits"], 1, "the first event is not late");
}

#[tokio::test]
async fn webhooks_come_out_of_order() {
    let w = world().await;
    w.fault(json!({"kind": "webhook_out_of_order", "scope": {"order": "MN-1"}})).await;
    let charge = w.charge(4900, "MN-1").await;
    tokio::time::sleep(Duration::from_millis(100)).await;
    assert!(w.shop.so_far().is_empty());
    w.pay(&charge).await;
    let keys: Vec<_> = w.shop.receives(2).await.iter().map(|e| e.json()["key"].clone()).collect();
    assert_eq!(keys, ["charge.complete", "charge.create"]);
}

#[tokio::test]
async fn a_webhook_is_falsely_signed() {
    let w = world().await;
    w.fault(json!({"kind": "webhook_false_signature", "scope": completed()})).await;
    w.paid("MN-1").await;
    let events = w.shop.receives(2).await;
    assert!(events[0].is_signed("Omise", &w.webhook_secret()));
    assert!(!events[1].is_signed("Omise", &w.webhook_secret()));
}

#[tokio::test]
async fn only_the_webhook_tells_another_amount() {
    let w = world().await;
    w.fault(json!({"kind": "webhook_wrong_amount", "amount": 100, "scope": completed()})).await;
    let charge = w.paid("MN-1").await;
    let event = w.shop.receives(2).await[1].clone();
    assert!(event.is_signed("Omise", &w.webhook_secret()));
    assert_eq!(event.json()["data"]["amount"], 100);
    let (_, read) = w.opn_get(&format!("/charges/{}", charge["id"].as_str().unwrap())).await;
    assert_eq!(read["amount"], 4900);
}

#[tokio::test]
async fn the_charge_itself_shows_another_amount() {
    let w = world().await;
    w.fault(json!({"kind": "charge_wrong_amount", "delta": -400})).await;
    let charge = w.paid("MN-1").await;
    let (_, read) = w.opn_get(&format!("/charges/{}", charge["id"].as_str().unwrap())).await;
    assert_eq!((&read["amount"], &read["status"]), (&json!(4500), &json!("successful")));
}

#[tokio::test]
async fn the_provider_is_down_slow_or_silent_after_creating() {
    let w = world().await;
    w.fault(json!({"kind": "opn_down", "times": 1})).await;
    let (status, error) = w.opn_post("/charges", w.charge_body(2000, "MN-1")).await;
    assert_eq!((status, &error["code"]), (503, &json!("service_unavailable")));

    w.fault(json!({"kind": "opn_slow", "ms": 300, "times": 1})).await;
    let since = Instant::now();
    w.charge(2000, "MN-2").await;
    assert!(since.elapsed() >= Duration::from_millis(300));

    w.fault(json!({"kind": "opn_timeout_after_create", "scope": {"order": "MN-3"}})).await;
    let request = w.client.post(w.url("/opn/charges")).json(&w.charge_body(2000, "MN-3"));
    let asked = tokio::spawn(request.basic_auth("skey_test_manao", Some("")).send());
    until("the charge is made", async || {
        let (_, list) = w.opn_get("/charges?order=reverse_chronological").await;
        list["data"][0]["metadata"]["order"] == "MN-3"
    })
    .await;
    assert!(!asked.is_finished(), "the answer does not come");
    asked.abort();
}

#[tokio::test]
async fn rules_are_set_read_replaced_and_removed() {
    let w = world().await;
    let put = |path: &str, body: Value| w.client.put(w.url(path)).json(&body).send();
    let rule = json!({"kind": "partner_busy", "times": 2, "scope": {"game": "rov"}});
    assert_eq!(put("/faults/mine", rule).await.unwrap().status(), 200);
    let mine: Value = w.get("/faults/mine").await.json().await.unwrap();
    assert_eq!((&mine["id"], &mine["remaining"]), (&json!("mine"), &json!(2)));
    let all = json!({"rules": [{"kind": "opn_down"}, {"kind": "mail_down"}]});
    let all: Value = put("/faults", all).await.unwrap().json().await.unwrap();
    assert_eq!(all["rules"].as_array().unwrap().len(), 2);
    assert_eq!(w.client.delete(w.url("/faults")).send().await.unwrap().status(), 204);
    let all: Value = w.get("/faults").await.json().await.unwrap();
    assert_eq!(all["rules"], json!([]));
    assert!(all["kinds"].as_array().unwrap().contains(&json!("webhook_out_of_order")));
    for wrong in [json!({"kind": "flood"}), json!({"kind": "opn_down", "scope": {"moon": 1}})] {
        assert_eq!(w.post("/faults", wrong).await.0, 400);
    }
}
