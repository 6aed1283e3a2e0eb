use serde_json::json;

use crate::world::{read, world, world_with};

#[tokio::test]
async fn a_promptpay_charge_is_made_shown_paid_and_told() {
    let w = world().await;
    let form = [
        ("amount", "4900"),
        ("currency", "thb"),
        ("source[type]", "promptpay"),
        ("metadata[order]", "MN-1042"),
        ("return_uri", "http://localhost/back"),
        ("webhook_endpoints[]", &format!("{}/opn", w.shop.url)),
    ];
    let request = w.client.post(w.url("/opn/charges")).basic_auth("skey_test_manao", Some(""));
    let (status, charge) = read(request.form(&form).send().await.unwrap()).await;
    assert_eq!(status, 200, "{charge}");
    assert_eq!(charge["object"], "charge");
    assert_eq!(charge["status"], "pending");
    assert_eq!(charge["amount"], 4900);
    assert_eq!(charge["currency"], "THB");
    assert_eq!(charge["metadata"], json!({"order": "MN-1042"}));
    assert_eq!(charge["source"]["flow"], "offline");
    assert_eq!(charge["source"]["type"], "promptpay");
    let id = charge["id"].as_str().unwrap();
    assert!(id.starts_with("chrg_test_"));

    let picture = charge["source"]["scannable_code"]["image"]["download_uri"].as_str().unwrap();
    let picture = w.client.get(picture).send().await.unwrap();
    assert_eq!(picture.headers()["content-type"], "image/svg+xml");
    let svg = picture.text().await.unwrap();
    let payload = w.get(&format!("/opn/charges/{id}/payload")).await.text().await.unwrap();
    assert!(svg.starts_with("<?xml") && svg.contains(&format!("<desc>{payload}</desc>")));
    let code = manao_sandbox::promptpay::read(&payload).unwrap();
    assert_eq!(code.amount, Some(4900));

    w.shop.has(1).await;
    w.pay(&charge).await;
    let (_, read) = w.opn_get(&format!("/charges/{id}")).await;
    assert_eq!(read["status"], "successful");
    assert_eq!(read["paid"], true);
    assert_eq!(read["net"], 4900 - 81 - 5);
    assert!(read["paid_at"].is_string() && read["transaction"].is_string());

    let events = w.shop.receives(2).await;
    let keys: Vec<_> = events.iter().map(|event| event.json()["key"].clone()).collect();
    assert_eq!(keys, ["charge.create", "charge.complete"]);
    for event in &events {
        assert_eq!(event.path, "/opn");
        assert!(event.is_signed("Omise", &w.webhook_secret()));
        assert_eq!(event.json()["object"], "event");
        assert_eq!(event.json()["data"]["id"], id);
    }
    assert_eq!(events[1].json()["data"]["status"], "successful");

    let (_, list) = w.opn_get(&format!("/charges/{id}/events")).await;
    assert_eq!(list["total"], 2);
    let (_, event) = w.opn_get(&format!("/events/{}", list["data"][1]["id"].as_str().unwrap())).await;
    assert_eq!(event["key"], "charge.complete");
}

#[tokio::test]
async fn test_calls_pay_fail_and_expire_a_charge_once() {
    let w = world().await;
    for (call, status) in [("mark_as_paid", "successful"), ("mark_as_failed", "failed"), ("expire", "expired")] {
        let charge = w.charge(2000, "MN-1").await;
        let path = format!("/charges/{}/{call}", charge["id"].as_str().unwrap());
        let (code, ended) = w.opn_post(&path, json!({})).await;
        assert_eq!((code, &ended["status"]), (200, &json!(status)));
        let (code, error) = w.opn_post(&path, json!({})).await;
        assert_eq!((code, &error["code"]), (400, &json!("failed_action")));
    }
}

#[tokio::test]
async fn a_charge_expires_by_itself_and_tells() {
    let w = world().await;
    let mut body = w.charge_body(2000, "MN-1");
    let soon = chrono::Utc::now() + chrono::TimeDelta::seconds(4);
    body["expires_at"] = json!(soon.to_rfc3339());
    let (_, charge) = w.opn_post("/charges", body).await;
    let events = w.shop.receives(2).await;
    assert_eq!(events[1].json()["key"], "charge.expire");
    let (_, charge) = w.opn_get(&format!("/charges/{}", charge["id"].as_str().unwrap())).await;
    assert_eq!(charge["status"], "expired");
    assert_eq!(charge["expired"], true);
    let pay = json!({"chargeId": charge["id"]});
    let (status, refusal) = w.post("/phone/pay", pay).await;
    assert_eq!((status, &refusal["code"]), (410, &json!("code_expired")));
}

#[tokio::test]
async fn bad_calls_get_the_providers_errors() {
    let w = world().await;
    let wrong_key = w.client.get(w.url("/opn/charges")).basic_auth("skey_other", Some(""));
    let (status, error) = read(wrong_key.send().await.unwrap()).await;
    assert_eq!((status, &error["code"]), (401, &json!("authentication_failure")));
    assert_eq!(error["object"], "error");
    assert_eq!(w.opn_get("/charges/chrg_test_none").await.0, 404);

    for (change, code) in [
        (json!({"amount": 1999}), "invalid_amount"),
        (json!({"amount": "9223372036854775808"}), "invalid_amount"),
        (json!({"amount": -1}), "invalid_amount"),
        (json!({"currency": "USD"}), "invalid_currency"),
        (json!({"source": {"type": "bitcoin"}}), "invalid_source"),
        (json!({"expires_at": "2020-01-01T00:00:00Z"}), "invalid_charge"),
        (json!({"webhook_endpoints": ["ftp://a"]}), "invalid_webhook_endpoint"),
    ] {
        let mut body = w.charge_body(2000, "MN-1");
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let (status, error) = w.opn_post("/charges", body).await;
        assert_eq!((status, &error["code"]), (400, &json!(code)), "{change}");
    }
}

#[tokio::test]
async fn a_source_pays_one_charge() {
    let w = world().await;
    let ask = json!({"type": "promptpay", "amount": 2000, "currency": "THB"});
    let request = w.client.post(w.url("/opn/sources")).json(&ask);
    let (status, source) = read(request.basic_auth("pkey_test_manao", Some("")).send().await.unwrap()).await;
    assert_eq!((status, &source["object"]), (200, &json!("source")));
    let body = json!({"amount": 2000, "currency": "THB", "source": source["id"]});
    assert_eq!(w.opn_post("/charges", body.clone()).await.0, 200);
    let (status, error) = w.opn_post("/charges", body).await;
    assert_eq!((status, &error["code"]), (400, &json!("used_token")));
    let (_, source) = w.opn_get(&format!("/sources/{}", source["id"].as_str().unwrap())).await;
    assert_eq!(source["charge_status"], "pending");
}

#[tokio::test]
async fn lists_are_cut_by_time_and_number() {
    let w = world().await;
    for n in 0..5 {
        w.charge(2000 + n, &format!("MN-{n}")).await;
    }
    let (_, list) = w.opn_get("/charges?limit=2&offset=1&order=reverse_chronological").await;
    assert_eq!(list["total"], 5);
    let amounts: Vec<_> = list["data"].as_array().unwrap().iter().map(|c| c["amount"].clone()).collect();
    assert_eq!(amounts, [2003, 2002]);
    let (_, list) = w.opn_get("/charges?to=2020-01-01T00:00:00Z").await;
    assert_eq!((&list["total"], &list["object"]), (&json!(0), &json!("list")));
}

#[tokio::test]
async fn the_same_idempotency_key_is_the_same_charge() {
    let w = world().await;
    let make = || async {
        let request = w.client.post(w.url("/opn/charges")).json(&w.charge_body(2000, "MN-1"));
        let request = request.basic_auth("skey_test_manao", Some(""));
        read(request.header("Idempotency-Key", "one").send().await.unwrap()).await.1["id"].clone()
    };
    let (first, second) = tokio::join!(make(), make());
    assert_eq!(first, second);
    assert_eq!(w.opn_get("/charges").await.1["total"], 1);
    w.shop.receives(1).await;
}

#[tokio::test]
async fn a_bank_page_pays_and_returns() {
    let w = world().await;
    let mut body = w.charge_body(2000, "MN-1");
    body["source"] = json!({"type": "mobile_banking_kbank"});
    let (_, charge) = w.opn_post("/charges", body).await;
    assert_eq!(charge["source"]["scannable_code"], json!(null));
    let page = charge["authorize_uri"].as_str().unwrap();
    assert!(w.client.get(page).send().await.unwrap().text().await.unwrap().contains("20.00"));
    let form = [("answer", "refuse")];
    let back = w.client.post(page).form(&form).send().await.unwrap();
    assert_eq!((back.status().as_u16(), &back.headers()["location"]), (303, &"http://localhost/back".parse().unwrap()));
    let (_, charge) = w.opn_get(&format!("/charges/{}", charge["id"].as_str().unwrap())).await;
    assert_eq!((&charge["status"], &charge["failure_code"]), (&json!("failed"), &json!("payment_rejected")));
}

#[tokio::test]
async fn a_webhook_is_tried_again_until_taken_and_given_up_in_the_end() {
    let w = world().await;
    w.shop.will_answer(&[500, 503]);
    w.charge(2000, "MN-1").await;
    let tries = w.shop.receives(3).await;
    assert!(tries.iter().all(|event| event.json()["id"] == tries[0].json()["id"]));

    let w = world_with(|settings| settings.retry_tries = 3).await;
    w.shop.will_answer(&[500; 9]);
    w.charge(2000, "MN-2").await;
    w.shop.receives(3).await;
}

#[tokio::test]
async fn events_without_endpoint_go_where_the_setting_says() {
    let first = world().await;
    let url = format!("{}/configured", first.shop.url);
    let w = world_with(|settings| settings.opn_webhook_url = Some(url)).await;
    let body = json!({"amount": 2000, "currency": "THB", "source": {"type": "promptpay"}});
    assert_eq!(w.opn_post("/charges", body).await.0, 200);
    assert_eq!(first.shop.receives(1).await[0].path, "/configured");
}

#[tokio::test]
async fn money_that_was_paid_goes_back_in_every_way_and_tells() {
    let w = world().await;
    let dashboard = async |path: String, body: serde_json::Value| w.post(&format!("/opn/dashboard/charges/{path}"), body).await;
    let pending = w.charge(4900, "MN-0").await;
    let (status, error) = dashboard(format!("{}/refund", pending["id"].as_str().unwrap()), json!({})).await;
    assert_eq!((status, &error["code"]), (400, &json!("failed_action")));

    let charge = w.paid("MN-1").await;
    let id = charge["id"].as_str().unwrap();
    w.shop.has(3).await;
    let (status, part) = dashboard(format!("{id}/refund"), json!({"amount": 900})).await;
    assert_eq!((status, &part["refunded_amount"], &part["net"]), (200, &json!(900), &json!(4900 - 81 - 5)));
    for (amount, code) in [(4_001, "invalid_amount"), (0, "invalid_amount")] {
        let (status, error) = dashboard(format!("{id}/refund"), json!({"amount": amount})).await;
        assert_eq!((status, &error["code"]), (400, &json!(code)), "{amount}");
    }
    w.fault(json!({"kind": "webhook_in2017", "times": 1})).await;
    let (_, whole) = dashboard(format!("{id}/refund"), json!({})).await;
    assert_eq!((&whole["refunded_amount"], &whole["refunds"]["total"]), (&json!(4900), &json!(2)));
    assert_eq!(dashboard(format!("{id}/void"), json!({})).await.0, 400, "nothing is left to be voided");
    w.shop.has(5).await;
    let told: Vec<_> = w.shop.so_far().iter().map(|event| event.json()).filter(|event| event["key"] == "refund.create").collect();
    assert!(told.iter().all(|event| event["data"]["charge"] == id && event["data"]["object"] == "refund"), "{told:#?}");
    let created: Vec<_> = told.iter().map(|event| event["data"]["created"].is_string()).collect();
    assert!(created.contains(&true) && created.contains(&false), "one of them is in the old version: {told:#?}");

    let (_, voided) = w.opn_get(&format!("/charges/{}", w.paid("MN-2").await["id"].as_str().unwrap())).await;
    let (_, voided) = dashboard(format!("{}/void", voided["id"].as_str().unwrap()), json!({})).await;
    assert_eq!((&voided["voided"], &voided["fee"], &voided["net"]), (&json!(true), &json!(0), &json!(4900)));
    let reversed = w.paid("MN-3").await;
    let (_, reversed) = dashboard(format!("{}/reverse", reversed["id"].as_str().unwrap()), json!({})).await;
    assert_eq!(
        (&reversed["status"], &reversed["reversed"], &reversed["paid"]),
        (&json!("reversed"), &json!(true), &json!(false))
    );

    let disputed = w.paid("MN-4").await;
    let disputed = disputed["id"].as_str().unwrap();
    for (path, status) in [("dispute", "open"), ("dispute/pending", "pending"), ("dispute/won", "won")] {
        let (code, charge) = dashboard(format!("{disputed}/{path}"), json!({})).await;
        assert_eq!((code, &charge["dispute"]["status"]), (200, &json!(status)));
    }
    assert_eq!(dashboard(format!("{disputed}/dispute/lost"), json!({})).await.0, 400, "it is decided");
    let (_, events) = w.opn_get(&format!("/charges/{disputed}/events")).await;
    let keys: Vec<_> = events["data"].as_array().unwrap().iter().map(|event| event["key"].as_str().unwrap()).collect();
    assert_eq!(keys, ["charge.create", "charge.complete", "dispute.create", "dispute.update", "dispute.close"]);

    let appealed = w.paid("MN-7").await;
    let appealed = appealed["id"].as_str().unwrap();
    for (path, status) in [("dispute", 400), ("dispute/lost", 400), ("dispute/won", 200)] {
        assert_eq!(dashboard(format!("{appealed}/{path}"), json!({})).await.0, 200);
        assert_eq!(dashboard(format!("{appealed}/refund"), json!({"amount": 1})).await.0, status, "{path}");
    }

    // Disputed money cannot be refunded too, nor refunded money disputed.
    let held = w.paid("MN-6").await;
    let held = held["id"].as_str().unwrap();
    let refusal = async |path: &str, body: serde_json::Value| {
        let (status, error) = dashboard(format!("{held}/{path}"), body).await;
        (status, error["code"].as_str().unwrap_or_default().to_owned())
    };
    dashboard(format!("{held}/refund"), json!({"amount": 900})).await;
    assert_eq!(refusal("dispute", json!({"amount": 4_001})).await, (400, "invalid_amount".to_owned()));
    let (_, charge) = dashboard(format!("{held}/dispute"), json!({})).await;
    assert_eq!((&charge["dispute"]["amount"], &charge["refundable"]), (&json!(4_000), &json!(false)));
    for (path, body) in [("refund", json!({})), ("refund", json!({"amount": 1})), ("void", json!({})), ("reverse", json!({}))] {
        assert_eq!(refusal(path, body).await, (400, "failed_action".to_owned()), "{path}");
    }
    dashboard(format!("{held}/dispute/won"), json!({})).await;
    let (_, whole) = dashboard(format!("{held}/refund"), json!({})).await;
    assert_eq!(whole["refunded_amount"], 4_900, "what was won can be refunded");

    let failed = w.charge(4900, "MN-5").await;
    let failed = failed["id"].as_str().unwrap();
    w.opn_post(&format!("/charges/{failed}/mark_as_failed"), json!({})).await;
    let (_, corrected) = dashboard(format!("{failed}/correct"), json!({})).await;
    assert_eq!((&corrected["status"], &corrected["failure_code"]), (&json!("successful"), &json!(null)));
    assert_eq!(dashboard(format!("{failed}/correct"), json!({})).await.0, 400, "it is paid");
}

#[tokio::test]
async fn a_transfer_takes_the_balance_and_what_went_back_is_taken_off_the_next() {
    let w = world().await;
    let net = 4900 - 81 - 5;
    let (status, error) = w.post("/opn/dashboard/transfers", json!({})).await;
    assert_eq!((status, &error["code"]), (400, &json!("failed_action")));
    let first = w.paid("MN-1").await;
    w.paid("MN-2").await;
    let (_, transfer) = w.post("/opn/dashboard/transfers", json!({})).await;
    assert_eq!(
        (&transfer["amount"], &transfer["net"], &transfer["paid"]),
        (&json!(2 * net), &json!(2 * net - 3_000), &json!(true))
    );
    let (_, read) = w.opn_get(&format!("/transfers/{}", transfer["id"].as_str().unwrap())).await;
    assert_eq!(read, transfer);
    w.post(&format!("/opn/dashboard/charges/{}/refund", first["id"].as_str().unwrap()), json!({})).await;
    w.paid("MN-3").await;
    w.paid("MN-4").await;
    let (_, next) = w.post("/opn/dashboard/transfers", json!({})).await;
    assert_eq!(next["amount"], 2 * net - 4900);
    assert_eq!(w.opn_get("/transfers").await.1["total"], 2);
    w.shop.has(8 + 1 + 6).await;
    let paid = w.shop.so_far().iter().filter(|event| event.json()["key"] == "transfer.pay").count();
    assert_eq!(paid, 2);
}
