//! Who is in a room, and what they may do there.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use manao_domain::registration::PlayerRole;
use manao_domain::tournament::Reporter;
use sqlx::PgConnection;

use super::view::{MatchMe, RoomPlayer, RoomSide};
use crate::access::rights::{self, Thing};
use crate::access::{Member, Role};
use crate::features::brackets::run::MatchSide;
use crate::problem::Problem;

/// What this member is to the match. Somebody suspended is nothing.
pub async fn me(
    conn: &mut PgConnection,
    member: &Member,
    match_id: i64,
    reporter: Reporter,
    now: DateTime<Utc>,
) -> Result<MatchMe, Problem> {
    if member.suspended {
        return Ok(MatchMe::default());
    }
    let side = side(&mut *conn, match_id, member.user_id).await?;
    let role = rights::role(conn, member, Thing::Match, &match_id.to_string(), now).await?;
    Ok(MatchMe {
        side: side.map(|(side, _)| side),
        staff: role.filter(|role| matches!(role, Role::Promoter | Role::CoPromoter | Role::Assistant)),
        acts: side.is_some_and(|(_, captain)| captain || reporter == Reporter::Roster),
    })
}

/// For which side somebody plays, and whether as its captain: as long as the entry counts.
pub async fn side(conn: &mut PgConnection, match_id: i64, user_id: i64) -> Result<Option<(MatchSide, bool)>, Problem> {
    let found = sqlx::query!(
        r#"select e.id is not distinct from m.home_id as "home!", s.captain as "captain!"
           from matches m join entrants e on e.id in (m.home_id, m.away_id),
           lateral (select coalesce(case when e.team_id is null then e.user_id else acting_captain(e.team_id) end = $2, false)
                             and e.status not in ('withdrawn', 'removed', 'reject', 'disqualified') as captain,
                           exists (select from entrant_players p where p.entrant_id = e.id and p.user_id = $2 and p.active
                                   and p.left_at is null) as plays) s
           where m.id = $1 and (s.captain or s.plays) order by s.captain desc limit 1"#,
        match_id,
        user_id
    )
    .fetch_optional(conn)
    .await?;
    Ok(found.map(|found| (if found.home { MatchSide::Home } else { MatchSide::Away }, found.captain)))
}

/// The entrants of these ids, with their rosters.
pub async fn sides(conn: &mut PgConnection, entrant_ids: &[i64], with_game_ids: bool) -> Result<HashMap<i64, RoomSide>, Problem> {
    let entrants = sqlx::query!(
        "select e.id, e.team_id, e.user_id, e.name, e.short_name, e.logo, case when e.team_id is null then e.user_id else acting_captain(e.team_id) end as captain
         from entrants e where e.id = any((select $1::bigint[])::bigint[])",
        entrant_ids
    )
    .fetch_all(&mut *conn)
    .await?;
    let players = sqlx::query!(
        r#"select p.entrant_id, p.user_id, p.display_name, u.picture, p.role as "role: PlayerRole", p.game_id
           from entrant_players p join users u on u.id = p.user_id
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
