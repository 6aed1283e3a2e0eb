//! Calls of the console.

use serde_json::json;

use super::case::{cases, get, post};

/// The id of no challenge.
const NOBODY: &str = "00000000-0000-4000-8000-000000000000";

cases! {
    operator_users_suspend: post("/console/users/{userId}/suspend").with(|_| json!({"reason": "Table"}));
    operator_users_restore: post("/console/users/{userId}/restore");
    console_payment_channels: get("/console/payment-channels");
    operator_payment_channels: post("/console/payment-channels/{code}");
    operator_repairs: get("/console/repairs");
    post_operator_repairs: post("/console/repairs/{deliveryId}");
    operator_code_claims: get("/console/code-claims");
    post_operator_code_claims: post("/console/code-claims/{claimId}");
    operator_unmatched_charges: get("/console/unmatched-charges");
    post_operator_unmatched_charges: post("/console/unmatched-charges/{id}");
    operator_refunds: get("/console/refunds");
    post_operator_refunds: post("/console/refunds/{key}");
    console_search: get("/console/search");
    console_today: get("/console/today");
    console_orders: get("/console/orders");
    console_orders_story: get("/console/orders/{number}/story");
    operator_orders: get("/console/orders/{number}");
    operator_orders_refund: post("/console/orders/{number}/refund");
    operator_reconciliations: get("/console/reconciliations");
    post_operator_reconciliations: post("/console/reconciliations/{id}");
    console_entry: get("/console/entry");
    console_entry_totp: post("/console/entry/totp").with(|_| json!({"code": "000000"}));
    console_entry_recovery_code: post("/console/entry/recovery-code").with(|_| json!({"code": "abcd-efgh-jkmn"}));
    console_entry_passkey_begin: post("/console/entry/passkey/begin");
    console_entry_passkey: post("/console/entry/passkey").with(|_| json!({"challengeId": NOBODY, "credential": {}}));
    console_entry_leave: post("/console/entry/leave");
    console_factors_totp_begin: post("/console/factors/totp/begin");
    console_factors_totp_confirm: post("/console/factors/totp/confirm").with(|_| json!({"code": "000000"}));
    console_factors_totp_remove: post("/console/factors/totp/remove");
    console_factors_passkeys_begin: post("/console/factors/passkeys/begin");
    console_factors_passkeys: post("/console/factors/passkeys").with(|_| json!({"name": "Laptop", "challengeId": NOBODY, "credential": {}}));
    console_factors_passkeys_remove: post("/console/factors/passkeys/remove").with(|_| json!({"id": 4711}));
    console_factors_recovery_codes: post("/console/factors/recovery-codes");
    console_staff: get("/console/staff");
    console_staff_roles: post("/console/staff/roles")
        .with(|_| json!({"identifier": "new@manao.example", "shown": [], "roles": [], "reason": "Left"}));
    console_staff_sessions_end: post("/console/staff/sessions/end").with(|_| json!({"userId": 4711}));
    console_staff_resets: post("/console/staff/resets").with(|_| json!({"userId": 4711, "reason": "Lost phone"}));
    console_staff_resets_decide: post("/console/staff/resets/decide").with(|_| json!({"id": 4711, "approve": false}));
}
