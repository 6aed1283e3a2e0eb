//! Single cases of results, corrections and withdrawals; their properties are tested in `play_tests.rs`.

use super::play::{Outcome, Play, Refusal, Side, State};
use super::ranks::places;
use super::seeding::bracket;
use super::vectors::play_out;
use super::{Entrant, Match, Part, Series, double, single};

const ONE: Series<'static> = Series(&[1]);
const THREE: Series<'static> = Series(&[3]);

#[test]
fn who_may_change_places() {
    let matches = single(&bracket(3), false, ONE);
    let mut play = Play::new(&matches, 3);
    assert!([0, 1, 2].iter().all(|entrant| play.is_untouched(*entrant)), "a bye is no result");
    play.decide(1, Outcome::Played { home: 1, away: 0 }, false).unwrap();
    assert_eq!([0, 1, 2].map(|entrant| play.is_untouched(entrant)), [true, false, false]);
    play.reset(1, false).unwrap();
    play.put_out(0);
    assert_eq!([0, 1, 2].map(|entrant| play.is_untouched(entrant)), [true; 3], "its opponent is not known yet");
}

#[test]
fn what_does_not_stand_is_passed_over() {
    let matches = single(&bracket(4), false, ONE);
    let won = Outcome::Played { home: 1, away: 0 };
    let play = Play::replay(&matches, 4, &[9], &[(2, won), (0, Outcome::Played { home: 2, away: 0 }), (7, won), (1, won)]);
    assert_eq!((play.state(0), play.state(1), play.state(2)), (State::Ready, State::Decided(won), State::Locked));
}

#[test]
fn results_that_cannot_be_are_refused() {
    let matches = single(&bracket(4), false, THREE);
    let mut play = Play::new(&matches, 4);
    for (home, away) in [(7, 5), (1, 1), (2, 2), (0, 0), (3, 0), (1, 0)] {
        assert_eq!(play.decide(0, Outcome::Played { home, away }, true), Err(Refusal::Score), "{home}-{away}");
    }
    assert_eq!(play.decide(2, Outcome::Walkover(Side::Home), true), Err(Refusal::NotReady));
    assert_eq!(play.decide(3, Outcome::DoubleForfeit, true), Err(Refusal::NoMatch));
    assert_eq!((play.reset(0, true), play.reset(3, true)), (Err(Refusal::NoResult), Err(Refusal::NoMatch)));
    let even = single(&bracket(2), false, Series(&[2]));
    let drawn = Play::new(&even, 2).decide(0, Outcome::Played { home: 1, away: 1 }, false);
    assert_eq!(drawn, Err(Refusal::Score), "somebody has to go on");
}

#[test]
fn of_a_stage_that_others_follow_the_winners_share_the_first_place() {
    // Eight entrants, until two are left of each bracket: two rounds of the winners, two of the losers.
    let mut matches = double(&bracket(8), false, ONE);
    matches.retain(|drawn| matches!((drawn.part, drawn.round), (Part::Main | Part::Losers, 1 | 2)));
    let mut play = Play::new(&matches, 8);
    play_out(&mut play, matches.len(), |home, away| home < away);
    let ranked: Vec<(usize, Vec<Entrant>)> =
        places(&matches, &play).into_iter().map(|place| (place.rank, place.entrants)).collect();
    assert_eq!(ranked, [(1, vec![0, 1]), (3, vec![2, 3]), (5, vec![4, 5]), (7, vec![6, 7])]);
}

/// Returns the ranks, without places that are still empty.
fn ranked(matches: &[Match], play: &Play) -> Vec<(usize, Vec<Entrant>)> {
    places(matches, play)
        .into_iter()
        .filter(|place| !place.entrants.is_empty())
        .map(|place| (place.rank, place.entrants))
        .collect()
}

#[test]
fn nobody_who_is_out_is_champion_by_a_bye() {
    let won = Outcome::Played { home: 1, away: 0 };
    let four = single(&bracket(4), false, ONE);
    let play = Play::replay(&four, 4, &[0], &[(0, won), (1, Outcome::DoubleForfeit)]);
    assert_eq!((play.state(2), play.winner(2)), (State::Abandoned, None));
    assert_eq!(ranked(&four, &play), [(2, vec![0]), (3, vec![1, 2, 3])]);
    // All three withdrew: the first seed was waiting in the final.
    let three = single(&bracket(3), false, ONE);
    let play = Play::replay(&three, 3, &[0, 1, 2], &[]);
    assert_eq!((play.winner(2), ranked(&three, &play)[0].0), (None, 2));
    // If another stage follows, nobody advances that way either.
    let mut first_round = three;
    first_round.truncate(2);
    assert_eq!(Play::replay(&first_round, 3, &[0], &[]).winner(0), None);
    // In a double elimination, in the third place, and half-way.
    for reset in [false, true] {
        let matches = double(&bracket(4), reset, ONE);
        let play = Play::replay(&matches, 4, &[0, 1, 2, 3], &[(0, won)]);
        assert!((0..matches.len()).all(|at| play.winner(at).is_none() || at == 0), "{reset}");
        assert!(ranked(&matches, &play).iter().all(|(rank, _)| *rank > 1), "{reset}");
    }
    let third = single(&bracket(4), true, ONE);
    let play = Play::replay(&third, 4, &[3], &[(0, won), (1, Outcome::DoubleForfeit)]);
    assert_eq!((third[2].part, play.state(2)), (Part::Third, State::Abandoned));
    let eight = single(&bracket(8), false, ONE);
    let play = Play::replay(&eight, 8, &[0], &[(0, won), (1, Outcome::DoubleForfeit), (2, won), (3, won), (5, won)]);
    assert_eq!((play.state(4), play.state(6)), (State::Abandoned, State::Bye));
}

#[test]
fn what_was_played_stands_when_its_players_leave() {
    let won = Outcome::Played { home: 1, away: 0 };
    let eight = single(&bracket(8), false, ONE);
    // The first seed had no opponent in the semi-final, won the final, and left.
    let results = [(0, won), (1, Outcome::DoubleForfeit), (2, won), (3, won), (5, won), (6, won)];
    let mut play = Play::replay(&eight, 8, &[], &results);
    play.put_out(0);
    assert_eq!((play.state(4), play.state(6), play.winner(6)), (State::Bye, State::Decided(won), Some(0)));
    // The opponent of a semi-final had left, so it was not played; then its winner left after the final.
    let mut play = Play::replay(&eight, 8, &[], &[(0, won), (1, won), (2, won), (3, won), (5, won)]);
    play.put_out(3);
    play.decide(6, won, false).unwrap();
    play.put_out(0);
    assert_eq!((play.state(4), play.state(6)), (State::Forfeited(Outcome::Walkover(Side::Home)), State::Decided(won)));
    play.reset(6, false).unwrap();
    assert_eq!((play.state(4), play.state(6)), (State::Forfeited(Outcome::DoubleForfeit), State::Bye));
}
