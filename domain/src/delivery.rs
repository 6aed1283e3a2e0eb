//! Delivery of one order line: `waiting` → `sent` → `delivered` | `retrying` → `sent` … → `repair` → `delivered` | `closed`.
//!
//! Our reference goes with every attempt and the partner recognises a repeated one, so sending again never delivers twice. Callbacks come late,
//! twice and out of order: those that change nothing give `Unchanged`, and nothing reverts `delivered`.

use serde::{Deserialize, Serialize};

text_enum! {
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    DeliveryStatus {
        /// The order is not paid yet, or the job has not reached it.
        Waiting = "waiting",
        /// Sent, or about to be sent, to the partner, whose answer is pending.
        Sent = "sent",
        /// To be sent again at a set time.
        Retrying = "retrying",
        Delivered = "delivered",
        /// Staff must decide.
        Repair = "repair",
        /// Given up; the money is paid back outside.
        Closed = "closed",
    }
}

text_enum! {
    DeliveryEvent {
        /// Written before the partner is called.
        Send = "send",
        /// The partner delivered, or our own code was handed over.
        Delivered = "delivered",
        /// An attempt failed and another is due (`RetryPolicy::after_failure`).
        FailedForNow = "failed_for_now",
        /// The delivery failed for good.
        FailedForGood = "failed_for_good",
        /// Staff retry the delivery.
        RetryByOperator = "retry_by_operator",
        /// Staff give it up.
        Close = "close",
        /// The buyer names another player or product.
        Correct = "correct",
        /// The buyer wants the money back.
        CloseByBuyer = "close_by_buyer",
    }
}

/// The effect of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Move {
    To(DeliveryStatus),
    /// A duplicate, or late: nothing is written.
    Unchanged,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{event} cannot happen to a delivery that is {status}")]
pub struct DeliveryRefusal {
    pub status: DeliveryStatus,
    pub event: DeliveryEvent,
}

impl DeliveryStatus {
    /// Returns whether the partner may still deliver by itself. Column `deliveries.open`.
    pub const fn is_open(self) -> bool {
        match self {
            Self::Waiting | Self::Sent | Self::Retrying => true,
            Self::Delivered | Self::Repair | Self::Closed => false,
        }
    }

    pub fn apply(self, event: DeliveryEvent) -> Result<Move, DeliveryRefusal> {
        use DeliveryEvent as E;
        use DeliveryStatus::*;
        match (self, event) {
            // `Sent` again: the job resumed after a restart and asks the partner with the same reference.
            (Waiting | Retrying, E::Send) => Ok(Move::To(Sent)),
            (Sent, E::Send) => Ok(Move::Unchanged),
            (Waiting | Sent | Retrying | Repair, E::Delivered) => Ok(Move::To(Delivered)),
            (Waiting | Sent, E::FailedForNow) => Ok(Move::To(Retrying)),
            (Waiting | Sent | Retrying, E::FailedForGood) => Ok(Move::To(Repair)),
            (Retrying | Repair, E::FailedForNow) | (Repair, E::FailedForGood) => Ok(Move::Unchanged),
            // Delivered stays delivered. For a closed line the money went back, so late news from the partner is only logged.
            (Delivered | Closed, E::Delivered | E::FailedForNow | E::FailedForGood) => Ok(Move::Unchanged),
            (Repair, E::RetryByOperator) | (Waiting | Repair, E::Correct) => Ok(Move::To(Retrying)),
            // It is sent again soon, with the correction.
            (Retrying, E::Correct) => Ok(Move::Unchanged),
            (Repair, E::Close) | (Waiting | Retrying | Repair, E::CloseByBuyer) => Ok(Move::To(Closed)),
            (Closed, E::Close | E::CloseByBuyer) => Ok(Move::Unchanged),
            (Delivered | Repair | Closed, E::Send)
            | (Waiting | Sent | Retrying | Delivered | Closed, E::RetryByOperator)
            | (Sent | Delivered | Closed, E::Correct)
            | (Sent | Delivered, E::CloseByBuyer)
            | (Waiting | Sent | Retrying | Delivered, E::Close) => Err(DeliveryRefusal { status: self, event }),
        }
    }

    /// Returns whether something will still happen to it automatically.
    pub const fn is_moving(self) -> bool {
        matches!(self, DeliveryStatus::Waiting | DeliveryStatus::Sent | DeliveryStatus::Retrying)
    }
}

text_enum! {
    /// Whether a partner has an order under the reference of a delivery, as far as its answers say.
    PartnerStanding {
        /// It refused the order, or says that it never had it.
        None = "none",
        Unknown = "unknown",
        Accepted = "accepted",
        /// It has the order, and will not deliver it.
        Failed = "failed",
    }
}

text_enum! {
    /// The reason why an attempt failed: the partners' codes, and our own for failures that they cannot report.
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    FailureReason {
        PlayerUnknown = "player_unknown",
        /// The game does not let the player receive top-ups, for another reason than the next seven.
        PlayerForbidden = "player_forbidden",
        AccountAbnormal = "account_abnormal",
        MinorOrRegion = "minor_or_region",
        LevelTooLow = "level_too_low",
        LimitExceeded = "limit_exceeded",
        RegionRestricted = "region_restricted",
        ActivePass = "active_pass",
        NewOrGuest = "new_or_guest",
        /// The telecom does not offer the package to the number.
        NotEligible = "not_eligible",
        /// The number has the package already.
        AlreadyActive = "already_active",
        /// The number is another operator's, or of a kind that cannot have the package.
        WrongNetwork = "wrong_network",
        NumberSuspended = "number_suspended",
        /// The number's owner accepts no packages from the shop.
        NumberBlocked = "number_blocked",
        ServerRequired = "server_required",
        ServerUnknown = "server_unknown",
        ServerClosed = "server_closed",
        ProductWithdrawn = "product_withdrawn",
        SkuUnknown = "sku_unknown",
        GameUnknown = "game_unknown",
        PartnerUnknown = "partner_unknown",
        OutOfStock = "out_of_stock",
        QuantityInvalid = "quantity_invalid",
        ReferenceInvalid = "reference_invalid",
        BadRequest = "bad_request",
        /// The partner accepted the order and failed without saying more.
        DeliveryFailed = "delivery_failed",
        /// Our key was rejected, which is not the order's fault, so it is retried.
        Unauthorized = "unauthorized",
        /// Our balance at the partner is too low.
        BalanceShort = "balance_short",
        Busy = "busy",
        Unavailable = "unavailable",
        TimeOut = "time_out",
        /// The partner is not called for now.
        CircuitOpen = "circuit_open",
        /// The answer cannot be parsed.
        AnswerInvalid = "answer_invalid",
        /// A late payment found its stock sold to others.
        StockGone = "stock_gone",
        /// A late payment found that its buyer has used their share of the flash sale in the meantime.
        ShareUsed = "share_used",
        /// A late payment found its coupon used up by others.
        CouponGone = "coupon_gone",
        /// The money went back to the payer, or a dispute holds it, before anything was sent.
        PaymentReturned = "payment_returned",
        /// The partner delivered a code that somebody else has.
        CodeKnown = "code_known",
    }
}

impl FailureReason {
    /// Parses a partner's code; an unknown one becomes `AnswerInvalid`.
    pub fn from_partner(code: &str) -> FailureReason {
        if code == "other" {
            return FailureReason::PlayerForbidden;
        }
        code.parse().unwrap_or(FailureReason::AnswerInvalid)
    }

    /// Parses the reason why a player may not receive top-ups; an unknown one becomes `PlayerForbidden`.
    pub fn from_forbidden(reason: &str) -> FailureReason {
        use FailureReason::*;
        match FailureReason::from_partner(reason) {
            known @ (AccountAbnormal | MinorOrRegion | LevelTooLow | LimitExceeded | RegionRestricted | ActivePass
            | NewOrGuest) => known,
            _ => PlayerForbidden,
        }
    }

    /// Parses the reason why a number cannot have a package; an unknown one becomes `NotEligible`.
    pub fn from_eligibility(reason: &str) -> FailureReason {
        use FailureReason::*;
        match FailureReason::from_partner(reason) {
            known @ (AlreadyActive | WrongNetwork | NumberSuspended | NumberBlocked) => known,
            _ => NotEligible,
        }
    }

    /// Returns whether automatic retries cannot help.
    pub const fn is_permanent(self) -> bool {
        use FailureReason::*;
        match self {
            PlayerUnknown | PlayerForbidden | AccountAbnormal | MinorOrRegion | LevelTooLow | LimitExceeded
            | RegionRestricted | ActivePass | NewOrGuest | NotEligible | AlreadyActive | WrongNetwork | NumberSuspended
            | NumberBlocked | ServerRequired | ServerUnknown | ServerClosed | ProductWithdrawn | SkuUnknown | GameUnknown
            | PartnerUnknown | OutOfStock | QuantityInvalid | ReferenceInvalid | BadRequest | DeliveryFailed | StockGone
            | ShareUsed | CouponGone | PaymentReturned | CodeKnown => true,
            Unauthorized | BalanceShort | Busy | Unavailable | TimeOut | CircuitOpen | AnswerInvalid => false,
        }
    }

    /// Returns whether the order that was refused for this reason may succeed at another partner: the reason is neither the player nor the
    /// game, but this partner's supply.
    pub const fn is_partners_own(self) -> bool {
        use FailureReason::*;
        matches!(
            self,
            ProductWithdrawn | SkuUnknown | GameUnknown | PartnerUnknown | OutOfStock | BalanceShort | CircuitOpen | Unavailable
        )
    }
}

/// Decisions that are open to the buyer of a paid line that was not delivered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuyersChoice {
    /// Name another player or number.
    pub player: bool,
    /// Take another product of the same price.
    pub product: bool,
    /// Have the money back.
    pub refund: bool,
}

/// Returns what the buyer of a paid line may decide; None while the partner may have the order, and where the money is not theirs to direct.
pub fn buyers_choice(
    status: DeliveryStatus,
    attempts: i32,
    standing: PartnerStanding,
    reason: Option<FailureReason>,
) -> Option<BuyersChoice> {
    use DeliveryStatus::*;
    use FailureReason as R;
    let is_untaken = attempts == 0 || matches!(standing, PartnerStanding::None | PartnerStanding::Failed);
    if !matches!(status, Waiting | Retrying | Repair) || !is_untaken {
        return None;
    }
    match reason {
        // The money went back already, or staff settle it with the partner.
        Some(R::PaymentReturned | R::CodeKnown) => None,
        // The pieces are gone: another player would not bring them back.
        Some(R::StockGone | R::ShareUsed | R::CouponGone) => Some(BuyersChoice { player: false, product: true, refund: true }),
        _ => Some(BuyersChoice { player: true, product: true, refund: true }),
    }
}

/// Number of times that a buyer may correct one line.
pub const MOST_CORRECTIONS: i64 = 3;

/// A line without a measured time counts as late after this many seconds.
const SHORTEST_OVERDUE: i64 = 600;

/// Returns the seconds after which a paid line counts as late: three times the usual, and at least ten minutes.
pub fn overdue_after(typical_seconds: Option<i32>) -> i64 {
    (3 * i64::from(typical_seconds.unwrap_or_default())).max(SHORTEST_OVERDUE)
}

/// Returns the partner's reference of a line: the order's number and the line's position (from 1). It stays the same for all automatic retries.
pub fn reference(order_number: &str, position: i32) -> String {
    format!("{order_number}-{position}")
}

/// Returns the reference of the next retry by staff, after the partner failed the last one for good: `MN-7F3K-2A9C-1` → `MN-7F3K-2A9C-1.2` →
/// `MN-7F3K-2A9C-1.3`. Partners answer a known reference with the order's current state, failed ones included.
pub fn next_reference(last: &str) -> String {
    let (base, round) = match last.rsplit_once('.') {
        Some((base, round)) => (base, round.parse().unwrap_or(1_u32)),
        None => (last, 1),
    };
    format!("{base}.{}", round.saturating_add(1))
}

/// Backoff between attempts; settings have these defaults: 2 s doubling to 5 minutes, 12 attempts (about 33 minutes in all).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct RetryPolicy {
    pub first_ms: u64,
    pub cap_ms: u64,
    pub max_attempts: u32,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        RetryPolicy { first_ms: 2_000, cap_ms: 300_000, max_attempts: 12 }
    }
}

/// The step after a failed attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AfterFailure {
    Retry { after_ms: u64 },
    Repair,
}

impl AfterFailure {
    pub const fn event(self) -> DeliveryEvent {
        match self {
            AfterFailure::Retry { .. } => DeliveryEvent::FailedForNow,
            AfterFailure::Repair => DeliveryEvent::FailedForGood,
        }
    }
}

impl RetryPolicy {
    /// Returns the milliseconds to wait after attempt number `attempt` (the first is 1). `jitter` is a random byte that takes up to a quarter
    /// off, so that orders that failed together do not retry together.
    fn delay_ms(&self, attempt: u32, jitter: u8) -> u64 {
        let doublings = attempt.saturating_sub(1).min(63);
        let full = self.first_ms.saturating_mul(1_u64 << doublings).min(self.cap_ms);
        full - (full / 4).saturating_mul(u64::from(jitter)) / 255
    }

    /// Decides the next step; `attempts` counts those made so far, the failed one included. A partner's own waiting time (`Retry-After`) is
    /// respected, up to the cap.
    pub fn after_failure(&self, reason: FailureReason, attempts: u32, jitter: u8, retry_after_ms: Option<u64>) -> AfterFailure {
        if reason.is_permanent() || attempts >= self.max_attempts {
            return AfterFailure::Repair;
        }
        let asked = retry_after_ms.unwrap_or(0).min(self.cap_ms);
        AfterFailure::Retry { after_ms: self.delay_ms(attempts, jitter).max(asked) }
    }
}

#[cfg(test)]
#[path = "delivery_tests.rs"]
mod tests;
