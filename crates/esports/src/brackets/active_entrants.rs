//! Entrants who can still play in a tournament.

use std::collections::BTreeSet;

use manao_domain::bracket::Part;
use sqlx::PgConnection;

use super::store::Stage;
use manao_kernel::problem::Problem;

/// Returns the entrants who are not eliminated. Before the draw that is everyone admitted; in groups nobody is out before the group
/// closes. In a bracket it is those with a match to play, and the winner of the last one. Entrants of a later stage are included.
pub async fn still_in(conn: &mut PgConnection, tournament_id: i64) -> Result<Vec<i64>, Problem> {
    let drawn = sqlx::query_scalar!(
        "select max(stage) from esports.draws where tournament_id = $1 and state = 'published'",
        tournament_id
    )
    .fetch_one(&mut *conn)
    .await?;
    let playing = match drawn {
        Some(stage) => Some(Stage::load(&mut *conn, tournament_id, stage).await?.still_playing()),
        None => None,
    };
    let stage = drawn.unwrap_or(0);
    Ok(sqlx::query_scalar!(
        "select e.id from esports.entrants e where e.tournament_id = $1 and e.status = 'join' and e.out_at is null
           and ($2 = 0 or e.id = any($3) or e.stage > $2
             or exists (select from esports.stage_entrants s where s.tournament_id = $1 and s.stage > $2 and s.entrant_id = e.id))
         order by e.id",
        tournament_id,
        stage,
        &playing.unwrap_or_default()
    )
    .fetch_all(conn)
    .await?)
}

impl Stage {
    fn still_playing(&self) -> Vec<i64> {
        if self.settings.format.rules().has_groups() { self.not_cut() } else { self.not_beaten() }
    }

    fn not_beaten(&self) -> Vec<i64> {
        let open = self.matches.iter().filter(|row| !row.course.state.is_settled());
        let mut playing: BTreeSet<i64> = open.flat_map(|row| [row.course.home_id, row.course.away_id]).flatten().collect();
        let last = self.ends().into_iter().filter(|at| self.drawn[*at].part != Part::Third);
        playing.extend(last.filter_map(|at| self.play.winner(at)).map(|who| self.id_of(who)));
        playing.into_iter().collect()
    }

    fn not_cut(&self) -> Vec<i64> {
        let winners = self.winners_per_group().unwrap_or(1);
        let closed = |number: i32| self.closures.iter().any(|closure| closure.group == number);
        let groups = self.orders().into_iter().zip(1..);
        groups.flat_map(|(order, number)| order.into_iter().take(if closed(number) { winners } else { usize::MAX })).collect()
    }
}
