use chrono::TimeDelta;
use proptest::prelude::*;

use super::*;

fn order(status: OrderStatus, paid: bool) -> OrderState {
    OrderState { status, expires_at: at(1_800), paid_at: paid.then_some(at(5)) }
}

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
}

#[test]
fn only_an_unpaid_order_expires_and_not_before_its_time() {
    use OrderStatus::*;
    for (status, paid, seconds, expected) in [
        (Pending, false, 1_799, Err(OrderRefusal::NotDue { expires_at: at(1_800) })),
        (Pending, false, 1_800, Ok(Incomplete)),
        (Pending, true, 9_999, Err(OrderRefusal::AlreadyPaid)),
        (Incomplete, false, 0, Ok(Incomplete)),
        (Completed, true, 9_999, Err(OrderRefusal::AlreadyPaid)),
        (Error, true, 9_999, Err(OrderRefusal::AlreadyPaid)),
        (Completed, false, 9_999, Err(OrderRefusal::WrongStatus { status: Completed })),
    ] {
        assert_eq!(order(status, paid).expire(at(seconds)), expected, "{status} {paid} {seconds}");
    }
}

#[test]
fn only_an_unpaid_order_is_cancelled_or_paid_anew() {
    use OrderStatus::*;
    for (status, paid, cancelled, payable) in [
        (Pending, false, Ok(Incomplete), Ok(())),
        (Pending, true, Err(OrderRefusal::AlreadyPaid), Err(OrderRefusal::AlreadyPaid)),
        (Incomplete, false, Ok(Incomplete), Err(OrderRefusal::WrongStatus { status: Incomplete })),
        (Completed, true, Err(OrderRefusal::AlreadyPaid), Err(OrderRefusal::AlreadyPaid)),
        (Error, true, Err(OrderRefusal::AlreadyPaid), Err(OrderRefusal::AlreadyPaid)),
    ] {
        let order = order(status, paid);
        assert_eq!(order.cancel(), cancelled, "{status} {paid}");
        assert_eq!(order.may_be_paid(at(0)), payable, "{status} {paid}");
    }
    let pending = order(Pending, false);
    assert_eq!(pending.may_be_paid(at(1_799)), Ok(()));
    assert_eq!(pending.may_be_paid(at(1_800)), Err(OrderRefusal::Expired { expires_at: at(1_800) }));
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
    /// A paid order never becomes unpaid again, and a completed one stays completed.
    #[test]
    fn deriving_never_goes_back(
        current in prop::sample::select(OrderStatus::ALL),
        paid: bool,
        ended: bool,
        deliveries in prop::collection::vec(prop::sample::select(DeliveryStatus::ALL), 0..6),
    ) {
        let next = derive(current, paid, ended, &deliveries);
        prop_assert!(current != OrderStatus::Completed || next == current);
        prop_assert!(current == OrderStatus::Completed || paid || matches!(next, OrderStatus::Pending | OrderStatus::Incomplete));
        prop_assert!(!paid || next != OrderStatus::Incomplete);
    }
}
