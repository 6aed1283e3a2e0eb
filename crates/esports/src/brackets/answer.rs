//! The whole answer about a stage, and its parts as events carry them.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use manao_domain::bracket::{self as engine, Slot};
use manao_domain::tournament_form::{CheckedStage, TournamentPrize};
use sqlx::PgConnection;
use sqlx::types::Json;

use super::layout::small;
use super::store::{Draw, MatchRow, Stage};
use super::view::{
    Bracket, BracketDraw, BracketEntrant, BracketMatch, BracketOrganization, BracketPrize, BracketSlot, BracketStage,
    BracketStageState, BracketWinner, DrawState, MatchGame, MatchState, Reader,
};
use super::view_results::MatchShort;
use manao_kernel::app::App;
use manao_kernel::live::{Live, topics};
use manao_kernel::problem::Problem;
use manao_kernel::text::Text;

/// Returns a stage as its staff see it.
pub async fn read(app: &App, tournament_id: i64, stage: i32) -> Result<Bracket, Problem> {
    let mut conn = app.db.acquire().await?;
    let stage = Stage::load(&mut conn, tournament_id, stage).await?;
    bracket(&mut conn, &stage, Reader::Runs, None).await
}

/// Returns the answer for a stage that is already loaded.
pub async fn bracket(
    conn: &mut PgConnection,
    stage: &Stage,
    reader: Reader,
    at: Option<DateTime<Utc>>,
) -> Result<Bracket, Problem> {
    let organizations = match reader {
        Reader::Runs => organizations(conn, &stage.order()).await?,
        Reader::Everybody => HashMap::new(),
    };
    let stages = stages(conn, stage.tournament_id, reader).await?;
    let (tournament_version, prizes, winners) = prizes(conn, stage.tournament_id).await?;
    let ranks = stage.ranks();
    let entrant = |(at, entrant): (usize, &super::store::StageEntrant)| BracketEntrant {
        contestant_id: entrant.id,
        team_id: entrant.team_id,
        name: entrant.name.clone(),
        short_name: entrant.short_name.clone(),
        logo: entrant.logo.clone(),
        seed: small(at + 1),
        organization: organizations.get(&entrant.id).cloned(),
        origin: entrant.origin.clone(),
        out: entrant.out.then_some(true),
        disqualified: (entrant.out && entrant.disqualified).then_some(true),
        rank: ranks.get(&entrant.id).copied(),
    };
    Ok(Bracket {
        tournament_id: stage.tournament_id,
        stage: stage.stage,
        stages,
        version: stage.version,
        tournament_version,
        at,
        live: Live::open(topics::bracket(stage.tournament_id)),
        draw: stage.draw.as_ref().map(|draw| shown(stage, draw, &organizations)),
        entrants: stage.entrants.iter().enumerate().map(entrant).collect(),
        matches: stage.drawn.iter().enumerate().map(|(at, _)| stage.shown(at)).collect(),
        groups: stage.groups(),
        survivor: stage.survivor(reader),
        prizes,
        winners,
        finished: stage.finished_at.is_some(),
        settings: stage.settings.clone(),
    })
}

fn shown(stage: &Stage, draw: &Draw, organizations: &HashMap<i64, BracketOrganization>) -> BracketDraw {
    BracketDraw {
        state: draw.state,
        method: draw.method,
        seed: draw.seed.to_string(),
        base: draw.base.clone(),
        pins: draw.pins.clone(),
        apart: draw.apart,
        moves: draw.moves.clone(),
        swaps: draw.swaps.iter().map(|swap| swap.pair).collect(),
        arrangement: draw.arrangement.clone(),
        version: draw.version,
        draft: draw.draft,
        generated_at: draw.generated_at,
        published_at: draw.published_at,
        conflicts: conflicts(stage, draw, organizations),
    }
}

/// Returns pairs of one organization that are in one group, or meet in the first round.
fn conflicts(stage: &Stage, draw: &Draw, organizations: &HashMap<i64, BracketOrganization>) -> Vec<[i64; 2]> {
    let bracket = !stage.settings.format.rules().has_groups();
    let meet: Vec<Vec<i64>> = match draw.arrangement.first() {
        Some(lines) if bracket => lines.chunks(2).map(|pair| pair.iter().flatten().copied().collect()).collect(),
        _ => draw.arrangement.iter().map(|group| group.iter().flatten().copied().collect()).collect(),
    };
    let of = |id: &i64| organizations.get(id).map(|organization| organization.id);
    let mut found = Vec::new();
    for together in meet {
        for (at, one) in together.iter().enumerate() {
            let same = together[at + 1..].iter().filter(|other| of(one).is_some() && of(one) == of(other));
            found.extend(same.map(|other| [*one, *other]));
        }
    }
    found
}

impl Stage {
    /// Returns a match as the API shows it.
    pub fn shown(&self, at: usize) -> BracketMatch {
        let (row, drawn) = (&self.matches[at], self.drawn.get(at));
        let course = &row.course;
        let games =
            course.games.as_ref().map(|games| games.iter().map(|[home, away]| MatchGame { home: *home, away: *away }).collect());
        BracketMatch {
            id: row.id,
            part: row.part,
            group: row.group,
            round: row.round,
            number: row.number,
            label: row.label.map(|label| label.to_string()),
            home: self.slot(drawn.map(|drawn| drawn.home), course.home_id),
            away: self.slot(drawn.map(|drawn| drawn.away), course.away_id),
            best_of: row.best_of,
            extra: row.extra.then_some(true),
            state: course.state,
            outcome: course.outcome,
            forfeited: course.forfeited.then_some(true),
            home_score: course.home_score,
            away_score: course.away_score,
            games,
            winner: course.winner,
            scheduled_at: row.scheduled_at,
            decided_at: course.decided_at,
            version: row.version,
        }
    }

    fn slot(&self, slot: Option<Slot>, contestant_id: Option<i64>) -> BracketSlot {
        let id = |at: usize| self.matches.get(at).map(|row| row.id);
        let slot = match slot {
            Some(Slot::Entrant(_)) | None => BracketSlot::default(),
            Some(Slot::WinnerOf(at)) => BracketSlot { winner_of: id(at), ..BracketSlot::default() },
            Some(Slot::LoserOf(at)) => BracketSlot { loser_of: id(at), ..BracketSlot::default() },
            Some(Slot::Bye) => BracketSlot { bye: Some(true), ..BracketSlot::default() },
        };
        BracketSlot { contestant_id, ..slot }
    }

    pub fn short(&self, row: &MatchRow) -> MatchShort {
        let name = |id: Option<i64>| id.and_then(|id| self.name_of(id)).map(str::to_owned);
        MatchShort {
            id: row.id,
            stage: self.stage,
            part: row.part,
            group: row.group,
            round: row.round,
            number: row.number,
            label: row.label.map(|label| label.to_string()),
            home: name(row.course.home_id),
            away: name(row.course.away_id),
            home_score: row.course.home_score,
            away_score: row.course.away_score,
        }
    }

    /// Returns the number of matches that are played, and how many of them are decided.
    pub fn counts(&self) -> (i64, i64) {
        let played = self.matches.iter().filter(|row| row.course.state.is_listed());
        let (mut all, mut decided) = (0, 0);
        for row in played {
            all += 1;
            decided += i64::from(row.course.state == MatchState::Decided);
        }
        (all, decided)
    }
}

/// Returns, by entrant, the organization where more than half of its main players learn.
pub async fn organizations(conn: &mut PgConnection, entrants: &[i64]) -> Result<HashMap<i64, BracketOrganization>, Problem> {
    let rows = sqlx::query!(
        r#"select c.entrant_id, o.id, o.name_th, o.name_en
           from (select entrant_id, academy_id, count(*) as here, sum(count(*)) over (partition by entrant_id) as players
                 from esports.entrant_players where entrant_id = any($1) and role = 'main' group by entrant_id, academy_id) c
           join people.organizations o on o.id = c.academy_id where c.here * 2 > c.players"#,
        entrants
    )
    .fetch_all(conn)
    .await?;
    let named = rows
        .into_iter()
        .map(|row| (row.entrant_id, BracketOrganization { id: row.id, name: Text::new(row.name_th, row.name_en) }));
    Ok(named.collect())
}

async fn stages(conn: &mut PgConnection, tournament_id: i64, reader: Reader) -> Result<Vec<BracketStage>, Problem> {
    let rows = sqlx::query!(
        r#"select s.position, s.settings as "settings: Json<CheckedStage>", d.state as "state?: DrawState",
                  coalesce(cardinality(d.base), 0)::bigint as "entrants!",
                  (select count(*) from esports.matches m where m.tournament_id = s.tournament_id and m.stage = s.position
                     and m.listed) as "matches!",
                  (select count(*) from esports.matches m where m.tournament_id = s.tournament_id and m.stage = s.position
                     and m.state = 'decided') as "decided!"
           from esports.tournament_stages s left join esports.draws d on d.tournament_id = s.tournament_id and d.stage = s.position
           where s.tournament_id = $1 order by s.position"#,
        tournament_id
    )
    .fetch_all(conn)
    .await?;
    let stages = rows.into_iter().map(|row| {
        let seen = row.state.filter(|state| *state == DrawState::Published || reader == Reader::Runs);
        let state = match seen {
            None => BracketStageState::None,
            Some(DrawState::Draft) => BracketStageState::Draft,
            Some(DrawState::Submitted) => BracketStageState::Submitted,
            Some(DrawState::Published) if row.matches > 0 && row.matches == row.decided => BracketStageState::Decided,
            Some(DrawState::Published) => BracketStageState::Published,
        };
        BracketStage {
            stage: row.position,
            name: row.settings.0.name,
            format: row.settings.0.format,
            state,
            entrants: if seen.is_some() { row.entrants } else { 0 },
            matches: row.matches,
            decided: row.decided,
        }
    });
    Ok(stages.collect())
}

/// Returns the prizes with their version, and their winners.
async fn prizes(conn: &mut PgConnection, tournament_id: i64) -> Result<(i64, Vec<BracketPrize>, Vec<BracketWinner>), Problem> {
    let row = sqlx::query!(
        r#"select version, prizes as "prizes: Json<Vec<TournamentPrize>>",
                  array(select place from esports.prize_winners w where w.tournament_id = t.id order by place, entrant_id) as "places!",
                  array(select entrant_id from esports.prize_winners w where w.tournament_id = t.id order by place, entrant_id) as "entrants!",
                  array(select paid_at is not null from esports.prize_winners w where w.tournament_id = t.id order by place, entrant_id) as "paid!"
           from esports.tournaments t where id = $1"#,
        tournament_id
    )
    .fetch_one(conn)
    .await?;
    let prize = |prize: TournamentPrize| Some(BracketPrize { place: prize.place?, baht: prize.baht, text: prize.text });
    let mut prizes: Vec<BracketPrize> = row.prizes.0.into_iter().filter_map(prize).collect();
    prizes.sort_by_key(|prize| prize.place);
    let winners = row.places.into_iter().zip(row.entrants).zip(row.paid);
    let winners = winners.map(|((place, contestant_id), paid)| BracketWinner { place, contestant_id, paid });
    Ok((row.version, prizes, winners.collect()))
}

/// Returns the entrants who sit at a match.
pub fn seated(stage: &Stage, at: usize) -> impl Iterator<Item = i64> {
    let seats = stage.play.seats(at).into_iter();
    seats.filter_map(|seat| if let engine::play::Seat::Entrant(who) = seat { Some(stage.id_of(who)) } else { None })
}
