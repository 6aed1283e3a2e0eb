//! A buyer who wants one thing and repeats requests without an answer, as a browser does.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use super::page::Page;
use super::shop::Shop;
use crate::orders::redirects::{at_the_bank, of_return};
use crate::support::Client;

pub const SKU: &str = "rov-185";
pub const PARTNER: &str = "siamplay";

/// The way to pay: by a QR code, or on a page of the bank's to which the shop leads and which leads back.
#[derive(Clone, Copy, Debug)]
pub enum Way {
    Code,
    BankApp,
    Card,
}

impl Way {
    const fn channel(self) -> &'static str {
        match self {
            Self::Code => "promptpay",
            Self::BankApp => "kbank",
            Self::Card => "card",
        }
    }

    /// Returns the provider's name of it.
    pub const fn source(self) -> &'static str {
        match self {
            Self::Code => "promptpay",
            Self::BankApp => "mobile_banking_kbank",
            Self::Card => "card",
        }
    }
}

/// The outcome of one purchase.
pub struct Bought {
    pub order: Value,
    /// How often the open page lost its connection
    pub resumed: usize,
}

/// Orders, pays once, and waits until the page shows the end by itself.
pub async fn buy(shop: &Shop, buyer: &Client, product: i64, price: i64, player: &str, way: Way) -> Bought {
    let key = format!("kill-{player}");
    let request = json!({
        "direct": {"productId": product, "quantity": 1, "playerId": player},
        "channel": way.channel(), "device": "android", "expectedTotalSatang": price,
    });
    let order = insist(buyer, "/purchase/create-order", &key, &request).await;
    let mut page = Page::open(buyer, &order);
    match way {
        Way::Code => {
            page.until(|order| order["payment"]["qrPayload"].is_string()).await;
            shop.pay(&page.order["payment"]["qrPayload"]).await;
        }
        Way::BankApp => pay_at_the_bank(buyer, &mut page).await,
        Way::Card => {
            give_card(shop, buyer, &mut page).await;
            pay_at_the_bank(buyer, &mut page).await;
        }
    }
    page.until(|order| order["status"] != "pending").await;
    // With the same key, the answer is the same order.
    let again = insist(buyer, "/purchase/create-order", &key, &request).await;
    assert_eq!(again["number"], order["number"]);
    Bought { order: again, resumed: page.resumed }
}

/// Gives a card once: the page shows whether the shop has it, even when the answer was lost.
async fn give_card(shop: &Shop, buyer: &Client, page: &mut Page<'_>) {
    let body = json!({"number": page.order["number"], "token": shop.card_token().await});
    while page.order["payment"]["needsCard"] == true {
        let sent = buyer.request(Method::POST, "/purchase/pay-by-card").json(&body).send().await;
        if let Ok(answer) = sent {
            let status = answer.status();
            assert!(status.is_success() || status.is_server_error(), "{status} {}", answer.text().await.unwrap_or_default());
        }
        page.reload().await;
        tokio::time::sleep(Duration::from_millis(150)).await;
    }
}

/// Pays on the bank's page and comes back without a session.
async fn pay_at_the_bank(buyer: &Client, page: &mut Page<'_>) {
    page.until(|order| order["payment"]["authorizeUrl"].is_string()).await;
    let back = at_the_bank(&page.order["payment"]["authorizeUrl"], "pay").await;
    let returned = insist(&Client::new(&buyer.url, None), "/purchase/returned", "without-one", &of_return(&back)).await;
    assert_ne!(returned["payment"]["status"], "failed", "{returned:#}");
}

/// Repeats the same request under the same key until it is answered.
pub async fn insist(buyer: &Client, path: &str, key: &str, request: &Value) -> Value {
    loop {
        let ask = buyer.request(Method::POST, path).header("idempotency-key", key).json(request);
        if let Ok(answer) = ask.send().await {
            let status = answer.status();
            match answer.json::<Value>().await {
                Ok(answer) if status.is_success() => return answer,
                Ok(problem) => assert!(status.is_server_error(), "{status} {problem:#}"),
                Err(_) => {}
            }
        }
        tokio::time::sleep(Duration::from_millis(150)).await;
    }
}
