use proptest::prelude::*;

use super::*;
use crate::ledger::{Account, balance};

fn money(fee: i64, fee_vat: i64, refunded: i64, charged_back: i64) -> ChargeMoney {
    ChargeMoney { fee: Satang(fee), fee_vat: Satang(fee_vat), refunded: Satang(refunded), charged_back: Satang(charged_back) }
}

fn written(journals: &[Journal]) -> String {
    let entries = |journal: &Journal| {
        let entry = |entry: &crate::ledger::Entry| format!(" {} {}", entry.account, entry.amount.0);
        format!("{}:{}", journal.kind(), journal.entries().iter().map(entry).collect::<String>())
    };
    journals.iter().map(entries).collect::<Vec<_>>().join("; ")
}

#[test]
fn every_way_that_money_goes() {
    let captured = money(81, 5, 0, 0);
    for (booked, told, expected) in [
        (money(0, 0, 0, 0), money(0, 0, 0, 0), ""),
        (money(0, 0, 0, 0), captured, "fee: provider_fee 81 input_vat 5 provider_receivable -86"),
        (captured, captured, ""),
        // refunds: in parts, then the rest
        (captured, money(81, 5, 1_000, 0), "refunded: refund_payable 1000 provider_receivable -1000"),
        (money(81, 5, 1_000, 0), money(81, 5, 4_900, 0), "refunded: refund_payable 3900 provider_receivable -3900"),
        // voided: the fee is not taken either
        (
            captured,
            money(0, 0, 4_900, 0),
            "fee: provider_receivable 86 provider_fee -81 input_vat -5; refunded: refund_payable 4900 provider_receivable -4900",
        ),
        // a refund that the provider's operations reversed
        (money(81, 5, 4_900, 0), captured, "refunded: provider_receivable 4900 refund_payable -4900"),
        // a dispute is opened, and won
        (captured, money(81, 5, 0, 4_900), "charged_back: refund_payable 4900 provider_receivable -4900"),
        (money(81, 5, 0, 4_900), captured, "charged_back: provider_receivable 4900 refund_payable -4900"),
        // refunded, and the dispute taken as well: the buyer was paid back once, the rest is claimed from the provider
        (
            captured,
            money(81, 5, 4_900, 4_900),
            "refunded: refund_payable 4900 provider_receivable -4900; charged_back: provider_claim 4900 provider_receivable -4900",
        ),
        (
            money(81, 5, 0, 4_900),
            money(81, 5, 1_000, 4_900),
            "refunded: refund_payable 1000 provider_receivable -1000; charged_back: provider_claim 1000 refund_payable -1000",
        ),
        // won after all: the claim is settled
        (money(81, 5, 4_900, 4_900), money(81, 5, 4_900, 0), "charged_back: provider_receivable 4900 provider_claim -4900"),
    ] {
        assert_eq!(written(&booked.follow(&told, 7, Satang(4_900)).unwrap()), expected, "{booked:?} {told:?}");
    }
}

#[test]
fn looks_become_rare() {
    let since = DateTime::UNIX_EPOCH;
    let hours = |hours| since + TimeDelta::hours(hours);
    for (now, unsettled, expected) in [
        (0, false, Some(1)),
        (1, false, Some(6)),
        (5, true, Some(6)),
        (6, false, Some(24)),
        (24, false, Some(72)),
        (100, false, Some(168)),
        (168, false, Some(720)),
        (720, false, None),
        (720, true, Some(888)),
    ] {
        assert_eq!(next_look(since, hours(now), unsettled), expected.map(hours), "{now} {unsettled}");
    }
}

#[test]
fn a_payout_is_laid_on_the_oldest() {
    let lay = |amount, owed: &[(i64, i64)]| {
        let owed: Vec<_> = owed.iter().map(|(charge, left)| (*charge, Satang(*left))).collect();
        let (parts, rest) = lay_payout(Satang(amount), &owed).unwrap();
        (parts.into_iter().map(|(charge, part)| (charge, part.0)).collect::<Vec<_>>(), rest.0)
    };
    assert_eq!(lay(100, &[(1, 60), (2, 40)]), (vec![(1, 60), (2, 40)], 0));
    assert_eq!(lay(70, &[(1, 60), (2, 40)]), (vec![(1, 60), (2, 10)], 0));
    // The second was refunded after it had been paid out.
    assert_eq!(lay(70, &[(1, 60), (2, -30), (3, 40)]), (vec![(2, -30), (1, 60), (3, 40)], 0));
    // More than all known charges are owed
    assert_eq!(lay(100, &[(1, 60)]), (vec![(1, 60)], 40));
    assert_eq!(lay(100, &[]), (vec![], 100));
}

proptest! {
    /// Our books follow any sequence of the provider's reports: the provider owes us the amount of the formula, and a payout of all of it
    /// settles the account.
    #[test]
    fn the_provider_owes_what_is_left(captured in 1i64..10_000_000, told in prop::collection::vec((0i64..500, 0i64..50, 0i64..10_000_000, 0i64..10_000_000), 0..8)) {
        let mut entries = Journal::captured(7, Satang(captured)).unwrap().entries().to_vec();
        let mut booked = ChargeMoney::default();
        for (fee, fee_vat, refunded, charged_back) in told {
            let told = money(fee, fee_vat, refunded, charged_back);
            for journal in booked.follow(&told, 7, Satang(captured)).unwrap() {
                entries.extend(journal.entries());
            }
            booked = told;
            prop_assert!(booked.follow(&told, 7, Satang(captured)).unwrap().is_empty());
        }
        let left = Satang(captured - booked.returned().unwrap().get() - booked.fee.get() - booked.fee_vat.get());
        prop_assert_eq!(balance(Account::ProviderReceivable, &entries).unwrap(), left);
        let returned = booked.returned().unwrap();
        let payable = returned.min(Satang(captured));
        prop_assert_eq!(balance(Account::RefundPayable, &entries).unwrap(), payable);
        prop_assert_eq!(balance(Account::ProviderClaim, &entries).unwrap(), returned.minus(payable).unwrap());
        prop_assert_eq!(booked.exceeds(Satang(captured)).unwrap(), returned > payable);
        if left > Satang::ZERO {
            let (parts, rest) = lay_payout(left, &[(7, left)]).unwrap();
            prop_assert_eq!(rest, Satang::ZERO);
            entries.extend(Journal::payout(left, Satang::ZERO, Satang::ZERO, &parts, rest).unwrap().unwrap().entries());
            prop_assert_eq!(balance(Account::ProviderReceivable, &entries).unwrap(), Satang::ZERO);
            prop_assert_eq!(balance(Account::Bank, &entries).unwrap(), left);
        }
    }
}
