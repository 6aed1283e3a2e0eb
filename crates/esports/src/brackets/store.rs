//! A stage as stored in the database, with the state that the engine derives from draw, results and exits.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use manao_domain::bracket::{self as engine, Match, Part, Play, Slot};
use manao_domain::text_enum;
use manao_domain::tournament_form::{CheckedStage, TournamentPrize};
use sqlx::PgConnection;
use sqlx::types::Json;

use super::layout::{self, Arrangement};
use super::results;
use super::room_state::{RuledBy, TimeSource};
use super::survivor::{self, Heat};
use super::view::{DrawMethod, DrawPin, DrawState, MatchOutcome, MatchSide, MatchState};
use manao_kernel::database::Change;
use manao_kernel::problem::{Problem, codes};

/// A stage, before or after its draw.
pub struct Stage {
    pub tournament_id: i64,
    /// Number from 1
    pub stage: i32,
    /// Version of the whole bracket
    pub version: i64,
    pub published: bool,
    pub settings: CheckedStage,
    /// Number of sides in a lobby of its game
    pub lobby: usize,
    pub players: i32,
    /// Number of stages of the tournament
    pub last_stage: i32,
    /// Prizes of the places
    pub prizes: Vec<TournamentPrize>,
    pub cancelled_at: Option<DateTime<Utc>>,
    pub finished_at: Option<DateTime<Utc>>,
    pub started_at: Option<DateTime<Utc>>,
    pub draw: Option<Draw>,
    /// In the order of seeds; empty before the draw
    pub entrants: Vec<StageEntrant>,
    pub index: HashMap<i64, engine::Entrant>,
    /// By position
    pub matches: Vec<MatchRow>,
    /// The same matches in the engine's form; empty in a survivor stage
    pub drawn: Vec<Match>,
    pub play: Play,
    pub closures: Vec<Closure>,
    /// Heats of a survivor stage
    pub heats: Vec<Heat>,
}

#[derive(Clone, Debug)]
pub struct Draw {
    pub state: DrawState,
    pub method: DrawMethod,
    pub seed: u64,
    pub base: Vec<i64>,
    pub pins: Vec<DrawPin>,
    pub apart: bool,
    pub arrangement: Vec<Vec<Option<i64>>>,
    pub moves: Vec<[i64; 2]>,
    pub swaps: Vec<HandSwap>,
    pub version: i64,
    /// Number of times the stage was drawn, this draw included
    pub draft: i32,
    pub generated_at: DateTime<Utc>,
    pub submitted_at: Option<DateTime<Utc>>,
    pub published_at: Option<DateTime<Utc>>,
}

/// Two entrants exchanged by hand.
#[derive(Clone, Copy, Debug, serde::Serialize, serde::Deserialize)]
pub struct HandSwap {
    pub pair: [i64; 2],
    /// Time of a swap after the publication
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<DateTime<Utc>>,
}

#[derive(Clone, Debug)]
pub struct StageEntrant {
    pub id: i64,
    pub team_id: Option<i64>,
    pub name: String,
    pub short_name: String,
    pub logo: Option<String>,
    pub origin: Option<String>,
    pub out: bool,
    pub out_at: Option<DateTime<Utc>>,
    /// Version of the bracket with which it left; None for an exit that is not stored
    pub out_version: Option<i64>,
    pub disqualified: bool,
    /// Set when it lost its place in the ranking
    pub stripped: Option<Stripping>,
}

text_enum! {
    /// The use of a place that a disqualified entrant lost.
    Stripping {
        MoveUp = "move_up",
        LeaveEmpty = "leave_empty",
    }
}

/// A match's row. Everything except its place in the draw follows from results.
#[derive(Clone, Debug, PartialEq)]
pub struct MatchRow {
    pub id: i64,
    pub part: Part,
    pub group: Option<i32>,
    pub round: i32,
    pub number: i32,
    pub label: Option<i32>,
    pub best_of: i32,
    pub extra: bool,
    pub scheduled_at: Option<DateTime<Utc>>,
    pub ends_at: Option<DateTime<Utc>>,
    /// An agreed time holds only for the sides that agreed on it
    pub time_source: Option<TimeSource>,
    /// None for imported matches
    pub drawn_at: Option<DateTime<Utc>>,
    pub version: i64,
    pub course: Course,
}

/// The part of a row that follows from results and exits.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    pub state: MatchState,
    pub home_id: Option<i64>,
    pub away_id: Option<i64>,
    pub outcome: Option<MatchOutcome>,
    pub forfeited: bool,
    pub home_score: Option<i32>,
    pub away_score: Option<i32>,
    pub winner: Option<MatchSide>,
    pub games: Option<Vec<[i64; 2]>>,
    pub decided_at: Option<DateTime<Utc>>,
    pub decided_by: Option<RuledBy>,
}

#[derive(Clone, Debug)]
pub struct Closure {
    pub group: i32,
    pub closed_at: DateTime<Utc>,
    pub lot_seed: Option<u64>,
    pub lots: Vec<i64>,
}

impl Stage {
    /// # Errors
    /// 404 `tournament_not_found`, `stage_not_found`.
    pub async fn load(conn: &mut PgConnection, tournament_id: i64, stage: i32) -> Result<Self, Problem> {
        let mut loaded = head(conn, tournament_id, stage).await?;
        let Some(draw) = &loaded.draw else { return Ok(loaded) };
        let order = layout::order(draw.method, &draw.base, draw.seed, &draw.pins);
        let published = draw.state == DrawState::Published;
        loaded.entrants = entrants(conn, tournament_id, stage, &order).await?;
        loaded.index = order.iter().copied().zip(0..).collect();
        if published {
            loaded.read_matches(conn).await?;
            loaded.closures = closures(conn, tournament_id, stage).await?;
        } else {
            loaded.arrange();
        }
        loaded.heats = survivor::heats(conn, &loaded, None).await?;
        Ok(loaded)
    }

    /// Does the same with the tournament locked until the change ends. Must come before locks of teams, entrants and people.
    ///
    /// # Errors
    /// 404 `tournament_not_found`, `stage_not_found`.
    pub async fn lock(change: &mut Change, tournament_id: i64, stage: i32) -> Result<Self, Problem> {
        sqlx::query!("select id from esports.tournaments where id = $1 for no key update", tournament_id)
            .fetch_optional(change.conn())
            .await?;
        Self::load(change.conn(), tournament_id, stage).await
    }

    /// Does the same for the stage of a match.
    ///
    /// # Errors
    /// 404 `match_not_found`.
    pub async fn lock_of_match(change: &mut Change, match_id: i64) -> Result<Self, Problem> {
        let place = sqlx::query!("select tournament_id, stage from esports.matches where id = $1", match_id)
            .fetch_optional(change.conn())
            .await?
            .ok_or(codes::match_not_found)?;
        Self::lock(change, place.tournament_id, place.stage).await
    }

    /// Returns whether every group is closed; a bracket has none.
    pub fn is_closed(&self) -> bool {
        let groups = if self.settings.format.rules().has_groups() { self.arrangement().len() } else { 0 };
        self.closures.len() == groups
    }

    pub fn ids(&self, entrants: &[engine::Entrant]) -> Vec<i64> {
        entrants.iter().map(|who| self.id_of(*who)).collect()
    }

    /// Returns the ids in the order of seeds.
    pub fn order(&self) -> Vec<i64> {
        self.entrants.iter().map(|entrant| entrant.id).collect()
    }

    pub fn id_of(&self, entrant: engine::Entrant) -> i64 {
        self.entrants.get(usize::from(entrant)).map(|entrant| entrant.id).unwrap_or_default()
    }

    pub fn name_of(&self, entrant_id: i64) -> Option<&str> {
        let at = self.index.get(&entrant_id)?;
        self.entrants.get(usize::from(*at)).map(|entrant| entrant.name.as_str())
    }

    /// Returns the drawn arrangement, by the engine's numbers.
    pub fn arrangement(&self) -> Arrangement {
        self.draw.as_ref().map(|draw| layout::numbered(&draw.arrangement, &self.index)).unwrap_or_default()
    }

    pub fn position_of(&self, match_id: i64) -> Option<usize> {
        self.matches.iter().position(|row| row.id == match_id)
    }

    /// Returns the entrants that are out, in the order in which they left.
    pub fn out(&self) -> Vec<engine::Entrant> {
        let out = self.entrants.iter().zip(0..).filter(|(entrant, _)| entrant.out);
        let mut out: Vec<(Option<DateTime<Utc>>, engine::Entrant)> = out.map(|(entrant, at)| (entrant.out_at, at)).collect();
        out.sort_unstable();
        out.into_iter().map(|(_, who)| who).collect()
    }

    /// Builds the matches of the draw without storing them; their ids are their numbers.
    pub fn arrange(&mut self) {
        let arrangement = self.arrangement();
        self.drawn = layout::matches(&self.settings, &arrangement);
        self.play = Play::replay(&self.drawn, self.entrants.len(), &self.out(), &[]);
        self.matches = results::rows(self, &arrangement);
    }

    /// Rebuilds the course from draw, results and exits.
    pub fn replay(&mut self) {
        let decided = results::decided(&self.matches);
        self.play = Play::replay(&self.drawn, self.entrants.len(), &self.out(), &decided);
    }

    async fn read_matches(&mut self, conn: &mut PgConnection) -> Result<(), Problem> {
        let rows = sqlx::query!(
            r#"select id, position, part as "part: Part", group_number, round, number, label, home_slot, away_slot, best_of, extra,
                      state as "state: MatchState", outcome as "outcome: MatchOutcome", forfeited, home_id, away_id, home_score, away_score,
                      winner_side as "winner_side: MatchSide", games as "games: Json<Vec<[i64; 2]>>", scheduled_at, ends_at, drawn_at, decided_at, version,
                      time_source as "time_source: TimeSource", decided_by as "decided_by: RuledBy"
               from esports.matches where tournament_id = $1 and stage = $2 order by position"#,
            self.tournament_id,
            self.stage
        )
        .fetch_all(conn)
        .await?;
        for row in rows {
            let slots = (slot(row.home_slot.as_deref(), &self.index), slot(row.away_slot.as_deref(), &self.index));
            if let (Some(home), Some(away)) = slots {
                self.drawn.push(Match {
                    part: row.part,
                    group: row.group_number.and_then(|group| usize::try_from(group - 1).ok()),
                    round: usize::try_from(row.round).unwrap_or_default(),
                    number: usize::try_from(row.number).unwrap_or_default(),
                    home,
                    away,
                    best_of: u8::try_from(row.best_of).unwrap_or(1),
                    extra: row.extra,
                });
            }
            self.matches.push(MatchRow {
                id: row.id,
                part: row.part,
                group: row.group_number,
                round: row.round,
                number: row.number,
                label: row.label,
                best_of: row.best_of,
                extra: row.extra,
                scheduled_at: row.scheduled_at,
                ends_at: row.ends_at,
                time_source: row.time_source,
                drawn_at: row.drawn_at,
                version: row.version,
                course: Course {
                    state: row.state,
                    home_id: row.home_id,
                    away_id: row.away_id,
                    outcome: row.outcome,
                    forfeited: row.forfeited,
                    home_score: row.home_score,
                    away_score: row.away_score,
                    winner: row.winner_side,
                    games: row.games.map(|games| games.0),
                    decided_at: row.decided_at,
                    decided_by: row.decided_by,
                },
            });
        }
        self.replay();
        Ok(())
    }
}

/// Returns the last stage whose draw is published, else the first.
pub async fn current(conn: &mut PgConnection, tournament_id: i64) -> Result<i32, Problem> {
    let stage = sqlx::query_scalar!(
        "select max(stage) from esports.draws where tournament_id = $1 and state = 'published'",
        tournament_id
    )
    .fetch_one(conn)
    .await?;
    Ok(stage.unwrap_or(1))
}

fn slot(text: Option<&str>, index: &HashMap<i64, engine::Entrant>) -> Option<Slot> {
    layout::slot(text?, index)
}

async fn head(conn: &mut PgConnection, tournament_id: i64, stage: i32) -> Result<Stage, Problem> {
    let row = sqlx::query!(
        r#"select t.bracket_version, t.bracket_published_at, t.cancelled_at, t.finished_at, t.started_at, t.main_players as "main_players!",
                  g.sides, t.prizes as "prizes: Json<Vec<TournamentPrize>>", s.settings as "settings?: Json<CheckedStage>",
                  (select max(position) from esports.tournament_stages l where l.tournament_id = t.id) as last_stage,
                  d.state as "state?: DrawState", d.method as "method?: DrawMethod", d.seed as "seed?", d.base as "base?",
                  d.pins as "pins?: Json<Vec<DrawPin>>", d.apart as "apart?",
                  d.arrangement as "arrangement?: Json<Vec<Vec<Option<i64>>>>", d.moves as "moves?: Json<Vec<[i64; 2]>>",
                  d.swaps as "swaps?: Json<Vec<HandSwap>>", d.version as "draw_version?", d.draft as "draft?", d.generated_at as "generated_at?",
                  d.submitted_at, d.published_at
           from esports.tournaments t join esports.esport_games g on g.id = t.game_id
           left join esports.tournament_stages s on s.tournament_id = t.id and s.position = $2
           left join esports.draws d on d.tournament_id = t.id and d.stage = $2
           where t.id = $1 and t.published_at is not null"#,
        tournament_id,
        stage
    )
    .fetch_optional(conn)
    .await?
    .ok_or(codes::tournament_not_found)?;
    let settings = row.settings.ok_or(codes::stage_not_found)?.0;
    let draw = match (row.state, row.method, row.base, row.arrangement, row.generated_at) {
        (Some(state), Some(method), Some(base), Some(arrangement), Some(generated_at)) => Some(Draw {
            state,
            method,
            seed: row.seed.unwrap_or_default().cast_unsigned(),
            base,
            pins: row.pins.map(|pins| pins.0).unwrap_or_default(),
            apart: row.apart.unwrap_or_default(),
            arrangement: arrangement.0,
            moves: row.moves.map(|moves| moves.0).unwrap_or_default(),
            swaps: row.swaps.map(|swaps| swaps.0).unwrap_or_default(),
            version: row.draw_version.unwrap_or_default(),
            draft: row.draft.unwrap_or(1),
            generated_at,
            submitted_at: row.submitted_at,
            published_at: row.published_at,
        }),
        _ => None,
    };
    Ok(Stage {
        tournament_id,
        stage,
        version: row.bracket_version,
        published: row.bracket_published_at.is_some(),
        settings,
        lobby: usize::try_from(row.sides).unwrap_or_default(),
        players: row.main_players,
        last_stage: row.last_stage.unwrap_or(1),
        prizes: row.prizes.0,
        cancelled_at: row.cancelled_at,
        finished_at: row.finished_at,
        started_at: row.started_at,
        draw,
        entrants: Vec::new(),
        index: HashMap::new(),
        matches: Vec::new(),
        drawn: Vec::new(),
        play: Play::new(&[], 0),
        closures: Vec::new(),
        heats: Vec::new(),
    })
}

async fn entrants(conn: &mut PgConnection, tournament_id: i64, stage: i32, order: &[i64]) -> Result<Vec<StageEntrant>, Problem> {
    Ok(sqlx::query_as!(
        StageEntrant,
        r#"select e.id, e.team_id, e.name, e.short_name, e.logo, s.origin, e.out_at is not null as "out!", e.out_at,
                  case when e.out_at is not null then
                    (select x.version from esports.entrant_exits x where x.entrant_id = e.id and x.out order by x.id desc limit 1) end as out_version, e.status = 'disqualified' as "disqualified!",
                  e.stripped as "stripped: Stripping"
           from unnest($3::bigint[]) with ordinality as drawn (id, seed) join esports.entrants e on e.id = drawn.id
           left join esports.stage_entrants s on s.tournament_id = $1 and s.stage = $2 and s.entrant_id = e.id
           order by drawn.seed"#,
        tournament_id,
        stage,
        order
    )
    .fetch_all(conn)
    .await?)
}

async fn closures(conn: &mut PgConnection, tournament_id: i64, stage: i32) -> Result<Vec<Closure>, Problem> {
    let rows = sqlx::query!(
        "select group_number, closed_at, lot_seed, lots from esports.group_closures where tournament_id = $1 and stage = $2 order by group_number",
        tournament_id,
        stage
    )
    .fetch_all(conn)
    .await?;
    let closures = rows.into_iter().map(|row| Closure {
        group: row.group_number,
        closed_at: row.closed_at,
        lot_seed: row.lot_seed.map(i64::cast_unsigned),
        lots: row.lots,
    });
    Ok(closures.collect())
}
