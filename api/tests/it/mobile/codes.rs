//! The code itself: correct once, wrong five times, expired, another user's.

use std::time::Duration;

use futures_util::future::join_all;
use serde_json::json;

use crate::mobile::phone::{code, confirm, retry_after, send, send_from, text, token, wrong};
use crate::support::World;

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_texted_and_good_once() {
    let world = World::new().await;
    let visitor = world.anon();
    let sent = send(&visitor, "081-234-5671").await;
    assert_eq!((&sent["expiresIn"], &sent["resendIn"]), (&json!(300), &json!(60)));
    let sms = text(&world, "0812345671").await;
    assert_eq!(sms["to"], "+66812345671");
    let code = code(&world, "0812345671").await;
    assert_eq!(code.len(), 6);
    let words = sms["text"].as_str().unwrap();
    assert!(
        words.starts_with(&code) && words.contains(sent["refCode"].as_str().unwrap()) && words.contains("login code"),
        "{words}"
    );

    for nonsense in ["", "12345", "1234567", "abcdef"] {
        let refused = confirm(&visitor, &sent, nonsense).await.refused(422, "fields_invalid");
        assert_eq!(refused["fields"]["code"], "otp_code_invalid");
    }
    let refused = confirm(&visitor, &sent, &wrong(&code)).await.refused(422, "otp_wrong");
    assert_eq!(refused["params"]["triesLeft"], 4, "nonsense costs no try");
    let spaced = format!(" {} {} ", &code[..3], &code[3..]);
    let confirmed = confirm(&visitor, &sent, &spaced).await.ok();
    assert_eq!(confirmed["expiresIn"], 600);
    confirm(&visitor, &sent, &code).await.refused(410, "otp_expired");
    let kept: String = sqlx::query_scalar("select otps::text from people.otps").fetch_one(&world.app.db).await.unwrap();
    assert!(!kept.contains(&code) && !kept.contains(confirmed["otpToken"].as_str().unwrap()), "kept as hashes");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_is_in_the_reader_s_language() {
    let world = World::new().await;
    let request = world.anon().http.post(format!("{}/api/send-OTP", world.url)).header("accept-language", "th");
    assert!(request.json(&json!({"mobileNumber": "0812345671"})).send().await.unwrap().status().is_success());
    let sms = text(&world, "0812345671").await;
    assert!(sms["text"].as_str().unwrap().contains("รหัสเข้าสู่ระบบ"), "{sms}");
}

#[tokio::test(flavor = "multi_thread")]
async fn five_wrong_codes_end_it() {
    let world = World::new().await;
    let visitor = world.anon();
    let sent = send(&visitor, "0812345671").await;
    let code = code(&world, "0812345671").await;
    for left in [4, 3, 2, 1] {
        let refused = confirm(&visitor, &sent, &wrong(&code)).await.refused(422, "otp_wrong");
        assert_eq!(refused["params"]["triesLeft"], left);
    }
    let last = confirm(&visitor, &sent, &wrong(&code)).await;
    assert!((1..=60).contains(&retry_after(&last)));
    last.refused(429, "otp_too_many_tries");
    confirm(&visitor, &sent, &code).await.refused(429, "otp_too_many_tries");
    world.advance(Duration::from_secs(301)).await;
    confirm(&visitor, &sent, &code).await.refused(410, "otp_expired");
}

#[tokio::test(flavor = "multi_thread")]
async fn how_long_it_lives_and_what_it_bears_are_settings() {
    let world = World::with(|settings| {
        settings.otp_life_minutes = 2;
        settings.otp_tries = 2;
        settings.otp_token_seconds = 60;
    })
    .await;
    let visitor = world.anon();
    let sent = send(&visitor, "0812345671").await;
    assert_eq!(sent["expiresIn"], 120);
    assert!(text(&world, "0812345671").await["text"].as_str().unwrap().contains("Valid for 2 minutes"));
    let guess = wrong(&code(&world, "0812345671").await);
    assert_eq!(confirm(&visitor, &sent, &guess).await.refused(422, "otp_wrong")["params"]["triesLeft"], 1);
    confirm(&visitor, &sent, &guess).await.refused(429, "otp_too_many_tries");

    let sent = send(&visitor, "0812345672").await;
    let right = code(&world, "0812345672").await;
    world.advance(Duration::from_secs(121)).await;
    confirm(&visitor, &sent, &right).await.refused(410, "otp_expired");

    let body = json!({"otpToken": token(&world, "0812345673").await});
    visitor.post("/oauth/login-ais", body.clone()).await.refused(409, "mobile_number_unregistered");
    world.advance(Duration::from_secs(60)).await;
    visitor.post("/oauth/login-ais", body).await.refused(410, "otp_token_invalid");
}

#[tokio::test(flavor = "multi_thread")]
async fn guesses_at_once_are_counted_one_by_one() {
    let world = World::new().await;
    let visitor = world.anon();
    let sent = send(&visitor, "0812345671").await;
    let wrong = wrong(&code(&world, "0812345671").await);
    let answers = join_all((0..20).map(|_| confirm(&visitor, &sent, &wrong))).await;
    let mut left: Vec<i64> = answers.iter().filter_map(|answer| answer.body["params"]["triesLeft"].as_i64()).collect();
    left.sort_unstable();
    assert_eq!(left, [1, 2, 3, 4]);
    assert_eq!(answers.iter().filter(|answer| answer.body["code"] == "otp_too_many_tries").count(), 16);

    let sent = send(&visitor, "0812345672").await;
    let right = code(&world, "0812345672").await;
    let answers = join_all((0..10).map(|_| confirm(&visitor, &sent, &right))).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1, "one of them is the first");
    assert_eq!(answers.iter().filter(|answer| answer.body["code"] == "otp_expired").count(), 9);
}

#[tokio::test(flavor = "multi_thread")]
async fn codes_and_tokens_grow_old() {
    let world = World::new().await;
    let visitor = world.anon();
    let sent = send(&visitor, "0812345671").await;
    let right = code(&world, "0812345671").await;
    world.advance(Duration::from_secs(300)).await;
    confirm(&visitor, &sent, &right).await.refused(410, "otp_expired");
    let unknown = json!({"reference": uuid::Uuid::new_v4().to_string()});
    confirm(&visitor, &unknown, &right).await.refused(410, "otp_expired");
    confirm(&visitor, &json!({"reference": "x"}), &right).await.refused(410, "otp_expired");

    let token = token(&world, "0812345671").await;
    world.advance(Duration::from_secs(600)).await;
    for path in ["/oauth/login-ais", "/oauth/register-ais"] {
        visitor.post(path, json!({"otpToken": token})).await.refused(410, "otp_token_invalid");
        visitor.post(path, json!({"otpToken": "guess"})).await.refused(410, "otp_token_invalid");
    }
    world.advance(Duration::from_secs(3 * 86_400)).await;
    world.run_task("otp.purge").await;
    assert_eq!(world.count("select count(*) from people.otps").await, 0, "numbers are not kept");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newer_code_ends_one_s_own_older_code_only() {
    let world = World::with(|settings| settings.hub.proxies = 1).await;
    let visitor = world.anon();
    let mut sent = Vec::new();
    for address in ["203.0.113.1", "203.0.113.2", "203.0.113.1"] {
        let answer = send_from(&visitor, address, "0812345671").await.ok();
        sent.push((answer, code(&world, "0812345671").await));
        world.advance(Duration::from_secs(61)).await;
    }
    confirm(&visitor, &sent[0].0, &sent[0].1).await.refused(410, "otp_expired");
    confirm(&visitor, &sent[1].0, &sent[1].1).await.ok();
    confirm(&visitor, &sent[2].0, &sent[2].1).await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn a_code_is_good_for_its_purpose_and_its_person_only() {
    let world = World::new().await;
    let (visitor, nok, ton) = (world.anon(), world.unverified("nok").await, world.unverified("ton").await);
    let number = json!({"mobileNumber": "0812345671"});
    let login = send(&visitor, "0812345671").await;
    let of_login = json!({"reference": login["reference"], "code": code(&world, "0812345671").await});
    let verify = nok.post("/account/verify-mobile-number", number.clone()).await.ok();
    let of_verify = json!({"reference": verify["reference"], "code": code(&world, "0812345671").await});
    let kyc = nok.post("/kyc/get-otp", number).await.ok();
    let of_kyc = json!({"reference": kyc["reference"], "code": code(&world, "0812345671").await});

    for (client, path, body) in [
        (&nok, "/account/confirm-mobile-number", &of_login),
        (&nok, "/account/confirm-mobile-number", &of_kyc),
        (&ton, "/account/confirm-mobile-number", &of_verify),
        (&nok, "/kyc/confirm-otp", &of_verify),
        (&nok, "/kyc/confirm-otp", &of_login),
        (&ton, "/kyc/confirm-otp", &of_kyc),
        (&visitor, "/confirm-OTP", &of_verify),
        (&nok, "/confirm-OTP", &of_kyc),
    ] {
        client.post(path, body.clone()).await.refused(410, "otp_expired");
    }
    assert_eq!(nok.post("/account/confirm-mobile-number", of_verify).await.ok()["mobileVerified"], true);
    assert_eq!(nok.post("/kyc/confirm-otp", of_kyc).await.ok()["verified"], true);
    visitor.post("/confirm-OTP", of_login).await.ok();
}
