//! Series of games between two sides.

#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum SeriesRefusal {
    #[error("a game has a winner")]
    DrawnGame,
    #[error("a score is from 0 to 999")]
    OutOfRange,
    #[error("a decided series takes no more games")]
    TooMany,
    #[error("the series is not decided")]
    TooFew,
}

/// Most points in one game.
const MOST: i64 = 999;

/// Returns the number of games that decide a series; a series of two is always played in full.
pub fn wins_needed(best_of: u8) -> u8 {
    if best_of.is_multiple_of(2) { best_of } else { best_of / 2 + 1 }
}

/// Returns whether a series of this length can end with this score.
pub fn is_score(best_of: u8, home: u8, away: u8) -> bool {
    if best_of.is_multiple_of(2) {
        return home.checked_add(away) == Some(best_of);
    }
    let needed = wins_needed(best_of);
    home.max(away) == needed && home.min(away) < needed
}

/// Returns the games won by each side, from the points of each game in the order played.
///
/// # Errors
/// The first problem of the series as a whole.
pub fn score(best_of: u8, games: &[(i64, i64)]) -> Result<(u8, u8), SeriesRefusal> {
    let (mut home, mut away) = (0, 0);
    for (mine, theirs) in games {
        if !(0..=MOST).contains(mine) || !(0..=MOST).contains(theirs) {
            return Err(SeriesRefusal::OutOfRange);
        }
        if is_score(best_of, home, away) {
            return Err(SeriesRefusal::TooMany);
        }
        match mine.cmp(theirs) {
            std::cmp::Ordering::Greater => home += 1,
            std::cmp::Ordering::Less => away += 1,
            std::cmp::Ordering::Equal => return Err(SeriesRefusal::DrawnGame),
        }
    }
    if is_score(best_of, home, away) { Ok((home, away)) } else { Err(SeriesRefusal::TooFew) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_counted_until_the_series_is_decided() {
        use SeriesRefusal::{DrawnGame, OutOfRange, TooFew, TooMany};
        for (best_of, games, expected) in [
            (1, vec![(13, 7)], Ok((1, 0))),
            (3, vec![(1, 0), (0, 1), (5, 9)], Ok((1, 2))),
            (3, vec![(1, 0), (1, 0), (0, 1)], Err(TooMany)),
            (3, vec![(1, 0)], Err(TooFew)),
            (3, vec![], Err(TooFew)),
            (3, vec![(1, 1)], Err(DrawnGame)),
            (3, vec![(-1, 2)], Err(OutOfRange)),
            (3, vec![(1000, 2)], Err(OutOfRange)),
            (2, vec![(1, 0), (0, 1)], Ok((1, 1))),
            (2, vec![(1, 0)], Err(TooFew)),
            (7, vec![(1, 0); 4], Ok((4, 0))),
            (7, vec![(1, 0); 300], Err(TooMany)),
        ] {
            assert_eq!(score(best_of, &games), expected, "best of {best_of}: {games:?}");
        }
        assert!(!is_score(2, 255, 3));
    }
}
