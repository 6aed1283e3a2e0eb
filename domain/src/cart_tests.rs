use chrono::TimeDelta;
use proptest::prelude::*;

use super::*;
use crate::product::{FlashSale, ProductState};

fn line(product_id: i64, quantity: i64, unit_price: i64) -> LineToPrice {
    LineToPrice { product_id, quantity, unit_price: Satang(unit_price), vat_excluded: false, discount: Satang::ZERO }
}

fn checked(lines: &[LineToPrice]) -> Result<Priced, CartRefusal> {
    check(lines, &CartLimits::default(), VatRate::THAILAND)
}

#[test]
fn quantities_are_one_to_ten() {
    let invalid = |quantity| (quantity, Err(CartRefusal::QuantityInvalid { quantity }));
    let too_many = |quantity| (quantity, Err(CartRefusal::TooManyOfOne { product_id: 1, max: 10 }));
    for (quantity, expected) in
        [(1, Ok(())), (10, Ok(())), invalid(0), invalid(-1), invalid(i64::MIN), too_many(11), too_many(i64::MAX)]
    {
        let lines = [line(1, quantity, 100)];
        assert_eq!(check_quantity(1, quantity, &CartLimits::default()), expected, "{quantity}");
        assert_eq!(checked(&lines).map(|_| ()), expected, "{quantity}");
    }
}

#[test]
fn pieces_of_one_product_count_over_its_lines() {
    assert!(checked(&[line(1, 6, 100), line(2, 10, 100), line(1, 4, 100)]).is_ok());
    assert_eq!(checked(&[line(1, 6, 100), line(1, 5, 100)]), Err(CartRefusal::TooManyOfOne { product_id: 1, max: 10 }));
}

#[test]
fn lines_and_amount_are_limited() {
    let twenty: Vec<_> = (0..20).map(|product| line(product, 1, 250_000)).collect();
    assert_eq!(checked(&twenty).unwrap().totals.total, Satang::baht(50_000));

    let mut more = twenty.clone();
    more.push(line(20, 1, 1));
    assert_eq!(checked(&more), Err(CartRefusal::TooManyItems { max: 20 }));

    let mut dearer = twenty;
    dearer[0].unit_price = Satang(250_001);
    let refusal = checked(&dearer).unwrap_err();
    assert_eq!(refusal, CartRefusal::AmountOverLimit { total: Satang(5_000_001), max: Satang(5_000_000) });
    assert!(matches!(checked(&[line(1, 10, i64::MAX)]), Err(CartRefusal::OutOfRange(_))));
}

#[test]
fn an_order_must_not_be_empty() {
    assert_eq!(checked(&[]).unwrap().totals, Totals::default());
    assert_eq!(check_order(&[], &CartLimits::default(), VatRate::THAILAND), Err(CartRefusal::Empty));
    assert!(check_order(&[line(1, 1, 100)], &CartLimits::default(), VatRate::THAILAND).is_ok());
}

#[test]
fn tax_is_added_line_by_line_after_the_discount() {
    let without_tax = LineToPrice { vat_excluded: true, ..line(1, 3, 3_550) };
    for (line, expected) in [
        (line(1, 3, 3_550), (10_650, 0, 0, 10_650)),
        (without_tax, (10_650, 0, 746, 11_396)), // 745.5 rounds up
        (LineToPrice { discount: Satang(650), ..without_tax }, (10_650, 650, 700, 10_700)),
        (LineToPrice { discount: Satang(99_999), ..without_tax }, (10_650, 10_650, 0, 0)),
        (LineToPrice { discount: Satang(-5), ..without_tax }, (10_650, 0, 746, 11_396)),
    ] {
        let priced = price_line(&line, VatRate::THAILAND).unwrap();
        let (subtotal, discount, vat, total) = expected;
        let expected = Totals { subtotal: Satang(subtotal), discount: Satang(discount), vat: Satang(vat), total: Satang(total) };
        assert_eq!(priced, expected);
    }
    // Two lines of 50 satang: 4 + 4, not 7 on the sum.
    let half = LineToPrice { vat_excluded: true, ..line(1, 1, 50) };
    assert_eq!(price(&[half, half], VatRate::THAILAND).unwrap().totals.vat, Satang(8));
}

#[test]
fn a_line_is_held_against_the_offer_of_now() {
    let now = DateTime::UNIX_EPOCH;
    let sale = FlashSale { id: 7, price: Satang(8_000), remaining: 1, starts_at: now, ends_at: now + TimeDelta::minutes(10) };
    let offer = Offer {
        product_id: 3,
        state: ProductState::Active,
        price: Satang(10_000),
        vat_excluded: false,
        stock: Some(5),
        flash_sale: Some(sale),
    };
    let seen = |of_product, price| SeenLine { cart_item_id: Some(1), of_product, seen_price: Satang(price) };
    let change = |old, new| Some((old, new));

    for (line, at, state, expected_change, flash, unavailable) in [
        (seen(1, 8_000), 0, ProductState::Active, None, true, None),
        (seen(1, 10_000), 0, ProductState::Active, change(10_000, 8_000), true, None),
        (seen(1, 8_000), 600, ProductState::Active, change(8_000, 10_000), false, None),
        (seen(2, 8_000), 0, ProductState::Active, change(8_000, 10_000), false, None),
        (seen(6, 10_000), 0, ProductState::Active, None, false, Some(Unavailable::SoldOut)),
        (seen(1, 8_000), 0, ProductState::SoldOut, None, true, Some(Unavailable::SoldOut)),
        (seen(1, 9_000), 600, ProductState::Withdrawn, change(9_000, 10_000), false, Some(Unavailable::Withdrawn)),
    ] {
        let checked = compare(&line, &Offer { state, ..offer.clone() }, now + TimeDelta::seconds(at));
        assert_eq!(checked.change.map(|change| (change.old.0, change.new.0)), expected_change, "{line:?} at {at}");
        assert_eq!(checked.flash_sale_id.is_some(), flash);
        assert_eq!(checked.unavailable, unavailable);
    }
}

fn entry(product_id: i64, player: &str, quantity: i64) -> CartEntry {
    CartEntry { product_id, player_id: player.into(), server: String::new(), quantity, seen_price: Satang(100) }
}

#[test]
fn a_visitors_cart_is_merged_at_sign_in() {
    let limits = CartLimits::default();
    let member = [entry(1, "a", 3), entry(2, "a", 1)];

    let merged = merge(&member, &[entry(1, "a", 5), entry(3, "b", 2)], &limits);
    assert_eq!(merged, Merged { entries: vec![entry(1, "a", 5), entry(2, "a", 1), entry(3, "b", 2)], left_out: vec![] });
    // Sending it again adds nothing.
    assert_eq!(merge(&merged.entries, &[entry(1, "a", 5), entry(3, "b", 2)], &limits), merged);

    // The same product for another player shares the ten.
    let too_many = CartRefusal::TooManyOfOne { product_id: 1, max: 10 };
    let left = |quantity, refusal| vec![LeftOut { index: 0, quantity, refusal }];
    let merged = merge(&member, &[entry(1, "b", 9)], &limits);
    let entries = vec![entry(1, "a", 3), entry(2, "a", 1), entry(1, "b", 7)];
    assert_eq!(merged, Merged { entries, left_out: left(2, too_many) });
    // Only the pieces beyond those already in the cart are left out; a third player gets none.
    let more = merge(&merged.entries, &[entry(1, "b", 9), entry(1, "c", 4)], &limits);
    let third = LeftOut { index: 1, quantity: 4, refusal: too_many };
    assert_eq!(more, Merged { left_out: [left(2, too_many), vec![third]].concat(), ..merged });

    for nonsense in [0, -4, i64::MIN] {
        assert_eq!(
            merge(&member, &[entry(9, "", nonsense)], &limits),
            Merged { entries: member.to_vec(), left_out: left(nonsense, CartRefusal::QuantityInvalid { quantity: nonsense }) }
        );
    }
    let full: Vec<_> = (0..20).map(|product| entry(product, "", 1)).collect();
    let left_out = left(1, CartRefusal::TooManyItems { max: 20 });
    assert_eq!(merge(&full, &[entry(99, "", 1)], &limits), Merged { entries: full.clone(), left_out });

    let newer = CartEntry { seen_price: Satang(90), ..entry(1, "a", 1) };
    let merged = merge(&member, &[newer], &limits);
    assert_eq!((merged.entries[0].quantity, merged.entries[0].seen_price), (3, Satang(90)));
}

fn any_entry() -> impl Strategy<Value = CartEntry> {
    (1i64..6, "[ab]", -1i64..15).prop_map(|(product, player, quantity)| entry(product, &player, quantity))
}

proptest! {
    #[test]
    fn the_whole_is_the_sum_of_its_lines(
        lines in prop::collection::vec((1i64..9, 1i64..11, 1i64..500_000, any::<bool>(), 0i64..500_000), 0..20)
    ) {
        let lines: Vec<LineToPrice> = lines
            .into_iter()
            .map(|(product_id, quantity, price, vat_excluded, discount)| LineToPrice {
                vat_excluded,
                discount: Satang(discount),
                ..line(product_id, quantity, price)
            })
            .collect();
        let priced = price(&lines, VatRate::THAILAND).unwrap();
        let sum = |pick: fn(&Totals) -> Satang| Satang::sum(priced.lines.iter().map(pick)).unwrap();
        let totals = priced.totals;
        prop_assert_eq!(sum(|line| line.total), totals.total);
        prop_assert_eq!(sum(|line| line.vat), totals.vat);
        prop_assert_eq!(totals.total.0, totals.subtotal.0 - totals.discount.0 + totals.vat.0);
        prop_assert!(totals.total.0 >= 0);
    }

    #[test]
    fn a_merged_cart_keeps_the_limits(visitor in prop::collection::vec(any_entry(), 0..30), again in prop::collection::vec(any_entry(), 0..30)) {
        let limits = CartLimits { max_items: 6, ..CartLimits::default() };
        let merged = merge(&merge(&[], &visitor, &limits).entries, &again, &limits);
        let lines: Vec<_> = merged.entries.iter().map(|entry| line(entry.product_id, entry.quantity, 1)).collect();
        prop_assert!(check(&lines, &limits, VatRate::THAILAND).is_ok());
    }
}
