//! Groups: their tables, their closing, and both ways to settle a tie on the qualifying line.

use serde_json::{Value, json};

use super::field::{Field, ranks, single};
use crate::support::World;

/// Plays a group of four with one qualifier: the first three beat each other in a circle, and each of them beats the fourth.
async fn circle(world: &World) -> (Field<'_>, Value) {
    let stage = json!({"format": "round-robin", "groups": 1, "winnersPerGroup": 2, "qualifiers": 2, "series": [1]});
    let field = Field::published(world, 4, &[stage, single()]).await;
    let ids = field.entrants.clone();
    let bracket = field.bracket().await;
    for of in bracket["matches"].as_array().unwrap() {
        let seat = |side: &str| ids.iter().position(|id| of[side]["contestantId"] == *id).unwrap();
        let (home, away) = (seat("home"), seat("away"));
        let home_wins = away == 3 || (home != 3 && (home + 1) % 3 == away);
        let decided = field.win(of, home_wins).await;
        assert_eq!(decided["match"]["state"], "decided");
    }
    let first = bracket["matches"][0].clone();
    (field, first)
}

/// Plays a league of three who beat each other in a circle, the last stage.
async fn level<'a>(world: &'a World) -> (Field<'a>, Value) {
    let league = Field::published(world, 3, &[json!({"format": "round-robin", "groups": 1, "series": [1]})]).await;
    let ids = league.entrants.clone();
    let bracket = league.bracket().await;
    for of in bracket["matches"].as_array().unwrap() {
        let seat = |side: &str| ids.iter().position(|id| of[side]["contestantId"] == *id).unwrap();
        league.win(of, (seat("home") + 1) % 3 == seat("away")).await;
    }
    (league, bracket["matches"][0].clone())
}

/// Plays a league of four, the last stage: the first beats all, the others each other in a circle.
async fn level_below(world: &World) -> (Field<'_>, Value) {
    let league = Field::published(world, 4, &[json!({"format": "round-robin", "groups": 1, "series": [1]})]).await;
    let ids = league.entrants.clone();
    let bracket = league.bracket().await;
    for of in bracket["matches"].as_array().unwrap() {
        let seat = |side: &str| ids.iter().position(|id| of[side]["contestantId"] == *id).unwrap();
        let (home, away) = (seat("home"), seat("away"));
        league.win(of, home == 0 || (away != 0 && home % 3 + 1 == away)).await;
    }
    (league, bracket["matches"][0].clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_last_stage_that_ends_level_is_settled_or_its_places_are_shared() {
    let world = World::new().await;
    let (league, first) = level(&world).await;
    let ids = league.entrants.clone();
    assert_eq!(league.bracket().await["groups"][0]["cutTie"], json!(ids));
    let end = async |of: &Field<'_>| of.promoter.post("/tournament/submit-to-ranking", json!({"id": of.id})).await;
    let announce = async |winner: i64| {
        let winners = json!({"winners": [{"place": 1, "contestantId": winner}], "version": league.bracket().await["version"]});
        league.promoter.post(&format!("/bracket/submit-final-prize/{}", league.id), winners).await
    };
    end(&league).await.refused(409, "stage_open");
    announce(ids[0]).await.refused(409, "stage_open");
    assert_eq!(league.close_group(&first, json!({})).await.refused(409, "cut_tie")["tied"], json!(ids));

    // They meet once more and the first wins both; nothing is left to settle.
    let added = league.close_group(&first, json!({"resolve": "match"})).await.ok();
    let extra: Vec<Value> = added["matches"].as_array().unwrap().iter().filter(|of| of["extra"] == true).cloned().collect();
    assert_eq!(extra.len(), 3);
    for of in &extra {
        league.win(of, of["home"]["contestantId"].as_i64() < of["away"]["contestantId"].as_i64()).await;
    }
    league.close_group(&first, json!({"resolve": "lot"})).await.refused(409, "group_not_tied");
    let path = format!("/tournament/export-match/{}/round-robin?lang=en", league.id);
    let export = league.promoter.request(reqwest::Method::POST, &path).send().await.unwrap().text().await.unwrap();
    let marks: Vec<&str> = export.lines().skip(1).filter_map(|line| line.rsplit(',').next()).collect();
    assert_eq!(marks, ["", "", "", "Yes", "Yes", "Yes"], "{export}");
    end(&league).await.refused(409, "stage_open");
    league.close_group(&first, json!({})).await.ok();
    announce(ids[0]).await.ok();
    end(&league).await.ok();
    assert_eq!(ranks(&league.bracket().await).into_values().collect::<Vec<_>>(), [1, 2, 3]);

    // Corrected back to a circle, there is a tie to settle: the tournament goes on.
    let shown = league.bracket().await;
    let pair = |of: &&Value| {
        of["extra"] == true && (0..2).all(|at| [&of["home"], &of["away"]].iter().any(|side| side["contestantId"] == ids[at * 2]))
    };
    let turned = shown["matches"].as_array().unwrap().iter().find(pair).unwrap().clone();
    let games = json!([{"home": turned["awayScore"], "away": turned["homeScore"]}]);
    league.score(&turned, json!({"games": games, "reason": "The other way round"})).await.ok();
    let open = league.bracket().await;
    assert_eq!((&open["finished"], &open["groups"][0]["cutTie"]), (&json!(false), &json!(ids)));

    // Shared places stay shared; with prizes for the first two, a tie of all three concerns both.
    let (league, first) = level(&world).await;
    league.close_group(&first, json!({"resolve": "shared"})).await.ok();
    let closed = league.bracket().await;
    assert_eq!((&closed["groups"][0]["closed"], &closed["groups"][0]["cutTie"]), (&json!(true), &json!(null)));
    end(&league).await.ok();
    assert_eq!(ranks(&league.bracket().await).into_values().collect::<Vec<_>>(), [1, 1, 1]);

    // A tie below the prizes stays; a tie for different prizes does not.
    let (league, first) = level_below(&world).await;
    let ids = league.entrants.clone();
    assert_eq!(league.bracket().await["groups"][0]["cutTie"], json!(null));
    league.close_group(&first, json!({})).await.ok();
    end(&league).await.ok();
    let prizes = async |prizes: Value| {
        let version = league.bracket().await["tournamentVersion"].clone();
        let sent = json!({"prizes": prizes, "version": version});
        league.promoter.post(&format!("/bracket/submit-prize/{}", league.id), sent).await.ok()
    };
    let same = prizes(json!([{"place": 1, "baht": 900}])).await;
    assert_eq!((&same["groups"][0]["closed"], &same["finished"]), (&json!(true), &json!(true)));
    // These places were never confirmed: the group is open again, and the end waits for it.
    prizes(json!([{"place": 1, "baht": 900}, {"place": 2, "baht": 500}, {"place": 3, "baht": 500}])).await;
    let prized = league.bracket().await;
    assert_eq!((&prized["groups"][0]["closed"], &prized["finished"]), (&json!(false), &json!(false)));
    assert_eq!(prized["groups"][0]["cutTie"], json!(ids[1..]));
    league.close_group(&first, json!({"resolve": "shared"})).await.ok();
    // A place shared on purpose stays shared.
    let more = prizes(json!([{"place": 1, "baht": 900}, {"place": 2, "baht": 700}, {"place": 3, "baht": 500}])).await;
    assert_eq!(more["groups"][0]["closed"], true);

    let (league, first) = level_below(&world).await;
    let mut prizes = json!({"prizes": [{"place": 1, "baht": 900}, {"place": 2, "baht": 500}, {"place": 3, "baht": 500}]});
    prizes["version"] = league.bracket().await["tournamentVersion"].clone();
    league.promoter.post(&format!("/bracket/submit-prize/{}", league.id), prizes).await.ok();
    let lot = league.close_group(&first, json!({"resolve": "lot"})).await.ok();
    assert_eq!((&lot["groups"][0]["closed"], &lot["groups"][0]["lines"][3]["rank"]), (&json!(true), &json!(4)));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tie_on_the_line_is_settled_by_matches_or_by_lot() {
    let world = World::new().await;
    let (field, first) = circle(&world).await;
    let ids = field.entrants.clone();
    let group = field.bracket().await["groups"][0].clone();
    assert_eq!((&group["complete"], &group["closed"], &group["cutTie"]), (&json!(true), &json!(false), &json!(ids[..3])));
    assert_eq!((&group["lines"][0]["points"], &group["lines"][3]["rank"], &group["winners"]), (&json!(6), &json!(4), &json!(2)));
    let refused = field.close_group(&first, json!({})).await.refused(409, "cut_tie");
    assert_eq!(refused["tied"], json!(ids[..3]));
    field.close_group(&first, json!({"dryRun": true})).await.refused(409, "cut_tie");

    // They meet once more, each with each, and one wins both.
    let added = field.close_group(&first, json!({"resolve": "match"})).await.ok();
    let extra: Vec<Value> = added["matches"].as_array().unwrap().iter().filter(|of| of["extra"] == true).cloned().collect();
    assert_eq!((extra.len(), &extra[0]["label"], &added["groups"][0]["complete"]), (3, &json!("7"), &json!(false)));
    field.close_group(&first, json!({})).await.refused(409, "group_open");
    for of in &extra {
        // The stronger seed wins.
        let home_wins = of["home"]["contestantId"].as_i64() < of["away"]["contestantId"].as_i64();
        field.win(of, home_wins).await;
    }
    let closed = field.close_group(&first, json!({})).await.ok();
    let group = &closed["groups"][0];
    assert_eq!(
        (&group["closed"], &group["lines"][0]["contestantId"], &group["lines"][0]["decidedBy"]),
        (&json!(true), &json!(ids[0]), &json!("tie_break_match"))
    );
    assert_eq!((&group["lines"][0]["points"], &group["lines"][1]["contestantId"]), (&json!(6), &json!(ids[1])));
    field.close_group(&first, json!({})).await.refused(409, "group_closed");

    // A correction that changes the table opens the group again; one that does not leaves it closed.
    let last = field.bracket().await["matches"].as_array().unwrap().last().unwrap().clone();
    field.score(&last, json!({"games": [{"home": 9, "away": 1}], "reason": "Mistyped"})).await.ok();
    let swapped = field.bracket().await;
    let shown = swapped["matches"].as_array().unwrap().iter().find(|of| of["id"] == last["id"]).unwrap().clone();
    let home_won = shown["winner"] == "home";
    assert_eq!(swapped["groups"][0]["closed"], last["winner"] == shown["winner"]);
    let other = if home_won { json!([{"home": 1, "away": 9}]) } else { json!([{"home": 9, "away": 1}]) };
    field.score(&shown, json!({"games": other, "reason": "The other way round"})).await.ok();
    assert!(field.log().await.contains(&"groups_reopened".to_owned()));

    // The same by lot: its seed is published, and the resulting order stands.
    let (field, first) = circle(&world).await;
    field.close_group(&json!({"id": 1}), json!({})).await.refused(404, "match_not_found");
    let closed = field.close_group(&first, json!({"resolve": "lot"})).await.ok();
    let group = closed["groups"][0].clone();
    assert_eq!((&group["closed"], &group["lines"][0]["decidedBy"]), (&json!(true), &json!("lot")));
    assert!(group["lotSeed"].as_str().unwrap().parse::<u64>().is_ok());
    let order: Vec<&Value> = group["lines"].as_array().unwrap()[..3].iter().map(|line| &line["contestantId"]).collect();
    let log: Value =
        sqlx::query_scalar("select after from esports.tournament_revisions where tournament_id = $1 and kind = 'group_closed'")
            .bind(field.id)
            .fetch_one(&world.app.db)
            .await
            .unwrap();
    assert_eq!((json!(log["lot"]["order"]), &log["lot"]["seed"]), (json!(order), &group["lotSeed"]));

    // Groups of five have rests; a match of a bracket is in no group.
    let stage = json!({"format": "round-robin", "groups": 2, "series": [2]});
    let leagues = Field::published(&world, 9, &[stage]).await;
    let bracket = leagues.bracket().await;
    let rests: Vec<usize> =
        bracket["groups"].as_array().unwrap().iter().map(|group| group["rests"].as_array().unwrap().len()).collect();
    assert_eq!(rests, [5, 0]);
    // A series of two may end level, and is played whole.
    let of = &bracket["matches"][0];
    leagues.score(of, json!({"games": [{"home": 1, "away": 0}]})).await.refused(422, "fields_invalid");
    let level = leagues.score(of, json!({"games": [{"home": 1, "away": 0}, {"home": 0, "away": 1}]})).await.ok();
    assert_eq!((&level["match"]["homeScore"], &level["match"]["winner"]), (&json!(1), &json!(null)));
    let cup = Field::published(&world, 2, &[single()]).await;
    cup.close_group(&cup.at("main", 1, 1).await, json!({})).await.refused(409, "match_not_in_group");
}
