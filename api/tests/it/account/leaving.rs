//! Signing out at the login provider too: the next user of the same browser is not taken for the previous one.

use std::time::Duration;

use serde_json::{Value, json};
use url::Url;

use crate::account::browser::Browser;
use crate::mobile::phone;
use crate::support::World;

/// Returns the provider's answer to a browser that carries its cookie and must not be shown a page.
async fn at_provider(browser: &mut Browser, cookie: &str) -> Url {
    let url = browser.get("/auth/login?prompt=none").await.ok()["url"].as_str().unwrap().to_owned();
    let answer = browser.client.http.get(url).header("cookie", cookie).send().await.unwrap();
    Url::parse(answer.headers()["location"].to_str().unwrap()).unwrap()
}

fn parameter(url: &Url, name: &str) -> Option<String> {
    url.query_pairs().find(|(key, _)| key == name).map(|(_, value)| value.into_owned())
}

#[tokio::test(flavor = "multi_thread")]
async fn who_signs_out_is_signed_out_at_the_provider() {
    let world = World::new().await;
    let mut browser = Browser::new(&world);
    browser.sign_in("somchai").await;
    // As the provider set it for somchai.
    let cookie = "sandbox_person=somchai";
    assert!(parameter(&at_provider(&mut browser, cookie).await, "code").is_some(), "without more, the next one is somchai");

    let mut unheard = browser.clone();
    let out = browser.post("/oauth/logout", json!({})).await.ok();
    assert_eq!(out["providerStays"], false);
    let url = Url::parse(out["providerUrl"].as_str().unwrap()).unwrap();
    assert_eq!(parameter(&url, "post_logout_redirect_uri"), Some(format!("{}/en", world.url)));
    assert_eq!(parameter(&url, "client_id").as_deref(), Some("manao"));
    let gone = browser.client.http.get(url).header("cookie", cookie).send().await.unwrap();
    assert_eq!(gone.headers()["location"], format!("{}/en", world.url));
    let cookie = gone.headers()["set-cookie"].to_str().unwrap().split(';').next().unwrap().to_owned();
    assert_eq!(parameter(&at_provider(&mut browser, &cookie).await, "error").as_deref(), Some("login_required"));

    // It is stored encrypted, and sent only to the holder of the refresh token.
    assert_eq!(browser.post("/oauth/logout", json!({})).await.ok().get("providerUrl"), None);
    browser.sign_in("somchai").await;
    let sealed: Vec<u8> =
        sqlx::query_scalar("select id_token from people.sessions where ended_at is null").fetch_one(&world.app.db).await.unwrap();
    assert!(String::from_utf8(sealed).is_err(), "an ID token is plain text, a sealed one is not");

    // A lost answer is repeated for ten minutes, and ends nothing more.
    let again = json!({"everywhere": true});
    assert_eq!(unheard.clone().post("/oauth/logout", again.clone()).await.ok(), out);
    browser.client.get("/user/me").await.ok();

    // Everywhere: this browser goes to the provider; those of other devices are no longer stored.
    let mut phone = Browser::new(&world);
    phone.sign_in("somchai").await;
    assert!(phone.post("/oauth/logout", json!({"everywhere": true})).await.ok()["providerUrl"].is_string());
    let kept = async || -> Vec<i64> {
        let ids = "select rank from (select id_token, rank() over (order by created_at) from people.sessions) s where id_token is not null";
        sqlx::query_scalar(ids).fetch_all(&world.app.db).await.unwrap()
    };
    assert_eq!(kept().await, [1, 3]);
    world.app.clock.advance(Duration::from_secs(600));
    assert_eq!(unheard.post("/oauth/logout", again).await.ok(), json!({"providerStays": false}));
    world.run_task("account.purge").await;
    assert_eq!(kept().await, Vec::<i64>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn who_did_not_come_from_there_is_not_sent_there_and_who_cannot_is_told() {
    let settings = manao_sandbox::Settings { oidc_logout: false, ..manao_sandbox::Settings::for_tests() };
    let provider = manao_sandbox::start(settings).await.unwrap();
    let world = World::with(|settings| settings.oidc_issuer = format!("{}/oidc", provider.base_url)).await;
    let mut browser = Browser::new(&world);
    browser.sign_in("malee").await;
    let out = browser.post("/oauth/logout", json!({})).await.ok();
    assert_eq!(out, json!({"providerStays": true}));

    let token = phone::token(&world, "0812345672").await;
    browser.post("/oauth/login-ais", json!({"otpToken": token})).await.ok();
    assert_eq!(browser.post("/oauth/logout", json!({})).await.ok(), json!({"providerStays": false}));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_may_ask_to_be_asked_who_it_is() {
    let world = World::new().await;
    let url: Value = Browser::new(&world).get("/auth/login?prompt=login").await.ok()["url"].clone();
    assert_eq!(parameter(&Url::parse(url.as_str().unwrap()).unwrap(), "prompt").as_deref(), Some("login"));
}
