use proptest::prelude::*;

use super::*;

#[test]
fn every_state_and_every_event() {
    use OrderEvent::*;
    use OrderStatus::*;
    // rows: states; columns: paid, all_delivered, delivery_failed, expired, cancelled
    let table = [
        (Pending, [Some(Pending), Some(Completed), Some(Error), Some(Incomplete), Some(Incomplete)]),
        (Completed, [Some(Completed), Some(Completed), None, None, None]),
        (Incomplete, [Some(Pending), Some(Completed), Some(Error), Some(Incomplete), Some(Incomplete)]),
        (Error, [Some(Error), Some(Completed), Some(Error), None, None]),
    ];
    assert_eq!(table.len(), OrderStatus::ALL.len());
    for (status, row) in table {
        for (event, expected) in [Paid, AllDelivered, DeliveryFailed, Expired, Cancelled].into_iter().zip(row) {
            let expected = expected.ok_or(OrderRefusal::Illegal { status, event });
            assert_eq!(status.apply(event), expected, "{status} {event}");
        }
    }
    assert_eq!(OrderEvent::ALL.len(), 5);
    assert_eq!(OrderStatus::ALL.iter().filter(|status| status.is_settled()).count(), 3);
}

fn order(status: OrderStatus, paid: bool) -> OrderState {
    let created_at = DateTime::UNIX_EPOCH;
    OrderState {
        status,
        expires_at: Lifetimes::default().order_expiry(created_at),
        paid_at: paid.then_some(created_at + TimeDelta::seconds(5)),
    }
}

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
}

#[test]
fn only_an_unpaid_order_expires_and_not_before_its_time() {
    use OrderStatus::*;
    for (status, paid, seconds, expected) in [
        (Pending, false, 1_799, Err("order_not_due")),
        (Pending, false, 1_800, Ok(Incomplete)),
        (Pending, true, 9_999, Err("order_already_paid")),
        (Incomplete, false, 0, Ok(Incomplete)),
        (Completed, true, 9_999, Err("order_already_paid")),
        (Error, true, 9_999, Err("order_already_paid")),
        (Completed, false, 9_999, Err("order_state_conflict")),
    ] {
        assert_eq!(order(status, paid).expire(at(seconds)).map_err(OrderRefusal::code), expected, "{status} {paid} {seconds}");
    }
}

#[test]
fn only_an_unpaid_order_is_cancelled_or_paid_anew() {
    use OrderStatus::*;
    for (status, paid, cancelled, payable) in [
        (Pending, false, Ok(Incomplete), Ok(())),
        (Pending, true, Err("order_already_paid"), Err("order_already_paid")),
        (Incomplete, false, Ok(Incomplete), Err("order_state_conflict")),
        (Completed, true, Err("order_already_paid"), Err("order_already_paid")),
        (Error, true, Err("order_already_paid"), Err("order_already_paid")),
    ] {
        let order = order(status, paid);
        assert_eq!(order.cancel().map_err(OrderRefusal::code), cancelled, "{status} {paid}");
        assert_eq!(order.may_be_paid(at(0)).map_err(OrderRefusal::code), payable, "{status} {paid}");
    }
    let pending = order(Pending, false);
    assert_eq!(pending.may_be_paid(at(1_799)), Ok(()));
    assert_eq!(pending.may_be_paid(at(1_800)), Err(OrderRefusal::Expired { expires_at: at(1_800) }));
    assert_eq!(pending.may_be_paid(at(1_800)).unwrap_err().code(), "order_expired");
}

#[test]
fn status_follows_from_money_and_deliveries() {
    use DeliveryStatus as D;
    use OrderStatus::*;
    for (current, paid, ended, deliveries, expected) in [
        (Pending, false, false, vec![D::Waiting], Pending),
        (Pending, false, true, vec![D::Waiting], Incomplete),
        (Incomplete, false, false, vec![D::Waiting], Incomplete),
        (Pending, true, false, vec![D::Waiting, D::Delivered], Pending),
        (Pending, true, false, vec![D::Sent], Pending),
        (Pending, true, false, vec![D::Delivered, D::Delivered], Completed),
        (Pending, true, false, vec![D::Delivered, D::Repair], Error),
        (Pending, true, false, vec![D::Retrying, D::Repair], Pending),
        (Pending, true, false, vec![D::Delivered, D::Closed], Error),
        (Pending, true, false, vec![], Pending),
        // late money
        (Incomplete, true, true, vec![D::Waiting], Pending),
        (Incomplete, true, true, vec![D::Delivered], Completed),
        (Incomplete, true, true, vec![D::Repair], Error),
        // repair
        (Error, true, false, vec![D::Retrying], Error),
        (Error, true, false, vec![D::Delivered], Completed),
        (Error, true, false, vec![D::Closed], Error),
        // final
        (Completed, true, false, vec![D::Repair], Completed),
    ] {
        assert_eq!(derive(current, paid, ended, &deliveries), expected, "{current} {paid} {ended} {deliveries:?}");
    }
}

proptest! {
    /// Whatever is derived is one legal step, or none, away.
    #[test]
    fn deriving_never_jumps(
        current in prop::sample::select(OrderStatus::ALL),
        paid: bool,
        ended: bool,
        deliveries in prop::collection::vec(prop::sample::select(DeliveryStatus::ALL), 0..6),
    ) {
        let next = derive(current, paid, ended, &deliveries);
        // An unpaid order is never in error: such a state cannot be reached.
        prop_assume!(paid || current != OrderStatus::Error);
        let reachable = OrderEvent::ALL.iter().any(|event| current.apply(*event) == Ok(next));
        prop_assert!(next == current || reachable, "{} → {}", current, next);
        prop_assert!(next != OrderStatus::Completed || current == OrderStatus::Completed || paid);
    }
}
