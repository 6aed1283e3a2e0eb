//! Thailand's time: seven hours ahead of UTC all year.

use std::ops::Range;

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc};

/// Bangkok's offset from UTC.
pub const OFFSET: TimeDelta = TimeDelta::hours(7);

/// Returns the date and time of day in Bangkok.
pub fn local(at: DateTime<Utc>) -> NaiveDateTime {
    at.naive_utc() + OFFSET
}

/// Returns the time at which a date begins in Bangkok; None at the end of the calendar.
pub fn begins(date: NaiveDate) -> Option<DateTime<Utc>> {
    date.and_time(NaiveTime::MIN).and_utc().checked_sub_signed(OFFSET)
}

/// Returns the time that a date in Bangkok takes.
pub fn day(date: NaiveDate) -> Range<DateTime<Utc>> {
    let begin = (date.and_time(NaiveTime::MIN) - OFFSET).and_utc();
    begin..begin + TimeDelta::days(1)
}

#[cfg(test)]
mod tests {
    use chrono::{DateTime, Utc};

    #[test]
    fn a_day_begins_seven_hours_earlier() {
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        assert_eq!(super::local(at("2026-12-31T16:59:59Z")).to_string(), "2026-12-31 23:59:59");
        assert_eq!(super::local(at("2026-12-31T17:00:00Z")).to_string(), "2027-01-01 00:00:00");
        assert_eq!(super::begins(chrono::NaiveDate::MIN), None);
        let day = super::day(super::local(at("2026-12-31T17:00:00Z")).date());
        assert_eq!((day.start, day.end), (at("2026-12-31T17:00:00Z"), at("2027-01-01T17:00:00Z")));
    }
}
