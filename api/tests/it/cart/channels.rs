//! Payment channels: their purchases, their refusals, and the operator's switch.

use reqwest::Method;
use serde_json::{Value, json};

use crate::cart::shop::{self, add, flash_sale};
use crate::support::{Answer, Client, World};

async fn channel(client: &Client, selection: Value) -> Value {
    client.post("/payment/get-payment-channel-by", selection).await.ok()["items"][0].clone()
}

async fn in_thai(client: &Client, path: &str, body: Value) -> Value {
    Answer::of(client.request(Method::POST, &format!("{path}?lang=th")).json(&body)).await.ok()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_channel_says_whether_it_takes_this_and_why_not() {
    let world = World::new().await;
    let shop = shop::open(&world).await;
    let mali = world.user("mali").await;
    mali.post("/payment/get-payment-channel-by", json!({})).await.refused(422, "cart_empty");

    let direct = |product: i64, quantity: i64| json!({"direct": shop::topup(product, quantity)});
    let allowed = channel(&mali, direct(shop.coupons, 2)).await;
    assert_eq!(allowed["code"], "promptpay");
    assert_eq!(allowed["name"], json!({"th": "QR พร้อมเพย์", "en": "PromptPay QR"}));
    assert_eq!(allowed["note"], json!({"th": "สแกนจ่ายได้ทุกธนาคาร", "en": "Scan with any Thai bank app"}));
    assert_eq!(
        (&allowed["allowed"], &allowed["minSatang"], &allowed["maxSatang"]),
        (&json!(true), &json!(2000), &json!(5_000_000))
    );
    assert_eq!(allowed.get("reason"), None);

    // 19 baht is under the channel's 20.
    let refused = channel(&mali, direct(shop.coupons, 1)).await;
    let english = "The minimum for this payment method is 20 baht.";
    assert_eq!(
        refused["reason"],
        json!({"code": "channel_minimum", "message": english, "channel": "promptpay", "suits": "ais_prepaid"})
    );
    let thai = in_thai(&mali, "/payment/get-payment-channel-by", direct(shop.coupons, 1)).await;
    assert_eq!(thai["items"][0]["reason"]["message"], "วิธีชำระเงินนี้รับยอดขั้นต่ำ 20 บาท");

    let set = async |sql: &'static str| {
        sqlx::query(sql).execute(&world.app.db).await.unwrap();
    };
    set("update shop.payment_channels set max_satang = 100000").await;
    assert_eq!(channel(&mali, direct(shop.dear, 1)).await["reason"]["code"], "channel_maximum");
    set("update shop.products set excluded_channels = '{promptpay}' where sku = 'rov-60'").await;
    assert_eq!(channel(&mali, direct(shop.coupons, 2)).await["reason"]["code"], "channel_excluded");
    set("update shop.payment_channels set kinds = '{voucher}'").await;
    assert_eq!(channel(&mali, direct(shop.taxed, 1)).await["reason"]["code"], "channel_excluded");
    set("update shop.payment_channels set kinds = '{topup}', flash_sale = false").await;
    flash_sale(&world, shop.taxed, 9_000, 5).await;
    assert_eq!(channel(&mali, direct(shop.taxed, 1)).await["reason"]["code"], "channel_flash_sale");
    let thai = in_thai(&mali, "/rule/check-rule", direct(shop.taxed, 1)).await;
    assert_eq!(thai["reasons"][0]["message"], "สินค้าแฟลชเซลชำระด้วยวิธีนี้ไม่ได้");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_visitor_sees_the_channels_and_what_each_takes() {
    let world = World::new().await;
    let shop = shop::open(&world).await;
    let anon = world.anon();
    let channels = async |selection: Value| anon.post("/payment/get-payment-channel-by", selection).await.ok()["items"].clone();
    for selection in [json!({}), json!({"cartItemIds": [1, 2]})] {
        let all = channels(selection).await;
        let all: Vec<_> =
            all.as_array().unwrap().iter().map(|channel| (channel["code"].clone(), channel["allowed"].clone())).collect();
        let codes =
            ["promptpay", "ais_prepaid", "ais_postpaid", "kbank", "scb", "bbl", "ktb", "bay", "card", "wallet", "linepay"];
        assert_eq!(all, codes.map(|code| (json!(code), json!(true))));
    }
    // Its price is known before a player is named.
    let offer = |product: i64, quantity: i64| json!({"direct": {"productId": product, "quantity": quantity}});
    let cheap = channels(offer(shop.coupons, 1)).await;
    assert_eq!((&cheap[0]["reason"]["code"], &cheap[0]["minSatang"]), (&json!("channel_minimum"), &json!(2000)));
    assert_eq!(channels(offer(shop.coupons, 2)).await[0]["allowed"], true);
    flash_sale(&world, shop.taxed, 1_000, 5).await;
    assert_eq!(channels(offer(shop.taxed, 1)).await[0]["reason"]["code"], "channel_minimum", "the sale's price counts");
    anon.post("/payment/get-payment-channel-by", offer(987_654, 1)).await.refused(404, "product_not_found");
    anon.post("/payment/get-payment-channel-by", offer(shop.coupons, 0)).await.refused(422, "quantity_invalid");
    anon.post("/payment/get-payment-channel-by", offer(shop.dear, 10)).await.refused(409, "cart_amount_limit");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_selection_is_direct_or_items_or_the_whole_cart() {
    let world = World::new().await;
    let shop = shop::open(&world).await;
    let mali = world.user("mali").await;
    add(&mali, shop.coupons, 2).await;
    let cart = add(&mali, shop.taxed, 1).await;
    let total = async |selection: Value| mali.post("/rule/check-rule", selection).await.ok()["totals"]["totalSatang"].clone();
    assert_eq!(total(json!({})).await, 14_500);
    assert_eq!(total(json!({"channel": "promptpay"})).await, 14_500);
    assert_eq!(total(json!({"cartItemIds": [cart["items"][0]["id"]]})).await, 3_800);
    assert_eq!(total(json!({"direct": shop::topup(shop.dear, 1)})).await, 999_900);
    let ids = json!({"cartItemIds": [cart["items"][0]["id"], 123_456]});
    mali.post("/rule/check-rule", ids).await.refused(404, "cart_item_not_found");
    for (direct, status, code) in [
        (json!({"productId": 987_654, "quantity": 1}), 404, "product_not_found"),
        (json!({"productId": shop.coupons, "quantity": 1}), 422, "player_id_invalid"),
        (json!({"productId": shop.diamonds, "quantity": 1, "playerId": "20394817"}), 422, "server_required"),
        (shop::topup(shop.coupons, 0), 422, "quantity_invalid"),
        (shop::topup(shop.coupons, 11), 409, "cart_product_limit"),
        (shop::topup(shop.dear, 10), 409, "cart_amount_limit"),
    ] {
        mali.post("/rule/check-rule", json!({"direct": direct})).await.refused(status, code);
    }
    let rule = mali.post("/rule/check-rule", json!({"direct": shop::topup(shop.sold_out, 1)})).await.ok();
    assert_eq!((&rule["allowed"], &rule["reasons"][0]["code"]), (&json!(false), &json!("product_sold_out")));
    mali.post("/rule/check-rule", json!({"channel": "cash"})).await.refused(404, "channel_not_found");
    // A field of the wrong type is reported by its path, wherever a selection is sent.
    for path in ["/payment/get-payment-channel-by", "/rule/check-rule", "/coupon/check-coupon", "/purchase/create-order"] {
        for (direct, fields) in [
            (json!({"productId": shop.coupons, "quantity": "two"}), json!({"direct.quantity": "field_invalid"})),
            (json!({"quantity": 1}), json!({"direct.productId": "field_required"})),
        ] {
            let body = json!({"direct": direct, "code": "LIME", "channel": "promptpay", "expectedTotalSatang": 1});
            assert_eq!(mali.post(path, body).await.refused(422, "fields_invalid")["fields"], fields, "{path}");
        }
    }
    let page = mali.post("/user-coupon/get-my-coupon", json!({"page": "one"})).await.refused(422, "fields_invalid");
    assert_eq!(page["fields"], json!({"page": "field_invalid"}));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_closes_a_channel_at_once() {
    let world = World::new().await;
    let shop = shop::open(&world).await;
    let (mali, operator) = (world.user("mali").await, world.operator("operator").await);
    let ask = json!({"channel": "promptpay"});
    let available = "/payment-avaliable/check-payment-avaliable";
    assert_eq!(mali.post(available, ask.clone()).await.ok(), json!({"available": true}));

    let close = json!({"open": false, "reason": {"th": "ธนาคารปิดปรับปรุงถึง 02:00 น.", "en": "The bank is down until 02:00."}});
    mali.post("/console/payment-channels/promptpay", close.clone()).await.refused(403, "staff_required");
    operator.post("/console/payment-channels/cash", close.clone()).await.refused(404, "channel_not_found");
    operator.post("/console/payment-channels/promptpay", close).await.ok();
    let answer = mali.post(available, ask.clone()).await.ok();
    let reason = json!({"code": "channel_closed", "message": "The bank is down until 02:00.", "channel": "promptpay", "suits": "ais_prepaid"});
    assert_eq!(answer, json!({"available": false, "reason": reason}));
    let thai = in_thai(&mali, available, ask.clone()).await;
    assert_eq!(thai["reason"]["message"], "ธนาคารปิดปรับปรุงถึง 02:00 น.");
    let mut purchase = json!({"direct": shop::topup(shop.coupons, 2)});
    assert_eq!(mali.post("/rule/check-rule", purchase.clone()).await.ok()["allowed"], true, "another channel is open");
    purchase["channel"] = json!("promptpay");
    let rule = mali.post("/rule/check-rule", purchase).await.ok();
    assert_eq!((&rule["allowed"], &rule["reasons"]), (&json!(false), &json!([reason])));

    operator.post("/console/payment-channels/promptpay", json!({"open": false})).await.ok();
    let answer = mali.post(available, ask.clone()).await.ok();
    assert_eq!(answer["reason"]["message"], "This payment method is unavailable for now.");
    operator.post("/console/payment-channels/promptpay", json!({"open": true})).await.ok();
    assert_eq!(mali.post(available, ask.clone()).await.ok(), json!({"available": true}));
    mali.post(available, json!({"channel": "cash"})).await.refused(404, "channel_not_found");

    // A database value unknown to the program is an error, and never ignored.
    let unknown = "update shop.payment_channels set network_types = '{satellite}' where code = 'promptpay'";
    sqlx::query(unknown).execute(&world.app.db).await.unwrap();
    mali.post(available, ask).await.refused(500, "internal");
}

#[tokio::test(flavor = "multi_thread")]
async fn bank_apps_are_listed() {
    let world = World::new().await;
    let banks = world.anon().post("/payment/get-bank-by", json!({"channel": "promptpay"})).await.ok();
    let codes: Vec<&str> = banks["items"].as_array().unwrap().iter().map(|bank| bank["code"].as_str().unwrap()).collect();
    assert_eq!(codes, ["kbank", "scb", "bbl", "ktb", "bay"]);
    assert_eq!(banks["items"][0]["appUrl"], "kplus://");
    assert_eq!(world.anon().post("/payment/get-bank-by", json!({})).await.ok(), banks);
    world.anon().post("/payment/get-bank-by", json!({"channel": "cash"})).await.refused(404, "channel_not_found");
}
