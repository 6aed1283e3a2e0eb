//! The search, the list of orders, and an order's story.

use manao_domain::staff::StaffRole;
use serde_json::{Value, json};

use crate::support::{Client, World};

async fn search(staff: &Client, text: &str) -> Vec<(String, String, String)> {
    let request = staff.request(reqwest::Method::GET, "/console/search").query(&[("q", text)]);
    let hits = crate::support::Answer::of(request).await.ok();
    let text = |hit: &Value, field: &str| hit[field].as_str().unwrap_or_default().to_owned();
    hits["items"].as_array().unwrap().iter().map(|hit| (text(hit, "kind"), text(hit, "key"), text(hit, "by"))).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_a_customer_reads_out_is_found() {
    let world = World::shop().await;
    let staff = world.staff("staff", &[StaffRole::Support]).await;
    let mali = world.user("Mali Thong").await;
    sqlx::query("update people.users set msisdn = '66812349876', msisdn_verified_at = now() where id = $1")
        .bind(mali.user_id)
        .execute(&world.app.db)
        .await
        .unwrap();
    let order = world.order(&mali, "free-fire-68", 1, Some("884210019")).await;
    world.pay(&order).await;
    let order = world.settled(&mali, &order, "completed").await;
    let number = order["number"].as_str().unwrap().to_owned();
    let charge: String = sqlx::query_scalar("select charge_id from shop.payments where charge_id is not null")
        .fetch_one(&world.app.db)
        .await
        .unwrap();
    let found = |by: &str| ("order".to_owned(), number.clone(), by.to_owned());
    for (text, by) in [
        (number.clone(), "number"),
        (number.to_lowercase().replace('-', ""), "number"),
        (order["receiptNumber"].as_str().unwrap().to_lowercase(), "receipt"),
        (charge.clone(), "charge"),
        ("884210019".to_owned(), "player"),
    ] {
        assert_eq!(search(&staff, &text).await, [found(by)], "{text}");
    }
    let person = |by: &str| ("person".to_owned(), mali.user_id.to_string(), by.to_owned());
    for (text, by) in [
        (world.address(&mali).await.to_uppercase(), "email"),
        ("081-234-9876".to_owned(), "mobile"),
        ("9876".to_owned(), "mobile_end"),
        (format!("#{}", mali.user_id), "id"),
        ("thong".to_owned(), "name"),
    ] {
        assert!(search(&staff, &text).await.contains(&person(by)), "{text}");
    }
    for nothing in ["", "%", "__", "MN-0000-0000", "no such thing", &"ก".repeat(400)] {
        assert_eq!(search(&staff, nothing).await, [], "{nothing}");
    }
    // Each role sees what it works with.
    let content = world.staff("content", &[StaffRole::Content]).await;
    assert_eq!(search(&content, &number).await, []);
    assert_eq!(search(&content, "9876").await, []);
    // Nothing personal is in the answer.
    let request = staff.request(reqwest::Method::GET, "/console/search").query(&[("q", "9876")]);
    let text = crate::support::Answer::of(request).await.ok().to_string();
    assert!(!text.contains("812349876") && text.contains("9876"), "{text}");

    // The list, and its filters.
    let list = async |query: &str| staff.get(&format!("/console/orders{query}")).await.ok();
    let all = list("").await;
    assert_eq!((&all["items"][0]["number"], &all["items"][0]["buyer"]["name"]), (&json!(number), &json!("Mali Thong")));
    assert_eq!((&all["matching"], all.get("next")), (&json!({"count": 1, "more": false}), None));
    for (query, count) in [
        ("?status=completed", 1),
        ("?status=pending", 0),
        ("?channel=promptpay&from=2020-01-01&to=2999-12-31", 1),
        ("?to=2020-01-01", 0),
        ("?need=repair", 0),
        ("?from=-262143-01-01", 1),
        ("?after=1", 0),
    ] {
        assert_eq!(list(query).await["items"].as_array().unwrap().len(), count, "{query}");
    }
    staff.get("/console/orders?status=nonsense").await.refused(422, "fields_invalid");
    sqlx::query("update shop.deliveries set status = 'repair', delivered_at = null").execute(&world.app.db).await.unwrap();
    assert_eq!(list("?need=repair").await["items"][0]["needs"], json!(["repair"]));

    // The story has every source, in order of time.
    let story = staff.get(&format!("/console/orders/{number}/story")).await.ok();
    let entries = story["story"].as_array().unwrap();
    let sources: std::collections::BTreeSet<&str> = entries.iter().map(|entry| entry["source"].as_str().unwrap()).collect();
    for source in ["customer", "provider", "partner", "ledger", "messages", "shop"] {
        assert!(sources.contains(source), "{source} in {sources:?}");
    }
    let times: Vec<&str> = entries.iter().map(|entry| entry["at"].as_str().unwrap()).collect();
    assert!(times.is_sorted(), "{times:?}");
    assert_eq!(story["buyer"]["mobileMasked"], "08x-xxx-9876");
    staff.get("/console/orders/MN-0000-0000/story").await.refused(404, "order_not_found");
}
