//! The draft of a stage's draw: generated, changed by hand, submitted, reopened.

use manao_domain::text_enum;
use serde::Deserialize;
use std::collections::{HashMap, HashSet};
use utoipa::ToSchema;

use manao_domain::bracket::{Entrant, apart, groups, seeding};
use manao_domain::tournament::{GroupDraw, Phase};
use serde_json::json;

use super::history::exchange;
use super::layout::{self, Arrangement, small};
use super::store::{Draw, HandSwap, Stage};
use super::view::{Bracket, DrawMethod, DrawPin, DrawState, Reader};
use super::{answer, swap, write};
use crate::tournaments::{self, Revision};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};

text_enum! {
    /// The entrants that a draw keeps apart.
    #[derive(ToSchema)]
    DrawApart {
        /// Entrants of one school, university or organization meet as late as possible
        Organization = "organization",
    }
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct DrawOrder {
    /// Number from 1; the first stage when absent
    #[serde(default)]
    pub stage: Option<i32>,
    pub method: DrawMethod,
    /// An unsigned 64-bit number, as text; a new one when absent
    #[serde(default)]
    pub seed: Option<String>,
    /// Entrants with a fixed place in the order of seeds
    #[serde(default)]
    pub pins: Vec<DrawPin>,
    #[serde(default)]
    pub apart: Option<DrawApart>,
    /// Version of the draft to replace, as the client last saw it; absent when there was none. 409 `bracket_changed` when it has changed
    /// since
    #[serde(default)]
    pub version: Option<i64>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub struct DrawSubmission {
    /// Number from 1; the first stage when absent
    #[serde(default)]
    pub stage: Option<i32>,
    /// Version of the draw that the client last saw
    pub version: i64,
    /// Pairs of entrants that change places, applied in order
    #[serde(default)]
    pub swaps: Vec<[i64; 2]>,
    /// Turns the submitted draw back into a draft
    #[serde(default)]
    pub reopen: bool,
    /// Reason for swaps after publication; at most 500 characters
    #[serde(default)]
    #[schema(extensions(("maxLength" = json!(manao_kernel::note::LONGEST))))]
    pub reason: Option<String>,
}

/// Most swaps in one submission.
const SWAPS: usize = 4096;

/// Generates a draft, and replaces any previous one.
///
/// # Errors
/// 404 `stage_not_found`; 409 `previous_stage_open`, `bracket_impossible`, `groups_impossible`, `bracket_published`, `bracket_submitted`,
/// `bracket_changed`, `tournament_cancelled`, `tournament_over`; 422 at `seed` or `pins`.
pub async fn generate(app: &App, id: i64, order: &DrawOrder) -> Result<Bracket, Problem> {
    let seed = match order.seed.as_deref().map(str::trim) {
        Some(seed) => seed.parse().map_err(|_| Problem::invalid("seed", codes::draw_seed_invalid))?,
        None => rand::random(),
    };
    let mut change = app.change().await?;
    let mut stage = Stage::lock(&mut change, id, order.stage.unwrap_or(1)).await?;
    stage.standing()?;
    match stage.draw.as_ref().map(|draw| draw.state) {
        Some(DrawState::Published) => return Err(codes::bracket_published.into()),
        Some(DrawState::Submitted) => return Err(codes::bracket_submitted.into()),
        Some(DrawState::Draft) | None => {}
    }
    if order.version != stage.draw.as_ref().map(|draw| draw.version) {
        return Err(codes::bracket_changed.into());
    }
    let field = Field::load(&mut change, &stage, order.method == DrawMethod::Random).await?;
    field.check(&mut change, &stage).await?;
    let pins = pins(&order.pins, &field.ids)?;
    let seeds = layout::order(order.method, &field.ids, seed, &pins);
    let kept_apart = order.apart.is_some();
    let draw = Draw {
        state: DrawState::Draft,
        method: order.method,
        seed,
        base: field.ids.clone(),
        pins,
        apart: kept_apart,
        arrangement: Vec::new(),
        moves: Vec::new(),
        swaps: Vec::new(),
        version: stage.draw.as_ref().map_or(0, |draw| draw.version) + 1,
        draft: stage.draw.as_ref().map_or(0, |draw| draw.draft) + 1,
        generated_at: change.now(),
        submitted_at: None,
        published_at: None,
    };
    let (drawn, crossed) = arrangement(&stage, &field, &draw);
    let by_seed = |keep: &HashMap<i64, i64>| -> Vec<Option<i64>> { seeds.iter().map(|id| keep.get(id).copied()).collect() };
    let mates = by_seed(&field.group_mates());
    let pinned: Vec<Entrant> = draw.pins.iter().filter_map(|pin| Entrant::try_from(pin.seed - 1).ok()).collect();
    // In a single group everybody meets everybody.
    let one_group = stage.settings.format.rules().has_groups() && drawn.len() == 1;
    // Where groups cross by a table, entrants of one group do not meet soon.
    let mut moves = if one_group || crossed { Vec::new() } else { apart::apart(&drawn, &mates, &pinned) };
    let mut drawn = apart::rearranged(&drawn, &moves);
    if kept_apart && !one_group {
        let organizations = answer::organizations(change.conn(), &seeds).await?.into_iter().map(|(id, of)| (id, of.id)).collect();
        let further = apart::apart_beside(&drawn, &by_seed(&organizations), &mates, &pinned);
        drawn = apart::rearranged(&drawn, &further);
        moves.extend(further);
    }
    let id_of = |who: Entrant| seeds.get(usize::from(who)).copied().unwrap_or_default();
    let draw = Draw {
        arrangement: layout::named(&drawn, &seeds),
        moves: moves.iter().map(|(one, other)| [id_of(*one), id_of(*other)]).collect(),
        ..draw
    };
    write::draw(&mut change, &stage, &draw).await?;
    stage.draw = Some(draw);
    finish(change, &stage).await
}

/// Commits, and returns the stage as its staff see it then.
pub async fn finish(mut change: Change, stage: &Stage) -> Result<Bracket, Problem> {
    let stage = Stage::load(change.conn(), stage.tournament_id, stage.stage).await?;
    answered(change, &stage).await
}

/// Does the same for a stage that already holds what was written.
pub async fn answered(mut change: Change, stage: &Stage) -> Result<Bracket, Problem> {
    let (app, id) = (change.app().clone(), stage.tournament_id);
    let answer = answer::bracket(change.conn(), stage, Reader::Runs, None).await?;
    change.commit().await?;
    tournaments::forget_bracket(&app, id);
    Ok(answer)
}

/// Applies swaps and submits the draft; or reopens it. Once it is published, swaps entrants who have no decided match.
///
/// # Errors
/// 404 `bracket_not_found`; 409 `bracket_changed` when its version is another, `bracket_published`, `bracket_submitted`,
/// `bracket_entrants_changed`, `draw_too_early`, `match_touched`, `tournament_cancelled`, `tournament_over`; 422 at `swaps` or `reason`.
pub async fn submit(app: &App, user_id: i64, id: i64, sent: &DrawSubmission) -> Result<Bracket, Problem> {
    if sent.swaps.len() > SWAPS {
        return Err(Problem::invalid("swaps", codes::draw_swaps_invalid));
    }
    let mut change = app.change().await?;
    let mut stage = Stage::lock(&mut change, id, sent.stage.unwrap_or(1)).await?;
    stage.standing()?;
    let Some(mut draw) = stage.draw.clone() else { return Err(codes::bracket_not_found.into()) };
    if draw.version != sent.version {
        return Err(codes::bracket_changed.into());
    }
    let known: HashSet<i64> = draw.base.iter().copied().collect();
    let possible = |[one, other]: &[i64; 2]| one != other && known.contains(one) && known.contains(other);
    if !sent.swaps.iter().all(possible) {
        return Err(Problem::invalid("swaps", codes::draw_swaps_invalid));
    }
    if draw.state == DrawState::Published {
        swap::published(&mut change, &mut stage, user_id, sent).await?;
        return finish(change, &stage).await;
    }
    let now = change.now();
    if sent.reopen {
        draw.state = DrawState::Draft;
        draw.submitted_at = None;
    } else if draw.state == DrawState::Submitted {
        return Err(codes::bracket_submitted.into());
    } else {
        ready(&mut change, &stage, &draw).await?;
        for pair in &sent.swaps {
            exchange(&mut draw.arrangement, *pair);
            draw.swaps.push(HandSwap { pair: *pair, at: None });
        }
        draw.state = DrawState::Submitted;
        draw.submitted_at = Some(now);
    }
    draw.version += 1;
    write::draw(&mut change, &stage, &draw).await?;
    let revision = Revision {
        actor_id: Some(user_id),
        kind: if sent.reopen { "draw_reopened" } else { "draw_submitted" },
        after: Some(json!({"stage": stage.stage, "method": draw.method, "seed": draw.seed.to_string(), "swaps": sent.swaps})),
        ..Revision::default()
    };
    tournaments::log(&mut change, id, revision).await?;
    finish(change, &stage).await
}

/// Checks that registration is closed, and that the draw holds the current entrants.
///
/// # Errors
/// 409 `draw_too_early`, `bracket_entrants_changed`.
pub async fn ready(change: &mut Change, stage: &Stage, draw: &Draw) -> Result<(), Problem> {
    if stage.stage == 1 && is_open(change, stage.tournament_id).await? {
        return Err(codes::draw_too_early.into());
    }
    let field = Field::load(change, stage, false).await?;
    let (drawn, now): (HashSet<i64>, HashSet<i64>) = (draw.base.iter().copied().collect(), field.ids.into_iter().collect());
    if drawn == now { Ok(()) } else { Err(codes::bracket_entrants_changed.into()) }
}

/// Returns whether registration is open, or still to come.
async fn is_open(change: &mut Change, tournament_id: i64) -> Result<bool, Problem> {
    let row = tournaments::Row::load(change.conn(), tournament_id).await?;
    Ok(matches!(row.phase(change.now()), Phase::Upcoming | Phase::Register))
}

/// The entrants of a stage, and how they came into it.
struct Field {
    /// By seed where they have one, then by time of entry
    ids: Vec<i64>,
    /// Origin by entrant, such as `A1`; for a later stage only
    origins: HashMap<i64, String>,
    /// Number of groups of the previous stage, and how many entrants of each go on
    before: Option<(usize, usize)>,
}

impl Field {
    async fn load(change: &mut Change, stage: &Stage, by_entry: bool) -> Result<Self, Problem> {
        let rows = sqlx::query!(
            r#"select e.id, s.origin as "origin?",
                      (select (b.settings->>'groups')::int from esports.tournament_stages b where b.tournament_id = $1 and b.position = $2 - 1) as groups,
                      (select (b.settings->>'winnersPerGroup')::int from esports.tournament_stages b
                       where b.tournament_id = $1 and b.position = $2 - 1) as winners
               from esports.entrants e left join esports.stage_entrants s on s.tournament_id = $1 and s.stage = $2 and s.entrant_id = e.id
               where e.tournament_id = $1 and e.status = 'join' and e.out_at is null
                 and case when $2 = 1 then e.stage = 1 else s.entrant_id is not null end
               order by case when not $3 then s.seed end, e.id"#,
            stage.tournament_id,
            stage.stage,
            by_entry
        )
        .fetch_all(change.conn())
        .await?;
        let many = |number: Option<i32>| number.and_then(|number| usize::try_from(number).ok());
        let before = rows.first().and_then(|row| Some((many(row.groups)?, many(row.winners)?)));
        Ok(Self {
            ids: rows.iter().map(|row| row.id).collect(),
            origins: rows.into_iter().filter_map(|row| Some((row.id, row.origin?))).collect(),
            before,
        })
    }

    /// # Errors
    /// 409 `previous_stage_open`, `bracket_impossible`, `groups_impossible`.
    async fn check(&self, change: &mut Change, stage: &Stage) -> Result<(), Problem> {
        let many = self.ids.len();
        if many < 2 && stage.stage > 1 {
            let previous = Stage::load(change.conn(), stage.tournament_id, stage.stage - 1).await?;
            if !previous.is_decided() || !previous.is_closed() {
                return Err(codes::previous_stage_open.into());
            }
        }
        let has_groups = stage.settings.format.rules().has_groups();
        let go_on = stage.settings.qualifiers.filter(|_| !has_groups);
        if many < 2 || go_on.is_some_and(|go_on| small(many) <= go_on) {
            return Err(codes::bracket_impossible.into());
        }
        let groups = stage.groups_drawn();
        if has_groups && many / groups < 2 {
            return Err(Problem::new(codes::groups_impossible).param("groups", groups).param("entrants", many));
        }
        Ok(())
    }

    /// Returns a number for each entrant's previous group, from its letters, to keep group mates apart.
    fn group_mates(&self) -> HashMap<i64, i64> {
        let letters = |origin: &String| {
            let group = origin.trim_end_matches(|digit: char| digit.is_ascii_digit());
            group.bytes().fold(0_i64, |number, letter| number.wrapping_mul(31).wrapping_add(letter.into()))
        };
        // Winners of matches come one from each, so they have no group mates.
        let grouped = self.before.is_some();
        self.origins.iter().filter(|_| grouped).map(|(id, origin)| (*id, letters(origin))).collect()
    }

    /// Returns the lines on which the best of groups cross, if the field is exactly those entrants.
    fn crossed(&self) -> Option<Vec<(usize, usize)>> {
        let (groups, winners) = self.before?;
        let whole = self.ids.len() == groups * winners && self.origins.len() == self.ids.len();
        if whole { groups::crossed(groups, winners) } else { None }
    }
}

/// Returns everybody's position before any moves, and whether groups cross by a table.
fn arrangement(stage: &Stage, field: &Field, draw: &Draw) -> (Arrangement, bool) {
    let many = draw.base.len();
    let grouped = |groups: Vec<Vec<Entrant>>| groups.into_iter().map(|group| group.into_iter().map(Some).collect()).collect();
    if stage.settings.format.rules().has_groups() {
        let groups = stage.groups_drawn();
        return match stage.settings.group_draw() {
            GroupDraw::Snake => (grouped(seeding::snake(many, groups)), false),
            GroupDraw::Pots => (grouped(seeding::pots(many, groups, draw.seed)), false),
        };
    }
    let untouched = draw.method == DrawMethod::Seeded && draw.pins.is_empty();
    let crossed = field.before.map(|(groups, _)| groups).zip(field.crossed()).filter(|_| untouched);
    if let Some((groups, table)) = crossed {
        let lines = table.into_iter().map(|(place, group)| Entrant::try_from(place * groups + group).ok());
        return (vec![lines.collect()], true);
    }
    (vec![seeding::bracket(many)], false)
}

impl Stage {
    fn groups_drawn(&self) -> usize {
        self.settings.groups.and_then(|groups| usize::try_from(groups).ok()).filter(|groups| *groups > 0).unwrap_or(1)
    }

    /// # Errors
    /// 409 `tournament_cancelled`, `tournament_over`.
    pub fn standing(&self) -> Result<(), Problem> {
        if self.cancelled_at.is_some() {
            return Err(codes::tournament_cancelled.into());
        }
        if self.finished_at.is_some() { Err(codes::tournament_over.into()) } else { Ok(()) }
    }
}

/// # Errors
/// 422 on `pins` for an unknown entrant, an entrant or a seed that appears twice, or a seed beyond the last.
fn pins(sent: &[DrawPin], ids: &[i64]) -> Result<Vec<DrawPin>, Problem> {
    let known: HashSet<i64> = ids.iter().copied().collect();
    let (mut people, mut seeds) = (HashSet::new(), HashSet::new());
    let mut sound = |pin: &DrawPin| {
        known.contains(&pin.contestant_id)
            && (1..=small(ids.len())).contains(&pin.seed)
            && people.insert(pin.contestant_id)
            && seeds.insert(pin.seed)
    };
    if !sent.iter().all(&mut sound) {
        return Err(Problem::invalid("pins", codes::draw_pins_invalid));
    }
    let mut pins = sent.to_vec();
    pins.sort_by_key(|pin| pin.seed);
    Ok(pins)
}
