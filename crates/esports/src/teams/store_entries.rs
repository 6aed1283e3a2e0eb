//! Reads the tournaments of teams and players.

use chrono::{DateTime, Utc};
use manao_domain::registration::EntrantStatus;
use manao_domain::tournament::PhaseFacts;
use sqlx::PgExecutor;

use super::shapes::{TeamEntry, TeamRecord};
use manao_kernel::problem::Problem;
use manao_kernel::text::Text;

struct EntryRow {
    tournament_id: i64,
    name_th: String,
    name_en: String,
    status: EntrantStatus,
    game_slug: String,
    registration_start_at: DateTime<Utc>,
    registration_end_at: DateTime<Utc>,
    start_at: DateTime<Utc>,
    registration_closed_at: Option<DateTime<Utc>>,
    bracket_published_at: Option<DateTime<Utc>>,
    started_at: Option<DateTime<Utc>>,
    finished_at: Option<DateTime<Utc>>,
    cancelled_at: Option<DateTime<Utc>>,
    rank: Option<i32>,
    entrants: Option<i64>,
}

impl EntryRow {
    fn entry(self, now: DateTime<Utc>) -> TeamEntry {
        let facts = PhaseFacts {
            registration_start_at: self.registration_start_at,
            registration_end_at: self.registration_end_at,
            start_at: self.start_at,
            registration_closed_at: self.registration_closed_at,
            bracket_published_at: self.bracket_published_at,
            started_at: self.started_at,
            finished_at: self.finished_at,
            cancelled_at: self.cancelled_at,
        };
        TeamEntry {
            tournament_id: self.tournament_id,
            name: Text::new(self.name_th, self.name_en),
            phase: facts.phase(now),
            status: self.status,
            start_at: self.start_at,
            game_slug: self.game_slug,
            rank: self.rank,
            entrants: self.entrants,
        }
    }
}

/// Returns the entries of a team; incomplete ones are only visible to its members.
pub async fn of_team(db: impl PgExecutor<'_>, team_id: i64, own: bool, now: DateTime<Utc>) -> Result<Vec<TeamEntry>, Problem> {
    let rows = sqlx::query_as!(
        EntryRow,
        r#"select t.id as tournament_id, coalesce(nullif(t.name_th, ''), t.name_en) as "name_th!", coalesce(nullif(t.name_en, ''), t.name_th) as "name_en!",
                  e.status as "status: EntrantStatus", g.slug as game_slug, t.registration_start_at as "registration_start_at!",
                  t.registration_end_at as "registration_end_at!", t.start_at as "start_at!", t.registration_closed_at,
                  t.bracket_published_at, t.started_at, t.finished_at, t.cancelled_at, r.rank as "rank?",
                  case when r.rank is not null then (select count(*) from esports.tournament_rankings o where o.tournament_id = t.id) end as entrants
           from esports.entrants e join esports.tournaments t on t.id = e.tournament_id join esports.esport_games g on g.id = t.game_id
                left join esports.tournament_rankings r on r.tournament_id = t.id and r.entrant_id = e.id and t.finished_at is not null
           where e.team_id = $1 and t.published_at is not null
             and e.listed and ($2 or not e.incomplete)
           order by (t.finished_at is null and t.cancelled_at is null) desc, t.start_at desc, t.id desc limit 20"#,
        team_id,
        own
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| row.entry(now)).collect())
}

/// Returns the entries of a person, alone or in a team.
pub async fn of_player(db: impl PgExecutor<'_>, user_id: i64, now: DateTime<Utc>) -> Result<Vec<TeamEntry>, Problem> {
    let rows = sqlx::query_as!(
        EntryRow,
        r#"select t.id as tournament_id, coalesce(nullif(t.name_th, ''), t.name_en) as "name_th!", coalesce(nullif(t.name_en, ''), t.name_th) as "name_en!",
                  e.status as "status: EntrantStatus", g.slug as game_slug, t.registration_start_at as "registration_start_at!",
                  t.registration_end_at as "registration_end_at!", t.start_at as "start_at!", t.registration_closed_at,
                  t.bracket_published_at, t.started_at, t.finished_at, t.cancelled_at, r.rank as "rank?",
                  case when r.rank is not null then (select count(*) from esports.tournament_rankings o where o.tournament_id = t.id) end as entrants
           from esports.entrant_players p join esports.entrants e on e.id = p.entrant_id join esports.tournaments t on t.id = e.tournament_id
                join esports.esport_games g on g.id = t.game_id
                left join esports.tournament_rankings r on r.tournament_id = t.id and r.entrant_id = e.id and t.finished_at is not null
           where p.user_id = $1 and (p.active or e.locked_at is not null) and t.published_at is not null
             and e.listed and not e.incomplete
           order by (t.finished_at is null and t.cancelled_at is null) desc, t.start_at desc, t.id desc limit 20"#,
        user_id
    )
    .fetch_all(db)
    .await?;
    Ok(rows.into_iter().map(|row| row.entry(now)).collect())
}

pub async fn record_of_team(db: impl PgExecutor<'_>, team_id: i64) -> Result<TeamRecord, Problem> {
    Ok(sqlx::query_as!(
        TeamRecord,
        r#"select count(*) filter (where m.winner_id = e.id) as "wins!", count(*) filter (where m.winner_id <> e.id) as "losses!"
           from esports.entrants e join esports.matches m on e.id in (m.home_id, m.away_id)
           where e.team_id = $1 and m.state = 'decided'"#,
        team_id
    )
    .fetch_one(db)
    .await?)
}

/// Returns the record of a person, from the entries whose locked roster includes them.
pub async fn record_of_player(db: impl PgExecutor<'_>, user_id: i64) -> Result<TeamRecord, Problem> {
    Ok(sqlx::query_as!(
        TeamRecord,
        r#"select count(*) filter (where m.winner_id = p.entrant_id) as "wins!", count(*) filter (where m.winner_id <> p.entrant_id) as "losses!"
           from esports.entrant_players p join esports.entrants e on e.id = p.entrant_id join esports.matches m on p.entrant_id in (m.home_id, m.away_id)
           where p.user_id = $1 and (p.active or e.locked_at is not null) and m.state = 'decided'"#,
        user_id
    )
    .fetch_one(db)
    .await?)
}
