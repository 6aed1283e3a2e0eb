//! Codes requested in bulk, and a telecom that is away.

use std::time::Duration;

use futures_util::future::join_all;
use reqwest::Method;
use serde_json::json;

use crate::account::browser::Browser;
use crate::mobile::phone::{code, retry_after, send, send_from, text, token};
use crate::support::{Answer, Client, World};

#[tokio::test(flavor = "multi_thread")]
async fn a_number_gets_five_an_hour_and_ten_a_day() {
    let world = World::with(|settings| settings.hub.proxies = 1).await;
    let visitor = world.anon();
    let ask = async |number: &str| send_from(&visitor, "203.0.113.7", number).await;
    ask("0812345671").await.ok();
    let early = ask("+66812345671").await;
    assert!((1..=60).contains(&retry_after(&early)), "{:?}", early.headers);
    assert!(early.refused(429, "otp_too_soon")["message"].as_str().unwrap().contains("seconds"));
    for _ in 0..4 {
        world.advance(Duration::from_secs(60)).await;
        ask("0812345671").await.ok();
    }
    world.advance(Duration::from_secs(60)).await;
    let many = ask("0812345671").await;
    let wait = retry_after(&many);
    assert!((3200..=3300).contains(&wait), "{wait}: until the first is an hour old");
    many.refused(429, "otp_limit");
    ask("0812345672").await.ok();

    world.advance(Duration::from_secs(wait)).await;
    for _ in 0..5 {
        ask("0812345671").await.ok();
        world.advance(Duration::from_secs(3600)).await;
    }
    let many = ask("0812345671").await;
    assert!(retry_after(&many) > 3600);
    many.refused(429, "otp_limit");
    // Another client is not affected, nor is another purpose; only its member can request a code for a member's own number.
    send_from(&visitor, "203.0.113.8", "0812345671").await.ok();
    let nok = world.unverified("nok").await;
    nok.post("/account/verify-mobile-number", json!({"mobileNumber": "0812345671"})).await.ok();
    world.advance(Duration::from_secs(86_400)).await;
    ask("0812345671").await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_cannot_keep_an_owner_from_their_codes() {
    let world = World::with(|settings| settings.hub.proxies = 1).await;
    let (number, visitor) = ("0812345671", world.anon());
    let mut owner = Browser::new(&world);
    let registration = json!({"otpToken": token(&world, number).await, "displayName": "Mali", "language": "th"});
    owner.post("/oauth/register-ais", registration).await.ok();
    assert!(owner.cookies.contains_key("manao_device"));
    world.advance(Duration::from_secs(61)).await;
    // Strangers together get twenty a day, and so a hundred guesses, from any number of addresses.
    for at in 1..=19 {
        send_from(&visitor, &format!("203.0.113.{at}"), number).await.ok();
    }
    let refused = send_from(&visitor, "203.0.113.20", number).await;
    assert!(retry_after(&refused) > 3600);
    refused.refused(429, "otp_limit");
    // The browser that the owner used before requests as usual, and so does the owner for another purpose.
    let sent = owner.post("/send-OTP", json!({"mobileNumber": number})).await.ok();
    owner.post("/send-OTP", json!({"mobileNumber": number})).await.refused(429, "otp_too_soon");
    let answer =
        owner.post("/confirm-OTP", json!({"reference": sent["reference"], "code": code(&world, number).await})).await.ok();
    let session = owner.post("/oauth/login-ais", json!({"otpToken": answer["otpToken"]})).await.ok();
    // The owner may block codes that strangers request; the answer is the same.
    let mut member = owner.clone();
    member.client.token = session["accessToken"].as_str().map(str::to_owned);
    assert_eq!(member.client.get("/account/login-codes").await.ok(), json!({"stopped": false}));
    for _ in 0..2 {
        member.client.post("/account/login-codes", json!({"stopped": true})).await.ok();
    }
    world.advance(Duration::from_secs(90_000)).await;
    let before = text(&world, number).await;
    send_from(&visitor, "203.0.113.1", number).await.ok();
    assert_eq!(text(&world, number).await, before);
    owner.post("/send-OTP", json!({"mobileNumber": number})).await.ok();
    assert_ne!(text(&world, number).await, before);
    // The browser is known for this number only.
    let request = owner.client.request(Method::POST, "/send-OTP").header("x-forwarded-for", "203.0.113.30");
    for _ in 0..2 {
        owner.send(request.try_clone().unwrap().json(&json!({"mobileNumber": "0812345679"}))).await;
    }
    assert_eq!(world.count("select count(*) from people.otps where msisdn = '66812345679' and device is not null").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_address_may_ask_for_twenty_an_hour() {
    let world = World::with(|settings| settings.hub.proxies = 1).await;
    let visitor = world.anon();
    // One IPv6 network counts as one client, however many addresses it has.
    let mut addresses = (0..20).map(|host| format!("2001:db8:0:7::{host:x}"));
    for number in 0..20 {
        send_from(&visitor, &addresses.next().unwrap(), &format!("08123456{:02}", 10 + number)).await.ok();
    }
    let refused = send_from(&visitor, "2001:db8:0:7:ffff::1", "0812345690").await;
    assert!(retry_after(&refused) > 3000);
    refused.refused(429, "otp_limit");
    send_from(&visitor, "2001:db8:0:8::1", "0812345690").await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn numbers_of_others_get_five_an_hour_from_one_member() {
    let world = World::with(|settings| (settings.hub.proxies, settings.texts_to_others_per_hour) = (1, 5)).await;
    let (nok, mali) = (world.unverified("nok").await, world.unverified("mali").await);
    let post = async |member: &Client, path: &str, address: u8, body: serde_json::Value| {
        let request = member.request(Method::POST, path).header("x-forwarded-for", format!("203.0.113.{address}"));
        Answer::of(request.json(&body)).await
    };
    let ask = async |member: &Client, path: &str, address: u8, number: &str| {
        post(member, path, address, json!({"mobileNumber": number})).await
    };
    let paths = ["/account/verify-mobile-number", "/kyc/get-otp"];
    for at in 0..5 {
        ask(&nok, paths[usize::from(at) % 2], at, &format!("081234567{at}")).await.ok();
    }
    for path in paths {
        let refused = ask(&nok, path, 5, "0812345675").await;
        assert!(retry_after(&refused) > 3000);
        refused.refused(429, "otp_limit");
    }
    assert!(text(&world, "0812345675").await.is_null());
    // Nor are more e-mail addresses written to.
    for at in 0..6 {
        let answer = post(&nok, "/account/verify-email", at, json!({"email": format!("somebody-{at}@example.com")})).await;
        assert_eq!(answer.status, if at < 5 { 200 } else { 429 }, "{:#}", answer.body);
    }
    // Neither another member at the same address nor the member's own number is affected.
    ask(&mali, paths[0], 5, "0812345675").await.ok();
    sqlx::query("update people.users set msisdn = '66812345676', msisdn_verified_at = now() where id = $1")
        .bind(nok.user_id)
        .execute(&world.app.db)
        .await
        .unwrap();
    ask(&nok, "/kyc/get-otp", 5, "0812345676").await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn of_many_at_once_one_goes_out() {
    let world = World::new().await;
    let visitor = world.anon();
    let ask = || visitor.post("/send-OTP", json!({"mobileNumber": "0812345671"}));
    let answers = join_all((0..10).map(|_| ask())).await;
    assert_eq!(answers.iter().filter(|answer| answer.status == 200).count(), 1);
    assert_eq!(answers.iter().filter(|answer| answer.body["code"] == "otp_too_soon").count(), 9);
    assert_eq!(world.count("select count(*) from people.otps").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn known_and_unknown_numbers_are_answered_alike() {
    let world = World::new().await;
    let member = world.user("nok").await;
    sqlx::query("update people.users set msisdn = '66812345671', msisdn_verified_at = now() where id = $1")
        .bind(member.user_id)
        .execute(&world.app.db)
        .await
        .unwrap();
    let visitor = world.anon();
    let (known, unknown) = (send(&visitor, "0812345671").await, send(&visitor, "0812345672").await);
    let shape = |answer: &serde_json::Value| {
        let object = answer.as_object().unwrap();
        (object.keys().cloned().collect::<Vec<_>>(), answer["expiresIn"].clone(), answer["resendIn"].clone())
    };
    assert_eq!(shape(&known), shape(&unknown));
    for number in ["", "12345", "0212345678", "+1 555 010 9999"] {
        let refused = visitor.post("/send-OTP", json!({"mobileNumber": number})).await.refused(422, "fields_invalid");
        assert_eq!(refused["fields"]["mobileNumber"], "mobile_number_invalid", "{number}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_telecom_did_not_take_is_not_held_against_the_number() {
    let world = World::with(|settings| settings.provider_timeout_ms = 2_000).await;
    let visitor = world.anon();
    let ask = || visitor.post("/send-OTP", json!({"mobileNumber": "0812345671"}));
    world.fault(json!({"kind": "telecom_down", "times": 1})).await;
    let down = ask().await;
    assert!(retry_after(&down) > 0);
    down.refused(503, "telecom_unavailable");
    assert!(text(&world, "0812345671").await.is_null());
    world.fault(json!({"kind": "telecom_slow", "times": 1, "ms": 30_000})).await;
    let begun = std::time::Instant::now();
    ask().await.refused(503, "telecom_unavailable");
    assert!(begun.elapsed() < Duration::from_secs(25), "bounded in time");
    ask().await.ok();
}
