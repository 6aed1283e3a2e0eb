//! The order's own log: the source of its timeline and of an operator's view.

use manao_domain::text_enum;

use manao_kernel::audit::{AuditEntry, Subject};
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

text_enum! {
    /// The kind of an entry in an order's log; entries about a line, payment or charge name it in their detail.
    LogKind {
        Created = "created",
        NewCode = "new_code",
        /// Another payment channel was chosen.
        ChannelChanged = "channel_changed",
        CodeShown = "code_shown",
        Paid = "paid",
        PaidTwice = "paid_twice",
        PaymentFailed = "payment_failed",
        PaymentExpired = "payment_expired",
        PaymentMismatch = "payment_mismatch",
        LetGo = "let_go",
        Expired = "expired",
        Cancelled = "cancelled",
        /// The first line went to its partner.
        Sent = "sent",
        /// The first line that cannot be delivered automatically.
        Repair = "repair",
        /// The last line was delivered.
        Delivered = "delivered",
        LineRetrying = "line_retrying",
        LineRepair = "line_repair",
        LineDelivered = "line_delivered",
        /// By its partner, after an operator had given up on it.
        LineDeliveredClosed = "line_delivered_closed",
        /// Another partner delivers it.
        LineSwitched = "line_switched",
        /// It takes longer than usual, and its buyer was told.
        LineLate = "line_late",
        /// By its buyer, who named another player or product or wants the money back.
        LineCorrected = "line_corrected",
        RepairRetry = "repair_retry",
        RepairClosed = "repair_closed",
        Refunded = "refunded",
        TaxInvoice = "tax_invoice",
        CreditNote = "credit_note",
        DebitNote = "debit_note",
        Dispute = "dispute",
        /// The buyer says that a code was already used.
        CodeClaimed = "code_claimed",
        CodeExchanged = "code_exchanged",
        ClaimRefused = "claim_refused",
        RefundSettled = "refund_settled",
        /// The provider is asked for a refund.
        RefundAsked = "refund_asked",
        RefundDone = "refund_done",
        RefundRefused = "refund_refused",
        /// An operator refunds what is delivered.
        RefundFavour = "refund_favour",
        UnmatchedChargeClosed = "unmatched_charge_closed",
    }
}

/// Field of an entry's detail that names the member of staff whose act it is.
const OPERATOR: &str = "operator";
/// Fields that hold what staff said about their act.
const REASONS: [&str; 2] = ["note", "reason"];

/// Adds an entry at the time of the change. An act of staff goes into the audit log too.
pub async fn write(change: &mut Change, order_id: i64, kind: LogKind, detail: &serde_json::Value) -> Result<(), Problem> {
    let now = change.now();
    sqlx::query!(
        "insert into shop.order_events (order_id, at, kind, detail) values ($1, $2, $3, $4)",
        order_id,
        now,
        kind.as_str(),
        detail
    )
    .execute(change.conn())
    .await?;
    if let Some(operator) = detail[OPERATOR].as_i64() {
        let number =
            sqlx::query_scalar!("select number from shop.orders where id = $1", order_id).fetch_one(change.conn()).await?;
        let reason = REASONS.iter().find_map(|field| detail[field].as_str());
        change.audit(AuditEntry::act(operator, kind.as_str(), Subject::new("order", number), reason, detail.clone()));
    }
    Ok(())
}
