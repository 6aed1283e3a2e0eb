//! The answer as JSON.

use manao_domain::bracket::play::{Seat, State};
use manao_domain::bracket::ranks::places;
use manao_domain::bracket::{Entrant, Match, Outcome, Play, Side, Slot};
use serde_json::{Map, Value, json};

use super::course::{Course, Qualified, Second, Table};
use super::sheet::Sheet;

pub fn answer(sheet: &Sheet, course: &Course) -> Value {
    let name = |who: Entrant| sheet.entrants.get(usize::from(who)).map_or(Value::Null, |name| json!(name));
    let mut answer = Map::new();
    answer.insert("entrants".into(), json!(sheet.entrants));
    if sheet.groups > 0 {
        let group = |group: &Vec<Option<Entrant>>| Value::from_iter(group.iter().flatten().map(|who| name(*who)));
        answer.insert("groups".into(), course.first.sections.iter().map(group).collect());
    }
    let swap = |(one, other): &(Entrant, Entrant)| json!([name(*one), name(*other)]);
    if !course.first.moves.is_empty() {
        answer.insert("moves".into(), course.first.moves.iter().map(swap).collect());
    }
    let entrant = |who: Entrant| json!({ "entrant": name(who) });
    let scored = !sheet.series.is_empty();
    let mut matches = listed(&course.first.matches, &course.first_play, 0, 1, scored, &entrant);
    if let Some(second) = &course.second {
        let known = |at: Entrant| second.qualified.get(usize::from(at)).copied().and_then(Qualified::entrant);
        let label = |at: Entrant| qualifier(usize::from(at), course.first.sections.len());
        let side = |at: Entrant| known(at).map_or_else(|| json!({ "qualifier": label(at) }), entrant);
        matches.extend(listed(&second.stage.matches, &second.play, matches.len(), 2, scored, &side));
        if !second.stage.moves.is_empty() {
            let moves = second.stage.moves.iter().map(|(one, other)| json!([label(*one), label(*other)]));
            answer.insert("qualifierMoves".into(), moves.collect());
        }
    }
    answer.insert("matches".into(), matches.into());
    let rests = &course.first.rests;
    if !rests.is_empty() {
        let rest = |of: &manao_domain::bracket::groups::Rest| json!({ "group": of.group + 1, "round": of.round, "entrant": name(of.entrant) });
        answer.insert("rests".into(), rests.iter().map(rest).collect());
    }
    if sheet.results.is_some() {
        if sheet.groups > 0 {
            answer.insert("tables".into(), course.tables.iter().enumerate().map(|(at, of)| table(at, of, &name)).collect());
        }
        let ranked = standings(sheet, course, &name);
        if let Some(champion) = champion(sheet, course, &ranked) {
            answer.insert("champion".into(), champion);
        }
        answer.insert("standings".into(), ranked);
    }
    Value::Object(answer)
}

/// Returns the name of a qualifier, such as `A1` for the first of the first group.
fn qualifier(at: usize, groups: usize) -> String {
    format!("{}{}", group_name(at % groups), at / groups + 1)
}

/// Returns the letters of a group, from 0; after `Z` comes `AA`.
pub fn group_name(mut group: usize) -> String {
    let mut letters = String::new();
    loop {
        letters.insert(0, char::from(b'A' + u8::try_from(group % 26).unwrap_or_default()));
        match (group / 26).checked_sub(1) {
            Some(rest) => group = rest,
            None => return letters,
        }
    }
}

fn listed(
    matches: &[Match],
    play: &Play,
    before: usize,
    stage: usize,
    scored: bool,
    side: &dyn Fn(Entrant) -> Value,
) -> Vec<Value> {
    let line = |(at, drawn): (usize, &Match)| {
        let mut line = Map::new();
        let mut put = |key: &str, value: Value| drop(line.insert(key.to_owned(), value));
        put("id", (before + at + 1).into());
        put("stage", stage.into());
        put("bracket", drawn.part.as_str().into());
        if let Some(group) = drawn.group {
            put("group", (group + 1).into());
        }
        put("round", drawn.round.into());
        put("number", drawn.number.into());
        let seats = play.seats(at);
        put("home", slot(seats[0], drawn.home, before, side));
        put("away", slot(seats[1], drawn.away, before, side));
        if scored {
            put("bestOf", drawn.best_of.into());
        }
        if let State::Decided(outcome) | State::Forfeited(outcome) = play.state(at) {
            put("result", result(outcome));
            put("winner", play.winner(at).map_or(Value::Null, |who| side(who)["entrant"].clone()));
        }
        Value::Object(line)
    };
    matches.iter().enumerate().map(line).collect()
}

fn slot(seat: Seat, drawn: Slot, before: usize, side: &dyn Fn(Entrant) -> Value) -> Value {
    match (seat, drawn) {
        (Seat::Entrant(who), _) => side(who),
        (Seat::Open, Slot::WinnerOf(from)) => json!({ "winnerOf": before + from + 1 }),
        (Seat::Open, Slot::LoserOf(from)) => json!({ "loserOf": before + from + 1 }),
        (Seat::Nobody | Seat::Open, _) => json!({ "bye": true }),
    }
}

fn result(outcome: Outcome) -> Value {
    match outcome {
        Outcome::Played { home, away } => json!({ "home": home, "away": away }),
        Outcome::Walkover(Side::Home) => json!({ "walkover": "home" }),
        Outcome::Walkover(Side::Away) => json!({ "walkover": "away" }),
        Outcome::DoubleForfeit => json!({ "doubleForfeit": true }),
    }
}

fn table(at: usize, table: &Table, name: &dyn Fn(Entrant) -> Value) -> Value {
    let lines = table.lines.iter().map(|line| {
        json!({
            "entrant": name(line.entrant),
            "rank": line.rank,
            "points": line.points,
            "played": line.played,
            "won": line.won,
            "drawn": line.drawn,
            "lost": line.lost,
            "gamesWon": line.games_won,
            "gamesLost": line.games_lost,
            "decidedBy": line.decided_by,
        })
    });
    let tie: Vec<Value> = table.cut_tie.iter().map(|who| name(*who)).collect();
    json!({ "group": at + 1, "complete": table.complete, "lines": lines.collect::<Vec<_>>(), "cutTie": tie })
}

/// Returns the certain ranks: of a bracket as its matches decide them, of groups as their tables stand. With a bracket after the groups, the
/// entrants that did not qualify are ranked behind it when all groups are decided.
fn standings(sheet: &Sheet, course: &Course, name: &dyn Fn(Entrant) -> Value) -> Value {
    let line = |who: Entrant, rank: usize| json!({ "entrant": name(who), "rank": rank });
    match &course.second {
        Some(second) => overall(course, second).into_iter().map(|(who, rank)| line(who, rank)).collect(),
        None if sheet.groups == 0 => {
            let places = places(&course.first.matches, &course.first_play);
            places.iter().flat_map(|place| place.entrants.iter().map(|who| line(*who, place.rank))).collect()
        }
        None => {
            let grouped =
                course.tables.iter().enumerate().flat_map(|(group, table)| table.lines.iter().map(move |of| (group, of)));
            let grouped = grouped.map(|(group, of)| {
                let mut line = line(of.entrant, of.rank);
                if sheet.groups > 1 {
                    line["group"] = (group + 1).into();
                }
                line
            });
            grouped.collect()
        }
    }
}

/// Returns the champion when all is decided, null when nobody is first. None for several groups without a bracket after them.
fn champion(sheet: &Sheet, course: &Course, ranked: &Value) -> Option<Value> {
    let play = course.second.as_ref().map_or(&course.first_play, |second| &second.play);
    let matches = course.second.as_ref().map_or(course.first.matches.len(), |second| second.stage.matches.len());
    let is_open = (0..matches).any(|at| matches!(play.state(at), State::Locked | State::Ready));
    if is_open || (sheet.groups > 1 && course.second.is_none()) {
        return None;
    }
    let mut first = ranked.as_array()?.iter().filter(|line| line["rank"] == 1);
    let champion = first.next().map_or(Value::Null, |line| line["entrant"].clone());
    first.next().is_none().then_some(champion)
}

fn overall(course: &Course, second: &Second) -> Vec<(Entrant, usize)> {
    let named = |at: &Entrant| second.qualified.get(usize::from(*at)).copied().and_then(Qualified::entrant);
    let places = places(&second.stage.matches, &second.play);
    let mut ranked: Vec<(Entrant, usize)> =
        places.iter().flat_map(|place| place.entrants.iter().filter_map(|at| Some((named(at)?, place.rank)))).collect();
    if course.tables.iter().all(|table| table.complete && table.cut_tie.is_empty()) {
        let through: Vec<Entrant> = second.qualified.iter().copied().filter_map(Qualified::entrant).collect();
        let lines = course.tables.iter().flat_map(|table| &table.lines);
        let mut left: Vec<(usize, Entrant)> =
            lines.filter(|line| !through.contains(&line.entrant)).map(|line| (line.rank, line.entrant)).collect();
        left.sort_unstable();
        for level in left.chunk_by(|one, other| one.0 == other.0) {
            let better = through.len() + left.partition_point(|(rank, _)| *rank < level[0].0);
            ranked.extend(level.iter().map(|(_, who)| (*who, better + 1)));
        }
    }
    ranked
}
