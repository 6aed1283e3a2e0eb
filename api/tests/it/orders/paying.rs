//! Paying: the page changes by itself, the books balance, and money is never turned away.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::orders::shop::Shop;
use crate::support::Client;

#[tokio::test(flavor = "multi_thread")]
async fn every_open_page_turns_when_the_code_is_paid() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy(&mali, product, 4_900).await;
    let mut first = shop.world.socket(&mali).await;
    first.subscribe(&order["live"]).await;
    let tablet = shop.world.session(mali.user_id).await;
    let mut second = shop.world.socket(&tablet).await;
    second.subscribe(&order["live"]).await;

    shop.pay(&order).await.ok();
    for socket in [&mut first, &mut second] {
        let paid = loop {
            let event = socket.event("order.changed").await;
            if event["data"]["paidAt"].is_string() {
                break event;
            }
        };
        assert_eq!(paid["data"]["payment"]["status"], "captured");
        assert_eq!(paid["data"]["number"], order["number"]);
        assert!(paid["data"]["receiptNumber"].as_str().unwrap().starts_with("RC-20"));
        assert!(paid["data"]["payment"].get("qrPayload").is_none(), "a paid code is shown no more");
    }
    let paid = shop.until_paid(&mali, &order).await;
    assert!(paid["version"].as_i64() > order["version"].as_i64());
    assert!(paid["receiptNumber"].as_str().unwrap().starts_with("RC-20"));
    let list = mali.post("/purchase/get-my-purchase", json!({"page": 1, "perPage": 10})).await.ok();
    assert_eq!(list["items"][0]["paidAt"], paid["paidAt"], "the list knows a paid order from one to be paid");
    let done = shop.until(&mali, &order, "completed", |order| order["status"] == "completed").await;
    assert_eq!(done["lines"][0]["delivery"]["status"], "delivered");
    let steps = done["timeline"].as_array().unwrap();
    assert!(steps.iter().all(|step| step["state"] == "done" && step["at"].is_string()), "{steps:#?}");
    let names: Vec<_> = steps.iter().map(|step| step["step"].as_str().unwrap()).collect();
    assert_eq!(names, ["created", "code_shown", "paid", "sent", "delivered"]);
    assert_eq!(shop.balance("customer_prepaid").await, 0);
    let receipt = mali.get(&format!("/purchase/receipt/{}", order["number"].as_str().unwrap())).await.ok();
    assert_eq!((&receipt["totalSatang"], &receipt["lines"][0]["seller"]), (&json!(4_900), &json!("Lime Games")));
    assert_eq!(receipt["transactionId"], order["payment"]["transactionId"]);
    assert_eq!(shop.captured().await, 4_900);
    assert_eq!(shop.count("select count(*) from shop.journals where kind = 'captured'").await, 1);

    // A visitor, or another member without the grant, receives nothing.
    let chai = shop.world.user("chai").await;
    let mut stranger = shop.world.socket(&chai).await;
    stranger.send(json!({"type": "subscribe", "topic": order["live"]["topic"]})).await;
    assert_eq!(stranger.expect("error").await["topic"], order["live"]["topic"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_declined_payment_can_be_tried_again_with_as_many_codes_as_an_order_may_have() {
    let shop = Shop::with(|settings| settings.codes_per_order = 2).await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy(&mali, product, 4_900).await;
    let payload = order["payment"]["qrPayload"].clone();
    shop.outside(reqwest::Method::POST, "/phone/decline", json!({"payload": payload})).await.ok();
    let failed = shop.until_payment(&mali, &order, "failed").await;
    assert_eq!((&failed["status"], &failed["payment"]["failureCode"]), (&json!("pending"), &json!("payment_rejected")));
    assert!(failed["payment"].get("qrPayload").is_none());

    // At once: only a second tap while the code is valid is the same request.
    let renewed = shop.update(&mali, &order, "new_code").await.ok();
    assert_eq!(renewed["payment"]["status"], "awaiting");
    assert_ne!(renewed["payment"]["reference"], order["payment"]["reference"]);
    shop.world.advance(Duration::from_secs(4)).await;
    shop.update(&mali, &order, "new_code").await.refused(429, "too_many_requests");
    shop.pay(&renewed).await.ok();
    shop.until_paid(&mali, &order).await;
    assert_eq!(shop.captured().await, 4_900);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_code_makes_the_old_one_worthless() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    let begun = Instant::now();
    let order = shop.buy(&mali, product, 4_900).await;
    // A second tap within three seconds is the same request.
    let tapped = shop.update(&mali, &order, "new_code").await.ok();
    if begun.elapsed() < Duration::from_secs(3) {
        assert_eq!(tapped["payment"]["reference"], order["payment"]["reference"]);
    }
    shop.world.advance(Duration::from_secs(4)).await;
    let renewed = shop.update(&mali, &order, "new_code").await.ok();
    assert_ne!(renewed["payment"]["qrPayload"], order["payment"]["qrPayload"]);
    let old = shop.pay(&order).await;
    assert!(old.status.is_client_error(), "the bank refuses the old code: {:#}", old.body);
    shop.pay(&renewed).await.ok();
    shop.until_paid(&mali, &order).await;
    let paid: Vec<_> = shop.charges(&order).await.into_iter().filter(|charge| charge["paid"] == true).collect();
    assert_eq!(paid.len(), 1);
    shop.world.advance(Duration::from_secs(4)).await;
    shop.update(&mali, &order, "new_code").await.refused(409, "order_state");
    shop.update(&mali, &order, "cancel").await.refused(409, "order_state");
}

#[tokio::test(flavor = "multi_thread")]
async fn money_that_comes_twice_is_owed_back_and_delivered_once() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy(&mali, product, 4_900).await;
    shop.world.advance(Duration::from_secs(4)).await;
    let renewed = shop.update(&mali, &order, "new_code").await.ok();
    shop.pay(&renewed).await.ok();
    shop.until_paid(&mali, &order).await;
    // The old code's money was in transit all the same.
    shop.pay_late(&order["payment"]["transactionId"]).await.ok();
    shop.world
        .until("the second payment is booked", async || {
            (shop.count("select count(*) from shop.journals where kind = 'captured'").await == 2).then_some(())
        })
        .await;
    assert_eq!(shop.captured().await, 9_800);
    assert_eq!(shop.balance("refund_payable").await, -4_900);
    assert_eq!(shop.count("select count(*) from shop.unmatched_charges where reason = 'paid_twice'").await, 1);
    shop.until(&mali, &order, "completed", |order| order["status"] == "completed").await;
    assert_eq!(shop.count("select count(*) from shop.deliveries").await, 1);
    assert_eq!(shop.count("select count(*) from shop.journals where kind = 'delivered'").await, 1);
    assert_eq!(shop.balance("customer_prepaid").await, 0);
    // Reported again, it changes nothing more.
    shop.world.run_task("payments.compare").await;
    mali.post("/purchase/check-order", json!({"number": order["number"]})).await.ok();
    assert_eq!(shop.balance("refund_payable").await, -4_900);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_old_code_paid_late_ends_the_newer_one() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy(&mali, product, 4_900).await;
    shop.world.advance(Duration::from_secs(4)).await;
    let renewed = shop.update(&mali, &order, "new_code").await.ok();
    shop.pay_late(&order["payment"]["transactionId"]).await.ok();
    let paid = shop.until_paid(&mali, &order).await;
    assert_eq!(paid["payment"]["reference"], order["payment"]["reference"]);
    // The newer code ends at the provider, so that it cannot be paid as well.
    shop.world
        .until("the newer charge is over", async || {
            let charges = shop.charges(&order).await;
            let newer = charges.iter().find(|charge| charge["id"] == renewed["payment"]["transactionId"]).unwrap();
            (newer["status"] == "expired").then_some(())
        })
        .await;
    assert_eq!(shop.captured().await, 4_900);
    assert_eq!(shop.balance("refund_payable").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn another_amount_is_never_delivered() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy(&mali, product, 4_900).await;
    shop.fault(json!({"kind": "charge_wrong_amount", "amount": 100})).await;
    shop.pay(&order).await.ok();
    let wrong = shop.until_payment(&mali, &order, "mismatch").await;
    assert_eq!((&wrong["status"], &wrong["payment"]["failureCode"]), (&json!("pending"), &json!("amount_mismatch")));
    assert!(wrong.get("paidAt").is_none());
    assert_eq!(wrong["lines"][0]["delivery"]["status"], "waiting");
    // The amount received is owed back; its fee is ours.
    let books = async || [shop.captured().await, shop.balance("refund_payable").await, shop.balance("customer_prepaid").await];
    assert_eq!(books().await, [100, -100, 0]);
    assert_eq!(shop.count("select count(*) from shop.unmatched_charges where reason = 'amount_mismatch'").await, 1);
    // However often it is reported.
    shop.world.run_task("payments.compare").await;
    mali.post("/purchase/check-order", json!({"number": order["number"]})).await.ok();
    assert_eq!(books().await, [100, -100, 0]);
    assert_eq!(told(&mali).await, ["order_wrong_amount"], "the buyer is told once");
}

/// Returns the kinds of message in a buyer's inbox, newest first.
pub async fn told(buyer: &Client) -> Vec<String> {
    let inbox = buyer.post("/user-notification/get-my-inbox", json!({})).await.ok();
    inbox["items"].as_array().unwrap().iter().map(|item| item["kind"].as_str().unwrap().to_owned()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_buyer_is_told_of_another_amount_when_it_was_paid() {
    // An attempt that earlier versions marked as a mismatch before any money came may still be paid.
    for as_before in [false, true] {
        let shop = Shop::open().await;
        let product = shop.product(4_900).await;
        let mali = shop.world.user("mali").await;
        let order = shop.buy(&mali, product, 4_900).await;
        // The code asks for an amount that is not due; nobody has paid it yet.
        sqlx::query("update shop.payments set amount_satang = 4800").execute(&shop.world.app.db).await.unwrap();
        mali.post("/purchase/check-order", json!({"number": order["number"]})).await.ok();
        let refused = shop.until_payment(&mali, &order, "failed").await;
        assert_eq!((&refused["status"], &refused["payment"]["failureCode"]), (&json!("pending"), &json!("charge_refused")));
        let noted = "select count(*) from shop.unmatched_charges where reason = 'amount_mismatch' and status = 'pending'";
        assert_eq!(shop.count(noted).await, 1);
        assert!(told(&mali).await.is_empty());
        // It must not be paid.
        let ended = async || (shop.charges(&order).await[0]["status"] == "expired").then_some(());
        shop.world.until("the charge is ended", ended).await;
        if as_before {
            let mismatch = "update shop.payments set status = 'mismatch', failure_code = 'amount_mismatch'";
            sqlx::query(mismatch).execute(&shop.world.app.db).await.unwrap();
        }
        shop.pay_late(&order["payment"]["transactionId"]).await.ok();
        shop.world.until("the buyer is told", async || (told(&mali).await == ["order_wrong_amount"]).then_some(())).await;
        for _ in 0..2 {
            mali.post("/purchase/check-order", json!({"number": order["number"]})).await.ok();
            shop.world.run_task("payments.compare").await;
        }
        assert_eq!(told(&mali).await, ["order_wrong_amount"]);
        shop.until_payment(&mali, &order, "mismatch").await;
        let paid = "select count(*) from shop.unmatched_charges where reason = 'amount_mismatch' and status = 'successful'";
        assert_eq!(shop.count(paid).await, 1);
        assert_eq!((shop.captured().await, shop.balance("refund_payable").await), (4_900, -4_900));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_delivered_to_is_not_told_that_nothing_could_be() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy(&mali, product, 4_900).await;
    shop.world.advance(Duration::from_secs(4)).await;
    let renewed = shop.update(&mali, &order, "new_code").await.ok();
    shop.pay(&renewed).await.ok();
    shop.until(&mali, &order, "completed", |order| order["status"] == "completed").await;
    // The old code is paid too, with a different amount.
    let old = &order["payment"]["transactionId"];
    shop.fault(json!({"kind": "charge_wrong_amount", "amount": 100, "scope": {"charge": old}})).await;
    shop.pay_late(old).await.ok();
    let mismatch = "select count(*) from shop.payments where status = 'mismatch'";
    shop.world.until("the old code is settled", async || (shop.count(mismatch).await == 1).then_some(())).await;
    let told = told(&mali).await;
    assert!(told.iter().any(|kind| kind == "order_paid_twice"), "{told:?}");
    assert!(!told.iter().any(|kind| kind == "order_wrong_amount"), "{told:?}");
    assert_eq!(shop.read(&mali, &order).await["status"], "completed");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_audit_finds_what_the_books_and_the_provider_do_not_agree_on() {
    use manao_shop::payments::audit::differences;
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy(&mali, product, 4_900).await;
    let found = async || differences(&shop.world.app, chrono::TimeDelta::seconds(-1)).await.unwrap();
    assert!(found().await.is_empty());
    // Paid and partly refunded a moment ago, without a webhook: the check itself settles it.
    shop.fault(json!({"kind": "webhook_lose"})).await;
    shop.pay(&order).await.ok();
    assert!(found().await.is_empty());
    shop.until_paid(&mali, &order).await;
    let charge = order["payment"]["transactionId"].as_str().unwrap();
    shop.dashboard(&format!("/charges/{charge}/refund"), json!({"amount": 900})).await;
    assert!(found().await.is_empty());
    assert_eq!(shop.read(&mali, &order).await["payment"]["refundedSatang"], 900);
    // Booked, although the provider does not know of it.
    for table in ["shop.payments", "shop.captured_charges"] {
        let invent = format!("update {table} set charge_id = 'chrg_test_invented'");
        sqlx::query(sqlx::AssertSqlSafe(invent)).execute(&shop.world.app.db).await.unwrap();
    }
    assert_eq!(found().await.len(), 2);
    shop.world.run_task("payments.audit").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_paid_while_the_list_is_read_is_no_difference() {
    use manao_shop::payments::audit::differences;
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy(&mali, product, 4_900).await;
    // The provider's list has more than one page, and the order's charge is on the first.
    let other = json!({"amount": 7_700, "currency": "THB", "source": {"type": "promptpay"}, "return_uri": "http://localhost/"});
    futures_util::future::join_all((0..100).map(|_| async {
        shop.outside(reqwest::Method::POST, "/opn/charges", other.clone()).await.ok();
    }))
    .await;
    shop.fault(json!({"kind": "opn_slow", "ms": 1_000, "times": 2})).await;
    let reading = differences(&shop.world.app, chrono::TimeDelta::seconds(-60));
    let paying = async {
        let second_page = async || {
            let rules = shop.outside(reqwest::Method::GET, "/faults", json!({})).await.ok();
            (rules["rules"][0]["hits"] == 2).then_some(())
        };
        shop.world.until("the second page is being read", second_page).await;
        shop.pay(&order).await.ok();
        shop.until_paid(&mali, &order).await;
    };
    let (found, ()) = tokio::join!(reading, paying);
    assert_eq!(found.unwrap(), Vec::<String>::new());
    charges_made_while_the_list_is_read_are_noted_once(&shop, &other).await;
}

/// Makes charges between the pages of a list: none is left out and none comes twice.
async fn charges_made_while_the_list_is_read_are_noted_once(shop: &Shop, charge: &Value) {
    shop.no_faults().await;
    shop.fault(json!({"kind": "opn_slow", "ms": 700, "times": 2})).await;
    let making = async {
        let second_page = async || {
            let rules = shop.outside(reqwest::Method::GET, "/faults", json!({})).await.ok();
            (rules["rules"][0]["hits"] == 2).then_some(())
        };
        shop.world.until("the second page is being read", second_page).await;
        for _ in 0..3 {
            shop.outside(reqwest::Method::POST, "/opn/charges", charge.clone()).await.ok();
        }
    };
    tokio::join!(shop.world.run_task("payments.compare"), making);
    shop.world.run_task("payments.compare").await;
    let noted = "select count(*) from shop.unmatched_charges where reason = 'unknown'";
    assert_eq!(shop.count(noted).await, 103);
}

/// Nobody pays twice while it is open whether a first payment was made.
#[tokio::test(flavor = "multi_thread")]
async fn while_a_payment_is_checked_another_is_refused() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy(&mali, product, 4_900).await;
    assert_eq!(order["paymentChecking"], false);
    // As after a charge whose answer never came.
    sqlx::query(
        "update shop.payments set status = 'failed', failure_code = 'payment_unavailable', ended_at = now(), unsure = true",
    )
    .execute(&shop.world.app.db)
    .await
    .unwrap();
    shop.fault(json!({"kind": "opn_down"})).await;
    assert_eq!(shop.read(&mali, &order).await["paymentChecking"], true);
    shop.update(&mali, &order, "new_code").await.refused(409, "payment_checking");
    let change = json!({"number": order["number"], "action": "change_channel", "channel": "kbank"});
    mali.post("/purchase/update-order-status", change).await.refused(409, "payment_checking");
    let again = shop.order(&mali, product, 4_900).await.refused(409, "payment_checking");
    assert_eq!(again["params"]["number"], order["number"]);
    shop.no_faults().await;
    let answer = shop.world.until("the provider answers", async || {
        let answer = shop.update(&mali, &order, "new_code").await;
        (answer.status != 409 && answer.status != 503).then_some(answer)
    });
    let read = answer.await.ok();
    assert_eq!((&read["paymentChecking"], &read["payment"]["status"]), (&json!(false), &json!("awaiting")));
    // News that could not be settled at once.
    sqlx::query(
        "insert into shop.webhook_events (provider, event_id, subject, received_at, body)
         select 'opn', 'evnt_late', charge_id, now() - interval '10 seconds', '{}' from shop.payments where status = 'awaiting'",
    )
    .execute(&shop.world.app.db)
    .await
    .unwrap();
    assert_eq!(shop.read(&mali, &order).await["paymentChecking"], true);
}
