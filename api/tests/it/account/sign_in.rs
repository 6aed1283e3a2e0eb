//! Returning from the login provider, and every attempt that must not let anyone in.

use std::time::Duration;

use reqwest::Method;
use rsa::RsaPrivateKey;
use rsa::pkcs1::{EncodeRsaPrivateKey as _, LineEnding};
use rsa::rand_core::OsRng;
use serde_json::json;
use url::Url;

use crate::account::browser::Browser;
use crate::support::{Answer, Socket, World};

#[tokio::test(flavor = "multi_thread")]
async fn a_person_signs_in_and_is_the_same_next_time() {
    let world = World::new().await;
    let mut browser = Browser::new(&world);
    let (code, state) = browser.through_provider("somchai", "/en/cart%3Fx=1").await;
    let login = browser.set.clone();
    let session = browser.session(&code, &state).await.ok();
    assert_eq!(session["returnTo"], "/en/cart?x=1");
    assert_eq!(session["expiresIn"], 900);
    let user = &session["user"];
    assert_eq!(user["displayName"], "สมชาย ใจดี");
    assert_eq!(user["email"], "somchai@manao.example");
    assert_eq!(user["mobileMasked"], "08x-xxx-5671");
    assert_eq!(user["userType"], "msisdn");
    assert_eq!((&user["verified"], &user["suspended"], &user["isStaff"]), (&json!(true), &json!(false), &json!(false)));
    assert_eq!(user["live"], json!({"topic": format!("user:{}", user["id"])}));
    assert_eq!(user["badgeLive"], json!({"topic": format!("badge:{}", user["id"])}));

    assert_eq!(login.len(), 1);
    let cookie = |name: &str| browser.set.iter().find(|line| line.starts_with(name)).expect("the cookie");
    for (line, attributes) in [
        (&login[0], ["manao_login=", "Path=/api;", "HttpOnly", "SameSite=Lax", "Max-Age=600"]),
        (cookie("manao_refresh"), ["manao_refresh=", "Path=/api/oauth;", "HttpOnly", "SameSite=Lax", "Max-Age=172800"]),
        (cookie("manao_device"), ["manao_device=", "Path=/api;", "HttpOnly", "SameSite=Lax", "Max-Age=34560000"]),
    ] {
        for attribute in attributes {
            assert!(format!("{line};").contains(attribute), "{attribute} in {line}");
        }
        assert!(!line.contains("Secure"), "plain http in tests: {line}");
    }

    // The same browser causes no notice, however often it signs in.
    assert_eq!(browser.sign_in("somchai").await["user"]["id"], user["id"]);
    assert_eq!(world.mails(&browser.client).await, []);
    let mut again = Browser::new(&world);
    assert_eq!(again.sign_in("somchai").await["user"]["id"], user["id"]);
    let me = again.client.get("/user/me").await.ok();
    assert_eq!(&me, user);
    again.sign_in("somchai").await;
    assert_eq!(world.mails(&again.client).await, [("new_device".to_owned(), "sent".to_owned())], "another browser is told once");
    let mail = &world.mailed("somchai@manao.example").await[0];
    assert!(mail["text"].as_str().unwrap().contains("127.0.0.1") && mail["unsubscribe"].is_null(), "{mail}");

    // A user signed in since before browsers were recorded is notified too; without a session there is nothing to compare.
    let mut niran = Browser::new(&world);
    niran.sign_in("niran").await;
    let gone = "with gone as (delete from people.devices) update people.sessions set ended_at = now(), ended_reason = 'logout'";
    for before in ["delete from people.devices", gone] {
        sqlx::query(before).execute(&world.app.db).await.unwrap();
        Browser::new(&world).sign_in("niran").await;
        let mails = world.mails(&niran.client).await;
        assert_eq!(mails, [("new_device".to_owned(), "sent".to_owned())], "{before}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_the_provider_has_verified_decides_who_one_is() {
    let world = World::new().await;
    // person, user type, e-mail, number, verified
    for (person, kind, email, mobile, verified) in [
        ("malee", "msisdn", None, Some("08x-xxx-5672"), true),
        ("niran", "email_password", Some("niran@manao.example"), None, true),
        ("ploy", "others", Some("ploy@manao.example"), Some("08x-xxx-5674"), true),
        ("krit", "others", Some("krit@manao.example"), Some("08x-xxx-5675"), true),
    ] {
        let user = Browser::new(&world).sign_in(person).await["user"].clone();
        assert_eq!(user["userType"], kind, "{person}");
        assert_eq!(user.get("email").and_then(|email| email.as_str()), email, "{person}");
        assert_eq!(user.get("mobileMasked").and_then(|mobile| mobile.as_str()), mobile, "{person}");
        assert_eq!(user["verified"], verified, "{person}");
    }
    // An account from before the provider was asked takes the provider's type; a type taken over stays.
    let niran = Browser::new(&world).sign_in("niran").await["user"]["id"].as_i64();
    for (before, after) in [("others", "email_password"), ("msisdn", "msisdn")] {
        sqlx::query("update people.users set user_type = $2 where id = $1")
            .bind(niran)
            .bind(before)
            .execute(&world.app.db)
            .await
            .unwrap();
        assert_eq!(Browser::new(&world).sign_in("niran").await["user"]["userType"], after, "{before}");
    }

    let mut browser = Browser::new(&world);
    let (code, state) = browser.through_provider("fah", "/").await;
    let refused = browser.session(&code, &state).await.refused(422, "login_email_missing");
    assert!(refused["message"].as_str().unwrap().contains("e-mail"));
    let users: i64 = sqlx::query_scalar("select count(*) from people.users").fetch_one(&world.app.db).await.unwrap();
    assert_eq!(users, 4, "nobody was made for her");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_identity_is_linked_only_where_both_sides_have_verified() {
    let world = World::new().await;
    let insert = "insert into people.users (display_name, email, email_verified_at, msisdn, msisdn_verified_at, created_at)
                  values ($1, $2::citext, $3::timestamptz, $4, $5::timestamptz, now()) returning id";
    let make = async |email: Option<&str>, email_ok: bool, number: Option<&str>, number_ok: bool| -> i64 {
        let now = world.app.now();
        sqlx::query_scalar(insert)
            .bind("before")
            .bind(email)
            .bind(email_ok.then_some(now))
            .bind(number)
            .bind(number_ok.then_some(now))
            .fetch_one(&world.app.db)
            .await
            .unwrap()
    };
    let niran = make(Some("Niran@Manao.example"), true, None, false).await;
    let malee = make(None, false, Some("66812345672"), true).await;
    let not_krit = make(Some("krit@manao.example"), false, None, false).await;
    let not_ploy = make(Some("ploy@manao.example"), true, None, false).await;
    // Somchai's e-mail belongs to one user and his number to another: the e-mail decides, and the number stays where it is.
    let somchai = make(Some("somchai@manao.example"), true, None, false).await;
    let neighbour = make(None, false, Some("66812345671"), true).await;

    let sign_in = async |person: &str| Browser::new(&world).sign_in(person).await["user"].clone();
    assert_eq!(sign_in("niran").await["id"], niran);
    assert_eq!(sign_in("malee").await["id"], malee);
    assert_ne!(sign_in("krit").await["id"], not_krit, "his e-mail was only claimed here");
    assert_ne!(sign_in("ploy").await["id"], not_ploy, "her e-mail is only claimed there");
    let user = sign_in("somchai").await;
    assert_eq!(user["id"], somchai);
    assert_eq!(user.get("mobileMasked"), None);
    assert_ne!(somchai, neighbour);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_attempt_is_good_once_in_its_own_browser() {
    let world = World::new().await;
    let mut browser = Browser::new(&world);
    let (code, state) = browser.through_provider("somchai", "/").await;

    let mut other = Browser::new(&world);
    other.session(&code, &state).await.refused(400, "login_attempt_invalid");
    other.begin("malee", "/").await;
    other.session(&code, &state).await.refused(400, "login_attempt_invalid");
    browser.session(&code, "made-up").await.refused(400, "login_attempt_invalid");
    browser.session(&code, &state).await.ok();
    browser.session(&code, &state).await.refused(400, "login_attempt_invalid");

    let (code, state) = browser.through_provider("somchai", "/").await;
    world.app.clock.advance(Duration::from_secs(601));
    browser.session(&code, &state).await.refused(400, "login_attempt_invalid");
    world.run_task("account.purge").await;
    let left: i64 = sqlx::query_scalar("select count(*) from people.login_attempts where used_at is null")
        .fetch_one(&world.app.db)
        .await
        .unwrap();
    assert_eq!(left, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_tabs_of_one_browser_may_sign_in_side_by_side() {
    let world = World::new().await;
    let mut browser = Browser::new(&world);
    let first = browser.through_provider("somchai", "/").await;
    let second = browser.through_provider("somchai", "/games").await;
    assert_eq!(browser.session(&second.0, &second.1).await.ok()["returnTo"], "/games");
    assert_eq!(browser.session(&first.0, &first.1).await.ok()["returnTo"], "/");
}

#[tokio::test(flavor = "multi_thread")]
async fn code_verifier_and_nonce_belong_together() {
    let world = World::new().await;
    let mut browser = Browser::new(&world);
    // Two attempts with exchanged codes: each meets the other's verifier and is refused by the provider.
    let first = browser.through_provider("somchai", "/").await;
    let second = browser.through_provider("malee", "/").await;
    browser.session(&second.0, &first.1).await.refused(401, "login_rejected");
    browser.session(&first.0, &second.1).await.refused(401, "login_rejected");

    // A nonce of another attempt: the provider accepts code and verifier, and its ID token is refused here.
    let url = browser.begin("somchai", "/").await;
    let forged: Vec<(String, String)> = url
        .query_pairs()
        .map(|(key, value)| (key.to_string(), if key == "nonce" { "another".to_owned() } else { value.to_string() }))
        .collect();
    let mut forged_url: Url = url.clone();
    forged_url.query_pairs_mut().clear().extend_pairs(forged);
    let (code, state) = browser.at_provider(&forged_url).await;
    browser.session(&code, &state).await.refused(401, "login_rejected");

    let (_, state) = browser.through_provider("somchai", "/").await;
    browser.session("made-up", &state).await.refused(401, "login_rejected");
    let sessions: i64 = sqlx::query_scalar("select count(*) from people.sessions").fetch_one(&world.app.db).await.unwrap();
    assert_eq!(sessions, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_that_is_away_is_told_as_such() {
    let world = World::with(|settings| settings.provider_timeout_ms = 2_000).await;
    let mut browser = Browser::new(&world);
    let (code, state) = browser.through_provider("somchai", "/").await;
    let faults = format!("{}/faults", world.sandbox.base_url);
    let fault = |rule: serde_json::Value| world.anon().http.post(&faults).json(&rule).send();
    fault(json!({"kind": "oidc_slow", "ms": 30_000, "times": 1})).await.unwrap();
    let started = std::time::Instant::now();
    let answer = browser.session(&code, &state).await;
    assert!(answer.headers.contains_key("retry-after"));
    answer.refused(503, "login_unavailable");
    assert!(started.elapsed() < Duration::from_secs(25), "{:?}", started.elapsed());

    let (code, state) = browser.through_provider("somchai", "/").await;
    fault(json!({"kind": "oidc_down", "times": 1})).await.unwrap();
    browser.session(&code, &state).await.refused(503, "login_unavailable");
    browser.sign_in("somchai").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_provider_may_change_its_keys() {
    let before = manao_sandbox::start(manao_sandbox::Settings::for_tests()).await.unwrap();
    let issuer = format!("{}/oidc", before.base_url);
    let world = World::with(|settings| settings.oidc_issuer.clone_from(&issuer)).await;
    let user = Browser::new(&world).sign_in("somchai").await["user"]["id"].clone();
    let port = Url::parse(&issuer).unwrap().port().unwrap();
    // The same provider with another key and nothing of the old one.
    let settings = manao_sandbox::Settings { port, ..manao_sandbox::Settings::for_tests() };
    std::fs::create_dir_all(&settings.data).unwrap();
    let key = RsaPrivateKey::new(&mut OsRng, 2048).unwrap().to_pkcs1_pem(LineEnding::LF).unwrap();
    std::fs::write(settings.data.join("oidc-key.pem"), key.as_bytes()).unwrap();
    before.shutdown().await;
    let _after = manao_sandbox::start(settings).await.unwrap();
    assert_eq!(Browser::new(&world).sign_in("somchai").await["user"]["id"], user);
}

#[tokio::test(flavor = "multi_thread")]
async fn other_sites_and_floods_are_turned_away() {
    let world = World::with(|settings| settings.sign_ins_per_minute = 6).await;
    let mut browser = Browser::new(&world);
    browser.sign_in("somchai").await;
    for path in ["/oauth/sessions", "/oauth/refresh-token", "/oauth/logout"] {
        let foreign = browser.client.request(Method::POST, path).header("origin", "https://evil.example");
        browser.send(foreign.json(&json!({"code": "x", "state": "x"}))).await.refused(403, "forbidden");
    }
    assert!(browser.cookies.contains_key("manao_refresh"));
    for _ in 0..4 {
        browser.get("/auth/login").await.ok();
    }
    let answer = browser.get("/auth/login").await;
    let wait: u64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=60).contains(&wait));
    answer.refused(429, "too_many_requests");
}

#[tokio::test(flavor = "multi_thread")]
async fn behind_a_proxy_each_customer_counts_and_a_network_is_one() {
    let world = World::with(|settings| {
        settings.hub.proxies = 1;
        settings.hub.sockets_per_address = 2;
        settings.sign_ins_per_minute = 2;
    })
    .await;
    let ask = async |address: &str| {
        let request = world.anon().request(Method::GET, "/auth/login").header("x-forwarded-for", address);
        request.send().await.unwrap().status().as_u16()
    };
    for (address, status) in [
        ("203.0.113.7", 200),
        ("203.0.113.7", 200),
        ("203.0.113.7", 429),
        ("203.0.113.8", 200),
        ("2001:db8:1:2:3:4:5:6", 200),
        ("2001:db8:1:2:ffff::1", 200),
        ("2001:db8:1:2::9", 429),
        ("2001:db8:1:3::9", 200),
    ] {
        assert_eq!(ask(address).await, status, "{address}");
    }
    // The same proxy is in front of the live sockets.
    let mut sockets = Vec::new();
    for address in ["203.0.113.1", "203.0.113.2", "203.0.113.3", "203.0.113.4", "203.0.113.5", "203.0.113.5"] {
        sockets.push(Socket::forwarded(&world.url, address).await.unwrap());
    }
    assert_eq!(Socket::forwarded(&world.url, "203.0.113.5").await.err(), Some(4409));
}

#[tokio::test(flavor = "multi_thread")]
async fn it_goes_back_to_this_site_only() {
    let world = World::new().await;
    for path in ["https://evil.example/", "//evil.example", "/%5Cevil.example", "javascript:alert(1)"] {
        let mut browser = Browser::new(&world);
        let (code, state) = browser.through_provider("somchai", path).await;
        assert_eq!(browser.session(&code, &state).await.ok()["returnTo"], "/", "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_role_makes_staff_before_and_after_signing_in() {
    use manao_domain::staff::StaffRole;
    use manao_people::staff::command::{OperatorCommand, run};
    let world = World::new().await;
    let run = async |command| run(&world.app, command).await;
    let grant = |identifier: &str, roles: &[StaffRole]| OperatorCommand::Grant {
        identifier: identifier.into(),
        roles: roles.to_vec(),
        note: Some("shift lead".into()),
    };
    let revoke = |roles: &[StaffRole]| OperatorCommand::Revoke { identifier: "+66812345678".into(), roles: roles.to_vec() };
    run(grant("081-234-5678", &[StaffRole::Catalogue, StaffRole::Admin])).await.unwrap();
    let mut browser = Browser::new(&world);
    assert_eq!(browser.sign_in("operator").await["user"]["isStaff"], true);
    // A role alone opens nothing.
    let close = json!({"open": true});
    browser.client.post("/console/payment-channels/promptpay", close.clone()).await.refused(403, "console_required");
    browser.client = world.fresh_session(&browser.client).await;
    browser.client = world.in_console(browser.client).await;
    browser.client.post("/console/payment-channels/promptpay", close.clone()).await.ok();
    let listed = run(OperatorCommand::List).await.unwrap();
    assert!(listed.contains("66812345678\t") && listed.contains("\tadmin, catalogue\t"), "{listed}");
    assert_eq!(run(revoke(&[StaffRole::Catalogue])).await.unwrap(), "66812345678 is staff: admin.");
    browser.client.post("/console/payment-channels/promptpay", close.clone()).await.refused(403, "console_required");
    browser.client = world.fresh_session(&browser.client).await;
    browser.client = world.in_console(browser.client).await;
    browser.client.post("/console/payment-channels/promptpay", close.clone()).await.refused(403, "role_required");
    run(revoke(&[])).await.unwrap();
    browser.client.post("/console/payment-channels/promptpay", close).await.refused(403, "staff_required");
    assert!(run(revoke(&[])).await.is_err());
    // Krit claims a number that he has not verified: a role for it does not reach him.
    run(grant("0812345675", &[StaffRole::Support])).await.unwrap();
    assert_eq!(Browser::new(&world).sign_in("krit").await["user"]["isStaff"], false);
    let _ = Answer::of(world.anon().request(Method::GET, "/user/me")).await.refused(401, "session_required");
}
