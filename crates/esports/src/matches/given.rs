//! Reports of sides, in the form in which the room compares them.

use sqlx::types::Json;
use uuid::Uuid;

use crate::brackets::MatchSide;
use crate::brackets::room_state::ReportKind;
use crate::messages;
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;

/// A report that counts, in comparable form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CurrentReport {
    pub side: MatchSide,
    pub kind: ReportKind,
    pub games: Option<Vec<[i64; 2]>>,
    pub score: Option<(i32, i32)>,
}

/// Returns the reports that count, the earliest first.
pub async fn standing(change: &mut Change, match_id: i64) -> Result<Vec<CurrentReport>, Problem> {
    let rows = sqlx::query!(
        r#"select side as "side: MatchSide", kind as "kind: ReportKind", games as "games: Json<Vec<[i64; 2]>>", home_score, away_score
           from esports.match_reports where match_id = $1 and void_at is null order by id"#,
        match_id
    )
    .fetch_all(change.conn())
    .await?;
    Ok(rows
        .into_iter()
        .map(|row| CurrentReport {
            side: row.side,
            kind: row.kind,
            games: row.games.map(|games| games.0),
            score: row.home_score.zip(row.away_score),
        })
        .collect())
}

/// Stores a side's report, with its proofs in the order given.
pub async fn store(
    change: &mut Change,
    (match_id, user_id): (i64, i64),
    report: &CurrentReport,
    proofs: &[Uuid],
) -> Result<(), Problem> {
    let now = change.now();
    sqlx::query!(
        "with report as (
           insert into esports.match_reports (match_id, side, author_id, kind, games, home_score, away_score, created_at)
           values ($1, $2, $3, $4, $5, $6, $7, $8) returning id)
         insert into esports.match_proofs (report_id, picture_id, position)
         select report.id, p.id, p.position from report, unnest($9::uuid[]) with ordinality as p (id, position)",
        match_id,
        report.side.as_str(),
        user_id,
        report.kind.as_str(),
        report.games.as_ref().map(serde_json::to_value).transpose()?,
        report.score.map(|(home, _)| home),
        report.score.map(|(_, away)| away),
        now,
        proofs
    )
    .execute(change.conn())
    .await?;
    Ok(())
}

/// Keeps these pictures as proofs. Returns false unless all of them exist, and were sent into this room by people of this entrant.
pub async fn keep_own_pictures(
    change: &mut Change,
    match_id: i64,
    entrant_id: Option<i64>,
    proofs: &[Uuid],
) -> Result<bool, Problem> {
    let own = sqlx::query!(
        r#"select r.user_id as "user_id!", r.file_key from esports.room_pictures r join esports.entrants e on e.id = $2
           where r.id = any($3) and r.match_id = $1
             and (r.user_id = case when e.team_id is null then e.user_id else esports.acting_captain(e.team_id) end
                  or exists (select from esports.entrant_players p where p.entrant_id = e.id and p.user_id = r.user_id and p.active and p.left_at is null))"#,
        match_id,
        entrant_id,
        proofs
    )
    .fetch_all(change.conn())
    .await?;
    let mut kept = 0;
    for picture in &own {
        kept += usize::from(messages::keep_picture(change, picture.user_id, &picture.file_key).await?);
    }
    Ok(kept == proofs.len())
}
