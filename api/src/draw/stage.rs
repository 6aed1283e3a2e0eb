//! The drawn stages: a bracket or groups, and the bracket for the best of each group.

use anyhow::{Result, ensure};
use manao_domain::bracket::apart::{apart, rearranged};
use manao_domain::bracket::groups::{Rest, crossed, round_robin};
use manao_domain::bracket::seeding::{bracket, pots, snake};
use manao_domain::bracket::{Entrant, Match, Series, double, single};

use super::sheet::{Kind, Sheet};

/// Most matches of a round robin.
const MOST_MATCHES: usize = 20_000;

pub struct Stage {
    pub matches: Vec<Match>,
    pub rests: Vec<Rest>,
    /// Lines of a bracket, or groups
    pub sections: Vec<Vec<Option<Entrant>>>,
    /// Pairs that changed places so that entrants of one organization, or of one group, are apart
    pub moves: Vec<(Entrant, Entrant)>,
}

pub fn first(sheet: &Sheet) -> Result<Stage> {
    let entrants = sheet.entrants.len();
    let filled = |groups: Vec<Vec<Entrant>>| groups.into_iter().map(|group| group.into_iter().map(Some).collect()).collect();
    let sections: Vec<Vec<Option<Entrant>>> = match sheet.kind {
        Kind::Single | Kind::Double => vec![bracket(entrants)],
        Kind::Groups if sheet.pots => filled(pots(entrants, sheet.groups, sheet.seed.unwrap_or_default())),
        Kind::RoundRobin | Kind::Groups => filled(snake(entrants, sheet.groups)),
    };
    // In a single group everybody meets everybody.
    let moves = if sheet.groups == 1 { Vec::new() } else { apart(&sections, &sheet.organizations, &sheet.pinned) };
    let sections = rearranged(&sections, &moves);
    let series = Series(&sheet.series);
    let (matches, rests) = match sheet.kind {
        Kind::Single => (single(lines(&sections), sheet.third_place, series), Vec::new()),
        Kind::Double => (double(lines(&sections), sheet.reset, series), Vec::new()),
        Kind::RoundRobin | Kind::Groups => {
            check_size(&sections, sheet.double_round)?;
            let groups: Vec<Vec<Entrant>> = sections.iter().map(|group| group.iter().flatten().copied().collect()).collect();
            round_robin(&groups, sheet.double_round, series)
        }
    };
    Ok(Stage { matches, rests, sections, moves })
}

/// Draws the bracket of the qualifiers, as numbers in the order of place and then group: it is drawn before they are known.
pub fn second(sheet: &Sheet, first: &Stage) -> Result<Option<Stage>> {
    let Some(winners) = sheet.winners_per_group else { return Ok(None) };
    let groups = first.sections.len();
    let (sections, moves) = match crossed(groups, winners) {
        Some(order) => {
            let lines = order.into_iter().map(|(place, group)| Entrant::try_from(place * groups + group).map(Some));
            (vec![lines.collect::<Result<_, _>>()?], Vec::new())
        }
        None => {
            let of_group = (0..groups * winners).map(|at| i64::try_from(at % groups).map(Some)).collect::<Result<Vec<_>, _>>()?;
            let seeded = vec![bracket(groups * winners)];
            let moves = apart(&seeded, &of_group, &[]);
            (rearranged(&seeded, &moves), moves)
        }
    };
    let matches = single(lines(&sections), sheet.third_place, Series(&sheet.series));
    Ok(Some(Stage { matches, rests: Vec::new(), sections, moves }))
}

fn lines(sections: &[Vec<Option<Entrant>>]) -> &[Option<Entrant>] {
    sections.first().map_or(&[], Vec::as_slice)
}

fn check_size(groups: &[Vec<Option<Entrant>>], double_round: bool) -> Result<()> {
    let single: usize = groups.iter().map(|group| group.len() * (group.len() - 1) / 2).sum();
    let matches = if double_round { single * 2 } else { single };
    ensure!(matches <= MOST_MATCHES, "Can't Generate Bracket: these groups have {matches} matches, more than {MOST_MATCHES}");
    Ok(())
}
