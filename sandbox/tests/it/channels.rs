//! Bank apps, wallets and LINE Pay: the capability, the sources, the authorize pages and their endings.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::world::{World, read, until, world, world_with};

/// Makes a charge with this source.
async fn charge(w: &World, source: Value, order: &str) -> Value {
    let mut body = w.charge_body(4900, order);
    body["source"] = source;
    let (status, charge) = w.opn_post("/charges", body).await;
    assert_eq!(status, 200, "{charge}");
    charge
}

async fn bank(w: &World, order: &str) -> Value {
    charge(w, json!({"type": "mobile_banking_kbank", "platform_type": "ANDROID"}), order).await
}

async fn current(w: &World, charge: &Value) -> Value {
    w.opn_get(&format!("/charges/{}", charge["id"].as_str().unwrap())).await.1
}

async fn becomes(w: &World, charge: &Value, status: &str) {
    until(status, async || current(w, charge).await["status"] == status).await;
}

/// Opens the authorize page in English.
async fn open(w: &World, charge: &Value) -> String {
    let page = w.client.get(charge["authorize_uri"].as_str().unwrap()).header("Accept-Language", "en-GB,en;q=0.9,th;q=0.8");
    let response = page.send().await.unwrap();
    assert_eq!(response.status(), 200);
    response.text().await.unwrap()
}

/// Presses a button of the authorize page; returns the status, the address of a redirect, and the page.
async fn press(w: &World, charge: &Value, form: &[(&str, &str)]) -> (u16, String, String) {
    let response = w.client.post(charge["authorize_uri"].as_str().unwrap()).form(form).send().await.unwrap();
    let location = response.headers().get("location").map(|value| value.to_str().unwrap().to_owned()).unwrap_or_default();
    (response.status().as_u16(), location, response.text().await.unwrap())
}

#[tokio::test]
async fn the_capability_lists_the_methods_and_a_fault_drops_one() {
    let w = world().await;
    let names = async || {
        let request = w.client.get(w.url("/opn/capability")).basic_auth("pkey_test_manao", Some(""));
        let (status, capability) = read(request.send().await.unwrap()).await;
        assert_eq!((status, &capability["object"]), (200, &json!("capability")));
        assert_eq!(capability["limits"]["charge_amount"], json!({"min": 2000, "max": 15_000_000}));
        let methods = capability["payment_methods"].as_array().unwrap().clone();
        for method in &methods {
            assert_eq!((&method["object"], &method["currencies"]), (&json!("payment_method"), &json!(["THB"])));
            assert_eq!(method["card_brands"].is_array(), method["name"] == "card");
        }
        methods.iter().map(|method| method["name"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(w.opn_get("/capability").await.0, 200, "the secret key reads it too");
    let all = names().await;
    assert_eq!(all.len(), 10);
    for kind in ["promptpay", "mobile_banking_ktb", "truemoney_jumpapp", "rabbit_linepay", "card"] {
        assert!(all.iter().any(|name| name == kind), "{kind}");
    }
    w.fault(json!({"kind": "opn_method_off", "scope": {"source": "rabbit_linepay"}})).await;
    assert!(!names().await.contains(&"rabbit_linepay".to_owned()));
    let source = json!({"type": "rabbit_linepay", "amount": 4900, "currency": "THB"});
    let (status, error) = w.opn_post("/sources", source).await;
    assert_eq!((status, &error["code"]), (400, &json!("invalid_source")));
    bank(&w, "MN-1").await;
}

#[tokio::test]
async fn one_bank_can_hang_or_fail_alone() {
    let w = world().await;
    let source = |kind: &str| json!({"type": kind, "amount": 4900, "currency": "THB"});
    w.fault(json!({"kind": "opn_down", "scope": {"source": "mobile_banking_ktb"}})).await;
    let (status, error) = w.opn_post("/sources", source("mobile_banking_ktb")).await;
    assert_eq!((status, &error["code"]), (503, &json!("service_unavailable")));
    assert_eq!(w.opn_post("/sources", source("mobile_banking_scb")).await.0, 200);
    assert_eq!(w.opn_get("/capability").await.0, 200);
    let mut body = w.charge_body(4900, "MN-1");
    body["source"] = json!({"type": "mobile_banking_ktb"});
    assert_eq!(w.opn_post("/charges", body).await.0, 503);

    w.fault(json!({"kind": "opn_slow", "ms": 300, "scope": {"source": "mobile_banking_bay"}})).await;
    let since = Instant::now();
    w.opn_post("/sources", source("mobile_banking_bay")).await;
    assert!(since.elapsed() >= Duration::from_millis(300));

    w.fault(json!({"kind": "opn_page_down", "scope": {"source": "mobile_banking_kbank"}})).await;
    let page = bank(&w, "MN-2").await["authorize_uri"].as_str().unwrap().to_owned();
    assert_eq!(w.client.get(page).send().await.unwrap().status(), 503);
}

#[tokio::test]
async fn sources_take_a_platform_and_truemoney_a_phone_number() {
    let w = world().await;
    for (more, code) in [
        (json!({"type": "mobile_banking_scb", "platform_type": "IOS"}), ""),
        (json!({"type": "mobile_banking_scb", "platform_type": "PHONE"}), "bad_request"),
        (json!({"type": "truemoney"}), "bad_request"),
        (json!({"type": "truemoney", "phone_number": "12"}), "bad_request"),
        (json!({"type": "truemoney", "phone_number": "0812345678"}), ""),
        (json!({"type": "truemoney_jumpapp"}), ""),
    ] {
        let mut body = json!({"amount": 4900, "currency": "THB"});
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        let (status, answer) = w.opn_post("/sources", body).await;
        if code.is_empty() {
            assert_eq!((status, &answer["platform_type"]), (200, &more["platform_type"]), "{answer}");
        } else {
            assert_eq!((status, &answer["code"]), (400, &json!(code)), "{more}");
        }
    }
    let charge = bank(&w, "MN-1").await;
    assert_eq!((&charge["source"]["platform_type"], &charge["source"]["flow"]), (&json!("ANDROID"), &json!("app_redirect")));
}

#[tokio::test]
async fn the_page_speaks_both_languages_and_ends_at_once() {
    let w = world().await;
    let charge = bank(&w, "MN-1").await;
    let english = open(&w, &charge).await;
    assert!(english.contains("lang=\"en\"") && english.contains("K PLUS") && english.contains("49.00"), "{english}");
    let uri = charge["authorize_uri"].as_str().unwrap();
    let thai = w.client.get(uri).send().await.unwrap();
    assert!(thai.headers()["content-security-policy"].to_str().unwrap().starts_with("default-src 'none'"));
    assert!(thai.text().await.unwrap().contains("ชำระเงิน"));
    let switched = w.client.get(format!("{uri}?lang=th")).header("Accept-Language", "en").send().await.unwrap();
    assert!(switched.text().await.unwrap().contains("lang=\"th\""));

    for (answer, status, failure) in [
        ("leave", "pending", Value::Null),
        ("refuse", "failed", json!("payment_rejected")),
        ("pay", "failed", json!("payment_rejected")),
    ] {
        assert_eq!(press(&w, &charge, &[("answer", answer)]).await.0, 303);
        let now = current(&w, &charge).await;
        assert_eq!((&now["status"], &now["failure_code"]), (&json!(status), &failure), "{answer}");
    }
    let ended = open(&w, &charge).await;
    assert!(
        ended.contains("This payment failed") && ended.contains("href=\"http://localhost/back\"") && !ended.contains("<form")
    );

    for (answer, status, failure) in
        [("pay", "successful", Value::Null), ("insufficient", "failed", json!("insufficient_balance"))]
    {
        let charge = bank(&w, "MN-2").await;
        let (code, location, _) = press(&w, &charge, &[("answer", answer)]).await;
        assert_eq!((code, location.as_str()), (303, "http://localhost/back"));
        let now = current(&w, &charge).await;
        assert_eq!((&now["status"], &now["failure_code"]), (&json!(status), &failure), "{answer}");
    }
}

#[tokio::test]
async fn a_payer_pays_and_does_not_return_here() {
    let w = world().await;
    let stays = bank(&w, "MN-1").await;
    let (code, _, page) = press(&w, &stays, &[("answer", "pay_and_stay")]).await;
    assert!(code == 200 && !page.contains("http://localhost/back"), "{page}");
    assert_eq!(current(&w, &stays).await["status"], "successful");
    let elsewhere = bank(&w, "MN-2").await;
    let (code, _, page) = press(&w, &elsewhere, &[("answer", "pay_elsewhere")]).await;
    assert!(
        code == 200 && page.contains("readonly rows=\"3\">http://localhost/back<") && !page.contains("href=\"http"),
        "{page}"
    );
    assert_eq!(current(&w, &elsewhere).await["status"], "successful");
}

#[tokio::test]
async fn the_money_comes_late_after_the_expiry_or_goes_back_the_next_day() {
    let w = world().await;
    let late = bank(&w, "MN-1").await;
    assert_eq!(press(&w, &late, &[("answer", "pay_late"), ("delay_ms", "400")]).await.0, 303);
    assert_eq!(current(&w, &late).await["status"], "pending");
    becomes(&w, &late, "successful").await;

    let expires = bank(&w, "MN-2").await;
    assert_eq!(press(&w, &expires, &[("answer", "pay_after_expiry"), ("delay_ms", "300")]).await.0, 303);
    let path = format!("/charges/{}/expire", expires["id"].as_str().unwrap());
    assert_eq!(w.opn_post(&path, json!({})).await.1["status"], "expired");
    becomes(&w, &expires, "successful").await;
    let (_, events) = w.opn_get(&format!("/charges/{}/events", expires["id"].as_str().unwrap())).await;
    let keys: Vec<_> = events["data"].as_array().unwrap().iter().map(|event| event["key"].as_str().unwrap()).collect();
    assert_eq!(keys, ["charge.create", "charge.expire", "charge.complete"]);

    // Money that was under way arrives although the shop has ended the charge.
    let under_way = bank(&w, "MN-3").await;
    press(&w, &under_way, &[("answer", "pay_late"), ("delay_ms", "300")]).await;
    w.opn_post(&format!("/charges/{}/expire", under_way["id"].as_str().unwrap()), json!({})).await;
    becomes(&w, &under_way, "successful").await;

    let reversed = bank(&w, "MN-4").await;
    assert_eq!(press(&w, &reversed, &[("answer", "pay_then_reverse"), ("delay_ms", "300")]).await.0, 303);
    assert_eq!(current(&w, &reversed).await["status"], "successful");
    becomes(&w, &reversed, "reversed").await;
}

#[tokio::test]
async fn truemoney_asks_for_a_password_and_expires_unopened() {
    let w = world().await;
    let wallet = charge(&w, json!({"type": "truemoney", "phone_number": "0812345678"}), "MN-1").await;
    let page = open(&w, &wallet).await;
    let messages: Value = w.get("/phone/messages?to=0812345678").await.json().await.unwrap();
    let code = messages["items"][0]["code"].as_str().unwrap();
    assert!(page.contains(code));
    open(&w, &wallet).await;
    let messages: Value = w.get("/phone/messages?to=0812345678").await.json().await.unwrap();
    assert_eq!(messages["items"].as_array().unwrap().len(), 1, "the password is sent once");
    let (status, _, page) = press(&w, &wallet, &[("answer", "pay"), ("passcode", "000")]).await;
    assert!(status == 200 && page.contains("role=\"alert\""));
    assert_eq!(current(&w, &wallet).await["status"], "pending");
    assert_eq!(press(&w, &wallet, &[("answer", "pay"), ("passcode", code)]).await.0, 303);
    assert_eq!(current(&w, &wallet).await["status"], "successful");

    let jump = charge(&w, json!({"type": "truemoney_jumpapp"}), "MN-2").await;
    assert!(!open(&w, &jump).await.contains("passcode"));
    assert_eq!(press(&w, &jump, &[("answer", "pay")]).await.0, 303);
    assert_eq!(current(&w, &jump).await["status"], "successful");

    let w = world_with(|settings| settings.wallet_timeout_ms = 700).await;
    let unopened = charge(&w, json!({"type": "truemoney_jumpapp"}), "MN-3").await;
    let opened = charge(&w, json!({"type": "truemoney_jumpapp"}), "MN-4").await;
    let other = bank(&w, "MN-5").await;
    open(&w, &opened).await;
    becomes(&w, &unopened, "expired").await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    for charge in [&opened, &other] {
        assert_eq!(current(&w, charge).await["status"], "pending");
    }
}

#[tokio::test]
async fn the_phone_lists_payments_that_wait_at_a_bank() {
    let w = world().await;
    let charge = bank(&w, "MN-1").await;
    let waiting: Value = w.get("/phone/payments").await.json().await.unwrap();
    assert_eq!(waiting["items"], json!([]));
    let shown = &waiting["redirects"][0];
    assert_eq!((&shown["chargeId"], &shown["channel"]), (&charge["id"], &json!("mobile_banking_kbank")));
    assert_eq!(shown["authorizeUri"], charge["authorize_uri"]);
    press(&w, &charge, &[("answer", "pay")]).await;
    let waiting: Value = w.get("/phone/payments").await.json().await.unwrap();
    assert_eq!(waiting["redirects"], json!([]));
}

#[tokio::test]
async fn wallets_and_line_pay_are_refunded_by_the_api_once_per_key() {
    let w = world().await;
    let line = charge(&w, json!({"type": "rabbit_linepay"}), "MN-1").await;
    let path = format!("/charges/{}/refunds", line["id"].as_str().unwrap());
    let (status, error) = w.opn_post(&path, json!({"amount": 100})).await;
    assert_eq!((status, &error["code"]), (400, &json!("failed_refund")), "it is not paid");
    press(&w, &line, &[("answer", "pay")]).await;
    assert_eq!(current(&w, &line).await["refundable"], true);
    let ask = async |amount: i64| {
        let request = w.client.post(w.url(&format!("/opn{path}"))).basic_auth("skey_test_manao", Some(""));
        let body = json!({"amount": amount, "metadata": {"refund": "RF-1"}});
        read(request.header("Idempotency-Key", "one").json(&body).send().await.unwrap()).await
    };
    let ((_, first), (_, second)) = tokio::join!(ask(900), ask(900));
    assert_eq!((&first["object"], &first["amount"], &first["id"]), (&json!("refund"), &json!(900), &second["id"]));
    for (amount, code) in [(json!(4_001), "invalid_amount"), (json!(0), "invalid_amount"), (Value::Null, "invalid_amount")] {
        let (status, error) = w.opn_post(&path, json!({"amount": amount})).await;
        assert_eq!((status, &error["code"]), (400, &json!(code)), "{amount}");
    }
    let (status, error) = w.opn_post(&path, json!({"amount": 4_000, "void": true})).await;
    assert_eq!((status, &error["code"]), (400, &json!("failed_void")));
    assert_eq!(w.opn_post(&path, json!({"amount": 4_000})).await.0, 200);
    let (status, error) = w.opn_post(&path, json!({"amount": 1})).await;
    assert_eq!((status, &error["code"]), (400, &json!("failed_refund")));
    let (_, list) = w.opn_get(&path).await;
    assert_eq!((&list["total"], &list["data"][0]["metadata"]), (&json!(2), &json!({"refund": "RF-1"})));
    let (_, one) = w.opn_get(&format!("{path}/{}", first["id"].as_str().unwrap())).await;
    assert_eq!(one["id"], first["id"]);
    let now = current(&w, &line).await;
    assert_eq!((&now["refunded_amount"], &now["refundable"]), (&json!(4_900), &json!(false)));
    let (_, events) = w.opn_get(&format!("/charges/{}/events", line["id"].as_str().unwrap())).await;
    assert_eq!(events["data"].as_array().unwrap().iter().filter(|event| event["key"] == "refund.create").count(), 2);

    let voided = charge(&w, json!({"type": "rabbit_linepay"}), "MN-2").await;
    press(&w, &voided, &[("answer", "pay")]).await;
    let path = format!("/charges/{}/refunds", voided["id"].as_str().unwrap());
    let (_, refund) = w.opn_post(&path, json!({"amount": 4_900, "void": true})).await;
    assert_eq!(refund["voided"], true);
}

#[tokio::test]
async fn banks_and_promptpay_are_refunded_only_by_a_setting() {
    let w = world().await;
    for (all, status, refundable) in [(false, 400, false), (true, 200, true)] {
        let w = if all { world_with(|settings| settings.refund_all = true).await } else { world().await };
        let paid = bank(&w, "MN-1").await;
        press(&w, &paid, &[("answer", "pay")]).await;
        assert_eq!(current(&w, &paid).await["refundable"], refundable);
        let path = format!("/charges/{}/refunds", paid["id"].as_str().unwrap());
        let (got, answer) = w.opn_post(&path, json!({"amount": 4_900})).await;
        assert_eq!(got, status, "{answer}");
    }
    let promptpay = w.paid("MN-2").await;
    let path = format!("/charges/{}/refunds", promptpay["id"].as_str().unwrap());
    let (status, error) = w.opn_post(&path, json!({"amount": 4_900})).await;
    assert_eq!((status, &error["code"]), (400, &json!("failed_refund")));
}
