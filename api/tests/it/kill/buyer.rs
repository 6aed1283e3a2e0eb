//! A buyer who wants one thing and repeats requests without an answer, as a browser does.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use super::page::Page;
use super::shop::Shop;
use crate::support::Client;

pub const SKU: &str = "rov-185";
pub const PARTNER: &str = "siamplay";

/// The outcome of one purchase.
pub struct Bought {
    pub order: Value,
    /// How often the open page lost its connection
    pub resumed: usize,
}

/// Orders, pays once, and waits until the page shows the end by itself.
pub async fn buy(shop: &Shop, buyer: &Client, product: i64, price: i64, player: &str) -> Bought {
    let key = format!("kill-{player}");
    let request = json!({
        "direct": {"productId": product, "quantity": 1, "playerId": player},
        "channel": "promptpay", "expectedTotalSatang": price,
    });
    let order = insist(buyer, &key, &request).await;
    let mut page = Page::open(buyer, &order);
    page.until(|order| order["payment"]["qrPayload"].is_string()).await;
    let payload = page.order["payment"]["qrPayload"].clone();
    shop.pay(&payload).await;
    page.until(|order| order["status"] != "pending").await;
    // With the same key, the answer is the same order.
    let again = insist(buyer, &key, &request).await;
    assert_eq!(again["number"], order["number"]);
    Bought { order: again, resumed: page.resumed }
}

/// Repeats the same request under the same key until it is answered.
pub async fn insist(buyer: &Client, key: &str, request: &Value) -> Value {
    loop {
        let ask = buyer.request(Method::POST, "/purchase/create-order").header("idempotency-key", key).json(request);
        if let Ok(answer) = ask.send().await {
            let status = answer.status();
            match answer.json::<Value>().await {
                Ok(order) if status.is_success() => return order,
                Ok(problem) => assert!(status.is_server_error(), "{status} {problem:#}"),
                Err(_) => {}
            }
        }
        tokio::time::sleep(Duration::from_millis(150)).await;
    }
}
