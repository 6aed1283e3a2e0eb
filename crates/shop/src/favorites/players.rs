//! Player IDs that a person topped up before. Mobile numbers are not among them: what was bought for one is shown masked.

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::PgPool;
use utoipa::ToSchema;

use manao_kernel::paging::{Page, Paging};
use manao_kernel::problem::Problem;

/// Number of recent orders searched.
const ORDERS: i64 = 200;

#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EarlierPlayer {
    pub player_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server: Option<String>,
    /// The server's name as players know it; show it instead of `server`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub server_name: Option<String>,
    /// The partner's name of the player
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player_name: Option<String>,
    pub last_used_at: DateTime<Utc>,
}

/// Returns a page of them and their number: most recently used first, each once, for this game and this person only.
pub async fn earlier(db: &PgPool, user_id: i64, game_id: i64, paging: Paging) -> Result<Page<EarlierPlayer>, Problem> {
    let rows = sqlx::query!(
        r#"select l.player_id as "player_id!", l.server, coalesce(max(l.server_name), l.server) as server_name,
                  max(l.player_name) as player_name, max(o.created_at) as "last_used_at!",
                  count(*) over () as "total!"
           from (select id, created_at from shop.orders where user_id = $1 order by id desc limit $3) o
           join shop.order_lines l on l.order_id = o.id join shop.games g on g.id = l.game_id
           where g.target = 'player' and l.game_id = $2 and l.player_id is not null group by l.player_id, l.server
           order by max(o.created_at) desc limit $4 offset $5"#,
        user_id,
        game_id,
        ORDERS,
        paging.limit(),
        paging.offset(),
    )
    .fetch_all(db)
    .await?;
    let total = rows.first().map_or(0, |row| row.total);
    let players = rows.into_iter().map(|row| EarlierPlayer {
        player_id: row.player_id,
        server: row.server.filter(|server| !server.is_empty()),
        server_name: row.server_name.filter(|name| !name.is_empty()),
        player_name: row.player_name,
        last_used_at: row.last_used_at,
    });
    Ok(Page::new(paging, players.collect(), total))
}
