//! Cards: the vault, 3-D Secure, saved cards and the card form.

use serde_json::{Value, json};

use crate::world::{World, read, world, world_with};

const NUMBER: &str = "4242424242424242";

fn card(number: &str) -> Value {
    json!({
        "name": "SOMCHAI JAIDEE", "number": number, "expiration_month": 12, "expiration_year": 2099, "security_code": "123",
        "email": "somchai@manao.example", "phone_number": "0812345678"
    })
}

async fn vault(w: &World, card: Value) -> (u16, Value) {
    let request = w.client.post(w.url("/opn/vault/tokens")).basic_auth("pkey_test_manao", Some(""));
    read(request.json(&json!({"card": card})).send().await.unwrap()).await
}

async fn token(w: &World, number: &str) -> Value {
    let (status, token) = vault(w, card(number)).await;
    assert_eq!(status, 200, "{token}");
    token["id"].clone()
}

fn body(more: &Value) -> Value {
    let mut body =
        json!({"amount": 4900, "currency": "THB", "return_uri": "http://localhost/back", "metadata": {"order": "MN-1"}});
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

async fn press(w: &World, charge: &Value, form: &[(&str, &str)]) -> u16 {
    w.client.post(charge["authorize_uri"].as_str().unwrap()).form(form).send().await.unwrap().status().as_u16()
}

async fn current(w: &World, charge: &Value) -> Value {
    w.opn_get(&format!("/charges/{}", charge["id"].as_str().unwrap())).await.1
}

#[tokio::test]
async fn the_vault_makes_tokens_and_keeps_no_number() {
    let w = world().await;
    let (status, token) = vault(&w, card("4242 4242 4242 4242")).await;
    assert_eq!((status, &token["object"], &token["used"]), (200, &json!("token"), &json!(false)));
    let shown = &token["card"];
    assert!(token["id"].as_str().unwrap().starts_with("tokn_test_") && shown["id"].as_str().unwrap().starts_with("card_test_"));
    assert_eq!((&shown["brand"], &shown["last_digits"]), (&json!("Visa"), &json!("4242")));
    assert_eq!((&shown["expiration_month"], &shown["expiration_year"]), (&json!(12), &json!(2099)));
    assert_eq!((&shown["security_code_check"], shown["fingerprint"].is_string()), (&json!(true), true));
    let (_, again) = vault(&w, card(NUMBER)).await;
    assert_eq!(again["card"]["fingerprint"], shown["fingerprint"]);
    let (_, other) = vault(&w, card("5555555555554444")).await;
    assert_ne!(other["card"]["fingerprint"], shown["fingerprint"]);

    for (change, word) in [
        (json!({"number": "4242424242424241"}), "number"),
        (json!({"number": null}), "number"),
        (json!({"expiration_year": 2020}), "expiration"),
        (json!({"expiration_month": 13}), "expiration"),
        (json!({"security_code": "12"}), "security"),
        (json!({"name": " "}), "name"),
    ] {
        let mut card = card(NUMBER);
        card.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let (status, error) = vault(&w, card).await;
        assert_eq!((status, &error["code"]), (400, &json!("invalid_card")), "{change}");
        let message = error["message"].as_str().unwrap();
        assert!(message.starts_with(word) && !message.contains("4242"), "{message}");
    }
    let wrong_key = w.client.post(w.url("/opn/vault/tokens")).basic_auth("skey_test_manao", Some(""));
    let refused = wrong_key.json(&json!({"card": card(NUMBER)})).send().await.unwrap();
    assert_eq!((refused.status().as_u16(), &refused.headers()["access-control-allow-origin"]), (401, &"*".parse().unwrap()));
    let preflight = w.client.request(reqwest::Method::OPTIONS, w.url("/opn/vault/tokens")).send().await.unwrap();
    assert_eq!(preflight.status(), 204);
    assert!(preflight.headers()["access-control-allow-headers"].to_str().unwrap().contains("authorization"));

    let folder = w.sandbox.settings.data.clone();
    for file in ["state.json", "state.log"] {
        let text = std::fs::read_to_string(folder.join(file)).unwrap();
        assert!(!text.contains(NUMBER) && !text.contains("5555555555554444"), "{file}");
    }
}

#[tokio::test]
async fn a_card_pays_through_3d_secure() {
    let w = world().await;
    let card = token(&w, NUMBER).await;
    let (status, charge) = w.opn_post("/charges", body(&json!({"card": card}))).await;
    assert_eq!((status, &charge["status"], &charge["source"]), (200, &json!("pending"), &Value::Null), "{charge}");
    assert_eq!((&charge["card"]["last_digits"], &charge["missing_3ds_fields"]), (&json!("4242"), &json!([])));
    let expires = charge["expires_at"].as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>().unwrap();
    assert!((expires - chrono::Utc::now()).num_hours() >= 24 * 7 - 1);
    let (status, error) = w.opn_post("/charges", body(&json!({"card": card}))).await;
    assert_eq!((status, &error["code"]), (400, &json!("used_token")));
    let page = w.client.get(charge["authorize_uri"].as_str().unwrap()).send().await.unwrap().text().await.unwrap();
    assert!(page.contains("3-D Secure") && page.contains("123456") && page.contains("•••• 4242"), "{page}");
    assert_eq!(press(&w, &charge, &[("answer", "pay"), ("passcode", "654321")]).await, 200);
    assert_eq!(current(&w, &charge).await["status"], "pending");
    assert_eq!(press(&w, &charge, &[("answer", "pay"), ("passcode", "123456")]).await, 303);
    let paid = current(&w, &charge).await;
    assert_eq!((&paid["status"], &paid["refundable"]), (&json!("successful"), &json!(true)));
    let path = format!("/charges/{}/refunds", charge["id"].as_str().unwrap());
    assert_eq!(w.opn_post(&path, json!({"amount": 900})).await.1["amount"], 900);

    let mut bare = card_without_contact();
    bare["number"] = json!("3530111333300000");
    let (_, token) = vault(&w, bare).await;
    let (_, charge) = w.opn_post("/charges", body(&json!({"card": token["id"]}))).await;
    assert_eq!(charge["missing_3ds_fields"], json!(["email", "phone_number"]));
    assert_eq!(press(&w, &charge, &[("answer", "insufficient")]).await, 303);
    assert_eq!(current(&w, &charge).await["failure_code"], "insufficient_fund");
}

fn card_without_contact() -> Value {
    let mut card = card(NUMBER);
    let members = card.as_object_mut().unwrap();
    members.remove("email");
    members.remove("phone_number");
    card
}

#[tokio::test]
async fn test_numbers_fail_as_their_bank_says() {
    let w = world().await;
    for (number, code) in [
        ("4111111111140011", "insufficient_fund"),
        ("4111111111130012", "stolen_or_lost_card"),
        ("4111111111120013", "failed_processing"),
        ("4111111111110014", "payment_rejected"),
        ("4111111111190016", "failed_fraud_check"),
        ("4111111111180017", "invalid_account_number"),
    ] {
        let card = token(&w, number).await;
        let (_, charge) = w.opn_post("/charges", body(&json!({"card": card}))).await;
        assert_eq!(charge["status"], "pending");
        press(&w, &charge, &[("answer", "pay"), ("passcode", "123456")]).await;
        let ended = current(&w, &charge).await;
        assert_eq!((&ended["status"], &ended["failure_code"]), (&json!("failed"), &json!(code)), "{number}");
        assert!(ended["failure_message"].is_string());
    }
    let card = token(&w, "4111111111140011").await;
    let (_, charge) = w.opn_post("/charges", body(&json!({"card": card}))).await;
    press(&w, &charge, &[("answer", "pay_late"), ("passcode", "123456"), ("delay_ms", "1")]).await;
    assert_eq!(current(&w, &charge).await["failure_code"], "insufficient_fund", "it fails whatever button pays");
    // Without a return address the card is charged at once.
    for (number, status) in [("5555555555554444", "successful"), ("4111111111140011", "failed")] {
        let card = token(&w, number).await;
        let direct = json!({"amount": 4900, "currency": "THB", "card": card});
        let (_, charge) = w.opn_post("/charges", direct).await;
        assert_eq!((&charge["status"], &charge["authorize_uri"]), (&json!(status), &Value::Null));
    }
    let unknown = token(&w, "6250947000000006").await;
    let (status, error) = w.opn_post("/charges", body(&json!({"card": unknown}))).await;
    assert_eq!((status, &error["code"]), (400, &json!("brand_not_supported")));
    assert_eq!(w.opn_post("/charges", body(&json!({"card": "tokn_test_none"}))).await.0, 404);

    let w = world_with(|settings| settings.card_token_ms = 1).await;
    let expired = token(&w, NUMBER).await;
    tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    let (status, error) = w.opn_post("/charges", body(&json!({"card": expired}))).await;
    assert_eq!((status, &error["code"]), (400, &json!("invalid_card_token")));
}

#[tokio::test]
async fn a_customer_keeps_cards_and_pays_with_one() {
    let w = world().await;
    let first = token(&w, NUMBER).await;
    let ask = json!({"email": "somchai@manao.example", "description": "user 1", "card": first});
    let (status, customer) = w.opn_post("/customers", ask).await;
    assert_eq!((status, &customer["object"], &customer["cards"]["total"]), (200, &json!("customer"), &json!(1)));
    let path = format!("/customers/{}", customer["id"].as_str().unwrap());
    assert_eq!(w.opn_post("/customers", json!({"card": first})).await.1["code"], "used_token");

    let send = async |method: reqwest::Method, path: &str, body: Value| {
        let request = w.client.request(method, w.url(&format!("/opn{path}"))).basic_auth("skey_test_manao", Some(""));
        read(request.json(&body).send().await.unwrap()).await
    };
    let second = token(&w, "5555555555554444").await;
    let (status, customer) = send(reqwest::Method::PATCH, &path, json!({"card": second})).await;
    assert_eq!((status, &customer["cards"]["total"]), (200, &json!(2)), "{customer}");
    assert_eq!(customer["email"], "somchai@manao.example");
    let (_, list) = w.opn_get(&format!("{path}/cards")).await;
    let ids: Vec<_> = list["data"].as_array().unwrap().iter().map(|card| card["id"].as_str().unwrap().to_owned()).collect();
    assert_eq!((ids.len(), &customer["default_card"]), (2, &json!(ids[1])));

    let (_, charge) = w.opn_post("/charges", body(&json!({"customer": customer["id"], "card": ids[0]}))).await;
    assert_eq!((&charge["customer"], &charge["card"]["id"]), (&customer["id"], &json!(ids[0])), "{charge}");
    assert_eq!(charge["status"], "pending");
    press(&w, &charge, &[("answer", "pay"), ("passcode", "123456")]).await;
    assert_eq!(current(&w, &charge).await["status"], "successful");
    let (_, charge) = w.opn_post("/charges", body(&json!({"customer": customer["id"]}))).await;
    assert_eq!(charge["card"]["last_digits"], "4444");

    let (status, gone) = send(reqwest::Method::DELETE, &format!("{path}/cards/{}", ids[1]), json!({})).await;
    assert_eq!((status, &gone["deleted"]), (200, &json!(true)));
    let (_, customer) = w.opn_get(&path).await;
    assert_eq!((&customer["cards"]["total"], &customer["default_card"]), (&json!(1), &json!(ids[0])));
    let lost = body(&json!({"customer": customer["id"], "card": ids[1]}));
    assert_eq!(w.opn_post("/charges", lost).await.0, 404);
    assert_eq!(send(reqwest::Method::DELETE, &format!("{path}/cards/{}", ids[1]), json!({})).await.0, 404);
    assert_eq!(send(reqwest::Method::DELETE, &path, json!({})).await.1["deleted"], true);
    assert_eq!(w.opn_get(&path).await.0, 404);
}

#[tokio::test]
async fn the_card_form_is_served_under_its_own_policy() {
    let w = world().await;
    let script = w.get("/opn/omise.js").await;
    assert!(script.headers()["content-type"].to_str().unwrap().starts_with("text/javascript"));
    assert!(script.text().await.unwrap().contains("window.OmiseCard"));
    let form = w.get("/opn/card-form?locale=th&origin=http://localhost:8080").await;
    let policy = form.headers()["content-security-policy"].to_str().unwrap().to_owned();
    for rule in ["script-src 'self'", "connect-src 'self'", "form-action 'none'"] {
        assert!(policy.contains(rule), "{policy}");
    }
    let html = form.text().await.unwrap();
    for word in ["cc-number", "cc-exp", "cc-csc", "cc-name", "aria-modal"] {
        assert!(html.contains(word), "{word}");
    }
    assert!(!html.contains("<script>") && !html.contains("style="));
    for (file, kind) in [("card-form.js", "text/javascript"), ("card-form.css", "text/css")] {
        let file = w.get(&format!("/opn/{file}")).await;
        assert!(file.headers()["content-type"].to_str().unwrap().starts_with(kind));
    }
}
