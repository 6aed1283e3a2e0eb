//! Unmatched money is visible to operators only, and settled by hand once.

use serde_json::{Value, json};

use crate::orders::shop::Shop;
use crate::support::Client;

async fn open(staff: &Client) -> Vec<Value> {
    let list = staff.get("/console/unmatched-charges").await.ok();
    let items = list["items"].as_array().unwrap().clone();
    assert_eq!(list["total"], items.len());
    items
}

async fn close(staff: &Client, charge: &Value, note: &str) -> crate::support::Answer {
    staff.post(&format!("/console/unmatched-charges/{}", charge["id"]), json!({"action": "close", "note": note})).await
}

#[tokio::test(flavor = "multi_thread")]
async fn another_amount_is_settled_by_hand_once() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let (mali, staff) = (shop.world.user("mali").await, shop.world.operator("staff").await);
    let order = shop.buy(&mali, product, 4_900).await;
    shop.fault(json!({"kind": "charge_wrong_amount", "amount": 100})).await;
    shop.pay(&order).await.ok();
    let wrong = shop.until_payment(&mali, &order, "mismatch").await;

    // It is booked as it came, before anyone looks: the provider keeps a fee of it.
    assert_eq!((shop.captured().await, shop.balance("refund_payable").await), (100, -100));
    assert_eq!(shop.balance("provider_fee").await, 2);
    mali.get("/console/unmatched-charges").await.refused(403, "staff_required");
    let [charge] = open(&staff).await.try_into().unwrap();
    assert_eq!((&charge["reason"], &charge["chargeId"]), (&json!("amount_mismatch"), &wrong["payment"]["transactionId"]));
    assert_eq!((&charge["amountSatang"], &charge["expectedSatang"]), (&json!(100), &json!(4_900)));
    assert_eq!((&charge["orderNumber"], &charge["userId"]), (&order["number"], &json!(mali.user_id)));

    close(&mali, &charge, "mine").await.refused(403, "staff_required");
    let refused = close(&staff, &charge, "  ").await.refused(422, "fields_invalid");
    assert!(refused["fields"]["note"].is_string(), "{refused:#}");
    close(&staff, &json!({"id": 999_999}), "which?").await.refused(404, "unmatched_charge_not_found");
    for _ in 0..2 {
        assert_eq!(close(&staff, &charge, "sent back by bank transfer").await.status, 204);
    }
    assert_eq!(open(&staff).await, Vec::<Value>::new());
    assert_eq!((shop.captured().await, shop.balance("refund_payable").await), (100, -100));
    assert_eq!(shop.balance("customer_prepaid").await, 0);
    assert_eq!(shop.count("select count(*) from shop.journals where kind in ('captured', 'closed')").await, 2);
    assert_eq!(shop.world.audit().await, []);
    let kept = "select count(*) from shop.order_events where kind = 'unmatched_charge_closed' and detail->>'note' = 'sent back by bank transfer'";
    assert_eq!(shop.count(kept).await, 1);
    // It is never delivered for that.
    let read = shop.read(&mali, &order).await;
    assert_eq!((read.get("paidAt"), &read["lines"][0]["delivery"]["status"]), (None, &json!("waiting")));
}

#[tokio::test(flavor = "multi_thread")]
async fn money_of_no_order_is_booked_as_it_came() {
    let shop = Shop::open().await;
    let staff = shop.world.operator("staff").await;
    let charge = json!({"amount": 7_700, "currency": "THB", "source": {"type": "promptpay"}, "return_uri": "http://localhost/"});
    let charge = shop.outside(reqwest::Method::POST, "/opn/charges", charge).await.ok();
    shop.world.run_task("payments.compare").await;
    let [found] = open(&staff).await.try_into().unwrap();
    assert_eq!((&found["reason"], &found["amountSatang"], found.get("orderNumber")), (&json!("unknown"), &json!(7_700), None));
    // Anyone who has its code can still pay it.
    close(&staff, &found, "nothing of ours").await.refused(409, "unmatched_charge_pending");
    shop.outside(reqwest::Method::POST, "/phone/pay", json!({"chargeId": charge["id"]})).await.ok();
    let hands = futures_util::future::join_all((0..4).map(|_| close(&staff, &found, "given to accounting"))).await;
    assert!(hands.iter().all(|answer| answer.status == 204), "{hands:#?}");
    assert_eq!((shop.captured().await, shop.balance("refund_payable").await), (7_700, -7_700));
    assert_eq!(
        shop.count("select count(*) from shop.journals where order_id is null and kind in ('captured', 'closed')").await,
        2
    );
    let settled = "select count(*) from shop.unmatched_charges where status = 'successful' and note = 'given to accounting'
                   and settled_at is not null and settled_by is not null";
    assert_eq!(shop.count(settled).await, 1);

    // Another one is paid and found: it is booked before anyone decides, and its refunds are tracked.
    let body = json!({"amount": 2_000, "currency": "THB", "source": {"type": "promptpay"}, "return_uri": "http://localhost/"});
    let charge = shop.outside(reqwest::Method::POST, "/opn/charges", body).await.ok();
    shop.outside(reqwest::Method::POST, "/phone/pay", json!({"chargeId": charge["id"]})).await.ok();
    shop.world.run_task("payments.compare").await;
    assert_eq!((shop.captured().await, shop.balance("refund_payable").await), (9_700, -9_700));
    shop.dashboard(&format!("/charges/{}/refund", charge["id"].as_str().unwrap()), json!({})).await;
    shop.world.run_task("payments.compare").await;
    assert_eq!(shop.balance("refund_payable").await, -7_700);
    assert_eq!((shop.world.audit().await, shop.world.audit_charges().await), (vec![], vec![]));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_booked_already_and_what_never_came_is_only_told() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let (mali, staff) = (shop.world.user("mali").await, shop.world.operator("staff").await);
    let order = shop.buy(&mali, product, 4_900).await;
    shop.pay(&order).await.ok();
    shop.until_paid(&mali, &order).await;
    // A second charge of the same payment was paid too, and a foreign one failed.
    let second = json!({
        "amount": 4_900, "currency": "THB", "source": {"type": "promptpay"}, "return_uri": "http://localhost/",
        "metadata": {"payment": order["payment"]["reference"], "order": order["number"]},
    });
    let second = shop.outside(reqwest::Method::POST, "/opn/charges", second).await.ok();
    shop.outside(reqwest::Method::POST, "/phone/pay", json!({"chargeId": second["id"]})).await.ok();
    let other = json!({"amount": 7_700, "currency": "THB", "source": {"type": "promptpay"}, "return_uri": "http://localhost/"});
    let other = shop.outside(reqwest::Method::POST, "/opn/charges", other).await.ok();
    shop.outside(reqwest::Method::POST, "/phone/decline", json!({"chargeId": other["id"]})).await.ok();
    shop.world.run_task("payments.compare").await;
    let found = open(&staff).await;
    let mut reasons: Vec<_> = found.iter().map(|charge| charge["reason"].as_str().unwrap()).collect();
    reasons.sort_unstable();
    assert_eq!(reasons, ["paid_twice", "unknown"]);
    let journals = shop.count("select count(*) from shop.journals where kind <> 'delivered'").await;
    for charge in &found {
        assert_eq!(close(&staff, charge, "looked at").await.status, 204);
    }
    assert_eq!(shop.count("select count(*) from shop.journals where kind <> 'delivered'").await, journals);
    assert_eq!(shop.balance("refund_payable").await, -4_900);
    assert_eq!(open(&staff).await, Vec::<Value>::new());
    assert_eq!(shop.world.audit().await, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_charge_of_the_right_amount_pays_what_a_wrong_one_did_not() {
    let shop = Shop::open().await;
    let product = shop.product(4_900).await;
    let (mali, staff) = (shop.world.user("mali").await, shop.world.operator("staff").await);
    let order = shop.buy(&mali, product, 4_900).await;
    shop.fault(json!({"kind": "charge_wrong_amount", "amount": 100})).await;
    shop.pay(&order).await.ok();
    let wrong = shop.until_payment(&mali, &order, "mismatch").await;
    let another = async || {
        let body = json!({
            "amount": 4_900, "currency": "THB", "source": {"type": "promptpay"}, "return_uri": "http://localhost/",
            "metadata": {"payment": order["payment"]["reference"], "order": order["number"]},
            "webhook_endpoints": [format!("{}/api/webhooks/opn", shop.world.url)],
        });
        let charge = shop.outside(reqwest::Method::POST, "/opn/charges", body).await.ok();
        shop.outside(reqwest::Method::POST, "/phone/pay", json!({"chargeId": charge["id"]})).await.ok();
        charge["id"].clone()
    };
    // Another charge with a wrong amount is listed like the first.
    let listed = another().await;
    shop.world.until("both are listed", async || (open(&staff).await.len() == 2).then_some(())).await;
    assert!(open(&staff).await.iter().all(|charge| charge["reason"] == "amount_mismatch"));

    shop.no_faults().await;
    let right = another().await;
    let paid = shop.until_paid(&mali, &order).await;
    assert_eq!((&paid["payment"]["status"], &paid["payment"]["transactionId"]), (&json!("captured"), &right));
    assert_eq!(shop.count("select count(*) from shop.journals where kind = 'captured'").await, 3);
    // The other charges stay listed with their reason, however often they are compared. Each was booked once, when it came.
    for _ in 0..2 {
        shop.world.run_task("payments.compare").await;
    }
    let found = open(&staff).await;
    let mut charges: Vec<_> = found.iter().map(|charge| charge["chargeId"].as_str().unwrap()).collect();
    charges.sort_unstable();
    assert_eq!(charges, [wrong["payment"]["transactionId"].as_str().unwrap(), listed.as_str().unwrap()]);
    for charge in &found {
        assert_eq!(close(&staff, charge, "sent back").await.status, 204);
    }
    assert_eq!(shop.balance("refund_payable").await, -200);
    assert_eq!(shop.count("select count(*) from shop.journals where kind = 'captured'").await, 3);
    assert_eq!(shop.world.audit().await, []);
}
