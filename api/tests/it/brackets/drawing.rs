//! The life of a draw.

use manao_esports::tournaments::bracket_changes;
use serde_json::json;

use super::field::{Field, find, single};
use crate::support::World;

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_is_made_changed_submitted_and_published_once() {
    let world = World::new().await;
    let field = Field::new(&world, 1, &[single()]).await;
    let anon = world.anon();
    field.generate(json!({"method": "seeded"})).await.refused(409, "bracket_impossible");
    field.generate(json!({"method": "seeded", "stage": 9})).await.refused(404, "stage_not_found");
    field.get(&anon, json!({})).await.refused(404, "bracket_not_found");
    field.submit(json!({"version": 1})).await.refused(404, "bracket_not_found");

    let mut ids = field.entrants.clone();
    ids.extend(field.enter(5).await);
    for seed in ["x", "-1", "18446744073709551616"] {
        field.generate(json!({"method": "random", "seed": seed})).await.refused(422, "fields_invalid");
    }
    let pin = |id: i64, seed: i64| json!({"contestantId": id, "seed": seed});
    for pins in [
        vec![pin(1, 1)],
        vec![pin(ids[0], 0)],
        vec![pin(ids[0], 7)],
        vec![pin(ids[0], 1), pin(ids[0], 2)],
        vec![pin(ids[0], 1), pin(ids[1], 1)],
    ] {
        field.generate(json!({"method": "seeded", "pins": pins})).await.refused(422, "fields_invalid");
    }

    // The seed determines the draw; a pinned entrant keeps its place in any case.
    let order = json!({"method": "random", "seed": "18446744073709551615", "pins": [pin(ids[3], 1)]});
    let first = field.generate(order.clone()).await.ok();
    let again = field.generate(order).await.ok();
    assert_eq!(first["entrants"], again["entrants"]);
    assert_eq!(first["entrants"][0]["contestantId"], ids[3]);
    assert_eq!((&again["draw"]["seed"], &again["draw"]["state"]), (&json!("18446744073709551615"), &json!("draft")));
    assert_eq!(again["draw"]["base"], json!(ids));
    let other = field.generate(json!({"method": "random", "seed": "7"})).await.ok();
    assert_ne!(first["draw"]["arrangement"], other["draw"]["arrangement"]);

    // In the order of entry: the first two have byes, and are in the second round already.
    let drawn = field.generate(json!({"method": "seeded"})).await.ok();
    let line = |at: usize| drawn["draw"]["arrangement"][0][at].as_i64();
    assert_eq!([0, 1, 2, 3, 4].map(line), [Some(ids[0]), None, Some(ids[3]), Some(ids[4]), Some(ids[1])]);
    assert_eq!(find(&drawn, "main", 1, 1)["state"], "bye");
    assert_eq!(find(&drawn, "main", 2, 1)["home"]["contestantId"], ids[0]);
    assert_eq!((&find(&drawn, "main", 1, 2)["label"], &find(&drawn, "main", 1, 1)["label"]), (&json!("1"), &json!(null)));
    field.get(&anon, json!({})).await.refused(404, "bracket_not_found");
    let moments = async |body| anon.post("/bracket/get-moments", body).await;
    moments(json!({"id": field.id})).await.refused(404, "bracket_not_found");
    moments(json!({"id": field.id, "stage": 2})).await.refused(404, "stage_not_found");
    moments(json!({"id": 4711})).await.refused(404, "tournament_not_found");
    field.send(1).await.refused(409, "bracket_not_submitted");

    // Registration is open again: nothing is final while entries are possible.
    let open = "update esports.tournaments set registration_closed_at = $2 where id = $1";
    let set = async |at: Option<chrono::DateTime<chrono::Utc>>| {
        sqlx::query(open).bind(field.id).bind(at).execute(&world.app.db).await.unwrap();
    };
    set(None).await;
    field.submit(json!({})).await.refused(409, "draw_too_early");
    set(Some(world.app.now())).await;
    field.submit(json!({"version": 1})).await.refused(409, "bracket_changed");
    // A draft that someone else has made in the meantime is neither replaced nor taken for the first.
    for version in [json!(1), json!(null)] {
        field.generate(json!({"method": "random", "version": version})).await.refused(409, "bracket_changed");
    }
    for swaps in [json!([[ids[0], ids[0]]]), json!([[ids[0], 1]])] {
        field.submit(json!({"swaps": swaps})).await.refused(422, "fields_invalid");
    }
    let submitted = field.submit(json!({"swaps": [[ids[0], ids[5]]]})).await.ok();
    assert_eq!((&submitted["draw"]["state"], &submitted["draw"]["swaps"]), (&json!("submitted"), &json!([[ids[0], ids[5]]])));
    assert_eq!(submitted["draw"]["arrangement"][0][0], ids[5]);
    field.generate(json!({"method": "seeded"})).await.refused(409, "bracket_submitted");
    field.submit(json!({})).await.refused(409, "bracket_submitted");
    field.get(&anon, json!({})).await.refused(404, "bracket_not_found");
    field.submit(json!({"reopen": true})).await.ok();

    // An entrant leaves: the draw is out of date.
    let leave = "update esports.entrants set status = $2 where id = $1";
    let status = async |id: i64, status: &str| {
        sqlx::query(leave).bind(id).bind(status).execute(&world.app.db).await.unwrap();
    };
    status(ids[5], "withdrawn").await;
    field.submit(json!({})).await.refused(409, "bracket_entrants_changed");
    status(ids[5], "join").await;
    field.submit(json!({})).await.ok();

    let path = format!("/bracket/send-bracket/{}", field.id);
    field.promoter.post(&path, json!({"stage": 1, "version": 1})).await.refused(409, "bracket_changed");
    let sent = field.send(1).await.ok();
    assert_eq!((&sent["draw"]["state"], &sent["stages"][0]["state"]), (&json!("published"), &json!("published")));
    let public = field.bracket().await;
    assert_eq!(
        (&public["matches"], &public["live"]["topic"]),
        (&sent["matches"], &json!(format!("public:bracket:{}", field.id)))
    );
    assert_eq!((&public["stages"][0]["matches"], &public["stages"][0]["decided"]), (&json!(6), &json!(0)));
    // The public sees that it was drawn four times before this was published; submitting and opening again are not draws.
    assert_eq!((&drawn["draw"]["draft"], &public["draw"]["draft"]), (&json!(4), &json!(4)));
    let locked: i64 = sqlx::query_scalar(
        "select count(*) from esports.entrants where tournament_id = $1 and locked_at is not null and seed is not null",
    )
    .bind(field.id)
    .fetch_one(&world.app.db)
    .await
    .unwrap();
    assert_eq!(locked, 6);
    field.generate(json!({"method": "seeded"})).await.refused(409, "bracket_published");
    field.submit(json!({"reopen": true})).await.refused(409, "bracket_published");

    // Every entrant is notified of their first match, and again when it is sent again.
    let told = async |entrant: i64| -> Vec<String> {
        sqlx::query_scalar("select m.body_en from people.inbox_messages m join esports.entrants e on e.user_id = m.user_id where e.id = $1 and m.kind = 'bracket_published'")
            .bind(entrant)
            .fetch_all(&world.app.db)
            .await
            .unwrap()
    };
    let bye = world.until("the bye is told", async || told(ids[5]).await.pop()).await;
    assert_eq!(bye, "Manao Cup: “P5” has a bye and meets the winner of match 1 in match 3.");
    let pair = world.until("the pair is told", async || told(ids[3]).await.pop()).await;
    assert_eq!(pair, "Manao Cup: “P3” meets “P4” in match 1.");
    field.send(1).await.ok();
    world.until("it is told again", async || (told(ids[3]).await.len() == 2).then_some(())).await;

    // Entrants whose matches are undecided may still be swapped, with a reason.
    let swap = json!({"swaps": [[ids[5], ids[3]]]});
    field.submit(swap.clone()).await.refused(422, "fields_invalid");
    let swapped = field.submit(json!({"swaps": swap["swaps"], "reason": "A mistake of ours"})).await.ok();
    assert_eq!(find(&swapped, "main", 1, 2)["home"]["contestantId"], ids[5]);
    assert_eq!(find(&swapped, "main", 2, 1)["home"]["contestantId"], ids[3]);
    assert_eq!(field.bracket().await["matches"], swapped["matches"]);
    field.win(&find(&swapped, "main", 1, 2), true).await;
    field.submit(json!({"swaps": swap["swaps"], "reason": "Back"})).await.refused(409, "match_touched");
    // Before the swap the others were there.
    let published = sent["draw"]["publishedAt"].clone();
    let then = field.get(&anon, json!({"at": published})).await.ok();
    assert_eq!(find(&then, "main", 1, 2)["home"]["contestantId"], ids[3]);
    assert_eq!(find(&then, "main", 1, 2)["state"], "ready");
    field.get(&anon, json!({"at": "2020-01-01T00:00:00Z"})).await.refused(404, "bracket_not_found");
    assert_eq!(&field.log().await[..3], ["match_decided", "draw_swapped", "bracket_published"]);
}

/// Imitates a change that the hub has announced before the database's notification reached this process.
async fn change_in_silence(field: &Field<'_>, sql: &'static str) {
    let db = &field.world.app.db;
    for all in ["disable", "enable"] {
        let triggers = format!("alter table esports.tournaments {all} trigger user");
        if all == "enable" {
            sqlx::query(sql).bind(field.id).execute(db).await.unwrap();
        }
        sqlx::query(sqlx::AssertSqlSafe(triggers)).execute(db).await.unwrap();
    }
}

/// Waits until the process has received all notifications of the database so far: they come in order.
async fn heard_all(field: &Field<'_>) {
    let (app, other) = (&field.world.app, field.id + 1_000_000);
    let before = bracket_changes(app, other);
    sqlx::query("select pg_notify('brackets', $1)").bind(other.to_string()).execute(&app.db).await.unwrap();
    field.world.until("the notification", async || (bracket_changes(app, other) > before).then_some(())).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_is_never_older_than_the_event_that_asks_for_it() {
    let world = World::new().await;
    let field = Field::published(&world, 2, &[single()]).await;
    let anon = world.anon();
    let whole = async |asked: &str| anon.get(&format!("/tournament/get/{}{asked}", field.id)).await.ok();
    let bracket = async |version: i64| field.get(&anon, json!({"version": version})).await.ok();
    let version = field.bracket().await["version"].as_i64().unwrap();
    heard_all(&field).await;
    bracket(version).await;
    assert_eq!(whole("").await["cancelReason"], json!(null));
    change_in_silence(
        &field,
        "update esports.tournaments set bracket_version = bracket_version + 1, cancel_reason = 'Rain' where id = $1",
    )
    .await;
    // The cached bracket still serves a client that knows of nothing newer, or asks for a version that never existed.
    assert_eq!(bracket(version).await["version"], version);
    assert_eq!(bracket(version + 1_000_000).await["version"], version);
    assert_eq!(whole("?bracketVersion=1000000").await["cancelReason"], json!(null));
    assert_eq!(whole(&format!("?bracketVersion={}", version + 1)).await["cancelReason"], "Rain");
    assert_eq!(field.bracket().await["version"], version + 1);
    change_in_silence(&field, "update esports.tournaments set bracket_version = bracket_version + 1 where id = $1").await;
    assert_eq!(bracket(version + 2).await["version"], version + 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn organizations_keep_apart_and_large_fields_are_stored() {
    let world = World::new().await;
    let field = Field::new(&world, 8, &[single()]).await;
    // The first and the last seed, who would meet at once, attend the same school.
    sqlx::query(
        "with school as (insert into people.organizations (code, type, name_th, name_en) values ('one', 'school', 'โรงเรียนหนึ่ง', 'School One') returning id)
         update esports.entrant_players p set academy_id = school.id from school where p.entrant_id = any($1)",
    )
    .bind([field.entrants[0], field.entrants[7]])
    .execute(&world.app.db)
    .await
    .unwrap();
    let together = field.generate(json!({"method": "seeded"})).await.ok();
    assert_eq!(together["draw"]["conflicts"], json!([[field.entrants[0], field.entrants[7]]]));
    assert_eq!(together["entrants"][0]["organization"]["name"]["en"], "School One");
    let apart = field.generate(json!({"method": "seeded", "apart": "organization"})).await.ok();
    assert_eq!((&apart["draw"]["conflicts"], apart["draw"]["moves"].as_array().unwrap().is_empty()), (&json!([]), false));
    field.submit(json!({})).await.ok();
    field.send(1).await.ok();
    // The school of minors must not be public.
    let public = field.bracket().await;
    assert_eq!((&public["entrants"][0]["organization"], &public["draw"]["moves"]), (&json!(null), &apart["draw"]["moves"]));

    let field = Field::published(&world, 4096, &[single()]).await;
    let bracket = field.bracket().await;
    assert_eq!((bracket["entrants"].as_array().unwrap().len(), bracket["matches"].as_array().unwrap().len()), (4096, 4096));
    let decided = field.win(&find(&bracket, "main", 1, 2048), true).await;
    assert_eq!(decided["changed"].as_array().unwrap().len(), 2);

    let groups = Field::new(&world, 5, &[json!({"format": "round-robin", "groups": 3, "series": [1]})]).await;
    groups.generate(json!({"method": "seeded"})).await.refused(409, "groups_impossible");
}
