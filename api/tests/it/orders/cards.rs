//! Paying by card: the provider's form gives us a token and never the number; the buyer's bank confirms on its own page.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::orders::redirects::{at_the_bank, of_return};
use crate::orders::shop::{Shop, direct};
use crate::support::{Answer, Client};

const PRICE: i64 = 4_900;
const GOOD: &str = "4242424242424242";

/// Enters a card in the provider's form.
async fn token(shop: &Shop, number: &str) -> String {
    let card = json!({"card": {
        "name": "MALI LIME", "number": number, "expiration_month": 5, "expiration_year": 2035, "security_code": "123",
        "email": "mali@example.com", "phone_number": "0812345678",
    }});
    let url = format!("{}/opn/vault/tokens", shop.world.sandbox.base_url);
    let made = Answer::of(shop.world.anon().http.request(Method::POST, url).basic_auth("pkey_test_manao", Some("")).json(&card))
        .await
        .ok();
    made["id"].as_str().unwrap().to_owned()
}

async fn order(client: &Client, product: i64) -> Value {
    let mut body = direct(product, 1, PRICE);
    body["channel"] = json!("card");
    let answer = client.post_once("/purchase/create-order", &Uuid::new_v4().to_string(), body).await;
    assert_eq!((answer.status.as_u16(), &answer.body["paymentFlow"]), (201, &json!("card")), "{:#}", answer.body);
    let payment = &answer.body["payment"];
    assert_eq!((&payment["status"], &payment["needsCard"]), (&json!("created"), &json!(true)));
    answer.body
}

async fn pay(client: &Client, order: &Value, with: Value) -> Answer {
    let mut body = with;
    body["number"] = order["number"].clone();
    client.post("/purchase/pay-by-card", body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_card_pays_is_kept_and_pays_again() {
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let (mali, nok) = (shop.world.user("mali").await, shop.world.user("nok").await);
    let cards = async || mali.get("/payment/cards").await.ok();
    let form = cards().await["form"].clone();
    assert_eq!(form["publicKey"], "pkey_test_manao");
    assert!(form["scriptUrl"].as_str().unwrap().ends_with("/opn/omise.js"));

    let first = order(&mali, product).await;
    assert_eq!(shop.charges(&first).await, Vec::<Value>::new(), "no charge without a card");
    for wrong in
        [json!({}), json!({"token": "tokn_x", "savedCardId": 1}), json!({"token": GOOD}), json!({"token": "x".repeat(10_000)})]
    {
        pay(&mali, &first, wrong).await.refused(422, "fields_invalid");
    }
    pay(&mali, &first, json!({"savedCardId": 4_711})).await.refused(404, "card_not_found");
    let waiting = pay(&mali, &first, json!({"token": token(&shop, GOOD).await, "save": true})).await.ok();
    assert_eq!((&waiting["payment"]["status"], waiting["payment"].get("needsCard")), (&json!("awaiting"), None));
    assert_eq!(waiting["payment"]["card"], json!({"brand": "Visa", "lastDigits": "4242"}));
    assert_eq!(cards().await["items"], json!([]), "offered once it was paid by");
    let back = at_the_bank(&waiting["payment"]["authorizeUrl"], "pay").await;
    let returned = shop.world.anon().post("/purchase/returned", of_return(&back)).await.ok();
    assert_eq!(returned["payment"]["status"], "captured");
    shop.until_paid(&mali, &first).await;
    let kept = cards().await["items"].clone();
    assert_eq!(
        (&kept[0]["brand"], &kept[0]["lastDigits"], &kept[0]["expires"]),
        (&json!("Visa"), &json!("4242"), &json!("2035-05"))
    );

    // The kept card pays the next order, for its owner only.
    let second = order(&mali, product).await;
    let of_nok = order(&nok, product).await;
    let kept_id = kept[0]["id"].clone();
    pay(&nok, &of_nok, json!({"savedCardId": kept_id})).await.refused(404, "card_not_found");
    nok.post("/payment/cards/remove", json!({"id": kept_id})).await.refused(404, "card_not_found");
    let waiting = pay(&mali, &second, json!({"savedCardId": kept_id})).await.ok();
    at_the_bank(&waiting["payment"]["authorizeUrl"], "pay").await;
    shop.until_paid(&mali, &second).await;
    assert_eq!(shop.captured().await, PRICE * 2);
    pay(&mali, &second, json!({"savedCardId": kept_id})).await.refused(409, "order_state");

    // The same number kept again is one card; removed, it is gone here and at the provider.
    let third = order(&mali, product).await;
    let waiting = pay(&mali, &third, json!({"token": token(&shop, GOOD).await, "save": true})).await.ok();
    at_the_bank(&waiting["payment"]["authorizeUrl"], "pay").await;
    shop.until_paid(&mali, &third).await;
    let kept = cards().await["items"].clone();
    assert_eq!(kept.as_array().unwrap().len(), 1, "{kept:#}");
    shop.world.run_task("cards.forget").await;
    let customer: String =
        sqlx::query_scalar("select customer from shop.saved_cards").fetch_one(&shop.world.app.db).await.unwrap();
    let at_provider = async || {
        let path = format!("/opn/customers/{customer}/cards");
        shop.outside(Method::GET, &path, json!({})).await.ok()["data"].as_array().unwrap().len()
    };
    assert_eq!(at_provider().await, 1);
    assert_eq!(mali.post("/payment/cards/remove", json!({"id": kept[0]["id"]})).await.ok()["items"], json!([]));
    assert_eq!(at_provider().await, 0);

    // Nothing of ours holds a number.
    let held: String = sqlx::query_scalar(
        "select string_agg(row_to_json(p)::text, '') || (select coalesce(string_agg(row_to_json(c)::text, ''), '') from shop.saved_cards c) from shop.payments p",
    )
    .fetch_one(&shop.world.app.db)
    .await
    .unwrap();
    assert!(!held.contains(GOOD) && !held.contains("tokn_"), "{held}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_card_is_followed_by_another_on_the_same_order() {
    let shop = Shop::open().await;
    let product = shop.counted(PRICE, 1).await;
    let mali = shop.world.user("mali").await;
    let placed = order(&mali, product).await;
    // Refused by the bank behind the form's back, on its page, and for a token that is no good: each time another card may follow.
    let poor = pay(&mali, &placed, json!({"token": token(&shop, "4111111111140011").await})).await.ok();
    if poor["payment"]["status"] == "awaiting" {
        at_the_bank(&poor["payment"]["authorizeUrl"], "pay").await;
    }
    let failed = shop.until_payment(&mali, &placed, "failed").await;
    assert_eq!(failed["payment"]["failureCode"], "insufficient_fund");
    shop.world.advance(Duration::from_secs(5)).await;
    pay(&mali, &placed, json!({"token": "tokn_test_unknown"})).await.refused(409, "card_invalid");
    shop.world.advance(Duration::from_secs(5)).await;
    let refused = pay(&mali, &placed, json!({"token": token(&shop, GOOD).await})).await.ok();
    at_the_bank(&refused["payment"]["authorizeUrl"], "refuse").await;
    shop.until_payment(&mali, &placed, "failed").await;
    shop.world.advance(Duration::from_secs(5)).await;
    let used = token(&shop, "5555555555554444").await;
    let (one, two) = tokio::join!(pay(&mali, &placed, json!({"token": used})), pay(&mali, &placed, json!({"token": used})));
    let (one, two) = (one.ok(), two.ok());
    assert_eq!(one["payment"]["reference"], two["payment"]["reference"], "a second tap is the same wish");
    let waiting = shop.until_payment(&mali, &placed, "awaiting").await;
    assert_eq!(waiting["payment"]["card"]["brand"], "MasterCard");
    at_the_bank(&waiting["payment"]["authorizeUrl"], "pay").await;
    shop.until_paid(&mali, &placed).await;
    assert_eq!(shop.captured().await, PRICE);
    assert_eq!(shop.charges(&placed).await.iter().filter(|charge| charge["status"] == "successful").count(), 1);

    // A card that was kept for a payment which never came is forgotten after a day, and an order without a card expires like any other.
    let other = shop.product(PRICE).await;
    let unpaid = order(&mali, other).await;
    let waiting = pay(&mali, &unpaid, json!({"token": token(&shop, GOOD).await, "save": true})).await.ok();
    at_the_bank(&waiting["payment"]["authorizeUrl"], "refuse").await;
    shop.until_payment(&mali, &unpaid, "failed").await;
    let idle = order(&mali, other).await;
    shop.wait(2_000).await;
    let ended = sqlx::query_scalar::<_, String>("select status from shop.orders where number = $1").bind(idle["number"].as_str());
    assert_eq!(ended.fetch_one(&shop.world.app.db).await.unwrap(), "incomplete");
    shop.world.advance(Duration::from_secs(2 * 86_400)).await;
    shop.world.run_task("cards.forget").await;
    assert_eq!(shop.count("select count(*) from shop.saved_cards").await, 0);
}
