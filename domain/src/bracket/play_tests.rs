//! Properties of every draw, and of every order of results, corrections, resets and withdrawals.

use std::collections::HashSet;

use proptest::prelude::*;
use proptest::sample::Index;

use super::groups::round_robin;
use super::play::{Outcome, Play, Refusal, Seat, Side, State};
use super::ranks::places;
use super::seeding::{bracket, snake};
use super::vectors::play_out;
use super::{Entrant, Match, Part, Series, Slot, double, single};

const ONE: Series<'static> = Series(&[1]);
const THREE: Series<'static> = Series(&[3]);

fn sizes() -> impl Iterator<Item = usize> {
    (2..=300).chain([4096])
}

/// Returns whether both sides are, or will be, present.
fn is_played(play: &Play, at: usize) -> bool {
    play.seats(at).iter().all(|seat| *seat != Seat::Nobody)
}

#[test]
fn a_single_elimination_has_a_match_less_than_entrants() {
    for entrants in sizes() {
        let matches = single(&bracket(entrants), false, ONE);
        let play = Play::new(&matches, entrants);
        assert_eq!((0..matches.len()).filter(|at| is_played(&play, *at)).count(), entrants - 1, "{entrants}");
    }
}

#[test]
fn a_double_elimination_has_two_defeats_for_all_but_the_champion() {
    for entrants in sizes() {
        let matches = double(&bracket(entrants), true, ONE);
        let mut play = Play::new(&matches, entrants);
        // Any rule will do, as long as it is not the order of seeds.
        play_out(&mut play, matches.len(), |home, away| (home % 7 + away % 13) % 3 > 0);
        let mut defeats = vec![0; entrants];
        for (at, drawn) in matches.iter().enumerate().filter(|(at, _)| is_played(&play, *at)) {
            let (Some(winner), (_, Seat::Entrant(loser))) = (play.winner(at), play.leave(at)) else {
                panic!("{drawn:?} is open")
            };
            assert!(defeats[usize::from(winner)] < 2, "{winner} of {entrants} was out before {drawn:?}");
            defeats[usize::from(loser)] += 1;
        }
        let last = (0..matches.len()).rev().find(|at| is_played(&play, *at)).unwrap();
        let champion = usize::from(play.winner(last).unwrap());
        assert!(
            defeats.iter().enumerate().all(|(entrant, many)| if entrant == champion { *many < 2 } else { *many == 2 }),
            "{entrants}"
        );
        // The champion lost once exactly if the winners' champion lost the second match of the grand final, or its first.
        assert!(matches[last].round == 2 || defeats[champion] == 0, "{entrants}");
        let ranked = places(&matches, &play);
        assert_eq!(ranked.iter().map(|place| place.entrants.len()).sum::<usize>(), entrants);
        assert_eq!((ranked[0].rank, ranked[0].entrants.as_slice()), (1, &[u16::try_from(champion).unwrap()][..]));
    }
}

#[test]
fn a_second_grand_final_is_played_only_after_a_defeat_of_the_winners_champion() {
    let matches = double(&bracket(4), true, ONE);
    let (first, second) = (matches.len() - 2, matches.len() - 1);
    let mut play = Play::new(&matches, 4);
    play_out(&mut play, first, |home, away| home < away);
    assert_eq!(play.state(second), State::Locked);
    play.decide(first, Outcome::Played { home: 1, away: 0 }, false).unwrap();
    assert_eq!((play.state(second), places(&matches, &play)[0].entrants.as_slice()), (State::Void, &[0][..]));
    play.decide(first, Outcome::Played { home: 0, away: 1 }, false).unwrap();
    assert_eq!((play.state(second), play.seats(second)), (State::Ready, [Seat::Entrant(0), Seat::Entrant(1)]));
    assert!(places(&matches, &play)[0].entrants.is_empty());
    play.decide(second, Outcome::Walkover(Side::Home), false).unwrap();
    assert_eq!(places(&matches, &play)[0].entrants, [0]);
    // The winners' champion had won after all, so the second match is dropped.
    let won = Outcome::Played { home: 1, away: 0 };
    assert_eq!(play.decide(first, won, false), Err(Refusal::Falls(vec![second])));
    assert_eq!(play.decide(first, won, true), Ok(vec![first, second]));
    assert_eq!(play.state(second), State::Void);
}

/// Returns the losers' round in which two entrants that have met among the winners may first meet again.
fn first_rematch(lines: usize) -> usize {
    let all: Vec<Option<Entrant>> = bracket(lines);
    let matches = double(&all, false, ONE);
    // Possible winners and losers of each match: the line, and the winners' round of the defeat.
    let mut winners: Vec<Vec<(usize, usize)>> = Vec::new();
    let mut line = 0;
    for drawn in &matches {
        let mut side = |slot: Slot| match slot {
            Slot::Entrant(_) | Slot::Bye => {
                line += 1;
                vec![(line - 1, 0)]
            }
            Slot::WinnerOf(from) => winners[from].clone(),
            Slot::LoserOf(from) => winners[from].iter().map(|(line, _)| (*line, matches[from].round)).collect(),
        };
        let (home, away) = (side(drawn.home), side(drawn.away));
        let met = |(one, lost): (usize, usize), (other, beaten): (usize, usize)| {
            let meet = lost.min(beaten);
            lost != beaten && one >> meet == other >> meet
        };
        if drawn.part == Part::Losers && home.iter().any(|one| away.iter().any(|other| met(*one, *other))) {
            return drawn.round;
        }
        winners.push(home.into_iter().chain(away).collect());
    }
    usize::MAX
}

#[test]
fn losers_meet_again_as_late_as_can_be() {
    let rounds = [8, 16, 32, 64, 128, 256].map(first_rematch);
    assert_eq!(rounds, [3, 4, 5, 7, 8, 8]);
}

#[test]
fn a_round_robin_has_each_pair_once_and_nobody_twice_in_a_round() {
    for (entrants, twice) in (2..=64).flat_map(|entrants| [(entrants, false), (entrants, true)]) {
        let members: Vec<Entrant> = (0..entrants).collect();
        let (matches, rests) = round_robin(std::slice::from_ref(&members), twice, ONE);
        let mut pairs = HashSet::new();
        let mut at_home = vec![0_i32; members.len()];
        let mut busy: HashSet<(usize, Entrant)> = rests.iter().map(|rest| (rest.round, rest.entrant)).collect();
        for drawn in &matches {
            let (Slot::Entrant(home), Slot::Entrant(away)) = (drawn.home, drawn.away) else { panic!("{drawn:?}") };
            let pair = if twice { (home, away) } else { (home.min(away), home.max(away)) };
            assert!(pairs.insert(pair), "{home} and {away} of {entrants} meet twice");
            assert!(busy.insert((drawn.round, home)) && busy.insert((drawn.round, away)), "twice in {}", drawn.round);
            at_home[usize::from(home)] += 1;
        }
        assert_eq!(pairs.len(), members.len() * (members.len() - 1) / if twice { 1 } else { 2 });
        assert!(at_home.iter().max().unwrap() - at_home.iter().min().unwrap() <= 1, "{entrants}: {at_home:?}");
    }
}

#[test]
fn four_thousand_are_played_to_the_end() {
    let matches = single(&bracket(4096), true, THREE);
    let mut play = Play::new(&matches, 4096);
    let mut results = Vec::new();
    for (at, drawn) in matches.iter().enumerate() {
        let outcome = Outcome::Played { home: 2, away: u8::try_from(drawn.number % 2).unwrap() };
        assert!(play.decide(at, outcome, false).unwrap().contains(&at));
        results.push((at, outcome));
    }
    let ranked = places(&matches, &play);
    assert_eq!(
        ranked.iter().map(|place| place.rank).collect::<Vec<_>>(),
        [1, 2, 3, 4, 5, 9, 17, 33, 65, 129, 257, 513, 1025, 2049]
    );
    assert_eq!(ranked[0].entrants, [0]);
    // Last results first, as a database may return them.
    results.reverse();
    let again = Play::replay(&matches, 4096, &[], &results);
    assert!((0..matches.len()).all(|at| again.state(at) == play.state(at) && again.seats(at) == play.seats(at)));
    // The path of one loser of the first round, and nothing else.
    assert_eq!(play.falls(0).len(), 12);
}

/// Returns one of the draws that a stage may have.
fn draw(kind: usize, entrants: usize) -> Vec<Match> {
    match kind {
        0 => single(&bracket(entrants), false, THREE),
        1 => single(&bracket(entrants), true, THREE),
        2 => double(&bracket(entrants), false, THREE),
        3 => double(&bracket(entrants), true, THREE),
        _ => round_robin(&snake(entrants, 2.min(entrants / 2)), entrants.is_multiple_of(3), Series(&[2])).0,
    }
}

#[derive(Debug, Clone)]
enum Step {
    Decide(Index, u8, bool),
    Reset(Index, bool),
    PutOut(Index),
    TakeBack(Index, bool),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        8 => (any::<Index>(), 0..8_u8, any::<bool>()).prop_map(|(at, outcome, cascade)| Step::Decide(at, outcome, cascade)),
        2 => (any::<Index>(), any::<bool>()).prop_map(|(at, cascade)| Step::Reset(at, cascade)),
        1 => any::<Index>().prop_map(Step::PutOut),
        1 => (any::<Index>(), any::<bool>()).prop_map(|(who, cascade)| Step::TakeBack(who, cascade)),
    ];
    proptest::collection::vec(step, 1..80)
}

fn outcome(of: u8, best_of: u8) -> Outcome {
    let wins = super::series::wins_needed(best_of);
    match of {
        0 => Outcome::DoubleForfeit,
        1 => Outcome::Walkover(Side::Home),
        2 => Outcome::Walkover(Side::Away),
        3 if best_of == 2 => Outcome::Played { home: 1, away: 1 },
        3 | 4 => Outcome::Played { home: wins, away: 0 },
        5 => Outcome::Played { home: 0, away: wins },
        6 if best_of == 2 => Outcome::Played { home: 0, away: 2 },
        6 => Outcome::Played { home: wins - 1, away: wins },
        _ => Outcome::Played { home: wins, away: if best_of == 2 { 0 } else { wins - 1 } },
    }
}

/// The stage by its rules, computed from the decisions again and again until nothing changes.
struct Oracle {
    seats: Vec<[Seat; 2]>,
    leave: Vec<(Seat, Seat)>,
}

fn oracle(matches: &[Match], results: &[Option<Outcome>], out: &[Entrant]) -> Oracle {
    let nothing = vec![None; matches.len()];
    let drawn = pass(matches, &nothing, &[], None, &[]);
    let byes: Vec<bool> = drawn.seats.iter().map(|seats| seats.contains(&Seat::Nobody)).collect();
    let mut read = pass(matches, results, out, None, &byes);
    loop {
        let next = pass(matches, results, out, Some(&read.seats), &byes);
        if next.seats == read.seats && next.leave == read.leave {
            return next;
        }
        read = next;
    }
}

type Seats<'a> = &'a [[Seat; 2]];

/// Returns whether a result depends on an entrant that is out and comes this way.
fn stands_on(
    matches: &[Match],
    results: &[Option<Outcome>],
    out: &[Entrant],
    seats: Seats<'_>,
    from: Slot,
    who: Entrant,
) -> bool {
    let Some(at) = (0..matches.len()).find(|at| [matches[*at].home, matches[*at].away].contains(&from)) else { return false };
    let other = if matches[at].home == from { seats[at][1] } else { seats[at][0] };
    let left = |who: Entrant| out.iter().position(|other| *other == who);
    let then = |from: Slot, who: Entrant| stands_on(matches, results, out, seats, from, who);
    results[at].is_some()
        || match other {
            Seat::Open => false,
            Seat::Nobody => then(Slot::WinnerOf(at), who),
            Seat::Entrant(other) if left(other).is_some() && left(other) < left(who) => {
                then(Slot::WinnerOf(at), who) || then(Slot::LoserOf(at), other)
            }
            Seat::Entrant(_) => then(Slot::LoserOf(at), who),
        }
}

/// Computes the seats from the seats of the previous pass; in the first pass, entrants that left play on.
fn pass(matches: &[Match], results: &[Option<Outcome>], out: &[Entrant], last: Option<Seats<'_>>, byes: &[bool]) -> Oracle {
    let mut read = Oracle { seats: Vec::new(), leave: Vec::new() };
    let left = |who: Entrant| out.iter().position(|other| *other == who);
    let later = |from: Slot, who: Entrant| last.is_none_or(|seats| stands_on(matches, results, out, seats, from, who));
    for (at, drawn) in matches.iter().enumerate() {
        let seat = |slot: Slot| match slot {
            Slot::Entrant(entrant) => Seat::Entrant(entrant),
            Slot::Bye => Seat::Nobody,
            Slot::WinnerOf(from) => read.leave[from].0,
            Slot::LoserOf(from) => read.leave[from].1,
        };
        let mut seats = [seat(drawn.home), seat(drawn.away)];
        if drawn.part == Part::Final && drawn.round == 2 {
            let [home, away] = read.seats[at - 1];
            let challenged = read.leave[at - 1].0 == away && home != Seat::Nobody && away != Seat::Nobody;
            if read.leave[at - 1].0 != Seat::Open && !challenged {
                seats = [Seat::Nobody; 2];
            }
        }
        let [home, away] = seats;
        let followed = matches.iter().any(|next| [next.home, next.away].contains(&Slot::WinnerOf(at)));
        let leave = match (home, away) {
            (Seat::Open, _) | (_, Seat::Open) => (Seat::Open, Seat::Open),
            (Seat::Nobody, Seat::Nobody) => (Seat::Nobody, Seat::Nobody),
            (Seat::Nobody, Seat::Entrant(who)) | (Seat::Entrant(who), Seat::Nobody) => {
                let starts_later = byes.get(at).copied().unwrap_or_default() && followed;
                let goes_on = left(who).is_none() || starts_later || later(Slot::WinnerOf(at), who);
                (if goes_on { Seat::Entrant(who) } else { Seat::Nobody }, Seat::Nobody)
            }
            (Seat::Entrant(one), Seat::Entrant(other)) => match (results[at], left(one), left(other)) {
                (Some(Outcome::DoubleForfeit), ..) => (Seat::Nobody, Seat::Nobody),
                (Some(Outcome::Played { home, away }), ..) if home == away => (Seat::Nobody, Seat::Nobody),
                (Some(Outcome::Played { home: won, away: lost }), ..) if won > lost => (home, away),
                (Some(Outcome::Walkover(Side::Home)), ..) | (None, None, Some(_)) => (home, away),
                (Some(_), ..) | (None, Some(_), None) => (away, home),
                (None, None, None) => (Seat::Open, Seat::Open),
                (None, Some(first), Some(second)) => {
                    let (winner, loser) = if first > second { (one, other) } else { (other, one) };
                    if later(Slot::WinnerOf(at), winner) || later(Slot::LoserOf(at), loser) {
                        (Seat::Entrant(winner), Seat::Entrant(loser))
                    } else {
                        (Seat::Nobody, Seat::Nobody)
                    }
                }
            },
        };
        read.seats.push(seats);
        read.leave.push(leave);
    }
    read
}

/// Returns the current decisions of people.
fn standing(play: &Play, matches: usize) -> Vec<Option<Outcome>> {
    let result = |at| if let State::Decided(outcome) = play.state(at) { Some(outcome) } else { None };
    (0..matches).map(result).collect()
}

/// Returns every match that an entrant of this one may reach.
fn reaches(matches: &[Match], from: usize) -> HashSet<usize> {
    let mut reached = HashSet::from([from]);
    for (at, drawn) in matches.iter().enumerate() {
        let comes = |slot: Slot| matches!(slot, Slot::WinnerOf(of) | Slot::LoserOf(of) if reached.contains(&of));
        if comes(drawn.home) || comes(drawn.away) {
            reached.insert(at);
        }
    }
    reached
}

type Answer = Result<Vec<usize>, Refusal>;

/// Makes the step; returns the stage's answer, and the match at which the step began, if there is one.
fn make(play: &mut Play, step: &Step, matches: &[Match], out: &mut Vec<Entrant>, entrants: usize) -> (Answer, Option<usize>) {
    let entrant = |who: &Index| u16::try_from(who.index(entrants)).unwrap();
    match step {
        Step::Decide(at, of, cascade) => {
            let at = at.index(matches.len());
            (play.decide(at, outcome(*of, matches[at].best_of), *cascade), Some(at))
        }
        Step::Reset(at, cascade) => {
            let at = at.index(matches.len());
            (play.reset(at, *cascade), Some(at))
        }
        Step::PutOut(who) => {
            let who = entrant(who);
            if !out.contains(&who) {
                out.push(who);
            }
            (Ok(play.put_out(who)), None)
        }
        Step::TakeBack(who, cascade) => {
            let who = entrant(who);
            let answer = play.take_back(who, *cascade);
            if answer.is_ok() {
                out.retain(|other| *other != who);
            }
            (answer, None)
        }
    }
}

fn with_cascade(step: &Step) -> Step {
    match step.clone() {
        Step::Decide(at, outcome, _) => Step::Decide(at, outcome, true),
        Step::Reset(at, _) => Step::Reset(at, true),
        Step::TakeBack(who, _) => Step::TakeBack(who, true),
        Step::PutOut(who) => Step::PutOut(who),
    }
}

fn same(one: &Play, other: &Play, matches: usize) -> bool {
    (0..matches).all(|at| one.state(at) == other.state(at) && one.seats(at) == other.seats(at))
}

/// Checks the changes that a step may make, and that it leaves everything else alone.
fn check_step(
    before: &Play,
    after: &Play,
    step: &Step,
    answer: &Answer,
    from: Option<usize>,
    matches: &[Match],
    (out, entrants): (&[Entrant], usize),
) {
    let differs: HashSet<usize> =
        (0..matches.len()).filter(|at| before.state(*at) != after.state(*at) || before.seats(*at) != after.seats(*at)).collect();
    match answer {
        Ok(changed) => {
            assert!(differs.iter().all(|at| changed.contains(at)), "{step:?} told {changed:?} of {differs:?}");
            assert!(changed.is_sorted_by(|one, next| one < next));
            let reached = from.map(|from| reaches(matches, from));
            // Where an entrant left, later matches decide who advanced; results elsewhere stand.
            let left = |seat: &Seat| matches!(seat, Seat::Entrant(who) if out.contains(who));
            let mut may_change = reached.clone().unwrap_or_default();
            for at in (0..matches.len()).filter(|at| before.seats(*at).iter().any(left)) {
                may_change.extend(reaches(matches, at));
            }
            let played = |at: &usize| matches!(before.state(*at), State::Decided(_));
            if let Some(reached) = reached {
                assert!(changed.iter().all(|at| may_change.contains(at)), "{step:?} touched others: {changed:?}");
                assert!(!changed.iter().any(|at| played(at) && !reached.contains(at)), "{step:?} touched results: {changed:?}");
            }
            if matches!(step, Step::PutOut(_)) {
                let decided = |at: &usize| matches!(before.state(*at), State::Decided(_));
                assert!(
                    (0..matches.len()).filter(decided).all(|at| before.state(at) == after.state(at)),
                    "{step:?}: what was played stands"
                );
            }
        }
        Err(refusal) => {
            assert!(differs.is_empty(), "refused ({refusal}), yet changed: {differs:?}");
            let Refusal::Falls(falls) = refusal else { return };
            // Resetting them in the given order is never refused, and afterwards nothing prevents the step.
            let mut by_hand = before.clone();
            for at in falls {
                by_hand.reset(*at, false).unwrap();
            }
            let answer = make(&mut by_hand, step, matches, &mut out.to_vec(), entrants).0;
            if answer == Err(Refusal::NotReady) && !out.is_empty() {
                // An entrant that left was there only because of a later result.
                return;
            }
            answer.unwrap();
            let mut at_once = before.clone();
            make(&mut at_once, &with_cascade(step), matches, &mut out.to_vec(), entrants).0.unwrap();
            assert!(same(&by_hand, &at_once, matches.len()), "{step:?}: a cascade is what its falls are, one by one");
        }
    }
    if let (Step::Decide(_, of, _), Some(at)) = (step, from)
        && !matches!(before.leave(at).0, Seat::Open)
        && let outcome = outcome(*of, matches[at].best_of)
        && (before.state(at) == State::Decided(outcome) || after.leave(at) == before.leave(at) && answer.is_ok())
    {
        assert!(answer.is_ok() && differs.iter().all(|other| *other == at), "the winner stays: {answer:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]
    #[test]
    fn any_order_ends_as_the_results_that_survive_would(kind in 0..5_usize, entrants in 2..24_usize, steps in steps()) {
        let matches = draw(kind, entrants);
        let mut play = Play::new(&matches, entrants);
        let mut out = Vec::new();
        for step in &steps {
            let before = play.clone();
            let was_out = out.clone();
            let (answer, from) = make(&mut play, step, &matches, &mut out, entrants);
            check_step(&before, &play, step, &answer, from, &matches, (&was_out, entrants));
        }
        let results = standing(&play, matches.len());
        let read = oracle(&matches, &results, &out);
        for at in 0..matches.len() {
            prop_assert_eq!(play.seats(at), read.seats[at], "seats of {}", at);
            prop_assert_eq!(play.leave(at), read.leave[at], "who leaves {}", at);
        }
        for at in (0..matches.len()).filter(|at| !matches!(play.state(*at), State::Decided(_))) {
            let ends = matches.iter().all(|next| ![next.home, next.away].contains(&Slot::WinnerOf(at)));
            prop_assert!(!ends || play.winner(at).is_none_or(|who| !out.contains(&who)), "who is out won {}", at);
        }
        let mut given: Vec<(usize, Outcome)> = results.iter().enumerate().filter_map(|(at, of)| Some((at, (*of)?))).collect();
        given.reverse();
        let replayed = Play::replay(&matches, entrants, &out, &given);
        prop_assert!(same(&play, &replayed, matches.len()));
    }

    #[test]
    fn everybody_has_one_place_in_the_end(kind in 0..4_usize, entrants in 2..40_usize, picks in proptest::collection::vec(0..8_u8, 1..100)) {
        let matches = draw(kind, entrants);
        let mut play = Play::new(&matches, entrants);
        let mut shown: Vec<Option<usize>> = vec![None; entrants];
        let mut forfeits = false;
        for (at, drawn) in matches.iter().enumerate() {
            let of = outcome(picks[at % picks.len()], drawn.best_of);
            if play.decide(at, of, false).is_ok() {
                forfeits |= of == Outcome::DoubleForfeit;
            }
            // A rank once shown does not change, as long as no expected entrant is missing.
            for place in places(&matches, &play) {
                for entrant in &place.entrants {
                    let rank = shown[usize::from(*entrant)].replace(place.rank);
                    prop_assert!(forfeits || rank.is_none_or(|rank| rank == place.rank), "{} had {:?}, now {}", entrant, rank, place.rank);
                }
            }
        }
        let ranked: Vec<(usize, Entrant)> =
            places(&matches, &play).into_iter().flat_map(|place| place.entrants.into_iter().map(move |entrant| (place.rank, entrant))).collect();
        let everybody: HashSet<Entrant> = ranked.iter().map(|(_, entrant)| *entrant).collect();
        prop_assert_eq!((everybody.len(), ranked.len()), (entrants, entrants), "{:?}", &ranked);
        let better = |rank: usize| ranked.iter().filter(|(other, _)| *other < rank).count();
        prop_assert!(ranked.iter().all(|(rank, _)| *rank == better(*rank) + 1 || *rank == 2 && better(2) == 0), "{:?}", &ranked);
    }
}
