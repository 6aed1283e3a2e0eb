//! A partner delivers a code that was already sold to someone else.

use std::time::Duration;

use manao_kernel::sealing::Sealer;
use serde_json::{Value, json};

use crate::delivery::{bought, decide, in_repair, no_faults, reference};
use crate::support::{Client, World};

/// Delivers at the partner without our knowledge, while its first code becomes known in another way.
async fn delivered_a_known_code(world: &World, buyer: &Client) -> Value {
    world.fault(json!({"kind": "partner_lose_callback"})).await;
    let order = bought(world, buyer, "google-play-100", None).await;
    let partner: String = sqlx::query_scalar("select partner_code from shop.order_lines order by id desc limit 1")
        .fetch_one(&world.app.db)
        .await
        .unwrap();
    let reference = reference(world, &order).await;
    let placed = || async {
        let placed = world.delivered_by_partner(&reference, &partner).await;
        (placed["status"] == "delivered").then_some(placed)
    };
    let placed = world.until("the partner has delivered", placed).await;
    let sealer = Sealer::new(world.app.settings.voucher_key.as_deref().unwrap()).unwrap();
    sqlx::query("insert into shop.code_fingerprints (fingerprint) values ($1)")
        .bind(sealer.fingerprint(placed["vouchers"][0]["code"].as_str().unwrap()))
        .execute(&world.app.db)
        .await
        .unwrap();
    world.advance(Duration::from_secs(30)).await;
    let read = world.settled(buyer, &order, "error").await;
    let line = &read["lines"][0]["delivery"];
    assert_eq!(
        (&line["status"], &line["failureCode"], &line["hasCode"]),
        (&json!("repair"), &json!("code_known"), &json!(false))
    );
    let ask = json!({"number": order["number"], "lineId": order["lines"][0]["id"], "index": 1});
    buyer.post("/purchase/reveal-code", ask).await.refused(409, "codes_not_ready");
    assert_eq!(world.count("select count(*) from shop.delivered_codes").await, 0);
    no_faults(world).await;
    order
}

#[tokio::test(flavor = "multi_thread")]
async fn what_somebody_else_has_is_no_delivery() {
    let world = World::shop().await;
    let (buyer, staff) = (world.user("ploy").await, world.operator("staff").await);
    // Giving it up is possible, although the partner says that it has delivered.
    let order = delivered_a_known_code(&world, &buyer).await;
    assert_eq!(decide(&staff, in_repair(&world).await, "close").await.status, 204);
    let owed = "select -sum(amount_satang)::bigint from shop.ledger_entries where account = 'refund_payable'";
    assert_eq!(world.count(owed).await, order["totalSatang"].as_i64().unwrap());

    // Sending it again asks the partner for another code, under a new reference.
    let order = delivered_a_known_code(&world, &buyer).await;
    let before = reference(&world, &order).await;
    assert_eq!(decide(&staff, in_repair(&world).await, "retry").await.status, 204);
    let done = world.settled(&buyer, &order, "completed").await;
    assert_eq!(done["lines"][0]["delivery"]["hasCode"], true);
    assert_ne!(reference(&world, &order).await, before);
    assert_eq!(world.audit().await, []);
}
