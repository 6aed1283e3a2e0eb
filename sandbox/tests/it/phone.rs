use serde_json::{Value, json};
use totp_rs::Totp;

use crate::world::{PATIENCE, world};

#[tokio::test]
async fn a_shown_code_is_scanned_paid_and_cannot_be_paid_twice() {
    let w = world().await;
    let charge = w.charge(4900, "MN-1042").await;
    let waiting: Value = w.get("/phone/payments").await.json().await.unwrap();
    assert_eq!(waiting["items"][0]["chargeId"], charge["id"]);
    let path = format!("/opn/charges/{}/payload", charge["id"].as_str().unwrap());
    let payload = w.get(&path).await.text().await.unwrap();
    let (_, scan) = w.post("/phone/scan", json!({"payload": payload})).await;
    assert_eq!((&scan["amount"], &scan["ref2"]), (&json!(4900), &json!("MN1042")));
    let (status, refusal) = w.post("/phone/pay", json!({"payload": payload, "amount": 4800})).await;
    assert_eq!((status, &refusal["code"]), (422, &json!("amount_fixed")));
    let (status, slip) = w.post("/phone/pay", json!({"payload": payload})).await;
    assert_eq!((status, &slip["status"], &slip["amount"]), (200, &json!("paid"), &json!(4900)));
    let (status, refusal) = w.post("/phone/pay", json!({"payload": payload})).await;
    assert_eq!((status, &refusal["code"]), (409, &json!("already_paid")));
    let waiting: Value = w.get("/phone/payments").await.json().await.unwrap();
    assert_eq!(waiting["items"], json!([]));
    w.shop.receives(2).await;
}

#[tokio::test]
async fn two_phones_at_once_pay_once() {
    let w = world().await;
    let charge = w.charge(4900, "MN-1").await;
    let pay = || w.post("/phone/pay", json!({"chargeId": charge["id"]}));
    let answers = futures_util::future::join_all((0..20).map(|_| pay())).await;
    assert_eq!(answers.iter().filter(|(status, _)| *status == 200).count(), 1);
    w.shop.receives(2).await;
}

#[tokio::test]
async fn a_declined_payment_fails_the_charge() {
    let w = world().await;
    let charge = w.charge(4900, "MN-1").await;
    let (status, answer) = w.post("/phone/decline", json!({"chargeId": charge["id"]})).await;
    assert_eq!((status, &answer["status"]), (200, &json!("declined")));
    let (_, read) = w.opn_get(&format!("/charges/{}", charge["id"].as_str().unwrap())).await;
    assert_eq!((&read["status"], &read["failure_code"]), (&json!("failed"), &json!("payment_rejected")));
}

#[tokio::test]
async fn late_money_arrives_after_the_charge_has_expired() {
    let w = world().await;
    let charge = w.charge(4900, "MN-1").await;
    w.shop.has(1).await;
    let path = format!("/charges/{}/expire", charge["id"].as_str().unwrap());
    w.opn_post(&path, json!({})).await;
    w.shop.has(2).await;
    assert_eq!(w.post("/phone/pay", json!({"chargeId": charge["id"]})).await.0, 410);
    let late = json!({"chargeId": charge["id"], "late": true});
    assert_eq!(w.post("/phone/pay", late.clone()).await.0, 200);
    assert_eq!(w.post("/phone/pay", late).await.0, 409);
    let (_, read) = w.opn_get(&format!("/charges/{}", charge["id"].as_str().unwrap())).await;
    assert_eq!((&read["status"], &read["paid"]), (&json!("successful"), &json!(true)));
    assert_eq!(w.shop.receives(3).await[2].json()["key"], "charge.complete");
}

#[tokio::test]
async fn what_is_no_code_of_ours_is_refused() {
    let w = world().await;
    let foreign = manao_sandbox::promptpay::person("0812345678", Some(2000));
    let unknown = manao_sandbox::promptpay::bill("010555000000101", "NOBODY", None, Some(2000), "X");
    for (payload, status, code) in [
        ("hello".to_owned(), 422, "bad_payload"),
        (unknown.replace("20.00", "10.00"), 422, "bad_payload"),
        (foreign, 404, "unknown_code"),
        (unknown, 404, "unknown_code"),
    ] {
        let (got, refusal) = w.post("/phone/scan", json!({"payload": payload})).await;
        assert_eq!((got, &refusal["code"]), (status, &json!(code)), "{payload}");
    }
}

#[tokio::test]
async fn an_authenticator_is_set_up_by_address_or_key_and_shows_codes() {
    let w = world().await;
    let address = "otpauth://totp/Manao:ploy%40manao.example?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Manao";
    let totp = Totp::from_url(address).unwrap();
    let (status, first) = w.post("/phone/authenticator", json!({"text": address})).await;
    assert_eq!((status, &first["issuer"], &first["account"]), (200, &json!("Manao"), &json!("ploy@manao.example")));
    let same = json!({"text": " gezd gnbv gy3t qojq gezd gnbv gy3t qojq\n", "account": "Somebody"});
    let (status, again) = w.post("/phone/authenticator", same).await;
    assert_eq!((status, &again["id"], &again["account"]), (200, &first["id"], &first["account"]));
    let (status, second) = w.post("/phone/authenticator", json!({"text": "JBSW-Y3DP-EHPK-3PXP", "account": "Ploy"})).await;
    assert_eq!((status, &second["issuer"], &second["account"]), (200, &Value::Null, &json!("Ploy")));

    let before = totp.generate_current().to_string();
    let listed: Value = w.get("/phone/authenticator").await.json().await.unwrap();
    let after = totp.generate_current().to_string();
    let items = listed["items"].as_array().unwrap();
    assert_eq!(items.iter().map(|item| &item["id"]).collect::<Vec<_>>(), [&second["id"], &first["id"]]);
    let code = items[1]["code"].as_str().unwrap();
    assert!(code == before || code == after, "{code} is neither {before} nor {after}");
    assert!((1..=30).contains(&items[1]["secondsLeft"].as_u64().unwrap()), "{listed}");
    assert!(items[1].get("secret").is_none(), "{listed}");

    for text in [
        "",
        "482913",
        "JBSWY3DPEHPK3PX",
        "JBSWY3DPEHPK3PX1",
        "otpauth://hotp/Manao?secret=JBSWY3DPEHPK3PXP&counter=1",
        "otpauth://totp/Manao",
        "https://manao.example/?secret=JBSWY3DPEHPK3PXP",
    ] {
        let (status, refusal) = w.post("/phone/authenticator", json!({"text": text})).await;
        assert_eq!((status, &refusal["code"]), (422, &json!("bad_key")), "{text}");
    }

    let path = format!("/phone/authenticator/{}", first["id"].as_str().unwrap());
    assert_eq!(w.client.delete(w.url(&path)).send().await.unwrap().status(), 204);
    let listed: Value = w.get("/phone/authenticator").await.json().await.unwrap();
    assert_eq!(listed["items"].as_array().unwrap().len(), 1);
    assert_eq!(listed["items"][0]["id"], second["id"]);
}

#[tokio::test]
async fn the_pages_are_there_and_changes_are_pushed() {
    let w = world().await;
    for (path, word) in [("/", "ของจำลอง"), ("/phone", "สแกนจ่าย"), ("/healthz", "ok")] {
        let response = w.get(path).await;
        assert_eq!(response.status(), 200);
        assert!(response.text().await.unwrap().contains(word), "{path}");
    }
    // The pages bring their Thai letters along.
    for weight in [400, 600] {
        let font = w.get(&format!("/fonts/plex-thai-{weight}.woff2")).await;
        assert_eq!(font.headers()["content-type"], "font/woff2");
        assert!(font.bytes().await.unwrap().starts_with(b"wOF2"));
    }
    assert_eq!(w.get("/fonts/other.woff2").await.status(), 404);
    let mut events = w.get("/phone/events").await;
    w.charge(4900, "MN-1").await;
    let chunk = tokio::time::timeout(PATIENCE, events.chunk()).await;
    let chunk = chunk.unwrap().unwrap().unwrap();
    let text = String::from_utf8_lossy(&chunk);
    // Without data a browser would not see the event.
    assert!(text.contains("event: changed\ndata: "), "{text}");
}
