//! Coupons: percent or amount, minimum spend, quotas, product scope and window. A use is reserved with the order (a hold of kind `coupon`) and
//! released when it expires. The quotas here count reserved uses too.

use std::collections::BTreeSet;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::money::{OutOfRange, Satang, spread};

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Reduction {
    /// Basis points of the eligible subtotal, rounded half up, and at most `max`.
    Percent { basis_points: u16, max: Option<Satang> },
    /// Satang, at most the eligible subtotal.
    Amount { amount: Satang },
}

/// The products that the coupon applies to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", content = "ids", rename_all = "snake_case")]
pub enum Scope {
    All,
    Products(BTreeSet<i64>),
    Games(BTreeSet<i64>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Coupon {
    pub active: bool,
    pub reduction: Reduction,
    /// Minimum total of the eligible lines, before tax.
    pub minimum_spend: Satang,
    pub scope: Scope,
    /// Most uses of one person; then most uses of all. None: no limit.
    pub quota_per_user: Option<i64>,
    pub quota_total: Option<i64>,
    /// Start, included; the end is not.
    pub starts_at: DateTime<Utc>,
    pub ends_at: DateTime<Utc>,
}

/// Uses so far, reserved ones included, without the current one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Uses {
    pub by_user: i64,
    pub total: i64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CouponLine {
    pub product_id: i64,
    pub game_id: i64,
    /// Quantity × price, before tax.
    pub subtotal: Satang,
}

/// The discount and each line's share of it, in the order of the lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Discount {
    pub total: Satang,
    pub lines: Vec<Satang>,
}

/// The reason why an existing coupon cannot be used on this cart now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum NotUsable {
    Withdrawn,
    NotStarted {
        starts_at: DateTime<Utc>,
    },
    Over {
        ended_at: DateTime<Utc>,
    },
    /// No line is in the coupon's scope.
    OutOfScope,
    BelowMinimum {
        eligible: Satang,
        minimum: Satang,
    },
    /// The discount would be zero.
    NothingOff,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum CouponRefusal {
    #[error("no such coupon")]
    NotFound,
    #[error("the coupon cannot be used: {0:?}")]
    NotUsable(NotUsable),
    /// `own`: whether it is the person's quota, not the whole coupon's.
    #[error("the coupon's quota is used up")]
    QuotaReached { own: bool },
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
}

impl Coupon {
    fn covers(&self, line: &CouponLine) -> bool {
        match &self.scope {
            Scope::All => true,
            Scope::Products(ids) => ids.contains(&line.product_id),
            Scope::Games(ids) => ids.contains(&line.game_id),
        }
    }
}

/// Returns the discount of the coupon on these lines. `coupon` is None when no coupon has the code. The discount is spread over the eligible
/// lines by largest remainder, so that the shares sum to it exactly.
pub fn redeem(coupon: Option<&Coupon>, uses: Uses, lines: &[CouponLine], now: DateTime<Utc>) -> Result<Discount, CouponRefusal> {
    let coupon = coupon.ok_or(CouponRefusal::NotFound)?;
    let not_usable = |reason| Err(CouponRefusal::NotUsable(reason));
    if !coupon.active {
        return not_usable(NotUsable::Withdrawn);
    }
    if now < coupon.starts_at {
        return not_usable(NotUsable::NotStarted { starts_at: coupon.starts_at });
    }
    if now >= coupon.ends_at {
        return not_usable(NotUsable::Over { ended_at: coupon.ends_at });
    }
    if coupon.quota_per_user.is_some_and(|quota| uses.by_user >= quota) {
        return Err(CouponRefusal::QuotaReached { own: true });
    }
    if coupon.quota_total.is_some_and(|quota| uses.total >= quota) {
        return Err(CouponRefusal::QuotaReached { own: false });
    }
    if !lines.iter().any(|line| coupon.covers(line)) {
        return not_usable(NotUsable::OutOfScope);
    }
    let weights: Vec<Satang> = lines.iter().map(|line| if coupon.covers(line) { line.subtotal } else { Satang::ZERO }).collect();
    let eligible = Satang::sum(weights.iter().copied())?;
    if eligible < coupon.minimum_spend {
        return not_usable(NotUsable::BelowMinimum { eligible, minimum: coupon.minimum_spend });
    }
    let off = match coupon.reduction {
        Reduction::Percent { basis_points, max } => {
            let share = eligible.basis_points(i64::from(basis_points))?;
            max.map_or(share, |max| share.min(max))
        }
        Reduction::Amount { amount } => amount,
    };
    let total = off.min(eligible);
    if total <= Satang::ZERO {
        return not_usable(NotUsable::NothingOff);
    }
    Ok(Discount { total, lines: spread(total, &weights)? })
}

#[cfg(test)]
#[path = "coupon_tests.rs"]
mod tests;
