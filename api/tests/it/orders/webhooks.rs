//! Webhooks: lost, duplicated, late, out of order, forged, replayed, or with a false amount.

use std::time::Duration;

use base64::Engine as _;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::{Value, json};
use sha2::Sha256;

use crate::orders::paying::told;
use crate::orders::shop::Shop;
use crate::support::Answer;

/// Posts an event as the provider would, signed with this secret at this time.
pub async fn post(shop: &Shop, event: &Value, secret: &str, timestamp: i64) -> Answer {
    post_as(shop, event, &[secret], timestamp).await
}

/// Does the same, with a line of the signature's header for each of these secrets.
async fn post_as(shop: &Shop, event: &Value, secrets: &[&str], timestamp: i64) -> Answer {
    let body = event.to_string();
    let mut request = shop.world.anon().request(reqwest::Method::POST, "/webhooks/opn");
    for secret in secrets {
        let key = base64::engine::general_purpose::STANDARD.decode(secret).unwrap();
        let mut mac = Hmac::<Sha256>::new_from_slice(&key).unwrap();
        mac.update(format!("{timestamp}.{body}").as_bytes());
        request = request.header("omise-signature", hex::encode(mac.finalize().into_bytes()));
    }
    let request =
        request.header("omise-signature-timestamp", timestamp.to_string()).header("content-type", "application/json").body(body);
    Answer::of(request).await
}

pub const SECRET: &str = "c2FuZGJveC13ZWJob29rLXNlY3JldA==";

fn event(id: &str, charge: &Value) -> Value {
    json!({"object": "event", "id": id, "key": "charge.complete", "data": {"object": "charge", "id": charge, "status": "successful", "paid": true}})
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_happens_to_a_webhook_the_payment_is_booked_and_told_once() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    for (times, fault) in (1..).zip([
        json!({"kind": "webhook_twice"}),
        json!({"kind": "webhook_late", "ms": 300}),
        json!({"kind": "webhook_out_of_order"}),
        json!({"kind": "webhook_wrong_amount", "amount": 1}),
        json!({"kind": "webhook_in2017"}),
    ]) {
        let mali = shop.world.user(&format!("mali{times}")).await;
        shop.fault(fault.clone()).await;
        let order = shop.buy(&mali, product, 4_900).await;
        shop.pay(&order).await.ok();
        if fault["kind"] == "webhook_out_of_order" {
            // Held back until another event of the charge, which never comes: reconciliation finds it.
            shop.wait(25).await;
        }
        let paid = shop.until(&mali, &order, "completed", |order| order["status"] == "completed").await;
        assert_eq!(paid["payment"]["amountSatang"], 4_900, "{fault}");
        tokio::time::sleep(Duration::from_millis(400)).await;
        shop.no_faults().await;
        assert_eq!(shop.captured().await, 4_900 * times, "{fault}");
        for once in [
            "select count(*) from shop.journals where kind = 'captured'",
            "select count(*) from shop.journals where kind = 'delivered'",
            "select count(*) from shop.order_events where kind = 'paid'",
            "select count(*) from shop.sales_documents where kind = 'receipt'",
        ] {
            assert_eq!(shop.count(once).await, times, "{fault} {once}");
        }
        assert_eq!(shop.count("select count(distinct event_id) - count(*) from shop.webhook_events").await, 0, "{fault}");
        assert_eq!(shop.world.mails(&mali).await, [("receipt".to_owned(), "sent".to_owned())], "{fault}");
        assert_eq!(shop.world.mailed(&shop.world.address(&mali).await).await.len(), 1, "{fault}");
        assert_eq!(told(&mali).await, ["order_delivered"], "{fault}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_webhook_that_never_comes_or_is_not_believed_is_found_within_a_minute() {
    for kind in ["webhook_lose", "webhook_false_signature"] {
        let shop = Shop::open().await;
        let product = shop.product(4_900).await;
        let mali = shop.world.user("mali").await;
        shop.fault(json!({"kind": kind})).await;
        let order = shop.buy(&mali, product, 4_900).await;
        shop.pay(&order).await.ok();
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert!(shop.read(&mali, &order).await.get("paidAt").is_none(), "{kind}: nobody told us");
        assert_eq!(shop.count("select count(*) from shop.webhook_events").await, 0, "{kind}");
        shop.wait(25).await;
        shop.until_paid(&mali, &order).await;
        assert_eq!(shop.captured().await, 4_900, "{kind}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_customers_question_finds_a_lost_webhook_at_once() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    shop.fault(json!({"kind": "webhook_lose"})).await;
    let order = shop.buy(&mali, product, 4_900).await;
    let number = json!({"number": order["number"]});
    assert!(mali.post("/purchase/check-order", number.clone()).await.ok().get("paidAt").is_none());
    shop.pay(&order).await.ok();
    assert!(mali.post("/purchase/check-order", number).await.ok()["paidAt"].is_string());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forged_or_stale_webhook_is_refused_and_leaves_no_trace() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    shop.fault(json!({"kind": "webhook_lose"})).await;
    let order = shop.buy(&mali, product, 4_900).await;
    let event = event("evnt_test_forged", &order["payment"]["transactionId"]);
    let now = chrono::Utc::now().timestamp();
    post(&shop, &event, "d3Jvbmc=", now).await.refused(401, "webhook_signature_invalid");
    post(&shop, &event, SECRET, now - 900).await.refused(401, "webhook_signature_invalid");
    post(&shop, &event, SECRET, now + 900).await.refused(401, "webhook_signature_invalid");
    shop.world.anon().post("/webhooks/opn", event.clone()).await.refused(401, "webhook_signature_invalid");
    assert_eq!(shop.count("select count(*) from shop.webhook_events").await, 0);
    post(&shop, &json!({"id": 5}), SECRET, now).await.refused(400, "bad_request");

    // While a secret is being rotated the signature by the other one may come first, on a line of its own.
    let rotated =
        json!({"id": "evnt_test_rotated", "key": "charge.complete", "data": {"object": "charge", "id": "chrg_test_nobody"}});
    assert_eq!(post_as(&shop, &rotated, &["d3Jvbmc=", SECRET], now).await.status, 200);

    // Correctly signed, but false: the charge is read from the provider, which says that nobody paid.
    assert_eq!(post(&shop, &event, SECRET, now).await.status, 200);
    shop.world.until("it is looked into", async || processed(&shop, "evnt_test_forged").await.then_some(())).await;
    assert!(shop.read(&mali, &order).await.get("paidAt").is_none());
    assert_eq!(shop.count("select count(*) from shop.journals").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_webhook_of_no_charge_of_ours_is_kept_and_a_replay_changes_nothing() {
    let shop = Shop::open().await;
    let now = chrono::Utc::now().timestamp();
    let unknown = event("evnt_test_unknown", &json!("chrg_test_nobody"));
    assert_eq!(post(&shop, &unknown, SECRET, now).await.status, 200);
    shop.world.until("it is looked into", async || processed(&shop, "evnt_test_unknown").await.then_some(())).await;
    // A path instead of an id reaches nothing.
    let path = event("evnt_test_path", &json!("../events?limit=1"));
    assert_eq!(post(&shop, &path, SECRET, now).await.status, 200);
    shop.world.until("it is looked into", async || processed(&shop, "evnt_test_path").await.then_some(())).await;

    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy(&mali, product, 4_900).await;
    shop.pay(&order).await.ok();
    let paid = shop.until_paid(&mali, &order).await;
    let replay = event("evnt_test_replay", &order["payment"]["transactionId"]);
    for _ in 0..3 {
        assert_eq!(post(&shop, &replay, SECRET, now).await.status, 200);
    }
    // Nor does an end that is told after the payment.
    let mut ended = event("evnt_test_ended", &order["payment"]["transactionId"]);
    ended["key"] = json!("charge.expire");
    ended["data"]["status"] = json!("expired");
    ended["data"]["paid"] = json!(false);
    assert_eq!(post(&shop, &ended, SECRET, now).await.status, 200);
    for id in ["evnt_test_replay", "evnt_test_ended"] {
        shop.world.until("it is looked into", async || processed(&shop, id).await.then_some(())).await;
    }
    assert_eq!(shop.count("select count(*) from shop.webhook_events where event_id = 'evnt_test_replay'").await, 1);
    assert_eq!(shop.captured().await, 4_900);
    assert_eq!(shop.count("select count(*) from shop.journals where kind = 'captured'").await, 1);
    let read = shop.read(&mali, &order).await;
    assert_eq!((&read["paidAt"], &read["payment"]["status"]), (&paid["paidAt"], &json!("captured")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_webhook_is_settled_by_its_job_when_the_provider_was_away() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    shop.fault(json!({"kind": "webhook_late", "ms": 200})).await;
    let order = shop.buy(&mali, product, 4_900).await;
    shop.pay(&order).await.ok();
    shop.fault(json!({"kind": "opn_down"})).await;
    shop.world
        .until("the webhook is kept", async || (shop.count("select count(*) from shop.webhook_events").await >= 1).then_some(()))
        .await;
    tokio::time::sleep(Duration::from_millis(200)).await;
    shop.no_faults().await;
    // The circuit's pause and the job's delay are over.
    shop.world.advance(Duration::from_secs(15)).await;
    shop.until_paid(&mali, &order).await;
}

async fn processed(shop: &Shop, event_id: &str) -> bool {
    sqlx::query_scalar::<_, i64>("select count(*) from shop.webhook_events where event_id = $1 and processed_at is not null")
        .bind(event_id)
        .fetch_one(&shop.world.app.db)
        .await
        .unwrap()
        == 1
}

#[tokio::test(flavor = "multi_thread")]
async fn settled_webhooks_are_forgotten_after_a_while() {
    let shop = Shop::with(|settings| settings.webhook_days = 7).await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy(&mali, product, 4_900).await;
    shop.pay(&order).await.ok();
    shop.until(&mali, &order, "completed", |order| order["status"] == "completed").await;
    let unsettled = "select count(*) from shop.webhook_events where processed_at is null";
    shop.world.until("every webhook is settled", async || (shop.count(unsettled).await == 0).then_some(())).await;
    let open = "insert into shop.webhook_events (provider, event_id, subject, received_at, body) values ('opn', 'evnt_open', 'chrg', now(), '{}')";
    sqlx::query(open).execute(&shop.world.app.db).await.unwrap();
    let kept = "select count(*) from shop.webhook_events";
    let all = shop.count(kept).await;
    assert!(all > 1);
    shop.world.app.clock.advance(Duration::from_secs(6 * 86_400));
    shop.world.run_task("payments.forget_webhooks").await;
    assert_eq!(shop.count(kept).await, all);
    shop.world.app.clock.advance(Duration::from_secs(86_400 + 60));
    shop.world.run_task("payments.forget_webhooks").await;
    assert_eq!(shop.count(kept).await, 1, "what nobody has settled stays");
}
