//! The matches of stages of a format with two sides, without byes.

use manao_domain::tournament::Format;
use sqlx::PgPool;
use sqlx::types::Json;

use super::cell::{Cell, Row};
use super::words;
use manao_kernel::problem::{Lang, Problem};

const BATCH: i64 = 2_000;

/// The match after which a batch begins: stage, position in the order of play.
pub type After = (i32, i32);

pub fn head(lang: Lang) -> Row {
    let head = [
        ("รหัสแมตช์", "Match"),
        ("สเตจ", "Stage"),
        ("กลุ่ม", "Group"),
        ("รอบที่", "Round"),
        ("คู่ที่", "Number"),
        ("ฝั่งแรก", "First side"),
        ("ฝั่งที่สอง", "Second side"),
        ("เวลาแข่ง (เวลาไทย)", "Time (Bangkok)"),
        ("สถานะ", "State"),
        ("คะแนนฝั่งแรก", "Score of the first side"),
        ("คะแนนฝั่งที่สอง", "Score of the second side"),
        ("ผู้ชนะ", "Winner"),
        ("สาย", "Part"),
        ("แมตช์ที่", "Match number"),
        ("จบแบบ", "Outcome"),
        ("คะแนนรายเกม", "Games"),
        ("นับเฉพาะเมื่อคะแนนเท่ากัน", "For a tie only"),
    ];
    head.into_iter().map(|(th, en)| Cell::from(lang.pick(th, en))).collect()
}

pub async fn count(db: &PgPool, tournament_id: i64, format: Format) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from esports.matches m join esports.tournament_stages s on s.tournament_id = m.tournament_id and s.position = m.stage
           where m.tournament_id = $1 and s.format = $2 and m.listed"#,
        tournament_id,
        format.as_str()
    )
    .fetch_one(db)
    .await
}

/// Returns the matches after that one, and the last of these; None when there are no more.
pub async fn batch(
    db: &PgPool,
    tournament_id: i64,
    format: Format,
    (stage, position): After,
    lang: Lang,
) -> Result<Option<(Vec<Row>, After)>, Problem> {
    let rows = sqlx::query!(
        r#"select m.id, m.stage, m.group_number, m.round, m.number, m.scheduled_at, m.state, m.home_score, m.away_score,
                  m.position, m.part, m.label, m.outcome, m.forfeited, m.extra, m.games as "games: Json<Vec<[i64; 2]>>",
                  h.name as "home?", a.name as "away?", w.name as "winner?"
           from esports.matches m join esports.tournament_stages s on s.tournament_id = m.tournament_id and s.position = m.stage
           left join esports.entrants h on h.id = m.home_id left join esports.entrants a on a.id = m.away_id left join esports.entrants w on w.id = m.winner_id
           where m.tournament_id = $1 and s.format = $2 and m.listed and (m.stage, m.position) > ($3, $4)
           order by m.stage, m.position limit $5"#,
        tournament_id,
        format.as_str(),
        stage,
        position,
        BATCH
    )
    .fetch_all(db)
    .await?;
    let Some(last) = rows.last().map(|row| (row.stage, row.position)) else { return Ok(None) };
    let rows = rows.into_iter().map(|row| {
        vec![
            Cell::Number(row.id),
            Cell::Number(row.stage.into()),
            row.group_number.into(),
            Cell::Number(row.round.into()),
            Cell::Number(row.number.into()),
            row.home.into(),
            row.away.into(),
            row.scheduled_at.into(),
            Cell::from(words::state(&row.state, lang)),
            row.home_score.into(),
            row.away_score.into(),
            row.winner.into(),
            Cell::from(words::part(&row.part, lang)),
            row.label.into(),
            row.outcome.map_or(Cell::Empty, |outcome| Cell::Text(words::outcome(&outcome, row.forfeited, lang))),
            row.games.map_or(Cell::Empty, |games| Cell::Text(played(&games.0))),
            words::for_a_tie(row.extra, lang),
        ]
    });
    Ok(Some((rows.collect(), last)))
}

/// Returns the games, as in `13–7, 9–13`.
fn played(games: &[[i64; 2]]) -> String {
    games.iter().map(|[home, away]| format!("{home}–{away}")).collect::<Vec<_>>().join(", ")
}
