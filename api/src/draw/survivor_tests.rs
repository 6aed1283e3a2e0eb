//! Survivor stages of `manao draw`.

use serde_json::{Value, json};

fn drawn(asked: &Value) -> Value {
    super::draw(&asked.to_string()).unwrap().0
}

fn refused(asked: &Value) -> String {
    format!("{:#}", super::draw(&asked.to_string()).unwrap_err())
}

fn with(mut asked: Value, key: &str, value: Value) -> Value {
    asked[key] = value;
    asked
}

/// Returns a map with these entrants in order of place, each with their kills.
fn map(number: usize, lines: &[(&str, i64)]) -> Value {
    let line = |(place, (name, kills)): (i64, &(&str, i64))| json!({"entrant": name, "place": place, "kills": kills});
    json!({"map": number, "lines": (1..).zip(lines).map(line).collect::<Vec<_>>()})
}

fn stage(maps: usize, results: Value) -> Value {
    json!({"format": "survivor", "entrants": ["a", "b", "c"], "maps": maps, "pointTable": "ff_12", "results": results})
}

fn ranks(answer: &Value) -> Vec<(String, i64)> {
    let lines = answer["standings"].as_array().unwrap().iter();
    lines.map(|line| (line["entrant"].as_str().unwrap().to_owned(), line["rank"].as_i64().unwrap())).collect()
}

fn places(expected: &[(&str, i64)]) -> Vec<(String, i64)> {
    expected.iter().map(|(name, rank)| ((*name).to_owned(), *rank)).collect()
}

#[test]
fn maps_make_a_board() {
    let results = json!([map(2, &[("b", 1), ("a", 0), ("c", 0)]), map(1, &[("a", 3), ("b", 0), ("c", 0)])]);
    let answer = drawn(&stage(2, results.clone()));
    assert_eq!(ranks(&answer), places(&[("a", 1), ("b", 2), ("c", 3)]));
    let first = &answer["boards"][0]["lines"][0];
    assert_eq!((&first["total"], &first["kills"], &answer["champion"]), (&json!(24), &json!(3), &json!("a")));
    // One map is open.
    let open = drawn(&stage(3, results));
    assert_eq!((&open["boards"][0]["complete"], open.get("champion")), (&json!(false), None));
}

#[test]
fn who_is_out_ranks_behind_those_who_stayed_and_is_not_champion() {
    let results = json!([map(1, &[("a", 9), ("b", 0), ("c", 0)]), map(2, &[("b", 0), ("c", 0)])]);
    let asked = with(stage(2, results.clone()), "out", json!(["a"]));
    let answer = drawn(&asked);
    assert_eq!(ranks(&answer), places(&[("b", 1), ("c", 2), ("a", 3)]));
    let last = &answer["boards"][0]["lines"][2];
    assert_eq!((&answer["champion"], &last["total"], &last["out"]), (&json!("b"), &json!(21), &json!(true)));
    // Everybody left after the first map.
    let all = drawn(&with(stage(2, json!([results[0]])), "out", json!(["a", "b", "c"])));
    assert_eq!(ranks(&all), places(&[("a", 2), ("b", 3), ("c", 4)]));
    assert!(all["champion"].is_null() && all.get("champion").is_some());
    // A stage that was played to the end still counts.
    let played = json!([results[0], map(2, &[("a", 0), ("b", 0), ("c", 0)])]);
    assert_eq!(drawn(&with(stage(2, played), "out", json!(["a"])))["champion"], "a");
    // The only one left is first.
    let one = drawn(&with(stage(2, json!([])), "out", json!(["a", "b"])));
    assert_eq!((&one["champion"], ranks(&one)), (&json!("c"), places(&[("c", 1), ("a", 2), ("b", 2)])));
}

#[test]
fn who_is_out_does_not_go_on_from_a_group() {
    let lines = |map: usize, heat: usize, names: [&str; 2]| {
        let line = |(place, name): (i64, &str)| json!({"entrant": name, "place": place});
        json!({"heat": heat, "map": map, "lines": (1..).zip(names).map(line).collect::<Vec<_>>()})
    };
    let asked = json!({"format": "survivor", "entrants": ["a", "b", "c", "d"], "groups": 2, "winnersPerGroup": 1, "maps": 1,
        "pointTable": "ff_12", "results": [lines(1, 1, ["a", "d"]), lines(1, 2, ["b", "c"])]});
    let origins = |answer: &Value| answer["qualifiers"].clone();
    let expected = json!([{"entrant": "a", "origin": "A1"}, {"entrant": "b", "origin": "B1"}]);
    assert_eq!(origins(&drawn(&asked)), expected);
    let expected = json!([{"entrant": "d", "origin": "A1"}, {"entrant": "b", "origin": "B1"}]);
    assert_eq!(origins(&drawn(&with(asked, "out", json!(["a"])))), expected);
}

#[test]
fn a_rush_ends_with_the_map_that_is_won_beyond_the_threshold() {
    let results = json!([map(1, &[("a", 3), ("b", 0), ("c", 0)]), map(2, &[("a", 0), ("b", 0), ("c", 0)])]);
    let asked = with(stage(6, results), "rush", json!({"kind": "champion_rush", "threshold": 15}));
    let answer = drawn(&asked);
    assert_eq!((&answer["champion"], &answer["boards"][0]["champion"]), (&json!("a"), &json!({"entrant": "a", "map": 2})));
}

#[test]
fn what_cannot_be_is_refused_in_words() {
    for (asked, expected) in [
        (with(stage(1, json!([])), "pointTable", json!("x")), "no point table"),
        (stage(0, json!([])), "1 to 30 maps"),
        (stage(1, json!([map(2, &[("a", 0)])])), "no such map"),
        (stage(1, json!([map(1, &[("a", 0), ("b", 0)])])), "is missing"),
        (stage(1, json!([map(1, &[("a", 0), ("b", 0), ("x", 0)])])), "\"x\" is no entrant"),
        (stage(1, json!([{"heat": 2, "map": 1, "lines": []}])), "no such heat"),
        (with(stage(1, json!([])), "out", json!(["x"])), "no entrant"),
        (with(stage(2, json!([])), "rush", json!({"kind": "smash"})), "a smash begins"),
        (with(stage(1, json!([])), "groups", json!(2)), "fewer than two"),
    ] {
        let refusal = refused(&asked);
        assert!(refusal.contains(expected), "{asked}: {refusal}");
    }
}
