//! The answer for a survivor stage as JSON.

use manao_domain::bracket::Entrant;
use manao_domain::survivor::BoardLine;
use serde_json::{Map, Value, json};

use super::print::group_name;
use super::survivor::GroupBoard;
use super::survivor_sheet::Sheet;

pub fn answer(sheet: &Sheet, boards: &[GroupBoard]) -> Value {
    let names = |of: &[Entrant]| of.iter().map(|who| name(sheet, *who)).collect::<Vec<Value>>();
    let mut answer = Map::new();
    answer.insert("entrants".into(), json!(sheet.entrants));
    answer.insert("groups".into(), sheet.groups.iter().map(|group| json!(names(group))).collect());
    let heat = |(at, heat): (usize, &super::survivor_sheet::Heat)| json!({"id": at + 1, "group": heat.group + 1, "entrants": names(&heat.members)});
    answer.insert("heats".into(), sheet.heats.iter().enumerate().map(heat).collect());
    if sheet.results.is_none() {
        return Value::Object(answer);
    }
    answer.insert("boards".into(), boards.iter().enumerate().map(|(at, of)| board(sheet, at, of)).collect());
    if let Some(qualifiers) = qualifiers(sheet, boards) {
        answer.insert("qualifiers".into(), qualifiers);
    }
    if let Some(champion) = champion(sheet, boards) {
        answer.insert("champion".into(), champion);
    }
    answer.insert("standings".into(), standings(sheet, boards));
    Value::Object(answer)
}

fn name(sheet: &Sheet, who: Entrant) -> Value {
    sheet.entrants.get(usize::from(who)).map_or(Value::Null, |name| json!(name))
}

fn board(sheet: &Sheet, at: usize, of: &GroupBoard) -> Value {
    let line = |line: &BoardLine| {
        let mut told = json!({
            "entrant": name(sheet, line.entrant),
            "rank": line.rank,
            "total": line.total,
            "wins": line.wins,
            "kills": line.kills,
            "placePoints": line.place_points,
            "maps": line.maps,
            "decidedBy": line.decided_by,
        });
        if sheet.out.contains(&line.entrant) {
            told["out"] = true.into();
        }
        told
    };
    let tie: Vec<Value> = of.cut_tie.iter().map(|who| name(sheet, *who)).collect();
    let lines: Vec<Value> = of.board.lines.iter().map(line).collect();
    let mut told = json!({"group": at + 1, "complete": of.complete, "lines": lines, "cutTie": tie});
    if let Some(threshold) = of.board.threshold {
        told["threshold"] = threshold.into();
    }
    if let Some((who, map)) = of.board.champion {
        told["champion"] = json!({"entrant": name(sheet, who), "map": map});
    }
    told
}

fn standings(sheet: &Sheet, boards: &[GroupBoard]) -> Value {
    let lines = boards.iter().enumerate().flat_map(|(group, of)| of.board.lines.iter().map(move |line| (group, line)));
    let line = |(group, line): (usize, &BoardLine)| {
        let mut told = json!({"entrant": name(sheet, line.entrant), "rank": line.rank});
        if boards.len() > 1 {
            told["group"] = (group + 1).into();
        }
        told
    };
    lines.map(line).collect()
}

/// Returns the qualified entrants, by place and then group, when all groups are decided. Entrants that are out are passed over.
fn qualifiers(sheet: &Sheet, boards: &[GroupBoard]) -> Option<Value> {
    let winners = sheet.winners_per_group?;
    if !boards.iter().all(|of| of.complete && of.cut_tie.is_empty()) {
        return None;
    }
    let staying = |of: &GroupBoard, place: usize| {
        of.board.lines.iter().map(|line| line.entrant).filter(|who| !sheet.out.contains(who)).nth(place)
    };
    let mut through = Vec::new();
    for place in 0..winners {
        for (group, of) in boards.iter().enumerate() {
            let Some(who) = staying(of, place) else { continue };
            let letters = if boards.len() > 1 { group_name(group) } else { String::new() };
            through.push(json!({"entrant": name(sheet, who), "origin": format!("{letters}{}", place + 1)}));
        }
    }
    Some(through.into())
}

/// Returns the champion when all is decided, null when nobody is first. None for several groups, and for a stage that others follow.
fn champion(sheet: &Sheet, boards: &[GroupBoard]) -> Option<Value> {
    let [only] = boards else { return None };
    if !only.complete || sheet.winners_per_group.is_some() {
        return None;
    }
    let mut first = only.board.lines.iter().filter(|line| line.rank == 1);
    let champion = first.next().map_or(Value::Null, |line| name(sheet, line.entrant));
    first.next().is_none().then_some(champion)
}
