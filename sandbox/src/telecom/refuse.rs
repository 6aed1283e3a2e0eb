//! The refusals of CAMARA's APIs that the operator uses, by their names. A refusal's body is `{"status","code","message"}`; `denialReason`,
//! `triesLeft` and `threshold` are the operator's own.

use chrono::{DateTime, Utc};
use serde_json::json;

use crate::refusal::Refusal;

pub fn invalid(message: impl Into<String>) -> Refusal {
    Refusal::new(400, "INVALID_ARGUMENT", message)
}

pub fn not_found() -> Refusal {
    Refusal::new(404, "NOT_FOUND", "The specified resource is not found.")
}

/// The number is not one that this service can charge.
pub fn not_applicable() -> Refusal {
    Refusal::new(422, "SERVICE_NOT_APPLICABLE", "The number is another operator's.")
}

pub fn denied(reason: &str) -> Refusal {
    Refusal::new(403, "CARRIER_BILLING.PAYMENT_DENIED", "Payment denied by business.").with("denialReason", reason)
}

pub fn unauthorized_amount() -> Refusal {
    Refusal::new(422, "CARRIER_BILLING.UNAUTHORIZED_AMOUNT", "1.00 to 5,000.00 THB")
}

/// The payments of the month would exceed what the number may spend.
pub fn over_cap(cap: i64, resets_at: DateTime<Utc>) -> Refusal {
    Refusal::new(
        422,
        "CARRIER_BILLING.USER_AMOUNT_THRESHOLD_OVERPASSED",
        "The month's payments would exceed the account's threshold.",
    )
    .with("threshold", json!({"satang": cap, "resetsAt": resets_at}))
}

pub fn number_blocked() -> Refusal {
    Refusal::new(403, "ONE_TIME_PASSWORD_SMS.PHONE_NUMBER_BLOCKED", "The number's owner wants no texts for payments.")
}

pub fn too_many_codes(seconds: u64) -> Refusal {
    Refusal::new(403, "ONE_TIME_PASSWORD_SMS.MAX_OTP_CODES_EXCEEDED", "Too many codes were sent to this number.")
        .retry_after(seconds)
}

pub fn already_exists(message: &str) -> Refusal {
    Refusal::new(409, "ALREADY_EXISTS", message)
}

pub fn invalid_code(tries_left: u32) -> Refusal {
    Refusal::new(400, "CARRIER_BILLING.INVALID_CODE", "Invalid code.").with("triesLeft", tries_left)
}

pub fn validation_failed() -> Refusal {
    Refusal::new(400, "CARRIER_BILLING.VALIDATION_FAILED", "The maximum number of attempts was used up.")
}

pub fn invalid_authorization() -> Refusal {
    Refusal::new(400, "CARRIER_BILLING.INVALID_AUTHORIZATION_ID", "Invalid authorizationId.")
}

pub fn validation_expired() -> Refusal {
    Refusal::new(400, "ONE_TIME_PASSWORD_SMS.VERIFICATION_EXPIRED", "The authorizationId is no longer valid.")
}

pub fn confirmed() -> Refusal {
    Refusal::new(409, "CARRIER_BILLING.PAYMENT_CONFIRMED", "Payment has been confirmed.")
}

pub fn cancelled() -> Refusal {
    Refusal::new(409, "CARRIER_BILLING.PAYMENT_CANCELLED", "Payment has been cancelled.")
}

pub fn refund(status: u16, code: &str, message: &str) -> Refusal {
    Refusal::new(status, format!("CARRIER_BILLING_REFUND.{code}"), message)
}
