//! Results of a map, entered by staff: optionally first as a draft, then published, or replaced with a reason.

use super::decision::DecisionContext;
use super::survivor_view::SurvivorGroup;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::BTreeSet;
use utoipa::ToSchema;

use chrono::{DateTime, Utc};
use manao_domain::bracket::Entrant;
use manao_domain::survivor::{self, MapRefusal, MapRefusals, MapResult, SentResult};
use serde_json::{Value, json};

use super::downstream::{self, Outlook};
use super::layout::small;
use super::live::BracketLive;
use super::room_state::RuledBy;
use super::store::Stage;
use super::survivor::{GroupBoard, Heat, HeatMap};
use super::view::{MatchState, Reader};
use super::write;
use crate::tournaments::{self, Revision};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::note;
use manao_kernel::problem::{Code, Form, Problem, codes};

#[derive(Clone, Copy, Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SurvivorResultSent {
    pub contestant_id: i64,
    /// Place from 1; null for an entrant that did not start
    #[serde(default)]
    pub place: Option<i64>,
    #[serde(default)]
    pub kills: i64,
    /// Shares this place with others
    #[serde(default)]
    pub shared: bool,
    /// Points deducted, -999 to 0
    #[serde(default)]
    pub penalty: i64,
}

/// The effect of a map on its group.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SurvivorMapSaved {
    pub bracket_version: i64,
    pub group: SurvivorGroup,
}

/// Request body of a map's result.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SurvivorMapSent {
    /// Number from 1
    pub map: i32,
    /// One line for each entrant of the heat; those out of the tournament may be omitted. A draft may have fewer.
    pub results: Vec<SurvivorResultSent>,
    /// Only visible to staff, and not counted
    #[serde(default)]
    pub draft: bool,
    /// Required to replace a published map, and for penalties; at most 500 characters
    #[serde(default)]
    #[schema(extensions(("maxLength" = json!(manao_kernel::note::LONGEST))))]
    pub reason: Option<String>,
    /// Version of the map that the client last saw; 0 or absent when there was none
    #[serde(default)]
    pub version: Option<i64>,
    /// For a correction: allows draws of later stages to be withdrawn
    #[serde(default)]
    pub cascade: bool,
}

/// Most lines of a map; no lobby is as large.
const LINES: usize = 200;

/// # Errors
/// 409 `match_results_fall` names in `maps` the published maps that would no longer count, because a champion was found before them.
///
/// 404 `match_not_found`; 409 `match_not_survivor`, `match_changed`, `map_published`, `survivor_ended`, `match_results_fall`, `prize_paid`,
/// `tournament_cancelled`, `tournament_over`; 422 at `map`, `results` or its lines, `reason`.
pub async fn submit(app: &App, user_id: i64, match_id: i64, sent: &SurvivorMapSent) -> Result<SurvivorMapSaved, Problem> {
    if sent.results.len() > LINES {
        return Err(Problem::invalid("results", codes::list_too_long));
    }
    let mut change = app.change().await?;
    let mut stage = Stage::lock_of_match(&mut change, match_id).await?;
    stage.may_decide(change.now())?;
    let at = stage.position_of(match_id).ok_or(codes::match_not_found)?;
    let entry = Entry::parse(&stage, at, sent)?;
    let group = stage.heats[at].group;
    if sent.draft {
        entry.store(&mut change, &mut stage, user_id).await?;
    } else {
        let (before, counted) = (Outlook::new(&stage), stage.counting(group));
        write::next_version(&mut change, &mut stage, true).await?;
        entry.store(&mut change, &mut stage, user_id).await?;
        reopen_if_moved(&mut change, &mut stage, group, &before).await?;
        let changed = stage.settle_heats(Some(group), Some(at), change.now());
        write::store(&mut change, &stage, &changed).await?;
        entry.log(&mut change, &stage, user_id).await?;
        let by = DecisionContext { actor_id: Some(user_id), reason: entry.reason, cascade: sent.cascade, ruled: RuledBy::Staff };
        let version = stage.version;
        let counts = stage.counting(group);
        let dropped: Vec<i32> = counted.into_iter().filter(|map| !counts.contains(map)).collect();
        if !dropped.is_empty() && !sent.cascade {
            let falls = downstream::preview(change.conn(), &stage, &before).await?;
            let problem = Problem::new(codes::match_results_fall).with("maps", dropped);
            return Err(problem.with("falls", falls.matches).with("laterStages", falls.stages));
        }
        let withdrawn = downstream::follow(&mut change, &mut stage, &before, &by).await?;
        let alone = !withdrawn && stage.version == version;
        change.emit(&if alone { BracketLive::survivor(&stage, group) } else { BracketLive::reload(&stage) })?;
    }
    change.commit().await?;
    tournaments::forget_bracket(app, stage.tournament_id);
    let board = stage.boards().into_iter().find(|board| board.group == group).ok_or(codes::match_not_survivor)?;
    Ok(SurvivorMapSaved { bracket_version: stage.version, group: stage.told(&board, Reader::Runs) })
}

/// Reopens a closed group whose table has changed, and voids its lots.
async fn reopen_if_moved(change: &mut Change, stage: &mut Stage, group: i32, before: &Outlook) -> Result<(), Problem> {
    if *before == Outlook::new(stage) || !stage.closures.iter().any(|closure| closure.group == group) {
        return Ok(());
    }
    stage.closures.retain(|closure| closure.group != group);
    sqlx::query!(
        "delete from esports.group_closures where tournament_id = $1 and stage = $2 and group_number = $3",
        stage.tournament_id,
        stage.stage,
        group
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// A map's result, checked before it is stored.
struct Entry<'a> {
    at: usize,
    map: i32,
    draft: bool,
    results: Vec<MapResult>,
    /// The published result that it replaces
    replaced: Option<HeatMap>,
    reason: Option<&'a str>,
}

impl<'a> Entry<'a> {
    fn parse(stage: &Stage, at: usize, sent: &'a SurvivorMapSent) -> Result<Self, Problem> {
        let heat = stage.heats.get(at).ok_or(codes::match_not_survivor)?;
        if !(1..=stage.maps_of(heat)).contains(&sent.map) {
            return Err(Problem::invalid("map", codes::survivor_map_unknown));
        }
        let there = heat.maps.get(&sent.map);
        if there.is_some_and(|there| sent.version != Some(there.id)) {
            return Err(codes::match_changed.into());
        }
        let replaced = there.filter(|there| !there.draft).cloned();
        if sent.draft && replaced.is_some() {
            return Err(codes::map_published.into());
        }
        if replaced.is_none() && !heat.extra && stage.has_ended(heat.group) {
            return Err(codes::survivor_ended.into());
        }
        let results = stage.checked(heat, sent)?;
        let taken = results.iter().any(|line| line.penalty != 0);
        let reason = match sent.reason.as_deref() {
            given if !sent.draft && (replaced.is_some() || taken) => Some(note::reason(given)?),
            _ => None,
        };
        Ok(Self { at, map: sent.map, draft: sent.draft, results, replaced, reason })
    }

    async fn store(&self, change: &mut Change, stage: &mut Stage, user_id: i64) -> Result<(), Problem> {
        let now = change.now();
        let first = self.replaced.as_ref().and_then(|map| map.published_in);
        let published_in = first.or((!self.draft).then_some(stage.version));
        let id = sqlx::query_scalar!(
            "insert into esports.survivor_maps (tournament_id, stage, match_id, map, version, at, actor_id, draft, results, reason)
             values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) returning id",
            stage.tournament_id,
            stage.stage,
            stage.heats[self.at].match_id,
            self.map,
            stage.version,
            now,
            user_id,
            self.draft,
            stage.stored(&self.results)?,
            self.reason
        )
        .fetch_one(change.conn())
        .await?;
        let map = HeatMap { id, at: now, draft: self.draft, published_in, results: self.results.clone() };
        stage.heats[self.at].maps.insert(self.map, map);
        Ok(())
    }

    async fn log(&self, change: &mut Change, stage: &Stage, user_id: i64) -> Result<(), Problem> {
        let told = |results: &[MapResult]| Ok::<Value, Problem>(json!({"map": self.map, "results": stage.stored(results)?}));
        let revision = Revision {
            actor_id: Some(user_id),
            kind: if self.replaced.is_some() { "map_replaced" } else { "map_published" },
            match_id: Some(stage.heats[self.at].match_id),
            reason: self.reason,
            before: self.replaced.as_ref().map(|map| told(&map.results)).transpose()?,
            after: Some(told(&self.results)?),
            ..Revision::default()
        };
        tournaments::log(change, stage.tournament_id, revision).await
    }
}

impl Stage {
    fn stored(&self, results: &[MapResult]) -> Result<Value, Problem> {
        Ok(serde_json::to_value(results.iter().map(|result| self.stored_result(result)).collect::<Vec<_>>())?)
    }

    /// Returns whether the group has a champion before its last map.
    fn has_ended(&self, group: i32) -> bool {
        self.boards().iter().any(|board| board.group == group && board.board.champion.is_some())
    }

    /// Returns the published maps of a group that count: none after the champion's.
    fn counting(&self, group: i32) -> Vec<i32> {
        let board = self.boards().into_iter().find(|board| board.group == group);
        let last = board.and_then(|board| board.board.champion).map_or(i32::MAX, |(_, map)| small(map));
        let heats = self.heats.iter().filter(|heat| heat.group == group && !heat.extra);
        let maps: BTreeSet<i32> =
            heats.flat_map(|heat| heat.published().map(|(map, _)| map)).filter(|map| *map <= last).collect();
        maps.into_iter().collect()
    }

    /// Returns the submitted lines, with entrants that are out as absent.
    fn checked(&self, heat: &Heat, sent: &SurvivorMapSent) -> Result<Vec<MapResult>, Problem> {
        let mut lines: Vec<SentResult> = Vec::with_capacity(heat.members.len());
        let mut form = Form::default();
        for (at, line) in sent.results.iter().enumerate() {
            let Some(entrant) = self.index.get(&line.contestant_id).copied() else {
                form.refuse(format!("results[{at}].contestantId"), codes::entrant_not_in_heat);
                continue;
            };
            lines.push(SentResult { entrant, place: line.place, kills: line.kills, shared: line.shared, penalty: line.penalty });
        }
        form.check()?;
        if sent.draft {
            return survivor::part_of_map(&heat.members, self.players, &lines).map_err(refused);
        }
        let absent = |who: &&Entrant| self.is_out(**who) && lines.iter().all(|line| line.entrant != **who);
        let out: Vec<Entrant> = heat.members.iter().filter(absent).copied().collect();
        lines.extend(out.into_iter().map(|entrant| SentResult { entrant, place: None, kills: 0, shared: false, penalty: 0 }));
        survivor::map(&heat.members, self.players, &lines).map_err(refused)
    }

    /// Updates the heats of a group, or of all groups, to the maps played and the entrants that left. Returns the changed ones, and `at`,
    /// whose maps changed.
    pub fn settle_heats(&mut self, group: Option<i32>, at: Option<usize>, now: DateTime<Utc>) -> Vec<usize> {
        let over = |board: &GroupBoard| board.board.champion.is_some() || self.has_no_opponents(&board.members);
        let ended: Vec<i32> = self.boards().iter().filter(|board| over(board)).map(|board| board.group).collect();
        let mut changed = Vec::new();
        for place in 0..self.heats.len() {
            let heat = &self.heats[place];
            if group.is_some_and(|group| heat.group != group) {
                continue;
            }
            let played = heat.published().count();
            let whole = played == usize::try_from(self.maps_of(heat)).unwrap_or_default() || self.is_deserted(heat);
            let state = match played {
                _ if whole || (ended.contains(&heat.group) && !heat.extra) => MatchState::Decided,
                0 => MatchState::Ready,
                _ => MatchState::Playing,
            };
            let row = &mut self.matches[place];
            if row.course.state != state {
                row.course.state = state;
                row.course.decided_at = (state == MatchState::Decided).then_some(now);
            } else if at != Some(place) {
                continue;
            }
            row.version = self.version;
            changed.push(place);
        }
        changed
    }
}

fn refused(refusals: MapRefusals) -> Problem {
    let mut problem: Option<Problem> = None;
    for (line, refusal) in refusals {
        let (field, code) = named(line, refusal);
        problem = Some(match problem {
            Some(problem) => problem.field(field, code),
            None => Problem::invalid(field, code),
        });
    }
    problem.unwrap_or_else(|| Problem::invalid("results", codes::field_invalid))
}

fn named(line: Option<usize>, refusal: MapRefusal) -> (Cow<'static, str>, Code) {
    let (field, code) = match refusal {
        MapRefusal::Stranger => ("contestantId", codes::entrant_not_in_heat),
        MapRefusal::Twice => ("contestantId", codes::item_repeated),
        MapRefusal::Missing => ("contestantId", codes::heat_entrants_missing),
        MapRefusal::Place => ("place", codes::map_place_invalid),
        MapRefusal::PlaceTaken => ("place", codes::map_place_taken),
        MapRefusal::PlaceLeftOut => ("place", codes::map_place_left_out),
        MapRefusal::Kills => ("kills", codes::map_kills_invalid),
        MapRefusal::Penalty => ("penalty", codes::map_penalty_invalid),
        MapRefusal::Absent => ("kills", codes::map_absent_kills),
    };
    match line {
        Some(at) => (format!("results[{at}].{field}").into(), code),
        None => ("results".into(), code),
    }
}
