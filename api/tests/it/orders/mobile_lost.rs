//! Paying by mobile number when the telecom is away, silent, or heard twice: nothing is charged twice and no money is lost.

use std::time::Duration;

use futures_util::future::join_all;
use hmac::{Hmac, KeyInit as _, Mac as _};
use reqwest::Method;
use serde_json::{Value, json};
use sha2::Sha256;

use crate::orders::mobile::{PREPAID, PRICE, is_captured_once};
use crate::orders::shop::{BILLING, Shop, by_number};
use crate::support::{Answer, Client};
use manao_shop::providers::charges::{ProviderError, RefundStatus};
use manao_shop::providers::telecom_charges::TelecomCharges;

const CALLBACKS: &str = "select count(*) from shop.webhook_events where provider = 'telecom'";

/// Lets the telecom take the money without our knowledge.
async fn captured_there(shop: &Shop, order: &Value, number: &str) {
    let reference = order["payment"]["reference"].as_str().unwrap();
    let authorization = sqlx::query_scalar("select authorization_id from shop.payments where reference = $1").bind(reference);
    let authorization: String = authorization.fetch_one(&shop.world.app.db).await.unwrap();
    let code = shop.texted(number).await;
    shop.take_at_telecom(&order["payment"]["transactionId"], &authorization, number, &code).await;
}

/// Posts a callback as the telecom would, signed with this secret at this time.
async fn call_back(shop: &Shop, body: &Value, secret: &str, timestamp: i64) -> Answer {
    let body = body.to_string();
    let mut mac = Hmac::<Sha256>::new_from_slice(secret.as_bytes()).unwrap();
    mac.update(format!("{timestamp}.{body}").as_bytes());
    let request = shop
        .world
        .anon()
        .request(Method::POST, "/webhooks/telecom")
        .header("x-telecom-timestamp", timestamp.to_string())
        .header("x-telecom-signature", hex::encode(mac.finalize().into_bytes()))
        .header("content-type", "application/json")
        .body(body);
    Answer::of(request).await
}

const SECRET: &str = "sandbox-telecom-secret";

#[tokio::test(flavor = "multi_thread")]
async fn without_the_telecom_nothing_is_placed() {
    let shop = Shop::open().await;
    let product = shop.counted(PRICE, 1).await;
    let mali = shop.world.user("mali").await;
    shop.fault(json!({"kind": "telecom_down", "times": 3})).await;
    let once = async || mali.post_once("/purchase/create-order", "one-wish", by_number(product, PRICE, PREPAID)).await;
    let away = once().await;
    assert!(away.headers.contains_key("retry-after"));
    away.refused(503, "telecom_unavailable");
    assert_eq!(shop.count("select count(*) from shop.orders").await, 0);
    assert_eq!(shop.count("select stock::bigint from shop.products where stock is not null").await, 1);
    // PromptPay does not need it, and the same request succeeds later.
    assert_eq!(once().await.ok()["payment"]["status"], "awaiting");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_whose_answer_was_lost_is_sent_once() {
    let shop = Shop::with(|settings| settings.provider_timeout_ms = 2_000).await;
    let product = shop.product(PRICE).await;
    let mali = shop.world.user("mali").await;
    shop.fault(json!({"kind": "telecom_timeout_after_create", "times": 1, "ms": 20_000})).await;
    let order = shop.order_by(&mali, product, PRICE, PREPAID).await.ok();
    let shown = shop.until_payment(&mali, &order, "awaiting").await;
    let charges = shop.telecom_payments(&shown).await;
    assert_eq!((charges.len(), shop.texts(PREPAID).await.len()), (1, 1));
    assert_eq!(
        (&charges[0]["paymentId"], &charges[0]["operatorData"]["smsReference"]),
        (&shown["payment"]["transactionId"], &shown["payment"]["otpReference"])
    );
    shop.confirm(&mali, &order, &shop.texted(PREPAID).await).await.ok();
    is_captured_once(&shop, PRICE).await;

    // The shop died before it stored the answer. The payment is found by its key: prepared again, or looked for when the attempt is over.
    shop.fault(json!({"kind": "telecom_lose_callback"})).await;
    for (number, status) in [(2, "created"), (3, "expired")] {
        let order = shop.buy_by(&mali, product, PRICE, PREPAID).await;
        captured_there(&shop, &order, PREPAID).await;
        sqlx::query("update shop.payments set charge_id = null, status = $2, check_at = now() where reference = $1")
            .bind(order["payment"]["reference"].as_str().unwrap())
            .bind(status)
            .execute(&shop.world.app.db)
            .await
            .unwrap();
        shop.world.run_task("payments.reconcile").await;
        assert_eq!(shop.until_paid(&mali, &order).await["payment"]["transactionId"], order["payment"]["transactionId"]);
        assert_eq!((shop.captured().await, shop.texts(PREPAID).await.len()), (number * PRICE, usize::try_from(number).unwrap()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_telecom_that_is_away_when_the_code_is_typed_may_be_asked_again() {
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy_by(&mali, product, PRICE, PREPAID).await;
    let code = shop.texted(PREPAID).await;
    shop.fault(json!({"kind": "telecom_down", "times": 1})).await;
    let away = shop.confirm(&mali, &order, &code).await;
    assert!(away.headers.contains_key("retry-after"));
    away.refused(503, "telecom_unavailable");
    assert_eq!(shop.read(&mali, &order).await["payment"]["status"], "awaiting");
    assert!(shop.confirm(&mali, &order, &code).await.ok()["paidAt"].is_string());
    is_captured_once(&shop, PRICE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn money_that_was_taken_without_an_answer_is_found_and_taken_once() {
    for typed_again in [false, true] {
        let shop = Shop::with(|settings| settings.provider_timeout_ms = 2_000).await;
        let product = shop.product(PRICE).await;
        let mali = shop.world.user("mali").await;
        let order = shop.buy_by(&mali, product, PRICE, PREPAID).await;
        let code = shop.texted(PREPAID).await;
        shop.fault(json!({"kind": "telecom_lose_callback"})).await;
        shop.fault(json!({"kind": "telecom_timeout_after_confirm", "times": 1, "ms": 20_000})).await;
        shop.confirm(&mali, &order, &code).await.refused(503, "telecom_unavailable");
        if typed_again {
            shop.confirm(&mali, &order, &code).await.ok();
        } else {
            // Within a minute: the scheduler's next run asks.
            shop.world.run_task("payments.reconcile").await;
        }
        shop.until_paid(&mali, &order).await;
        is_captured_once(&shop, PRICE).await;
        assert_eq!((shop.left_on(PREPAID).await, shop.count(CALLBACKS).await), (100_000 - PRICE, 0));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_charge_that_ended_at_the_telecom_alone_is_told_by_it_or_found() {
    for fault in [
        json!({"kind": "telecom_twice_callback"}),
        json!({"kind": "telecom_false_signature"}),
        json!({"kind": "telecom_lose_callback"}),
    ] {
        let shop = Shop::open().await;
        let product = shop.product(PRICE).await;
        let mali = shop.world.user("mali").await;
        let order = shop.buy_by(&mali, product, PRICE, PREPAID).await;
        shop.fault(fault.clone()).await;
        captured_there(&shop, &order, PREPAID).await;
        if fault["kind"] != "telecom_twice_callback" {
            tokio::time::sleep(Duration::from_millis(300)).await;
            assert_eq!(shop.count(CALLBACKS).await, 0, "{fault}");
            shop.wait(25).await;
        }
        shop.until_paid(&mali, &order).await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        is_captured_once(&shop, PRICE).await;
        assert!(shop.count(CALLBACKS).await <= 1, "{fault}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_callback_is_believed_to_be_the_telecoms_and_nothing_more() {
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy_by(&mali, product, PRICE, PREPAID).await;
    let event = |id: &str, payment: &Value| {
        json!({"id": id, "specversion": "1.0", "type": "org.camaraproject.carrier-billing.v0.payment-completed",
            "data": {"paymentId": payment, "status": "succeeded", "phoneNumber": "+66812345671"}})
    };
    let body = event("cb_1", &order["payment"]["transactionId"]);
    let now = chrono::Utc::now().timestamp();
    call_back(&shop, &body, "another secret", now).await.refused(401, "webhook_signature_invalid");
    call_back(&shop, &body, SECRET, now - 900).await.refused(401, "webhook_signature_invalid");
    call_back(&shop, &event("", &body["data"]["paymentId"]), SECRET, now).await.refused(400, "bad_request");
    call_back(&shop, &json!({"id": "cb_1", "type": "unknown"}), SECRET, now).await.refused(400, "bad_request");
    assert_eq!(shop.count("select count(*) from shop.webhook_events").await, 0);
    // Correctly signed, but false: the charge is read, and is pending. Stored once, however often it is sent.
    for answer in join_all((0..4).map(|_| call_back(&shop, &body, SECRET, now))).await {
        assert_eq!(answer.status, 200);
    }
    assert_eq!(call_back(&shop, &event("cb_2", &json!("tp_nobody")), SECRET, now).await.status, 200);
    assert_eq!(shop.count("select count(*) from shop.webhook_events where body::text like '%6681%'").await, 0);
    let processed = "select count(*) from shop.webhook_events where provider = 'telecom' and processed_at is not null";
    shop.world.until("both are looked into", async || (shop.count(processed).await == 2).then_some(())).await;
    let read = shop.read(&mali, &order).await;
    assert_eq!((read.get("paidAt"), &read["payment"]["status"]), (None, &json!("awaiting")));
    assert_eq!(shop.count("select count(*) from shop.journals").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn money_after_the_attempt_ended_is_delivered() {
    let shop = Shop::open().await;
    let product = shop.counted(PRICE, 1).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy_by(&mali, product, PRICE, PREPAID).await;
    // Over in our books, while the telecom has not heard of it yet.
    sqlx::query("update shop.payments set status = 'expired', ended_at = created_at").execute(&shop.world.app.db).await.unwrap();
    captured_there(&shop, &order, PREPAID).await;
    let paid = shop.until_paid(&mali, &order).await;
    assert_eq!(paid["payment"]["status"], "captured");
    assert_eq!(shop.count("select count(*) from shop.order_events where kind = 'paid' and detail->>'late' = 'true'").await, 1);
    shop.until(&mali, &order, "completed", |order| order["status"] == "completed").await;
    is_captured_once(&shop, PRICE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_amount_is_an_operators() {
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let (mali, staff) = (shop.world.user("mali").await, shop.world.operator("staff").await);
    let order = shop.buy_by(&mali, product, PRICE, PREPAID).await;
    sqlx::query("update shop.payments set amount_satang = 5000").execute(&shop.world.app.db).await.unwrap();
    captured_there(&shop, &order, PREPAID).await;
    let wrong = shop.until_payment(&mali, &order, "mismatch").await;
    assert_eq!((wrong.get("paidAt"), &wrong["payment"]["failureCode"]), (None, &json!("amount_mismatch")));
    let list = staff.get("/console/unmatched-charges").await.ok();
    let charge = &list["items"][0];
    assert_eq!((&charge["chargeId"], &charge["amountSatang"]), (&order["payment"]["transactionId"], &json!(PRICE)));
    let path = format!("/console/unmatched-charges/{}", charge["id"]);
    let done = staff.post(&path, json!({"action": "close", "note": "credited by the operator"})).await;
    assert_eq!(done.status, 204, "{:#}", done.body);
    // The telecom takes refunds, so the number has its money back by itself.
    let back = "select count(*) from shop.refunds where state = 'done' and way = 'channel' and amount_satang = 4900";
    shop.world.until("the number has its money back", async || (shop.count(back).await == 1).then_some(())).await;
    assert_eq!((shop.captured().await, shop.balance("refund_payable").await), (PRICE, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_telecom_that_asks_to_wait_is_waited_for() {
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy_by(&mali, product, PRICE, PREPAID).await;
    shop.fault(json!({"kind": "telecom_too_soon", "times": 1, "ms": 30_000})).await;
    shop.world.advance(Duration::from_secs(4)).await;
    let soon = shop.update(&mali, &order, "new_code").await;
    assert_eq!(soon.headers["retry-after"], "30");
    assert_eq!(soon.refused(429, "otp_too_soon")["params"]["seconds"], 30);
    let failed = shop.read(&mali, &order).await;
    assert_eq!((&failed["status"], &failed["payment"]["failureCode"]), (&json!("pending"), &json!("otp_too_soon")));
    let renewed = shop.update(&mali, &order, "new_code").await.ok();
    assert_eq!(renewed["payment"]["status"], "awaiting");
    shop.confirm(&mali, &order, &shop.texted(PREPAID).await).await.ok();
    is_captured_once(&shop, PRICE).await;
}

/// Checks that a settlement can be zero or negative, since the operator's share may equal the charges, or exceed them.
pub async fn settlements_below_zero_are_booked_and_let_the_next_pass(shop: &Shop, mali: &Client, product: i64) {
    let bank = shop.balance("bank").await;
    let settled = async |number: &str, share: Value| {
        shop.verify_number(mali, number).await;
        let order = shop.buy_by(mali, product, PRICE, number).await;
        shop.confirm(mali, &order, &shop.texted(number).await).await.ok();
        let settlement = shop.outside(Method::POST, "/telecom/dashboard/settlements", share).await.ok();
        settlement["net"].as_i64().unwrap()
    };
    let nets = [
        settled("0812345673", json!({"fee": 4_580})).await,
        settled("0812345675", json!({"fee": PRICE})).await,
        settled("0812345674", json!({})).await,
    ];
    assert_eq!(nets, [0, -343, PRICE - 524]);
    shop.world.run_task("payments.telecom_payouts").await;
    assert_eq!(shop.balance("bank").await, bank + nets.iter().sum::<i64>());
    assert_eq!((shop.count("select count(*) from shop.payouts").await, shop.balance("provider_receivable").await), (4, 0));
    assert_eq!((shop.world.audit().await, shop.world.audit_charges().await), (vec![], vec![]));
}

/// Checks that money which the telecom's staff return is booked, and taken off its next settlement. The order is settled already.
pub async fn refunds_at_the_telecom_are_booked_and_netted(shop: &Shop, order: &Value) {
    let id = order["payment"]["transactionId"].as_str().unwrap();
    let bank = shop.balance("bank").await;
    let by_staff = format!("/telecom/dashboard/payments/{id}/refund");
    shop.outside(Method::POST, &by_staff, json!({"amount": 900})).await.ok();
    let refunded = "select refunded_satang from shop.captured_charges where provider = 'telecom'";
    let is_refunded = async |satang: i64| {
        shop.world.until("the refund is booked", async || (shop.count(refunded).await == satang).then_some(())).await
    };
    is_refunded(900).await;
    assert_eq!((shop.balance("refund_payable").await, shop.balance("provider_receivable").await), (900, -900));

    // Ours, by the API: once for each key, whole or in part, and found again by it.
    let telecom = TelecomCharges::new(&shop.world.app);
    shop.fault(json!({"kind": "telecom_timeout_after_refund", "times": 1, "ms": 1})).await;
    let made = telecom.refund(id, 1_000, "RF-1").await.unwrap();
    assert_eq!((made.amount, made.status, made.key.as_deref()), (1_000, RefundStatus::Done, Some("RF-1")));
    let found = telecom.refund_by_key(id, "RF-1").await.unwrap().unwrap();
    assert_eq!((found.id, telecom.refund_by_key(id, "RF-2").await.unwrap().is_none()), (made.id, true));
    is_refunded(1_900).await;
    let too_much = telecom.refund(id, PRICE, "RF-3").await.unwrap_err();
    assert!(matches!(&too_much, ProviderError::Refused { code, .. } if code == "unauthorized_amount"), "{too_much}");
    telecom.refund(id, PRICE - 1_900, "RF-3").await.unwrap();
    is_refunded(PRICE).await;

    let settlement = shop.outside(Method::POST, "/telecom/dashboard/settlements", json!({})).await.ok();
    assert_eq!(settlement["net"], -PRICE);
    shop.world.run_task("payments.telecom_payouts").await;
    assert_eq!((shop.balance("provider_receivable").await, shop.balance("bank").await), (0, bank - PRICE));
    assert_eq!(shop.world.audit_charges().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_payment_that_the_shop_does_not_know_is_found_in_the_telecoms_list() {
    let shop = Shop::open().await;
    let staff = shop.world.operator("staff").await;
    shop.fault(json!({"kind": "telecom_lose_callback"})).await;
    let number = "+66812345671";
    let wanted = json!({"amountTransaction": {"phoneNumber": number, "clientCorrelator": "MN-LOST-P1", "referenceCode": "MN-LOST-P1",
        "paymentAmount": {"chargingInformation": {"amount": 49.5, "currency": "THB", "description": "lost", "isTaxIncluded": true}}}});
    let prepared = shop.telecom(Method::POST, &format!("{BILLING}/payments/prepare"), wanted).await.ok();
    let authorization = prepared["validationInfo"]["authorizationId"].as_str().unwrap();
    shop.take_at_telecom(&prepared["paymentId"], authorization, number, &shop.texted(PREPAID).await).await;
    for _ in 0..2 {
        shop.world.run_task("payments.compare").await;
    }
    let listed = staff.get("/console/unmatched-charges").await.ok();
    let charge = &listed["items"][0];
    assert_eq!((&charge["chargeId"], &charge["reason"]), (&prepared["paymentId"], &json!("unknown")));
    assert_eq!((&charge["amountSatang"], listed["items"].as_array().unwrap().len()), (&json!(4_950), 1));
    assert_eq!((shop.captured().await, shop.balance("refund_payable").await), (4_950, -4_950));
    assert_eq!(shop.count("select count(*) from shop.provider_cursors where provider = 'telecom'").await, 1);
    // The audit reads the last day's list as well, and finds nothing more.
    let differing = manao_shop::payments::audit::differences(&shop.world.app, chrono::TimeDelta::zero()).await.unwrap();
    assert_eq!(differing, [""; 0]);
}
