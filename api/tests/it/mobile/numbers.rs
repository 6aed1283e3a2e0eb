//! A member's own number, and the telecom's answers about numbers.

use std::time::Duration;

use serde_json::json;

use crate::mobile::phone::{code, retry_after, wrong};
use crate::support::{Client, World};

async fn verify(world: &World, client: &Client, number: &str) -> crate::support::Answer {
    let sent = client.post("/account/verify-mobile-number", json!({"mobileNumber": number})).await.ok();
    let body = json!({"reference": sent["reference"], "code": code(world, number).await});
    client.post("/account/confirm-mobile-number", body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_is_verified_once_and_by_one_account() {
    let world = World::new().await;
    let (nok, ton) = (world.unverified("nok").await, world.unverified("ton").await);
    assert_eq!(nok.get("/user/me").await.ok()["verified"], false);
    let sent = nok.post("/account/verify-mobile-number", json!({"mobileNumber": "0812345671"})).await.ok();
    let right = code(&world, "0812345671").await;
    let body = |code: &str| json!({"reference": sent["reference"], "code": code});
    nok.post("/account/confirm-mobile-number", body(&wrong(&right))).await.refused(422, "otp_wrong");
    let me = nok.post("/account/confirm-mobile-number", body(&right)).await.ok();
    assert_eq!(
        (&me["verified"], &me["mobileVerified"], &me["mobileMasked"]),
        (&json!(true), &json!(true), &json!("08x-xxx-5671"))
    );
    nok.post("/account/confirm-mobile-number", body(&right)).await.refused(410, "otp_expired");
    let log = nok.post("/user-log/revision", json!({})).await.ok().to_string();
    assert!(log.contains("Verified the mobile number 08x-xxx-5671"), "{log}");
    nok.post("/account/verify-mobile-number", json!({"mobileNumber": "0812345672"})).await.refused(409, "mobile_number_fixed");

    world.advance(Duration::from_secs(61)).await;
    verify(&world, &ton, "0812345671").await.refused(409, "mobile_number_taken");
    assert_eq!(ton.get("/user/me").await.ok()["verified"], false);
    verify(&world, &ton, "0812345672").await.ok();

    for (number, matches) in [("0812345671", true), ("+66 81 234 5671", true), ("0812345672", false)] {
        let answer = nok.post("/user/check-mobile-number", json!({"mobileNumber": number})).await.ok();
        assert_eq!(answer, json!({"matches": matches, "registered": true}), "{number}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_codes_of_one_person_verify_one_number() {
    let world = World::new().await;
    let nok = world.unverified("nok").await;
    let mut bodies = Vec::new();
    for number in ["0812345671", "0812345672"] {
        let sent = nok.post("/account/verify-mobile-number", json!({"mobileNumber": number})).await.ok();
        bodies.push(json!({"reference": sent["reference"], "code": code(&world, number).await}));
    }
    let second = bodies.pop().unwrap();
    let first = bodies.pop().unwrap();
    let (one, two) =
        tokio::join!(nok.post("/account/confirm-mobile-number", first), nok.post("/account/confirm-mobile-number", second));
    let mut codes = [one.status.as_u16(), two.status.as_u16()];
    codes.sort_unstable();
    assert_eq!(codes, [200, 409]);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_telecom_tells_whose_a_number_is_and_what_is_left() {
    let world = World::new().await;
    let nok = world.unverified("nok").await;
    nok.post("/credit-limit/check-credit-balance", json!({})).await.refused(409, "mobile_number_missing");
    for (number, kind, profile, status) in [
        ("0812345671", "prepaid", "own", "active"),
        ("0812345672", "postpaid", "own", "active"),
        ("0812345605", "other", "other", "active"),
        ("0812345697", "prepaid", "own", "suspended"),
    ] {
        let body = json!({"mobileNumber": number});
        let network = nok.post("/get-network-type", body.clone()).await.ok();
        assert_eq!(
            (&network["networkType"], &network["own"], &network["status"]),
            (&json!(kind), &json!(profile == "own"), &json!(status))
        );
        let answer = nok.post("/get-profile-type", body).await.ok();
        assert_eq!(answer, json!({"profileType": profile, "networkType": kind}));
    }
    let valid = nok.post("/user/validate-mobile-mumber", json!({"mobileNumber": "+66 81 234 5671"})).await.ok();
    assert_eq!(valid, json!({"valid": true, "mobileNumber": "0812345671"}));
    assert_eq!(
        nok.post("/user/validate-mobile-mumber", json!({"mobileNumber": "021234567"})).await.ok(),
        json!({"valid": false})
    );

    verify(&world, &nok, "0812345671").await.ok();
    let left = nok.post("/credit-limit/check-credit-balance", json!({})).await.ok();
    assert_eq!(
        left,
        json!({"mobileMasked": "08x-xxx-5671", "networkType": "prepaid", "status": "active", "balanceSatang": 100_000})
    );
    // The KYC number takes precedence over the account's.
    let sent = nok.post("/kyc/get-otp", json!({"mobileNumber": "0812345672"})).await.ok();
    nok.post("/kyc/confirm-otp", json!({"reference": sent["reference"], "code": code(&world, "0812345672").await})).await.ok();
    let left = nok.post("/credit-limit/check-credit-balance", json!({})).await.ok();
    assert_eq!(
        (&left["networkType"], &left["limitSatang"], &left["availableSatang"]),
        (&json!("postpaid"), &json!(500_000), &json!(500_000))
    );
    world.fault(json!({"kind": "telecom_down"})).await;
    nok.post("/credit-limit/check-credit-balance", json!({})).await.refused(503, "telecom_unavailable");
}

#[tokio::test(flavor = "multi_thread")]
async fn so_many_questions_a_minute_and_members_only() {
    let world = World::with(|settings| settings.number_checks_per_minute = 3).await;
    let (nok, ton, suspended) = (world.user("nok").await, world.user("ton").await, world.suspended("som").await);
    let body = json!({"mobileNumber": "0812345671"});
    for _ in 0..3 {
        nok.post("/get-profile-type", body.clone()).await.ok();
    }
    let many = nok.post("/get-network-type", body.clone()).await;
    assert!(retry_after(&many) > 0);
    many.refused(429, "too_many_requests");
    ton.post("/get-network-type", body.clone()).await.ok();

    suspended.post("/get-network-type", body.clone()).await.ok();
    suspended.get("/kyc/check-user-kyc").await.ok();
    for path in ["/account/verify-mobile-number", "/kyc/get-otp"] {
        suspended.post(path, body.clone()).await.refused(403, "account_suspended");
        world.anon().post(path, body.clone()).await.refused(401, "session_required");
    }
    let code = json!({"reference": uuid::Uuid::new_v4().to_string(), "code": "123456"});
    for path in ["/account/confirm-mobile-number", "/kyc/confirm-otp"] {
        suspended.post(path, code.clone()).await.refused(403, "account_suspended");
        world.anon().post(path, code.clone()).await.refused(401, "session_required");
    }
    for path in ["/get-network-type", "/get-profile-type", "/user/check-mobile-number", "/credit-limit/check-credit-balance"] {
        world.anon().post(path, body.clone()).await.refused(401, "session_required");
    }
}
