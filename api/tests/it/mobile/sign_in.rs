//! Signing in by mobile number.

use std::time::Duration;

use reqwest::Method;
use serde_json::json;

use crate::account::browser::Browser;
use crate::mobile::phone::token;
use crate::support::{Answer, World};

#[tokio::test(flavor = "multi_thread")]
async fn a_new_person_registers_and_comes_back() {
    let world = World::new().await;
    let mut browser = Browser::new(&world);
    let token_1 = token(&world, "0812345679").await;
    for _ in 0..2 {
        browser.post("/oauth/login-ais", json!({"otpToken": token_1})).await.refused(409, "mobile_number_unregistered");
    }
    let bad = json!({"otpToken": token_1, "displayName": " "});
    assert_eq!(
        browser.post("/oauth/register-ais", bad).await.refused(422, "fields_invalid")["fields"]["displayName"],
        "display_name_invalid"
    );
    let good = json!({"otpToken": token_1, "displayName": "  น้ำมะนาว 99 ", "language": "th"});
    let session = browser.post("/oauth/register-ais", good.clone()).await.ok();
    let user = &session["user"];
    assert_eq!(
        (&user["displayName"], &user["userType"], &user["language"]),
        (&json!("น้ำมะนาว 99"), &json!("msisdn"), &json!("th"))
    );
    assert_eq!((&user["mobileMasked"], &user["mobileVerified"]), (&json!("08x-xxx-5679"), &json!(true)));
    assert_eq!((&user["verified"], &user["synced"]), (&json!(true), &json!(false)));
    assert!(browser.set.iter().any(|line| line.starts_with("manao_refresh=") && line.contains("HttpOnly")));
    browser.post("/oauth/register-ais", good).await.refused(410, "otp_token_invalid");
    browser.post("/oauth/refresh-token", json!({})).await.ok();
    browser.client.token = session["accessToken"].as_str().map(str::to_owned);
    assert_eq!(browser.client.get("/user/me").await.ok()["id"], user["id"]);
    let inbox = browser.client.post("/user-notification/get-my-inbox", json!({})).await.ok();
    assert_eq!((&inbox["unread"], &inbox["items"][0]["kind"]), (&json!(1), &json!("welcome")));

    world.advance(Duration::from_secs(61)).await;
    let token_2 = token(&world, "0812345679").await;
    browser.post("/oauth/register-ais", json!({"otpToken": token_2})).await.refused(409, "mobile_number_registered");
    // This time as a client that keeps no cookies.
    let request = world.anon().request(Method::POST, "/oauth/login-ais").header("token-delivery", "body");
    let again = Answer::of(request.json(&json!({"otpToken": token_2}))).await;
    assert!(!again.headers.contains_key("set-cookie"));
    let again = again.ok();
    assert_eq!(again["user"]["id"], user["id"]);
    world.anon().post("/oauth/refresh-token", json!({"refresh_token": again["refreshToken"]})).await.ok();
    browser.post("/oauth/login-ais", json!({"otpToken": token_2})).await.refused(410, "otp_token_invalid");
}

#[tokio::test(flavor = "multi_thread")]
async fn two_registrations_of_one_number_make_one_account() {
    let world = World::new().await;
    let first = token(&world, "0812345679").await;
    world.advance(Duration::from_secs(61)).await;
    let second = token(&world, "0812345679").await;
    let visitor = world.anon();
    let register = |token: &str| visitor.post("/oauth/register-ais", json!({"otpToken": token}));
    let (one, two) = tokio::join!(register(&first), register(&second));
    let mut codes = [one.status.as_u16(), two.status.as_u16()];
    codes.sort_unstable();
    assert_eq!(codes, [200, 409]);
    assert_eq!(world.count("select count(*) from people.users").await, 1);
    let name: String = sqlx::query_scalar("select display_name from people.users").fetch_one(&world.app.db).await.unwrap();
    assert!(name.starts_with("Player-") && !name.contains("5679"), "{name}");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_verified_number_is_somebody_s() {
    let world = World::new().await;
    let claimed = world.user("claims").await;
    sqlx::query("update people.users set msisdn = '66812345672' where id = $1")
        .bind(claimed.user_id)
        .execute(&world.app.db)
        .await
        .unwrap();
    let token = token(&world, "0812345672").await;
    let mut browser = Browser::new(&world);
    browser.post("/oauth/login-ais", json!({"otpToken": token})).await.refused(409, "mobile_number_unregistered");
    let registered = browser.post("/oauth/register-ais", json!({"otpToken": token})).await.ok();
    assert_ne!(registered["user"]["id"], claimed.user_id);
    // The login provider confirms the same number: the same user.
    assert_eq!(Browser::new(&world).sign_in("malee").await["user"]["id"], registered["user"]["id"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_suspended_person_comes_in_and_another_site_does_not() {
    let world = World::new().await;
    let suspended = world.suspended("som").await;
    sqlx::query("update people.users set msisdn = '66812345671', msisdn_verified_at = now() where id = $1")
        .bind(suspended.user_id)
        .execute(&world.app.db)
        .await
        .unwrap();
    let token = token(&world, "0812345671").await;
    for path in ["/send-OTP", "/oauth/login-ais", "/oauth/register-ais"] {
        let request = world.anon().request(Method::POST, path).header("origin", "https://evil.example");
        let body = json!({"otpToken": token, "mobileNumber": "0812345672"});
        Answer::of(request.json(&body)).await.refused(403, "forbidden");
    }
    let session = Browser::new(&world).post("/oauth/login-ais", json!({"otpToken": token})).await.ok();
    assert_eq!((&session["user"]["id"], &session["user"]["suspended"]), (&json!(suspended.user_id), &json!(true)));
}
