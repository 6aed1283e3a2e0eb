//! Second factors and the session that they open.

use manao_domain::staff::StaffRole;
use serde_json::{Value, json};

use super::authenticator::Authenticator;
use super::{entered, next_code, set_up};
use crate::support::{Client, World};

/// A call that every role may make, and one that needs a fresh factor.
const ANY: &str = "/console/search?q=lime";
const FRESH: &str = "/console/factors/recovery-codes";

/// Staff with a role, outside the console.
async fn outside(world: &World, name: &str) -> Client {
    let client = world.staff(name, &[StaffRole::Support]).await;
    world.fresh_session(&Client { console: None, ..client }).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_app_and_recovery_codes_open_the_console_once_each() {
    let world = World::new().await;
    let mali = outside(&world, "mali").await;
    mali.get(ANY).await.refused(403, "console_required");
    let entry = mali.get("/console/entry").await.ok();
    assert_eq!(
        (&entry["roles"], &entry["factors"]["totp"], &entry["passkeysOffered"]),
        (&json!(["support"]), &json!(false), &json!(false))
    );
    let early = outside(&world, "early").await;
    early.post("/console/entry/passkey/begin", json!({})).await.refused(409, "factor_missing");
    early.post("/console/factors/passkeys/begin", json!({})).await.refused(409, "passkeys_unavailable");
    early.post("/console/entry/totp", json!({"code": "123456"})).await.refused(409, "factor_missing");
    early.post("/console/factors/totp/confirm", json!({"code": "123456"})).await.refused(409, "factor_missing");

    let (inside, phone, first) = set_up(&world, &mali).await;
    let codes: Vec<String> = serde_json::from_value(first["recoveryCodes"].clone()).unwrap();
    assert_eq!(codes.len(), 10);
    inside.get(ANY).await.ok();
    assert_eq!(inside.get("/console/entry").await.ok().get("recoveryCodes"), None, "shown once");
    // The code that set it up is used. (Each person may try ten times in a quarter of an hour.)
    let again = world.fresh_session(&mali).await;
    again.post("/console/entry/totp", phone.code(&world)).await.refused(409, "factor_invalid");
    again.post("/console/factors/totp/begin", json!({})).await.refused(409, "factor_exists");
    next_code(&world).await;
    let spaced = phone.code(&world)["code"].as_str().unwrap().to_owned();
    let spaced = json!({"code": format!(" {} {} ", &spaced[..3], &spaced[3..])});
    let both = futures_util::future::join_all([0, 1].map(|_| again.post("/console/entry/totp", spaced.clone()))).await;
    let (came_in, refused): (Vec<_>, Vec<_>) = both.into_iter().partition(|answer| answer.status == 200);
    assert_eq!((came_in.len(), refused.len()), (1, 1), "one code, twice at once");
    entered(&again, &came_in[0]).get(ANY).await.ok();

    // A recovery code, however it is typed; the second time it is used up.
    let typed = codes[0].to_uppercase().replace('-', " ");
    let third = world.fresh_session(&mali).await;
    let answer = third.post("/console/entry/recovery-code", json!({ "code": typed })).await;
    entered(&third, &answer).get(ANY).await.ok();
    assert_eq!(answer.ok()["factors"]["recoveryCodes"], 9);
    third.post("/console/entry/recovery-code", json!({ "code": codes[0] })).await.refused(409, "factor_invalid");
    // New ones end the earlier.
    let renewed = inside.post(FRESH, json!({})).await.ok();
    assert_eq!(renewed["recoveryCodes"].as_array().unwrap().len(), 10);
    third.post("/console/entry/recovery-code", json!({ "code": codes[1] })).await.refused(409, "factor_invalid");
    // The last factor stays.
    inside.post("/console/factors/totp/remove", json!({})).await.refused(409, "factor_last");

    // Nobody guesses: ten tries in a quarter of an hour, of whatever kind.
    let guesser = outside(&world, "guesser").await;
    set_up(&world, &guesser).await;
    for _ in 0..8 {
        guesser.post("/console/entry/totp", json!({"code": "000000"})).await.refused(409, "factor_invalid");
    }
    guesser.post("/console/entry/totp", json!({"code": "000000"})).await.refused(429, "too_many_requests");
    let kinds: Vec<String> = world.mails(&mali).await.into_iter().map(|(kind, _)| kind).collect();
    for kind in ["staff_entered", "staff_factors"] {
        assert!(kinds.iter().any(|sent| sent == kind), "{kind} in {kinds:?}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_session_belongs_to_one_login_and_ends() {
    let world = World::new().await;
    let mali = outside(&world, "mali").await;
    let (inside, phone, _) = set_up(&world, &mali).await;
    let end = async |set: &'static str| {
        sqlx::query(set).bind(inside.user_id).execute(&world.app.db).await.unwrap();
    };
    // The cookie alone, with another person's login, or with another login of the same person.
    Client { token: None, ..inside.clone() }.get(ANY).await.refused(401, "session_required");
    Client { console: inside.console.clone(), ..outside(&world, "other").await }.get(ANY).await.refused(403, "console_required");
    Client { console: inside.console.clone(), ..world.session(mali.user_id).await }
        .get(ANY)
        .await
        .refused(403, "console_required");
    // The login alone; and neither opens the other's doors.
    Client { console: None, ..inside.clone() }.get(ANY).await.refused(403, "console_required");
    inside.get("/user/me").await.ok();
    world.user("customer").await.get(ANY).await.refused(403, "staff_required");

    // Five minutes, half an hour, twelve hours.
    end("update people.console_sessions set factor_at = factor_at - interval '5 minutes' where user_id = $1").await;
    inside.post(FRESH, json!({})).await.refused(403, "factor_required");
    inside.get(ANY).await.ok();
    next_code(&world).await;
    inside.post("/console/entry/totp", phone.code(&world)).await.ok();
    inside.post(FRESH, json!({})).await.ok();
    end("update people.console_sessions set used_at = used_at - interval '30 minutes' where user_id = $1").await;
    inside.get(ANY).await.refused(403, "console_required");
    let back = async || {
        next_code(&world).await;
        entered(&inside, &inside.post("/console/entry/totp", phone.code(&world)).await)
    };
    let inside = back().await;
    // An open page that asks by itself is nobody.
    end("update people.console_sessions set used_at = used_at - interval '20 minutes' where user_id = $1").await;
    inside.get("/console/today").await.ok();
    end("update people.console_sessions set used_at = used_at - interval '10 minutes' where user_id = $1").await;
    inside.get("/console/today").await.refused(403, "console_required");
    let inside = back().await;
    for _ in 0..2 {
        end("update people.console_sessions set used_at = used_at - interval '29 minutes' where user_id = $1").await;
        inside.get(ANY).await.ok();
    }
    end("update people.console_sessions set began_at = began_at - interval '12 hours' where user_id = $1").await;
    inside.get(ANY).await.refused(403, "console_required");

    // Leaving; and the login's end.
    let inside = back().await;
    inside.post("/console/entry/leave", json!({})).await.ok();
    inside.get(ANY).await.refused(403, "console_required");
    inside.get("/user/me").await.ok();
    let inside = back().await;
    end("update people.sessions set ended_at = now() where user_id = $1").await;
    inside.get(ANY).await.refused(401, "session_revoked");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_passkey_answers_this_site_alone() {
    let world = World::with(|settings| settings.public_url = format!("http://localhost:{}", settings.port)).await;
    let origin = world.app.settings.public_url.clone();
    let mali = outside(&world, "mali").await;
    let mut key = Authenticator::new("localhost");
    let begin = async |client: &Client| client.post("/console/factors/passkeys/begin", json!({})).await.ok();
    let add = async |client: &Client, request: &Value, credential: Value| {
        let body = json!({"name": "Work laptop", "challengeId": request["challengeId"], "credential": credential});
        client.post("/console/factors/passkeys", body).await
    };
    assert_eq!(mali.get("/console/entry").await.ok()["passkeysOffered"], true);
    // Made on another site, by another site's key, or for another request.
    let early = outside(&world, "early").await;
    let request = begin(&early).await;
    add(&early, &request, key.create(&request, "https://shop.example")).await.refused(409, "factor_invalid");
    add(&early, &request, key.create(&request, &origin)).await.refused(409, "passkey_expired");
    let request = begin(&early).await;
    add(&early, &request, Authenticator::new("shop.example").create(&request, &origin)).await.refused(409, "factor_invalid");
    let request = begin(&mali).await;
    add(&early, &request, key.create(&request, &origin)).await.refused(409, "passkey_expired");
    let answer = add(&mali, &request, key.create(&request, &origin)).await;
    let inside = entered(&mali, &answer);
    assert_eq!(answer.ok()["factors"]["passkeys"][0]["name"], "Work laptop");
    inside.get(ANY).await.ok();

    // Coming in by it.
    let again = world.fresh_session(&mali).await;
    let prove = async |credential: fn(&mut Authenticator, &Value, &str) -> Value, key: &mut Authenticator, origin: &str| {
        let request = again.post("/console/entry/passkey/begin", json!({})).await.ok();
        let credential = credential(key, &request, origin);
        let body = json!({"challengeId": request["challengeId"], "credential": credential});
        (again.post("/console/entry/passkey", body.clone()).await, body)
    };
    prove(Authenticator::get, &mut key, "https://shop.example").await.0.refused(409, "factor_invalid");
    let mut strange = Authenticator::new("localhost");
    strange.id.clone_from(&key.id);
    prove(Authenticator::get, &mut strange, &origin).await.0.refused(409, "factor_invalid");
    let (answer, body) = prove(Authenticator::get, &mut key, &origin).await;
    entered(&again, &answer).get(ANY).await.ok();
    assert!(answer.ok()["factors"]["passkeys"][0]["lastUsedAt"].is_string());
    again.post("/console/entry/passkey", body).await.refused(409, "passkey_expired");
    inside.post("/console/factors/passkeys/remove", json!({"id": 4711})).await.refused(409, "factor_last");
}
