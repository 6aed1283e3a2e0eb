use proptest::prelude::*;

use super::*;
use crate::bracket::{Series, double, groups, single};

/// Returns a moment of a day of December 2026, in Bangkok.
fn at(day: u32, hour: u32, minute: u32) -> DateTime<Utc> {
    let text = format!("2026-12-{day:02}T{hour:02}:{minute:02}:00+07:00");
    text.parse::<DateTime<chrono::FixedOffset>>().unwrap().to_utc()
}

const USUAL: Hours = Hours { from: 10, to: 22 };
const HOUR: TimeDelta = TimeDelta::hours(1);

fn window(opens_at: DateTime<Utc>, default_at: DateTime<Utc>, closes_at: DateTime<Utc>) -> Window {
    Window { opens_at, default_at, closes_at }
}

#[test]
fn each_round_has_whole_days_and_its_default_is_the_last_evening() {
    let planned = plan(Span { from: at(1, 12, 0), to: at(7, 18, 0) }, USUAL, &[HOUR, HOUR, HOUR * 3]);
    assert_eq!(
        planned,
        [
            window(at(1, 12, 0), at(2, 19, 0), at(2, 21, 0)),
            window(at(3, 10, 0), at(4, 19, 0), at(4, 21, 0)),
            // The last day is over at six, so the final ends by then.
            window(at(5, 10, 0), at(7, 15, 0), at(7, 15, 0)),
        ]
    );
    // Matches end within the hours if possible.
    let late = plan(Span { from: at(1, 0, 0), to: at(3, 0, 0) }, Hours { from: 20, to: 24 }, &[HOUR * 2, HOUR * 9]);
    assert_eq!(late, [window(at(1, 20, 0), at(1, 20, 0), at(1, 22, 0)), window(at(2, 20, 0), at(2, 20, 0), at(2, 20, 0))]);
}

#[test]
fn a_remnant_of_a_day_is_no_round_s_day() {
    let all_day = Hours { from: 0, to: 24 };
    // Published at half past eleven at night: the first round also has the following day, and the last one also has the rest of the night after
    // its day.
    let planned = plan(Span { from: at(1, 23, 30), to: at(4, 2, 0) }, all_day, &[HOUR, HOUR]);
    let first = window(at(1, 23, 30), at(2, 19, 0), at(2, 23, 0));
    assert_eq!(planned, [first, window(at(3, 0, 0), at(3, 19, 0), at(4, 1, 0))]);
    // Three rounds share all hours of two days and two remnants.
    let shared = plan(Span { from: at(1, 23, 0), to: at(4, 1, 0) }, all_day, &[HOUR, HOUR, HOUR]);
    assert_eq!(shared[0], window(at(1, 23, 0), at(2, 14, 40), at(2, 14, 40)));
}

#[test]
fn of_one_day_rounds_share_the_hours() {
    let planned = plan(Span { from: at(1, 9, 0), to: at(1, 23, 0) }, USUAL, &[HOUR, HOUR, HOUR * 2]);
    assert_eq!(
        planned,
        [
            window(at(1, 10, 0), at(1, 13, 0), at(1, 13, 0)),
            window(at(1, 14, 0), at(1, 17, 0), at(1, 17, 0)),
            window(at(1, 18, 0), at(1, 20, 0), at(1, 20, 0)),
        ]
    );
    // A period without an hour of play is divided as it is.
    let night = plan(Span { from: at(1, 0, 0), to: at(1, 6, 0) }, USUAL, &[HOUR, HOUR]);
    assert_eq!(night, [window(at(1, 0, 0), at(1, 2, 0), at(1, 2, 0)), window(at(1, 3, 0), at(1, 5, 0), at(1, 5, 0))]);
    assert_eq!(plan(Span { from: at(1, 0, 0), to: at(9, 0, 0) }, USUAL, &[]), []);
}

#[test]
fn rounds_follow_those_that_decide_who_plays() {
    let lines: Vec<Option<u16>> = (0..8).map(Some).collect();
    let of = |matches: &[Match], part: Part, round: usize| {
        let steps = steps(matches);
        let at = matches.iter().position(|of| of.part == part && of.round == round).unwrap();
        steps[at]
    };
    let one = single(&lines, true, Series(&[1]));
    assert_eq!([1, 2, 3].map(|round| of(&one, Part::Main, round)), [0, 1, 2]);
    assert_eq!(of(&one, Part::Third, 1), 2);
    let two = double(&lines, true, Series(&[1]));
    assert_eq!([1, 2, 3].map(|round| of(&two, Part::Main, round)), [0, 1, 2]);
    assert_eq!([1, 2, 3, 4].map(|round| of(&two, Part::Losers, round)), [1, 2, 3, 4]);
    assert_eq!(of(&two, Part::Final, 1), 5);
    let (group, _) = groups::round_robin(&[vec![0, 1, 2, 3]], false, Series(&[1]));
    assert!(group.iter().zip(steps(&group)).all(|(of, step)| step + 1 == of.round));
}

#[test]
fn a_time_is_ahead_in_the_window_and_in_the_hours() {
    let now = at(1, 12, 0);
    let open = (at(1, 10, 0), at(3, 21, 0));
    let check = |time, length| check(time, length, open, USUAL, now);
    assert_eq!(check(at(1, 12, 10), HOUR), Ok(()));
    assert_eq!(check(at(1, 12, 9), HOUR), Err(TimeRefusal::Past));
    assert_eq!(check(at(3, 21, 0), HOUR), Ok(()));
    assert_eq!(check(at(3, 21, 1), HOUR), Err(TimeRefusal::Window));
    assert_eq!(check(at(2, 9, 59), HOUR), Err(TimeRefusal::Hours));
    assert_eq!(check(at(2, 10, 0), HOUR), Ok(()));
    assert_eq!(check(at(2, 21, 1), HOUR), Err(TimeRefusal::Hours));
    // A match longer than the hours begins in them.
    assert_eq!(check(at(2, 21, 59), HOUR * 13), Ok(()));
    assert_eq!(check(at(2, 22, 0), HOUR * 13), Err(TimeRefusal::Hours));
    // Hours from 0 to 24 cover the whole day.
    assert_eq!(super::check(at(1, 23, 30), HOUR, open, Hours { from: 0, to: 24 }, now), Ok(()));
}

#[test]
fn a_proposal_can_be_answered_until_it_is_settled() {
    let now = at(1, 12, 0);
    let days = |days| now + TimeDelta::days(days);
    assert_eq!(expires_at(days(9), None, None, now), days(2));
    assert_eq!(expires_at(days(1), None, None, now), days(1));
    assert_eq!(expires_at(days(9), Some(days(1)), None, now), days(1));
    // The round's default could no longer apply, so nothing else settles it.
    assert_eq!(expires_at(days(9), Some(now), None, now), days(2));
    // An agreed time can be changed until the match begins.
    assert_eq!(expires_at(days(9), Some(now), Some(now + HOUR), now), now + HOUR);
}

#[test]
fn free_times_are_spread_over_days_near_the_evening() {
    let now = at(1, 12, 5);
    let open = (at(1, 10, 0), at(9, 21, 0));
    let busy = [Span { from: at(2, 19, 0), to: at(2, 20, 0) }];
    let of = |window, busy: &[Span]| suggest(window, HOUR, USUAL, busy, now);
    // Spans that touch do not overlap.
    assert_eq!(of(open, &busy), [at(1, 19, 0), at(2, 18, 0), at(3, 19, 0)]);
    assert_eq!(of((at(1, 10, 0), at(1, 21, 0)), &[]), [at(1, 18, 0), at(1, 19, 0), at(1, 20, 0)]);
    assert_eq!(of((at(1, 10, 0), at(1, 12, 30)), &[]), [at(1, 12, 30)]);
    assert_eq!(of((at(1, 10, 0), at(1, 12, 20)), &[]), Vec::<DateTime<Utc>>::new());
    assert_eq!(of(open, &[Span { from: at(1, 0, 0), to: at(20, 0, 0) }]), Vec::<DateTime<Utc>>::new());
}

proptest! {
    #[test]
    fn windows_stand_in_the_period_one_after_another(
        from in 0_i64..86_400, span in 3_600_i64..4_000_000, hour in 0_i64..24, open in 1_i64..24, lengths in prop::collection::vec(10_i64..300, 1..27)
    ) {
        let period = Span { from: at(1, 0, 0) + TimeDelta::seconds(from), to: at(1, 0, 0) + TimeDelta::seconds(from + span) };
        let hours = Hours { from: hour, to: (hour + open).min(24) };
        let lengths: Vec<TimeDelta> = lengths.into_iter().map(TimeDelta::minutes).collect();
        let planned = plan(period, hours, &lengths);
        prop_assert_eq!(planned.len(), lengths.len());
        for window in &planned {
            prop_assert!(period.from <= window.opens_at && window.opens_at <= window.default_at);
            prop_assert!(window.default_at <= window.closes_at && window.closes_at <= period.to);
        }
        for pair in planned.windows(2) {
            prop_assert!(pair[0].opens_at <= pair[1].opens_at && pair[0].closes_at <= pair[1].closes_at);
        }
    }

    #[test]
    fn what_is_suggested_may_be_proposed(
        opens in 0_i64..100, long in 0_i64..200, minutes in 10_i64..400, busy in prop::collection::vec((0_i64..300, 1_i64..30), 0..9)
    ) {
        let now = at(1, 9, 17);
        let hour = |hours: i64| at(1, 0, 0) + TimeDelta::hours(hours);
        let window = (hour(opens), hour(opens + long));
        let busy: Vec<Span> = busy.into_iter().map(|(from, long)| Span { from: hour(from), to: hour(from + long) }).collect();
        let length = TimeDelta::minutes(minutes);
        let suggested = suggest(window, length, USUAL, &busy, now);
        prop_assert!(suggested.len() <= 3);
        for at in suggested {
            prop_assert_eq!(check(at, length, window, USUAL, now), Ok(()));
            let span = Span { from: at, to: at + length };
            prop_assert!(!busy.iter().any(|busy| busy.overlaps(span)));
        }
    }
}
