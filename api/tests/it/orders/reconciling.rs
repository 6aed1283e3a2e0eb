//! The daily reconciliation: what a counterparty lists, against what our books have.

use manao_shop::payments::check::{LedgerCommand, run};
use manao_shop::reconciliation::check;
use serde_json::{Value, json};

use crate::orders::shop::Shop;
use crate::support::Client;

async fn open(staff: &Client) -> Vec<Value> {
    staff.get("/console/reconciliations").await.ok()["items"].as_array().unwrap().clone()
}

fn reasons(items: &[Value]) -> Vec<(&str, &str)> {
    let mut reasons: Vec<_> =
        items.iter().map(|item| (item["kind"].as_str().unwrap(), item["reason"].as_str().unwrap())).collect();
    reasons.sort_unstable();
    reasons
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_counterparty_lists_and_we_do_not_have_is_found() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let (mali, staff) = (shop.world.user("mali").await, shop.world.operator("staff").await);
    let db = &shop.world.app.db;
    for _ in 0..2 {
        let order = shop.buy(&mali, product, 4_900).await;
        shop.pay(&order).await.ok();
        shop.until(&mali, &order, "completed", |order| order["status"] == "completed").await;
    }
    shop.dashboard("/transfers", json!({})).await;
    let payouts = "select count(*) from shop.payouts";
    shop.world.until("the payout is booked", async || (shop.count(payouts).await == 1).then_some(())).await;
    let today = manao_domain::bangkok::local(shop.world.app.now()).date();
    let differing = async || {
        let mut found = Vec::new();
        for counterparty in ["opn", "telecom", "siamplay"] {
            found.push(check(&shop.world.app, counterparty, today).await.unwrap());
        }
        found
    };
    assert_eq!(differing().await, [0, 0, 0]);
    let compared = "select ours_satang from shop.reconciliations where counterparty = 'siamplay' and ours_satang = theirs_satang
                    and day = (select max(day) from shop.reconciliations)";
    let cost = shop.count(compared).await;
    assert!(cost > 0, "the partner's cost is compared");
    assert!(run(db, &LedgerCommand::Check).await.is_ok());

    // An order at the partner that is none of ours, another cost than it said, a payout that we never booked, and a charge that was never made.
    // A fee that we have wrong is put right by the comparison itself.
    let foreign = json!({"reference": "MN-FOREIGN-1", "game": "rov", "sku": "rov-60", "playerId": "20394817", "quantity": 1});
    let placed = shop.world.app.http.post(format!("{}/partners/siamplay/orders", shop.world.sandbox.base_url));
    assert_eq!(placed.bearer_auth("sandbox-partner-key").json(&foreign).send().await.unwrap().status(), 202);
    let delivered =
        async || (shop.world.delivered_by_partner("MN-FOREIGN-1", "siamplay").await["status"] == "delivered").then_some(());
    shop.world.until("the partner has delivered it", delivered).await;
    for change in [
        "update shop.deliveries set cost_satang = cost_satang + 1 where id = (select min(id) from shop.deliveries)",
        "delete from shop.payouts",
        "update shop.captured_charges set fee_satang = fee_satang + 7 where id = (select min(id) from shop.captured_charges)",
        "insert into shop.captured_charges (provider, charge_id, amount_satang, captured_at, moved_at)
         select 'opn', 'chrg_test_invented', 4900, max(captured_at), max(captured_at) from shop.captured_charges",
    ] {
        sqlx::query(change).execute(db).await.unwrap();
    }
    assert_eq!(differing().await, [2, 0, 2]);
    let found = open(&staff).await;
    assert_eq!(
        reasons(&found),
        [("charge", "unknown_there"), ("order", "amount"), ("order", "unknown_here"), ("payout", "unknown_here"),]
    );
    let foreign = found.iter().find(|item| item["subject"] == "MN-FOREIGN-1").unwrap();
    assert_eq!((&foreign["counterparty"], &foreign["oursSatang"]), (&json!("siamplay"), &json!(0)));
    assert!(foreign["theirsSatang"].as_i64() > Some(0) && foreign["day"] == today.to_string(), "{foreign:#}");
    let faults = run(db, &LedgerCommand::Check).await.unwrap_err().to_string();
    for line in [format!("siamplay on {today}: "), format!("opn on {today}: "), "all counterparties: ".to_owned()] {
        assert!(faults.contains(&line), "{faults}");
    }

    // Staff explain it once; when its amounts change it is back.
    let explain = async |item: &Value, note: &str| {
        let body = json!({"note": note, "oursSatang": item["oursSatang"], "theirsSatang": item["theirsSatang"]});
        staff.post(&format!("/console/reconciliations/{}", item["id"]), body).await
    };
    explain(foreign, " ").await.refused(422, "fields_invalid");
    explain(&json!({"id": 4_711, "oursSatang": 0, "theirsSatang": 0}), "seen").await.refused(404, "reconciliation_not_found");
    mali.get("/console/reconciliations").await.refused(403, "staff_required");
    for _ in 0..2 {
        assert_eq!(explain(foreign, "a test order of theirs").await.status, 204);
    }
    explain(foreign, "another reason").await.refused(409, "reconciliation_changed");
    let changed = found.iter().find(|item| item["reason"] == "amount").unwrap();
    let mut other = changed.clone();
    other["oursSatang"] = json!(changed["oursSatang"].as_i64().unwrap() + 1);
    explain(&other, "not what is there").await.refused(409, "reconciliation_changed");
    assert_eq!(explain(changed, "corrected next week").await.status, 204);
    assert_eq!((open(&staff).await.len(), differing().await), (2, vec![2, 0, 2]));
    assert_eq!(open(&staff).await.len(), 2, "what is explained stays so");
    sqlx::query("update shop.deliveries set cost_satang = cost_satang + 1 where id = (select min(id) from shop.deliveries)")
        .execute(db)
        .await
        .unwrap();
    assert_eq!((differing().await, open(&staff).await.len()), (vec![2, 0, 2], 3));

    // What agrees again leaves the list by itself.
    sqlx::query("update shop.deliveries set cost_satang = cost_satang - 2 where id = (select min(id) from shop.deliveries)")
        .execute(db)
        .await
        .unwrap();
    assert_eq!((differing().await, open(&staff).await.len()), (vec![2, 0, 1], 2));
    // A partner that is away is asked later.
    shop.fault(json!({"kind": "partner_down"})).await;
    assert!(check(&shop.world.app, "siamplay", today).await.is_err());
}
