use super::*;

fn line() -> LineFacts {
    LineFacts { product_id: 5, kind: ProductKind::Topup, flash_sale: false, excluded_channels: vec![] }
}

fn cart(baht: i64) -> CartFacts {
    CartFacts { total: Satang::baht(baht), lines: vec![line()], ..CartFacts::default() }
}

/// Returns a channel as the shop is set up: by number up to 5,000 baht, otherwise 20 to 50,000.
fn channel(code: ChannelCode) -> Channel {
    let (min, max, network_types) = match code {
        ChannelCode::AisPrepaid => (1, 5_000, vec![NetworkType::Prepaid]),
        ChannelCode::AisPostpaid => (1, 5_000, vec![NetworkType::Postpaid]),
        _ => (20, 50_000, vec![]),
    };
    Channel {
        code,
        open: true,
        is_taken: true,
        down_since: None,
        min: Satang::baht(min),
        max: Some(Satang::baht(max)),
        kinds: ProductKind::ALL.to_vec(),
        flash_sale: true,
        network_types,
    }
}

/// Returns the first reason against the channel.
fn evaluate(channel: &Channel, cart: &CartFacts) -> Result<(), Refusal> {
    refusals(channel, cart).into_iter().next().map_or(Ok(()), Err)
}

#[test]
fn each_rule_refuses_with_its_numbers() {
    let promptpay = channel(ChannelCode::Promptpay);
    let prepaid = channel(ChannelCode::AisPrepaid);
    let with_line = |line: LineFacts| CartFacts { lines: vec![self::line(), line], ..cart(100) };

    let cases = [
        (Channel { open: false, ..promptpay.clone() }, cart(100), Refusal::ChannelClosed),
        (Channel { is_taken: false, ..promptpay.clone() }, cart(100), Refusal::NotTaken),
        (
            Channel { down_since: Some(DateTime::UNIX_EPOCH), ..promptpay.clone() },
            cart(100),
            Refusal::Down { since: DateTime::UNIX_EPOCH },
        ),
        (
            Channel { kinds: vec![ProductKind::Topup], ..promptpay.clone() },
            with_line(LineFacts { kind: ProductKind::Voucher, product_id: 6, ..line() }),
            Refusal::KindNotAllowed { product_id: 6, kind: ProductKind::Voucher },
        ),
        (
            promptpay.clone(),
            with_line(LineFacts { excluded_channels: vec![ChannelCode::Card, ChannelCode::Promptpay], ..line() }),
            Refusal::ProductExcludesChannel { product_id: 5 },
        ),
        (
            Channel { flash_sale: false, ..promptpay.clone() },
            with_line(LineFacts { flash_sale: true, ..line() }),
            Refusal::FlashSaleNotAllowed { product_id: 5 },
        ),
        (
            promptpay.clone(),
            CartFacts { total: Satang(1_999), ..cart(0) },
            Refusal::BelowMinimum { total: Satang(1_999), min: Satang(2_000) },
        ),
        (
            prepaid.clone(),
            CartFacts { total: Satang(500_001), ..cart(0) },
            Refusal::AboveMaximum { total: Satang(500_001), max: Satang(500_000) },
        ),
        (
            prepaid.clone(),
            CartFacts { network: Some(NetworkType::Postpaid), ..cart(100) },
            Refusal::NetworkNotAllowed { network: NetworkType::Postpaid },
        ),
        (
            prepaid.clone(),
            CartFacts { credit: Some(Satang(9_999)), ..cart(100) },
            Refusal::OverCreditLimit { total: Satang(10_000), credit: Satang(9_999) },
        ),
        (
            prepaid,
            CartFacts { cap_left: Some(Satang(9_999)), ..cart(100) },
            Refusal::OverSpendCap { total: Satang(10_000), left: Satang(9_999) },
        ),
    ];
    for (channel, cart, refusal) in cases {
        assert_eq!(refusals(&channel, &cart), std::slice::from_ref(&refusal));
        assert_eq!(evaluate(&channel, &cart), Err(refusal));
    }
}

#[test]
fn least_and_most_are_included_for_every_channel() {
    for code in ChannelCode::ALL {
        let (min, max) = match code {
            ChannelCode::AisPrepaid | ChannelCode::AisPostpaid => (1, 5_000),
            _ => (20, 50_000),
        };
        let channel = channel(*code);
        for (satang, allowed) in [(min * 100 - 1, false), (min * 100, true), (max * 100, true), (max * 100 + 1, false)] {
            let cart = CartFacts { total: Satang(satang), ..cart(0) };
            assert_eq!(evaluate(&channel, &cart).is_ok(), allowed, "{code} {satang}");
        }
    }
}

#[test]
fn what_is_not_known_refuses_nothing() {
    for code in ChannelCode::ALL {
        assert_eq!(evaluate(&channel(*code), &cart(100)), Ok(()), "{code}");
    }
    let prepaid = channel(ChannelCode::AisPrepaid);
    let enough = Some(Satang::baht(100));
    let known = CartFacts { network: Some(NetworkType::Prepaid), credit: enough, cap_left: enough, ..cart(100) };
    assert_eq!(evaluate(&prepaid, &known), Ok(()));
    assert_eq!(evaluate(&Channel { max: None, ..prepaid }, &cart(1_000_000)), Ok(()));
    // Empty lists restrict nothing.
    let other = CartFacts { network: Some(NetworkType::Other), ..cart(100) };
    assert_eq!(evaluate(&channel(ChannelCode::Card), &other), Ok(()));
}

#[test]
fn all_reasons_come_in_a_fixed_order() {
    let closed = Channel { open: false, flash_sale: false, kinds: vec![], ..channel(ChannelCode::AisPostpaid) };
    let line = LineFacts { flash_sale: true, excluded_channels: vec![ChannelCode::AisPostpaid], ..line() };
    let cart = CartFacts {
        total: Satang::baht(6_000),
        lines: vec![line],
        network: Some(NetworkType::Other),
        credit: Some(Satang::ZERO),
        cap_left: Some(Satang::ZERO),
    };
    let total = cart.total;
    assert_eq!(
        refusals(&closed, &cart),
        [
            Refusal::ChannelClosed,
            Refusal::KindNotAllowed { product_id: 5, kind: ProductKind::Topup },
            Refusal::ProductExcludesChannel { product_id: 5 },
            Refusal::FlashSaleNotAllowed { product_id: 5 },
            Refusal::AboveMaximum { total, max: Satang::baht(5_000) },
            Refusal::NetworkNotAllowed { network: NetworkType::Other },
            Refusal::OverCreditLimit { total, credit: Satang::ZERO },
            Refusal::OverSpendCap { total, left: Satang::ZERO },
        ]
    );
    assert_eq!(evaluate(&closed, &cart), Err(Refusal::ChannelClosed));
}

#[test]
fn a_number_pays_by_the_channel_of_its_network_while_it_has_credit() {
    for code in [ChannelCode::AisPrepaid, ChannelCode::AisPostpaid] {
        let channel = channel(code);
        assert_eq!((channel.min, channel.max), (Satang::baht(1), Some(Satang::baht(5_000))));
        // Each channel accepts its own kind of number while its credit suffices; an unknown fact refuses nothing.
        for network in NetworkType::ALL.iter().copied() {
            for (credit, enough) in [(None, true), (Some(Satang::baht(49)), true), (Some(Satang(4_899)), false)] {
                let cart = CartFacts { total: Satang::baht(49), network: Some(network), credit, ..CartFacts::default() };
                let mut expected = Vec::new();
                if !channel.network_types.contains(&network) {
                    expected.push(Refusal::NetworkNotAllowed { network });
                }
                expected.extend(credit.filter(|_| !enough).map(|credit| Refusal::OverCreditLimit { total: cart.total, credit }));
                assert_eq!(refusals(&channel, &cart), expected, "{code} {network} {credit:?}");
            }
        }
    }
}

#[test]
fn where_nothing_is_left_to_pay_no_channel_refuses() {
    for code in ChannelCode::ALL {
        let closed = Channel { open: false, ..channel(*code) };
        assert_eq!(refusals(&closed, &cart(0)), []);
        assert_ne!(refusals(&channel(*code), &CartFacts { total: Satang(1), ..cart(0) }), [], "{code}");
    }
}
