//! A package on a mobile number: `accepted` → `active` | `refused`; `active` → `cancelled` (not renewed any more) → `ended`, or `ended` at once.
//!
//! The telecom decides. Its reports come twice and out of order, so each has a number, and only a newer one is taken.

use chrono::{DateTime, TimeDelta, Utc};

text_enum! {
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    ActivationStatus {
        /// The telecom has taken the order.
        Accepted = "accepted",
        Active = "active",
        Refused = "refused",
        /// Usable until it expires, and not renewed.
        Cancelled = "cancelled",
        Ended = "ended",
    }
}

text_enum! {
    /// A change that the buyer is notified of.
    ActivationNews {
        Active = "active",
        Refused = "refused",
        Renewed = "renewed",
        Cancelled = "cancelled",
        Ended = "ended",
    }
}

/// The parts of an activation that decide what happens next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ActivationState {
    pub status: ActivationStatus,
    pub expires_at: Option<DateTime<Utc>>,
    pub next_renewal_at: Option<DateTime<Utc>>,
}

/// Delay after a due renewal or end until the telecom is asked; its callback usually arrives before.
const AFTER_DUE: TimeDelta = TimeDelta::minutes(1);
/// Delay while a renewal or end is due and the telecom has not carried it out.
const WHILE_DUE: TimeDelta = TimeDelta::hours(1);
/// Longest time without asking, so that a cancellation whose callback was lost is noticed.
const LONGEST: TimeDelta = TimeDelta::days(1);

impl ActivationState {
    /// Returns the news in this state; `before` is the state that was last known.
    pub fn news(&self, before: Option<&Self>) -> Option<ActivationNews> {
        use ActivationStatus as S;
        let was = before.map(|before| before.status);
        match self.status {
            S::Accepted => None,
            S::Active if was == Some(S::Active) => {
                let renewed = before.is_some_and(|before| before.expires_at < self.expires_at);
                renewed.then_some(ActivationNews::Renewed)
            }
            S::Active => Some(ActivationNews::Active),
            S::Refused => (was != Some(S::Refused)).then_some(ActivationNews::Refused),
            S::Cancelled => (was != Some(S::Cancelled)).then_some(ActivationNews::Cancelled),
            S::Ended => (was != Some(S::Ended)).then_some(ActivationNews::Ended),
        }
    }

    /// Returns the time at which the telecom is to be asked without having called; None while its order is being delivered, and once it is over.
    pub fn check_at(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        use ActivationStatus as S;
        let due = match self.status {
            S::Accepted | S::Refused | S::Ended => return None,
            S::Active => self.next_renewal_at.or(self.expires_at),
            S::Cancelled => self.expires_at,
        };
        let at = match due {
            Some(due) if due > now => due + AFTER_DUE,
            Some(_) => now + WHILE_DUE,
            None => now + LONGEST,
        };
        Some(at.min(now + LONGEST))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn state(status: ActivationStatus, expires: i64, renews: Option<i64>) -> ActivationState {
        let at = |minutes| DateTime::UNIX_EPOCH + TimeDelta::minutes(minutes);
        ActivationState { status, expires_at: Some(at(expires)), next_renewal_at: renews.map(at) }
    }

    #[test]
    fn each_change_is_news_once() {
        use ActivationStatus as S;
        for (before, after, news) in [
            (None, state(S::Accepted, 0, None), None),
            (None, state(S::Active, 9, None), Some(ActivationNews::Active)),
            (Some(state(S::Accepted, 0, None)), state(S::Active, 9, None), Some(ActivationNews::Active)),
            (Some(state(S::Active, 9, None)), state(S::Active, 9, None), None),
            (Some(state(S::Active, 9, Some(9))), state(S::Active, 18, Some(18)), Some(ActivationNews::Renewed)),
            (Some(state(S::Accepted, 0, None)), state(S::Refused, 0, None), Some(ActivationNews::Refused)),
            (Some(state(S::Active, 9, Some(9))), state(S::Cancelled, 9, None), Some(ActivationNews::Cancelled)),
            (Some(state(S::Cancelled, 9, None)), state(S::Cancelled, 9, None), None),
            (Some(state(S::Cancelled, 9, None)), state(S::Ended, 9, None), Some(ActivationNews::Ended)),
            (Some(state(S::Ended, 9, None)), state(S::Ended, 9, None), None),
        ] {
            assert_eq!(after.news(before.as_ref()), news, "{before:?} {after:?}");
        }
    }

    #[test]
    fn the_telecom_is_asked_soon_after_what_is_due_and_once_a_day() {
        use ActivationStatus as S;
        let now = DateTime::UNIX_EPOCH;
        for (state, minutes) in [
            (state(S::Accepted, 10, None), None),
            (state(S::Refused, 10, None), None),
            (state(S::Ended, 10, None), None),
            (state(S::Active, 10, Some(5)), Some(6)),
            (state(S::Active, 10, None), Some(11)),
            (state(S::Active, 0, Some(0)), Some(60)),
            (state(S::Cancelled, 10, Some(5)), Some(11)),
            (state(S::Active, 50_000, Some(50_000)), Some(1_440)),
            (ActivationState { status: S::Active, expires_at: None, next_renewal_at: None }, Some(1_440)),
        ] {
            assert_eq!(state.check_at(now), minutes.map(|minutes| now + TimeDelta::minutes(minutes)), "{state:?}");
        }
    }
}
