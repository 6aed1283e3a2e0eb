//! Payment codes are texted to numbers that may belong to anyone.

use reqwest::Method;
use serde_json::json;

use crate::orders::shop::Shop;

#[tokio::test(flavor = "multi_thread")]
async fn strangers_are_texted_five_times_an_hour_by_one_person_or_address() {
    let shop = Shop::with(|settings| settings.texts_to_others_per_hour = 5).await;
    let (mali, chai) = (shop.world.user("mali").await, shop.world.user("chai").await);
    let product = shop.product(4_900).await;
    let db = &shop.world.app.db;
    sqlx::query("update people.users set msisdn = '66812345671', msisdn_verified_at = now() where id = $1")
        .bind(mali.user_id)
        .execute(db)
        .await
        .unwrap();
    // Their own number may be texted.
    shop.buy_by(&mali, product, 4_900, "0812345671").await;
    let mut last = None;
    for number in 0..5 {
        last = Some(shop.buy_by(&mali, product, 4_900, &format!("081234{number}673")).await);
    }
    let refused = shop.order_by(&mali, product, 4_900, "0812349673").await;
    assert!(refused.headers.contains_key("retry-after"));
    refused.refused(429, "texts_limit");
    shop.world.advance(std::time::Duration::from_secs(61)).await;
    shop.update(&mali, &last.unwrap(), "new_code").await.refused(429, "texts_limit");
    shop.order_by(&chai, product, 4_900, "0812349673").await.refused(429, "texts_limit");
    // Nor with a code to verify it, as if it were their own.
    mali.post("/kyc/get-otp", json!({"mobileNumber": "0812349673"})).await.refused(429, "otp_limit");
    assert_eq!(shop.texts("0812349673").await.len(), 0);
    shop.buy_by(&mali, product, 4_900, "0812345671").await;

    shop.world.advance(std::time::Duration::from_secs(3_600)).await;
    let chai = shop.world.session(chai.user_id).await;
    shop.buy_by(&chai, product, 4_900, "0812349673").await;
    shop.world.run_task("otp.forget_texts").await;
    assert_eq!(shop.count("select count(*) from people.texts_to_others").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_answers_stop_is_texted_no_more() {
    const STRANGER: &str = "0812345673";
    let shop = Shop::open().await;
    let mali = shop.world.user("mali").await;
    let product = shop.product(4_900).await;
    let order = shop.buy_by(&mali, product, 4_900, STRANGER).await;
    let text = shop.texts(STRANGER).await[0]["text"].as_str().unwrap().to_owned();
    for part in ["Manao", order["number"].as_str().unwrap(), "49.00", "STOP"] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let reply = |word: &'static str| shop.outside(Method::POST, "/phone/reply", json!({"from": STRANGER, "text": word}));
    reply(" stop").await.ok();
    let refused = shop.order_by(&mali, product, 4_900, STRANGER).await.ok();
    assert_eq!(refused["payment"]["failureCode"], "number_blocked");
    shop.update(&mali, &refused, "new_code").await.refused(409, "mobile_number_blocked");
    assert!(shop.texts(STRANGER).await[0]["text"].as_str().unwrap().contains("START"), "the last word is the telecom's");
    reply("START").await.ok();
    let renewed = shop.update(&mali, &refused, "new_code").await.ok();
    assert_eq!(renewed["payment"]["status"], "awaiting");
}
