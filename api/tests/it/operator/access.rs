//! Calls for operators only.

use serde_json::json;

use super::case::{cases, get, post};

cases! {
    operator_users_suspend: post("/operator/users/{userId}/suspend").with(|_| json!({"reason": "Table"}));
    operator_users_restore: post("/operator/users/{userId}/restore");
    operator_payment_channels: post("/operator/payment-channels/{code}");
    operator_repairs: get("/operator/repairs");
    post_operator_repairs: post("/operator/repairs/{deliveryId}");
    operator_code_claims: get("/operator/code-claims");
    post_operator_code_claims: post("/operator/code-claims/{claimId}");
    operator_unmatched_charges: get("/operator/unmatched-charges");
    post_operator_unmatched_charges: post("/operator/unmatched-charges/{id}");
    operator_refunds: get("/operator/refunds");
    post_operator_refunds: post("/operator/refunds/{key}");
    operator_orders: get("/operator/orders/{number}");
    operator_orders_refund: post("/operator/orders/{number}/refund");
    operator_reconciliations: get("/operator/reconciliations");
    post_operator_reconciliations: post("/operator/reconciliations/{id}");
}
