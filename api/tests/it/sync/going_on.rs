//! Continuing with none, one and several former profiles; their owners; two tabs at once.

use manao_people::account::TERMS_VERSION;
use serde_json::json;

use crate::account::browser::Browser;
use crate::support::World;
use crate::sync::people::{check, email, go_on, ids, profile, terms_change};

#[tokio::test(flavor = "multi_thread")]
async fn a_new_person_accepts_the_terms_before_ordering() {
    let world = World::shop().await;
    let mut browser = Browser::new(&world);
    let session = browser.sign_in("somchai").await;
    let somchai = browser.client.clone();
    assert_eq!((&session["user"]["synced"], session["user"].get("esportId")), (&json!(false), None));
    let before = check(&somchai).await;
    let expected = json!({"skip": 0, "users": [], "identity": "somchai@manao.example", "type": "msisdn", "termsVersion": before["termsVersion"]});
    assert_eq!(before, expected);

    let mut request = world.direct("free-fire-68", 1, Some("884210019")).await;
    request["channel"] = json!("promptpay");
    request["expectedTotalSatang"] = json!(2_000);
    somchai.post_once("/purchase/create-order", "before-the-terms-1", request.clone()).await.refused(403, "terms_required");
    assert_eq!(world.count("select count(*) from shop.orders").await, 0);

    let continued = go_on(&somchai, 0).await.ok();
    assert_eq!(continued["esportId"], somchai.user_id);
    assert_eq!(continued.get("refreshToken"), None, "a browser's stays in its cookie");
    let me = somchai.get("/user/me").await.ok();
    assert_eq!((&me["synced"], &me["esportId"]), (&json!(true), &json!(somchai.user_id)));
    assert_eq!(check(&somchai).await["skip"], 1);
    somchai.post_once("/purchase/create-order", "after-the-terms-1", request).await.ok();

    let sql = "select count(*) from people.terms_acceptances join people.users on users.id = user_id
               where accepted_at = synced_at and terms_acceptances.version = $1 and address is not null";
    let accepted: i64 = sqlx::query_scalar(sql).bind(TERMS_VERSION).fetch_one(&world.app.db).await.unwrap();
    assert_eq!(accepted, 1);
    let log = somchai.post("/user-log/revision", json!({"page": 1, "perPage": 10})).await.ok();
    assert!(log["items"].as_array().unwrap().iter().any(|entry| entry["kind"] == "terms_accepted"), "{log:#}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_one_profile_of_a_person_is_taken_over() {
    let world = World::new().await;
    let mali = world.newcomer("mali").await;
    let old = profile(&world, &email(&world, &mali).await, "Malee").await;
    profile(&world, "somebody@example.com", "Somebody").await;
    // Data that she has already entered here stays.
    sqlx::query("insert into people.profiles (user_id, nickname, updated_at) values ($1, 'Li', now())")
        .bind(mali.user_id)
        .execute(&world.app.db)
        .await
        .unwrap();

    let found = check(&mali).await;
    assert_eq!(ids(&found), [old]);
    let shown = &found["users"][0];
    assert_eq!((&shown["name"], &shown["displayName"]), (&json!("Malee"), &json!("Malee (old)")));
    assert_eq!(shown["picture"], "https://old.example/Malee");
    assert!(shown["lastLogin"].is_string() && shown.get("lastJoinedTournament").is_none());

    let refused = go_on(&mali, 0).await.refused(422, "fields_invalid");
    assert_eq!(refused["fields"]["selectedUserId"], "legacy_profile_required");
    assert_eq!(world.count("select count(*) from people.terms_acceptances").await, 0, "a refusal accepts nothing");

    go_on(&mali, old).await.ok();
    let me = mali.get("/user/me").await.ok();
    assert_eq!((&me["displayName"], &me["picture"]), (&json!("Malee (old)"), &json!("https://old.example/Malee")));
    let (nickname, province): (String, String) =
        sqlx::query_as("select nickname, province from people.profiles where user_id = $1")
            .bind(mali.user_id)
            .fetch_one(&world.app.db)
            .await
            .unwrap();
    assert_eq!((nickname.as_str(), province.as_str()), ("Li", "เชียงใหม่"));
    assert_eq!(world.count("select count(*) from people.legacy_profiles where claimed_at is null").await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_several_profiles_one_is_chosen_and_the_others_stay() {
    let world = World::new().await;
    let krit = world.newcomer("krit").await;
    sqlx::query("update people.users set msisdn = '66811112222', msisdn_verified_at = now() where id = $1")
        .bind(krit.user_id)
        .execute(&world.app.db)
        .await
        .unwrap();
    let address = email(&world, &krit).await;
    let by_email = [profile(&world, &address, "A").await, profile(&world, &address, "B").await];
    let by_number = profile(&world, "66811112222", "C").await;
    // Rows imported before the rules: too many marks, and a district of another province.
    let raw = "update people.legacy_profiles set display_name = $2, district = 'จตุจักร', zip_code = '10900' where id = $1";
    sqlx::query(raw).bind(by_number).bind("C \u{E48}ก่่่่").execute(&world.app.db).await.unwrap();
    let found = check(&krit).await;
    let mut all = ids(&found);
    all.sort_unstable();
    assert_eq!(all, [by_email[0], by_email[1], by_number]);

    go_on(&krit, by_number).await.ok();
    assert_eq!(krit.get("/user/me").await.ok()["displayName"], "C ก่");
    let mine = "select count(*) from people.profiles where address = '1 Old Road' and num_nonnulls(sub_district, district, province, zip_code) = 0";
    assert_eq!(world.count(mine).await, 1, "the place is none, so nobody lives there");
    // The same choice again is accepted; any other comes too late.
    go_on(&krit, by_number).await.ok();
    go_on(&krit, by_email[0]).await.refused(409, "account_synced");
    go_on(&krit, 0).await.refused(409, "account_synced");
    assert_eq!(world.count("select count(*) from people.legacy_profiles where claimed_at is null").await, 2);
    assert_eq!(world.count("select count(*) from people.terms_acceptances").await, 1);
    assert_eq!(ids(&check(&krit).await), [0_i64; 0]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_profile_of_somebody_else_is_not_there() {
    let world = World::new().await;
    let (mali, somchai) = (world.newcomer("mali").await, world.newcomer("somchai").await);
    let malis = profile(&world, &email(&world, &mali).await, "Malee").await;
    let somchais = profile(&world, &email(&world, &somchai).await, "Somchai").await;
    for unknown in [somchais, malis + 1_000, -1, i64::MAX] {
        go_on(&mali, unknown).await.refused(404, "legacy_profile_not_found");
    }
    mali.post("/account/continue", json!({"selectedUserId": "x"})).await.refused(422, "fields_invalid");
    mali.post("/account/continue", json!({})).await.refused(422, "fields_invalid");
    // She has entered her province here, and her e-mail address in the name would be public.
    sqlx::query("insert into people.profiles (user_id, province, updated_at) values ($1, 'ตราด', now())")
        .bind(mali.user_id)
        .execute(&world.app.db)
        .await
        .unwrap();
    sqlx::query("update people.legacy_profiles set display_name = identity where id = $1")
        .bind(malis)
        .execute(&world.app.db)
        .await
        .unwrap();
    go_on(&mali, malis).await.ok();
    assert_eq!(mali.get("/user/me").await.ok()["displayName"], "mali");
    assert_eq!(world.count("select count(*) from people.profiles where province = 'ตราด' and address is null").await, 1);

    // Her number later passes to another user: the claimed profile stays hers.
    sqlx::query("update people.users set email = null, email_verified_at = null where id = $1")
        .bind(mali.user_id)
        .execute(&world.app.db)
        .await
        .unwrap();
    sqlx::query(
        "update people.users set email = (select identity from people.legacy_profiles where id = $2)::citext where id = $1",
    )
    .bind(somchai.user_id)
    .bind(malis)
    .execute(&world.app.db)
    .await
    .unwrap();
    assert_eq!(ids(&check(&somchai).await), [0_i64; 0]);
    go_on(&somchai, malis).await.refused(409, "legacy_profile_claimed");
    world.anon().get("/account/check").await.refused(401, "session_required");
    world.anon().post("/account/continue", json!({"selectedUserId": 0})).await.refused(401, "session_required");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_a_verified_identity_finds_profiles() {
    let world = World::new().await;
    let krit = world.newcomer("krit").await;
    let address = email(&world, &krit).await;
    let by_email = profile(&world, &address, "A").await;
    let by_number = profile(&world, "66811112222", "B").await;
    let set = async |sql: &'static str| sqlx::query(sql).bind(krit.user_id).execute(&world.app.db).await.unwrap();
    set("update people.users set email_verified_at = null, msisdn = '66811112222' where id = $1").await;
    let found = check(&krit).await;
    assert_eq!((ids(&found), found.get("identity")), (vec![], None));
    for id in [by_email, by_number] {
        go_on(&krit, id).await.refused(404, "legacy_profile_not_found");
    }
    // Spelling does not matter, verification does.
    set("update people.users set email = upper(email::text)::citext, email_verified_at = now() where id = $1").await;
    assert_eq!(ids(&check(&krit).await), [by_email]);
    set("update people.users set email = null, email_verified_at = null, msisdn_verified_at = now() where id = $1").await;
    let found = check(&krit).await;
    assert_eq!(
        (ids(&found), &found["identity"], &found["type"]),
        (vec![by_number], &json!("08x-xxx-2222"), &json!("facebook_no_email"))
    );
    set("update people.users set user_type = 'msisdn' where id = $1").await;
    assert_eq!(check(&krit).await["type"], "msisdn");
    set("update people.users set user_type = 'email_password' where id = $1").await;
    assert_eq!(check(&krit).await["type"], "email_password");
}

#[tokio::test(flavor = "multi_thread")]
async fn changed_terms_are_accepted_again() {
    let world = World::shop().await;
    let mali = world.newcomer("mali").await;
    let address = email(&world, &mali).await;
    let old = profile(&world, &address, "Malee").await;
    go_on(&mali, old).await.ok();
    let first = check(&mali).await;
    assert_eq!(first["skip"], 1);
    let unclaimed = profile(&world, &address, "Other").await;

    terms_change(&world, &mali).await;
    let again = check(&mali).await;
    assert_eq!((&again["skip"], &again["users"], &again["termsVersion"]), (&json!(0), &json!([]), &first["termsVersion"]));
    let me = mali.get("/user/me").await.ok();
    assert_eq!((&me["synced"], me.get("esportId")), (&json!(false), None));
    assert_eq!(mali.get("/user/me-esport").await.ok().get("esportId"), None);
    let mut request = world.direct("free-fire-68", 1, Some("884210019")).await;
    request["channel"] = json!("promptpay");
    request["expectedTotalSatang"] = json!(2_000);
    mali.post_once("/purchase/create-order", "before-the-new-terms", request.clone()).await.refused(403, "terms_required");

    // A tab with the earlier text accepts nothing; nor can another profile be chosen now.
    let stale = json!({"selectedUserId": 0, "termsVersion": "2025-01"});
    mali.post("/account/continue", stale.clone()).await.refused(409, "terms_outdated");
    go_on(&mali, unclaimed).await.refused(409, "account_synced");
    assert_eq!(check(&mali).await["skip"], 0);

    let fresh = json!({"selectedUserId": 0, "termsVersion": again["termsVersion"]});
    let other_tab = world.session(mali.user_id).await;
    mali.post("/account/continue", fresh.clone()).await.ok();
    other_tab.post("/account/continue", fresh).await.ok();
    other_tab.post("/account/continue", stale).await.refused(409, "terms_outdated");
    assert_eq!((&check(&mali).await["skip"], &mali.get("/user/me").await.ok()["synced"]), (&json!(1), &json!(true)));
    mali.post_once("/purchase/create-order", "after-the-new-terms", request).await.ok();

    let versions: Vec<String> =
        sqlx::query_scalar("select version from people.terms_acceptances where user_id = $1 order by version")
            .bind(mali.user_id)
            .fetch_all(&world.app.db)
            .await
            .unwrap();
    assert_eq!(versions, ["2025-01", again["termsVersion"].as_str().unwrap()]);
    assert_eq!(world.count("select count(*) from people.legacy_profiles where claimed_at is not null").await, 1);
    assert_eq!(world.count("select count(*) from people.user_log where kind = 'profile_continued'").await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn of_two_tabs_at_once_one_choice_holds() {
    let world = World::new().await;
    for round in 0..8 {
        let krit = world.newcomer("krit").await;
        let address = email(&world, &krit).await;
        let choices = [profile(&world, &address, "A").await, profile(&world, &address, "B").await];
        let other_tab = world.session(krit.user_id).await;
        let (one, two) = tokio::join!(go_on(&krit, choices[0]), go_on(&other_tab, choices[1]));
        let (winner, loser) = if one.status.is_success() { (0, two) } else { (1, one) };
        loser.refused(409, "account_synced");
        let claimed: Vec<i64> = sqlx::query_scalar("select id from people.legacy_profiles where claimed_by = $1")
            .bind(krit.user_id)
            .fetch_all(&world.app.db)
            .await
            .unwrap();
        assert_eq!(claimed, [choices[winner]], "round {round}");

        // The same choice in both tabs is fine.
        let mali = world.newcomer("mali").await;
        let old = profile(&world, &email(&world, &mali).await, "M").await;
        let other_tab = world.session(mali.user_id).await;
        let (one, two) = tokio::join!(go_on(&mali, old), go_on(&other_tab, old));
        one.ok();
        two.ok();
    }
    assert_eq!(world.count("select count(*) from people.terms_acceptances").await, 16);
    assert_eq!(world.count("select count(*) from people.user_log where kind = 'terms_accepted'").await, 16);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_learns_what_they_are_in_esports() {
    let world = World::new().await;
    let mali = world.newcomer("mali").await;
    let nobody = json!({"hasTeam": false, "isPromoter": false, "isCaptain": false});
    assert_eq!(mali.get("/user/me-esport").await.ok(), nobody);
    go_on(&mali, 0).await.ok();
    let set = async |sql: &'static str| sqlx::query(sql).bind(mali.user_id).execute(&world.app.db).await.unwrap();
    set("with team as (insert into esports.teams (name, created_at) values ('Limes', now()) returning id)
         insert into esports.team_members (user_id, team_id, role, joined_at) select $1, id, 'captain', now() from team")
    .await;
    set("update people.users set promoter_until = now() + interval '365 days' where id = $1").await;
    set("insert into esports.promoters (user_id, approved_at, expires_at) values ($1, now(), now() + interval '365 days')").await;
    set("insert into people.profiles (user_id, education_level, updated_at) values ($1, 'university', now())").await;
    let me = mali.get("/user/me-esport").await.ok();
    let team: i64 = sqlx::query_scalar("select id from esports.teams").fetch_one(&world.app.db).await.unwrap();
    let expected = json!({"esportId": mali.user_id, "hasTeam": true, "isPromoter": true, "isCaptain": true, "teamId": team, "educationLevel": "university"});
    assert_eq!(me, expected);
    world.advance(std::time::Duration::from_secs(366 * 86_400)).await;
    let later = world.session(mali.user_id).await;
    assert_eq!(later.get("/user/me-esport").await.ok()["isPromoter"], false, "the right has ended");
}
