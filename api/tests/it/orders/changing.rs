//! Changing an order's payment channel: the old attempt ends first, and money that arrives in that second counts.

use std::time::Duration;

use serde_json::{Value, json};

use crate::orders::mobile::{POOR, POSTPAID, PREPAID, PRICE, is_captured_once};
use crate::orders::shop::Shop;
use crate::support::{Answer, Client};

/// Changes the channel; with a number if one is given.
async fn change(client: &Client, order: &Value, channel: &str, number: Option<&str>) -> Answer {
    let body = json!({"number": order["number"], "action": "change_channel", "channel": channel, "mobileNumber": number});
    client.post("/purchase/update-order-status", body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn from_a_code_to_a_number_and_back() {
    let shop = Shop::open().await;
    let product = shop.counted(PRICE, 1).await;
    let mali = shop.world.user("mali").await;
    let by_code = shop.buy(&mali, product, PRICE).await;

    // With the buyer's own number, which the shop knows once it is verified.
    let own = json!({"number": by_code["number"], "action": "change_channel", "channel": "ais_prepaid", "myNumber": true});
    mali.post("/purchase/update-order-status", own.clone()).await.refused(409, "mobile_number_missing");
    shop.verify_number(&mali, PREPAID).await;
    let by_number = mali.post("/purchase/update-order-status", own).await.ok();
    assert_eq!((&by_number["number"], &by_number["channel"]), (&by_code["number"], &json!("ais_prepaid")));
    assert_eq!((&by_number["channelName"]["en"], &by_number["totalSatang"]), (&json!("AIS Prepaid"), &json!(PRICE)));
    let payment = &by_number["payment"];
    assert_eq!((&payment["status"], &payment["mobileNumber"]), (&json!("awaiting"), &json!("08x-xxx-5671")));
    assert!(payment["otpReference"].is_string() && payment.get("qrPayload").is_none());
    assert_eq!(by_number["expiresAt"], by_code["expiresAt"], "its time goes on");
    // The code can never be paid any more.
    assert!(shop.pay(&by_code).await.status.is_client_error());
    assert_eq!(shop.charges(&by_code).await[0]["status"], "expired");

    // A second tap is the same request; the texted code stays valid.
    let begun = std::time::Instant::now();
    let tapped = change(&mali, &by_code, "ais_prepaid", Some(PREPAID)).await.ok();
    if begun.elapsed() < Duration::from_secs(2) {
        assert_eq!(tapped["payment"]["reference"], payment["reference"]);
        assert_eq!(shop.texts(PREPAID).await.len(), 1);
    }

    let texted = shop.texted(PREPAID).await;
    let again = change(&mali, &by_code, "promptpay", None).await.ok();
    assert_eq!((&again["channel"], again["payment"].get("mobileNumber")), (&json!("promptpay"), None));
    assert_ne!(again["payment"]["qrPayload"], by_code["payment"]["qrPayload"]);
    assert!(shop.telecom_payments(&by_number).await.iter().all(|payment| payment["paymentStatus"] == "cancelled"));
    shop.confirm(&mali, &by_code, &texted).await.refused(409, "order_state");
    assert_eq!(shop.left_on(PREPAID).await, 100_000);

    // It was reserved throughout, and is logged.
    assert_eq!(shop.count("select stock::bigint from shop.products where stock is not null").await, 0);
    assert_eq!(shop.count("select count(*) from shop.holds where state = 'held'").await, 1);
    let log = "select string_agg(detail->>'from' || '>' || (detail->>'to'), ' ' order by id) from shop.order_events where kind = 'channel_changed'";
    let log: String = sqlx::query_scalar(log).fetch_one(&shop.world.app.db).await.unwrap();
    assert_eq!(log, "promptpay>ais_prepaid ais_prepaid>promptpay");

    shop.pay(&again).await.ok();
    let paid = shop.until_paid(&mali, &by_code).await;
    assert_eq!(paid["channel"], "promptpay");
    is_captured_once(&shop, PRICE).await;
    change(&mali, &by_code, "ais_prepaid", Some(PREPAID)).await.refused(409, "order_state");
    let receipt = mali.get(&format!("/purchase/receipt/{}", by_code["number"].as_str().unwrap())).await.ok();
    assert_eq!(receipt["channel"], paid["channelName"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn money_of_that_second_counts() {
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let mali = shop.world.user("mali").await;
    // The code is paid, and its webhook has not arrived.
    let order = shop.buy(&mali, product, PRICE).await;
    shop.fault(json!({"kind": "webhook_lose"})).await;
    shop.pay(&order).await.ok();
    change(&mali, &order, "ais_prepaid", Some(PREPAID)).await.refused(409, "order_state");
    let paid = shop.read(&mali, &order).await;
    assert_eq!((paid["paidAt"].is_string(), &paid["channel"]), (true, &json!("promptpay")));
    assert!(shop.texts(PREPAID).await.is_empty(), "nobody is asked to pay again");
    is_captured_once(&shop, PRICE).await;
    shop.no_faults().await;

    // Both at once, in either direction: paid once, through the order's channel.
    for round in 1..=4 {
        let order = if round % 2 == 0 {
            shop.buy(&mali, product, PRICE).await
        } else {
            shop.buy_by(&mali, product, PRICE, PREPAID).await
        };
        let changed = if round % 2 == 0 {
            tokio::join!(shop.pay(&order), change(&mali, &order, "ais_postpaid", Some(POSTPAID))).1
        } else {
            let code = shop.texted(PREPAID).await;
            tokio::join!(shop.confirm(&mali, &order, &code), change(&mali, &order, "promptpay", None)).1
        };
        if changed.status.is_success() && changed.body["paidAt"].is_null() {
            let now = shop.until_payment(&mali, &order, "awaiting").await;
            if round % 2 == 0 {
                shop.confirm(&mali, &now, &shop.texted(POSTPAID).await).await.ok();
            } else {
                shop.pay(&now).await.ok();
            }
        } else if !changed.status.is_success() {
            changed.refused(409, "order_state");
        }
        shop.until_paid(&mali, &order).await;
        assert_eq!(shop.captured().await, PRICE * (round + 1));
        assert_eq!(shop.balance("refund_payable").await, 0);
    }
    assert_eq!(shop.world.audit().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_refused_keeps_what_there_is() {
    let shop = Shop::open().await;
    let (product, cheap) = (shop.product(PRICE).await, shop.product(1_500).await);
    let mali = shop.world.user("mali").await;
    let order = shop.buy(&mali, product, PRICE).await;
    let body = json!({"number": order["number"], "action": "change_channel"});
    let missing = mali.post("/purchase/update-order-status", body).await.refused(422, "fields_invalid");
    assert_eq!(missing["fields"]["channel"], "field_required");
    let missing = change(&mali, &order, "ais_prepaid", None).await.refused(422, "fields_invalid");
    assert_eq!(missing["fields"]["mobileNumber"], "field_required");
    change(&mali, &order, "gold", None).await.refused(404, "channel_not_found");
    for (number, reason) in [(POSTPAID, "channel_number"), (POOR, "channel_credit")] {
        let refused = change(&mali, &order, "ais_prepaid", Some(number)).await.refused(409, "channel_not_allowed");
        assert_eq!(refused["reason"]["code"], reason);
    }
    sqlx::query("update shop.products set excluded_channels = '{ais_prepaid}' where id = $1")
        .bind(product)
        .execute(&shop.world.app.db)
        .await
        .unwrap();
    let refused = change(&mali, &order, "ais_prepaid", Some(PREPAID)).await.refused(409, "channel_not_allowed");
    assert_eq!(refused["reason"]["code"], "channel_excluded");
    // A payment attempt that cannot be ended cannot be replaced.
    shop.fault(json!({"kind": "opn_down"})).await;
    change(&mali, &order, "ais_postpaid", Some(POSTPAID)).await.refused(503, "payment_unavailable");
    shop.no_faults().await;
    assert!(shop.texts(POSTPAID).await.is_empty());
    let chai = shop.world.user("chai").await;
    change(&chai, &order, "ais_postpaid", Some(POSTPAID)).await.refused(404, "order_not_found");
    let still = shop.read(&mali, &order).await;
    assert_eq!((&still["channel"], &still["payment"]["reference"]), (&json!("promptpay"), &order["payment"]["reference"]));
    shop.pay(&order).await.ok();
    shop.until_paid(&mali, &order).await;

    // A channel's minimum applies as in ordering.
    let small = shop.buy_by(&mali, cheap, 1_500, PREPAID).await;
    let refused = change(&mali, &small, "promptpay", None).await.refused(409, "channel_not_allowed");
    assert_eq!(refused["reason"]["code"], "channel_minimum");
    shop.confirm(&mali, &small, &shop.texted(PREPAID).await).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn pieces_that_were_let_go_are_taken_again_or_gone() {
    let shop = Shop::open().await;
    let product = shop.counted(PRICE, 1).await;
    let (mali, chai) = (shop.world.user("mali").await, shop.world.user("chai").await);
    let order = shop.buy_by(&mali, product, PRICE, PREPAID).await;
    let let_go = async || {
        shop.wait(0).await;
        (shop.count("select stock::bigint from shop.products where stock is not null").await == 1).then_some(())
    };
    shop.world.advance(Duration::from_secs(181)).await;
    shop.world.until("the piece is given back", let_go).await;
    let renewed = change(&mali, &order, "promptpay", None).await.ok();
    assert_eq!(renewed["payment"]["status"], "awaiting");
    assert_eq!(shop.count("select stock::bigint from shop.products where stock is not null").await, 0);

    // Its code ends too; someone else was faster.
    shop.world.advance(Duration::from_secs(601)).await;
    shop.world.until("the piece is given back again", let_go).await;
    let chai = shop.world.session(chai.user_id).await;
    shop.buy(&chai, product, PRICE).await;
    let mali = shop.world.session(mali.user_id).await;
    change(&mali, &order, "ais_postpaid", Some(POSTPAID)).await.refused(409, "product_sold_out");
    assert_eq!(shop.count("select count(*) from shop.holds where state = 'held'").await, 1);
}
