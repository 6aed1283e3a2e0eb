//! The payment provider down, slow, or silent after it acted.

use std::time::Duration;

use serde_json::json;

use crate::orders::shop::Shop;
use crate::support::Client;

#[tokio::test(flavor = "multi_thread")]
async fn a_hiccup_of_the_provider_does_not_reach_the_customer() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    shop.fault(json!({"kind": "opn_down", "times": 1})).await;
    let order = shop.buy(&mali, product, 4_900).await;
    assert_eq!(order["payment"]["status"], "awaiting");
    assert_eq!(shop.charges(&order).await.len(), 1);
    the_webhook_comes_before_the_answer(&shop, &mali, product).await;
}

/// Pays a charge whose creation the provider has not answered yet: its webhook names a charge that we do not know.
async fn the_webhook_comes_before_the_answer(shop: &Shop, mali: &Client, product: i64) {
    shop.fault(json!({"kind": "opn_timeout_after_create", "times": 1, "ms": 2_500})).await;
    let placing = shop.buy(mali, product, 4_900);
    let paying = async {
        let made = async || {
            let list = shop.outside(reqwest::Method::GET, "/opn/charges?order=reverse_chronological", json!({})).await.ok();
            (list["total"] == 2).then(|| list["data"][0]["id"].clone())
        };
        let charge = shop.world.until("the charge is made", made).await;
        shop.outside(reqwest::Method::POST, "/phone/pay", json!({"chargeId": charge})).await.ok();
    };
    let (order, ()) = tokio::join!(placing, paying);
    let done = shop.until(mali, &order, "completed", |order| order["status"] == "completed").await;
    let steps: Vec<_> = done["timeline"].as_array().unwrap().iter().map(|step| step["step"].as_str().unwrap()).collect();
    assert!(!steps.contains(&"code_shown"), "it was paid before: {steps:?}");
    assert_eq!((shop.charges(&order).await.len(), shop.captured().await), (1, 4_900));
    assert_eq!(shop.count("select count(*) from shop.payments where status = 'captured'").await, 1);
    assert_eq!(shop.world.audit().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_code_comes_live_when_the_provider_is_back() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    shop.fault(json!({"kind": "opn_down"})).await;
    let order = shop.buy(&mali, product, 4_900).await;
    assert_eq!((&order["status"], &order["payment"]["status"]), (&json!("pending"), &json!("created")));
    let mut socket = shop.world.socket(&mali).await;
    socket.subscribe(&order["live"]).await;
    shop.no_faults().await;
    // The circuit's pause and the job's delay are over.
    shop.world.advance(Duration::from_secs(15)).await;
    let shown = loop {
        let event = socket.event("order.changed").await;
        if event["data"]["payment"]["status"] == "awaiting" {
            break event;
        }
    };
    assert!(shown["data"]["payment"]["qrPayload"].as_str().unwrap().starts_with("000201"));
    assert_eq!(shop.charges(&order).await.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_provider_the_payment_fails_and_a_new_code_can_be_taken() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    shop.fault(json!({"kind": "opn_down"})).await;
    let order = shop.buy(&mali, product, 4_900).await;
    assert_eq!(order["payment"]["status"], "created");
    shop.wait(70).await;
    let failed = shop.until_payment(&mali, &order, "failed").await;
    assert_eq!((&failed["status"], &failed["payment"]["failureCode"]), (&json!("pending"), &json!("payment_unavailable")));
    shop.no_faults().await;
    shop.world.advance(Duration::from_secs(15)).await;
    let renewed = shop.update(&mali, &order, "new_code").await.ok();
    assert_eq!(renewed["payment"]["status"], "awaiting");
    shop.pay(&renewed).await.ok();
    shop.until_paid(&mali, &order).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_whose_time_is_over_is_not_made_any_more() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    shop.fault(json!({"kind": "opn_down"})).await;
    let order = shop.buy(&mali, product, 4_900).await;
    // No worker ran for as long as the code would have lived, as if this server had been off.
    shop.world.app.clock.advance(Duration::from_secs(601));
    shop.no_faults().await;
    shop.wait(1).await;
    let failed = shop.until_payment(&mali, &order, "failed").await;
    assert_eq!(failed["payment"]["failureCode"], "payment_unavailable");
    assert_eq!(shop.charges(&order).await.len(), 0);
    // It is looked up once more some time later, not at every run.
    shop.wait(160).await;
    assert_eq!(shop.count("select count(*) from shop.payments where check_at is not null").await, 1);
    shop.world.run_task("payments.reconcile").await;
    let later = "select count(*) from shop.payments where check_at > created_at + interval '900 seconds'";
    // Unless the scheduler itself is working on it right now.
    shop.world.until("it is looked for much later", async || (shop.count(later).await == 1).then_some(())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_never_comes_does_not_make_a_second_charge() {
    let shop = Shop::with(|settings| settings.provider_timeout_ms = 2_000).await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    shop.fault(json!({"kind": "opn_timeout_after_create", "times": 1, "ms": 20_000})).await;
    let order = shop.buy(&mali, product, 4_900).await;
    let shown = shop.until_payment(&mali, &order, "awaiting").await;
    let charges = shop.charges(&order).await;
    assert_eq!(charges.len(), 1, "{charges:#?}");
    assert_eq!(charges[0]["id"], shown["payment"]["transactionId"]);
    shop.pay(&shown).await.ok();
    shop.until_paid(&mali, &order).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_charge_whose_answer_came_after_we_gave_up_is_ended() {
    let shop = Shop::with(|settings| settings.provider_timeout_ms = 3_000).await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    // The charge is made, nobody hears of it, and from then on nobody can ask.
    shop.fault(json!({"kind": "opn_timeout_after_create", "times": 1, "ms": 20_000})).await;
    let key = uuid::Uuid::new_v4().to_string();
    let (order, ()) =
        tokio::join!(mali.post_once("/purchase/create-order", &key, crate::orders::shop::direct(product, 1, 4_900)), async {
            let made = async || {
                let list = shop.outside(reqwest::Method::GET, "/opn/charges?limit=1", json!({})).await.ok();
                (list["total"] == 1).then_some(())
            };
            shop.world.until("the charge is made", made).await;
            shop.fault(json!({"kind": "opn_down"})).await;
        });
    let order = order.ok();
    assert_eq!(order["payment"]["status"], "created");
    shop.wait(70).await;
    shop.until_payment(&mali, &order, "failed").await;
    shop.no_faults().await;
    assert_eq!(shop.charges(&order).await[0]["status"], "pending", "it could be paid");
    shop.world.advance(Duration::from_secs(15)).await;
    shop.world.run_task("payments.compare").await;
    shop.world.until("it is ended", async || (shop.charges(&order).await[0]["status"] == "expired").then_some(())).await;
    assert_eq!(shop.read(&mali, &order).await["payment"]["status"], "failed");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slow_provider_is_not_waited_for() {
    let shop = Shop::with(|settings| {
        settings.provider_timeout_ms = 20_000;
        settings.code_wait_ms = 300;
    })
    .await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    shop.fault(json!({"kind": "opn_slow", "ms": 10_000, "times": 1, "scope": {"source": "promptpay"}})).await;
    let order = shop.buy(&mali, product, 4_900).await;
    assert_eq!(order["payment"]["status"], "created");
    shop.until_payment(&mali, &order, "awaiting").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_makes_a_charge_slowly_keeps_it() {
    let shop = Shop::with(|settings| {
        settings.provider_timeout_ms = 15_000;
        settings.code_wait_ms = 300;
    })
    .await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    shop.fault(json!({"kind": "opn_slow", "ms": 7_500, "times": 1, "scope": {"source": "promptpay"}})).await;
    let order = shop.buy(&mali, product, 4_900).await;
    // Longer than the wait for a silent worker.
    let kept = "select count(*) from shop.payments where charging_until > created_at + interval '7 seconds'";
    shop.world.until("it is kept", async || (shop.count(kept).await == 1).then_some(())).await;
    shop.world.run_task("payments.reconcile").await;
    shop.until_payment(&mali, &order, "awaiting").await;
    assert_eq!(shop.charges(&order).await.len(), 1);
    assert_eq!(shop.count("select charge_tries::bigint from shop.payments").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_charge_at_the_provider_that_nobody_knows_is_told_once() {
    let shop = Shop::with(|settings| settings.provider_timeout_ms = 1_500).await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    // The first request for the charge is on its way for longer than we wait; none is found, and another is made.
    shop.fault(json!({"kind": "opn_slow", "ms": 4_000, "times": 1, "scope": {"source": "promptpay"}})).await;
    let order = shop.buy(&mali, product, 4_900).await;
    let shown = shop.until_payment(&mali, &order, "awaiting").await;
    let charge = json!({"amount": 7_700, "currency": "THB", "source": {"type": "promptpay"}, "return_uri": "http://localhost/"});
    shop.outside(reqwest::Method::POST, "/opn/charges", charge).await.ok();
    // Seventy seconds later the first request makes a second charge with our reference: it is ended, ours stays.
    shop.world.advance(Duration::from_secs(70)).await;
    let double = json!({
        "amount": 4_900, "currency": "THB", "source": {"type": "promptpay"}, "return_uri": "http://localhost/",
        "metadata": {"payment": shown["payment"]["reference"], "order": order["number"]},
        "webhook_endpoints": [format!("{}/api/webhooks/opn", shop.world.url)],
    });
    let double = shop.outside(reqwest::Method::POST, "/opn/charges", double).await.ok();
    for _ in 0..2 {
        shop.world.run_task("payments.compare").await;
    }
    assert_eq!(shop.count("select count(*) from shop.unmatched_charges where reason = 'unknown'").await, 1);
    shop.world
        .until("the double is ended", async || {
            let charges = shop.charges(&order).await;
            let status = |id: &serde_json::Value| charges.iter().find(|charge| charge["id"] == *id).unwrap()["status"].clone();
            (status(&double["id"]) == "expired").then(|| assert_eq!(status(&shown["payment"]["transactionId"]), "pending"))
        })
        .await;
    shop.pay(&shown).await.ok();
    let paid = shop.until_paid(&mali, &order).await;
    assert_eq!((&paid["payment"]["transactionId"], shop.captured().await), (&shown["payment"]["transactionId"], 4_900));
}
