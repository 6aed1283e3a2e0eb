//! Results: decided, corrected, taken back. Each is one change with all its consequences.

use manao_domain::bracket::play::State;
use manao_domain::bracket::{Outcome, Refusal, series};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;

use super::decision::DecisionContext;
use super::downstream::{self, Outlook};
use super::group_result::ClosedTables;
use super::live::BracketLive;
use super::results::side;
use super::room::{self, Room};
use super::room_state::RuledBy;
use super::store::{Course, Stage};
use super::view::{MatchGame, MatchSide, MatchState};
use super::view_results::{MatchDecided, MatchFalls};
use super::write::{self, Ruling};
use crate::tournaments::{self, Revision};
use manao_kernel::app::App;
use manao_kernel::database::Change;
use manao_kernel::note;
use manao_kernel::problem::{Problem, codes};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct MatchReset {
    /// Lists what would be undone, and changes nothing
    #[serde(default)]
    pub dry_run: bool,
    /// Allows later results that depend on this one to be undone
    #[serde(default)]
    pub cascade: bool,
    /// Required except in a dry run; at most 500 characters
    #[serde(default)]
    #[schema(extensions(("maxLength" = json!(manao_kernel::note::LONGEST))))]
    pub reason: Option<String>,
    /// Version of the match that the client last saw; required except in a dry run
    #[serde(default)]
    pub version: Option<i64>,
}

#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub enum MatchResetAnswer {
    Preview(MatchFalls),
    Reset(Box<MatchDecided>),
}

/// A decision by staff, one of the three: `games`, `walkover` or `double_forfeit`.
#[derive(Debug)]
pub struct MatchScore {
    /// Points of each game in the order played
    pub games: Option<Vec<MatchGame>>,
    /// The side that wins without a game
    pub walkover: Option<MatchSide>,
    /// Nobody goes on
    pub double_forfeit: bool,
    /// Version of the match that the client last saw
    pub version: i64,
    /// Required for a correction, a walkover and a double forfeit; at most 500 characters
    pub reason: Option<String>,
    /// Allows later results that depend on the old one to be undone
    pub cascade: bool,
}

/// Most games that are read. A series has at most nine; the score check refuses more.
const GAMES: usize = 20;

/// A stage that is being changed, and its state before.
pub struct Operation<'a> {
    pub change: Change,
    pub stage: Stage,
    before: Outlook,
    closed: ClosedTables,
    pub by: DecisionContext<'a>,
    /// The side that this decision disqualifies
    disqualifies: Option<i64>,
}

/// One decision: the matches that the engine changed, and the rulings of people on them.
pub struct Decision<'a> {
    pub touched: Vec<usize>,
    pub rulings: Vec<Ruling<'a>>,
    /// More changed than the matches show, so viewers must reload
    pub reload: bool,
}

impl<'a> Operation<'a> {
    /// Locks the match's tournament, and returns its stage with the match's position.
    ///
    /// # Errors
    /// 404 `match_not_found`; 409 `tournament_cancelled`, `tournament_over`, `match_of_many` for a heat.
    pub async fn of_match(app: &App, match_id: i64, by: DecisionContext<'a>) -> Result<(Self, usize), Problem> {
        Self::within(app.change().await?, match_id, by).await
    }

    /// Does the same in a change that has begun, and that may hold the lock of the match's room.
    ///
    /// # Errors
    /// Same as [`Operation::of_match`].
    async fn within(mut change: Change, match_id: i64, by: DecisionContext<'a>) -> Result<(Self, usize), Problem> {
        let stage = Stage::lock_of_match(&mut change, match_id).await?;
        let operation = Self::on(change, stage, by)?;
        let at = operation.stage.position_of(match_id).ok_or(codes::match_not_found)?;
        if operation.stage.drawn.len() <= at {
            return Err(codes::match_of_many.into());
        }
        Ok((operation, at))
    }

    /// # Errors
    /// 409 `tournament_cancelled`, `tournament_over`.
    pub fn on(change: Change, stage: Stage, by: DecisionContext<'a>) -> Result<Self, Problem> {
        stage.may_decide(change.now())?;
        let before = Outlook::new(&stage);
        let closed = ClosedTables::new(&stage);
        Ok(Self { change, stage, before, closed, by, disqualifies: None })
    }

    /// # Errors
    /// 409 `match_changed` when somebody decided it meanwhile.
    fn seen(&self, at: usize, version: i64) -> Result<(), Problem> {
        if self.stage.matches[at].version == version { Ok(()) } else { Err(codes::match_changed.into()) }
    }

    /// Returns what a change already applied to the stage would undo, without storing anything.
    ///
    /// # Errors
    /// 409 `prize_paid`.
    pub async fn preview(mut self, falls: &[usize]) -> Result<MatchFalls, Problem> {
        let falls: Vec<_> = falls.iter().map(|at| self.stage.short(&self.stage.matches[*at])).collect();
        let all: Vec<usize> = (0..self.stage.drawn.len()).collect();
        self.stage.bring_up(self.change.now(), &all, &[]);
        let later = downstream::preview(self.change.conn(), &self.stage, &self.before).await?;
        let falls = later.matches.into_iter().chain(falls).collect();
        Ok(MatchFalls { falls, later_stages: later.stages, changed: 0, places: None })
    }

    /// Returns whether the ranks of the stage differ from before.
    pub fn moves_ranks(&self) -> bool {
        self.before.ranks != self.stage.ranks()
    }

    /// Stores a decision with all its consequences, and emits the events. Returns the matches that changed.
    ///
    /// # Errors
    /// 409 `match_results_fall` of later stages, `prize_paid`.
    pub async fn store(&mut self, decision: &Decision<'_>) -> Result<Vec<usize>, Problem> {
        let (change, stage) = (&mut self.change, &mut self.stage);
        let disqualified = self.disqualifies;
        let begins = decision.rulings.iter().any(|ruling| ruling.outcome.is_some());
        write::next_version(change, stage, begins).await?;
        let before: Vec<Value> = decision.rulings.iter().map(|ruling| told(&stage.matches[ruling.at].course)).collect();
        let changed = write::update(change, stage, &decision.touched, &decision.rulings).await?;
        let settled = stage.settle_heats(None, None, change.now());
        write::store(change, stage, &settled).await?;
        write::rule(change, stage, &decision.rulings, (self.by.actor_id, self.by.reason)).await?;
        let revisions: Vec<Revision<'_>> = decision
            .rulings
            .iter()
            .zip(before)
            .map(|(ruling, before)| Revision {
                actor_id: self.by.actor_id,
                kind: if disqualified.is_some() && ruling.outcome.is_some() {
                    "side_disqualified"
                } else {
                    kind(ruling, &before)
                },
                entrant_id: disqualified.filter(|_| ruling.outcome.is_some()),
                match_id: Some(stage.matches[ruling.at].id),
                reason: self.by.reason,
                before: Some(before),
                after: Some(told(&stage.matches[ruling.at].course)),
            })
            .collect();
        tournaments::log_all(change, stage.tournament_id, &revisions).await?;
        self.closed.follow(change, stage, &self.by).await?;
        let withdrawn = downstream::follow(change, stage, &self.before, &self.by).await?;
        let reload = decision.reload || withdrawn;
        let live = if reload { BracketLive::reload(stage) } else { BracketLive::new(stage, &self.before.ranks) };
        change.emit(&live)?;
        let ids: Vec<i64> = changed.iter().map(|at| stage.matches[*at].id).collect();
        room::follow(change, &ids, &self.by).await?;
        Ok(changed)
    }

    /// Commits the change, and returns the stage.
    pub async fn commit(self) -> Result<Stage, Problem> {
        let app = self.change.app().clone();
        self.change.commit().await?;
        tournaments::forget_bracket(&app, self.stage.tournament_id);
        Ok(self.stage)
    }

    async fn decided(mut self, at: usize, decision: &Decision<'_>) -> Result<MatchDecided, Problem> {
        let changed = self.store(decision).await?;
        let stage = self.commit().await?;
        Ok(MatchDecided {
            bracket_version: stage.version,
            decided: stage.shown(at),
            changed: changed.into_iter().map(|at| stage.shown(at)).collect(),
        })
    }
}

/// Decides a match, or corrects its result.
///
/// # Errors
/// 404 `match_not_found`; 409 `match_not_ready`, `match_changed`, `match_results_fall`, `prize_paid`, `match_of_many`, `tournament_cancelled`,
/// `tournament_over`; 422 at `games`, `reason`.
pub async fn submit(app: &App, user_id: i64, match_id: i64, sent: &MatchScore) -> Result<MatchDecided, Problem> {
    let given = sent.reason.as_deref().map(str::trim).filter(|reason| !reason.is_empty());
    let by = DecisionContext {
        actor_id: Some(user_id),
        reason: given.map(|given| note::reason(Some(given))).transpose()?,
        cascade: sent.cascade,
        ruled: RuledBy::Staff,
    };
    let (operation, at) = Operation::of_match(app, match_id, by).await?;
    operation.seen(at, sent.version)?;
    let row = &operation.stage.matches[at];
    let games: Option<Vec<[i64; 2]>> = sent.games.as_ref().map(|games| games.iter().map(|game| [game.home, game.away]).collect());
    let outcome = outcome(sent, row.best_of)?;
    let corrects = row.course.state == MatchState::Decided;
    if given.is_none() && (corrects || !matches!(outcome, Outcome::Played { .. })) {
        return Err(Problem::invalid("reason", codes::reason_required));
    }
    decide(operation, at, outcome, games.as_deref()).await
}

/// # Errors
/// Same as [`submit`].
async fn decide(
    mut operation: Operation<'_>,
    at: usize,
    outcome: Outcome,
    games: Option<&[[i64; 2]]>,
) -> Result<MatchDecided, Problem> {
    let decision = operation.decision(at, outcome, games)?;
    operation.decided(at, &decision).await
}

/// Decides a match by the reports of its sides, within the given change. The room is locked by [`Room::lock_match`].
///
/// # Errors
/// 409 `match_not_ready`, `match_results_fall` of later stages, `prize_paid`, `tournament_cancelled`, `tournament_over`.
pub async fn settle(
    change: Change,
    match_id: i64,
    (outcome, games): (Outcome, Option<&[[i64; 2]]>),
    by: DecisionContext<'_>,
) -> Result<(), Problem> {
    let (mut operation, at) = Operation::within(change, match_id, by).await?;
    let decision = operation.decision(at, outcome, games)?;
    operation.store(&decision).await?;
    operation.commit().await.map(drop)
}

/// Returns the submitted decision as an outcome of a series.
///
/// # Errors
/// 422 at `games`.
fn outcome(sent: &MatchScore, best_of: i32) -> Result<Outcome, Problem> {
    match (&sent.games, sent.walkover, sent.double_forfeit) {
        (Some(games), None, false) => {
            let (home, away) = score(games, best_of)?;
            Ok(Outcome::Played { home, away })
        }
        (None, Some(winner), false) => Ok(Outcome::Walkover(side(winner))),
        (None, None, true) => Ok(Outcome::DoubleForfeit),
        _ => Err(wrong(best_of)),
    }
}

fn wrong(best_of: i32) -> Problem {
    Problem::invalid("games", codes::score_invalid).param("bestOf", best_of)
}

/// Returns the games won by each side.
///
/// # Errors
/// 422 at `games`.
pub fn score(games: &[MatchGame], best_of: i32) -> Result<(u8, u8), Problem> {
    if games.len() > GAMES {
        return Err(wrong(best_of));
    }
    let games: Vec<(i64, i64)> = games.iter().map(|game| (game.home, game.away)).collect();
    series::score(u8::try_from(best_of).unwrap_or(1), &games).map_err(|refusal| wrong(best_of).because(refusal))
}

/// Takes a result back; or, in a dry run, returns what it would undo.
///
/// # Errors
/// 404 `match_not_found`; 409 `match_no_result`, `match_changed`, `match_results_fall`, `prize_paid`, `match_of_many`,
/// `tournament_cancelled`, `tournament_over`; 422 at `reason`.
pub async fn reset(app: &App, user_id: i64, match_id: i64, sent: &MatchReset) -> Result<MatchResetAnswer, Problem> {
    let why = if sent.dry_run { None } else { Some(note::reason(sent.reason.as_deref())?) };
    let by = DecisionContext { actor_id: Some(user_id), reason: why, cascade: sent.cascade, ruled: RuledBy::Staff };
    let (mut operation, at) = Operation::of_match(app, match_id, by).await?;
    if let Some(version) = sent.version.filter(|_| !sent.dry_run) {
        operation.seen(at, version)?;
    } else if !sent.dry_run {
        return Err(codes::match_changed.into());
    }
    if matches!(operation.stage.matches[at].course.state, MatchState::Submitted | MatchState::Disputed) {
        return operation.void_reports(match_id, at, sent.dry_run).await;
    }
    let falls = operation.stage.play.falls(at);
    let cascade = sent.cascade || sent.dry_run;
    let touched = operation.stage.play.reset(at, cascade).map_err(|refusal| operation.stage.refused(refusal))?;
    if sent.dry_run {
        return operation.preview(&falls).await.map(MatchResetAnswer::Preview);
    }
    let rulings = falls.into_iter().chain([at]).map(Ruling::back).collect();
    operation.decided(at, &Decision { touched, rulings, reload: false }).await.map(Box::new).map(MatchResetAnswer::Reset)
}

/// Lets the other side win, whatever was played; nobody wins if that side had lost without a game.
///
/// # Errors
/// Same as [`submit`]; 422 at `contestantId` when it does not sit there.
pub async fn forfeit(operation: Operation<'_>, at: usize, contestant_id: i64) -> Result<MatchDecided, Problem> {
    let outcome = operation.stage.without(at, contestant_id)?;
    decide(Operation { disqualifies: Some(contestant_id), ..operation }, at, outcome, None).await
}

impl Operation<'_> {
    /// Decides in the engine, without storing anything.
    fn decision<'g>(&mut self, at: usize, outcome: Outcome, games: Option<&'g [[i64; 2]]>) -> Result<Decision<'g>, Problem> {
        let stage = &mut self.stage;
        let falls = stage.play.falls(at);
        let touched = stage.play.decide(at, outcome, self.by.cascade).map_err(|refusal| stage.refused(refusal))?;
        let fell = falls.into_iter().filter(|at| stage.is_undone(*at));
        let mut rulings: Vec<Ruling<'_>> = fell.map(Ruling::back).collect();
        rulings.push(Ruling { at, outcome: Some(outcome), games, by: self.by.ruled });
        Ok(Decision { touched, rulings, reload: false })
    }

    /// Voids the reports of a match that has no result yet.
    async fn void_reports(mut self, match_id: i64, at: usize, dry_run: bool) -> Result<MatchResetAnswer, Problem> {
        if dry_run {
            return Ok(MatchResetAnswer::Preview(MatchFalls {
                falls: Vec::new(),
                later_stages: Vec::new(),
                changed: 0,
                places: None,
            }));
        }
        let by = &self.by;
        Room::lock(&mut self.change, match_id).await?.void_reports(&mut self.change, by).await?;
        let revision = Revision {
            actor_id: by.actor_id,
            kind: "match_reports_voided",
            match_id: Some(match_id),
            reason: by.reason,
            ..Revision::default()
        };
        tournaments::log(&mut self.change, self.stage.tournament_id, revision).await?;
        self.stage = Stage::load(self.change.conn(), self.stage.tournament_id, self.stage.stage).await?;
        let stage = self.commit().await?;
        let decided = stage.shown(at);
        let answer = MatchDecided { bracket_version: stage.version, changed: vec![decided.clone()], decided };
        Ok(MatchResetAnswer::Reset(Box::new(answer)))
    }

    /// Returns what is undone when the other side wins.
    ///
    /// # Errors
    /// Same as [`forfeit`].
    pub async fn forfeited(mut self, at: usize, contestant_id: i64) -> Result<MatchFalls, Problem> {
        let outcome = self.stage.without(at, contestant_id)?;
        let falls = self.stage.play.falls(at);
        self.stage.play.decide(at, outcome, true).map_err(|refusal| self.stage.refused(refusal))?;
        let fallen: Vec<usize> = falls.into_iter().filter(|at| self.stage.is_undone(*at)).collect();
        self.preview(&fallen).await
    }
}

impl Stage {
    /// # Errors
    /// 422 at `contestantId`.
    fn side_of(&self, at: usize, contestant_id: i64) -> Result<MatchSide, Problem> {
        let course = &self.matches[at].course;
        match (course.home_id == Some(contestant_id), course.away_id == Some(contestant_id)) {
            (true, _) => Ok(MatchSide::Home),
            (_, true) => Ok(MatchSide::Away),
            _ => Err(Problem::invalid("contestantId", codes::entrant_not_found)),
        }
    }

    /// Returns the outcome of a match without this side.
    ///
    /// # Errors
    /// 422 at `contestantId`.
    fn without(&self, at: usize, contestant_id: i64) -> Result<Outcome, Problem> {
        let winner = side(self.side_of(at, contestant_id)?.other());
        Ok(match self.play.state(at) {
            State::Decided(Outcome::Walkover(before)) if before != winner => Outcome::DoubleForfeit,
            State::Decided(Outcome::DoubleForfeit) => Outcome::DoubleForfeit,
            _ => Outcome::Walkover(winner),
        })
    }

    /// Returns whether the row shows a decision by people that the engine no longer has.
    pub fn is_undone(&self, at: usize) -> bool {
        let course = &self.matches[at].course;
        let decided = course.state == MatchState::Decided && !course.forfeited;
        decided && !matches!(self.play.state(at), State::Decided(_))
    }

    /// Returns the API problem for a refusal of the engine.
    pub fn refused(&self, refusal: Refusal) -> Problem {
        match refusal {
            Refusal::NoMatch => codes::match_not_found.into(),
            Refusal::NotReady => codes::match_not_ready.into(),
            Refusal::Score => Problem::invalid("games", codes::score_invalid),
            Refusal::NoResult => codes::match_no_result.into(),
            Refusal::Falls(falls) => {
                let falls: Vec<_> = falls.into_iter().map(|at| self.short(&self.matches[at])).collect();
                Problem::new(codes::match_results_fall).with("falls", falls).with("laterStages", Vec::<i32>::new())
            }
        }
    }
}

fn kind(ruling: &Ruling<'_>, before: &Value) -> &'static str {
    match ruling.outcome {
        None => "match_reset",
        Some(_) if !before["outcome"].is_null() => "match_corrected",
        Some(_) => match ruling.by {
            RuledBy::Sides => "match_agreed",
            RuledBy::Time => "match_confirmed_by_time",
            RuledBy::Staff => "match_decided",
        },
    }
}

/// Returns a result as the log stores it.
fn told(course: &Course) -> Value {
    json!({
        "outcome": course.outcome,
        "homeScore": course.home_score,
        "awayScore": course.away_score,
        "winner": course.winner_id(),
        "games": course.games,
    })
}
