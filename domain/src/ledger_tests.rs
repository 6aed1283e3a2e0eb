use proptest::prelude::*;

use super::*;

fn line(total: i64, vat: Option<i64>, commission_bp: i64) -> DeliveredLine {
    DeliveredLine {
        seller_id: 4,
        total: Satang(total),
        vat_excluded: vat.is_some(),
        vat: Satang(vat.unwrap_or(0)),
        house_discount: Satang::ZERO,
        commission_bp,
    }
}

fn written(journal: &Journal) -> Vec<(&'static str, Option<i64>, i64)> {
    journal.entries().iter().map(|entry| (entry.account.as_str(), entry.seller_id, entry.amount.0)).collect()
}

#[test]
fn each_event_has_its_accounts() {
    let captured = Journal::captured(7, Satang(10_700)).unwrap();
    assert_eq!(captured.kind(), JournalKind::Captured);
    assert_eq!(written(&captured), [("provider_receivable", None, 10_700), ("customer_prepaid", None, -10_700)]);

    let carried: Vec<_> = captured.entries().iter().map(|entry| entry.charge_id).collect();
    assert_eq!(carried, [Some(7), None]);

    let closed = Journal::closed(Satang(10_700)).unwrap();
    assert_eq!(closed.kind(), JournalKind::Closed);
    assert_eq!(written(&closed), [("customer_prepaid", None, 10_700), ("refund_payable", None, -10_700)]);

    // 107.00 with 7.00 of tax, 6 % commission on the net: tax contained and tax on top give the same result.
    for line in [line(10_700, None, 600), line(10_700, Some(700), 600)] {
        let delivered = Journal::delivered(&line, VatRate::THAILAND).unwrap();
        assert_eq!(delivered.kind(), JournalKind::Delivered);
        assert_eq!(
            written(&delivered),
            [
                ("customer_prepaid", None, 10_700),
                ("seller_payable", Some(4), -9_400),
                ("own_revenue", None, -600),
                ("vat_payable", None, -700)
            ]
        );
    }
}

#[test]
fn the_seller_is_paid_in_full_when_the_house_bears_the_discount() {
    let reduced = |line: DeliveredLine, by: i64| DeliveredLine { house_discount: Satang(by), ..line };
    for (name, line, expected) in [
        (
            // 107.00 less 10.70: tax of what was paid, and shares of what it would have cost.
            "price with tax",
            reduced(line(9_630, None, 600), 1_070),
            vec![
                ("customer_prepaid", None, 9_630),
                ("discounts", None, 1_000),
                ("seller_payable", Some(4), -9_400),
                ("own_revenue", None, -600),
                ("vat_payable", None, -630),
            ],
        ),
        (
            "price without tax",
            reduced(line(9_630, Some(630), 600), 1_000),
            vec![
                ("customer_prepaid", None, 9_630),
                ("discounts", None, 1_000),
                ("seller_payable", Some(4), -9_400),
                ("own_revenue", None, -600),
                ("vat_payable", None, -630),
            ],
        ),
        (
            "a coupon covered all of it",
            reduced(line(0, None, 600), 10_700),
            vec![("discounts", None, 10_000), ("seller_payable", Some(4), -9_400), ("own_revenue", None, -600)],
        ),
        (
            // The seller bears it: all shares are of what was paid.
            "the seller's discount",
            line(9_630, None, 600),
            vec![
                ("customer_prepaid", None, 9_630),
                ("seller_payable", Some(4), -8_460),
                ("own_revenue", None, -540),
                ("vat_payable", None, -630),
            ],
        ),
    ] {
        assert_eq!(written(&Journal::delivered(&line, VatRate::THAILAND).unwrap()), expected, "{name}");
    }
    assert!(Journal::delivered(&reduced(line(9_630, None, 600), -1), VatRate::THAILAND).is_err());
}

#[test]
fn a_payout_says_which_charges_it_is_for() {
    let parts = [(7, Satang(-100)), (3, Satang(500)), (4, Satang(600))];
    let payout = Journal::payout(Satang(1_040), Satang(28), Satang(2), &parts, Satang(40)).unwrap().unwrap();
    let entries: Vec<_> = payout.entries().iter().map(|e| (e.account.as_str(), e.charge_id, e.amount.0)).collect();
    assert_eq!(
        entries,
        [
            ("bank", None, 1_010),
            ("provider_fee", None, 28),
            ("input_vat", None, 2),
            ("provider_receivable", Some(7), 100),
            ("provider_receivable", Some(3), -500),
            ("provider_receivable", Some(4), -600),
            ("provider_receivable", None, -40),
        ]
    );
    assert!(Journal::payout(Satang(1_040), Satang(28), Satang(2), &[], Satang(40)).is_err(), "it must sum to zero");
    // The provider's share was more than the charge, or just as much.
    let collected = Journal::payout(Satang(-60), Satang::ZERO, Satang::ZERO, &[(3, Satang(-60))], Satang::ZERO).unwrap().unwrap();
    assert_eq!(written(&collected), [("provider_receivable", None, 60), ("bank", None, -60)]);
    let even = Journal::payout(Satang::ZERO, Satang::ZERO, Satang::ZERO, &[(3, Satang(-60)), (4, Satang(60))], Satang::ZERO);
    let even = even.unwrap().unwrap();
    assert_eq!(written(&even), [("provider_receivable", None, 60), ("provider_receivable", None, -60)]);
    assert_eq!(Journal::payout(Satang::ZERO, Satang::ZERO, Satang::ZERO, &[], Satang::ZERO), Ok(None));
    let paid_back = Journal::paid_back(Satang(900)).unwrap();
    assert_eq!(written(&paid_back), [("refund_payable", None, 900), ("bank", None, -900)]);
    let given_up = Journal::written_off(Satang(900)).unwrap();
    assert_eq!(written(&given_up), [("losses", None, 900), ("refund_payable", None, -900)]);
    let recovered = Journal::recovered(Satang(900)).unwrap();
    assert_eq!(written(&recovered), [("refund_payable", None, 900), ("losses", None, -900)]);
}

#[test]
fn parts_of_zero_are_left_out() {
    let all_ours = Journal::delivered(&line(100, Some(0), 10_000), VatRate::THAILAND).unwrap();
    assert_eq!(written(&all_ours), [("customer_prepaid", None, 100), ("own_revenue", None, -100)]);
    let all_theirs = Journal::delivered(&line(100, Some(0), 0), VatRate::THAILAND).unwrap();
    assert_eq!(written(&all_theirs), [("customer_prepaid", None, 100), ("seller_payable", Some(4), -100)]);
}

#[test]
fn nonsense_is_refused() {
    for amount in [0, -1, i64::MIN] {
        let refusal = LedgerRefusal::NotPositive { amount: Satang(amount) };
        assert_eq!(Journal::captured(7, Satang(amount)), Err(refusal));
        assert_eq!(Journal::closed(Satang(amount)), Err(refusal));
    }
    assert!(Journal::delivered(&line(0, Some(0), 600), VatRate::THAILAND).is_err());
    for points in [-1, 10_001] {
        assert_eq!(
            Journal::delivered(&line(100, None, points), VatRate::THAILAND),
            Err(LedgerRefusal::CommissionInvalid { points })
        );
    }
    for vat in [-1, 101] {
        assert!(matches!(
            Journal::delivered(&line(100, Some(vat), 600), VatRate::THAILAND),
            Err(LedgerRefusal::VatInvalid { .. })
        ));
    }
}

proptest! {
    #[test]
    fn every_journal_sums_to_zero(
        total in 1i64..10_000_000_000, tax in prop::option::of(0i64..1_000), points in 0i64..=10_000, off in 0i64..1_000_000
    ) {
        let tax = tax.map(|tax| tax.min(total));
        let delivered = DeliveredLine { house_discount: Satang(off), ..line(total, tax, points) };
        let journals = [
            Journal::captured(7, Satang(total)).unwrap(),
            Journal::delivered(&delivered, VatRate::THAILAND).unwrap(),
            Journal::closed(Satang(total)).unwrap(),
        ];
        for journal in &journals {
            prop_assert_eq!(Satang::sum(journal.entries().iter().map(|entry| entry.amount)).unwrap(), Satang::ZERO);
            prop_assert!(journal.entries().iter().all(|entry| !entry.amount.is_zero()));
            prop_assert_eq!(journal.entries()[0].amount, Satang(total));
        }
    }

    /// For order lines that are delivered, closed or still open, the customer is owed the total of the open ones.
    #[test]
    fn prepaid_is_what_is_still_open(lines in prop::collection::vec((1i64..5_000_000, 0u8..3, 0i64..=10_000), 1..12)) {
        let paid = Satang(lines.iter().map(|(total, ..)| total).sum());
        let mut entries = Journal::captured(7, paid).unwrap().entries().to_vec();
        let mut open = Satang::ZERO;
        for (total, fate, points) in lines {
            match fate {
                0 => entries.extend(Journal::delivered(&line(total, None, points), VatRate::THAILAND).unwrap().entries()),
                1 => entries.extend(Journal::closed(Satang(total)).unwrap().entries()),
                _ => open = open.plus(Satang(total)).unwrap(),
            }
        }
        prop_assert_eq!(balance(Account::CustomerPrepaid, &entries).unwrap(), open.negate().unwrap());
    }
}
