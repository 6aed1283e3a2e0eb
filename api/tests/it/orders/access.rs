//! Access to ordering, and to orders.

use manao_kernel::access::Role;
use serde_json::json;

use super::case::{cases, get, post};
use super::stage::{Owned, owned_by};
use crate::support::{Client, World};

cases! {
    purchase_create_order: post("/purchase/create-order");
    purchase_get_my_purchase: post("/purchase/get-my-purchase");
    purchase_waiting: get("/purchase/waiting");
    purchase_get_by_id: post("/purchase/get-by-id");
    purchase_get_by_transaction_id: post("/purchase/get-by-transaction-id");
    purchase_check_order: post("/purchase/check-order");
    purchase_check_order_timeout: post("/purchase/check-order-timeout");
    purchase_update_order_status: post("/purchase/update-order-status").with(|_| json!({"action": "cancel"}));
    purchase_codes: post("/purchase/codes").with(|owned| json!({"lineId": owned.parts["line"]}));
    purchase_reveal_code: post("/purchase/reveal-code").with(|owned| json!({"lineId": owned.parts["line"], "index": 1}));
    purchase_claim_code: post("/purchase/claim-code").with(|owned| json!({"lineId": owned.parts["line"], "index": 1}));
    purchase_correct: post("/purchase/correct").with(|owned| json!({"lineId": owned.parts["line"], "version": 1, "choice": "refund"}));
    purchase_receipt: get("/purchase/receipt/{number}");
    purchase_receipt_pdf: get("/purchase/receipt/{number}/pdf");
    purchase_tax_invoice: post("/purchase/tax-invoice").with(|_| {
        json!({"name": "Somchai Jaidee", "taxId": "0105566123456", "address": "1 Rama I Road, Bangkok 10330"})
    });
    purchase_track: post("/purchase/track").with(|_| json!({"number": "MN-0000-0000", "proof": "1234"}));
    purchase_returned: post("/purchase/returned").with(|_| json!({"number": "MN-0000-0000", "state": "AAAAAAAAAAAAAAAAAAAAAA"}));
    purchase_hand_over: post("/purchase/hand-over");
    purchase_hand_over_inbox: post("/purchase/hand-over/inbox");
    purchase_hand_over_open: post("/purchase/hand-over/open").with(|_| json!({"token": "unknown"}));
    purchase_pay_by_card: post("/purchase/pay-by-card").with(|_| json!({"token": "tokn_test_unknown"}));
    payment_cards: get("/payment/cards");
    payment_cards_remove: post("/payment/cards/remove").with(|_| json!({"id": 4711}));
    order_confirm: post("/order-confirm").with(|_| json!({"code": "123456"}));
    webhooks_opn: post("/webhooks/opn");
    webhooks_telecom: post("/webhooks/telecom");
    webhooks_packages: post("/webhooks/packages");
    number_consent_send: post("/number-consent/send").with(|_| json!({"mobileNumber": "0812345671", "productId": 4711}));
    number_consent_confirm: post("/number-consent/confirm").with(|_| json!({"reference": "unknown", "code": "123456"}));
    user_subscriptions: get("/user/subscriptions");
    user_subscriptions_cancel: post("/user/subscriptions/cancel").with(|_| json!({"version": 1}));
    webhooks_partners: post("/webhooks/partners/{partner}");
}

pub async fn order(world: &World, owner: Client) -> Owned {
    let order = world.order(&owner, "free-fire-68", 1, Some("884210019")).await;
    let line = "select order_lines.id from shop.order_lines join shop.orders on orders.id = order_id where user_id = $1";
    let line: i64 = sqlx::query_scalar(line).bind(owner.user_id).fetch_one(&world.app.db).await.unwrap();
    Owned {
        id: order["number"].clone(),
        secrets: vec![order["number"].as_str().unwrap().to_owned(), "884210019".to_owned()],
        state: "select status || ' ' || (select count(*) from shop.code_reveals) from shop.orders where number = $1",
        parts: json!({"line": line}),
        holders: owned_by(owner),
    }
}

pub async fn order_of_charge(world: &World, owner: Client) -> Owned {
    let owned = order(world, owner).await;
    let charge = "select charge_id from shop.payments join shop.orders on orders.id = order_id where user_id = $1";
    let charge: String =
        sqlx::query_scalar(charge).bind(owned.holder(Role::Owner).user_id).fetch_one(&world.app.db).await.unwrap();
    let state = "select o.status from shop.orders o join shop.payments p on p.order_id = o.id where p.charge_id = $1";
    Owned { id: json!(charge), state, ..owned }
}

/// Returns a package on a number, as if an order's line had brought it.
pub async fn subscription(world: &World, owner: Client) -> Owned {
    let owned = order(world, owner).await;
    let line = owned.parts["line"].as_i64().unwrap();
    sqlx::query(
        "insert into shop.activations (order_line_id, user_id, reference, status, renews, cancellable, revision, created_at)
         values ($1, $2, 'R' || $1, 'active', true, false, 1, now())",
    )
    .bind(line)
    .bind(owned.holder(Role::Owner).user_id)
    .execute(&world.app.db)
    .await
    .unwrap();
    Owned { id: json!(line), state: "select status from shop.activations where order_line_id = $1::bigint", ..owned }
}
