//! A buyer's view of their orders: the list and its filters, unpaid orders, and the receipt.

use std::time::Duration;

use serde_json::{Value, json};
use sqlx::AssertSqlSafe;

use crate::orders::shop::{Shop, direct};
use crate::support::Client;

async fn numbers(client: &Client, filter: Value) -> Vec<Value> {
    let list = client.post("/purchase/get-my-purchase", filter).await.ok();
    let items = list["items"].as_array().unwrap();
    assert_eq!(list["total"], items.len());
    items.iter().map(|order| order["number"].clone()).collect()
}

async fn waiting(client: &Client) -> Vec<Value> {
    client.get("/purchase/waiting").await.ok()["items"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn purchases_are_found_and_what_waits_is_in_sight() {
    let shop = Shop::open().await;
    let db = &shop.world.app.db;
    let (product, cards) = (shop.product(4_900).await, shop.cards(30_000, 1).await);
    sqlx::query("update shop.games set name_th = 'บัตรของขวัญ', name_en = 'Gift cards' where kind = 'voucher'")
        .execute(db)
        .await
        .unwrap();
    let mali = shop.world.user("mali").await;
    assert_eq!(waiting(&mali).await, [] as [Value; 0]);

    let topup = shop.buy(&mali, product, 4_900).await;
    mali.post("/cart/add", json!({"productId": cards, "quantity": 1})).await.ok();
    mali.post("/cart/add", json!({"productId": product, "quantity": 1, "playerId": "20394817"})).await.ok();
    let both = json!({"channel": "promptpay", "expectedTotalSatang": 34_900});
    let both = mali.post_once("/purchase/create-order", "a-card-and-a-topup", both).await.ok();
    let cancelled = shop.buy(&mali, product, 4_900).await;
    shop.update(&mali, &cancelled, "cancel").await.ok();

    // Newest first, and only what can still be paid.
    let items = waiting(&mali).await;
    assert_eq!(items.len(), 2);
    assert_eq!((&items[0]["number"], &items[0]["more"], &items[0]["totalSatang"]), (&both["number"], &json!(1), &json!(34_900)));
    assert_eq!((&items[0]["gameName"]["en"], &items[0]["channel"]), (&json!("Gift cards"), &json!("promptpay")));
    assert_eq!(
        (&items[1]["number"], &items[1]["more"], &items[1]["expiresAt"]),
        (&topup["number"], &json!(0), &topup["expiresAt"])
    );
    assert_eq!(items[1]["name"], json!({"th": "คูปอง 60", "en": "60 Coupons"}));
    assert_eq!(numbers(&mali, json!({"waiting": true})).await, [both["number"].clone(), topup["number"].clone()]);
    let chai = shop.world.user("chai").await;
    assert_eq!(waiting(&chai).await, [] as [Value; 0]);

    // A cancelled one says so; the data for the list's buttons is there.
    let list = mali.post("/purchase/get-my-purchase", json!({"status": "incomplete"})).await.ok();
    let entry = &list["items"][0];
    assert_eq!((&entry["number"], entry["cancelledAt"].is_string()), (&cancelled["number"], true));
    assert_eq!((&entry["channel"], &entry["hasCode"]), (&json!("promptpay"), &json!(false)));
    let line = &entry["lines"][0];
    assert_eq!((&line["gameSlug"], &line["playerName"]), (&json!("rov"), &topup["lines"][0]["playerName"]));

    // By game, product, player and number, however they are typed.
    let all = [&cancelled, &both, &topup].map(|order| order["number"].clone());
    let name = topup["lines"][0]["playerName"].as_str().unwrap();
    for search in ["rov", "อาร์โอวี", "coupons", "20394817", name, " MN "] {
        assert_eq!(numbers(&mali, json!({"q": search})).await, all, "{search}");
    }
    for search in ["gift", "ของขวัญ", &both["number"].as_str().unwrap()[3..].to_lowercase().replace('-', " ")] {
        assert_eq!(numbers(&mali, json!({"q": search})).await, [both["number"].clone()], "{search}");
    }
    for search in ["valorant", "%", "_", "99999999"] {
        assert_eq!(numbers(&mali, json!({"q": search})).await, [] as [Value; 0], "{search}");
    }
    assert_eq!(numbers(&mali, json!({"q": "  "})).await.len(), 3);
    let long = mali.post("/purchase/get-my-purchase", json!({"q": "ก".repeat(65)})).await.refused(422, "fields_invalid");
    assert_eq!(long["fields"]["q"], "text_too_long");

    // A day is Thailand's: it begins at 17:00 UTC of the day before.
    let moved = async |order: &Value, at: &'static str| {
        let sql = format!(
            "update shop.orders set created_at = '{at}' where number = {}",
            order["number"].to_string().replace('"', "'")
        );
        sqlx::query(AssertSqlSafe(sql)).execute(db).await.unwrap();
    };
    moved(&topup, "2025-12-31T16:59:59Z").await;
    moved(&both, "2025-12-31T17:00:00Z").await;
    let day = |from: &str, to: &str| json!({"from": from, "to": to});
    assert_eq!(numbers(&mali, day("2025-12-31", "2025-12-31")).await, [topup["number"].clone()]);
    assert_eq!(numbers(&mali, day("2026-01-01", "2026-01-01")).await, [both["number"].clone()]);
    assert_eq!(numbers(&mali, day("2025-12-31", "2026-01-01")).await.len(), 2);
    let since = numbers(&mali, json!({"from": "2026-01-01"})).await;
    assert!(since.contains(&both["number"]) && !since.contains(&topup["number"]), "{since:?}");
    assert_eq!(numbers(&mali, json!({"to": "2025-12-31"})).await, [topup["number"].clone()]);
    assert_eq!(numbers(&mali, json!({"to": "2025-12-30"})).await.len(), 0);
    let page = mali.post("/purchase/get-my-purchase", json!({"page": 9, "perPage": 2})).await.ok();
    assert_eq!((&page["total"], page["items"].as_array().unwrap().len()), (&json!(3), 0));

    // Time is over: nothing waits, even before the scheduler has run.
    shop.world.advance(Duration::from_secs(1_801)).await;
    let mali = shop.world.session(mali.user_id).await;
    assert_eq!(waiting(&mali).await, [] as [Value; 0]);
    assert_eq!(numbers(&mali, json!({"waiting": true})).await, [] as [Value; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_is_not_ordered_twice_unseen() {
    let shop = Shop::open().await;
    let (product, other) = (shop.product(4_900).await, shop.product(4_900).await);
    let mali = shop.world.user("mali").await;
    let wish = |product: i64, quantity: i64, player: &str| {
        let mut wish = direct(product, quantity, 4_900 * quantity);
        wish["direct"]["playerId"] = json!(player);
        wish.as_object_mut().unwrap().remove("again");
        wish
    };
    let place = async |wish: Value| mali.post_once("/purchase/create-order", &uuid::Uuid::new_v4().to_string(), wish).await;
    let first = mali.post_once("/purchase/create-order", "the-first-wish", wish(product, 1, "20394817")).await.ok();
    // The same key is the same order, and a different quantity counts as the same.
    let same = mali.post_once("/purchase/create-order", "the-first-wish", wish(product, 1, "20394817")).await.ok();
    assert_eq!(same["number"], first["number"]);
    for quantity in [1, 2] {
        let refused = place(wish(product, quantity, "20394817")).await.refused(409, "order_waiting");
        let params = json!({"number": first["number"], "totalSatang": 4_900, "expiresAt": first["expiresAt"]});
        assert_eq!(refused["params"], params);
    }
    // A buyer who wants it twice says so, under a new key.
    let mut again = wish(product, 1, "20394817");
    again["again"] = json!(true);
    mali.post_once("/purchase/create-order", "the-first-wish", again.clone()).await.refused(409, "idempotency_key_conflict");
    let second = place(again).await.ok();
    assert_ne!(second["number"], first["number"]);

    // Another player, another product, more pieces, and another user are other requests.
    place(wish(product, 1, "20394818")).await.ok();
    place(wish(other, 1, "20394817")).await.ok();
    for product in [product, other] {
        mali.post("/cart/add", json!({"productId": product, "quantity": 1, "playerId": "20394817"})).await.ok();
    }
    place(json!({"channel": "promptpay", "expectedTotalSatang": 9_800})).await.ok();
    let chai = shop.world.user("chai").await;
    chai.post_once("/purchase/create-order", "somebody-elses-wish", wish(product, 1, "20394817")).await.ok();

    // A paid or cancelled order does not wait any more.
    shop.pay(&first).await.ok();
    shop.until_paid(&mali, &first).await;
    shop.update(&mali, &second, "cancel").await.ok();
    place(wish(product, 1, "20394817")).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_receipt_adds_up() {
    let shop = Shop::open().await;
    let db = &shop.world.app.db;
    let (cards, plenty) = (shop.cards(3_333, 2).await, shop.product(5_000).await);
    sqlx::query("update shop.products set vat_excluded = true where id = $1").bind(cards).execute(db).await.unwrap();
    let coupon = "insert into shop.coupons (code, title_th, title_en, kind, basis_points, starts_at, ends_at)
                  values ('TENTH', 'คูปอง', 'Coupon', 'percent', 1000, now() - interval '1 hour', now() + interval '1 day')";
    sqlx::query(coupon).execute(db).await.unwrap();
    let mali = shop.world.user("mali").await;
    mali.post("/cart/add", json!({"productId": cards, "quantity": 2})).await.ok();
    mali.post("/cart/add", json!({"productId": plenty, "quantity": 1, "playerId": "20394817"})).await.ok();
    let mut request = json!({"channel": "promptpay", "expectedTotalSatang": 1, "couponCode": "TENTH"});
    let refused =
        mali.post_once("/purchase/create-order", "what-does-it-cost", request.clone()).await.refused(409, "price_changed");
    request["expectedTotalSatang"] = refused["params"]["totalSatang"].clone();
    let order = mali.post_once("/purchase/create-order", "what-it-costs", request).await.ok();
    shop.pay(&order).await.ok();
    shop.until_paid(&mali, &order).await;
    // Rates change; an order keeps its own.
    let receipt = mali.get(&format!("/purchase/receipt/{}", order["number"].as_str().unwrap())).await.ok();
    let amount = |name: &str| receipt[name].as_i64().unwrap();
    let lines = receipt["lines"].as_array().unwrap();
    let of = |line: &Value, name: &str| line[name].as_i64().unwrap();
    for line in lines {
        assert_eq!(of(line, "amountSatang"), of(line, "quantity") * of(line, "unitPriceSatang"));
    }
    let sum: i64 = lines.iter().map(|line| of(line, "amountSatang")).sum();
    assert_eq!((sum, amount("subtotalSatang"), amount("discountSatang")), (11_666, 11_666, 1_167));
    // Two cards of 33.33 less a tenth are 59.99: 4.20 on top; 45.00 contain 2.94.
    assert_eq!(amount("vatSatang"), 420);
    assert_eq!(sum - amount("discountSatang") + amount("vatSatang"), amount("totalSatang"));
    assert_eq!(receipt["totalSatang"], order["totalSatang"]);
    assert_eq!((amount("vatIncludedSatang"), &receipt["vatPercent"]), (420 + 294, &json!(7.0)));
    assert_eq!(
        (&receipt["seller"]["taxId"], &receipt["seller"]["branch"]["en"]),
        (&json!("0105512345671"), &json!("Head office"))
    );
    assert_eq!((&lines[1]["playerId"], &lines[1]["playerName"]), (&json!("20394817"), &order["lines"][1]["playerName"]));
}
