use reqwest::Method;
use serde_json::{Value, json};

use crate::world::{World, read, world};

const NUMBER: &str = "0812345671";
const BILLING: &str = "/carrier-billing/v0.4";
const REFUNDS: &str = "/carrier-billing-refund/v0.2";

async fn ask(w: &World, method: Method, path: &str, body: Value) -> (u16, Value) {
    let request = w.client.request(method, w.url(&format!("/telecom{path}"))).json(&body);
    let response = request.bearer_auth("sandbox-telecom-key").send().await.unwrap();
    let (status, body) = (response.status().as_u16(), response.bytes().await.unwrap());
    (status, serde_json::from_slice(&body).unwrap_or_default())
}

async fn call(w: &World, path: &str, body: Value) -> (u16, Value) {
    ask(w, Method::POST, path, body).await
}

async fn get(w: &World, path: &str) -> Value {
    ask(w, Method::GET, path, json!({})).await.1
}

/// Returns the code of the newest text to this number.
async fn texted(w: &World, number: &str) -> String {
    let inbox: Value = w.get(&format!("/phone/messages?to={number}&kind=sms")).await.json().await.unwrap();
    inbox["items"][0]["code"].as_str().unwrap().to_owned()
}

async fn balance(w: &World) -> (i64, i64) {
    let (_, left) = call(w, "/balance", json!({"msisdn": NUMBER})).await;
    (left["balance"].as_i64().unwrap(), left["reserved"].as_i64().unwrap())
}

#[tokio::test]
async fn numbers_tell_what_they_are() {
    let w = world().await;
    for (number, kind, own, status) in [
        ("0812345671", "prepaid", true, "active"),
        ("+66812345672", "postpaid", true, "active"),
        ("66812345605", "other", false, "active"),
        ("0812345697", "prepaid", true, "suspended"),
    ] {
        let (_, answer) = call(&w, "/network-type", json!({"msisdn": number})).await;
        assert_eq!(
            (&answer["networkType"], &answer["own"], &answer["status"]),
            (&json!(kind), &json!(own), &json!(status)),
            "{number}"
        );
    }
    assert_eq!(balance(&w).await, (100_000, 0));
    assert_eq!(call(&w, "/credit-limit", json!({"msisdn": NUMBER})).await.1["code"], "NOT_POSTPAID");
    let (_, credit) = call(&w, "/credit-limit", json!({"msisdn": "0812345672"})).await;
    assert_eq!((&credit["limit"], &credit["available"]), (&json!(500_000), &json!(500_000)));
    for number in ["", "021234567", "081234567", "+4412345678", "081234567x"] {
        assert_eq!(call(&w, "/network-type", json!({"msisdn": number})).await.1["code"], "INVALID_ARGUMENT");
    }
}

#[tokio::test]
async fn every_call_wants_the_key_and_echoes_its_correlator() {
    let w = world().await;
    let ask = || w.client.post(w.url("/telecom/balance")).json(&json!({"msisdn": NUMBER}));
    let no_key = ask().header("x-correlator", "abc").send().await.unwrap();
    assert_eq!(no_key.headers()["x-correlator"], "abc");
    let (status, refusal) = read(no_key).await;
    assert_eq!((status, &refusal["code"], &refusal["status"]), (401, &json!("UNAUTHENTICATED"), &json!(401)));
    assert_eq!(ask().bearer_auth("sandbox-telecom-key").send().await.unwrap().status().as_u16(), 200);
}

fn wanted(w: &World, reference: &str, amount: f64) -> Value {
    json!({
        "amountTransaction": {
            "phoneNumber": "+66812345671", "clientCorrelator": reference, "referenceCode": reference,
            "paymentAmount": {
                "chargingInformation": {"amount": amount, "currency": "THB", "description": "RoV 60", "isTaxIncluded": true},
                "chargingMetaData": {"merchantName": "Manao"},
            },
        },
        "sink": format!("{}/telecom", w.shop.url),
    })
}

async fn prepare(w: &World, reference: &str, amount: f64) -> (u16, Value) {
    call(w, &format!("{BILLING}/payments/prepare"), wanted(w, reference, amount)).await
}

async fn act(w: &World, payment: &Value, action: &str, body: Value) -> (u16, Value) {
    let id = payment["paymentId"].as_str().unwrap();
    call(w, &format!("{BILLING}/payments/{id}/{action}"), body).await
}

async fn validate(w: &World, payment: &Value, code: &str) -> (u16, Value) {
    act(w, payment, "validate", json!({"authorizationId": payment["validationInfo"]["authorizationId"], "code": code})).await
}

async fn confirm(w: &World, payment: &Value) -> (u16, Value) {
    act(w, payment, "confirm", json!({"phoneNumber": "+66812345671"})).await
}

async fn current(w: &World, payment: &Value) -> Value {
    get(w, &format!("{BILLING}/payments/{}", payment["paymentId"].as_str().unwrap())).await
}

/// Prepares, validates and confirms a payment.
async fn paid(w: &World, reference: &str, amount: f64) -> Value {
    let (_, payment) = prepare(w, reference, amount).await;
    assert_eq!(validate(w, &payment, &texted(w, NUMBER).await).await.0, 204);
    assert_eq!(confirm(w, &payment).await.0, 202);
    payment
}

#[tokio::test]
async fn a_payment_is_reserved_validated_confirmed_once_and_notified() {
    let w = world().await;
    let (status, payment) = prepare(&w, "MN-1", 49.0).await;
    assert_eq!((status, &payment["paymentStatus"]), (201, &json!("pending_validation")), "{payment:#}");
    assert_eq!(payment["amountTransaction"]["paymentAmount"]["chargingInformation"]["amount"], 49.0);
    // The same key is the same payment, and a text is sent once.
    assert_eq!(prepare(&w, "MN-1", 49.0).await.1["paymentId"], payment["paymentId"]);
    assert_eq!(prepare(&w, "MN-1", 50.0).await.1["code"], "ALREADY_EXISTS");
    assert_eq!(balance(&w).await, (100_000, 4_900));
    let inbox: Value = w.get(&format!("/phone/messages?to={NUMBER}")).await.json().await.unwrap();
    assert_eq!(inbox["items"].as_array().unwrap().len(), 1);
    let text = inbox["items"][0]["text"].as_str().unwrap();
    for part in ["Manao", "RoV 60", "49.00", "ห้ามบอกรหัสนี้กับผู้อื่น", "STOP", payment["operatorData"]["smsReference"].as_str().unwrap()]
    {
        assert!(text.contains(part), "{part} in {text}");
    }

    assert_eq!(confirm(&w, &payment).await.1["denialReason"], "not_validated");
    let code = texted(&w, NUMBER).await;
    let wrong = if code == "000000" { "111111" } else { "000000" };
    let (status, refusal) = validate(&w, &payment, wrong).await;
    assert_eq!((status, &refusal["code"]), (400, &json!("CARRIER_BILLING.INVALID_CODE")));
    assert_eq!((&refusal["status"], &refusal["triesLeft"]), (&json!(400), &json!(4)));
    let forged = json!({"authorizationId": "another", "code": code});
    assert_eq!(act(&w, &payment, "validate", forged).await.1["code"], "CARRIER_BILLING.INVALID_AUTHORIZATION_ID");
    assert_eq!(validate(&w, &payment, &code).await.0, 204);
    assert_eq!(validate(&w, &payment, &code).await.1["code"], "ALREADY_EXISTS");
    assert_eq!(current(&w, &payment).await["paymentStatus"], "reserved");
    assert_eq!(act(&w, &payment, "confirm", json!({})).await.1["code"], "MISSING_IDENTIFIER");
    assert_eq!(act(&w, &payment, "confirm", json!({"phoneNumber": "+66812345673"})).await.0, 404);

    // Three confirmations at once take the money once.
    let (one, two, three) = tokio::join!(confirm(&w, &payment), confirm(&w, &payment), confirm(&w, &payment));
    let mut answers = [one, two, three].map(|(status, body)| (status, body["code"].clone()));
    answers.sort_by_key(|(status, _)| *status);
    let twice = (409, json!("CARRIER_BILLING.PAYMENT_CONFIRMED"));
    assert_eq!(answers, [(202, Value::Null), twice.clone(), twice]);
    assert_eq!(balance(&w).await, (100_000 - 4_900, 0));
    assert_eq!(act(&w, &payment, "cancel", json!({"phoneNumber": "+66812345671"})).await.0, 409);
    let event = w.shop.receives(1).await.remove(0);
    assert!(event.is_signed("Telecom", b"sandbox-telecom-secret"));
    let event = event.json();
    assert_eq!(event["type"], "org.camaraproject.carrier-billing.v0.payment-completed");
    assert_eq!((&event["specversion"], &event["data"]["paymentId"]), (&json!("1.0"), &payment["paymentId"]));
    tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    assert_eq!(w.shop.so_far().len(), 1);
}

#[tokio::test]
async fn five_wrong_codes_are_the_end_and_a_cancelled_payment_frees_its_amount() {
    let w = world().await;
    let (_, first) = prepare(&w, "MN-1", 600.0).await;
    let code = texted(&w, NUMBER).await;
    let wrong = if code == "000000" { "111111" } else { "000000" };
    for _ in 0..4 {
        assert_eq!(validate(&w, &first, wrong).await.1["code"], "CARRIER_BILLING.INVALID_CODE");
    }
    for typed in [wrong, &code] {
        assert_eq!(validate(&w, &first, typed).await.1["code"], "CARRIER_BILLING.VALIDATION_FAILED");
    }
    // What is reserved cannot be reserved again, and no text is sent for it.
    let (status, short) = prepare(&w, "MN-2", 600.0).await;
    assert_eq!((status, &short["code"]), (403, &json!("CARRIER_BILLING.PAYMENT_DENIED")));
    assert_eq!(short["denialReason"], "balance_short");
    let inbox: Value = w.get(&format!("/phone/messages?to={NUMBER}")).await.json().await.unwrap();
    assert_eq!(inbox["items"].as_array().unwrap().len(), 1);
    assert_eq!(act(&w, &first, "cancel", json!({"phoneNumber": NUMBER})).await.0, 202);
    assert_eq!(validate(&w, &first, &code).await.1["code"], "CARRIER_BILLING.PAYMENT_CANCELLED");
    assert_eq!(prepare(&w, "MN-2", 600.0).await.0, 201);
    assert_eq!(w.shop.receives(1).await[0].json()["type"], "org.camaraproject.carrier-billing.v0.payment-cancelled");
}

#[tokio::test]
async fn payments_are_listed_in_order_by_pages() {
    let w = world().await;
    for reference in ["MN-1", "MN-2", "MN-3"] {
        prepare(&w, reference, 49.0).await;
    }
    let list = async |query: &str| {
        let answer = get(&w, &format!("{BILLING}/payments?{query}")).await;
        let references = answer.as_array().unwrap().iter().map(|payment| payment["amountTransaction"]["referenceCode"].clone());
        references.collect::<Vec<_>>()
    };
    let from = "paymentCreationDate.gte=2026-01-01T00:00:00Z";
    assert_eq!(list(&format!("{from}&order=asc&perPage=2")).await, ["MN-1", "MN-2"]);
    assert_eq!(list(&format!("{from}&order=asc&perPage=2&page=2")).await, ["MN-3"]);
    assert_eq!(list("").await, ["MN-3", "MN-2", "MN-1"]);
    assert_eq!(list("clientCorrelator=MN-2").await, ["MN-2"]);
    assert_eq!(list("paymentCreationDate.lte=2020-01-01T00:00:00Z").await, [Value::Null; 0]);
    assert_eq!(get(&w, &format!("{BILLING}/payments?perPage=101")).await["code"], "OUT_OF_RANGE");
    let backwards = "paymentCreationDate.gte=2026-01-02T00:00:00Z&paymentCreationDate.lte=2026-01-01T00:00:00Z";
    assert_eq!(get(&w, &format!("{BILLING}/payments?{backwards}")).await["code"], "CARRIER_BILLING.INVALID_DATE_RANGE");
}

#[tokio::test]
async fn money_goes_back_once_for_a_key_and_is_taken_off_the_settlement() {
    let w = world().await;
    let payment = paid(&w, "MN-1", 49.0).await;
    let path = format!("{REFUNDS}/payments/{}/refunds", payment["paymentId"].as_str().unwrap());
    let part = |key: &str, amount: f64, taxed: bool| {
        json!({"type": "partial", "amountTransaction": {"clientCorrelator": key, "referenceCode": key, "refundAmount": {
            "chargingInformation": {"amount": amount, "currency": "THB", "description": "refund", "isTaxIncluded": taxed}}}})
    };
    for (key, amount, taxed, status, code) in
        [("R-1", 49.01, true, 422, "UNAUTHORIZED_AMOUNT"), ("R-1", 9.0, false, 422, "TAXES_MANAGEMENT_MISMATCH")]
    {
        let (got, refusal) = call(&w, &path, part(key, amount, taxed)).await;
        assert_eq!((got, &refusal["code"]), (status, &json!(format!("CARRIER_BILLING_REFUND.{code}"))));
    }
    w.fault(json!({"kind": "telecom_timeout_after_refund", "times": 1, "ms": 1})).await;
    assert_eq!(call(&w, &path, part("R-1", 9.0, true)).await.0, 504);
    let (status, refund) = call(&w, &path, part("R-1", 9.0, true)).await;
    assert_eq!((status, &refund["refundStatus"]), (201, &json!("succeeded")), "{refund:#}");
    assert_eq!(call(&w, &path, part("R-1", 8.0, true)).await.1["code"], "ALREADY_EXISTS");
    assert_eq!(get(&w, &format!("{path}/remaining-amount")).await["amount"], 40.0);
    assert_eq!(get(&w, &format!("{path}/{}", refund["refundId"].as_str().unwrap())).await["refundId"], refund["refundId"]);
    assert_eq!(get(&w, &path).await.as_array().unwrap().len(), 1);
    assert_eq!(current(&w, &payment).await["operatorData"]["refundedSatang"], 900);
    assert_eq!(balance(&w).await, (100_000 - 4_000, 0));

    // It is settled once, less the refund and the operator's share, which the payment shows from then on.
    let (_, settlement) = w.post("/telecom/dashboard/settlements", json!({})).await;
    let listed =
        json!([{"id": payment["paymentId"], "reference": "MN-1", "amount": 4900, "refunded": 900, "fee": 490, "feeVat": 34}]);
    assert_eq!((&settlement["charges"], &settlement["net"]), (&listed, &json!(4900 - 900 - 490 - 34)));
    let data = &current(&w, &payment).await["operatorData"];
    assert_eq!((&data["feeSatang"], &data["feeVatSatang"], &data["settlement"]), (&json!(490), &json!(34), &settlement["id"]));
    for (from, items) in [("2026-01-01T00:00:00Z", json!([settlement])), ("2100-01-01T00:00:00Z", json!([]))] {
        assert_eq!(get(&w, &format!("/settlements?from={from}")).await["items"], items);
    }
    let (status, refusal) = w.post("/telecom/dashboard/settlements", json!({})).await;
    assert_eq!((status, &refusal["code"]), (409, &json!("nothing_to_settle")));

    // The rest, by the operator's staff, is taken off the next one. Nothing is left then.
    let staff = format!("/telecom/dashboard/payments/{}/refund", payment["paymentId"].as_str().unwrap());
    assert_eq!(w.post(&staff, json!({})).await.1["refundStatus"], "succeeded");
    let (_, settlement) = w.post("/telecom/dashboard/settlements", json!({})).await;
    assert_eq!((&settlement["charges"][0]["amount"], &settlement["net"]), (&json!(0), &json!(-4_000)));
    assert_eq!(call(&w, &path, part("R-2", 1.0, true)).await.1["code"], "CARRIER_BILLING_REFUND.UNAUTHORIZED_AMOUNT");

    // A refund may take a while, and may be denied.
    let payment = paid(&w, "MN-2", 49.0).await;
    let path = format!("{REFUNDS}/payments/{}/refunds", payment["paymentId"].as_str().unwrap());
    let total = |key: &str| json!({"type": "total", "amountTransaction": {"clientCorrelator": key, "referenceCode": key, "refundAmount": {}}});
    w.fault(json!({"kind": "telecom_late_refund", "times": 1, "ms": 100, "reason": "debt"})).await;
    let (_, refund) = call(&w, &path, total("R-3")).await;
    assert_eq!(refund["refundStatus"], "processing");
    assert_eq!(get(&w, &format!("{path}/remaining-amount")).await["amount"], 0.0);
    let types = w.shop.receives(5).await.iter().map(|event| event.json()["type"].clone()).collect::<Vec<_>>();
    assert_eq!(types[4], "org.camaraproject.carrier-billing-refund.v0.refund-denied", "{types:?}");
    assert_eq!(get(&w, &format!("{path}/remaining-amount")).await["amount"], 49.0);
    w.fault(json!({"kind": "telecom_no_refund"})).await;
    let (status, refusal) = call(&w, &path, total("R-4")).await;
    assert_eq!((status, &refusal["code"]), (403, &json!("CARRIER_BILLING_REFUND.PAYMENT_NOT_ELIGIBLE_FOR_REFUND")));
}

#[tokio::test]
async fn an_answer_that_never_comes_says_nothing_about_what_was_done() {
    let w = world().await;
    w.fault(json!({"kind": "telecom_timeout_after_create", "times": 1, "ms": 1})).await;
    w.fault(json!({"kind": "telecom_timeout_after_confirm", "times": 1, "ms": 1})).await;
    assert_eq!(prepare(&w, "MN-1", 49.0).await.0, 504);
    let (status, payment) = prepare(&w, "MN-1", 49.0).await;
    assert_eq!((status, &payment["paymentStatus"]), (201, &json!("pending_validation")));
    assert_eq!(validate(&w, &payment, &texted(&w, NUMBER).await).await.0, 204);
    assert_eq!(confirm(&w, &payment).await.0, 504);
    assert_eq!(confirm(&w, &payment).await.1["code"], "CARRIER_BILLING.PAYMENT_CONFIRMED");
    assert_eq!(balance(&w).await, (100_000 - 4_900, 0));

    w.fault(json!({"kind": "telecom_too_soon", "times": 1})).await;
    let (status, soon) = prepare(&w, "MN-2", 49.0).await;
    assert_eq!((status, &soon["code"]), (403, &json!("ONE_TIME_PASSWORD_SMS.MAX_OTP_CODES_EXCEEDED")));
    assert_eq!(prepare(&w, "MN-2", 49.0).await.0, 201);
}

#[tokio::test]
async fn who_cannot_pay_is_told_why() {
    let w = world().await;
    for (number, amount, status, code) in [
        (NUMBER, 1_000.01, 403, "CARRIER_BILLING.PAYMENT_DENIED"),
        (NUMBER, 0.99, 422, "CARRIER_BILLING.UNAUTHORIZED_AMOUNT"),
        (NUMBER, 1.001, 400, "INVALID_ARGUMENT"),
        ("0812345605", 49.0, 422, "SERVICE_NOT_APPLICABLE"),
        ("0812345697", 49.0, 403, "CARRIER_BILLING.PAYMENT_DENIED"),
        ("0812345699", 49.0, 403, "CARRIER_BILLING.PAYMENT_DENIED"),
        ("0812345695", 100.01, 422, "CARRIER_BILLING.USER_AMOUNT_THRESHOLD_OVERPASSED"),
    ] {
        let mut body = wanted(&w, "MN-2", amount);
        body["amountTransaction"]["phoneNumber"] = json!(number);
        let (got, refusal) = call(&w, &format!("{BILLING}/payments/prepare"), body).await;
        assert_eq!((got, &refusal["code"]), (status, &json!(code)), "{number} {amount}");
    }
    let capped = json!({"msisdn": "0812345695"});
    let (_, left) = call(&w, "/balance", capped).await;
    assert_eq!((&left["spendCap"]["cap"], &left["spendCap"]["left"]), (&json!(10_000), &json!(10_000)));

    w.fault(json!({"kind": "telecom_reject", "reason": "number_suspended", "scope": {"order": "MN-3"}})).await;
    let (_, payment) = prepare(&w, "MN-3", 49.0).await;
    assert_eq!(validate(&w, &payment, &texted(&w, NUMBER).await).await.0, 204);
    let (status, refusal) = confirm(&w, &payment).await;
    assert_eq!((status, &refusal["denialReason"]), (403, &json!("number_suspended")));
    let event = w.shop.receives(1).await[0].json();
    assert_eq!(event["type"], "org.camaraproject.carrier-billing.v0.payment-denied");
    assert_eq!(event["data"]["denialReason"], "number_suspended");
}

#[tokio::test]
async fn texts_are_sent() {
    let w = world().await;
    let (status, _) = call(&w, "/sms", json!({"to": NUMBER, "text": "สวัสดีค่ะ"})).await;
    assert_eq!(status, 202);
    let inbox: Value = w.get("/phone/messages?to=%2B66812345671").await.json().await.unwrap();
    assert_eq!((&inbox["items"][0]["text"], &inbox["items"][0]["kind"]), (&json!("สวัสดีค่ะ"), &json!("sms")));
}
