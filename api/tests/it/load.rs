//! Two hundred purchases side by side: everyone is served once, and the books agree.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use crate::support::{Client, Socket, World};
use futures_util::future::join_all;
use serde_json::{Value, json};

const PURCHASES: usize = 200;
/// Codes of our own, codes of a partner, and top-ups, in turn.
const WANTED: [&str; 4] = ["rov-185", "steam-100", "rov-370", "google-play-100"];

/// Runs from placing the order to the page that says "completed"; returns the final order.
async fn purchase(world: &World, buyer: &Client, sku: &str, number: usize) -> Value {
    let player = sku.starts_with("rov").then(|| format!("55{:06}", number + 1));
    let order = world.order(buyer, sku, 1, player.as_deref()).await;
    let mut page = world.socket(buyer).await;
    page.subscribe(&order["live"]).await;
    let order = coded(&mut page, world, buyer, order).await;
    world.pay(&order).await;
    told(&mut page, |event| event["data"]["status"] == "completed").await;
    world.read(buyer, &order).await
}

/// Returns the order with its code: on a busy shop the code comes over the page's socket.
async fn coded(page: &mut Socket, world: &World, buyer: &Client, order: Value) -> Value {
    if order["payment"]["qrPayload"].is_string() {
        return order;
    }
    let read = world.read(buyer, &order).await;
    if read["payment"]["qrPayload"].is_string() {
        return read;
    }
    told(page, |event| event["data"]["payment"]["qrPayload"].is_string()).await;
    world.read(buyer, &order).await
}

/// Waits for the order's event that says so; a busy machine may be silent for a while, but not for ever.
async fn told(page: &mut Socket, news: impl Fn(&Value) -> bool) {
    loop {
        let frame = page.within(Duration::from_secs(120)).await.expect("the page's socket stays open");
        if frame["event"] == "order.changed" && news(&frame) {
            return;
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_hundred_purchases_side_by_side_are_each_paid_and_delivered_once() {
    let world = World::shop_with(|settings| settings.code_wait_ms = 3_000).await;
    let mut buyers = Vec::new();
    for number in 0..PURCHASES {
        buyers.push(world.user(&format!("load-{number}")).await);
    }
    let stock = "select stock::bigint from shop.products where sku = 'steam-100'";
    let stock_before = world.count(stock).await;

    let ended =
        join_all(buyers.iter().enumerate().map(|(number, buyer)| purchase(&world, buyer, WANTED[number % WANTED.len()], number)))
            .await;

    let numbers: BTreeSet<&str> = ended.iter().map(|order| order["number"].as_str().unwrap()).collect();
    assert_eq!(numbers.len(), PURCHASES);
    for order in &ended {
        assert_eq!((order["status"].as_str(), order["payment"]["status"].as_str()), (Some("completed"), Some("captured")));
        assert_eq!(order["lines"][0]["delivery"]["status"], "delivered");
    }
    let everything = i64::try_from(PURCHASES).unwrap();
    for once in [
        "select count(*) from shop.orders where status = 'completed'",
        "select count(*) from shop.orders",
        "select count(*) from shop.payments where status = 'captured'",
        "select count(*) from shop.payments",
        "select count(*) from shop.deliveries where status = 'delivered'",
        "select count(*) from shop.journals where kind = 'captured'",
        "select count(*) from shop.journals where kind = 'delivered'",
        "select count(*) from shop.sales_documents where kind = 'receipt'",
    ] {
        assert_eq!(world.count(once).await, everything, "{once}");
    }
    assert_eq!(world.audit().await, []);
    assert_eq!(manao_shop::orders::issue::audit(&world.app.db).await.unwrap(), []);
    for nothing in [
        "select coalesce(sum(amount_satang), 0)::bigint from shop.ledger_entries",
        "select coalesce(sum(amount_satang), 0)::bigint from shop.ledger_entries where account = 'customer_prepaid'",
        "select coalesce(sum(amount_satang), 0)::bigint from shop.ledger_entries where account = 'refund_payable'",
        "select count(*) from shop.unmatched_charges",
    ] {
        assert_eq!(world.count(nothing).await, 0, "{nothing}");
    }
    assert!(manao_shop::payments::audit::differences(&world.app, chrono::TimeDelta::zero()).await.unwrap().is_empty());

    // The provider's money is the shop's money.
    let paid: i64 = ended.iter().map(|order| order["totalSatang"].as_i64().unwrap()).sum();
    let captured = "select sum(amount_satang)::bigint from shop.ledger_entries e join shop.journals j on j.id = e.journal_id where e.account = 'provider_receivable' and j.kind = 'captured'";
    assert_eq!(world.count(captured).await, paid);

    // The partners took an order for each of their lines, and none of our own codes went to two buyers.
    let of_partners: i64 = 3 * everything / 4;
    let references = references(&world).await;
    let placed = join_all(references.iter().map(|(reference, partner)| world.delivered_by_partner(reference, partner)));
    let placed = placed.await;
    assert_eq!(placed.iter().filter(|order| order["status"] == "delivered").count() as i64, of_partners);
    assert_eq!(world.count(stock).await, stock_before - everything / 4);
    assert_eq!(world.count("select count(*) from shop.voucher_codes where state = 'sold'").await, everything / 4);
    let mut codes: BTreeMap<String, usize> = BTreeMap::new();
    for (buyer, order) in buyers.iter().zip(&ended).filter(|(_, order)| order["lines"][0]["delivery"]["hasCode"] == true) {
        let ask = json!({"number": order["number"], "lineId": order["lines"][0]["id"], "index": 1});
        let shown = buyer.post("/purchase/reveal-code", ask).await.ok();
        *codes.entry(shown["code"].as_str().unwrap().to_owned()).or_default() += 1;
    }
    assert_eq!((codes.len(), codes.values().max()), (PURCHASES / 2, Some(&1)));
}

async fn references(world: &World) -> Vec<(String, String)> {
    let sql = "select d.reference, l.partner_code from shop.deliveries d join shop.order_lines l on l.id = d.order_line_id where l.sku not like 'steam%'";
    sqlx::query_as(sql).fetch_all(&world.app.db).await.unwrap()
}
