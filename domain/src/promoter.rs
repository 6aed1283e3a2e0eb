//! The right to run tournaments: applied for, granted for a year, renewed, revoked.

use chrono::{DateTime, TimeDelta, Utc};

text_enum! {
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    PromoterStatus {
        /// Never applied
        None = "none",
        /// An application is pending with the staff
        Submitted = "submitted",
        Approved = "approved",
        Rejected = "rejected",
        /// The year is over
        Expired = "expired",
        Revoked = "revoked",
    }
}

text_enum! {
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    #[cfg_attr(feature = "utoipa", schema(as = PromoterApplicationStatus))]
    ApplicationStatus {
        Submitted = "submitted",
        Approved = "approved",
        Rejected = "rejected",
    }
}

text_enum! {
    /// A step on the way to the right, past or to come.
    #[cfg_attr(feature = "utoipa", derive(utoipa::ToSchema))]
    #[cfg_attr(feature = "utoipa", schema(as = PromoterStepKind))]
    StepKind {
        TermsAccepted = "terms_accepted",
        Submitted = "submitted",
        /// An application for another year
        RenewalSubmitted = "renewal_submitted",
        Approved = "approved",
        Renewed = "renewed",
        Rejected = "rejected",
        Revoked = "revoked",
        /// The end of the right, past or to come
        Expires = "expires",
    }
}

/// A right as it was granted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Right {
    pub approved_at: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub revoked_at: Option<DateTime<Utc>>,
}

/// A person's newest application.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Application {
    pub status: ApplicationStatus,
    pub decided_at: Option<DateTime<Utc>>,
}

/// A person's right and newest application.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PromoterStanding {
    pub right: Option<Right>,
    pub last: Option<Application>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ApplyRefusal {
    #[error("an application waits already")]
    Waits,
    #[error("the right does not end soon")]
    Active,
}

impl Right {
    pub fn holds(self, now: DateTime<Utc>) -> bool {
        self.revoked_at.is_none() && now < self.expires_at
    }

    /// Returns when it ended or will end.
    fn end(self) -> DateTime<Utc> {
        self.revoked_at.map_or(self.expires_at, |revoked| revoked.min(self.expires_at))
    }
}

impl PromoterStanding {
    pub fn status(self, now: DateTime<Utc>) -> PromoterStatus {
        let ended = match self.right {
            Some(right) if right.holds(now) => return PromoterStatus::Approved,
            right => right,
        };
        let rejected_at = match self.last {
            Some(Application { status: ApplicationStatus::Submitted, .. }) => return PromoterStatus::Submitted,
            Some(Application { status: ApplicationStatus::Rejected, decided_at }) => Some(decided_at),
            _ => None,
        };
        match (ended, rejected_at) {
            (None, None) => PromoterStatus::None,
            (None, Some(_)) => PromoterStatus::Rejected,
            // The later one counts.
            (Some(right), Some(Some(rejected))) if rejected > right.end() => PromoterStatus::Rejected,
            (Some(right), _) if right.revoked_at.is_some() => PromoterStatus::Revoked,
            (Some(_), _) => PromoterStatus::Expired,
        }
    }

    /// Returns whether an application is for another year of a right that still runs. `window` is the time before its end in which that is
    /// possible.
    ///
    /// # Errors
    /// When no application may be made now.
    pub fn apply(self, now: DateTime<Utc>, window: TimeDelta) -> Result<bool, ApplyRefusal> {
        if self.last.is_some_and(|last| last.status == ApplicationStatus::Submitted) {
            return Err(ApplyRefusal::Waits);
        }
        match self.right.filter(|right| right.holds(now)) {
            None => Ok(false),
            Some(right) if now >= right.expires_at - window => Ok(true),
            Some(_) => Err(ApplyRefusal::Active),
        }
    }
}

/// Returns the right that an approval gives: a year from now, or from the end of the one that still runs.
pub fn granted(right: Option<Right>, now: DateTime<Utc>, year: TimeDelta) -> Right {
    match right.filter(|right| right.holds(now)) {
        Some(right) => Right { expires_at: right.expires_at + year, ..right },
        None => Right { approved_at: now, expires_at: now + year, revoked_at: None },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(day: i64) -> DateTime<Utc> {
        DateTime::UNIX_EPOCH + TimeDelta::days(day)
    }

    fn right(revoked: Option<i64>) -> Option<Right> {
        Some(Right { approved_at: day(100), expires_at: day(465), revoked_at: revoked.map(day) })
    }

    fn last(status: ApplicationStatus, decided: Option<i64>) -> Option<Application> {
        Some(Application { status, decided_at: decided.map(day) })
    }

    #[test]
    fn the_status_follows_from_the_right_and_the_last_application() {
        use ApplicationStatus::{Approved, Rejected, Submitted};
        let cases = [
            (None, None, 1, PromoterStatus::None),
            (None, last(Submitted, None), 1, PromoterStatus::Submitted),
            (None, last(Rejected, Some(1)), 2, PromoterStatus::Rejected),
            (right(None), last(Approved, Some(100)), 100, PromoterStatus::Approved),
            (right(None), last(Approved, Some(100)), 464, PromoterStatus::Approved),
            (right(None), last(Approved, Some(100)), 465, PromoterStatus::Expired),
            // A pending or rejected renewal takes nothing away.
            (right(None), last(Submitted, None), 450, PromoterStatus::Approved),
            (right(None), last(Submitted, None), 470, PromoterStatus::Submitted),
            (right(None), last(Rejected, Some(450)), 460, PromoterStatus::Approved),
            (right(None), last(Rejected, Some(450)), 470, PromoterStatus::Expired),
            (right(None), last(Rejected, Some(470)), 471, PromoterStatus::Rejected),
            (right(Some(200)), last(Approved, Some(100)), 200, PromoterStatus::Revoked),
            (right(Some(200)), last(Approved, Some(100)), 900, PromoterStatus::Revoked),
            (right(Some(200)), last(Submitted, None), 201, PromoterStatus::Submitted),
            (right(Some(200)), last(Rejected, Some(205)), 206, PromoterStatus::Rejected),
            // Staff granted it without an application.
            (right(None), None, 101, PromoterStatus::Approved),
        ];
        for (right, last, at, status) in cases {
            assert_eq!(PromoterStanding { right, last }.status(day(at)), status, "{right:?} {last:?} on day {at}");
        }
    }

    #[test]
    fn one_may_apply_when_nothing_waits_and_the_right_ends_soon() {
        use ApplicationStatus::{Approved, Rejected, Submitted};
        let cases = [
            (None, None, 1, Ok(false)),
            (None, last(Submitted, None), 1, Err(ApplyRefusal::Waits)),
            (None, last(Rejected, Some(1)), 2, Ok(false)),
            (right(None), last(Approved, Some(100)), 434, Err(ApplyRefusal::Active)),
            (right(None), last(Approved, Some(100)), 435, Ok(true)),
            (right(None), last(Submitted, None), 440, Err(ApplyRefusal::Waits)),
            (right(None), last(Approved, Some(100)), 465, Ok(false)),
            (right(Some(200)), last(Approved, Some(100)), 201, Ok(false)),
        ];
        for (right, last, at, expected) in cases {
            assert_eq!(
                PromoterStanding { right, last }.apply(day(at), TimeDelta::days(30)),
                expected,
                "{right:?} {last:?} on day {at}"
            );
        }
    }

    #[test]
    fn a_renewal_goes_on_from_the_old_end() {
        let year = TimeDelta::days(365);
        let fresh = |at| Right { approved_at: day(at), expires_at: day(at + 365), revoked_at: None };
        assert_eq!(granted(None, day(7), year), fresh(7));
        assert_eq!(granted(right(None), day(440), year), Right { approved_at: day(100), expires_at: day(830), revoked_at: None });
        assert_eq!(granted(right(None), day(465), year), fresh(465), "over: from now");
        assert_eq!(granted(right(Some(200)), day(300), year), fresh(300), "taken back: from now");
    }
}
