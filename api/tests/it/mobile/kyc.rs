//! KYC by mobile number: one number, one person, fixed for as many days as the settings say.

use std::time::Duration;

use serde_json::json;

use crate::mobile::phone::code;
use crate::support::{Answer, Client, World};

async fn confirm(world: &World, client: &Client, number: &str) -> Answer {
    let sent = client.post("/kyc/get-otp", json!({"mobileNumber": number})).await.ok();
    let body = json!({"reference": sent["reference"], "code": code(world, number).await});
    client.post("/kyc/confirm-otp", body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kyc_number_is_fixed_for_as_long_as_the_settings_say() {
    let world = World::with(|settings| settings.kyc_fixed_days = 30).await;
    let nok = world.user("nok").await;
    assert_eq!(nok.get("/kyc/check-user-kyc").await.ok(), json!({"verified": false}));
    assert_eq!(nok.get("/kyc/check-kyc-mobile-number/0812345671").await.ok(), json!({"allowed": true}));
    let status = confirm(&world, &nok, "0812345671").await.ok();
    assert_eq!((&status["verified"], &status["mobileMasked"]), (&json!(true), &json!("08x-xxx-5671")));
    let at = |name: &str| chrono::DateTime::parse_from_rfc3339(status[name].as_str().unwrap()).unwrap();
    assert_eq!((at("changeableAt") - at("confirmedAt")).num_days(), 30);
    assert_eq!(nok.get("/kyc/check-user-kyc").await.ok(), status);

    for (number, reason) in
        [("0812345671", "kyc_number_same"), ("0812345672", "kyc_change_too_early"), ("12345", "mobile_number_invalid")]
    {
        let check = nok.get(&format!("/kyc/check-kyc-mobile-number/{number}")).await.ok();
        assert_eq!((&check["allowed"], &check["reason"]), (&json!(false), &json!(reason)), "{number}");
    }
    nok.post("/kyc/get-otp", json!({"mobileNumber": "0812345671"})).await.refused(409, "kyc_number_same");
    let early = nok.post("/kyc/get-otp", json!({"mobileNumber": "0812345672"})).await.refused(409, "kyc_change_too_early");
    assert_eq!(early["changeableAt"], status["changeableAt"]);
    assert_eq!(early["message"], "The KYC number can be changed again after 30 days.");

    world.advance(Duration::from_secs(30 * 86_400)).await;
    let nok = world.session(nok.user_id).await;
    let changed = confirm(&world, &nok, "0812345672").await.ok();
    assert_eq!(changed["mobileMasked"], "08x-xxx-5672");
    let history = "select count(*) from people.kyc_numbers where replaced_at is not null";
    assert_eq!((world.count(history).await, world.count("select count(*) from people.kyc_numbers").await), (1, 2));

    let ton = world.user("ton").await;
    assert_eq!(
        ton.get("/kyc/check-kyc-mobile-number/0812345672").await.ok(),
        json!({"allowed": true}),
        "nothing of others is told"
    );
    world.advance(Duration::from_secs(61)).await;
    confirm(&world, &ton, "0812345672").await.refused(409, "kyc_number_taken");
    assert_eq!(ton.get("/kyc/check-user-kyc").await.ok(), json!({"verified": false}));
    confirm(&world, &ton, "0812345671").await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_at_once_one_wins() {
    let world = World::with(|settings| settings.otp_resend_seconds = 0).await;
    let (nok, ton) = (world.user("nok").await, world.user("ton").await);
    let mut bodies = Vec::new();
    // Two users with the number's codes (a lent phone), then one user with two numbers.
    for (client, number) in [(&nok, "0812345671"), (&ton, "0812345671")] {
        let sent = client.post("/kyc/get-otp", json!({"mobileNumber": number})).await.ok();
        bodies.push(json!({"reference": sent["reference"], "code": code(&world, number).await}));
    }
    let (one, two) =
        tokio::join!(nok.post("/kyc/confirm-otp", bodies[0].clone()), ton.post("/kyc/confirm-otp", bodies[1].clone()));
    let mut codes = [one.status.as_u16(), two.status.as_u16()];
    codes.sort_unstable();
    assert_eq!(codes, [200, 409]);

    let som = world.user("som").await;
    let mut bodies = Vec::new();
    for number in ["0812345673", "0812345674"] {
        let sent = som.post("/kyc/get-otp", json!({"mobileNumber": number})).await.ok();
        bodies.push(json!({"reference": sent["reference"], "code": code(&world, number).await}));
    }
    let (one, two) =
        tokio::join!(som.post("/kyc/confirm-otp", bodies[0].clone()), som.post("/kyc/confirm-otp", bodies[1].clone()));
    let refused = if one.status == 200 { two } else { one };
    refused.refused(409, "kyc_change_too_early");
    assert_eq!(world.count("select count(*) from people.kyc_numbers").await, 2);
}
