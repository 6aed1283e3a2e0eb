//! Claims that a code was already used: it is exchanged for another of the stock, or the claim is refused with a reason.

use serde_json::{Value, json};

use crate::orders::paying::told;
use crate::orders::shop::Shop;
use crate::support::Client;

/// Buys one card and returns a request about its code.
async fn bought(shop: &Shop, client: &Client, product: i64) -> Value {
    let order = shop.buy(client, product, 10_000).await;
    shop.pay(&order).await.ok();
    let order = shop.until(client, &order, "completed", |order| order["status"] == "completed").await;
    json!({"number": order["number"], "lineId": order["lines"][0]["id"], "index": 1})
}

fn with(body: &Value, field: &str, value: Value) -> Value {
    let mut body = body.clone();
    body[field] = value;
    body
}

#[tokio::test(flavor = "multi_thread")]
async fn a_used_code_is_exchanged_once_and_the_buyer_is_told() {
    let shop = Shop::open().await;
    let (mali, staff) = (shop.world.user("mali").await, shop.world.operator("staff").await);
    let cards = shop.cards(10_000, 2).await;
    let ask = bought(&shop, &mali, cards).await;
    let claim = async |body: Value| mali.post("/purchase/claim-code", body).await;
    claim(ask.clone()).await.refused(409, "claim_not_viewed");
    let first = mali.post("/purchase/reveal-code", ask.clone()).await.ok();
    let future = (shop.world.app.now() + chrono::TimeDelta::hours(1)).to_rfc3339();
    assert_eq!(
        claim(with(&ask, "seenAt", json!(future))).await.refused(422, "fields_invalid")["fields"]["seenAt"],
        "field_invalid"
    );
    let refused = claim(with(&ask, "note", json!("x".repeat(501)))).await.refused(422, "fields_invalid");
    assert_eq!(refused["fields"]["note"], "text_too_long");
    claim(with(&ask, "index", json!(2))).await.refused(404, "code_not_found");

    let version = shop.read(&mali, &ask).await["version"].as_i64().unwrap();
    let seen_at = shop.world.app.now().to_rfc3339();
    let made = claim(with(&with(&ask, "note", json!("The shop says duplicate.")), "seenAt", json!(seen_at))).await.ok();
    assert_eq!((&made["state"], &made["serial"]), (&json!("open"), &first["serial"]));
    claim(ask.clone()).await.refused(409, "claim_open");
    assert!(shop.read(&mali, &ask).await["version"].as_i64().unwrap() > version, "the page is told");
    // The thread holds the times, and never the code.
    let thread = staff.get(&format!("/console/threads/{}", made["threadId"])).await.ok();
    let text = thread["items"][0]["text"].as_str().unwrap();
    assert!(
        text.contains(first["serial"].as_str().unwrap()) && text.contains("First revealed") && text.contains("duplicate"),
        "{text}"
    );
    assert_eq!((&thread["order"]["number"], &thread["state"]), (&ask["number"], &json!("waiting")));

    mali.get("/console/code-claims").await.refused(403, "staff_required");
    let queue = staff.get("/console/code-claims").await.ok();
    assert_eq!((&queue["total"], &queue["items"][0]["ownCode"]), (&json!(1), &json!(true)), "{queue:#}");
    assert!(queue["items"][0]["importedAt"].is_string() && queue["items"][0]["firstViewedAt"].is_string(), "{queue:#}");
    for told in [queue.to_string(), thread.to_string()] {
        assert!(!told.contains(first["code"].as_str().unwrap()), "{told}");
    }
    let path = format!("/console/code-claims/{}", queue["items"][0]["id"]);
    let exchange = json!({"action": "exchange"});
    assert_eq!(
        staff.post(&path, json!({"action": "refuse"})).await.refused(422, "fields_invalid")["fields"]["reason"],
        "reason_required"
    );
    staff.post("/console/code-claims/4711", exchange.clone()).await.refused(404, "claim_not_found");
    for _ in 0..2 {
        assert_eq!(staff.post(&path, exchange.clone()).await.status, 204);
    }
    staff.post(&path, json!({"action": "refuse", "reason": "used later"})).await.refused(409, "claim_decided");
    assert_eq!(staff.get("/console/code-claims?state=exchanged").await.ok()["total"], 1);

    let codes = mali.post("/purchase/codes", ask.clone()).await.ok();
    let code = &codes["codes"][0];
    assert_eq!((&code["index"], &code["of"], &code["views"]), (&json!(1), &json!(1), &json!([])), "{codes:#}");
    assert_eq!((&code["claim"]["state"], &code["claim"]["serial"]), (&json!("exchanged"), &first["serial"]));
    let second = mali.post("/purchase/reveal-code", ask.clone()).await.ok();
    assert_ne!((&second["code"], &second["serial"]), (&first["code"], &first["serial"]));
    let states = "select count(*) from shop.voucher_codes where (state = 'burned' and replaces_id is null) or (state = 'sold' and replaces_id is not null)";
    assert_eq!(shop.count(states).await, 2);
    assert_eq!(shop.count("select sum(stock)::bigint from shop.products where stock is not null").await, 0);
    for moved in [
        "update shop.voucher_codes set state = 'free' where state = 'burned'",
        "update shop.voucher_codes set state = 'sold' where state = 'burned'",
        "delete from shop.voucher_codes where state = 'burned'",
    ] {
        assert!(sqlx::query(moved).execute(&shop.world.app.db).await.is_err(), "{moved}");
    }

    // The next one is used too, and nothing is left to give: the claim stays open until staff decide otherwise.
    let made = claim(ask.clone()).await.ok();
    let open = staff.get("/console/code-claims").await.ok();
    assert_eq!(open["items"][0]["serial"], made["serial"]);
    let path = format!("/console/code-claims/{}", open["items"][0]["id"]);
    staff.post(&path, exchange).await.refused(409, "claim_stock_gone");
    assert_eq!(staff.get("/console/code-claims").await.ok()["total"], 1);
    assert_eq!(staff.post(&path, json!({"action": "refuse", "reason": "It was redeemed after the sale."})).await.status, 204);
    let code = mali.post("/purchase/codes", ask.clone()).await.ok()["codes"][0].clone();
    assert_eq!(
        (&code["claim"]["state"], &code["claim"]["reason"]),
        (&json!("refused"), &json!("It was redeemed after the sale."))
    );
    let kinds = told(&mali).await;
    for kind in ["code_exchanged", "code_claim_refused"] {
        assert_eq!(kinds.iter().filter(|told| *told == kind).count(), 1, "{kinds:?}");
    }
    // A refused claim may be made again.
    claim(ask).await.ok();
}
