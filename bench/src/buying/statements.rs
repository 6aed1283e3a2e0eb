//! Database statements of a request, counted in the server's own log.

use anyhow::{Context, Result};
use reqwest::RequestBuilder;
use serde_json::{Value, json};

use super::seed;
use crate::load::statements;
use crate::shop::Shop;

/// Items of the cart that are counted with: as many statements as with one.
const ITEMS: usize = 10;

/// Returns the statements of the first request of each kind, and of the same one again.
pub async fn count() -> Result<Vec<(&'static str, usize, usize)>> {
    let shop = Shop::logged().await?;
    let db = shop.database().await?;
    let (_, members) = seed::buyers(&db, "counted", 1).await?;
    let member = members.first().context("nobody")?;
    let package = seed::package(&db).await?;
    for number in 0..ITEMS {
        let item = json!({"productId": package.id, "quantity": 1, "playerId": format!("2{:07}", 1 + number)});
        shop.post("/cart/add", Some(member), &item).await?;
    }
    let total = package.price_satang * i64::try_from(ITEMS)?;
    let post = |path: &str, body: &Value| {
        let key = format!("counted{}", path.replace('/', "-"));
        shop.http.post(format!("{}/api{path}", shop.url)).bearer_auth(&member.token).header("idempotency-key", key).json(body)
    };
    let order = json!({"channel": "promptpay", "expectedTotalSatang": total});
    let asked: Vec<(&'static str, RequestBuilder)> = vec![
        ("home page's query", post("/home", &json!({"query": "{ home { shelves { key } } }"}))),
        ("search", post("/product", &json!({"query": "{ games(search: \"ฟีฟาย\") { total } }"}))),
        ("my cart of ten", shop.http.get(format!("{}/api/cart/get-my-cart", shop.url)).bearer_auth(&member.token)),
        ("channels for it", post("/payment/get-payment-channel-by", &json!({}))),
        ("an order of it, the second time found", post("/purchase/create-order", &order)),
        ("my purchases", post("/purchase/get-my-purchase", &json!({}))),
    ];
    let mut counted = Vec::new();
    for (name, request) in asked {
        let again = request.try_clone().context("a request that cannot be sent twice")?;
        counted.push((name, statements(&shop, request).await.context(name)?, statements(&shop, again).await.context(name)?));
    }
    Ok(counted)
}
