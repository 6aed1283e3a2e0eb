//! Reports of sides, as far as a reader may see them.

use sqlx::PgConnection;
use sqlx::types::Json;

use super::proofs;
use super::view::{MatchMe, RoomReport};
use crate::brackets::room_state::{MatchNow, ReportKind};
use crate::brackets::{MatchGame, MatchSide, MatchState};
use manao_kernel::problem::{Lang, Problem};

/// Returns the reports that stand. A side sees the other's only once copying it is no longer possible. Staff see all.
pub async fn seen(conn: &mut PgConnection, now: &MatchNow, me: MatchMe, lang: Lang) -> Result<Vec<RoomReport>, Problem> {
    let open = me.staff.is_some() || matches!(now.state, MatchState::Decided | MatchState::Disputed);
    let own_is_in = match me.side {
        Some(MatchSide::Home) => now.reported.home,
        Some(MatchSide::Away) => now.reported.away,
        None => false,
    };
    if !me.is_inside() || !open && !own_is_in {
        return Ok(Vec::new());
    }
    let rows = sqlx::query!(
        r#"select r.id, r.side as "side: MatchSide", r.author_id, coalesce(u.display_name, '') as "name!", r.kind as "kind: ReportKind",
                  r.games as "games: Json<Vec<[i64; 2]>>", r.home_score, r.away_score, r.created_at
           from esports.match_reports r left join people.users u on u.id = r.author_id where r.match_id = $1 and r.void_at is null order by r.id"#,
        now.match_id
    )
    .fetch_all(&mut *conn)
    .await?;
    let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let mut proofs = proofs::load(conn, &ids, me.staff.is_some(), lang).await?;
    let reports = rows.into_iter().map(|row| RoomReport {
        id: row.id,
        side: row.side,
        user_id: row.author_id,
        name: row.name,
        kind: row.kind,
        games: row
            .games
            .map(|games| games.0)
            .unwrap_or_default()
            .into_iter()
            .map(|[home, away]| MatchGame { home, away })
            .collect(),
        home_score: row.home_score,
        away_score: row.away_score,
        created_at: row.created_at,
        proofs: proofs.remove(&row.id).unwrap_or_default(),
    });
    Ok(reports.collect())
}
