//! What is printed of an order, and what anybody with its number and four digits may know.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};

use crate::orders::mobile::{PREPAID, PRICE};
use crate::orders::shop::Shop;

#[tokio::test(flavor = "multi_thread")]
async fn a_tax_invoice_is_asked_for_corrected_and_printed() {
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy(&mali, product, PRICE).await;
    let number = order["number"].as_str().unwrap();
    let invoice = json!({
        "number": number, "name": " บริษัท ผู้ซื้อ จำกัด ", "taxId": "0-1055-66123-45-6", "branch": "00012",
        "address": "1 ถนนพระราม 1 กรุงเทพฯ 10330",
    });
    let ask = async |client: &crate::support::Client, change: Value| {
        let mut body = invoice.clone();
        body.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
        client.post("/purchase/tax-invoice", body).await
    };
    ask(&mali, json!({})).await.refused(409, "receipt_not_ready");
    mali.get(&format!("/purchase/receipt/{number}/pdf")).await.refused(409, "receipt_not_ready");
    shop.pay(&order).await.ok();
    shop.until_paid(&mali, &order).await;

    let wrong = json!({"name": " ", "taxId": "0105566123457", "branch": "12", "address": "x".repeat(501)});
    let refused = ask(&mali, wrong).await.refused(422, "fields_invalid");
    let fields =
        json!({"name": "field_required", "taxId": "tax_id_invalid", "branch": "field_invalid", "address": "field_invalid"});
    assert_eq!(refused["fields"], fields);
    let receipt = ask(&mali, json!({})).await.ok();
    let told = &receipt["taxInvoice"];
    assert_eq!((&told["name"], &told["taxId"]), (&json!("บริษัท ผู้ซื้อ จำกัด"), &json!("0105566123456")));
    assert_eq!((&told["branch"], told["requestedAt"].is_string()), (&json!("00012"), true));
    // Corrected, by a head office now.
    let corrected = ask(&mali, json!({"name": "Buyer Co., Ltd.", "branch": null})).await.ok();
    assert_eq!(
        (&corrected["taxInvoice"]["name"], &corrected["taxInvoice"]["branch"]),
        (&json!("Buyer Co., Ltd."), &json!("00000"))
    );
    // The tax ID does not lie readable in the database.
    let db = &shop.world.app.db;
    let sealed: Vec<u8> = sqlx::query_scalar("select tax_id_sealed from tax_invoices").fetch_one(db).await.unwrap();
    assert!(!sealed.windows(13).any(|window| window == b"0105566123456"));
    let log = "select string_agg(detail::text, ' ' order by id) from order_events where kind = 'tax_invoice'";
    let log: String = sqlx::query_scalar(log).fetch_one(db).await.unwrap();
    assert_eq!(log, r#"{"corrected": false} {"corrected": true}"#);
    let log = mali.post("/user-log/revision", json!({"page": 1, "perPage": 1})).await.ok();
    assert_eq!(log["items"][0]["text"], format!("Asked for a tax invoice for order {number}"));

    for lang in ["th", "en"] {
        let request = mali.request(Method::GET, &format!("/purchase/receipt/{number}/pdf?lang={lang}"));
        let printed = request.send().await.unwrap();
        let header = |name: &str| printed.headers()[name].to_str().unwrap().to_owned();
        assert_eq!((printed.status().as_u16(), header("content-type")), (200, "application/pdf".to_owned()));
        assert!(header("content-disposition").contains(receipt["receiptNumber"].as_str().unwrap()));
        let pdf = printed.bytes().await.unwrap();
        assert!(pdf.starts_with(b"%PDF-") && (5_000..200_000).contains(&pdf.len()), "{} bytes", pdf.len());
    }
    let chai = shop.world.user("chai").await;
    chai.get(&format!("/purchase/receipt/{number}/pdf")).await.refused(404, "order_not_found");
    ask(&chai, json!({})).await.refused(404, "order_not_found");

    // Sealed for one order, it does not open in another's row: that receipt is read without an invoice.
    let other = shop.buy(&mali, product, PRICE).await;
    shop.pay(&other).await.ok();
    shop.until_paid(&mali, &other).await;
    let other = other["number"].as_str().unwrap();
    ask(&mali, json!({"number": other})).await.ok();
    let moved = "update tax_invoices set tax_id_sealed = $1 where order_id = (select id from orders where number = $2)";
    sqlx::query(moved).bind(&sealed).bind(other).execute(db).await.unwrap();
    assert_eq!(mali.get(&format!("/purchase/receipt/{other}")).await.ok()["taxInvoice"], Value::Null);

    shop.world.advance(Duration::from_secs(7 * 86_400)).await;
    let mali = shop.world.session(mali.user_id).await;
    let over = ask(&mali, json!({})).await.refused(409, "tax_invoice_over");
    assert_eq!(over["message"], "A tax invoice can be requested within 7 days of payment.");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_is_tracked_by_its_number_and_four_digits() {
    let shop = Shop::open().await;
    let product = shop.product(PRICE).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy_by(&mali, product, PRICE, PREPAID).await;
    let number = order["number"].as_str().unwrap().to_owned();
    let anon = shop.world.anon();
    let track =
        async |number: &str, digits: &str| anon.post("/purchase/track", json!({"number": number, "lastFour": digits})).await;

    let found = track(&number.to_lowercase().replace('-', ""), " 5671").await.ok();
    assert_eq!((&found["number"], &found["status"]), (&order["number"], &json!("pending")));
    assert_eq!((&found["channelName"], &found["timeline"]), (&order["channelName"], &order["timeline"]));
    let line = json!({"name": order["lines"][0]["name"], "gameName": order["lines"][0]["gameName"], "quantity": 1, "deliveryStatus": "waiting"});
    assert_eq!(found["lines"], json!([line]));
    let text = found.to_string();
    for personal in ["20394817", "5671", "mali", order["lines"][0]["playerName"].as_str().unwrap()] {
        assert!(!text.contains(personal), "{personal}: {text}");
    }

    // A wrong number, wrong digits and nonsense are the same.
    let said = |mut answer: Value| {
        answer.as_object_mut().unwrap().remove("requestId");
        answer
    };
    let absent = said(track("MN-0000-0000", "5671").await.refused(404, "order_not_found"));
    for (number, digits) in [(number.as_str(), "5672"), (&number, "567"), (&number, ""), (&number, "%"), ("x", "5671")] {
        assert_eq!(said(track(number, digits).await.refused(404, "order_not_found")), absent, "{number} {digits}");
    }
    // By the buyer's own number, once it is verified.
    let db = &shop.world.app.db;
    sqlx::query("update users set msisdn = '66899990001' where id = $1").bind(mali.user_id).execute(db).await.unwrap();
    track(&number, "0001").await.refused(404, "order_not_found");
    sqlx::query("update users set msisdn_verified_at = now() where id = $1").bind(mali.user_id).execute(db).await.unwrap();
    track(&number, "0001").await.ok();
    // After ten tries for one order nobody guesses on, with the right digits either; other orders are not touched.
    for _ in 0..3 {
        track(&number, "5671").await;
    }
    track(&number, "5671").await.refused(429, "too_many_requests");
    track("MN-0000-0001", "5671").await.refused(404, "order_not_found");
}
