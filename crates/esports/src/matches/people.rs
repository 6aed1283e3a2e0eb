//! The people in a room, and their permissions there.

use std::collections::HashMap;

use manao_domain::registration::PlayerRole;
use manao_domain::tournament::Reporter;
use sqlx::PgConnection;

use super::view::{AccessEnd, MatchMe, NextMatch, RoomPlayer, RoomSide};
use crate::brackets::MatchSide;
use crate::things;
use manao_kernel::access::{Member, Role};
use manao_kernel::problem::Problem;

/// Returns the member's role in the match. A suspended member has none.
pub async fn me(conn: &mut PgConnection, member: &Member, match_id: i64, reporter: Reporter) -> Result<MatchMe, Problem> {
    if member.suspended {
        let ended = access_end(conn, member, match_id).await?;
        return Ok(MatchMe { ended, ..MatchMe::default() });
    }
    let side = side(&mut *conn, match_id, member.user_id).await?;
    let role = things::over_match(conn, member, Some(match_id)).await?;
    let me = MatchMe {
        side: side.map(|(side, _)| side),
        staff: role.filter(|role| matches!(role, Role::Promoter | Role::CoPromoter | Role::Assistant)),
        acts: side.is_some_and(|(_, captain)| captain || reporter == Reporter::Roster),
        ended: None,
    };
    let ended = if me.is_inside() { None } else { access_end(conn, member, match_id).await? };
    Ok(MatchMe { ended, ..me })
}

/// Returns why a member who took part in the match no longer has access; None for anyone else.
async fn access_end(conn: &mut PgConnection, member: &Member, match_id: i64) -> Result<Option<AccessEnd>, Problem> {
    let entry = sqlx::query_scalar!(
        "select e.status from esports.matches m join esports.entrants e on e.id in (m.home_id, m.away_id)
         join esports.entrant_players p on p.entrant_id = e.id and p.user_id = $2 where m.id = $1 limit 1",
        match_id,
        member.user_id
    )
    .fetch_optional(conn)
    .await?;
    Ok(entry.map(|status| match status.as_str() {
        _ if member.suspended => AccessEnd::Suspended,
        "withdrawn" => AccessEnd::Withdrawn,
        "removed" => AccessEnd::Removed,
        "reject" => AccessEnd::Rejected,
        "disqualified" => AccessEnd::Disqualified,
        _ => AccessEnd::Team,
    }))
}

/// Returns the next match of an entrant that is still to be played.
pub async fn next_match(conn: &mut PgConnection, match_id: i64, entrant_id: i64) -> Result<Option<NextMatch>, Problem> {
    let found = sqlx::query!(
        r#"select m.id, m.label, m.scheduled_at, o.name as "opponent?"
           from esports.matches this join esports.matches m on m.tournament_id = this.tournament_id and m.id <> this.id and m.home_slot is not null
           left join esports.entrants o on o.id = case when m.home_id = $2 then m.away_id else m.home_id end
           where this.id = $1 and $2 in (m.home_id, m.away_id) and not m.settled
           order by m.stage, m.scheduled_at nulls last, m.round, m.position limit 1"#,
        match_id,
        entrant_id
    )
    .fetch_optional(conn)
    .await?;
    Ok(found.map(|row| NextMatch {
        id: row.id,
        label: row.label.map(|label| label.to_string()),
        opponent: row.opponent,
        scheduled_at: row.scheduled_at,
    }))
}

/// Returns the side that the user plays for, and whether as its captain, as long as the entry counts.
pub async fn side(conn: &mut PgConnection, match_id: i64, user_id: i64) -> Result<Option<(MatchSide, bool)>, Problem> {
    let found = sqlx::query!(
        r#"select e.id is not distinct from m.home_id as "home!", s.captain as "captain!"
           from esports.matches m join esports.entrants e on e.id in (m.home_id, m.away_id),
           lateral (select coalesce(case when e.team_id is null then e.user_id else esports.acting_captain(e.team_id) end = $2, false)
                             and e.active as captain,
                           exists (select from esports.entrant_players p where p.entrant_id = e.id and p.user_id = $2 and p.active
                                   and p.left_at is null) as plays) s
           where m.id = $1 and (s.captain or s.plays) order by s.captain desc limit 1"#,
        match_id,
        user_id
    )
    .fetch_optional(conn)
    .await?;
    Ok(found.map(|found| (if found.home { MatchSide::Home } else { MatchSide::Away }, found.captain)))
}

/// Returns these entrants, with their rosters.
pub async fn sides(conn: &mut PgConnection, entrant_ids: &[i64], with_game_ids: bool) -> Result<HashMap<i64, RoomSide>, Problem> {
    let entrants = sqlx::query!(
        "select e.id, e.team_id, e.user_id, e.name, e.short_name, e.logo, case when e.team_id is null then e.user_id else esports.acting_captain(e.team_id) end as captain
         from esports.entrants e where e.id = any((select $1::bigint[])::bigint[])",
        entrant_ids
    )
    .fetch_all(&mut *conn)
    .await?;
    let players = sqlx::query!(
        r#"select p.entrant_id, p.user_id, p.display_name, u.picture, p.role as "role: PlayerRole", p.game_id
           from esports.entrant_players p join people.users u on u.id = p.user_id
           where p.entrant_id = any((select $1::bigint[])::bigint[]) and p.left_at is null
           order by p.entrant_id, p.role = 'substitute', p.position, p.user_id"#,
        entrant_ids
    )
    .fetch_all(conn)
    .await?;
    let mut captains = HashMap::new();
    let mut sides = HashMap::new();
    for row in entrants {
        captains.insert(row.id, row.captain);
        let side = RoomSide {
            contestant_id: row.id,
            team_id: row.team_id,
            name: row.name,
            short_name: row.short_name,
            logo: row.logo,
            players: Vec::new(),
        };
        sides.insert(row.id, side);
    }
    for row in players {
        let Some(side) = sides.get_mut(&row.entrant_id) else { continue };
        side.players.push(RoomPlayer {
            user_id: row.user_id,
            display_name: row.display_name,
            picture: row.picture,
            role: row.role,
            captain: captains.get(&row.entrant_id).copied().flatten() == Some(row.user_id),
            game_id: Some(row.game_id).filter(|id| with_game_ids && !id.is_empty()),
        });
    }
    Ok(sides)
}
