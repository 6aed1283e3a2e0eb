//! Tokens that `/account/continue` issues.

use serde_json::json;

use crate::account::browser::Browser;
use crate::support::World;

#[tokio::test(flavor = "multi_thread")]
async fn the_tokens_that_come_back_are_good() {
    let world = World::new().await;
    let mut browser = Browser::new(&world);
    browser.sign_in("somchai").await;
    let cookie = browser.cookies["manao_refresh"].clone();

    // A client without cookies presents its refresh token, and gets the next one.
    let continued = browser.client.post("/account/continue", json!({"selectedUserId": 0, "refresh_token": cookie})).await.ok();
    assert_eq!(continued["expiresIn"], 900);
    browser.client.token = Some(continued["accessToken"].as_str().unwrap().to_owned());
    browser.client.get("/user/me").await.ok();
    let next = json!({"refresh_token": continued["refreshToken"]});
    browser.client.post("/oauth/refresh-token", next).await.ok();

    // The first one was used up by that; presented again it ends the session, as anywhere.
    let again = json!({"selectedUserId": 0, "refresh_token": cookie});
    browser.client.post("/account/continue", again).await.refused(401, "session_revoked");
    browser.client.get("/user/me").await.refused(401, "session_revoked");
    assert_eq!(world.count("select count(*) from people.sessions where ended_reason = 'reuse'").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_refusal_uses_nothing_up() {
    let world = World::new().await;
    let mut browser = Browser::new(&world);
    browser.sign_in("somchai").await;
    let cookie = browser.cookies["manao_refresh"].clone();
    let foreign = json!({"selectedUserId": 4_711, "refresh_token": cookie});
    browser.client.post("/account/continue", foreign).await.refused(404, "legacy_profile_not_found");

    // Another user's token is not accepted, and stays valid.
    let mut other = Browser::new(&world);
    other.sign_in("john").await;
    let stolen = json!({"selectedUserId": 0, "refresh_token": cookie});
    other.client.post("/account/continue", stolen).await.refused(401, "refresh_token_invalid");
    for nonsense in ["", "x", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"] {
        let body = json!({"selectedUserId": 0, "refresh_token": nonsense});
        other.client.post("/account/continue", body).await.refused(401, "refresh_token_invalid");
    }
    assert_eq!(world.count("select count(*) from people.users where synced_at is not null").await, 0);

    let kept = json!({"selectedUserId": 0, "refresh_token": cookie});
    browser.client.post("/account/continue", kept).await.ok();
}
