//! Elimination: a bracket in which an entrant is out after one defeat or two.

use super::FormatRules;
use crate::bracket::groups::Rest;
use crate::bracket::{Entrant, Match, Part, Series, double, single};
use crate::tournament::{Elimination, Format};
use crate::tournament_form::{CheckedStage, Game, StageJudge, small};

/// A match must have a winner, so series are odd.
const SERIES: &[i64] = &[1, 3, 5, 7];

pub(super) struct Rules;

impl FormatRules for Rules {
    fn is_playable(&self, _: &Game) -> bool {
        true
    }

    fn has_groups(&self) -> bool {
        false
    }

    fn has_heats(&self) -> bool {
        false
    }

    fn tab(&self) -> &'static str {
        "bracket"
    }

    fn elimination(&self, chosen: Option<Elimination>) -> Option<Elimination> {
        Some(chosen.unwrap_or(Elimination::Single))
    }

    fn check(&self, judge: &mut StageJudge<'_>, _: Option<&Game>) -> CheckedStage {
        let elimination = self.elimination(judge.stage.elimination);
        CheckedStage {
            qualifiers: judge.qualifiers().map(small),
            elimination,
            third_place: elimination == Some(Elimination::Single) && judge.stage.third_place,
            series: judge.series(SERIES),
            grand_final: judge.grand_final(elimination),
            ..judge.unset(Format::Bracket)
        }
    }

    fn matches(&self, settings: &CheckedStage, sections: &[Vec<Option<Entrant>>]) -> Vec<Match> {
        let series = &settings.series;
        let lines = sections.first().map_or(&[][..], Vec::as_slice);
        let go_on = settings.qualifiers.and_then(|many| usize::try_from(many).ok()).filter(|many| *many > 1);
        if settings.elimination == Some(Elimination::Double) {
            // Half of the qualifiers come from each bracket.
            let left = go_on.map(|many| many / 2);
            let all = double(lines, settings.may_reset(), lengths(series, lines.len(), left, true));
            return cut(all, lines.len(), left, true);
        }
        let series = lengths(series, lines.len(), go_on, false);
        cut(single(lines, settings.third_place, series), lines.len(), go_on, false)
    }

    fn rests(&self, _: &CheckedStage, _: &[Vec<Option<Entrant>>]) -> Vec<Rest> {
        Vec::new()
    }
}

/// Returns the length of each round. If fewer rounds are played than have a length, because some entrants did not come, the last lengths apply:
/// the final is as long as announced.
fn lengths(series: &[i32], lines: usize, left: Option<usize>, double: bool) -> Series<'_> {
    let halvings = |many: usize| many.max(1).ilog2() as usize;
    let rounds = halvings(lines).saturating_sub(halvings(left.unwrap_or(1))) + usize::from(double && left.is_none());
    Series(&series[series.len().saturating_sub(rounds.max(1))..])
}

/// Keeps the rounds of the main bracket that leave at least `left` entrants; the later rounds stand behind all of them.
fn cut(mut matches: Vec<Match>, lines: usize, left: Option<usize>, double: bool) -> Vec<Match> {
    let Some(left) = left.filter(|left| *left >= 1) else { return matches };
    let plays = |of: &Match| {
        let round = match of.part {
            Part::Main => of.round,
            // The losers' rounds 2k - 3 and 2k - 2 are played beside the winners' round k.
            Part::Losers => of.round.div_ceil(2) + 1,
            Part::Final | Part::Third | Part::Group => return false,
        };
        lines >> round >= left && (double || of.part == Part::Main)
    };
    let played = matches.iter().take_while(|of| plays(of)).count();
    matches.truncate(played);
    matches
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_final_is_as_long_as_announced_however_many_came() {
        let of = |lines, left, double| lengths(&[1, 3, 5, 7], lines, left, double).0.to_vec();
        assert_eq!(of(32, None, false), [1, 3, 5, 7]);
        assert_eq!(of(16, None, false), [1, 3, 5, 7]);
        assert_eq!(of(4, None, false), [5, 7]);
        assert_eq!(of(2, None, false), [7]);
        // Two rounds and the grand final.
        assert_eq!(of(4, None, true), [3, 5, 7]);
        // From 16 entrants to 4 in two rounds.
        assert_eq!(of(16, Some(4), false), [5, 7]);
        assert_eq!(lengths(&[], 8, None, false).of_round(3), 1);
    }
}
