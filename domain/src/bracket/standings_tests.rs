use super::*;

fn met(home: Entrant, away: Entrant, score: (u8, u8)) -> Meeting {
    Meeting { home, away, score, forfeit: Forfeit::Nobody, extra: false }
}

fn forfeited(forfeit: Forfeit, score: (u8, u8)) -> Meeting {
    Meeting { forfeit, ..met(0, 1, score) }
}

fn extra(home: Entrant, away: Entrant) -> Meeting {
    Meeting { extra: true, ..met(home, away, (1, 0)) }
}

const USUAL: Rules<'static> = Rules { points: PointRule::WinDraw, tie_breaks: TieBreak::USUAL, lots: &[], out: &[] };

/// Returns the rank of each entrant, and the criterion that decided it.
fn ranked(entrants: &[Entrant], meetings: &[Meeting], rules: &Rules<'_>) -> Vec<(Entrant, usize, Option<DecidedBy>)> {
    standings(entrants, meetings, rules).iter().map(|line| (line.entrant, line.rank, line.decided_by)).collect()
}

#[test]
fn a_match_is_worth_what_the_rule_says() {
    use Forfeit::{Away, Both, Home, Nobody};
    for (forfeit, score, win_draw, by_games, wins) in [
        (Nobody, (2, 0), (3, 0), (3, 0), (1, 0)),
        (Nobody, (2, 1), (3, 0), (2, 1), (1, 0)),
        (Nobody, (0, 2), (0, 3), (0, 3), (0, 1)),
        (Nobody, (1, 2), (0, 3), (1, 2), (0, 1)),
        (Nobody, (1, 1), (1, 1), (1, 1), (0, 0)),
        (Away, (2, 0), (3, 0), (3, 0), (1, 0)),
        (Home, (0, 2), (0, 3), (0, 3), (0, 1)),
        (Both, (0, 0), (0, 0), (0, 0), (0, 0)),
    ] {
        for (points, expected) in [(PointRule::WinDraw, win_draw), (PointRule::ByGames, by_games), (PointRule::Wins, wins)] {
            let lines = standings(&[0, 1], &[forfeited(forfeit, score)], &Rules { points, ..USUAL });
            let of = |entrant| lines.iter().find(|line| line.entrant == entrant).map(|line| line.points).unwrap();
            assert_eq!((of(0), of(1)), expected, "{points} {score:?} {forfeit:?}");
        }
    }
}

#[test]
fn a_line_counts_what_was_played() {
    let meetings =
        [met(0, 1, (2, 1)), met(1, 0, (1, 1)), forfeited(Forfeit::Both, (0, 0)), forfeited(Forfeit::Away, (2, 0)), extra(1, 0)];
    let lines = standings(&[0, 1], &meetings, &USUAL);
    let told = |line: &Line| [line.played, line.won, line.drawn, line.lost, line.forfeited, line.games_won, line.games_lost];
    assert_eq!((told(&lines[0]), lines[0].points), ([4, 2, 1, 1, 1, 5, 2], 7));
    assert_eq!((told(&lines[1]), lines[1].points), ([4, 0, 1, 3, 2, 2, 5], 1));
}

#[test]
fn nobody_has_played_and_all_are_first() {
    assert_eq!(ranked(&[2, 0, 1], &[], &USUAL), [(2, 1, None), (0, 1, None), (1, 1, None)]);
    assert!(standings(&[], &[], &USUAL).is_empty());
}

#[test]
fn head_to_head_begins_anew_for_those_who_are_still_level() {
    let meetings = [
        met(0, 1, (2, 0)),
        met(1, 2, (2, 0)),
        met(2, 0, (2, 1)),
        met(0, 3, (2, 0)),
        met(1, 3, (2, 0)),
        met(3, 2, (2, 0)),
        met(2, 4, (2, 0)),
        met(3, 4, (2, 0)),
    ];
    // Points: 0, 1, 2 and 3 have six, 4 none. Among the four, 0 and 1 have six, 2 and 3 three; then 0 has beaten 1, and 3 has beaten 2.
    let by = Some(DecidedBy::HeadToHead);
    assert_eq!(ranked(&[4, 3, 2, 1, 0], &meetings, &USUAL), [(0, 1, by), (1, 2, by), (3, 3, by), (2, 4, by), (4, 5, None)]);
}

/// Returns matches in which 0, 1 and 2 have beaten each other in a circle, and all of them 3.
fn circle() -> Vec<Meeting> {
    vec![met(1, 0, (2, 1)), met(0, 2, (2, 0)), met(2, 1, (2, 1)), met(0, 3, (2, 0)), met(1, 3, (2, 1)), met(2, 3, (2, 1))]
}

#[test]
fn what_a_stage_names_decides_in_its_order() {
    use DecidedBy::{Difference, FewerForfeits, GamesWon, Wins};
    let table = |meetings: &[Meeting], tie_breaks| ranked(&[0, 1, 2, 3], meetings, &Rules { tie_breaks, ..USUAL })[..3].to_vec();
    assert_eq!(table(&circle(), &[]), [(0, 1, None), (1, 1, None), (2, 1, None)]);
    assert_eq!(table(&circle(), &[TieBreak::HeadToHead]), [(0, 1, None), (1, 1, None), (2, 1, None)]);
    let by = Some(Difference);
    assert_eq!(table(&circle(), &[TieBreak::Difference]), [(0, 1, by), (1, 2, by), (2, 3, by)]);
    // Games won separate 2; the difference decides between the two others.
    assert_eq!(table(&circle(), &[TieBreak::GamesWon, TieBreak::Difference]), [(0, 1, by), (1, 2, by), (2, 3, Some(GamesWon))]);
    // A draw and another match give 2 as many points with fewer wins.
    let mut drawn = circle();
    drawn[5] = met(2, 3, (1, 1));
    drawn.extend([met(2, 3, (1, 1)), met(3, 2, (1, 1))]);
    let by = Some(Wins);
    assert_eq!(table(&drawn, &[TieBreak::Wins]), [(0, 1, by), (1, 1, by), (2, 3, by)]);
    // 1 did not come to its match against 2.
    let mut missed = circle();
    missed[2].forfeit = Forfeit::Away;
    let by = Some(FewerForfeits);
    assert_eq!(table(&missed, &[TieBreak::FewerForfeits]), [(0, 1, by), (2, 1, by), (1, 3, by)]);
}

#[test]
fn a_tie_on_the_line_names_all_who_share_the_place() {
    let lines = standings(&[0, 1, 2, 3], &circle(), &Rules { tie_breaks: &[], ..USUAL });
    assert_eq!([0, 1, 2, 3, 4, 9].map(|winners| cut_tie(&lines, winners).len()), [0, 3, 3, 0, 0, 0]);
    assert_eq!(cut_tie(&lines, 2), [0, 1, 2]);
    assert!(cut_tie(&[], 1).is_empty());
    let order = [(4, 1), (2, 1), (0, 3), (1, 4), (3, 4), (5, 4)];
    let found = |lines: &[usize]| ties(&order, lines).len();
    assert_eq!(([1, 2, 3, 4, 5, 6].map(|line| found(&[line])), found(&[1, 4, 5])), ([1, 0, 0, 1, 1, 0], 2));
    assert_eq!(ties(&order, &[5]), [[1, 3, 5]]);
}

#[test]
fn extra_matches_decide_when_all_of_the_tied_have_met_and_a_lot_after_them() {
    let rules = Rules { tie_breaks: &[TieBreak::HeadToHead], ..USUAL };
    let with = |extras: &[Meeting], lots| ranked(&[0, 1, 2, 3], &[circle(), extras.to_vec()].concat(), &Rules { lots, ..rules });
    let again = Some(DecidedBy::TieBreakMatch);
    let half = [extra(2, 1), extra(2, 0)];
    assert!(with(&half, &[]).iter().all(|(_, _, by)| by.is_none()), "0 and 1 have not met again");
    let whole = [half[0], half[1], extra(1, 0)];
    assert_eq!(with(&whole, &[])[..3], [(2, 1, again), (1, 2, again), (0, 3, again)]);
    // If they do not decide, a lot does; an entrant that was not in the lot leaves all of them tied.
    let lot = Some(DecidedBy::Lot);
    let circle_again = [extra(0, 1), extra(1, 2), extra(2, 0)];
    assert_eq!(with(&circle_again, &[1, 2, 0])[..3], [(1, 1, lot), (2, 2, lot), (0, 3, lot)]);
    assert_eq!(with(&circle_again, &[1, 2])[..3], [(0, 1, None), (1, 1, None), (2, 1, None)]);
}

#[test]
fn who_left_before_all_was_played_is_not_first() {
    let walkover = |home, away| Meeting { forfeit: Forfeit::Home, ..met(home, away, (0, 1)) };
    // 0 has two wins, then leaves: the third match is forfeited.
    let meetings =
        [met(0, 1, (1, 0)), met(0, 2, (1, 0)), walkover(0, 3), met(1, 2, (1, 0)), met(1, 3, (0, 1)), met(2, 3, (1, 0))];
    let ranks = |out: &[Entrant]| -> Vec<(Entrant, usize)> {
        standings(&[0, 1, 2, 3], &meetings, &Rules { out, ..USUAL }).iter().map(|line| (line.entrant, line.rank)).collect()
    };
    assert_eq!(ranks(&[])[..2], [(3, 1), (0, 2)]);
    assert_eq!((ranks(&[0])[0], ranks(&[0])[3]), ((3, 1), (0, 4)));
    // An entrant that left after everything was played keeps its place.
    assert_eq!(ranks(&[3])[0], (3, 1));
    // All left, and nobody played.
    let nobody = |home, away| Meeting { forfeit: Forfeit::Both, ..met(home, away, (0, 0)) };
    let lines = standings(&[0, 1, 2], &[nobody(0, 1), nobody(0, 2), nobody(1, 2)], &Rules { out: &[0, 1, 2], ..USUAL });
    assert!(lines.iter().all(|line| line.rank == 2));
    // All left, and one had won a match before: the first place is empty, the others follow in order.
    let meetings = [met(0, 1, (1, 0)), nobody(0, 2), nobody(1, 2)];
    let lines = standings(&[0, 1, 2], &meetings, &Rules { out: &[0, 1, 2], ..USUAL });
    assert_eq!(lines.iter().map(|line| (line.entrant, line.rank)).collect::<Vec<_>>()[0], (0, 2));
    assert!(lines[1..].iter().all(|line| line.rank > 2), "{lines:?}");
}
