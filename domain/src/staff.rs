//! The provider's staff: their roles, and how long they are in the console.

use chrono::{DateTime, TimeDelta, Utc};

text_enum! {
    /// A role of staff; one person may hold several.
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    StaffRole {
        /// Answers customers and repairs their orders.
        Support = "support",
        /// Writes articles, banners and the manual.
        Content = "content",
        /// Prices, products, coupons, flash sales and voucher stock.
        Catalogue = "catalogue",
        /// Refunds, disputes, payouts and the books.
        Finance = "finance",
        /// Promoters and their tournaments.
        Esports = "esports",
        /// Staff, their roles and factors, and the audit log; no act about money by this role alone.
        Admin = "admin",
    }
}

/// The longest time in the console after one login.
pub const LONGEST: TimeDelta = TimeDelta::hours(12);
/// Time without a call after which the console is left.
pub const IDLE: TimeDelta = TimeDelta::minutes(30);
/// Time for which a second factor counts as just given, for what asks for one.
pub const FRESH: TimeDelta = TimeDelta::minutes(5);

/// The times of a console session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ConsoleTimes {
    pub began_at: DateTime<Utc>,
    /// The last call
    pub used_at: DateTime<Utc>,
    /// The last second factor
    pub factor_at: DateTime<Utc>,
}

impl ConsoleTimes {
    /// Returns the time at which it ends if no call comes before.
    pub fn ends_at(&self) -> DateTime<Utc> {
        (self.began_at + LONGEST).min(self.used_at + IDLE)
    }

    pub fn is_open(&self, now: DateTime<Utc>) -> bool {
        now < self.ends_at()
    }

    /// Whether the second factor was given just now.
    pub fn is_fresh(&self, now: DateTime<Utc>) -> bool {
        now < self.factor_at + FRESH
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_console_is_left_after_half_an_hour_alone_and_after_twelve_hours() {
        let at = |minutes| DateTime::UNIX_EPOCH + TimeDelta::minutes(minutes);
        let times = |used| ConsoleTimes { began_at: at(0), used_at: at(used), factor_at: at(0) };
        for (used, now, open) in
            [(0, 29, true), (0, 30, false), (29, 58, true), (29, 59, false), (719, 719, true), (719, 720, false)]
        {
            assert_eq!(times(used).is_open(at(now)), open, "used at {used}, now {now}");
        }
        assert!(times(0).is_fresh(at(4)) && !times(0).is_fresh(at(5)));
    }
}
