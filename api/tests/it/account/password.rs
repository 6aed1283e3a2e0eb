//! Signing in with a number or e-mail and a password.

use std::time::Duration;

use serde_json::{Value, json};

use crate::account::browser::Browser;
use crate::mobile::phone;
use crate::support::{Answer, World};

const PASSWORD: &str = "Abcdefg1";

async fn with(world: &World, login: &str, password: &str) -> Answer {
    Browser::new(world).post("/oauth/login-password", json!({"login": login, "password": password})).await
}

async fn with_code(world: &World, login: &str, password: &str, asked: &Value, code: &str) -> Answer {
    let body = json!({"login": login, "password": password, "reference": asked["reference"], "code": code});
    Browser::new(world).post("/oauth/login-password", body).await
}

/// Signs in at the provider as this person and sets the first password.
async fn sets_a_password(world: &World, person: &str) -> Browser {
    let mut browser = Browser::new(world);
    browser.sign_in(person).await;
    let body = json!({"newPassword": PASSWORD, "confirmPassword": PASSWORD});
    browser.client.post("/user/change-password", body).await.ok();
    browser
}

/// Returns the parts of an answer that are the same each time.
fn told(answer: &Answer) -> (u16, Vec<String>, Value) {
    let fields: Vec<String> = answer.body.as_object().unwrap().keys().cloned().collect();
    (answer.status.as_u16(), fields, json!([answer.body["code"], answer.body["message"], answer.body["expiresIn"]]))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_belongs_to_the_account() {
    let world = World::with(|settings| settings.password_tries_per_address_minute = 1_000).await;
    // By number only, by e-mail only, by both.
    for (person, logins) in [
        ("malee", vec!["081-234-5672"]),
        ("niran", vec!["Niran@Manao.Example"]),
        ("operator", vec!["operator@manao.example", "+66812345678"]),
    ] {
        let browser = sets_a_password(&world, person).await;
        for login in logins {
            let session = with(&world, login, PASSWORD).await.ok();
            assert_eq!(session["user"]["id"], browser.client.user_id, "{login}");
            assert!(session["accessToken"].is_string());
        }
        // It proves that a request comes from the owner.
        let prove = async |password: &str| browser.client.post("/account/proof", json!({"password": password})).await;
        assert_eq!(prove("Abcdefg2").await.refused(422, "fields_invalid")["fields"]["password"], "password_current_wrong");
        assert!(prove(PASSWORD).await.ok()["freshUntil"].is_string());
        // Beside OpenID.
        assert_eq!(Browser::new(&world).sign_in(person).await["user"]["id"], browser.client.user_id);
    }
    let log = sets_nothing_but_reads(&world).await;
    assert_eq!(log, "signed_in");

    // A social login has no password here, even if one is stored.
    let mut krit = Browser::new(&world);
    krit.sign_in("krit").await;
    let body = json!({"newPassword": PASSWORD, "confirmPassword": PASSWORD});
    krit.client.post("/user/change-password", body).await.refused(403, "password_not_kept");
    sqlx::query("insert into people.passwords (user_id, hash, set_at) select $1, hash, set_at from people.passwords limit 1")
        .bind(krit.client.user_id)
        .execute(&world.app.db)
        .await
        .unwrap();

    let wrong = told(&with(&world, "niran@manao.example", "Abcdefg2").await);
    assert_eq!((wrong.0, &wrong.2[0]), (422, &json!("password_wrong")));
    for (login, password) in [
        ("nobody@manao.example", PASSWORD),
        ("0899999999", PASSWORD),
        ("krit@manao.example", PASSWORD),
        // Belongs to a user who has not verified it
        ("ploy@manao.example", PASSWORD),
        ("malee@manao.example", &"x".repeat(5_000)),
    ] {
        assert_eq!(told(&with(&world, login, password).await), wrong, "{login}");
    }
    assert_eq!(
        with(&world, "niran", PASSWORD).await.refused(422, "fields_invalid")["fields"],
        json!({"login": "login_name_invalid"})
    );
}

async fn sets_nothing_but_reads(world: &World) -> String {
    let session = with(world, "niran@manao.example", PASSWORD).await.ok();
    let mut client = world.anon();
    client.token = Some(session["accessToken"].as_str().unwrap().to_owned());
    client.post("/user-log/revision", json!({})).await.ok()["items"][0]["kind"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn after_some_failures_a_code_is_asked_for_and_a_stranger_learns_nothing() {
    let world = World::with(|settings| {
        settings.hub.proxies = 1;
        settings.password_tries_per_address_minute = 1_000;
        settings.password_tries_per_login_minute = 1_000;
    })
    .await;
    let malee = sets_a_password(&world, "malee").await.client.user_id;
    let number = "0812345672";
    let minute = Duration::from_secs(61);
    for login in [number, "0877777777"] {
        for _ in 0..5 {
            with(&world, login, "Abcdefg2").await.refused(422, "password_wrong");
        }
    }
    // A wrong password, and an unknown number: the same answer, and nothing is sent.
    let wrong = with(&world, number, "Abcdefg2").await;
    let unknown = with(&world, "0877777777", PASSWORD).await;
    assert_eq!(phone::text(&world, number).await, Value::Null);
    world.advance(minute).await;
    let right = with(&world, number, PASSWORD).await;
    assert_eq!((told(&wrong), told(&unknown)), (told(&right), told(&right)));
    let (wrong, right) = (wrong.refused(409, "password_code_required"), right.refused(409, "password_code_required"));
    let code = world.until("the code", async || phone::text(&world, number).await["code"].as_str().map(str::to_owned)).await;
    with(&world, number, PASSWORD).await.refused(429, "otp_too_soon");

    // The code is valid only with its own request, and with the password.
    for (asked, digits) in [(&wrong, &code), (&right, &phone::wrong(&code))] {
        let refused = with_code(&world, number, PASSWORD, asked, digits).await.refused(422, "otp_wrong");
        assert_eq!(refused["params"]["triesLeft"], 4);
    }
    with_code(&world, "0877777777", PASSWORD, &right, &code).await.refused(410, "otp_expired");
    // The other ways to sign in stay as they are.
    let token = phone::token(&world, number).await;
    Browser::new(&world).post("/oauth/login-ais", json!({"otpToken": token})).await.ok();
    Browser::new(&world).sign_in("malee").await;
    with(&world, number, "Abcdefg2").await;

    let session = with_code(&world, number, PASSWORD, &right, &code).await.ok();
    assert_eq!(session["user"]["id"], malee);
    with_code(&world, number, PASSWORD, &right, &code).await.ok();

    // A user without a number gets the code by mail.
    let (address, niran) = ("niran@manao.example", sets_a_password(&world, "niran").await.client.user_id);
    for _ in 0..5 {
        with(&world, address, "Abcdefg2").await.refused(422, "password_wrong");
    }
    let asked = with(&world, address, PASSWORD).await.refused(409, "password_code_required");
    let code = world
        .until("the mail", async || {
            let mails = world.mailed(address).await;
            mails.iter().find_map(|mail| mail["code"].as_str().map(str::to_owned))
        })
        .await;
    // Five are sent an hour, from any number of addresses. A code for nobody opens nothing.
    for at in 1..=6 {
        let request = world.anon().request(reqwest::Method::POST, "/oauth/login-password");
        let request = request.header("x-forwarded-for", format!("203.0.113.{at}"));
        Answer::of(request.json(&json!({"login": address, "password": PASSWORD}))).await.refused(409, "password_code_required");
    }
    let good = "select count(*) from people.password_codes where user_id = $1";
    let good: i64 = sqlx::query_scalar(good).bind(niran).fetch_one(&world.app.db).await.unwrap();
    assert_eq!(good, 5);
    assert_eq!(with_code(&world, address, PASSWORD, &asked, &code).await.ok()["user"]["id"], niran);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_flood_of_tries_is_turned_away_by_login_and_by_address() {
    let world = World::with(|settings| {
        settings.hub.proxies = 1;
        settings.password_tries_per_address_minute = 3;
        settings.password_tries_per_login_minute = 2;
    })
    .await;
    let tried = async |address: &str, login: &str| {
        let request = world.anon().request(reqwest::Method::POST, "/oauth/login-password").header("x-forwarded-for", address);
        Answer::of(request.json(&json!({"login": login, "password": "x"}))).await.status.as_u16()
    };
    for (address, login, status) in [
        ("203.0.113.7", "0811111111", 422),
        ("203.0.113.7", "081-111-1111", 422),
        // From another address the same login is free: nobody uses up its owner's tries.
        ("203.0.113.7", "+66811111111", 429),
        ("203.0.113.8", "+66811111111", 422),
        ("203.0.113.7", "0822222222", 429),
        ("203.0.113.8", "0844444444", 422),
    ] {
        assert_eq!(tried(address, login).await, status, "{address} {login}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn strangers_cannot_keep_an_owner_out_and_guess_little() {
    let world = World::with(|settings| {
        settings.hub.proxies = 1;
        settings.sign_ins_per_minute = 1_000;
    })
    .await;
    let address = "niran@manao.example";
    let mut owner = sets_a_password(&world, "niran").await;
    let tried = async |from: u8, password: &str| {
        let request = world.anon().request(reqwest::Method::POST, "/oauth/login-password");
        let request = request.header("x-forwarded-for", format!("203.0.113.{from}"));
        Answer::of(request.json(&json!({"login": address, "password": password}))).await
    };
    // Five passwords are judged, from any number of addresses; after that an answer says nothing about the password.
    for from in 1..=5 {
        tried(from, "Abcdefg2").await.refused(422, "password_wrong");
    }
    for from in 6..=30 {
        tried(from, "Abcdefg2").await.refused(409, "password_code_required");
    }
    // The browser that the owner used before is neither turned away nor asked for a code, and its sign-in gives strangers no new tries.
    let login = json!({"login": address, "password": PASSWORD});
    for _ in 0..3 {
        owner.post("/oauth/login-password", login.clone()).await.ok();
    }
    tried(31, "Abcdefg2").await.refused(409, "password_code_required");
    // Even a known browser has a limit of guesses.
    for _ in 0..5 {
        owner
            .post("/oauth/login-password", json!({"login": address, "password": "Abcdefg2"}))
            .await
            .refused(422, "password_wrong");
    }
    owner.post("/oauth/login-password", login.clone()).await.refused(409, "password_code_required");
    owner.post("/oauth/login-password", login.clone()).await.refused(429, "otp_too_soon");
    owner.post("/oauth/login-password", login).await.refused(429, "too_many_requests");
    // For another user's login it counts as a stranger's.
    owner
        .post("/oauth/login-password", json!({"login": "operator@manao.example", "password": "x"}))
        .await
        .refused(422, "password_wrong");
}
