use serde_json::{Value, json};

use crate::world::{World, read, until, world, world_with};

fn order(w: &World, reference: &str) -> Value {
    json!({
        "reference": reference, "game": "rov", "sku": "rov-60", "playerId": "10203040", "quantity": 1,
        "callbackUrl": format!("{}/partner", w.shop.url)
    })
}

#[tokio::test]
async fn an_order_is_accepted_then_delivered_and_called_back() {
    let w = world().await;
    let (status, accepted) = w.partner_post("/siamplay/orders", order(&w, "MN-1-1")).await;
    assert_eq!((status, &accepted["status"]), (202, &json!("accepted")));
    let callback = w.shop.receives(1).await.remove(0);
    assert!(callback.is_signed("Partner", b"sandbox-partner-secret"));
    assert!(callback.header("X-Partner-Delivery").starts_with("cb_"));
    let told = callback.json();
    assert_eq!((&told["event"], &told["partner"]), (&json!("order.delivered"), &json!("siamplay")));
    let (_, now) = w.partner_get("/siamplay/orders/MN-1-1").await;
    assert_eq!(now, told["order"]);
    assert_eq!(now["status"], "delivered");
    assert_eq!(w.partner_get("/moonpin/orders/MN-1-1").await.0, 404);
}

#[tokio::test]
async fn the_same_reference_is_the_same_order_and_delivered_once() {
    let w = world().await;
    let (_, before) = w.partner_get("/siamplay/balance").await;
    let mut ids = Vec::new();
    for sku in ["rov-60", "rov-600", "rov-60"] {
        let mut body = order(&w, "MN-1-1");
        body["sku"] = json!(sku);
        let (status, order) = w.partner_post("/siamplay/orders", body).await;
        assert_eq!(order["sku"], "rov-60");
        ids.push((status, order["partnerOrderId"].clone()));
    }
    assert_eq!(ids.iter().map(|(status, _)| *status).collect::<Vec<_>>(), [202, 200, 200]);
    assert!(ids.iter().all(|(_, id)| *id == ids[0].1));
    w.shop.receives(1).await;
    let (_, after) = w.partner_get("/siamplay/balance").await;
    let spent = before["balance"].as_i64().unwrap() - after["balance"].as_i64().unwrap();
    assert_eq!(spent, 60 * 28);
}

#[tokio::test]
async fn many_at_once_with_one_reference_make_one_order() {
    let w = world().await;
    let tries = (0..20).map(|_| w.partner_post("/siamplay/orders", order(&w, "MN-7")));
    let mut statuses = Vec::new();
    for answer in futures_util::future::join_all(tries).await {
        statuses.push(answer.0);
    }
    assert_eq!(statuses.iter().filter(|status| **status == 202).count(), 1, "{statuses:?}");
    w.shop.receives(1).await;
}

#[tokio::test]
async fn vouchers_come_with_code_serial_and_expiry() {
    let w = world().await;
    let ask = json!({"reference": "MN-2-1", "game": "steam", "sku": "steam-100", "quantity": 3, "callbackUrl": format!("{}/p", w.shop.url)});
    assert_eq!(w.partner_post("/voucherhub/orders", ask).await.0, 202);
    let told = w.shop.receives(1).await[0].json();
    let vouchers = told["order"]["vouchers"].as_array().unwrap();
    let mut codes: Vec<_> = vouchers.iter().map(|v| v["code"].as_str().unwrap()).collect();
    codes.sort_unstable();
    codes.dedup();
    assert_eq!(codes.len(), 3);
    assert_eq!(codes[0].len(), 19);
    assert!(vouchers.iter().all(|v| v["serial"].is_string() && v["expiresAt"].is_string()));
}

#[tokio::test]
async fn players_are_known_or_not() {
    let w = world().await;
    let ask = |game: &str, id: &str, server: Value| {
        let body = json!({"game": game, "playerId": id, "server": server});
        let w = &w;
        async move { w.partner_post("/moonpin/players/validate", body).await }
    };
    let (status, first) = ask("rov", "10203040", json!(null)).await;
    assert_eq!(status, 200, "{first}");
    assert_eq!(ask("rov", "10203040", json!(null)).await.1["displayName"], first["displayName"]);
    assert_eq!(ask("mobile-legends", "1234567", json!("2201")).await.0, 200);
    for (game, id, server, code) in [
        ("rov", "12340000", json!(null), "player_unknown"),
        ("rov", "1", json!(null), "player_unknown"),
        ("rov", "<script>", json!(null), "player_unknown"),
        ("genshin-impact", "800123456", json!(null), "server_required"),
        ("genshin-impact", "800123456", json!("mars"), "server_unknown"),
        ("genshin-impact", "abcd", json!("asia"), "player_unknown"),
        ("mobile-legends", "1234567", json!(null), "server_required"),
        ("mobile-legends", "1234567", json!("s1"), "server_unknown"),
        ("mobile-legends", "1234567", json!("220199"), "server_unknown"),
        ("ragnarok-origin", "800123456", json!("geffen"), "server_closed"),
        ("chess", "10203040", json!(null), "game_unknown"),
    ] {
        assert_eq!(ask(game, id, server).await.1["code"], code, "{game} {id}");
    }
    let (_, servers) = w.partner_get("/moonpin/games/genshin-impact/servers").await;
    assert_eq!(servers["serverRequired"], true);
    assert_eq!(servers["servers"][0], json!({"id": "asia", "name": "Asia", "open": true}));
    assert_eq!(servers["serverPattern"], json!(null));
    let (_, zones) = w.partner_get("/moonpin/games/mobile-legends/servers").await;
    let typed = json!({"game": "mobile-legends", "serverRequired": true, "serverPattern": "^[0-9]{4,5}$", "servers": []});
    assert_eq!(zones, typed);
}

#[tokio::test]
async fn bad_orders_are_refused_and_cost_nothing() {
    let w = world().await;
    for (change, status, code) in [
        (json!({"quantity": 0}), 422, "quantity_invalid"),
        (json!({"quantity": 11}), 422, "quantity_invalid"),
        (json!({"quantity": -1}), 400, "bad_request"),
        (json!({"sku": "steam-100"}), 422, "sku_unknown"),
        (json!({"sku": "rov-withdrawn"}), 409, "product_withdrawn"),
        (json!({"sku": "rov-soldout"}), 409, "out_of_stock"),
        (json!({"playerId": null}), 422, "player_unknown"),
        (json!({"reference": "a b"}), 422, "reference_invalid"),
    ] {
        let mut body = order(&w, "MN-3-1");
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        let (got, refusal) = w.partner_post("/siamplay/orders", body).await;
        assert_eq!((got, &refusal["code"]), (status, &json!(code)), "{change}");
        assert!(refusal["requestId"].is_string());
    }
    let no_key = w.client.get(w.url("/partners/siamplay/balance")).send().await.unwrap();
    assert_eq!(read(no_key).await.0, 401);
    assert_eq!(w.partner_get("/nobody/balance").await.1["code"], "partner_unknown");
    let (_, prices) = w.partner_get("/siamplay/prices?game=rov").await;
    assert!(prices["items"].as_array().unwrap().iter().any(|item| item["sku"] == "rov-60"));
    let (_, stock) = w.partner_get("/voucherhub/stock?sku=roblox-gift-10").await;
    assert_eq!(stock["available"], 1000);
}

#[tokio::test]
async fn faults_strike_the_partner_they_are_meant_for() {
    let w = world().await;
    w.fault(json!({"kind": "partner_busy", "times": 2, "scope": {"partner": "siamplay"}})).await;
    for expected in [503, 503, 202] {
        assert_eq!(w.partner_post("/siamplay/orders", order(&w, "MN-1")).await.0, expected);
    }
    w.fault(json!({"kind": "partner_reject", "reason": "server_closed", "scope": {"order": "MN-2"}})).await;
    let (status, refusal) = w.partner_post("/siamplay/orders", order(&w, "MN-2-1")).await;
    assert_eq!((status, &refusal["code"]), (409, &json!("server_closed")));

    w.fault(json!({"kind": "partner_fail_delivery", "reason": "server_closed", "scope": {"playerId": "55555555"}})).await;
    let mut body = order(&w, "MN-3-1");
    body["playerId"] = json!("55555555");
    assert_eq!(w.partner_post("/siamplay/orders", body).await.0, 202);
    let told = w.shop.receives(2).await;
    let told = told.iter().map(|told| told.json()).find(|told| told["order"]["reference"] == "MN-3-1").unwrap();
    assert_eq!((&told["event"], &told["order"]["reason"]), (&json!("order.failed"), &json!("server_closed")));

    w.fault(json!({"kind": "partner_down", "scope": {"partner": "moonpin"}})).await;
    assert_eq!(w.partner_get("/moonpin/balance").await.1["code"], "unavailable");
    assert_eq!(w.partner_get("/siamplay/balance").await.0, 200);
}

#[tokio::test]
async fn callbacks_are_lost_doubled_forged_and_answers_withheld() {
    let w = world().await;
    w.fault(json!({"kind": "partner_lose_callback", "scope": {"order": "A"}})).await;
    w.fault(json!({"kind": "partner_twice_callback", "scope": {"order": "B"}})).await;
    w.fault(json!({"kind": "partner_false_signature", "scope": {"order": "C"}})).await;
    for reference in ["A", "B", "C"] {
        w.partner_post("/siamplay/orders", order(&w, reference)).await;
    }
    let told = w.shop.receives(3).await;
    for callback in told {
        let forged = callback.json()["order"]["reference"] == "C";
        assert_eq!(callback.is_signed("Partner", b"sandbox-partner-secret"), !forged);
    }
    until("A is delivered all the same", async || w.partner_get("/siamplay/orders/A").await.1["status"] == "delivered").await;

    w.fault(json!({"kind": "partner_timeout_after_create", "scope": {"order": "D"}})).await;
    let request = w.client.post(w.url("/partners/siamplay/orders")).json(&order(&w, "D"));
    let asked = tokio::spawn(request.bearer_auth("sandbox-partner-key").send());
    until("the order is made", async || w.partner_get("/siamplay/orders/D").await.0 == 200).await;
    assert!(!asked.is_finished(), "the answer does not come");
    asked.abort();
    assert_eq!(w.partner_post("/siamplay/orders", order(&w, "D")).await.0, 200);
}

#[tokio::test]
async fn callbacks_go_where_the_setting_says() {
    let first = world().await;
    let url = format!("{}/hooks", first.shop.url);
    let w = world_with(|settings| settings.partners_callback_url = Some(url)).await;
    let mut body = order(&w, "MN-1");
    body.as_object_mut().unwrap().remove("callbackUrl");
    w.partner_post("/moonpin/orders", body).await;
    assert_eq!(first.shop.receives(1).await[0].path, "/hooks/moonpin");
}
