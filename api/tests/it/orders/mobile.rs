//! Paying by mobile number: the telecom texts a code and takes the money once. Faults between it and us are in [`crate::orders::mobile_lost`].

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::orders::mobile_lost::{
    refunds_at_the_telecom_are_booked_and_netted, settlements_below_zero_are_booked_and_let_the_next_pass,
};
use crate::orders::shop::{BILLING, Shop, by_number, direct};
use crate::support::Client;

pub const PREPAID: &str = "0812345671";
pub const POSTPAID: &str = "0812345672";
const ANOTHER: &str = "0812345673";
const OTHER_OPERATOR: &str = "0812345605";
const SUSPENDED: &str = "0812345697";
/// Prepaid, with 5 baht
pub const POOR: &str = "0812345698";
/// Postpaid, with nothing left
const SPENT: &str = "0812345699";
/// Prepaid, and may spend 100 baht a month
const CAPPED: &str = "0812345695";
pub const PRICE: i64 = 4_900;

fn wrong(code: &str) -> String {
    format!("{:06}", (code.parse::<u32>().unwrap() + 1) % 1_000_000)
}

/// Checks for one payment of so much, booked once, and nothing else.
pub async fn is_captured_once(shop: &Shop, amount: i64) {
    assert_eq!(shop.captured().await, amount);
    assert_eq!(shop.balance("refund_payable").await, 0);
    assert_eq!(shop.count("select count(*) from shop.journals where kind = 'captured'").await, 1);
    assert_eq!(shop.count("select count(*) from shop.order_events where kind = 'paid'").await, 1);
    assert_eq!(shop.world.audit().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn both_kinds_of_numbers_pay_and_are_delivered() {
    for (number, masked, kind, en) in
        [(PREPAID, "08x-xxx-5671", "เติมเงิน", "Prepaid"), (POSTPAID, "08x-xxx-5672", "รายเดือน", "Postpaid")]
    {
        let shop = Shop::with(|settings| settings.provider_name = "Lime Mobile".to_owned()).await;
        let product = shop.product(PRICE).await;
        let mali = shop.world.user("mali").await;
        let order = shop.buy_by(&mali, product, PRICE, number).await;
        let payment = &order["payment"];
        assert_eq!((&payment["mobileNumber"], payment.get("qrPayload")), (&json!(masked), None));
        let time = |name: &str| payment[name].as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>().unwrap();
        assert_eq!((time("expiresAt") - time("createdAt")).num_seconds(), 180);
        assert_eq!((&order["timeline"][1]["step"], &order["timeline"][1]["state"]), (&json!("code_shown"), &json!("done")));
        let texts = shop.texts(number).await;
        let text = texts[0]["text"].as_str().unwrap();
        let reference = payment["otpReference"].as_str().unwrap();
        for part in [reference, "Manao", "อาร์โอวี คูปอง 60", "49.00", order["number"].as_str().unwrap(), "ห้ามบอกรหัสนี้กับผู้อื่น", "STOP"]
        {
            assert!(text.contains(part), "{part} in {text}");
        }
        assert_eq!(texts.len(), 1);

        let mut page = shop.world.socket(&mali).await;
        page.subscribe(&order["live"]).await;
        let paid = shop.confirm(&mali, &order, &shop.texted(number).await).await.ok();
        assert!(paid["paidAt"].is_string() && paid["receiptNumber"].is_string(), "{paid:#}");
        assert_eq!((&paid["payment"]["status"], paid["payment"].get("otpReference")), (&json!("captured"), None));
        let told = loop {
            let event = page.event("order.changed").await;
            if event["data"]["paidAt"].is_string() {
                break event;
            }
        };
        assert_eq!(told["data"]["payment"]["mobileNumber"], masked);
        let done = shop.until(&mali, &order, "completed", |order| order["status"] == "completed").await;
        let steps: Vec<_> = done["timeline"].as_array().unwrap().iter().map(|step| step["step"].as_str().unwrap()).collect();
        assert_eq!(steps, ["created", "code_shown", "paid", "sent", "delivered"]);
        is_captured_once(&shop, PRICE).await;
        let receipt = mali.get(&format!("/purchase/receipt/{}", order["number"].as_str().unwrap())).await.ok();
        assert_eq!(receipt["channel"], json!({"th": format!("Lime Mobile {kind}"), "en": format!("Lime Mobile {en}")}));
        assert_eq!(receipt["transactionId"], payment["transactionId"]);
        let there = &shop.telecom_payments(&order).await[0];
        assert_eq!(receipt["providerReference"], there["amountTransaction"]["serverReferenceCode"]);
        assert_eq!(there["amountTransaction"]["paymentAmount"]["chargingInformation"]["amount"], 49.0);

        // Its callback comes later and changes nothing; the number is not stored with it.
        let kept = "select count(*) from shop.webhook_events where provider = 'telecom' and processed_at is not null";
        shop.world.until("the callback is looked into", async || (shop.count(kept).await == 1).then_some(())).await;
        assert_eq!(shop.count("select count(*) from shop.webhook_events where body::text like '%msisdn%'").await, 0);
        is_captured_once(&shop, PRICE).await;
        // A second tap on a page that was left open.
        assert_eq!(shop.confirm(&mali, &order, "000000").await.ok()["status"], "completed");

        // The telecom pays out the money less its share; it is read once, and nothing stays owed.
        let paid_out = shop.outside(reqwest::Method::POST, "/telecom/dashboard/settlements", json!({})).await.ok();
        assert_eq!((&paid_out["amount"], &paid_out["fee"], &paid_out["feeVat"]), (&json!(PRICE), &json!(490), &json!(34)));
        for _ in 0..2 {
            shop.world.run_task("payments.telecom_payouts").await;
        }
        let books = [shop.balance("provider_receivable").await, shop.balance("bank").await, shop.balance("provider_fee").await];
        assert_eq!(books, [0, PRICE - 524, 490]);
        assert_eq!(shop.balance("input_vat").await, 34);
        assert_eq!(shop.world.audit_charges().await, []);
        is_captured_once(&shop, PRICE).await;
        if number == PREPAID {
            settlements_below_zero_are_booked_and_let_the_next_pass(&shop, &mali, product).await;
        } else {
            refunds_at_the_telecom_are_booked_and_netted(&shop, &order).await;
        }
        shop.world.run_task("payments.audit").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_code_costs_a_try_and_no_code_at_all_costs_none() {
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy_by(&mali, product, PRICE, "081-234-5671").await;
    let code = shop.texted(PREPAID).await;
    for typed in ["", "12345", "1234567", "12345a"] {
        let refused = shop.confirm(&mali, &order, typed).await.refused(422, "fields_invalid");
        assert_eq!(refused["fields"]["code"], "otp_code_invalid", "{typed}");
    }
    let refused = shop.confirm(&mali, &order, &wrong(&code)).await.refused(422, "otp_wrong");
    assert_eq!((&refused["params"]["triesLeft"], shop.left_on(PREPAID).await), (&json!(4), 100_000));
    assert_eq!(shop.read(&mali, &order).await["payment"]["status"], "awaiting");
    // As a person copies it.
    let typed = format!(" {} {}", &code[..3], &code[3..]);
    assert!(shop.confirm(&mali, &order, &typed).await.ok()["paidAt"].is_string());
    assert_eq!(shop.left_on(PREPAID).await, 100_000 - PRICE);
    is_captured_once(&shop, PRICE).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn no_hash_of_a_code_is_kept_with_a_key() {
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy_by(&mali, product, PRICE, PREPAID).await;
    let number = order["number"].as_str().unwrap();
    let code = shop.texted(PREPAID).await;
    // A wrong code leaves the key free for the right one.
    for (typed, status) in [(wrong(&code), 422), (code.clone(), 200), (code.clone(), 200)] {
        let answer = mali.post_once("/order-confirm", "typed-once", json!({"number": number, "code": typed})).await;
        assert_eq!(answer.status, status, "{:#}", answer.body);
    }
    is_captured_once(&shop, PRICE).await;
    let sql = "select request_hash from kernel.idempotency_keys where operation = 'order_confirm'";
    let kept: Vec<u8> = sqlx::query_scalar(sql).fetch_one(&shop.world.app.db).await.unwrap();
    let of_code = Sha256::digest(format!(r#"{{"number":"{number}","code":"{code}"}}"#));
    assert_ne!(kept, of_code.to_vec());
}

#[tokio::test(flavor = "multi_thread")]
async fn newer_terms_do_not_keep_a_texted_code_from_being_used() {
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy_by(&mali, product, PRICE, PREPAID).await;
    sqlx::query("update people.terms_acceptances set version = '2025-01'").execute(&shop.world.app.db).await.unwrap();
    shop.order(&mali, product, PRICE).await.refused(403, "terms_required");
    let code = shop.texted(PREPAID).await;
    assert!(shop.confirm(&mali, &order, &code).await.ok()["paidAt"].is_string());
}

#[tokio::test(flavor = "multi_thread")]
async fn five_wrong_codes_end_a_code_and_a_new_one_pays() {
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy_by(&mali, product, PRICE, PREPAID).await;
    let code = shop.texted(PREPAID).await;
    for left in (1..5).rev() {
        let refused = shop.confirm(&mali, &order, &wrong(&code)).await.refused(422, "otp_wrong");
        assert_eq!(refused["params"]["triesLeft"], left);
    }
    shop.confirm(&mali, &order, &wrong(&code)).await.refused(429, "otp_too_many_tries");
    shop.confirm(&mali, &order, &code).await.refused(429, "otp_too_many_tries");

    shop.world.advance(Duration::from_secs(4)).await;
    let renewed = shop.update(&mali, &order, "new_code").await.ok();
    assert_eq!(
        (&renewed["payment"]["status"], &renewed["payment"]["mobileNumber"]),
        (&json!("awaiting"), &json!("08x-xxx-5671"))
    );
    assert_ne!(renewed["payment"]["reference"], order["payment"]["reference"]);
    assert_eq!(shop.telecom_payments(&order).await[0]["paymentStatus"], "cancelled");
    assert_eq!(shop.texts(PREPAID).await.len(), 2);
    assert!(shop.confirm(&mali, &order, &shop.texted(PREPAID).await).await.ok()["paidAt"].is_string());
    is_captured_once(&shop, PRICE).await;
    shop.world.advance(Duration::from_secs(4)).await;
    shop.update(&mali, &order, "new_code").await.refused(409, "order_state");
}

#[tokio::test(flavor = "multi_thread")]
async fn after_three_minutes_only_a_new_code_pays() {
    let shop = Shop::open().await;
    let product = shop.counted(PRICE, 1).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy_by(&mali, product, PRICE, PREPAID).await;
    let code = shop.texted(PREPAID).await;
    shop.world.advance(Duration::from_secs(181)).await;
    // Whether or not the scheduler has processed it.
    shop.confirm(&mali, &order, &code).await.refused(410, "otp_expired");
    shop.wait(1).await;
    let expired = shop.until_payment(&mali, &order, "expired").await;
    assert_eq!((&expired["status"], expired["payment"].get("otpReference")), (&json!("pending"), None));
    shop.confirm(&mali, &order, &code).await.refused(410, "otp_expired");
    shop.world
        .until("the telecom takes it no more", async || {
            (shop.telecom_payments(&order).await[0]["paymentStatus"] == "cancelled").then_some(())
        })
        .await;

    let renewed = shop.update(&mali, &order, "new_code").await.ok();
    assert_eq!(renewed["payment"]["status"], "awaiting");
    // Nobody confirms, and the order's own time ends too.
    shop.wait(1_700).await;
    let mali = shop.world.session(mali.user_id).await;
    let expired = shop.until(&mali, &order, "expired", |order| order["status"] == "incomplete").await;
    assert_eq!(expired["payment"]["status"], "expired");
    shop.world
        .until("its charge is over", async || {
            (shop.telecom_payments(&renewed).await[0]["paymentStatus"] == "cancelled").then_some(())
        })
        .await;
    shop.confirm(&mali, &order, &code).await.refused(409, "order_state");
    assert_eq!(shop.count("select stock::bigint from shop.products where stock is not null").await, 1);
    assert_eq!((shop.left_on(PREPAID).await, shop.count("select count(*) from shop.journals").await), (100_000, 0));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancelled_order_takes_its_charge_along() {
    let shop = Shop::open().await;
    let product = shop.counted(PRICE, 1).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy_by(&mali, product, PRICE, PREPAID).await;
    let cancelled = shop.update(&mali, &order, "cancel").await.ok();
    assert_eq!((&cancelled["status"], &cancelled["payment"]["status"]), (&json!("incomplete"), &json!("expired")));
    assert_eq!(shop.telecom_payments(&order).await[0]["paymentStatus"], "cancelled");
    shop.confirm(&mali, &order, &shop.texted(PREPAID).await).await.refused(409, "order_state");
    assert_eq!(shop.count("select stock::bigint from shop.products where stock is not null").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_cannot_pay_is_told_why_before_anything_is_held() {
    let shop = Shop::open().await;
    let product = shop.counted(PRICE, 1).await;
    let (cheap, dear, cent) = (shop.product(500).await, shop.product(500_100).await, shop.product(99).await);
    let over_cap = shop.product(10_100).await;
    let mali = shop.world.user("mali").await;
    let order = async |body: Value| mali.post_once("/purchase/create-order", &uuid::Uuid::new_v4().to_string(), body).await;
    let with = |product: i64, price: i64, channel: &str, number: &str| {
        let mut body = by_number(product, price, number);
        body["channel"] = json!(channel);
        body
    };
    for (product, price, channel, number, reason) in [
        (product, PRICE, "ais_prepaid", OTHER_OPERATOR, "channel_number"),
        (product, PRICE, "ais_prepaid", POSTPAID, "channel_number"),
        (product, PRICE, "ais_postpaid", PREPAID, "channel_number"),
        (product, PRICE, "ais_prepaid", POOR, "channel_credit"),
        (product, PRICE, "ais_postpaid", SPENT, "channel_credit"),
        (over_cap, 10_100, "ais_prepaid", CAPPED, "mobile_cap_reached"),
        (dear, 500_100, "ais_postpaid", POSTPAID, "channel_maximum"),
        (cent, 99, "ais_prepaid", PREPAID, "channel_minimum"),
    ] {
        let refused = order(with(product, price, channel, number)).await.refused(409, "channel_not_allowed");
        assert_eq!(refused["reason"]["code"], reason, "{channel} {number}");
        // The channel that suits the number is named, or the nearest one.
        let suits = match (reason, number) {
            ("channel_number", POSTPAID) => json!("ais_postpaid"),
            ("channel_number", PREPAID) => json!("ais_prepaid"),
            // Nobody takes less than 20 baht but the telecom.
            ("channel_minimum", _) => Value::Null,
            _ => json!(if channel == "ais_prepaid" { "promptpay" } else { "kbank" }),
        };
        assert_eq!(refused["reason"]["suits"], suits, "{channel} {number}");
        // The balance of a number must not be revealed.
        assert!(!refused.to_string().contains("5.00"), "{refused:#}");
    }
    order(with(product, PRICE, "ais_prepaid", SUSPENDED)).await.refused(409, "mobile_number_suspended");
    for (number, code) in
        [(json!(null), "field_required"), (json!(" "), "field_required"), (json!("021234567"), "mobile_number_invalid")]
    {
        let mut body = with(product, PRICE, "ais_prepaid", PREPAID);
        body["mobileNumber"] = number;
        assert_eq!(order(body).await.refused(422, "fields_invalid")["fields"]["mobileNumber"], code);
    }
    assert_eq!(shop.count("select count(*) from shop.orders").await, 0);
    assert_eq!(shop.count("select stock::bigint from shop.products where stock is not null").await, 1);
    assert!(shop.texts(PREPAID).await.is_empty());

    // A closed channel makes no calls.
    sqlx::query("update shop.payment_channels set open = false where code = 'ais_prepaid'")
        .execute(&shop.world.app.db)
        .await
        .unwrap();
    shop.fault(json!({"kind": "telecom_down"})).await;
    let refused = order(with(product, PRICE, "ais_prepaid", PREPAID)).await.refused(409, "channel_not_allowed");
    assert_eq!(refused["reason"]["code"], "channel_closed");
    shop.no_faults().await;
    // The last five baht are enough for five.
    sqlx::query("update shop.payment_channels set open = true").execute(&shop.world.app.db).await.unwrap();
    let order = shop.buy_by(&mali, cheap, 500, POOR).await;
    shop.confirm(&mali, &order, &shop.texted(POOR).await).await.ok();
    assert_eq!(shop.left_on(POOR).await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_channels_say_of_themselves() {
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let mali = shop.world.user("mali").await;
    let ask = async |client: &Client| client.post("/payment/get-payment-channel-by", direct(product, 1, PRICE)).await.ok();
    let channels = ask(&mali).await;
    // A user who has verified a number is shown their own.
    sqlx::query("update people.users set msisdn = '66812345671' where id = $1")
        .bind(mali.user_id)
        .execute(&shop.world.app.db)
        .await
        .unwrap();
    assert_eq!(ask(&mali).await.get("myNumber"), None);
    shop.verify_number(&mali, POSTPAID).await;
    assert_eq!(ask(&mali).await["myNumber"], json!({"masked": "08x-xxx-5672"}));
    assert_eq!(ask(&shop.world.anon()).await.get("myNumber"), None);
    let channels: Vec<_> = channels["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|channel| (channel["code"].clone(), channel["name"]["en"].clone(), channel["allowed"].clone()))
        .collect();
    assert_eq!(
        channels[..3],
        [("promptpay", "PromptPay QR"), ("ais_prepaid", "AIS Prepaid"), ("ais_postpaid", "AIS Postpaid")].map(|(code, name)| (
            json!(code),
            json!(name),
            json!(true)
        ))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn one_key_and_one_number_are_one_order() {
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let mali = shop.world.user("mali").await;
    let once = async |number: &str| mali.post_once("/purchase/create-order", "one-wish", by_number(product, PRICE, number)).await;
    let numbers = join_all([PREPAID, "+66812345671", "081 234 5671"].map(once)).await;
    let numbers: std::collections::HashSet<_> = numbers.into_iter().map(|answer| answer.ok()["number"].to_string()).collect();
    assert_eq!((numbers.len(), shop.texts(PREPAID).await.len()), (1, 1));
    once(ANOTHER).await.refused(409, "idempotency_key_conflict");

    // By the account's own number: it has to exist, and no other may be named beside it.
    let own = |number: Value| {
        let mut body = by_number(product, PRICE, ANOTHER);
        body.as_object_mut().unwrap().extend([("mobileNumber".to_owned(), number), ("myNumber".to_owned(), json!(true))]);
        mali.post_once("/purchase/create-order", "by-my-own", body)
    };
    own(Value::Null).await.refused(409, "mobile_number_missing");
    let both = own(json!(ANOTHER)).await.refused(422, "fields_invalid");
    assert_eq!(both["fields"]["mobileNumber"], "mobile_number_or_mine");
    assert!(shop.texts(ANOTHER).await.is_empty());
    shop.verify_number(&mali, ANOTHER).await;
    let order = own(Value::Null).await.ok();
    assert_eq!((&order["payment"]["mobileNumber"], shop.texts(ANOTHER).await.len()), (&json!("08x-xxx-5673"), 1));
    // The same request finds its order, whatever the account's number is by then; the number spelled out is another request.
    shop.verify_number(&mali, POSTPAID).await;
    assert_eq!(own(Value::Null).await.ok()["number"], order["number"]);
    assert!(shop.texts(POSTPAID).await.is_empty());
    let spelled = mali.post_once("/purchase/create-order", "by-my-own", by_number(product, PRICE, ANOTHER)).await;
    spelled.refused(409, "idempotency_key_conflict");
    shop.confirm(&mali, &order, &shop.texted(ANOTHER).await).await.ok();
    assert_eq!(shop.left_on(ANOTHER).await, 100_000 - PRICE);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_its_buyer_confirms_and_only_what_a_number_pays() {
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let (mali, chai) = (shop.world.user("mali").await, shop.world.user("chai").await);
    let order = shop.buy_by(&mali, product, PRICE, PREPAID).await;
    let code = shop.texted(PREPAID).await;
    shop.confirm(&chai, &order, &code).await.refused(404, "order_not_found");
    shop.confirm(&mali, &json!({"number": "MN-0000-0000"}), &code).await.refused(404, "order_not_found");
    let by_qr = shop.buy(&mali, product, PRICE).await;
    assert_eq!((by_qr["payment"].get("mobileNumber"), by_qr["payment"].get("otpReference")), (None, None));
    shop.confirm(&mali, &by_qr, &code).await.refused(409, "order_state");
    assert_eq!(shop.read(&mali, &order).await["payment"]["status"], "awaiting");
    shop.confirm(&mali, &order, &code).await.ok();
    // The twentieth of a minute, with the two above; then one more every three seconds.
    for _ in 2..20 {
        shop.confirm(&mali, &by_qr, "123456").await.refused(409, "order_state");
    }
    shop.confirm(&mali, &by_qr, "123456").await.refused(429, "too_many_requests");
    shop.world.advance(Duration::from_secs(3)).await;
    shop.confirm(&mali, &by_qr, "123456").await.refused(409, "order_state");
    shop.confirm(&mali, &by_qr, "123456").await.refused(429, "too_many_requests");
    // To another user it does not exist, however often they try.
    for _ in 0..30 {
        shop.confirm(&chai, &by_qr, "123456").await.refused(404, "order_not_found");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_windows_that_confirm_at_once_pay_once() {
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let mali = shop.world.user("mali").await;
    for round in 1..=3 {
        let order = shop.buy_by(&mali, product, PRICE, PREPAID).await;
        let code = shop.texted(PREPAID).await;
        for answer in join_all((0..4).map(|_| shop.confirm(&mali, &order, &code))).await {
            assert!(answer.ok()["paidAt"].is_string());
        }
        assert_eq!(shop.left_on(PREPAID).await, 100_000 - round * PRICE);
        assert_eq!(shop.captured().await, round * PRICE);
        assert_eq!(shop.count("select count(*) from shop.journals where kind = 'captured'").await, round);
    }
    assert_eq!(shop.world.audit().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn confirming_and_cancelling_at_once_ends_in_one_of_the_two() {
    let shop = Shop::open().await;
    let mali = shop.world.user("mali").await;
    let mut paid = 0;
    for _ in 0..6 {
        let product = shop.counted(PRICE, 1).await;
        let order = shop.buy_by(&mali, product, PRICE, PREPAID).await;
        let code = shop.texted(PREPAID).await;
        let (confirmed, cancelled) = tokio::join!(shop.confirm(&mali, &order, &code), shop.update(&mali, &order, "cancel"));
        if confirmed.status.is_success() {
            shop.until_paid(&mali, &order).await;
            paid += 1;
        } else {
            // Between the charge's end at the telecom and the order's here, the answer can be that the code is over.
            match confirmed.status.as_u16() {
                410 => confirmed.refused(410, "otp_expired"),
                _ => confirmed.refused(409, "order_state"),
            };
            assert_eq!(cancelled.ok()["status"], "incomplete");
            shop.confirm(&mali, &order, &code).await.refused(409, "order_state");
        }
    }
    assert_eq!((shop.captured().await, shop.left_on(PREPAID).await), (paid * PRICE, 100_000 - paid * PRICE));
    assert_eq!(shop.world.audit().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn money_that_is_not_there_is_told() {
    let shop = Shop::open().await;
    let product = shop.product(60_000).await;
    let mali = shop.world.user("mali").await;
    // Two orders, each of which the number could pay alone: the first reserves its amount, and for the second no text is sent.
    let first = shop.buy_by(&mali, product, 60_000, PREPAID).await;
    let code = shop.texted(PREPAID).await;
    let second = shop.order_by(&mali, product, 60_000, PREPAID).await.ok();
    assert_eq!((&second["status"], &second["payment"]["failureCode"]), (&json!("pending"), &json!("balance_short")));
    assert_eq!(shop.texts(PREPAID).await.len(), 1);
    shop.confirm(&mali, &first, &code).await.ok();
    // A new code is refused for the same reason, and says so.
    shop.world.advance(Duration::from_secs(4)).await;
    shop.update(&mali, &second, "new_code").await.refused(409, "mobile_balance_short");
    assert_eq!(shop.read(&mali, &second).await["payment"]["failureCode"], "balance_short");

    // The month's cap is reached by what is reserved, too, before a text.
    let capped = shop.product(6_000).await;
    let chai = shop.world.user("chai").await;
    let reserved = shop.buy_by(&chai, capped, 6_000, CAPPED).await;
    let refused = shop.order_by(&chai, capped, 6_000, CAPPED).await.refused(409, "channel_not_allowed");
    assert_eq!(refused["reason"]["code"], "mobile_cap_reached");
    let path = format!("{BILLING}/payments/{}/cancel", reserved["payment"]["transactionId"].as_str().unwrap());
    let cancelled = shop.telecom(reqwest::Method::POST, &path, json!({"phoneNumber": CAPPED})).await;
    assert_eq!(cancelled.status, 202, "{:#}", cancelled.body);
    shop.until_payment(&chai, &reserved, "expired").await;
    shop.buy_by(&mali, capped, 6_000, CAPPED).await;
    shop.world.advance(Duration::from_secs(4)).await;
    let refused = shop.update(&chai, &reserved, "new_code").await.refused(409, "mobile_cap_reached");
    assert_eq!((&refused["params"]["capSatang"], refused["params"]["resetsAt"].is_string()), (&json!(10_000), true));
    assert_eq!(shop.read(&chai, &reserved).await["payment"]["failureCode"], "cap_reached");
    assert_eq!(shop.texts(CAPPED).await.len(), 2);

    // Suspended since.
    let third = shop.buy_by(&mali, product, 60_000, POSTPAID).await;
    shop.fault(json!({"kind": "telecom_reject", "reason": "number_suspended"})).await;
    shop.confirm(&mali, &third, &shop.texted(POSTPAID).await).await.refused(409, "mobile_number_suspended");
    shop.until_payment(&mali, &third, "failed").await;
    is_captured_once(&shop, 60_000).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nobodys_phone_rings_all_day() {
    let shop = Shop::with(|settings| settings.mobile_payments_per_number_hour = 2).await;
    let product = shop.counted(PRICE, 9).await;
    let (mali, chai) = (shop.world.user("mali").await, shop.world.user("chai").await);
    let order = shop.buy_by(&mali, product, PRICE, PREPAID).await;
    shop.buy_by(&chai, product, PRICE, PREPAID).await;
    for client in [&mali, &chai] {
        let limited = shop.order_by(client, product, PRICE, PREPAID).await;
        assert!(limited.headers.contains_key("retry-after"));
        limited.refused(429, "otp_limit");
    }
    assert_eq!(shop.count("select count(*) from shop.orders").await, 2);
    assert_eq!(shop.count("select stock::bigint from shop.products where stock is not null").await, 7);
    shop.buy_by(&chai, product, PRICE, ANOTHER).await;
    // A buyer who may get no new code keeps the old one.
    shop.world.advance(Duration::from_secs(4)).await;
    shop.update(&mali, &order, "new_code").await.refused(429, "otp_limit");
    let first = shop.texts(PREPAID).await.swap_remove(1);
    shop.confirm(&mali, &order, first["code"].as_str().unwrap()).await.ok();
    shop.world.advance(Duration::from_secs(3_600)).await;
    let mali = shop.world.session(mali.user_id).await;
    shop.buy_by(&mali, product, PRICE, PREPAID).await;
}
