use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{answer, sheet};

fn drawn(asked: &Value) -> Value {
    answer(&sheet::read(&asked.to_string()).unwrap()).unwrap()
}

fn refused(asked: &Value) -> String {
    let answered = sheet::read(&asked.to_string()).and_then(|sheet| answer(&sheet));
    format!("{:#}", answered.err().unwrap_or_else(|| panic!("{asked} was drawn")))
}

fn names(many: usize) -> Vec<String> {
    (1..=many).map(|number| format!("t{number}")).collect()
}

fn with(mut asked: Value, key: &str, value: Value) -> Value {
    asked[key] = value;
    asked
}

/// Plays all playable matches; the entrant listed first wins.
fn played(asked: &Value) -> Value {
    let order = asked["entrants"].as_array().unwrap();
    let at = |side: &Value| order.iter().position(|name| *name == side["entrant"]);
    let mut results: BTreeMap<u64, Value> = BTreeMap::new();
    loop {
        // The order of results is free.
        let answer = drawn(&with(asked.clone(), "results", results.values().rev().cloned().collect()));
        let before = results.len();
        for drawn in answer["matches"].as_array().unwrap() {
            let (id, home, away) = (drawn["id"].as_u64().unwrap(), at(&drawn["home"]), at(&drawn["away"]));
            if let (Some(home), Some(away)) = (home, away) {
                let score = if home < away { [2, 1] } else { [0, 2] };
                results.entry(id).or_insert_with(|| json!({"match": id, "home": score[0], "away": score[1]}));
            }
        }
        if results.len() == before {
            return answer;
        }
    }
}

#[test]
fn a_draw_says_who_meets_whom_and_where_they_come_from() {
    let answer = drawn(&json!({"format": "Single Elimination", "entrants": ["a", "b", "c", " d ", "e"], "thirdPlace": true}));
    let side = |drawn: &Value| json!([drawn["bracket"], drawn["round"], drawn["number"], drawn["home"], drawn["away"]]);
    let matches: Vec<Value> = answer["matches"].as_array().unwrap().iter().map(side).collect();
    assert_eq!(
        matches,
        [
            json!(["main", 1, 1, {"entrant": "a"}, {"bye": true}]),
            json!(["main", 1, 2, {"entrant": "d"}, {"entrant": "e"}]),
            json!(["main", 1, 3, {"entrant": "b"}, {"bye": true}]),
            json!(["main", 1, 4, {"entrant": "c"}, {"bye": true}]),
            json!(["main", 2, 1, {"entrant": "a"}, {"winnerOf": 2}]),
            json!(["main", 2, 2, {"entrant": "b"}, {"entrant": "c"}]),
            json!(["third", 1, 1, {"loserOf": 5}, {"loserOf": 6}]),
            json!(["main", 3, 1, {"winnerOf": 5}, {"winnerOf": 6}]),
        ]
    );
    assert!(answer["standings"].is_null(), "nothing is played");
}

#[test]
fn every_format_is_played_to_its_end() {
    for asked in [
        json!({"format": "bracket", "entrants": names(11), "thirdPlace": true}),
        json!({"format": "double", "entrants": names(13)}),
        json!({"format": "double_elimination", "entrants": names(2), "grandFinal": "single", "bestOf": [3]}),
        json!({"format": "round_robin", "entrants": names(7), "bestOf": 3, "pointRule": "by_games"}),
        json!({"format": "groups", "entrants": names(22), "groups": 5, "winnersPerGroup": 2, "doubleRound": true}),
        json!({"format": "groups", "entrants": names(16), "groups": 4, "winnersPerGroup": 2, "groupDraw": "pots", "seed": 5}),
    ] {
        let standings = played(&asked)["standings"].clone();
        let ranked = standings.as_array().unwrap();
        assert_eq!(
            (ranked.len(), &ranked[0]),
            (asked["entrants"].as_array().unwrap().len(), &json!({"entrant": "t1", "rank": 1})),
            "{asked}"
        );
        assert_eq!(ranked[1], json!({"entrant": "t2", "rank": 2}), "{asked}");
    }
}

#[test]
fn the_best_of_each_group_are_known_when_it_is_decided() {
    let asked = json!({"format": "groups", "entrants": names(6), "groups": 2, "winnersPerGroup": 2});
    let last = |answer: &Value| answer["matches"].as_array().unwrap()[6].clone();
    let open = last(&drawn(&asked));
    assert_eq!(
        (&open["stage"], &open["home"], &open["away"]),
        (&json!(2), &json!({"qualifier": "A1"}), &json!({"qualifier": "B2"}))
    );
    // The first group: t1, t4, t5; matches 1, 3 and 5.
    let group = |winners: [&str; 3]| -> Value {
        [1, 3, 5].iter().zip(winners).map(|(id, winner)| json!({"match": id, "walkover": winner})).collect()
    };
    let decided = last(&drawn(&with(asked.clone(), "results", group(["t4", "t1", "t1"]))));
    assert_eq!((&decided["home"], &decided["away"]), (&json!({"entrant": "t1"}), &json!({"qualifier": "B2"})));
    // In a circle nobody is first until a lot is drawn.
    let circle = with(asked, "results", group(["t4", "t1", "t5"]));
    let tied = drawn(&circle);
    assert_eq!(
        (&last(&tied)["home"], tied["tables"][0]["cutTie"].as_array().map(Vec::len)),
        (&json!({"qualifier": "A1"}), Some(3))
    );
    let drawn_lots = drawn(&with(circle, "lots", json!(["t5", "t1", "t4"])));
    assert_eq!(
        (&last(&drawn_lots)["home"], &drawn_lots["tables"][0]["lines"][0]["decidedBy"]),
        (&json!({"entrant": "t5"}), &json!("lot"))
    );
}

#[test]
fn a_seed_gives_the_same_draw_as_a_number_and_as_digits() {
    let order = |seed: Value| drawn(&json!({"format": "single", "entrants": names(8), "seed": seed}))["entrants"].clone();
    // Computed by another program, from the description in docs/BRACKETS.md.
    assert_eq!(order(json!("18446744073709551615")), json!(["t8", "t4", "t6", "t5", "t3", "t7", "t2", "t1"]));
    assert_eq!(order(json!(42)), order(json!("42")));
    assert_ne!(order(json!(42)), order(json!(43)));
    let pinned = drawn(&json!({"format": "single", "entrants": names(8), "seed": 42, "pins": {"t8": 1}}));
    assert_eq!(pinned["entrants"][0], "t8");
}

#[test]
fn those_of_one_organization_are_kept_apart_by_moves_that_are_told() {
    let asked = json!({"format": "single", "entrants": names(4), "organizations": {"t1": "KU", "t4": "KU"}, "pins": {"t1": 1}});
    let answer = drawn(&asked);
    assert_eq!((&answer["moves"], &answer["matches"][0]["away"]), (&json!([["t4", "t3"]]), &json!({"entrant": "t3"})));
}

#[test]
fn who_is_out_forfeits_what_is_not_played() {
    let answer = drawn(
        &json!({"format": "single", "entrants": names(4), "out": ["t1"], "results": [{"match": 2, "doubleForfeit": true}]}),
    );
    assert_eq!((&answer["matches"][0]["winner"], &answer["matches"][2]["away"]), (&json!("t4"), &json!({"bye": true})));
    assert_eq!(answer["standings"][0], json!({"entrant": "t4", "rank": 1}));
}

#[test]
fn what_cannot_be_is_refused_in_words() {
    let single = |entrants: usize, results: Value| json!({"format": "single", "entrants": names(entrants), "bestOf": 3, "results": results});
    let scored = |home: Value, away: Value| single(2, json!([{"match": 1, "home": home, "away": away}]));
    let groups = |groups: Value, winners: Value| json!({"format": "groups", "entrants": names(8), "groups": groups, "winnersPerGroup": winners});
    for (asked, expected) in [
        (json!({"format": "single", "entrants": []}), "Can't Generate Bracket"),
        (json!({"format": "single", "entrants": ["a"]}), "Can't Generate Bracket"),
        (json!({"format": "single", "entrants": ["a", "a "]}), "twice"),
        (json!({"format": "single", "entrants": ["a", " "]}), "no name"),
        (json!({"format": "single", "entrants": names(4097)}), "at most 4096"),
        (json!({"format": "swiss", "entrants": names(4)}), "no format"),
        (json!({"format": "single", "entrants": names(4), "groups": 2}), "groups are for"),
        (json!({"format": "single", "entrants": names(4), "bestOf": 2}), "somebody has to go on"),
        (json!({"format": "single", "entrants": names(4), "bestOf": 4}), "not of 4"),
        (json!({"format": "single", "entrants": names(4), "seed": -1}), "a seed is"),
        (json!({"format": "single", "entrants": names(4), "seed": "x"}), "a seed is"),
        (json!({"format": "single", "entrants": names(4), "pins": {"t1": 5}}), "seed 5"),
        (json!({"format": "single", "entrants": names(4), "pins": {"t1": 2, "t2": 2}}), "seed 2"),
        (json!({"format": "single", "entrants": names(4), "out": ["x"]}), "no entrant"),
        (json!({"format": "double", "entrants": names(4), "thirdPlace": true}), "third place"),
        (json!({"format": "round-robin", "entrants": names(300)}), "44850"),
        (groups(json!(0), json!(1)), "at least one group"),
        (groups(json!(5), json!(1)), "fewer than two"),
        (groups(json!(2), json!(5)), "it has fewer"),
        (groups(json!(1), json!(1)), "two to go on"),
        (groups(json!(2), json!(0)), "at least one of each"),
        (groups(Value::Null, json!(1)), "how many groups"),
        (scored(json!(7), json!(5)), "best of 3"),
        (scored(json!(-1), json!(2)), "no number of games"),
        (scored(json!(1.5), json!(2)), "no number of games"),
        (scored(json!(1), json!(1)), "is a draw"),
        (single(2, json!([{"match": 1, "home": 2}])), "either"),
        (single(2, json!([{"match": 2, "walkover": "home"}])), "no match 2"),
        (single(2, json!([{"match": 0, "walkover": "home"}])), "no match 0"),
        (single(2, json!([{"match": 1, "walkover": "t9"}])), "t9"),
        (single(2, json!([{"match": 1, "walkover": "home"}, {"match": 1, "walkover": "home"}])), "two results"),
        (single(4, json!([{"match": 3, "walkover": "home"}])), "not ready"),
        (single(3, json!([{"match": 1, "walkover": "home"}])), "has nobody"),
        (json!({"format": "single", "entrants": names(2), "results": [{"match": 1, "home": 7, "away": 5}]}), "cannot end 7-5"),
        (json!({"entrants": names(2)}), "missing field `format`"),
        (json!([]), "does not say what to draw"),
    ] {
        let refusal = refused(&asked);
        assert!(refusal.contains(expected), "{asked}: {refusal}");
    }
}

#[test]
fn nobody_who_is_out_is_champion_by_a_bye() {
    let results = json!([{"match": 1, "home": 1, "away": 0}, {"match": 2, "doubleForfeit": true}]);
    let answer = drawn(&json!({"format": "single", "entrants": ["a", "b", "c", "d"], "out": ["a"], "results": results}));
    assert_eq!(answer["standings"][0], json!({"entrant": "a", "rank": 2}));
    assert!(answer["champion"].is_null() && answer.get("champion").is_some());
    for format in ["single", "double", "round-robin"] {
        let all = drawn(&json!({"format": format, "entrants": names(3), "out": names(3), "results": []}));
        assert!(all["standings"].as_array().unwrap().iter().all(|line| line["rank"].as_i64() > Some(1)), "{format}: {all}");
    }
    // Matches played before an entrant left still count.
    let results = json!([{"match": 1, "home": 1, "away": 0}, {"match": 2, "doubleForfeit": true}, {"match": 3, "home": 1, "away": 0},
        {"match": 4, "home": 1, "away": 0}, {"match": 6, "home": 1, "away": 0}, {"match": 7, "home": 1, "away": 0}]);
    let played = drawn(&json!({"format": "single", "entrants": names(8), "out": ["t1"], "results": results}));
    assert_eq!((&played["champion"], &played["standings"][0]), (&json!("t1"), &json!({"entrant": "t1", "rank": 1})));
}

#[test]
fn who_is_out_does_not_go_on_from_a_group() {
    let asked = json!({"format": "groups", "entrants": names(4), "groups": 2, "winnersPerGroup": 2});
    // Everyone in each group qualifies, as on the platform where fewer entrants came than the format is for.
    assert_eq!(played(&asked)["champion"], "t1");
    let results = json!([{"match": 1, "home": 1, "away": 0}, {"match": 2, "home": 1, "away": 0}]);
    let answer = drawn(&with(with(asked, "results", results), "out", json!(["t1"])));
    // A: t1 and t4. B: t2 and t3.
    assert_eq!(
        (&answer["matches"][2]["home"], &answer["matches"][3]["away"]),
        (&json!({"entrant": "t4"}), &json!({"qualifier": "A2"}))
    );
    assert_eq!(answer["matches"][3]["winner"], "t2");
    assert_eq!(answer["standings"], json!([{"entrant": "t1", "rank": 4}]));
}
