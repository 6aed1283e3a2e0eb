use super::*;

#[derive(serde::Deserialize)]
struct Vectors {
    cases: Vec<Case>,
}

#[derive(serde::Deserialize)]
struct Case {
    id: String,
    amount: Option<f64>,
    payload: String,
}

#[test]
fn writes_and_reads_the_published_vectors() {
    let vectors: Vectors = serde_json::from_str(include_str!("../tests/fixtures/promptpay.json")).unwrap();
    assert_eq!(vectors.cases.len(), 18);
    for case in vectors.cases {
        let amount = case.amount.map(|baht| (baht * 100.0).round() as i64);
        assert_eq!(person(&case.id, amount), case.payload, "{}", case.id);
        let code = read(&case.payload).unwrap();
        assert_eq!(code.amount, amount);
        assert!(!matches!(code.payee, Payee::Biller { .. }));
    }
}

#[test]
fn a_bill_comes_back_as_it_was_written() {
    for merchant in ["MANAO SHOP", "มะนาว เดโม"] {
        let text = bill("010555000000101", "1A2B3C4D5E6F7G8H9J0", Some("MN1042"), Some(4900), merchant);
        assert!(text.starts_with("000201010212"));
        assert_eq!(
            read(&text),
            Ok(Code {
                payee: Payee::Biller {
                    id: "010555000000101".into(),
                    ref1: "1A2B3C4D5E6F7G8H9J0".into(),
                    ref2: Some("MN1042".into()),
                },
                amount: Some(4900),
                merchant: Some(merchant.into()),
            })
        );
    }
}

#[test]
fn refuses_what_is_no_code() {
    let good = bill("010555000000101", "REF1", None, Some(2000), "MANAO");
    let other_amount = good.replace("20.00", "21.00");
    assert_eq!(read(&other_amount), Err(BadCode::Checksum));
    assert_eq!(read("https://example.com/not-a-code"), Err(BadCode::Checksum));
    assert_eq!(read("สวัสดี"), Err(BadCode::Unreadable));
    let foreign = sealed("000201010211".to_owned() + &field("26", "0004TEST") + &field("58", "TH"));
    assert_eq!(read(&foreign), Err(BadCode::NotPromptPay));
    let cut = sealed("0002010102119937".to_owned());
    assert_eq!(read(&cut), Err(BadCode::Unreadable));
}
