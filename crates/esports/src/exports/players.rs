//! The players, with the data that promoters need to check people on site: real name, game ID, school. Never identity numbers, addresses
//! or phone numbers.

use manao_domain::tournament::Format;
use sqlx::PgPool;

use super::cell::{Cell, Row};
use super::words;
use manao_kernel::problem::{Lang, Problem};

/// Entrants of one batch, of up to twelve players each.
const BATCH: i64 = 500;

pub fn head(lang: Lang) -> Row {
    let head = [
        ("รหัสผู้เข้าแข่งขัน", "Entrant"),
        ("ชื่อทีมหรือผู้เข้าแข่งขัน", "Team or entrant"),
        ("ชื่อย่อ", "Short name"),
        ("สถานะใบสมัคร", "Status"),
        ("มือวาง", "Seed"),
        ("ผู้เล่น", "Player"),
        ("ชื่อจริง", "Real name"),
        ("ไอดีเกม", "Game ID"),
        ("บทบาท", "Role"),
        ("กัปตัน", "Captain"),
        ("สถาบัน", "School or university"),
        ("ออกจากทีมเมื่อ (เวลาไทย)", "Left the team (Bangkok)"),
        ("อันดับสุดท้าย", "Final rank"),
    ];
    head.into_iter().map(|(th, en)| Cell::from(lang.pick(th, en))).collect()
}

pub async fn count(db: &PgPool, tournament_id: i64, format: Format) -> Result<i64, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select count(*) as "count!" from esports.entrants e join esports.entrant_players p on p.entrant_id = e.id
           where e.tournament_id = $1 and e.listed
             and exists (select from esports.tournament_stages s where s.tournament_id = $1 and s.format = $2
                         and (s.position = e.stage or exists (select from esports.stage_entrants t
                              where t.tournament_id = $1 and t.stage = s.position and t.entrant_id = e.id)))"#,
        tournament_id,
        format.as_str()
    )
    .fetch_one(db)
    .await
}

/// Returns the players of the entrants after that one, and the last of these; None when there are no more.
pub async fn batch(
    db: &PgPool,
    tournament_id: i64,
    format: Format,
    after: i64,
    lang: Lang,
) -> Result<Option<(Vec<Row>, i64)>, Problem> {
    let rows = sqlx::query!(
        r#"with page as (
             select e.* from esports.entrants e
             where e.tournament_id = $1 and e.id > $3 and e.listed
               and exists (select from esports.tournament_stages s where s.tournament_id = $1 and s.format = $2
                           and (s.position = e.stage or exists (select from esports.stage_entrants t
                                where t.tournament_id = $1 and t.stage = s.position and t.entrant_id = e.id)))
             order by e.id limit $4)
           select e.id, e.name, e.short_name, e.status, e.seed, r.rank as "rank?", p.display_name as "player?", p.game_id as "game_id?", p.role as "role?",
                  p.left_at as "left_at?", coalesce(m.role = 'captain' or e.user_id = p.user_id, false) as "captain!",
                  coalesce(nullif(concat_ws(' ', f.first_name_th, f.last_name_th), ''),
                           nullif(concat_ws(' ', f.first_name_en, f.last_name_en), '')) as name_th,
                  coalesce(nullif(concat_ws(' ', f.first_name_en, f.last_name_en), ''),
                           nullif(concat_ws(' ', f.first_name_th, f.last_name_th), '')) as name_en,
                  o.name_th as "academy_th?", o.name_en as "academy_en?"
           from page e left join esports.entrant_players p on p.entrant_id = e.id
           left join esports.tournament_rankings r on r.tournament_id = $1 and r.entrant_id = e.id
           left join esports.team_members m on m.user_id = p.user_id and m.team_id = e.team_id
           left join people.profiles f on f.user_id = p.user_id left join people.organizations o on o.id = p.academy_id
           order by e.id, p.role, p.position, p.user_id"#,
        tournament_id,
        format.as_str(),
        after,
        BATCH
    )
    .fetch_all(db)
    .await?;
    let Some(last) = rows.last().map(|row| row.id) else { return Ok(None) };
    let rows = rows.into_iter().filter_map(|row| {
        let role = row.role?;
        Some(vec![
            Cell::Number(row.id),
            Cell::Text(row.name),
            Cell::Text(row.short_name),
            Cell::from(words::status(&row.status, lang)),
            row.seed.into(),
            row.player.into(),
            lang.pick(row.name_th, row.name_en).into(),
            row.game_id.into(),
            Cell::from(words::role(&role, lang)),
            Cell::from(if row.captain { lang.pick("กัปตัน", "Captain") } else { "" }),
            lang.pick(row.academy_th, row.academy_en).into(),
            row.left_at.into(),
            row.rank.into(),
        ])
    });
    Ok(Some((rows.collect(), last)))
}
