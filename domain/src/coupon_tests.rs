use chrono::TimeDelta;
use proptest::prelude::*;

use super::*;

fn at(seconds: i64) -> DateTime<Utc> {
    DateTime::UNIX_EPOCH + TimeDelta::seconds(seconds)
}

fn coupon(reduction: Reduction) -> Coupon {
    Coupon {
        active: true,
        reduction,
        minimum_spend: Satang::ZERO,
        scope: Scope::All,
        quota_per_user: Some(1),
        quota_total: Some(100),
        starts_at: at(0),
        ends_at: at(100),
    }
}

fn ten_percent() -> Coupon {
    coupon(Reduction::Percent { basis_points: 1_000, max: None })
}

fn line(product_id: i64, subtotal: i64) -> CouponLine {
    CouponLine { product_id, game_id: product_id * 10, subtotal: Satang(subtotal) }
}

fn redeemed(coupon: &Coupon, lines: &[CouponLine]) -> Result<(i64, Vec<i64>), CouponRefusal> {
    redeem(Some(coupon), Uses::default(), lines, at(50))
        .map(|discount| (discount.total.0, discount.lines.iter().map(|part| part.0).collect()))
}

#[test]
fn what_is_taken_off() {
    let percent = |basis_points, max: Option<i64>| Reduction::Percent { basis_points, max: max.map(Satang) };
    let amount = |amount| Reduction::Amount { amount: Satang(amount) };
    let products = |ids: &[i64]| Scope::Products(ids.iter().copied().collect());
    for (reduction, scope, expected) in [
        (percent(1_000, None), Scope::All, (1_000, vec![300, 700])),
        (percent(1_000, Some(500)), Scope::All, (500, vec![150, 350])),
        (percent(10_000, None), Scope::All, (10_000, vec![3_000, 7_000])),
        (percent(1_005, None), products(&[1]), (302, vec![302, 0])), // 301.5 half up
        (amount(100), Scope::All, (100, vec![30, 70])),
        (amount(101), Scope::All, (101, vec![30, 71])),
        (amount(99_999), Scope::All, (10_000, vec![3_000, 7_000])),
        (amount(99_999), products(&[2, 9]), (7_000, vec![0, 7_000])),
        (amount(500), Scope::Games([10].into()), (500, vec![500, 0])),
    ] {
        let coupon = Coupon { scope, ..coupon(reduction) };
        assert_eq!(redeemed(&coupon, &[line(1, 3_000), line(2, 7_000)]), Ok(expected), "{coupon:?}");
    }
    // Thirds, whose rest goes to the largest remainder; and half a satang in all.
    let thirds = [line(1, 3_333), line(2, 3_333), line(3, 3_334)];
    assert_eq!(redeemed(&coupon(amount(1_000)), &thirds), Ok((1_000, vec![333, 333, 334])));
    assert_eq!(redeemed(&coupon(percent(1_500, None)), &[line(1, 4_900), line(2, 5)]), Ok((736, vec![735, 1])));
}

#[test]
fn why_not() {
    use NotUsable::*;
    let lines = [line(1, 3_000), line(2, 7_000)];
    let not_usable = CouponRefusal::NotUsable;
    for (coupon, refusal) in [
        (Coupon { active: false, ..ten_percent() }, not_usable(Withdrawn)),
        (Coupon { starts_at: at(51), ..ten_percent() }, not_usable(NotStarted { starts_at: at(51) })),
        (Coupon { ends_at: at(50), ..ten_percent() }, not_usable(Over { ended_at: at(50) })),
        (Coupon { scope: Scope::Games([1].into()), ..ten_percent() }, not_usable(OutOfScope)),
        (
            Coupon { minimum_spend: Satang(10_001), ..ten_percent() },
            not_usable(BelowMinimum { eligible: Satang(10_000), minimum: Satang(10_001) }),
        ),
        (
            Coupon { minimum_spend: Satang(3_001), scope: Scope::Products([1].into()), ..ten_percent() },
            not_usable(BelowMinimum { eligible: Satang(3_000), minimum: Satang(3_001) }),
        ),
        (coupon(Reduction::Percent { basis_points: 0, max: None }), not_usable(NothingOff)),
        (coupon(Reduction::Amount { amount: Satang(-5) }), not_usable(NothingOff)),
        (Coupon { quota_per_user: Some(0), ..ten_percent() }, CouponRefusal::QuotaReached { own: true }),
        (Coupon { quota_total: Some(0), ..ten_percent() }, CouponRefusal::QuotaReached { own: false }),
    ] {
        assert_eq!(redeemed(&coupon, &lines), Err(refusal));
    }
    assert_eq!(redeem(None, Uses::default(), &lines, at(50)), Err(CouponRefusal::NotFound));
    assert!(redeemed(&ten_percent(), &[]).is_err());
}

#[test]
fn quotas_count_and_window_and_minimum_include_their_start() {
    let lines = [line(1, 3_000)];
    for (uses, allowed) in [((0, 99), true), ((1, 1), false), ((0, 100), false)] {
        let uses = Uses { by_user: uses.0, total: uses.1 };
        assert_eq!(redeem(Some(&ten_percent()), uses, &lines, at(0)).is_ok(), allowed, "{uses:?}");
    }
    let exact = Coupon { minimum_spend: Satang(3_000), quota_per_user: None, quota_total: None, ..ten_percent() };
    let many = Uses { by_user: i64::MAX, total: i64::MAX };
    assert!(redeem(Some(&exact), many, &lines, at(99)).is_ok());
}

proptest! {
    #[test]
    fn shares_sum_to_the_discount_and_never_exceed_their_line(
        subtotals in prop::collection::vec(1i64..5_000_000, 1..20),
        basis_points in 1u16..=10_000,
        amount in 1i64..50_000_000,
        by_amount: bool,
    ) {
        let reduction = if by_amount {
            Reduction::Amount { amount: Satang(amount) }
        } else {
            Reduction::Percent { basis_points, max: None }
        };
        let lines: Vec<_> = subtotals.iter().enumerate().map(|(index, subtotal)| line(index as i64, *subtotal)).collect();
        if let Ok((total, parts)) = redeemed(&coupon(reduction), &lines) {
            prop_assert_eq!(parts.iter().sum::<i64>(), total);
            for (part, subtotal) in parts.iter().zip(&subtotals) {
                prop_assert!(*part >= 0 && part <= subtotal);
            }
        } else {
            prop_assert!(!by_amount, "an amount always takes something off");
        }
    }
}
