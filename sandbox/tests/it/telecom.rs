use serde_json::{Value, json};

use crate::world::{World, read, world};

const NUMBER: &str = "0812345671";

async fn call(w: &World, path: &str, body: Value) -> (u16, Value) {
    let request = w.client.post(w.url(&format!("/telecom{path}"))).json(&body);
    let request = request.bearer_auth("sandbox-telecom-key").header("X-Request-Id", "req-1");
    read(request.send().await.unwrap()).await
}

/// Returns the code of the newest text to this number.
async fn texted(w: &World, number: &str) -> String {
    let inbox: Value = w.get(&format!("/phone/messages?to={number}&kind=sms")).await.json().await.unwrap();
    let text = inbox["items"][0]["text"].as_str().unwrap();
    let mut digits = text.split(|c: char| !c.is_ascii_digit());
    digits.rfind(|group| group.len() == 6).unwrap().to_owned()
}

#[tokio::test]
async fn numbers_tell_what_they_are() {
    let w = world().await;
    for (number, kind, own, status) in [
        ("0812345671", "prepaid", true, "active"),
        ("+66812345672", "postpaid", true, "active"),
        ("66812345605", "other", false, "active"),
        ("0812345697", "prepaid", true, "suspended"),
    ] {
        let (_, answer) = call(&w, "/network-type", json!({"msisdn": number})).await;
        assert_eq!(
            (&answer["networkType"], &answer["own"], &answer["status"]),
            (&json!(kind), &json!(own), &json!(status)),
            "{number}"
        );
    }
    assert_eq!(call(&w, "/balance", json!({"msisdn": NUMBER})).await.1["balance"], 100_000);
    assert_eq!(call(&w, "/credit-limit", json!({"msisdn": NUMBER})).await.1["code"], "not_postpaid");
    let (_, credit) = call(&w, "/credit-limit", json!({"msisdn": "0812345672"})).await;
    assert_eq!((&credit["limit"], &credit["available"]), (&json!(500_000), &json!(500_000)));
    for number in ["", "021234567", "081234567", "+4412345678", "081234567x"] {
        assert_eq!(call(&w, "/network-type", json!({"msisdn": number})).await.1["code"], "msisdn_invalid");
    }
}

#[tokio::test]
async fn every_call_wants_key_and_request_id() {
    let w = world().await;
    let ask = || w.client.post(w.url("/telecom/balance")).json(&json!({"msisdn": NUMBER}));
    let no_id = read(ask().bearer_auth("sandbox-telecom-key").send().await.unwrap()).await;
    assert_eq!((no_id.0, &no_id.1["code"]), (400, &json!("request_id_required")));
    let no_key = ask().header("X-Request-Id", "abc").send().await.unwrap();
    assert_eq!(no_key.headers()["x-request-id"], "abc");
    let no_key = read(no_key).await;
    assert_eq!((no_key.0, &no_key.1["requestId"]), (401, &json!("abc")));
}

#[tokio::test]
async fn a_one_time_password_is_texted_and_works_once() {
    let w = world().await;
    let ask = json!({"msisdn": NUMBER, "purpose": "login", "language": "th"});
    let (status, sent) = call(&w, "/otp/send", ask.clone()).await;
    assert_eq!(status, 202);
    let (status, soon) = call(&w, "/otp/send", ask).await;
    assert_eq!((status, &soon["code"]), (429, &json!("otp_too_soon")));
    let code = texted(&w, NUMBER).await;
    let wrong = if code == "000000" { "111111" } else { "000000" };
    let verify = |code: &str| call(&w, "/otp/verify", json!({"reference": sent["reference"], "code": code}));
    let (_, refusal) = verify(wrong).await;
    assert_eq!((&refusal["code"], &refusal["triesLeft"]), (&json!("otp_wrong"), &json!(4)));
    assert_eq!(verify(&code).await.1["verified"], true);
    assert_eq!(verify(&code).await.1["code"], "otp_expired");
    let (_, unknown) = call(&w, "/otp/verify", json!({"reference": "none", "code": code})).await;
    assert_eq!(unknown["code"], "reference_unknown");
}

#[tokio::test]
async fn five_wrong_codes_are_the_end() {
    let w = world().await;
    let (_, sent) = call(&w, "/otp/send", json!({"msisdn": NUMBER, "purpose": "login"})).await;
    let code = texted(&w, NUMBER).await;
    let wrong = if code == "000000" { "111111" } else { "000000" };
    for _ in 0..5 {
        call(&w, "/otp/verify", json!({"reference": sent["reference"], "code": wrong})).await;
    }
    let (status, refusal) = call(&w, "/otp/verify", json!({"reference": sent["reference"], "code": code})).await;
    assert_eq!((status, &refusal["code"]), (429, &json!("otp_too_many_tries")));
}

fn charge(w: &World, reference: &str, amount: i64) -> Value {
    json!({"reference": reference, "msisdn": NUMBER, "amount": amount, "description": "RoV 60", "language": "th",
        "callbackUrl": format!("{}/telecom", w.shop.url)})
}

#[tokio::test]
async fn a_charge_is_confirmed_captured_once_and_called_back() {
    let w = world().await;
    let (status, begun) = call(&w, "/charges", charge(&w, "MN-1", 4900)).await;
    assert_eq!((status, &begun["status"]), (202, &json!("otp_sent")));
    assert_eq!(call(&w, "/charges", charge(&w, "MN-1", 4900)).await.1["id"], begun["id"]);
    let code = texted(&w, NUMBER).await;
    let path = format!("/charges/{}/confirm", begun["id"].as_str().unwrap());
    let (_, captured) = call(&w, &path, json!({"code": code})).await;
    assert_eq!(captured["status"], "captured", "{captured}");
    assert_eq!(call(&w, &path, json!({"code": code})).await.1["status"], "captured");
    assert_eq!(call(&w, "/balance", json!({"msisdn": NUMBER})).await.1["balance"], 100_000 - 4900);
    let told = w.shop.receives(1).await.remove(0);
    assert!(told.is_signed("Telecom", b"sandbox-telecom-secret"));
    assert_eq!((&told.json()["event"], &told.json()["charge"]["reference"]), (&json!("charge.captured"), &json!("MN-1")));

    // It is settled once, less the operator's share, which the charge shows from then on.
    assert_eq!((&captured["fee"], &captured["settlement"]), (&json!(0), &json!(null)));
    let (_, settlement) = w.post("/telecom/dashboard/settlements", json!({})).await;
    let listed = json!([{"id": begun["id"], "reference": "MN-1", "amount": 4900, "fee": 490, "feeVat": 34}]);
    assert_eq!((&settlement["charges"], &settlement["net"]), (&listed, &json!(4900 - 490 - 34)));
    let (status, refusal) = w.post("/telecom/dashboard/settlements", json!({})).await;
    assert_eq!((status, &refusal["code"]), (409, &json!("nothing_to_settle")));
    let read_telecom = async |path: String| {
        let request = w.client.get(w.url(&format!("/telecom{path}"))).bearer_auth("sandbox-telecom-key");
        read(request.header("X-Request-Id", "req-1").send().await.unwrap()).await.1
    };
    for (from, items) in [("2026-01-01T00:00:00Z", json!([settlement])), ("2100-01-01T00:00:00Z", json!([]))] {
        assert_eq!(read_telecom(format!("/settlements?from={from}")).await["items"], items);
    }
    let settled = read_telecom(format!("/charges/{}", begun["id"].as_str().unwrap())).await;
    assert_eq!((&settled["fee"], &settled["feeVat"], &settled["settlement"]), (&json!(490), &json!(34), &settlement["id"]));
    assert_eq!(
        w.client.get(w.url("/telecom/settlements?from=2026-01-01T00:00:00Z")).send().await.unwrap().status().as_u16(),
        400
    );
}

#[tokio::test]
async fn two_confirmations_at_once_take_the_money_once() {
    let w = world().await;
    let (_, begun) = call(&w, "/charges", charge(&w, "MN-1", 4900)).await;
    let code = texted(&w, NUMBER).await;
    let path = format!("/charges/{}/confirm", begun["id"].as_str().unwrap());
    let confirm = || call(&w, &path, json!({"code": code}));
    let (one, two, three) = tokio::join!(confirm(), confirm(), confirm());
    for (status, captured) in [one, two, three] {
        assert_eq!((status, &captured["status"]), (200, &json!("captured")));
    }
    assert_eq!(call(&w, "/balance", json!({"msisdn": NUMBER})).await.1["balance"], 100_000 - 4900);
    w.shop.receives(1).await;
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    assert_eq!(w.shop.so_far().len(), 1);
}

#[tokio::test]
async fn money_that_is_gone_by_the_second_step_ends_the_charge() {
    let w = world().await;
    let (_, first) = call(&w, "/charges", charge(&w, "MN-1", 60_000)).await;
    let first_code = texted(&w, NUMBER).await;
    let (_, second) = call(&w, "/charges", charge(&w, "MN-2", 60_000)).await;
    let second_code = texted(&w, NUMBER).await;
    let confirm = async |begun: &Value, code: &str| {
        call(&w, &format!("/charges/{}/confirm", begun["id"].as_str().unwrap()), json!({"code": code})).await
    };
    assert_eq!(confirm(&first, &first_code).await.1["status"], "captured");
    let (status, refusal) = confirm(&second, &second_code).await;
    assert_eq!((status, &refusal["code"]), (409, &json!("balance_short")));
    let (_, ended) = confirm(&second, &second_code).await;
    assert_eq!(ended["code"], "charge_not_open");
    let told = w.shop.receives(2).await;
    let failed = told.iter().find(|told| told.json()["event"] == "charge.failed").unwrap().json();
    assert_eq!(failed["charge"]["reason"], "balance_short");
}

#[tokio::test]
async fn an_answer_that_never_comes_says_nothing_about_what_was_done() {
    let w = world().await;
    w.fault(json!({"kind": "telecom_timeout_after_create", "times": 1, "ms": 1})).await;
    w.fault(json!({"kind": "telecom_timeout_after_confirm", "times": 1, "ms": 1})).await;
    assert_eq!(call(&w, "/charges", charge(&w, "MN-1", 4900)).await.0, 504);
    let (status, begun) = call(&w, "/charges", charge(&w, "MN-1", 4900)).await;
    assert_eq!((status, &begun["status"]), (202, &json!("otp_sent")));
    let path = format!("/charges/{}/confirm", begun["id"].as_str().unwrap());
    let code = texted(&w, NUMBER).await;
    assert_eq!(call(&w, &path, json!({"code": code})).await.0, 504);
    assert_eq!(call(&w, &path, json!({"code": code})).await.1["status"], "captured");
    assert_eq!(call(&w, "/balance", json!({"msisdn": NUMBER})).await.1["balance"], 100_000 - 4900);

    w.fault(json!({"kind": "telecom_too_soon", "times": 1})).await;
    let (status, soon) = call(&w, "/charges", charge(&w, "MN-2", 4900)).await;
    assert_eq!((status, &soon["code"]), (429, &json!("otp_too_soon")));
    assert_eq!(call(&w, "/charges", charge(&w, "MN-2", 4900)).await.0, 202);
}

#[tokio::test]
async fn who_cannot_pay_is_told_why() {
    let w = world().await;
    for (change, status, code) in [
        (json!({"amount": 100_001}), 409, "balance_short"),
        (json!({"amount": 99}), 422, "amount_invalid"),
        (json!({"msisdn": "0812345605"}), 409, "other_operator"),
        (json!({"msisdn": "0812345697"}), 409, "number_suspended"),
        (json!({"msisdn": "0812345699"}), 409, "credit_short"),
    ] {
        let mut body = charge(&w, "MN-2", 4900);
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let (got, refusal) = call(&w, "/charges", body).await;
        assert_eq!((got, &refusal["code"]), (status, &json!(code)), "{change}");
    }
    w.fault(json!({"kind": "telecom_reject", "reason": "number_suspended", "scope": {"order": "MN-3"}})).await;
    let (_, begun) = call(&w, "/charges", charge(&w, "MN-3", 4900)).await;
    let path = format!("/charges/{}/confirm", begun["id"].as_str().unwrap());
    let (status, refusal) = call(&w, &path, json!({"code": texted(&w, NUMBER).await})).await;
    assert_eq!((status, &refusal["code"]), (409, &json!("number_suspended")));
    assert_eq!(w.shop.receives(1).await[0].json()["event"], "charge.failed");
}

#[tokio::test]
async fn texts_are_sent() {
    let w = world().await;
    let (status, _) = call(&w, "/sms", json!({"to": NUMBER, "text": "สวัสดีค่ะ"})).await;
    assert_eq!(status, 202);
    let inbox: Value = w.get("/phone/messages?to=%2B66812345671").await.json().await.unwrap();
    assert_eq!((&inbox["items"][0]["text"], &inbox["items"][0]["kind"]), (&json!("สวัสดีค่ะ"), &json!("sms")));
}
