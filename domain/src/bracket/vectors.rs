//! Known-correct tables from esports practice (`domain/vectors/esports`).

use serde_json::Value;

use super::groups::{crossed, round_robin};
use super::play::{Outcome, Play, Seat, Side};
use super::ranks::places;
use super::seeding::{bracket, snake};
use super::series::{is_score, wins_needed};
use super::standings::{Forfeit, Meeting, PointRule, Rules, TieBreak, standings};
use super::{Entrant, Match, Part, Series, Slot, double, single};

const ONE: Series<'static> = Series(&[1]);

macro_rules! vectors {
    ($name:literal) => {
        serde_json::from_str::<Value>(include_str!(concat!("../../vectors/esports/", $name, ".json"))).unwrap()
    };
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().unwrap()).unwrap()
}

/// Returns a seat as the tables write it: a seed from 1, null for nobody, "?" while it is open.
fn seat(seat: Seat) -> Value {
    match seat {
        Seat::Open => "?".into(),
        Seat::Entrant(entrant) => (entrant + 1).into(),
        Seat::Nobody => Value::Null,
    }
}

/// Returns the seats of a part, by round.
fn rounds(matches: &[Match], play: &Play, part: Part) -> Vec<Vec<[Value; 2]>> {
    let mut rounds: Vec<Vec<[Value; 2]>> = Vec::new();
    for (at, drawn) in matches.iter().enumerate().filter(|(_, drawn)| drawn.part == part) {
        rounds.resize_with(rounds.len().max(drawn.round), Vec::new);
        rounds[drawn.round - 1].push(play.seats(at).map(seat));
    }
    rounds
}

/// Plays all matches until none is ready; the rule names the winner of each.
pub(super) fn play_out(play: &mut Play, matches: usize, home_wins: impl Fn(Entrant, Entrant) -> bool) {
    for at in 0..matches {
        if let [Seat::Entrant(home), Seat::Entrant(away)] = play.seats(at) {
            let score = if home_wins(home, away) { (1, 0) } else { (0, 1) };
            play.decide(at, Outcome::Played { home: score.0, away: score.1 }, false).unwrap();
        }
    }
}

fn podium(matches: &[Match], play: &Play) -> Vec<(usize, usize)> {
    let places = places(matches, play);
    places.iter().flat_map(|place| place.entrants.iter().map(|entrant| (place.rank, usize::from(*entrant) + 1))).collect()
}

#[test]
fn lines_follow_the_order_of_seeds() {
    for (size, order) in vectors!("seed_order")["order"].as_object().unwrap() {
        let lines: Vec<usize> = bracket(size.parse().unwrap()).into_iter().map(|line| usize::from(line.unwrap()) + 1).collect();
        let expected: Vec<usize> = order.as_array().unwrap().iter().map(number).collect();
        assert_eq!(lines, expected, "{size}");
    }
}

#[test]
fn single_elimination() {
    for (entrants, case) in vectors!("single_elimination")["cases"].as_object().unwrap() {
        let entrants: usize = entrants.parse().unwrap();
        let matches = single(&bracket(entrants), false, ONE);
        let mut play = Play::new(&matches, entrants);
        let drawn = rounds(&matches, &play, Part::Main);
        assert_eq!(serde_json::to_value(&drawn[0]).unwrap(), case["r1"], "{entrants}");
        assert_eq!(drawn.get(1).map_or(Value::Null, |round| serde_json::to_value(round).unwrap()), case["r2"], "{entrants}");
        assert_eq!((matches.len(), drawn.len()), (number(&case["matchRows"]), number(&case["rounds"])), "{entrants}");
        let chalk = |home: Entrant, away: Entrant| home < away;
        // The rule behind the tables' upsets, inferred from them.
        let upset = |home: Entrant, away: Entrant| {
            let (one, other) = (home + 1, away + 1);
            (home < away) != ((one + other).is_multiple_of(3) || (one * other).is_multiple_of(5))
        };
        for (wins, rule) in [("chalkPodium", &chalk as &dyn Fn(Entrant, Entrant) -> bool), ("upsetPodium", &upset)] {
            let mut play = play.clone();
            play_out(&mut play, matches.len(), rule);
            let expected = case[wins].as_str().unwrap().split(' ').map(|place| place.split_once(':').unwrap());
            // The tables count ranks without gaps, so only the ranks' entrants and their order are compared.
            let mut expected: Vec<(usize, usize)> =
                expected.map(|(rank, seed)| (rank.parse().unwrap(), seed.parse().unwrap())).collect();
            expected.sort_unstable();
            let ranked = podium(&matches, &play);
            let dense = ranked.chunk_by(|one, other| one.0 == other.0).zip(1..);
            let dense: Vec<(usize, usize)> =
                dense.flat_map(|(level, rank)| level.iter().map(move |(_, seed)| (rank, *seed))).collect();
            let listed = expected.last().unwrap().0;
            assert_eq!(dense.into_iter().filter(|(rank, _)| *rank <= listed).collect::<Vec<_>>(), expected, "{entrants} {wins}");
            // Our ranks are those of a competition, with gaps.
            assert!(ranked.iter().all(|(rank, _)| ranked.iter().filter(|(better, _)| better < rank).count() == rank - 1));
            assert_eq!(ranked.len(), entrants);
        }
        play_out(&mut play, matches.len(), |home, away| home < away);
        let playable = (0..matches.len()).filter(|at| play.seats(*at).iter().all(|seat| *seat != Seat::Nobody)).count();
        assert_eq!(playable, number(&case["playable"]), "{entrants}");
    }
}

#[test]
fn third_place() {
    for (entrants, case) in vectors!("third_place")["cases"].as_object().unwrap() {
        let entrants: usize = entrants.parse().unwrap();
        let matches = single(&bracket(entrants), true, ONE);
        let mut play = Play::new(&matches, entrants);
        assert_eq!(serde_json::to_value(rounds(&matches, &play, Part::Main)).unwrap(), case["main"], "{entrants}");
        play_out(&mut play, matches.len(), |home, away| home < away);
        let third = serde_json::to_value(rounds(&matches, &play, Part::Third)).unwrap();
        assert_eq!(third, case["afterChalkConsolation"], "{entrants}");
        let mut expected = vec![(1, 1), (2, 2), (3, 3), (4, 4)];
        expected.extend((5..=entrants).map(|seed| (5, seed)));
        assert_eq!(podium(&matches, &play), expected, "{entrants}");
    }
    for entrants in [2, 3] {
        assert!(single(&bracket(entrants), true, ONE).iter().all(|drawn| drawn.part == Part::Main), "{entrants}");
    }
}

#[test]
fn double_elimination() {
    for (case, expected) in vectors!("double_elimination")["cases"].as_object().unwrap() {
        let (entrants, kind) = case.split_once('_').unwrap();
        let entrants: usize = entrants.parse().unwrap();
        let matches = double(&bracket(entrants), kind == "double", ONE);
        assert_eq!(matches.len(), number(&expected["matchRows"]), "{case}");
        let mut play = Play::new(&matches, entrants);
        let check = |play: &Play, when: &str| {
            for (part, group) in [(Part::Main, "g1"), (Part::Losers, "g2"), (Part::Final, "g3")] {
                let drawn = rounds(&matches, play, part);
                // For a second match that is not needed, the tables fill the seats nevertheless.
                let drawn = if part == Part::Final { &drawn[..1] } else { &drawn[..] };
                let table = expected[when][group].as_array().unwrap();
                assert_eq!(
                    serde_json::to_value(drawn).unwrap(),
                    Value::from(table[..drawn.len()].to_vec()),
                    "{case} {when} {group}"
                );
            }
        };
        check(&play, "initial");
        play_out(&mut play, matches.len(), |home, away| home < away);
        check(&play, "afterChalk");
        let standings: Vec<usize> = podium(&matches, &play).into_iter().map(|(_, seed)| seed).collect();
        let mut chalk: Vec<(usize, usize)> = expected["chalkStandings"]
            .as_str()
            .unwrap()
            .split(' ')
            .map(|place| place.split_once(':').unwrap())
            .map(|(rank, seed)| (rank.parse().unwrap(), seed.parse().unwrap()))
            .collect();
        chalk.sort_unstable();
        assert_eq!(standings, chalk.into_iter().map(|(_, seed)| seed).collect::<Vec<_>>(), "{case}");
    }
}

#[test]
fn berger_tables() {
    for (members, table) in vectors!("round_robin_berger")["tables"].as_object().unwrap() {
        let members: Vec<Entrant> = (0..members.parse().unwrap()).collect();
        let (matches, rests) = round_robin(std::slice::from_ref(&members), false, ONE);
        let mut rounds: Vec<Vec<[Entrant; 2]>> = Vec::new();
        for drawn in &matches {
            rounds.resize_with(rounds.len().max(drawn.round), Vec::new);
            if let (Slot::Entrant(home), Slot::Entrant(away)) = (drawn.home, drawn.away) {
                rounds[drawn.round - 1].push([home + 1, away + 1]);
            }
        }
        assert_eq!(serde_json::to_value(rounds).unwrap(), table["rounds"], "{members:?}");
        let rests: Vec<Entrant> = rests.iter().map(|rest| rest.entrant + 1).collect();
        assert_eq!(
            serde_json::to_value(rests).unwrap(),
            if table["rest"].is_null() { Value::Array(vec![]) } else { table["rest"].clone() }
        );
    }
}

#[test]
fn groups_by_a_snake() {
    for (case, groups) in vectors!("groups_snake")["cases"].as_object().unwrap() {
        let (entrants, many) = case.split_once("_in_").unwrap();
        let drawn = snake(entrants.parse().unwrap(), many.parse().unwrap());
        let drawn: Vec<Vec<Entrant>> = drawn.into_iter().map(|group| group.into_iter().map(|seed| seed + 1).collect()).collect();
        assert_eq!(&serde_json::to_value(drawn).unwrap(), groups, "{case}");
    }
}

#[test]
fn group_winners_cross_with_seconds() {
    for (case, lines) in vectors!("group_to_knockout").as_object().unwrap() {
        let groups: usize = case.split_once('x').unwrap().0.parse().unwrap();
        let name = |(place, group): &(usize, usize)| format!("{}{}", char::from(b'A' + u8::try_from(*group).unwrap()), place + 1);
        let named: Vec<String> = crossed(groups, 2).unwrap().iter().map(name).collect();
        assert_eq!(&serde_json::to_value(named.chunks(2).collect::<Vec<_>>()).unwrap(), lines, "{case}");
    }
    assert_eq!((crossed(3, 2), crossed(4, 1), crossed(1, 2)), (None, None, None));
}

#[test]
fn scores_of_series() {
    let vectors = vectors!("series_scores");
    for (best_of, scores) in vectors["valid"].as_object().unwrap() {
        let best_of: u8 = best_of.parse().unwrap();
        for home in 0..=9 {
            for away in 0..=9 {
                let listed = |pair: &Value| {
                    *pair == Value::from(vec![home, away]) || best_of != 2 && *pair == Value::from(vec![away, home])
                };
                assert_eq!(
                    is_score(best_of, home, away),
                    scores.as_array().unwrap().iter().any(listed),
                    "{best_of}: {home}-{away}"
                );
            }
        }
    }
    for best_of in ["1", "3", "5"] {
        assert_eq!(Value::from(wins_needed(best_of.parse().unwrap())), vectors["forfeit"][best_of][0]);
    }
}

#[test]
fn tie_breaks() {
    for case in vectors!("tiebreak")["cases"].as_array().unwrap() {
        let letter = |value: &Value| Entrant::from(value.as_str().unwrap().as_bytes()[0] - b'A');
        let games = |value: &Value| u8::try_from(number(value)).unwrap();
        let meetings: Vec<Meeting> = case["matches"]
            .as_array()
            .unwrap()
            .iter()
            .map(|of| Meeting {
                home: letter(&of[0]),
                away: letter(&of[1]),
                score: (games(&of[2]), games(&of[3])),
                forfeit: Forfeit::Nobody,
                extra: false,
            })
            .collect();
        let entrants: Vec<Entrant> = (0..=meetings.iter().map(|of| of.home.max(of.away)).max().unwrap()).rev().collect();
        for (order, expected) in case["expected"].as_object().unwrap() {
            let tie_breaks: Vec<TieBreak> = order
                .split('>')
                .filter_map(|criterion| match criterion {
                    "h2h" => Some(TieBreak::HeadToHead),
                    "h2h_diff" => Some(TieBreak::HeadToHeadDifference),
                    "diff" => Some(TieBreak::Difference),
                    "for" => Some(TieBreak::GamesWon),
                    _ => None,
                })
                .collect();
            let table = standings(
                &entrants,
                &meetings,
                &Rules { points: PointRule::WinDraw, tie_breaks: &tie_breaks, lots: &[], out: &[] },
            );
            let ranked: Vec<Value> = table
                .chunk_by(|one, other| one.rank == other.rank)
                .map(|level| {
                    let mut names: Vec<String> =
                        level.iter().map(|line| char::from(b'A' + u8::try_from(line.entrant).unwrap()).to_string()).collect();
                    names.sort_unstable();
                    serde_json::json!([level[0].rank, names])
                })
                .collect();
            assert_eq!(&Value::from(ranked), expected, "{} {order}", case["id"]);
        }
    }
}

#[test]
fn a_forfeited_semi_final_leaves_one_for_the_third_place() {
    let matches = single(&bracket(4), true, ONE);
    let mut play = Play::new(&matches, 4);
    play.decide(0, Outcome::DoubleForfeit, false).unwrap();
    play.decide(1, Outcome::Walkover(Side::Home), false).unwrap();
    assert_eq!(podium(&matches, &play), [(1, 2), (2, 3), (3, 1), (3, 4)]);
}
