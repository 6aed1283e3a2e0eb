//! Printed documents of an order, and the data that its number and four digits reveal.

use std::time::Duration;

use manao_shop::orders::{issue, refresh_status};
use manao_shop::payments::check::{self, LedgerCommand};
use reqwest::Method;
use serde_json::{Value, json};

use crate::orders::mobile::{PREPAID, PRICE};
use crate::orders::shop::Shop;
use crate::support::Answer;

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
    assert_eq!((&told["branch"], told["issuedAt"].is_string()), (&json!("00012"), true));
    let first = told["number"].clone();
    assert_eq!(numbers(&receipt), [receipt["receiptNumber"].clone(), first.clone()]);
    // The same buyer again is the same document; with a head office, it is another that cancels it.
    assert_eq!(ask(&mali, json!({})).await.ok()["documents"], receipt["documents"]);
    let corrected = ask(&mali, json!({"name": "Buyer Co., Ltd.", "branch": null})).await.ok();
    assert_eq!(
        (&corrected["taxInvoice"]["name"], &corrected["taxInvoice"]["branch"]),
        (&json!("Buyer Co., Ltd."), &json!("00000"))
    );
    let second = corrected["taxInvoice"]["number"].clone();
    let documents = &corrected["documents"];
    assert_eq!(numbers(&corrected), [receipt["receiptNumber"].clone(), first.clone(), second.clone()]);
    assert_eq!((&documents[1]["replacedBy"], &documents[2]["replaces"]), (&second, &first));
    assert_eq!((&documents[1]["refersTo"], &documents[2]["refersTo"]), (&receipt["receiptNumber"], &receipt["receiptNumber"]));
    // The tax ID is not readable in the database, where no document is ever changed.
    let db = &shop.world.app.db;
    let sealed: Vec<Vec<u8>> =
        sqlx::query_scalar("select buyer_tax_id_sealed from shop.sales_documents where kind = 'tax_invoice' order by id")
            .fetch_all(db)
            .await
            .unwrap();
    assert_eq!(sealed.len(), 2);
    assert!(!sealed.concat().windows(13).any(|window| window == b"0105566123456"));
    for change in ["update shop.sales_documents set total_satang = 1", "delete from shop.sales_documents"] {
        assert!(sqlx::query(change).execute(db).await.unwrap_err().to_string().contains("append only"), "{change}");
    }
    let log = "select string_agg(detail::text, ' ' order by id) from shop.order_events where kind = 'tax_invoice'";
    let log: String = sqlx::query_scalar(log).fetch_one(db).await.unwrap();
    assert_eq!(log, format!(r#"{{"number": {first}, "replaces": null}} {{"number": {second}, "replaces": {first}}}"#));
    let log = mali.post("/user-log/revision", json!({"page": 1, "perPage": 1})).await.ok();
    assert_eq!(log["items"][0]["text"], format!("Asked for a tax invoice for order {number}"));

    for (lang, document) in [("th", None), ("en", Some(&first)), ("th", Some(&second))] {
        let which = document.map(|number| format!("&document={}", number.as_str().unwrap())).unwrap_or_default();
        let request = mali.request(Method::GET, &format!("/purchase/receipt/{number}/pdf?lang={lang}{which}"));
        let printed = request.send().await.unwrap();
        let header = |name: &str| printed.headers()[name].to_str().unwrap().to_owned();
        assert_eq!((printed.status().as_u16(), header("content-type")), (200, "application/pdf".to_owned()));
        let name = document.unwrap_or(&receipt["receiptNumber"]).as_str().unwrap();
        assert!(header("content-disposition").contains(name));
        let pdf = printed.bytes().await.unwrap();
        assert!(pdf.starts_with(b"%PDF-") && (5_000..200_000).contains(&pdf.len()), "{} bytes", pdf.len());
    }
    let chai = shop.world.user("chai").await;
    chai.get(&format!("/purchase/receipt/{number}/pdf")).await.refused(404, "order_not_found");
    ask(&chai, json!({})).await.refused(404, "order_not_found");

    // A document of another order does not belong to this one; a tax ID sealed for one order does not open in another's document.
    let other = shop.buy(&mali, product, PRICE).await;
    shop.pay(&other).await.ok();
    shop.until_paid(&mali, &other).await;
    let other = other["number"].as_str().unwrap();
    mali.get(&format!("/purchase/receipt/{other}/pdf?document={}", first.as_str().unwrap()))
        .await
        .refused(404, "sales_document_not_found");
    ask(&mali, json!({"number": other})).await.ok();
    let moved = "update shop.sales_documents set buyer_tax_id_sealed = $1
                 where kind = 'tax_invoice' and order_id = (select id from shop.orders where number = $2)";
    sqlx::query("alter table shop.sales_documents disable trigger append_only").execute(db).await.unwrap();
    sqlx::query(moved).bind(&sealed[0]).bind(other).execute(db).await.unwrap();
    sqlx::query("alter table shop.sales_documents enable trigger append_only").execute(db).await.unwrap();
    assert_eq!(mali.get(&format!("/purchase/receipt/{other}")).await.ok()["taxInvoice"], Value::Null);
    assert_eq!(issue::audit(db).await.unwrap(), []);

    shop.world.advance(Duration::from_secs(7 * 86_400)).await;
    let mali = shop.world.session(mali.user_id).await;
    let over = ask(&mali, json!({})).await.refused(409, "tax_invoice_over");
    assert_eq!(over["message"], "A tax invoice can be requested within 7 days of payment.");
}

fn numbers(receipt: &Value) -> Vec<Value> {
    receipt["documents"].as_array().unwrap().iter().map(|document| document["number"].clone()).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_sold_is_credited_and_a_change_rolled_back_takes_no_number() {
    let shop = Shop::open().await;
    let db = &shop.world.app.db;
    let product = shop.product(PRICE).await;
    let (mali, staff) = (shop.world.user("mali").await, shop.world.operator("staff").await);
    let invoice = |order: &Value| json!({"number": order["number"], "name": "Buyer Co., Ltd.", "taxId": "0105566123456", "address": "1 Rama I Road, Bangkok"});
    let receipt = async |order: &Value| mali.get(&format!("/purchase/receipt/{}", order["number"].as_str().unwrap())).await.ok();
    let paid = async || {
        let order = shop.buy(&mali, product, PRICE).await;
        shop.pay(&order).await.ok();
        shop.until(&mali, &order, "completed", |order| order["status"] == "completed").await
    };
    let refund = async |order: &Value, body: Value, sum: i64| {
        shop.dashboard(&format!("/charges/{}/refund", order["payment"]["transactionId"].as_str().unwrap()), body).await;
        shop.until(&mali, order, "refunded", |order| order["payment"]["refundedSatang"] == sum).await;
    };

    // Invoiced, then refunded in part and whole: two credit notes correct the invoice, and its tax is zero.
    let order = paid().await;
    let issued = mali.post("/purchase/tax-invoice", invoice(&order)).await.ok();
    let number = issued["taxInvoice"]["number"].clone();
    assert_eq!(issued["vatIncludedSatang"], 321, "7/107 of 49.00");
    refund(&order, json!({"amount": 900}), 900).await;
    refund(&order, json!({}), PRICE).await;
    let told = receipt(&order).await;
    let notes: Vec<_> = told["documents"].as_array().unwrap().iter().filter(|it| it["kind"] == "credit_note").collect();
    let amounts: Vec<_> = notes.iter().map(|note| (&note["refersTo"], &note["totalSatang"], &note["vatSatang"])).collect();
    assert_eq!(amounts, [(&number, &json!(900), &json!(59)), (&number, &json!(4_000), &json!(262))]);
    assert_eq!(told["documents"][1]["creditedSatang"], PRICE);
    let mut other = invoice(&order);
    other["name"] = json!("Other Co., Ltd.");
    mali.post("/purchase/tax-invoice", other).await.refused(409, "tax_invoice_nothing_sold");
    assert_eq!(told["taxInvoiceUntil"], Value::Null);
    let pdf =
        format!("/purchase/receipt/{}/pdf?document={}", order["number"].as_str().unwrap(), notes[0]["number"].as_str().unwrap());
    assert_eq!(mali.request(Method::GET, &pdf).send().await.unwrap().status(), 200);

    // Refunded in part first: the invoice covers the part still sold.
    let order = paid().await;
    refund(&order, json!({"amount": 900}), 900).await;
    let issued = mali.post("/purchase/tax-invoice", invoice(&order)).await.ok();
    let [receipt_of, note, invoiced] = issued["documents"].as_array().unwrap().clone().try_into().unwrap();
    assert_eq!((&note["refersTo"], &note["totalSatang"]), (&receipt_of["number"], &json!(900)));
    assert_eq!((&invoiced["totalSatang"], &invoiced["vatSatang"]), (&json!(4_000), &json!(262)));

    // A part refunded and the rest lost to a dispute, which is won after all: each has a document, and none is changed.
    let order = paid().await;
    let number = mali.post("/purchase/tax-invoice", invoice(&order)).await.ok()["taxInvoice"]["number"].clone();
    refund(&order, json!({"amount": 900}), 900).await;
    let dispute = format!("/charges/{}/dispute", order["payment"]["transactionId"].as_str().unwrap());
    shop.dashboard(&dispute, json!({})).await;
    shop.until(&mali, &order, "disputed", |order| order["payment"]["disputedAt"].is_string()).await;
    assert_eq!(numbers(&receipt(&order).await).len(), 3, "the refund's credit note");
    for (decision, issued) in [("lost", 4), ("won", 5)] {
        shop.dashboard(&format!("{dispute}/{decision}"), json!({})).await;
        let is_issued = async || (numbers(&receipt(&order).await).len() == issued).then_some(());
        shop.world.until("a note about the dispute", is_issued).await;
    }
    let told = receipt(&order).await;
    let notes: Vec<_> = told["documents"].as_array().unwrap()[2..].iter().collect();
    let stated: Vec<_> =
        notes.iter().map(|note| [&note["kind"], &note["refersTo"], &note["totalSatang"], &note["vatSatang"]]).collect();
    let (credit, debit) = (json!("credit_note"), json!("debit_note"));
    let (some, rest) = ([json!(900), json!(59)], [json!(4_000), json!(262)]);
    assert_eq!(
        stated,
        [[&credit, &number, &some[0], &some[1]], [&credit, &number, &rest[0], &rest[1]], [&debit, &number, &rest[0], &rest[1]]]
    );
    assert_eq!(told["documents"][1]["creditedSatang"], 900);
    let reasons = "select string_agg(content->'credit'->>'reason', ' ' order by id) from shop.sales_documents where refers_to =
                   (select id from shop.sales_documents where number = $1)";
    let reasons: String = sqlx::query_scalar(reasons).bind(number.as_str()).fetch_one(db).await.unwrap();
    assert_eq!(reasons, "refunded charged_back money_returned");
    let order_number = order["number"].as_str().unwrap();
    let pdf = format!("/purchase/receipt/{order_number}/pdf?document={}", notes[2]["number"].as_str().unwrap());
    assert_eq!(mali.request(Method::GET, &pdf).send().await.unwrap().status(), 200);

    // Closed undelivered: credited once, before and after the refund, and never invoiced.
    shop.fault(json!({"kind": "partner_fail_delivery", "reason": "server_closed"})).await;
    let order = shop.buy(&mali, product, PRICE).await;
    shop.pay(&order).await.ok();
    let stuck = shop.until(&mali, &order, "in repair", |order| order["status"] == "error").await;
    let [repair] = staff.get("/console/repairs").await.ok()["items"].as_array().unwrap().clone().try_into().unwrap();
    let close = json!({"action": "close", "note": "server closed"});
    assert_eq!(staff.post(&format!("/console/repairs/{}", repair["deliveryId"]), close).await.status, 204);
    mali.post("/purchase/tax-invoice", invoice(&order)).await.refused(409, "tax_invoice_nothing_sold");
    refund(&stuck, json!({}), PRICE).await;
    let told = receipt(&order).await;
    assert_eq!((numbers(&told).len(), &told["documents"][1]["totalSatang"]), (2, &json!(PRICE)));

    // A capture that comes to nothing, however late: the number goes to the next document.
    let order = shop.buy(&mali, product, PRICE).await;
    let id: i64 = sqlx::query_scalar("select id from shop.orders where number = $1")
        .bind(order["number"].as_str())
        .fetch_one(db)
        .await
        .unwrap();
    let mut change = shop.world.app.change().await.unwrap();
    sqlx::query("update shop.orders set paid_at = now() where id = $1").bind(id).execute(change.conn()).await.unwrap();
    refresh_status(&mut change, id).await.unwrap();
    drop(change);
    let last = "select last_serial from shop.sales_document_series where kind = 'receipt'";
    assert_eq!(shop.count(last).await, 4);
    shop.pay(&order).await.ok();
    shop.until_paid(&mali, &order).await;
    assert_eq!(shop.count(last).await, 5);
    assert_eq!(issue::audit(db).await.unwrap(), []);
    assert!(check::run(db, &LedgerCommand::Check).await.unwrap().contains(": numbers up to 5, no gap"));
    // The check finds such a gap.
    sqlx::query("update shop.sales_document_series set last_serial = 6 where kind = 'receipt'").execute(db).await.unwrap();
    let said = check::run(db, &LedgerCommand::Check).await.unwrap_err().to_string();
    assert!(said.contains("0000006 is borne by 0 documents"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_order_is_tracked_by_its_number_and_four_digits() {
    let shop = Shop::with(|settings| settings.hub.proxies = 1).await;
    let product = shop.product(PRICE).await;
    let mali = shop.world.user("mali").await;
    let order = shop.buy_by(&mali, product, PRICE, PREPAID).await;
    let number = order["number"].as_str().unwrap().to_owned();
    let anon = shop.world.anon();
    let track = async |number: &str, digits: &str| anon.post("/purchase/track", json!({"number": number, "proof": digits})).await;

    let found = track(&number.to_lowercase().replace('-', ""), " 5671").await.ok();
    assert_eq!((&found["number"], &found["status"]), (&order["number"], &json!("pending")));
    assert_eq!((&found["channelName"], &found["timeline"]), (&order["channelName"], &order["timeline"]));
    let line = json!({"name": order["lines"][0]["name"], "gameName": order["lines"][0]["gameName"], "quantity": 1, "seller": "Lime Games", "deliveryStatus": "waiting"});
    assert_eq!(found["lines"], json!([line]));
    let text = found.to_string();
    for personal in ["20394817", "5671", "mali", order["lines"][0]["playerName"].as_str().unwrap()] {
        assert!(!text.contains(personal), "{personal}: {text}");
    }

    // A wrong number, wrong digits and nonsense get the same answer.
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
    sqlx::query("update people.users set msisdn = '66899990001' where id = $1").bind(mali.user_id).execute(db).await.unwrap();
    track(&number, "0001").await.refused(404, "order_not_found");
    sqlx::query("update people.users set msisdn_verified_at = now() where id = $1").bind(mali.user_id).execute(db).await.unwrap();
    shop.world.advance(Duration::from_secs(61)).await;
    track(&number, "0001").await.ok();
    // A buyer without a number uses a verified e-mail address.
    sqlx::query("update people.users set msisdn = null, msisdn_verified_at = null, email = 'Mali@manao.example', email_verified_at = null where id = $1")
        .bind(mali.user_id)
        .execute(db)
        .await
        .unwrap();
    track(&number, "mali").await.refused(404, "order_not_found");
    sqlx::query("update people.users set email_verified_at = now() where id = $1").bind(mali.user_id).execute(db).await.unwrap();
    track(&number, "MALI").await.ok();

    // A guesser has to wait longer and longer; the owner and other orders are not affected.
    let from = async |address: &str, number: &str, digits: &str| {
        let request = anon.request(reqwest::Method::POST, "/purchase/track").header("x-forwarded-for", address);
        Answer::of(request.json(&json!({"number": number, "proof": digits}))).await
    };
    let wait = |answer: &Answer| answer.headers["retry-after"].to_str().unwrap().parse::<u64>().unwrap();
    for guess in 0..5 {
        from("203.0.113.7", &number, &format!("000{guess}")).await.refused(404, "order_not_found");
    }
    let refused = from("203.0.113.7", &number, "5671").await;
    assert!((55..=61).contains(&wait(&refused)), "{}", wait(&refused));
    refused.refused(429, "too_many_requests");
    from("203.0.113.7", "MN-0000-0001", "5671").await.refused(404, "order_not_found");
    shop.world.advance(Duration::from_secs(61)).await;
    from("203.0.113.7", &number, "0005").await.refused(404, "order_not_found");
    let refused = from("203.0.113.7", &number, "0006").await;
    assert!((115..=121).contains(&wait(&refused)), "{}", wait(&refused));
    for host in 0..30 {
        from(&format!("198.51.100.{host}"), &number, "0000").await.refused(404, "order_not_found");
    }
    from("198.51.100.1", &number, "0001").await.refused(429, "too_many_requests");
    from("203.0.113.8", &number, "5671").await.ok();
}
