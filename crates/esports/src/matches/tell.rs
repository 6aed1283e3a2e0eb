//! Notices about reports.

use manao_domain::tournament::Reporter;

use crate::brackets::MatchSide;
use crate::brackets::room::Room;
use crate::brackets::tell_match::MatchTold;
use manao_kernel::database::Change;
use manao_kernel::problem::Problem;
use manao_kernel::text::Text;
use manao_people::inbox;

/// Notifies those who may act for the other side that a report is in, and of the deadline, but not of its contents.
pub async fn reported(change: &mut Change, room: &Room, side: MatchSide, (no_show, minutes): (bool, i64)) -> Result<(), Problem> {
    let Some(told) = MatchTold::load_complete(change, room.match_id).await? else { return Ok(()) };
    let (entrant_id, by) = match side {
        MatchSide::Home => (room.away_id, &told.home),
        MatchSide::Away => (room.home_id, &told.away),
    };
    let people = acting(change, entrant_id.as_slice(), room.reporter == Reporter::Roster).await?;
    let message = if no_show {
        told.written(
            "match_no_show",
            Text::new("คู่แข่งแจ้งว่าคุณไม่มาตามนัด", "Your opponent reported a no-show"),
            &Text::new(
                format!("“{by}” แจ้งว่าฝ่ายคุณไม่มา หากไม่จริงให้โต้แย้งภายใน {minutes} นาที มิฉะนั้นคู่แข่งชนะบาย"),
                format!(
                    "“{by}” says that your side did not show up. Contest it within {minutes} minutes, or they win by walkover."
                ),
            ),
        )
    } else {
        told.written(
            "match_reported",
            Text::new("คู่แข่งส่งผลแล้ว", "Your opponent reported a result"),
            &Text::new(
                format!("“{by}” ส่งผลแล้ว กรุณาส่งผลของฝ่ายคุณภายใน {minutes} นาที มิฉะนั้นจะใช้ผลของคู่แข่ง"),
                format!("“{by}” reported a result. Report yours within {minutes} minutes, or theirs stands."),
            ),
        )
    };
    if people.is_empty() {
        return Ok(());
    }
    inbox::write_to_many(change, &people, &message).await
}

/// Notifies both captains, and the staff who decide.
pub async fn disputed(change: &mut Change, room: &Room) -> Result<(), Problem> {
    let Some(told) = MatchTold::load_complete(change, room.match_id).await? else { return Ok(()) };
    let sides: Vec<i64> = room.home_id.into_iter().chain(room.away_id).collect();
    let mut people = acting(change, &sides, false).await?;
    people.extend(staff(change, room.tournament_id).await?);
    let (home, away) = (&told.home, &told.away);
    let message = told.written(
        "match_disputed",
        Text::new("ผลแมตช์ไม่ตรงกัน", "A match is disputed"),
        &Text::new(
            format!("“{home}” และ “{away}” รายงานไม่ตรงกัน ผู้จัดการแข่งขันจะเป็นผู้ตัดสิน"),
            format!("“{home}” and “{away}” reported different results. The organizer will decide."),
        ),
    );
    inbox::write_to_many(change, &people, &message).await
}

/// Returns the staff who decide: the promoter and co-promoters.
pub async fn staff(change: &mut Change, tournament_id: i64) -> Result<Vec<i64>, Problem> {
    Ok(sqlx::query_scalar!(
        r#"select u.id as "user_id!" from esports.tournaments t join people.users u on u.id = t.promoter_id and u.suspended_at is null
           where t.id = $1 and not exists (select from esports.promoters p where p.user_id = u.id and p.revoked_at is not null)
           union
           select u.id from esports.tournament_staff s join people.users u on u.id = s.user_id and u.suspended_at is null
           where s.tournament_id = $1 and s.role = 'co_promoter'"#,
        tournament_id
    )
    .fetch_all(change.conn())
    .await?)
}

/// Returns the people who may act for these entrants.
pub async fn acting(change: &mut Change, entrants: &[i64], rosters: bool) -> Result<Vec<i64>, Problem> {
    Ok(sqlx::query_scalar!(
        r#"with people as (
             select case when e.team_id is null then e.user_id else esports.acting_captain(e.team_id) end as user_id from esports.entrants e
             where e.id = any((select $1::bigint[])::bigint[]) and e.active
             union
             select p.user_id from esports.entrant_players p where $2 and p.entrant_id = any((select $1::bigint[])::bigint[]) and p.active and p.left_at is null)
           select u.id from people p join people.users u on u.id = p.user_id and u.suspended_at is null"#,
        entrants,
        rosters
    )
    .fetch_all(change.conn())
    .await?)
}
