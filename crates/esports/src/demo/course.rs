//! The demo's running and finished tournaments: drawn and played as their promoters would have done, each step at its own time.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Timelike as _, Utc};
use manao_domain::bracket::Part;
use manao_domain::tournament::Phase;
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use super::SEED;
use super::rooms::{self, UnderWay};
use crate::brackets::run::{self, TieResolution};
use crate::brackets::{
    Bracket, BracketEntrant, BracketMatch, BracketSlot, DrawMethod, DrawOrder, DrawPin, DrawStage, DrawSubmission, GroupClosing,
    MatchGame, MatchScore, MatchSide, MatchState, SurvivorMapSent, SurvivorResultSent, WinnerSent, WinnersSent,
};
use manao_kernel::app::App;
use manao_kernel::clock::Clock;
use manao_kernel::problem::codes;

/// Teams of the sandbox's captain and rival.
const OURS: [&str; 2] = ["Bangkok Limes", "Naga Pulse"];

/// Start and default times of rounds.
type Windows = HashMap<(Part, i32), (DateTime<Utc>, DateTime<Utc>)>;

/// A tournament to play.
struct Course {
    id: i64,
    promoter_id: i64,
    draw_at: DateTime<Utc>,
    start_at: DateTime<Utc>,
    /// None for a running tournament
    finish_at: Option<DateTime<Utc>>,
    stages: i32,
    now: DateTime<Utc>,
}

/// Draws and plays tournaments: finished ones to their end, running ones about as far as they would be today.
pub async fn play(app: &App, tournaments: &[(i64, Phase)]) -> anyhow::Result<()> {
    // A separate app, whose clock is set to the time of each step.
    let past = app.with_clock(Clock::movable())?;
    let mut under_way = Vec::new();
    for (id, phase) in tournaments {
        let row = sqlx::query!(
            r#"select promoter_id, draw_at as "draw_at!", start_at as "start_at!",
                      (select count(*) from esports.tournament_stages s where s.tournament_id = t.id) as "stages!"
               from esports.tournaments t where id = $1"#,
            id
        )
        .fetch_one(&app.db)
        .await?;
        let finish_at = (*phase == Phase::Finished).then(|| row.start_at + TimeDelta::days(20));
        let course = Course {
            id: *id,
            promoter_id: row.promoter_id,
            draw_at: row.draw_at,
            start_at: row.start_at,
            finish_at,
            stages: i32::try_from(row.stages)?,
            now: app.now(),
        };
        course.run(&past).await?;
        if course.finish_at.is_none() {
            under_way.push(UnderWay { id: course.id, promoter_id: course.promoter_id });
        }
    }
    rooms::load(&past, &under_way, app.now()).await
}

impl Course {
    async fn run(&self, app: &App) -> anyhow::Result<()> {
        let mut chance = StdRng::seed_from_u64(SEED ^ self.id.cast_unsigned());
        for stage in 1..=self.stages {
            // In a running tournament with a second stage, that stage has begun.
            let (begins, ends) = self.span(stage);
            let drawn_at = if stage == 1 { self.draw_at } else { begins - TimeDelta::days(1) };
            app.clock.set(drawn_at);
            self.draw(app, stage).await?;
            self.play_stage(app, stage, (begins, ends), &mut chance).await?;
            if stage < self.stages {
                app.clock.set(ends);
                run::advance(app, self.promoter_id, self.id, stage).await?;
            }
        }
        if let Some(finish_at) = self.finish_at {
            app.clock.set(finish_at);
            run::finish(app, self.promoter_id, self.id).await?;
            self.award(app).await?;
        }
        Ok(())
    }
}

/// The pace of a stage: rounds of matches, or maps of a heat.
struct Pace {
    begins: DateTime<Utc>,
    ends: DateTime<Utc>,
    steps: i32,
}

impl Pace {
    /// Returns the time of a step, at a half hour.
    fn of(&self, step: i32) -> DateTime<Utc> {
        let even = self.begins + (self.ends - self.begins) * step.min(self.steps) / self.steps.max(1);
        let half = even.minute() / 30 * 30;
        even.with_minute(half).and_then(|time| time.with_second(0)).and_then(|time| time.with_nanosecond(0)).unwrap_or(even)
    }
}

impl Course {
    /// Returns the span of a stage. The last stage of a running tournament is about half played.
    fn span(&self, stage: i32) -> (DateTime<Utc>, DateTime<Utc>) {
        let whole = match self.finish_at {
            Some(finish_at) => finish_at - TimeDelta::hours(3) - self.start_at,
            None => (self.now - self.start_at) * 16 / 10,
        };
        let part = |number: i32| self.start_at + whole * number / self.stages;
        (part(stage - 1), part(stage) - TimeDelta::hours(6))
    }

    async fn draw(&self, app: &App, stage: i32) -> anyhow::Result<()> {
        let method = if stage == 1 { DrawMethod::Random } else { DrawMethod::Seeded };
        let order = DrawOrder {
            stage: Some(stage),
            method,
            seed: Some((SEED + 17 * self.id.cast_unsigned()).to_string()),
            pins: if stage == 1 { self.pins(app).await? } else { Vec::new() },
            apart: None,
            version: run::read(app, self.id, stage).await?.draw.map(|draw| draw.version),
        };
        let draft = run::generate(app, self.id, &order).await?;
        let version = draft.draw.map(|draw| draw.version).unwrap_or_default();
        let submission = DrawSubmission { stage: Some(stage), version, swaps: Vec::new(), reopen: false, reason: None };
        run::submit(app, self.promoter_id, self.id, &submission).await?;
        let sent = DrawStage { stage: Some(stage), version: None };
        run::send(app, self.promoter_id, self.id, &sent).await?;
        Ok(())
    }
}

impl Course {
    /// Places the sandbox's teams of a running tournament so that they do not meet.
    async fn pins(&self, app: &App) -> anyhow::Result<Vec<DrawPin>> {
        if self.finish_at.is_some() {
            return Ok(Vec::new());
        }
        let ours = sqlx::query_scalar!(
            "select id from esports.entrants where tournament_id = $1 and status = 'join' and name = any($2) order by name",
            self.id,
            &OURS as &[&str]
        )
        .fetch_all(&app.db)
        .await?;
        Ok((1..).zip(ours).map(|(seed, contestant_id)| DrawPin { contestant_id, seed }).collect())
    }

    async fn play_stage(
        &self,
        app: &App,
        stage: i32,
        span: (DateTime<Utc>, DateTime<Utc>),
        chance: &mut StdRng,
    ) -> anyhow::Result<()> {
        let bracket = run::read(app, self.id, stage).await?;
        if bracket.settings.format.rules().has_heats() {
            self.play_maps(app, &bracket, span, chance).await?;
        } else {
            self.play_matches(app, &bracket, span, chance).await?;
        }
        let over = stage < self.stages || self.finish_at.is_some();
        if over && bracket.settings.format.rules().has_groups() {
            app.clock.set(span.1);
            self.close_groups(app, stage).await?;
        }
        Ok(())
    }

    /// Plays ready matches until there are none, or their time has not come.
    async fn play_matches(
        &self,
        app: &App,
        bracket: &Bracket,
        (begins, ends): (DateTime<Utc>, DateTime<Utc>),
        chance: &mut StdRng,
    ) -> anyhow::Result<()> {
        let seeds: HashMap<i64, i32> = bracket.entrants.iter().map(|entrant| (entrant.contestant_id, entrant.seed)).collect();
        let steps = bracket.matches.iter().filter(|one| one.label.is_some()).count();
        let pace = Pace { begins, ends, steps: i32::try_from(steps)? };
        let windows = self.windows(app, bracket).await?;
        let ours: Vec<i64> = bracket
            .entrants
            .iter()
            .filter(|one| self.finish_at.is_none() && OURS.contains(&one.name.as_str()))
            .map(|one| one.contestant_id)
            .collect();
        let plays = |side: &BracketSlot| side.contestant_id.is_some_and(|id| ours.contains(&id));
        let mut step = 0;
        loop {
            let now = run::read(app, self.id, bracket.stage).await?;
            let ready: Vec<&BracketMatch> = now.matches.iter().filter(|one| one.state == MatchState::Ready).collect();
            let mut played = false;
            for one in ready {
                step += 1;
                let moment = match windows.get(&(one.part, one.round)) {
                    // On one of the last evenings of its round.
                    Some((opens_at, default_at)) if *default_at <= self.now => {
                        let late =
                            TimeDelta::minutes(i64::from(one.number % 2) * 30) - TimeDelta::days(i64::from(one.number % 3));
                        (*default_at + late).clamp(*opens_at, self.now)
                    }
                    Some(_) => continue,
                    None => pace.of(step),
                };
                if moment > self.now {
                    return Ok(());
                }
                played = true;
                let seed = |side: &BracketSlot| side.contestant_id.and_then(|id| seeds.get(&id)).copied().unwrap_or_default();
                let likely = 0.5 + f64::from(seed(&one.away) - seed(&one.home)) * 0.02;
                let likely = match (plays(&one.home), plays(&one.away)) {
                    (true, false) => 1.0,
                    (false, true) => 0.0,
                    _ => likely.clamp(0.2, 0.8),
                };
                let sent = score(one, likely, step, chance);
                app.clock.set(moment);
                run::submit_score(app, self.promoter_id, one.id, &sent).await?;
            }
            if !played {
                return Ok(());
            }
        }
    }

    /// Returns start and default times of a running bracket's rounds. Rounds that are over were played; the current one waits for its
    /// sides.
    async fn windows(&self, app: &App, bracket: &Bracket) -> anyhow::Result<Windows> {
        if self.finish_at.is_some() || bracket.settings.format.rules().has_groups() {
            return Ok(HashMap::new());
        }
        let rows = sqlx::query!(
            r#"select part as "part: Part", round, opens_at, default_at from esports.match_rounds where tournament_id = $1 and stage = $2"#,
            self.id,
            bracket.stage
        )
        .fetch_all(&app.db)
        .await?;
        Ok(rows.into_iter().map(|row| ((row.part, row.round), (row.opens_at, row.default_at))).collect())
    }

    /// Plays map by map, each in all heats before the next.
    async fn play_maps(
        &self,
        app: &App,
        bracket: &Bracket,
        (begins, ends): (DateTime<Utc>, DateTime<Utc>),
        chance: &mut StdRng,
    ) -> anyhow::Result<()> {
        let maps = bracket.settings.maps.unwrap_or(1);
        let pace = Pace { begins, ends, steps: maps };
        for map in 1..=maps {
            let moment = pace.of(map);
            if moment > self.now {
                return Ok(());
            }
            for heat in bracket.survivor.iter().flat_map(|group| &group.heats) {
                let sent = SurvivorMapSent {
                    map,
                    results: lobby(&heat.entrants, chance),
                    draft: false,
                    reason: None,
                    version: None,
                    cascade: false,
                };
                app.clock.set(moment);
                match run::submit_map(app, self.promoter_id, heat.match_id, &sent).await {
                    // An early end: the champion is found.
                    Err(problem) if problem.code() == codes::survivor_ended => return Ok(()),
                    done => done.map(|_| ())?,
                }
            }
        }
        Ok(())
    }

    /// Closes groups, with ties resolved by lot.
    async fn close_groups(&self, app: &App, stage: i32) -> anyhow::Result<()> {
        let bracket = run::read(app, self.id, stage).await?;
        let of_tables = bracket
            .groups
            .iter()
            .filter_map(|group| Some((bracket.matches.iter().find(|one| one.group == Some(group.group))?.id, &group.cut_tie)));
        let of_boards = bracket.survivor.iter().filter_map(|group| Some((group.heats.first()?.match_id, &group.cut_tie)));
        for (match_id, tie) in of_tables.chain(of_boards) {
            let closing = GroupClosing { resolve: tie.as_ref().map(|_| TieResolution::Lot), dry_run: false };
            run::close_group(app, self.promoter_id, match_id, &closing).await?;
        }
        Ok(())
    }

    /// Announces the winners, with the first prize paid.
    async fn award(&self, app: &App) -> anyhow::Result<()> {
        let bracket = run::read(app, self.id, self.stages).await?;
        let places: Vec<i32> = bracket.prizes.iter().filter_map(|prize| i32::try_from(prize.place).ok()).collect();
        let winner = |entrant: &BracketEntrant| {
            let place = entrant.rank.filter(|rank| places.contains(rank))?;
            Some(WinnerSent { place, contestant_id: entrant.contestant_id, paid: place == 1 })
        };
        let sent = WinnersSent { winners: bracket.entrants.iter().filter_map(winner).collect(), version: bracket.version };
        run::announce(app, self.promoter_id, self.id, &sent).await?;
        Ok(())
    }
}

/// Returns a valid result of the series; now and then a side does not appear.
fn score(one: &BracketMatch, likely: f64, step: i32, chance: &mut StdRng) -> MatchScore {
    let version = one.version;
    let none = MatchScore { games: None, walkover: None, double_forfeit: false, version, reason: None, cascade: false };
    if step % 23 == 11 {
        let reason = Some("ไม่มาตามเวลา 15 นาที / Did not appear within 15 minutes".to_owned());
        return MatchScore { walkover: Some(MatchSide::Home), reason, ..none };
    }
    let needed = if one.best_of % 2 == 0 { one.best_of } else { one.best_of / 2 + 1 };
    let (mut home, mut away, mut games) = (0, 0, Vec::new());
    while home < needed && away < needed && home + away < one.best_of {
        let first = chance.random_bool(likely);
        if first {
            home += 1
        } else {
            away += 1
        }
        games.push(if first { MatchGame { home: 1, away: 0 } } else { MatchGame { home: 0, away: 1 } });
    }
    MatchScore { games: Some(games), ..none }
}

/// Returns a map's result: random places that favour the first entrants, and plausible kills.
fn lobby(entrants: &[i64], chance: &mut StdRng) -> Vec<SurvivorResultSent> {
    let mut order: Vec<(f64, i64)> =
        (0..).zip(entrants).map(|(seed, id): (i32, _)| (f64::from(seed) * 0.06 + chance.random_range(0.0..1.0), *id)).collect();
    order.sort_by(|one, other| one.0.total_cmp(&other.0));
    (1..)
        .zip(order)
        .map(|(place, (_, id)): (i64, _)| {
            let most = (12 - place).clamp(2, 9);
            SurvivorResultSent {
                contestant_id: id,
                place: Some(place),
                kills: chance.random_range(0..=most),
                shared: false,
                penalty: 0,
            }
        })
        .collect()
}
