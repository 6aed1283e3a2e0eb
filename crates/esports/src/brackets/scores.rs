//! Keeps the scores of tournaments: a task renews each one whose bracket has changed, so that no decision waits for it.

use std::time::Duration;

use manao_domain::survivor::BoardLine;
use manao_domain::tournament::Format;
use sqlx::PgConnection;

use super::layout::small;
use super::store::{self, Stage};
use crate::tournaments::{self, ScoreLeader, ScoredMatch, TournamentScore};
use manao_kernel::app::App;
use manao_kernel::problem::Problem;

/// Interval at which scores are renewed.
pub const RENEWED_EVERY: Duration = Duration::from_secs(2);
/// Tournaments in one run; the rest follows in the next.
const BATCH: i64 = 200;

/// Renews the scores of changed brackets.
pub async fn renew_changed(app: App) -> anyhow::Result<()> {
    let changed = sqlx::query_scalar!(
        "select id from esports.tournaments where scored_version < bracket_version and published_at is not null order by id limit $1",
        BATCH
    )
    .fetch_all(&app.db)
    .await?;
    for id in changed {
        // A failed score must not block the rest.
        if let Err(problem) = renew(&app, id).await {
            tracing::warn!(tournament = id, %problem, "a tournament's score was not renewed and will be tried again");
        }
    }
    Ok(())
}

async fn renew(app: &App, id: i64) -> Result<(), Problem> {
    let mut change = app.change().await?;
    // Locked, so that no decision comes between reading and writing.
    let version = sqlx::query_scalar!("select bracket_version from esports.tournaments where id = $1 for update", id)
        .fetch_optional(change.conn())
        .await?;
    let Some(version) = version else { return Ok(()) };
    let score = load(change.conn(), id).await?;
    sqlx::query!(
        "update esports.tournaments set score = $2, scored_version = $3 where id = $1",
        id,
        score.map(serde_json::to_value).transpose()?,
        version
    )
    .execute(change.conn())
    .await?;
    tournaments::announce(&mut change, id).await?;
    change.commit().await
}

/// Returns the score; None before the first match has begun.
async fn load(conn: &mut PgConnection, id: i64) -> Result<Option<TournamentScore>, Problem> {
    let (playing, live, last) = matches(conn, id).await?;
    let row = sqlx::query!(
        r#"with current as (select coalesce(max(stage), 1) as stage from esports.draws where tournament_id = $1 and state = 'published')
           select s.format as "format: Format", t.finished_at is not null as "finished!",
                  (select case when count(*) = 1 then min(e.name) end from esports.tournament_rankings r
                   join esports.entrants e on e.id = r.entrant_id where r.tournament_id = t.id and r.rank = 1) as champion
           from esports.tournaments t join current c on true
           join esports.tournament_stages s on s.tournament_id = t.id and s.position = c.stage
           where t.id = $1"#,
        id
    )
    .fetch_optional(&mut *conn)
    .await?;
    let Some(row) = row else { return Ok(None) };
    let leader = if row.format.rules().has_groups() && !row.finished {
        let stage = store::current(conn, id).await?;
        Stage::load(conn, id, stage).await?.leader()
    } else {
        None
    };
    let score = TournamentScore { playing, live, last, leader, champion: row.champion };
    let is_empty = score.live.is_none() && score.last.is_none() && score.leader.is_none() && score.champion.is_none();
    Ok((!is_empty).then_some(score))
}

/// Returns the number of matches being played, one of them, and the last one that was played.
async fn matches(conn: &mut PgConnection, id: i64) -> Result<(i64, Option<ScoredMatch>, Option<ScoredMatch>), Problem> {
    let rows = sqlx::query!(
        r#"with live as (
             select id, count(*) over () as playing from esports.matches
             where tournament_id = $1 and running and home_id is not null and away_id is not null
             order by scheduled_at nulls last, id limit 1),
           last as (
             select id, 0::bigint as playing from esports.matches where tournament_id = $1 and state = 'decided' and outcome = 'played'
             order by decided_at desc nulls last, id desc limit 1)
           select m.id, shown.playing as "playing!", h.name as home, a.name as away, m.home_score, m.away_score
           from (select * from live union all select * from last) as shown join esports.matches m on m.id = shown.id
           join esports.entrants h on h.id = m.home_id join esports.entrants a on a.id = m.away_id"#,
        id
    )
    .fetch_all(conn)
    .await?;
    let (mut playing, mut live, mut last) = (0, None, None);
    for row in rows {
        let found = Some(ScoredMatch {
            id: row.id,
            home: row.home,
            away: row.away,
            home_score: row.home_score,
            away_score: row.away_score,
        });
        if row.playing > 0 {
            (playing, live) = (row.playing, found);
        } else {
            last = found;
        }
    }
    Ok((playing, live, last))
}

impl Stage {
    /// Returns the entrant with the most points, in a single table or over all boards; None while another has as many.
    fn leader(&self) -> Option<ScoreLeader> {
        let (entrant, points, played) = match self.tables().as_slice() {
            [table] => {
                let lines = table.lines.iter().filter(|line| line.played > 0 && !self.is_out(line.entrant));
                let first = alone(lines.map(|line| (small(line.rank), line)))?;
                (first.entrant, first.points, i32::try_from(first.played).unwrap_or(i32::MAX))
            }
            _ => {
                let boards = self.boards();
                let lines = boards.iter().flat_map(|group| &group.board.lines);
                let lines = lines.filter(|line| line.maps > 0 && !self.is_out(line.entrant));
                // Places of different groups do not compare, but their points do.
                let place = |line: &BoardLine| if boards.len() > 1 { -line.total } else { small(line.rank) };
                let first = alone(lines.map(|line| (place(line), line)))?;
                (first.entrant, first.total, small(first.maps))
            }
        };
        let name = self.name_of(self.id_of(entrant))?.to_owned();
        Some(ScoreLeader { name, points, played })
    }
}

/// Returns the line with the lowest place, unless another shares it.
fn alone<T>(lines: impl Iterator<Item = (i32, T)>) -> Option<T> {
    let mut lines: Vec<_> = lines.collect();
    lines.sort_by_key(|(place, _)| *place);
    let mut lines = lines.into_iter();
    let (first, found) = lines.next()?;
    lines.next().is_none_or(|(second, _)| second > first).then_some(found)
}

#[cfg(test)]
mod tests {
    use super::alone;

    #[test]
    fn a_shared_first_place_leads_nobody() {
        let of = |lines: &[(i32, char)]| alone(lines.iter().copied());
        assert_eq!(of(&[(2, 'b'), (1, 'a'), (2, 'c')]), Some('a'));
        assert_eq!(of(&[(1, 'a'), (3, 'c'), (1, 'b')]), None);
        assert_eq!(of(&[(4, 'a')]), Some('a'));
        assert_eq!(of(&[]), None);
    }
}
