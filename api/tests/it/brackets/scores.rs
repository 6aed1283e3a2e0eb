//! Scores on cards and on the home page: renewed behind the results, and told on the tournament's own topic.

use serde_json::{Value, json};

use super::field::{Field, single};
use crate::support::World;

/// Renews the scores, and waits until the home page shows the expected one.
async fn shown(world: &World, id: i64, expected: &Value) {
    world.run_task("brackets.scores").await;
    let card = async || {
        let current = world.anon().get("/tournament/current").await.ok();
        let playing = current["playing"].as_array().unwrap();
        playing.iter().find(|of| of["id"] == id).map(|of| of["score"].clone()).filter(|score| score == expected)
    };
    world.until("the score on the home page", card).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_follow_the_results_to_the_champion() {
    let world = World::new().await;
    let field = Field::published(&world, 4, &[single()]).await;
    let anon = world.anon();
    let path = format!("/tournament/get/tournament-banner-detail/{}", field.id);
    let mut watcher = world.socket(&anon).await;
    watcher.subscribe(&anon.get(&path).await.ok()["live"]).await;

    let (first, second) = (field.at("main", 1, 1).await, field.at("main", 1, 2).await);
    field.win(&first, true).await;
    let last = json!({"id": first["id"], "home": "P1", "away": "P4", "homeScore": 1, "awayScore": 0});
    shown(&world, field.id, &json!({"playing": 0, "last": last})).await;
    let mut told = watcher.event("tournament.changed").await["data"].clone();
    while told["score"].is_null() {
        told = watcher.event("tournament.changed").await["data"].clone();
    }
    assert_eq!((&told["phase"], &told["score"]["last"]), (&json!("competition"), &last));

    let begun = "with begun as (update esports.matches set state = 'playing' where id = $1 returning tournament_id)
                 update esports.tournaments set bracket_version = bracket_version + 1 where id in (select tournament_id from begun)";
    sqlx::query(begun).bind(second["id"].as_i64()).execute(&world.app.db).await.unwrap();
    let live = json!({"id": second["id"], "home": "P2", "away": "P3"});
    shown(&world, field.id, &json!({"playing": 1, "live": live, "last": last})).await;

    field.win(&field.at("main", 1, 2).await, true).await;
    field.win(&field.at("main", 2, 1).await, false).await;
    field.win(&field.at("third", 1, 1).await, true).await;
    field.promoter.post("/tournament/submit-to-ranking", json!({"id": field.id})).await.ok();
    world.run_task("brackets.scores").await;
    let finished = async || {
        let lanes = anon.get("/tournament/lanes").await.ok();
        Some(lanes["finished"][0]["score"]["champion"].clone()).filter(|champion| champion == "P2")
    };
    world.until("the champion in the list", finished).await;
    let current = anon.get("/tournament/current").await.ok();
    assert_eq!(current, json!({"playing": [], "open": []}));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_is_led_by_one_or_by_nobody() {
    let world = World::new().await;
    let league = Field::published(&world, 3, &[json!({"format": "round-robin", "groups": 1, "series": [1]})]).await;
    let bracket = league.bracket().await;
    let name = |of: &Value| format!("P{}", league.entrants.iter().position(|id| *of == *id).unwrap() + 1);
    for (at, of) in bracket["matches"].as_array().unwrap().iter().enumerate() {
        let (home, away) = (name(&of["home"]["contestantId"]), name(&of["away"]["contestantId"]));
        // Everybody wins once, so that in the end nobody leads.
        let home_wins = [("P1", "P2"), ("P2", "P3"), ("P3", "P1")].contains(&(home.as_str(), away.as_str()));
        league.win(of, home_wins).await;
        let (home_score, away_score) = if home_wins { (1, 0) } else { (0, 1) };
        let last = json!({"id": of["id"], "home": home, "away": away, "homeScore": home_score, "awayScore": away_score});
        let winner = if home_wins { &home } else { &away };
        match at {
            0 => {
                let leader = json!({"name": winner, "points": 3, "played": 1});
                shown(&world, league.id, &json!({"playing": 0, "last": last, "leader": leader})).await;
            }
            2 => shown(&world, league.id, &json!({"playing": 0, "last": last})).await,
            _ => {}
        }
    }
}
