//! Thailand's time: seven hours ahead of UTC all year.

use chrono::{DateTime, NaiveDateTime, TimeDelta, Utc};

/// Bangkok's offset from UTC.
pub const OFFSET: TimeDelta = TimeDelta::hours(7);

/// Returns the date and time of day in Bangkok.
pub fn local(at: DateTime<Utc>) -> NaiveDateTime {
    at.naive_utc() + OFFSET
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, Utc};

    #[test]
    fn a_day_begins_seven_hours_earlier() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        assert_eq!(super::local(at("2026-12-31T16:59:59Z")).to_string(), "2026-12-31 23:59:59");
        assert_eq!(super::local(at("2026-12-31T17:00:00Z")).to_string(), "2027-01-01 00:00:00");
    }
}
