//! Boards of the tables from esports practice (`domain/vectors/esports/survivor.json`), and impossible maps.

use serde_json::{Value, json};

use super::*;
use crate::point_table::PointTable;

fn vectors() -> Value {
    serde_json::from_str(include_str!("../vectors/esports/survivor.json")).unwrap()
}

fn case(id: &str) -> Value {
    vectors()["cases"].as_array().unwrap().iter().find(|case| case["id"] == id).unwrap().clone()
}

/// Returns the table that the vectors call by this name.
fn table(name: &str) -> &'static PointTable {
    let ours = [("ff_12", "ff_12"), ("pubgm_10", "pubgm_16"), ("pubgm_15", "pubgm_classic_16"), ("pubgm_20", "pubgm_pmco_16")];
    crate::point_table::find(ours.iter().find(|(theirs, _)| *theirs == name).unwrap().1).unwrap()
}

/// Returns the entrants of a case, by name, and its maps.
fn played(case: &Value) -> (Vec<String>, Vec<Vec<MapResult>>) {
    let maps = case["maps"].as_array().unwrap();
    let names: Vec<String> = maps[0].as_object().unwrap().keys().cloned().collect();
    let result = |(name, line): (&String, &Value)| MapResult {
        entrant: Entrant::try_from(names.iter().position(|of| of == name).unwrap()).unwrap(),
        place: Some(usize::try_from(line[0].as_u64().unwrap()).unwrap()),
        kills: i32::try_from(line[1].as_i64().unwrap()).unwrap(),
        shared: false,
        penalty: 0,
    };
    let maps = maps.iter().map(|map| map.as_object().unwrap().iter().map(result).collect()).collect();
    (names, maps)
}

fn rules<'a>(table: &'a PointTable, tie_breaks: &'a [SurvivorTieBreak]) -> BoardRules<'a> {
    BoardRules { table, maps: 0, tie_breaks, best_maps: None, rush: None, deciders: &[], lots: &[], departures: &[] }
}

fn all(names: &[String]) -> Vec<Entrant> {
    (0..).zip(names).map(|(entrant, _)| entrant).collect()
}

#[test]
fn totals_and_orders_are_those_of_the_field() {
    for case in vectors()["cases"].as_array().unwrap().iter().filter(|case| case["totals"].is_object()) {
        let (names, maps) = played(case);
        let table = table(case["table"].as_str().unwrap());
        let board = board(&all(&names), &maps, &rules(table, SurvivorTieBreak::USUAL));
        for line in &board.lines {
            assert_eq!(case["totals"][&names[usize::from(line.entrant)]], line.total, "{}: {line:?}", case["id"]);
            let detail = &case["detail"][&names[usize::from(line.entrant)]];
            if detail.is_object() {
                let told = json!([line.wins, line.kills, line.place_points]);
                assert_eq!(told, json!([detail["wins"], detail["kills"], detail["place"]]), "{}", case["id"]);
            }
        }
        for (order, expected) in case["rank"].as_object().into_iter().flatten() {
            let tie_breaks: Vec<SurvivorTieBreak> = order
                .split('>')
                .skip(1)
                .map(|criterion| match criterion {
                    "wins" => SurvivorTieBreak::Wins,
                    "kills" => SurvivorTieBreak::Kills,
                    "place" => SurvivorTieBreak::PlacePoints,
                    "last" => SurvivorTieBreak::LastMap,
                    other => panic!("{other}"),
                })
                .collect();
            let board = super::board(&all(&names), &maps, &rules(table, &tie_breaks));
            let ranked: Vec<Value> =
                board.lines.iter().map(|line| json!([line.rank, names[usize::from(line.entrant)]])).collect();
            assert_eq!(&Value::from(ranked), expected, "{} {order}", case["id"]);
        }
    }
}

#[test]
fn a_rush_ends_when_one_wins_who_had_reached_the_threshold_before() {
    for id in ["S4", "S5"] {
        let case = case(id);
        let (names, maps) = played(&case);
        let threshold = i32::try_from(case["threshold"].as_i64().unwrap()).unwrap();
        let rules = BoardRules { rush: Some(Rush::Champion { threshold }), ..rules(table("ff_12"), SurvivorTieBreak::USUAL) };
        for (number, log) in (1..).zip(case["expected"]["log"].as_array().unwrap()) {
            let board = board(&all(&names), &maps[..number], &rules);
            for line in &board.lines {
                assert_eq!(log["totals"][&names[usize::from(line.entrant)]], line.total, "{id}, map {number}");
            }
            let ended = case["expected"]["by"] == "champion_rush" && case["expected"]["afterMap"] == number;
            assert_eq!(board.champion.is_some(), ended, "{id}, map {number}");
        }
        let board = board(&all(&names), &maps, &rules);
        let first = &names[usize::from(board.lines[0].entrant)];
        let expected = &case["expected"]["champion"];
        assert_eq!(expected.as_str().or(expected[0].as_str()).unwrap(), first, "{id}");
        assert_eq!(board.lines[0].decided_by == Some(BoardDecidedBy::Rush), id == "S4");
    }
}

#[test]
fn what_is_played_after_the_end_of_a_rush_moves_nobody_past_the_champion() {
    let (names, mut maps) = played(&case("S4"));
    let more = maps[0].clone();
    maps.push(more);
    let rules = BoardRules { rush: Some(Rush::Champion { threshold: 40 }), ..rules(table("ff_12"), SurvivorTieBreak::USUAL) };
    let board = board(&all(&names), &maps, &rules);
    assert_eq!((board.champion, board.lines[0].entrant, board.lines[0].rank), (Some((0, 5)), 0, 1));
    assert_eq!(board.lines[0].maps, 5, "the sixth map is not counted");
}

#[test]
fn a_smash_asks_for_ten_more_than_the_leader_has() {
    let case = case("S6");
    let leader = i32::try_from(case["leaderDay2"].as_i64().unwrap()).unwrap();
    let won = |entrant, kills| vec![line(entrant, Some(1), kills), line(1 - entrant, Some(2), 0)];
    let rules = BoardRules { rush: Some(Rush::Smash { after: 1 }), ..rules(table("ff_12"), SurvivorTieBreak::USUAL) };
    // 12 for the win, the rest by kills.
    let mut maps = vec![won(0, leader - 12)];
    let threshold = |maps: &[Vec<MapResult>]| board(&[0, 1], maps, &rules).threshold.map(Value::from);
    assert_eq!(threshold(&[]), None);
    assert_eq!(threshold(&maps), Some(case["threshold"].clone()));
    // 110 before it: the win takes the leader to 122, over the threshold; the next win makes it champion.
    maps.push(won(0, 0));
    assert_eq!(board(&[0, 1], &maps, &rules).champion, None);
    maps.push(won(1, 3));
    assert_eq!(board(&[0, 1], &maps, &rules).champion, None);
    maps.push(won(0, 0));
    assert_eq!(board(&[0, 1], &maps, &rules).champion, Some((0, 4)));
    assert_eq!(threshold(&maps), Some(case["threshold"].clone()), "it stays what it was");
}

#[test]
fn a_smash_counts_the_maps_that_count() {
    let maps = vec![vec![line(0, Some(1), 0), line(1, Some(2), 0)]; 3];
    let rush = Some(Rush::Smash { after: 3 });
    let rules = BoardRules { rush, best_maps: Some(2), ..rules(table("ff_12"), SurvivorTieBreak::USUAL) };
    assert_eq!(board(&[0, 1], &maps, &rules).threshold, Some(24 + 10), "the leader's two best, not all three");
}

fn line(entrant: Entrant, place: Option<usize>, kills: i32) -> MapResult {
    MapResult { entrant, place, kills, shared: false, penalty: 0 }
}

#[test]
fn only_the_best_maps_count_and_penalties_always() {
    let maps = vec![
        vec![line(0, Some(1), 0), line(1, Some(2), 0)],
        vec![line(1, Some(1), 0), MapResult { penalty: -5, ..line(0, None, 0) }],
        vec![line(0, Some(2), 1), line(1, Some(1), 0)],
    ];
    let rules = BoardRules { best_maps: Some(2), ..rules(table("ff_12"), SurvivorTieBreak::USUAL) };
    let lines = board(&[0, 1], &maps, &rules).lines;
    assert_eq!(lines.iter().map(|line| (line.entrant, line.total)).collect::<Vec<_>>(), [(1, 24), (0, 12 + 10 - 5)]);
    let below = board(&[0, 1], &maps[1..2], &rules).lines;
    assert_eq!((below[1].total, below[1].maps), (-5, 1));
}

#[test]
fn who_is_level_shares_a_place_until_a_lot_is_drawn() {
    let maps = vec![vec![line(0, Some(1), 0), line(1, Some(2), 3), line(2, Some(3), 4)]];
    let by_points = rules(table("ff_12"), &[]);
    let ranked = |rules: &BoardRules<'_>| -> Vec<(Entrant, usize, Option<BoardDecidedBy>)> {
        board(&[0, 1, 2], &maps, rules).lines.iter().map(|line| (line.entrant, line.rank, line.decided_by)).collect()
    };
    assert_eq!(ranked(&by_points), [(0, 1, None), (1, 1, None), (2, 1, None)]);
    let lot = Some(BoardDecidedBy::Lot);
    let drawn = BoardRules { lots: &[2, 0, 1], ..by_points };
    assert_eq!(ranked(&drawn), [(2, 1, lot), (0, 2, lot), (1, 3, lot)]);
    // A map of their own comes before a lot; an entrant that did not start it is last, and its kills count for nothing.
    let map = Some(BoardDecidedBy::TieBreakMap);
    let decider = [vec![line(0, None, 0), line(1, Some(1), 0), line(2, Some(2), 9)]];
    assert_eq!(ranked(&BoardRules { deciders: &decider, ..drawn }), [(1, 1, map), (2, 2, map), (0, 3, map)]);
    // A map that not all of them played decides nothing between them, and a tie that it leaves is broken by the next one.
    let others = [vec![line(0, Some(1), 0), line(1, Some(2), 0)]];
    assert_eq!(ranked(&BoardRules { deciders: &others, ..drawn }), [(2, 1, lot), (0, 2, lot), (1, 3, lot)]);
    let shared = |entrant| MapResult { shared: true, ..line(entrant, Some(1), 0) };
    let twice = [vec![shared(0), shared(1), line(2, Some(3), 0)], vec![line(0, Some(2), 0), line(1, Some(1), 0)]];
    assert_eq!(ranked(&BoardRules { deciders: &twice, ..drawn }), [(1, 1, map), (0, 2, map), (2, 3, map)]);
}

/// Returns entrants with their ranks and totals, from the first.
fn ranked(board: &Board) -> Vec<(Entrant, usize, i32)> {
    board.lines.iter().map(|line| (line.entrant, line.rank, line.total)).collect()
}

#[test]
fn an_entrant_that_left_before_the_last_map_ranks_behind_all_who_stayed() {
    // 0 leads after two maps and plays no third; 3 left before the first.
    let maps = vec![
        vec![line(0, Some(1), 9), line(1, Some(2), 0), line(2, Some(3), 0), line(3, None, 0)],
        vec![line(0, Some(1), 9), line(1, Some(2), 0), line(2, Some(3), 0), line(3, None, 0)],
        vec![line(0, None, 0), line(1, Some(2), 0), line(2, Some(1), 0), line(3, None, 0)],
    ];
    let left = |entrant, after| Departure { entrant, after };
    let board_of = |maps: &[Vec<MapResult>], departures: &[Departure]| {
        let rules = BoardRules { maps: 3, departures, ..rules(table("ff_12"), SurvivorTieBreak::USUAL) };
        ranked(&board(&[0, 1, 2, 3], maps, &rules))
    };
    assert_eq!(board_of(&maps, &[])[0], (0, 1, 42));
    let both = [left(0, 2), left(3, 0)];
    assert_eq!(board_of(&maps, &both), [(2, 1, 28), (1, 2, 27), (0, 3, 42), (3, 4, 0)]);
    // The ranking applies as soon as it left, before the third map.
    assert_eq!(board_of(&maps[..2], &both), [(1, 1, 18), (2, 2, 16), (0, 3, 42), (3, 4, 0)]);
    // An entrant that left after the last map keeps its place.
    assert_eq!(board_of(&maps, &[left(2, 3)])[..2], [(0, 1, 42), (2, 2, 28)]);
}

#[test]
fn the_first_place_is_empty_where_everybody_left() {
    let maps = vec![vec![line(0, Some(1), 0), line(1, Some(2), 0), line(2, None, 0), line(3, None, 0)]];
    let departures: Vec<Departure> = (0..4).map(|entrant| Departure { entrant, after: 1 }).collect();
    let rules = BoardRules { maps: 2, departures: &departures, ..rules(table("ff_12"), SurvivorTieBreak::USUAL) };
    let board_of = |maps: &[Vec<MapResult>]| ranked(&board(&[0, 1, 2, 3], maps, &rules));
    assert_eq!(board_of(&maps), [(0, 2, 12), (1, 3, 9), (2, 4, 0), (3, 4, 0)]);
    assert!(board_of(&[]).iter().all(|(_, rank, total)| (*rank, *total) == (2, 0)), "nothing was played");
}

#[test]
fn who_left_before_the_map_is_no_champion_of_a_rush_by_it() {
    let (names, mut maps) = played(&case("S4"));
    let with = |maps: &[Vec<MapResult>], departures: &[Departure]| {
        let rush = Some(Rush::Champion { threshold: 40 });
        let rules = BoardRules { rush, maps: 8, departures, ..rules(table("ff_12"), SurvivorTieBreak::USUAL) };
        board(&all(&names), maps, &rules)
    };
    assert_eq!(with(&maps, &[]).champion, Some((0, 5)));
    // If it left after the fifth map was published, it has won. If it left before, the rush goes on without it.
    let after = |after| [Departure { entrant: 0, after }];
    assert_eq!((with(&maps, &after(5)).champion, with(&maps, &after(5)).lines[0].entrant), (Some((0, 5)), 0));
    let without = with(&maps, &after(4));
    assert_eq!((without.champion, without.lines.last().map(|line| (line.entrant, line.total))), (None, Some((0, 71))));
    assert_ne!((without.lines[0].entrant, without.lines[0].rank), (0, 1));
    // The next one beyond the threshold that wins a map is champion.
    maps.push(maps[3].clone());
    let winner = maps[5].iter().find(|result| result.place == Some(1)).unwrap().entrant;
    let with_next = with(&maps, &after(4));
    assert_eq!((with_next.champion, with_next.lines.last().map(|line| line.entrant)), (Some((winner, 6)), Some(0)));
}

/// Returns a lobby of twelve teams of four, with valid results.
fn lobby() -> (Vec<Entrant>, Vec<SentResult>) {
    let sent =
        |entrant: Entrant| SentResult { entrant, place: Some(i64::from(entrant) + 1), kills: 0, shared: false, penalty: 0 };
    ((0..12).collect(), (0..12).map(sent).collect())
}

#[test]
fn maps_that_cannot_be_are_refused() {
    use MapRefusal::{Absent, Kills, Missing, Penalty, Place, PlaceLeftOut, PlaceTaken, Stranger, Twice};
    let refused = |change: &dyn Fn(&mut Vec<SentResult>)| -> Vec<MapRefusal> {
        let (lobby, mut sent) = lobby();
        change(&mut sent);
        map(&lobby, 4, &sent).err().unwrap_or_default().into_iter().map(|(_, refusal)| refusal).collect()
    };
    assert_eq!(refused(&|_| {}), []);
    assert_eq!(refused(&|sent| sent[1].place = Some(1)), [PlaceTaken, PlaceTaken]);
    assert_eq!(refused(&|sent| sent[11].place = Some(13)), [Place]);
    for place in [0, -1, i64::MIN, i64::MAX] {
        assert_eq!(refused(&|sent| sent[11].place = Some(place)), [Place], "{place}");
    }
    for (kills, expected) in [(44, vec![]), (45, vec![Kills]), (-1, vec![Kills]), (i64::MAX, vec![Kills])] {
        assert_eq!(refused(&|sent| sent[0].kills = kills), expected, "{kills}");
    }
    assert_eq!(refused(&|sent| sent[0].penalty = -5), []);
    assert_eq!(refused(&|sent| sent[0].penalty = 5), [Penalty]);
    assert_eq!(refused(&|sent| sent[0].penalty = -1000), [Penalty]);
    assert_eq!(refused(&|sent| sent[3].entrant = 99), [Stranger, Missing]);
    assert_eq!(refused(&|sent| sent[3].entrant = 2), [Twice, Missing]);
    assert_eq!(refused(&|sent| sent.truncate(11)), [Missing]);
    // Three in the second place leave none for the third and the fourth.
    let gap = |sent: &mut Vec<SentResult>| {
        sent[2].place = Some(2);
        sent[1].shared = true;
        sent[2].shared = true;
    };
    assert_eq!(refused(&gap), []);
    assert_eq!(refused(&|sent| sent[2].place = Some(2)), [PlaceTaken, PlaceTaken]);
    // An entrant that did not start has no place, and the others are one fewer.
    assert_eq!(refused(&|sent| sent[11].place = None), []);
    assert_eq!(refused(&|sent| (sent[11].place, sent[11].kills) = (None, 1)), [Absent]);
    assert_eq!(refused(&|sent| sent[0].place = None), [Place]);
    let left_out = |sent: &mut Vec<SentResult>| {
        sent[11].place = Some(11);
        (sent[10].shared, sent[11].shared) = (true, true);
        sent[9].place = Some(9);
        (sent[8].shared, sent[9].shared) = (true, true);
        sent[7].place = Some(9);
        sent[7].shared = true;
    };
    assert_eq!(refused(&left_out), [PlaceLeftOut]);
}

#[test]
fn a_place_that_is_called_shared_and_is_not_counts_as_a_win() {
    let (lobby, mut sent) = lobby();
    sent[0].shared = true;
    assert!(!map(&lobby, 4, &sent).unwrap()[0].shared);
}

#[test]
fn heats_hold_everybody_and_pairs_meet_once() {
    let group: Vec<Entrant> = (100..124).collect();
    assert_eq!(heats(&group, 24, HeatKind::Split), [group.as_slice()]);
    for (many, lobby) in [(24, 12), (25, 12), (13, 12), (48, 16), (3, 2), (100, 3)] {
        let group: Vec<Entrant> = (0..many).collect();
        let split = heats(&group, lobby, HeatKind::Split);
        assert_eq!(split.len(), group.len().div_ceil(lobby));
        let mut together = split.concat();
        together.sort_unstable();
        assert_eq!(together, group);
        let sizes: Vec<usize> = split.iter().map(Vec::len).collect();
        assert!(
            sizes.iter().max().unwrap() - sizes.iter().min().unwrap() <= 1 && *sizes.iter().max().unwrap() <= lobby,
            "{sizes:?}"
        );
    }
    // Four parts of six: each pair of parts is one of six heats.
    let pairs = heats(&group, 12, HeatKind::Pairs);
    assert_eq!(pairs.iter().map(Vec::len).collect::<Vec<_>>(), [12; 6]);
    for one in &group {
        let met: std::collections::HashSet<&Entrant> = pairs.iter().filter(|heat| heat.contains(one)).flatten().collect();
        assert_eq!((pairs.iter().filter(|heat| heat.contains(one)).count(), met.len()), (3, 24));
    }
}

#[test]
fn a_map_that_is_still_played_may_have_gaps() {
    let (lobby, sent) = lobby();
    let part = &sent[4..7];
    assert_eq!(
        part_of_map(&lobby, 4, part).unwrap().iter().map(|line| line.place).collect::<Vec<_>>(),
        [Some(5), Some(6), Some(7)]
    );
    assert!(map(&lobby, 4, part).is_err());
    let beyond = SentResult { place: Some(13), ..part[0] };
    assert_eq!(part_of_map(&lobby, 4, &[beyond]).unwrap_err(), [(Some(0), MapRefusal::Place)]);
    assert_eq!(part_of_map(&lobby, 4, &[part[0], part[0]]).unwrap_err().len(), 3);
}
