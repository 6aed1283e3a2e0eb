//! A bracket in play: results take effect at once, bad ones are refused, and many simultaneous decisions lose nothing.

use futures_util::future::join_all;
use serde_json::{Value, json};

use super::field::{Field, find, ranks};
use crate::support::World;

#[tokio::test(flavor = "multi_thread")]
async fn eight_play_to_the_end() {
    let world = World::new().await;
    let stage = json!({"format": "bracket", "elimination": "single", "thirdPlace": true, "series": [1, 3]});
    let field = Field::published(&world, 8, &[stage]).await;
    let mut watcher = world.socket(&world.anon()).await;
    watcher.subscribe(&field.bracket().await["live"]).await;

    let quarter = field.at("main", 1, 1).await;
    let semi = field.at("main", 2, 1).await;
    for (body, field_name) in [
        (json!({"games": [{"home": 1, "away": 1}]}), "games"),
        (json!({"games": [{"home": -1, "away": 3}]}), "games"),
        (json!({"games": [{"home": 1000, "away": 3}]}), "games"),
        (json!({"games": []}), "games"),
        (json!({}), "games"),
        (json!({"games": [{"home": 1, "away": 0}], "walkover": "home"}), "games"),
        (json!({"games": [{"home": 1, "away": 0}, {"home": 1, "away": 0}]}), "games"),
        (json!({"games": vec![json!({"home": 1, "away": 0}); 99]}), "games"),
        (json!({"walkover": "home"}), "reason"),
        (json!({"doubleForfeit": true, "reason": " "}), "reason"),
        (json!({"walkover": "home", "reason": "x".repeat(501)}), "reason"),
    ] {
        let refused = field.score(&quarter, body).await.refused(422, "fields_invalid");
        assert!(refused["fields"][field_name].is_string(), "{refused}");
    }
    let game = json!([{"home": 13, "away": 7}]);
    field.score(&semi, json!({"games": [{"home": 1, "away": 0}, {"home": 1, "away": 0}]})).await.refused(409, "match_not_ready");
    field.reset(&quarter, json!({"dryRun": true})).await.refused(409, "match_no_result");
    field.reset(&quarter, json!({})).await.refused(422, "fields_invalid");
    let nothing = json!({"id": 1, "version": 1});
    field.score(&nothing, json!({"games": game})).await.refused(404, "match_not_found");

    // Both promoters decide at once: the second sees the first one's decision.
    let staff = field.world.user("co-promoter").await;
    sqlx::query(
        "insert into esports.tournament_staff (tournament_id, user_id, role, added_at) values ($1, $2, 'co_promoter', now())",
    )
    .bind(field.id)
    .bind(staff.user_id)
    .execute(&world.app.db)
    .await
    .unwrap();
    let path = format!("/tournament/submit-match-score/{}", quarter["id"]);
    let body = |home: i64| json!({"games": [{"home": home, "away": 7}], "version": quarter["version"]});
    let (one, other) = tokio::join!(field.promoter.post(&path, body(13)), staff.post(&path, body(1)));
    let (won, lost) = if one.status.is_success() { (one.ok(), other) } else { (other.ok(), one) };
    lost.refused(409, "match_changed");
    assert_eq!((&won["match"]["state"], won["changed"].as_array().unwrap().len()), (&json!("decided"), 2));
    let quarter = won["match"].clone();
    field.score(&quarter, json!({"games": game})).await.refused(422, "fields_invalid");
    if quarter["winner"] == "away" {
        field.score(&quarter, json!({"games": game, "reason": "It was the other way round"})).await.ok();
    }

    // Watchers received it, and a later request sees it; the competition has begun.
    // The event of the publication comes first.
    let published = watcher.event("bracket.changed").await["data"].clone();
    assert_eq!((&published["since"], &published["version"], &published["matches"]), (&json!(1), &json!(1), &json!([])));
    let event = watcher.event("bracket.changed").await["data"].clone();
    assert_eq!((&event["since"], &event["version"], &event["decided"]), (&json!(0), &won["bracketVersion"], &json!(1)));
    let told: Vec<&Value> = event["matches"].as_array().unwrap().iter().filter(|of| of["id"] == quarter["id"]).collect();
    assert_eq!(told, [&quarter]);
    let bracket = field.bracket().await;
    assert_eq!(find(&bracket, "main", 2, 1)["home"]["contestantId"], field.entrants[0]);
    assert_eq!((&bracket["stages"][0]["decided"], &find(&bracket, "main", 2, 1)["state"]), (&json!(1), &json!("waiting")));
    let started: bool = sqlx::query_scalar("select started_at is not null from esports.tournaments where id = $1")
        .bind(field.id)
        .fetch_one(&world.app.db)
        .await
        .unwrap();
    assert!(started);

    // All others of the round at once.
    let rest: Vec<Value> = (2..=4).map(|number| find(&bracket, "main", 1, number)).collect();
    join_all(rest.iter().map(|of| field.win(of, true))).await;
    let bracket = field.bracket().await;
    assert_eq!(bracket["stages"][0]["decided"], 4);
    for number in [1, 2] {
        field.win(&find(&bracket, "main", 2, number), true).await;
    }
    field.win(&field.at("third", 1, 1).await, false).await;
    field.win(&field.at("main", 3, 1).await, true).await;
    let ended = field.bracket().await;
    assert_eq!(ended["stages"][0]["state"], "decided");
    let placed = |entrant: usize| ranks(&ended).get(&field.entrants[entrant]).copied();
    assert_eq!((0..8).map(placed).collect::<Vec<_>>(), [Some(1), Some(2), Some(3), Some(4), Some(5), Some(5), Some(5), Some(5)]);

    // A walk through time: after the second moment two quarter-finals are decided, or more if several were simultaneous.
    let moments = world.anon().post("/bracket/get-moments", json!({"id": field.id})).await.ok();
    let items = moments["items"].as_array().unwrap();
    let corrections = usize::from(items.len() == 9);
    assert_eq!(items.len(), 8 + corrections);
    let moment = items[1 + corrections]["at"].as_str().unwrap();
    let until = items.iter().filter(|item| item["at"].as_str().unwrap() <= moment).count() - corrections;
    assert!((2..=4).contains(&until), "{moments}");
    let then = field.get(&world.anon(), json!({"at": moment})).await.ok();
    let decided = then["matches"].as_array().unwrap().iter().filter(|of| of["state"] == "decided").count();
    assert_eq!((decided, ranks(&then).len()), (until, until));
    let last = field.get(&world.anon(), json!({"at": items.last().unwrap()["at"]})).await.ok();
    assert_eq!((&last["matches"], &last["entrants"]), (&ended["matches"], &ended["entrants"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn many_results_at_once_are_all_there() {
    let world = World::new().await;
    let stage = json!({"format": "bracket", "elimination": "double", "grandFinal": "reset", "series": [1]});
    let field = Field::published(&world, 32, &[stage]).await;
    // Double elimination until the end; each round's open matches at once, and each decided twice: one of the two is refused.
    let mut rounds = 0;
    loop {
        let bracket = field.bracket().await;
        let open: Vec<Value> =
            bracket["matches"].as_array().unwrap().iter().filter(|of| of["state"] == "ready").cloned().collect();
        if open.is_empty() {
            assert_eq!(bracket["stages"][0]["state"], "decided");
            let version = bracket["version"].as_i64().unwrap();
            let decided = bracket["stages"][0]["decided"].as_i64().unwrap();
            assert_eq!(version, 1 + decided, "each decision is one version");
            assert_eq!(ranks(&bracket).len(), 32);
            assert_eq!(ranks(&bracket)[&field.entrants[0]], 1);
            break;
        }
        let game = json!([{"home": 13, "away": 7}]);
        let twice = open.iter().flat_map(|of| [of, of]).map(|of| field.score(of, json!({"games": game})));
        let answers = join_all(twice).await;
        let good = answers.iter().filter(|answer| answer.status.is_success()).count();
        assert_eq!(good, open.len());
        assert!(answers.iter().all(|answer| answer.status.is_success() || answer.body["code"] == "match_changed"));
        rounds += 1;
    }
    assert!(rounds > 8, "{rounds}");
    let results: i64 = sqlx::query_scalar("select count(*) from esports.match_results where tournament_id = $1")
        .bind(field.id)
        .fetch_one(&world.app.db)
        .await
        .unwrap();
    assert_eq!(results, field.bracket().await["stages"][0]["decided"].as_i64().unwrap());
}
