//! Paying by mobile number, killed after the telecom took the money and before it was booked.

use manao_shop::ledger;
use reqwest::Method;
use serde_json::json;

use super::shop::Shop;
use super::{buyer, product, seen, until};

/// Prepaid, with 1,000 baht on it.
const NUMBER: &str = "0812345671";

#[tokio::test(flavor = "multi_thread")]
async fn money_from_a_number_is_booked_once_when_the_program_died_before() {
    let shop = Shop::open("number").await;
    let (product, price) = product(&shop).await;
    let buyer = shop.member("by-number").await;
    let request = json!({
        "direct": {"productId": product, "quantity": 1, "playerId": "73000001"},
        "channel": "ais_prepaid", "mobileNumber": NUMBER, "expectedTotalSatang": price,
    });
    let order = buyer::insist(&buyer, "/purchase/create-order", "kill-by-number", &request).await;
    let awaiting = "select count(*) from shop.payments p join shop.orders o on o.id = p.order_id where o.user_id = $1 and p.status = 'awaiting'";
    seen(&shop, &buyer, awaiting).await;
    let texts = shop.outside(Method::GET, &format!("/phone/messages?kind=sms&to={NUMBER}"), None).await;
    let code = texts["items"][0]["code"].clone();

    // The telecom takes the money, and neither its answer nor its callback arrives.
    shop.fault(json!({"kind": "telecom_timeout_after_confirm", "times": 1, "ms": 5000})).await;
    shop.fault(json!({"kind": "telecom_lose_callback"})).await;
    let typed = json!({"number": order["number"], "code": code});
    let confirm = tokio::spawn(buyer.request(Method::POST, "/order-confirm").json(&typed).send());
    let left = json!({ "msisdn": NUMBER });
    let balance = async || shop.outside(Method::POST, "/telecom/balance", Some(&left)).await["balance"].clone();
    until("the money is taken", async || balance().await == 100_000 - price).await;
    assert_eq!(shop.count("select count(*) from shop.journals").await, 0, "the kill comes before it is booked");
    shop.kill_and_restart().await;
    assert!(confirm.await.unwrap().is_err(), "nobody was left to answer");
    shop.no_faults().await;

    // Polling finds it: nobody enters the code again.
    seen(&shop, &buyer, "select count(*) from shop.orders where user_id = $1 and status = 'completed'").await;
    for once in [
        "select count(*) from shop.payments where status = 'captured'",
        "select count(*) from shop.journals where kind = 'captured'",
        "select count(*) from shop.journals where kind = 'delivered'",
        "select count(*) from shop.order_events where kind = 'paid'",
    ] {
        assert_eq!(shop.count(once).await, 1, "{once}");
    }
    assert_eq!(balance().await, 100_000 - price);
    assert_eq!(ledger::audit(&shop.db).await.unwrap(), []);
}
