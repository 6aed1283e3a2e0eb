use proptest::prelude::*;

use super::*;

#[test]
fn every_state_and_every_event() {
    use DeliveryStatus::*;
    let to = |status| Some(Move::To(status));
    let same = Some(Move::Unchanged);
    // columns: send, delivered, failed_for_now, failed_for_good, retry_by_operator, close, correct, close_by_buyer
    let table = [
        (Waiting, [to(Sent), to(Delivered), to(Retrying), to(Repair), None, None, to(Retrying), to(Closed)]),
        (Sent, [same, to(Delivered), to(Retrying), to(Repair), None, None, None, None]),
        (Retrying, [to(Sent), to(Delivered), same, to(Repair), None, None, same, to(Closed)]),
        (Delivered, [None, same, same, same, None, None, None, None]),
        (Repair, [None, to(Delivered), same, same, to(Retrying), to(Closed), to(Retrying), to(Closed)]),
        (Closed, [None, same, same, same, None, same, None, same]),
    ];
    assert_eq!(table.len(), DeliveryStatus::ALL.len());
    for (status, row) in table {
        assert_eq!(row.len(), DeliveryEvent::ALL.len());
        for (event, expected) in DeliveryEvent::ALL.iter().copied().zip(row) {
            assert_eq!(status.apply(event), expected.ok_or(DeliveryRefusal { status, event }), "{status} {event}");
        }
    }
    let moving: Vec<_> = DeliveryStatus::ALL.iter().filter(|status| status.is_moving()).collect();
    assert_eq!(moving, [&Waiting, &Sent, &Retrying]);
}

#[test]
fn a_buyer_decides_while_no_partner_has_the_order() {
    use DeliveryStatus::*;
    use FailureReason as R;
    use PartnerStanding as P;
    let choice = |status, attempts, standing, reason| {
        buyers_choice(status, attempts, standing, reason).map(|choice| (choice.player, choice.product, choice.refund))
    };
    let all = Some((true, true, true));
    for (status, attempts, standing, reason, expected) in [
        (Repair, 1, P::None, Some(R::PlayerUnknown), all),
        (Repair, 1, P::Failed, Some(R::ServerClosed), all),
        (Retrying, 3, P::None, Some(R::BalanceShort), all),
        (Waiting, 0, P::Unknown, None, all),
        (Repair, 0, P::Unknown, Some(R::StockGone), Some((false, true, true))),
        (Retrying, 3, P::Unknown, Some(R::Unavailable), None),
        (Repair, 1, P::Accepted, Some(R::TimeOut), None),
        (Repair, 0, P::Unknown, Some(R::PaymentReturned), None),
        (Repair, 1, P::Failed, Some(R::CodeKnown), None),
        (Sent, 1, P::None, None, None),
        (Delivered, 1, P::None, None, None),
        (Closed, 1, P::None, None, None),
    ] {
        assert_eq!(choice(status, attempts, standing, reason), expected, "{status} {attempts} {standing} {reason:?}");
    }
}

#[test]
fn a_line_is_late_after_three_times_the_usual_and_not_before_ten_minutes() {
    assert_eq!([None, Some(0), Some(200), Some(201), Some(i32::MAX)].map(overdue_after), [600, 600, 600, 603, 3 * 2_147_483_647]);
}

#[test]
fn waiting_doubles_up_to_the_cap() {
    let policy = RetryPolicy::default();
    for (attempt, seconds) in
        [(0, 2), (1, 2), (2, 4), (3, 8), (7, 128), (8, 256), (9, 300), (12, 300), (64, 300), (u32::MAX, 300)]
    {
        assert_eq!(policy.delay_ms(attempt, 0), seconds * 1_000, "{attempt}");
        assert_eq!(policy.delay_ms(attempt, 255), seconds * 750, "{attempt}");
    }
}

#[test]
fn permanent_reasons_go_to_repair_at_once_and_others_after_the_last_attempt() {
    let policy = RetryPolicy::default();
    let transient = ["unauthorized", "balance_short", "busy", "unavailable", "time_out", "circuit_open", "answer_invalid"];
    for reason in FailureReason::ALL.iter().copied() {
        let first = policy.after_failure(reason, 1, 0, None);
        if transient.contains(&reason.as_str()) {
            assert_eq!(first, AfterFailure::Retry { after_ms: 2_000 }, "{reason}");
            assert_eq!(policy.after_failure(reason, 11, 0, None), AfterFailure::Retry { after_ms: 300_000 });
            assert_eq!(policy.after_failure(reason, 12, 0, None), AfterFailure::Repair);
        } else {
            assert_eq!(first, AfterFailure::Repair, "{reason}");
        }
    }
    assert_eq!(AfterFailure::Repair.event(), DeliveryEvent::FailedForGood);
    assert_eq!(AfterFailure::Retry { after_ms: 1 }.event(), DeliveryEvent::FailedForNow);
}

#[test]
fn a_partners_waiting_time_is_kept_up_to_the_cap() {
    let policy = RetryPolicy::default();
    for (asked, expected) in [(None, 2_000), (Some(500), 2_000), (Some(7_000), 7_000), (Some(u64::MAX), 300_000)] {
        let after = policy.after_failure(FailureReason::Busy, 1, 0, asked);
        assert_eq!(after, AfterFailure::Retry { after_ms: expected });
    }
}

#[test]
fn partners_codes_are_ours() {
    assert_eq!(FailureReason::from_partner("player_unknown"), FailureReason::PlayerUnknown);
    assert_eq!(FailureReason::from_partner("active_pass"), FailureReason::ActivePass);
    assert_eq!(FailureReason::from_partner("other"), FailureReason::PlayerForbidden);
    assert_eq!(FailureReason::from_forbidden("level_too_low"), FailureReason::LevelTooLow);
    for other in ["other", "server_closed", "something new"] {
        assert_eq!(FailureReason::from_forbidden(other), FailureReason::PlayerForbidden, "{other}");
    }
    assert_eq!(FailureReason::from_eligibility("wrong_network"), FailureReason::WrongNetwork);
    assert_eq!(FailureReason::from_eligibility("on_fire"), FailureReason::NotEligible);
    assert_eq!(FailureReason::from_partner("on_fire"), FailureReason::AnswerInvalid);
}

#[test]
fn each_retry_by_an_operator_counts_in_the_reference() {
    assert_eq!(reference("MN-7F3K-2A9C", 1), "MN-7F3K-2A9C-1");
    let mut last = reference("MN-7F3K-2A9C", 12);
    for expected in ["MN-7F3K-2A9C-12.2", "MN-7F3K-2A9C-12.3"] {
        last = next_reference(&last);
        assert_eq!(last, expected);
    }
}

proptest! {
    /// For any stream of callbacks and jobs, delivered stays delivered, and a closed line never changes again.
    #[test]
    fn ends_are_ends(events in prop::collection::vec(prop::sample::select(DeliveryEvent::ALL), 0..40)) {
        let mut status = DeliveryStatus::Waiting;
        for event in events {
            let before = status;
            if let Ok(Move::To(next)) = status.apply(event) {
                prop_assert_ne!(next, before, "a move changes something");
                status = next;
            }
            if matches!(before, DeliveryStatus::Delivered | DeliveryStatus::Closed) {
                prop_assert_eq!(status, before);
            }
        }
    }

    #[test]
    fn waiting_never_shrinks_nor_exceeds_the_cap(attempt in 1u32..100, jitter: u8) {
        let policy = RetryPolicy::default();
        prop_assert!(policy.delay_ms(attempt, jitter) <= policy.delay_ms(attempt + 1, jitter));
        prop_assert!(policy.delay_ms(attempt, jitter) <= policy.cap_ms);
        prop_assert!(policy.delay_ms(attempt, jitter) >= policy.first_ms * 3 / 4);
    }
}
