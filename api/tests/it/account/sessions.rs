//! Tokens: their validity, their renewal, and the end of a session.

use std::time::Duration;

use jsonwebtoken::{Algorithm, EncodingKey, Header, encode};
use manao_hub::token::AccessClaims;
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};
use url::Url;

use crate::account::browser::Browser;
use crate::support::{Answer, World};

const REFRESH: &str = "/oauth/refresh-token";

#[tokio::test(flavor = "multi_thread")]
async fn a_refresh_token_hands_over_and_is_good_once() {
    let world = World::new().await;
    let mut browser = Browser::new(&world);
    browser.sign_in("somchai").await;
    let mut stolen = browser.clone();

    let refreshed = browser.post(REFRESH, json!({})).await.ok();
    assert_eq!(refreshed["expiresIn"], 900);
    assert_eq!(refreshed.get("refreshToken"), None, "the cookie carries it");
    assert_ne!(browser.cookies["manao_refresh"], stolen.cookies["manao_refresh"]);
    browser.client.token = Some(refreshed["accessToken"].as_str().unwrap().to_owned());
    browser.client.get("/user/me").await.ok();
    let mut socket = world.socket(&browser.client).await;

    // Presented a second time: the whole family ends, with its sockets.
    let refused = stolen.post(REFRESH, json!({})).await.refused(401, "session_revoked");
    assert_eq!(refused["message"], "invalid sessions");
    assert!(!stolen.cookies.contains_key("manao_refresh"), "the useless cookie is taken away");
    assert_eq!(socket.closed().await, 4401);
    assert_eq!(browser.client.get("/user/me").await.refused(401, "session_revoked")["message"], "invalid sessions");
    browser.post(REFRESH, json!({})).await.refused(401, "session_revoked");
    let reason: String = sqlx::query_scalar("select ended_reason from people.sessions").fetch_one(&world.app.db).await.unwrap();
    assert_eq!(reason, "reuse");
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_at_once_one_wins_and_the_family_ends() {
    let world = World::new().await;
    let mut one = Browser::new(&world);
    one.sign_in("somchai").await;
    let mut two = one.clone();
    let (first, second) = tokio::join!(one.post(REFRESH, json!({})), two.post(REFRESH, json!({})));
    let mut outcomes = [first.status.as_u16(), second.status.as_u16()];
    outcomes.sort_unstable();
    assert_eq!(outcomes, [200, 401]);
    let open: i64 =
        sqlx::query_scalar("select count(*) from people.sessions where ended_at is null").fetch_one(&world.app.db).await.unwrap();
    assert_eq!(open, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refresh_whose_answer_was_lost_is_repeated_with_its_key() {
    let world = World::new().await;
    let mut browser = Browser::new(&world);
    browser.sign_in("somchai").await;
    let before = browser.clone();
    let key = "7d0f6a52-6a55-4a5c-9a35-3d6c2d1f0a11";

    // The answer is lost with the page; the new page has the old cookie and the same key.
    let mut astray = before.clone();
    astray.refresh_with_key(key).await.ok();
    let mut browser = before.clone();
    browser.refresh_with_key(key).await.ok();
    browser.post(REFRESH, json!({})).await.ok();

    // Another key, no key, or too late: reuse. The same goes for the lost answer.
    for (name, with, seconds) in [
        ("another key", Some("00000000-0000-0000-0000-000000000000"), 0),
        ("no key", None, 0),
        ("too late", Some(key), 61),
        ("the one that went astray", None, 0),
    ] {
        let mut browser = Browser::new(&world);
        browser.sign_in("malee").await;
        let mut astray = browser.clone();
        astray.refresh_with_key(key).await.ok();
        if name == "the one that went astray" {
            browser.refresh_with_key(key).await.ok();
            browser = astray;
        }
        world.app.clock.advance(Duration::from_secs(seconds));
        let answer = match with {
            Some(key) => browser.refresh_with_key(key).await,
            None => browser.post(REFRESH, json!({})).await,
        };
        assert_eq!(answer.body["code"], "session_revoked", "{name}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn clients_without_cookies_send_the_token_in_the_body() {
    let world = World::new().await;
    let mut browser = Browser::new(&world);
    browser.sign_in("somchai").await;
    let token = browser.cookies["manao_refresh"].clone();
    let anon = world.anon();
    let refreshed = anon.post(REFRESH, json!({"refresh_token": token})).await;
    assert!(!refreshed.headers.contains_key("set-cookie"));
    let next = refreshed.ok()["refreshToken"].as_str().unwrap().to_owned();
    anon.post(REFRESH, json!({"refresh_token": next})).await.ok();
    anon.post(REFRESH, json!({"refresh_token": token})).await.refused(401, "session_revoked");
    for nonsense in ["", "nonsense", &"A".repeat(43), "💥"] {
        anon.post(REFRESH, json!({"refresh_token": nonsense})).await.refused(401, "refresh_token_invalid");
    }
    anon.post(REFRESH, json!({})).await.refused(401, "session_required");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_without_cookies_signs_in_too() {
    let world = World::new().await;
    let anon = world.anon();
    let ask = async |request: RequestBuilder| {
        let answer = Answer::of(request.header("token-delivery", "body")).await;
        assert!(!answer.headers.contains_key("set-cookie"), "{:?}", answer.headers);
        answer
    };
    let begun = ask(anon.request(Method::GET, "/auth/login?prompt=none&loginHint=somchai")).await.ok();
    let url = Url::parse(begun["url"].as_str().unwrap()).unwrap();
    let (code, state) = Browser::new(&world).at_provider(&url).await;
    let sessions = async |attempt: &Value| {
        let body = json!({"code": code, "state": state, "attempt": attempt});
        ask(anon.request(Method::POST, "/oauth/sessions").json(&body)).await
    };
    for others in [Value::Null, json!("A".repeat(43))] {
        sessions(&others).await.refused(400, "login_attempt_invalid");
    }
    let session = sessions(&begun["attempt"]).await.ok();
    let refreshed = anon.post(REFRESH, json!({"refresh_token": session["refreshToken"]})).await.ok();
    assert_ne!(refreshed["refreshToken"], session["refreshToken"]);
    // A browser does not request them, and scripts of its pages never see them.
    let mut browser = Browser::new(&world);
    let session = browser.sign_in("malee").await;
    assert_eq!(session.get("refreshToken"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_hold_as_long_as_they_say() {
    let world = World::new().await;
    let mut browser = Browser::new(&world);
    browser.sign_in("somchai").await;
    // Half a minute of margin, since real time passes too.
    world.app.clock.advance(Duration::from_secs(870));
    browser.client.get("/user/me").await.ok();
    world.app.clock.advance(Duration::from_secs(31));
    browser.client.get("/user/me").await.refused(401, "session_expired");
    world.app.clock.advance(Duration::from_secs(172_800 - 901 - 60));
    let refreshed = browser.post(REFRESH, json!({})).await.ok();
    assert!(refreshed["accessToken"].is_string());
    world.app.clock.advance(Duration::from_secs(172_801));
    browser.post(REFRESH, json!({})).await.refused(401, "refresh_token_invalid");
    world.app.clock.advance(Duration::from_secs(31 * 86_400));
    world.run_task("account.purge").await;
    let left: i64 =
        sqlx::query_scalar("select (select count(*) from people.sessions) + (select count(*) from people.refresh_tokens)")
            .fetch_one(&world.app.db)
            .await
            .unwrap();
    assert_eq!(left, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn signing_out_ends_this_session_and_no_other() {
    let world = World::new().await;
    let (mut here, mut there) = (Browser::new(&world), Browser::new(&world));
    here.sign_in("somchai").await;
    there.sign_in("somchai").await;
    let mut socket = world.socket(&here.client).await;
    here.post("/oauth/logout", json!({})).await.ok();
    assert!(!here.cookies.contains_key("manao_refresh"));
    assert_eq!(socket.closed().await, 4401);
    here.client.get("/user/me").await.refused(401, "session_revoked");
    there.client.get("/user/me").await.ok();

    // By the cookie alone, as with an expired access token; a second time is no error.
    there.client.token = None;
    let cookie = there.cookies["manao_refresh"].clone();
    there.post("/oauth/logout", json!({})).await.ok();
    there.post("/oauth/logout", json!({})).await.ok();
    there.client.post(REFRESH, json!({"refresh_token": cookie})).await.refused(401, "session_revoked");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_suspended_person_signs_in_and_reads() {
    let world = World::new().await;
    let mut browser = Browser::new(&world);
    browser.sign_in("arthit").await;
    sqlx::query("update people.users set suspended_at = now() where id = $1")
        .bind(browser.client.user_id)
        .execute(&world.app.db)
        .await
        .unwrap();
    assert_eq!(browser.sign_in("arthit").await["user"]["suspended"], true);
    browser.client.get("/cart/get-my-cart").await.ok();
    let add = json!({"productId": 1, "quantity": 1});
    browser.client.post("/cart/add", add).await.refused(403, "account_suspended");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_our_own_access_tokens_open_anything() {
    let world = World::new().await;
    let mut browser = Browser::new(&world);
    browser.sign_in("somchai").await;
    let good = browser.client.token.clone().unwrap();
    let claims = world.app.keys.verify_access(&good).unwrap();
    let secret = world.app.settings.jwt_secret.clone().unwrap();
    let sign = |claims: &AccessClaims, algorithm: Algorithm, secret: &str| {
        encode(&Header::new(algorithm), claims, &EncodingKey::from_secret(secret.as_bytes())).unwrap()
    };
    let with = |change: &dyn Fn(&mut AccessClaims)| {
        let mut claims = claims.clone();
        change(&mut claims);
        sign(&claims, Algorithm::HS256, &secret)
    };
    let now = world.app.now().timestamp();
    let later = {
        let mut claims = serde_json::to_value(&claims).unwrap();
        claims["nbf"] = (now + 300).into();
        encode(&Header::new(Algorithm::HS256), &claims, &EncodingKey::from_secret(secret.as_bytes())).unwrap()
    };
    let unsigned = format!("eyJhbGciOiJub25lIiwidHlwIjoiSldUIn0.{}.", good.split('.').nth(1).unwrap());
    for (what, token, code) in [
        ("another algorithm", sign(&claims, Algorithm::HS512, &secret), "session_required"),
        ("no signature", unsigned, "session_required"),
        ("another secret", sign(&claims, Algorithm::HS256, "not the secret, but long enough!"), "session_required"),
        ("another audience", with(&|claims| claims.aud = "manao-hub".into()), "session_required"),
        ("another issuer", with(&|claims| claims.iss = "someone".into()), "session_required"),
        ("not good yet", later, "session_required"),
        ("expired", with(&|claims| claims.exp = now - 1), "session_expired"),
        ("an unknown session", with(&|claims| claims.sid = uuid::Uuid::new_v4().to_string()), "session_revoked"),
        ("another user's session", with(&|claims| claims.sub = "999999".into()), "session_revoked"),
        ("no user", with(&|claims| claims.sub = "x".into()), "session_required"),
        ("nonsense", "nonsense".to_owned(), "session_required"),
    ] {
        browser.client.token = Some(token);
        let answer = browser.client.get("/user/me").await;
        assert_eq!((answer.status.as_u16(), &answer.body["code"]), (401, &Value::from(code)), "{what}");
    }
    browser.client.token = Some(good);
    browser.client.get("/user/me").await.ok();
}

#[tokio::test(flavor = "multi_thread")]
async fn how_long_tokens_live_are_settings() {
    let world = World::with(|settings| {
        settings.access_token_seconds = 60;
        settings.refresh_token_seconds = 600;
    })
    .await;
    let mut browser = Browser::new(&world);
    let session = browser.sign_in("somchai").await;
    assert_eq!(session["expiresIn"], 60);
    assert!(browser.set.iter().any(|cookie| cookie.starts_with("manao_refresh=") && cookie.contains("Max-Age=600")));
    world.advance(Duration::from_secs(61)).await;
    browser.get("/user/me").await.refused(401, "session_expired");
    world.advance(Duration::from_secs(540)).await;
    let body = json!({});
    browser.post("/oauth/refresh-token", body).await.refused(401, "refresh_token_invalid");
}
