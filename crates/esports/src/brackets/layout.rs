//! From a draw to its matches. Entrants are numbers in the order of seeds here, as the engine counts them.

use std::collections::HashMap;

use manao_domain::bracket::play::State;
use manao_domain::bracket::{Entrant, Match, Play, Slot, seeding};
use manao_domain::survivor;
use manao_domain::tournament_form::CheckedStage;

use super::view::{DrawMethod, DrawPin};

/// The positions of entrants: the lines of a bracket, or groups.
pub type Arrangement = Vec<Vec<Option<Entrant>>>;

/// Returns the order of seeds: `base`, shuffled if the draw is random, with pinned entrants at their places.
pub fn order(method: DrawMethod, base: &[i64], seed: u64, pins: &[DrawPin]) -> Vec<i64> {
    let mut order = base.to_vec();
    if method == DrawMethod::Random {
        seeding::shuffle(&mut order, seed);
    }
    let pinned: Vec<(i64, usize)> =
        pins.iter().filter_map(|pin| Some((pin.contestant_id, usize::try_from(pin.seed).ok()?.checked_sub(1)?))).collect();
    seeding::pin(&order, &pinned)
}

/// Returns the arrangement by the engine's numbers; an id that is not in the order becomes an empty place.
pub fn numbered(arrangement: &[Vec<Option<i64>>], index: &HashMap<i64, Entrant>) -> Arrangement {
    let section = |section: &Vec<Option<i64>>| section.iter().map(|id| index.get(&(*id)?).copied()).collect();
    arrangement.iter().map(section).collect()
}

/// Returns the arrangement by entrant ids.
pub fn named(arrangement: &Arrangement, order: &[i64]) -> Vec<Vec<Option<i64>>> {
    let section = |section: &Vec<Option<Entrant>>| section.iter().map(|at| order.get(usize::from((*at)?)).copied()).collect();
    arrangement.iter().map(section).collect()
}

/// Returns the matches of a stage with two sides. If another stage follows, rounds stop when only the qualifiers are left.
pub fn matches(settings: &CheckedStage, arrangement: &Arrangement) -> Vec<Match> {
    settings.format.rules().matches(settings, arrangement)
}

pub fn members(arrangement: &Arrangement) -> Vec<Vec<Entrant>> {
    arrangement.iter().map(|group| group.iter().flatten().copied().collect()).collect()
}

/// Returns the heats of each group of a survivor stage with lobbies of this size.
pub fn heats(settings: &CheckedStage, lobby: usize, arrangement: &Arrangement) -> Vec<Vec<Vec<Entrant>>> {
    let kind = settings.heats();
    members(arrangement).iter().map(|group| survivor::heats(group, lobby.max(2), kind)).collect()
}

/// Returns the running number of each match that is played; byes have none.
pub fn labels(matches: &[Match], entrants: usize) -> Vec<Option<i32>> {
    let play = Play::new(matches, entrants);
    let mut number = 0;
    let label = |at| {
        if matches!(play.state(at), State::Bye | State::Abandoned | State::Void) {
            return None;
        }
        number += 1;
        Some(number)
    };
    (0..matches.len()).map(label).collect()
}

/// Returns a slot as its column stores it.
pub fn slot_text(slot: Slot, order: &[i64]) -> String {
    match slot {
        Slot::Entrant(at) => format!("e{}", order.get(usize::from(at)).copied().unwrap_or_default()),
        Slot::WinnerOf(at) => format!("w{at}"),
        Slot::LoserOf(at) => format!("l{at}"),
        Slot::Bye => "b".to_owned(),
    }
}

/// Parses a stored slot; None if the text is not a valid one.
pub fn slot(text: &str, index: &HashMap<i64, Entrant>) -> Option<Slot> {
    let mut letters = text.chars();
    let (kind, rest) = (letters.next()?, letters.as_str());
    match kind {
        'e' => index.get(&rest.parse().ok()?).copied().map(Slot::Entrant),
        'w' => rest.parse().ok().map(Slot::WinnerOf),
        'l' => rest.parse().ok().map(Slot::LoserOf),
        'b' => Some(Slot::Bye),
        _ => None,
    }
}

/// Converts a number to the type of columns and JSON.
pub fn small(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of matches, and of those whose winner goes nowhere.
    fn drawn(entrants: usize, settings: serde_json::Value) -> (usize, usize) {
        let settings: CheckedStage = serde_json::from_value(settings).unwrap();
        let matches = matches(&settings, &vec![seeding::bracket(entrants)]);
        let goes_on = |at: usize| matches.iter().any(|of| [of.home, of.away].contains(&Slot::WinnerOf(at)));
        (matches.len(), (0..matches.len()).filter(|at| !goes_on(*at)).count())
    }

    #[test]
    fn a_bracket_that_others_follow_ends_when_as_many_are_left() {
        let single = |qualifiers: i32| serde_json::json!({"format": "bracket", "elimination": "single", "thirdPlace": true, "series": [1], "qualifiers": qualifiers});
        assert_eq!(drawn(16, single(4)), (12, 4));
        assert_eq!(drawn(16, single(2)), (14, 2));
        assert_eq!(drawn(9, single(8)), (8, 8));
        let double = |qualifiers: i32| serde_json::json!({"format": "bracket", "elimination": "double", "series": [1], "qualifiers": qualifiers});
        // From sixteen, two are left in each bracket after the winners' third round and the losers' fourth.
        assert_eq!(drawn(16, double(4)), (8 + 4 + 4 + 4 + 2 + 2 + 2, 4));
        assert_eq!(drawn(16, double(2)), (8 + 4 + 4 + 4 + 2 + 2 + 2 + 1 + 1 + 1, 2));
        let last = serde_json::json!({"format": "bracket", "elimination": "double", "series": [1], "grandFinal": "reset"});
        assert_eq!(drawn(16, last), (31, 1));
    }

    #[test]
    fn slots_are_read_as_they_were_written() {
        let order = [50_007, 50_003];
        let index: HashMap<i64, Entrant> = order.into_iter().zip(0..).collect();
        for (slot_of, text) in
            [(Slot::Entrant(1), "e50003"), (Slot::WinnerOf(12), "w12"), (Slot::LoserOf(0), "l0"), (Slot::Bye, "b")]
        {
            assert_eq!((slot_text(slot_of, &order).as_str(), slot(text, &index)), (text, Some(slot_of)));
        }
        for text in ["", "e1", "x3", "w", "e"] {
            assert_eq!(slot(text, &index), None, "{text}");
        }
    }
}
